"""The features of a hand for clustering: its distribution over buckets of the next street, or of the river.

Potential-aware abstractions use the first, which includes how a hand develops on the way. The second is the
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
    """The buckets that hands on boards of `cards` cards can reach."""

    @property
    def cards(self) -> int:
        """How many cards are on the board."""

    @property
    def deals_at_a_time(self) -> int:
        """How many deals are computed in some 30 ms."""

    @property
    def boards_at_a_time(self) -> int:
        """For how many boards all hands are computed, and assigned, in some 30 ms."""

    def of_deals(self, deals: Cards) -> Buckets:
        """Return uint8[n, reached], the buckets in rising order. deals: uint8[n, cards + 2], the board first."""

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return all hands on some boards, with the buckets they can reach.

        boards: uint8[n, cards]; multiplicities: int64[n], how many isomorphic boards each stands for.
        """


@dataclass(frozen=True, slots=True)
class NextStreet:
    """after: uint8[cells], the buckets of the next street."""

    cards: int
    after: Buckets
    deals_at_a_time: int = 2_000

    @property
    def boards_at_a_time(self) -> int:
        return {3: 1, 4: 32}[self.cards]

    def of_deals(self, deals: Cards) -> Buckets:
        """Return the buckets that deals can reach on the next street."""
        points = np.empty((len(deals), 50 - self.cards), np.uint8)
        histograms.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
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
        """Return the buckets that deals can reach on the river."""
        points = np.empty((len(deals), runouts.RUNOUTS), np.uint8)
        runouts.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        hands = allocate(len(boards) * MOST_HANDS, runouts.RUNOUTS)
        return _first(hands, runouts.fill_boards(boards, multiplicities, self.after, hands))


def _first(hands: HandHistograms, filled: int) -> HandHistograms:
    return HandHistograms(hands.points[:filled], hands.where[:filled], hands.multiplicities[:filled])
