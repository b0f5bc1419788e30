"""By what hands are put together: the buckets that they can reach on the next street, or on the river at once.

The first is what potential-aware abstractions see, and what hands are on the way counts; the second is the
distribution of strength on the river (Johanson et al., "Evaluating state-space abstractions in extensive-form
games", 2013). On the turn both are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ai.abstraction import histograms, runouts
from ai.abstraction.histograms import HandHistograms, allocate
from ai.abstraction.isomorphism import Ints, pairs_of_kinds
from ai.abstraction.kmeans_1d_emd import Buckets
from ai.hands.evaluator import Cards

MOST_HANDS = pairs_of_kinds(3)


class FutureBuckets(Protocol):
    """What hands on boards of so many cards can become."""

    @property
    def cards(self) -> int:
        """Return how many cards lie on the board."""

    @property
    def deals_at_a_time(self) -> int:
        """Return how many deals are looked at in some 30 ms."""

    @property
    def boards_at_a_time(self) -> int:
        """Return for how many boards all hands are looked at, and assigned, in some 30 ms."""

    def of_deals(self, deals: Cards) -> Buckets:
        """Return uint8[n, reached], the buckets that uint8[n, cards + 2], the board first, can reach, rising."""

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return all hands on uint8[n, cards], each of which stands for so many, with what they can reach."""


@dataclass(frozen=True, slots=True)
class NextStreet:
    """after: uint8[cells], the buckets of the next street."""

    cards: int
    after: Buckets
    deals_at_a_time: int = 2_000

    @property
    def boards_at_a_time(self) -> int:
        """Return how many boards are looked at together."""
        return {3: 1, 4: 32}[self.cards]

    def of_deals(self, deals: Cards) -> Buckets:
        """Return what deals can become on the next street."""
        points = np.empty((len(deals), 50 - self.cards), np.uint8)
        histograms.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return what the hands of some boards can become on the next street."""
        hands = allocate(len(boards) * MOST_HANDS, 50 - self.cards)
        return _first(hands, histograms.fill_boards(boards, multiplicities, self.after, hands))


@dataclass(frozen=True, slots=True)
class FromFlopToRiver:
    """after: uint8[cells], the buckets of the river."""

    after: Buckets
    cards: int = 3
    deals_at_a_time: int = 100
    boards_at_a_time: int = 1

    def of_deals(self, deals: Cards) -> Buckets:
        """Return what deals can become on the river."""
        points = np.empty((len(deals), runouts.RUNOUTS), np.uint8)
        runouts.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return what the hands of some flops can become on the river."""
        hands = allocate(len(boards) * MOST_HANDS, runouts.RUNOUTS)
        return _first(hands, runouts.fill_boards(boards, multiplicities, self.after, hands))


def _first(hands: HandHistograms, filled: int) -> HandHistograms:
    return HandHistograms(hands.points[:filled], hands.where[:filled], hands.multiplicities[:filled])
