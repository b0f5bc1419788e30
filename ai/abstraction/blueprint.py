"""A blueprint at the table: what a strategy for the small game says in the real one, for every hand.

The hand is followed through the tree (ai/abstraction/following.py); what is played is the mean of what its places
say, each for the bucket of the hand and without the smallest shares (ai/abstraction/shares.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import BettingTree
from ai.abstraction.following import Follower, real_action
from ai.abstraction.shares import LEAST_SHARE, SharesTable
from ai.algorithms.average_strategy import Strategy
from ai.algorithms.public_tree import Layout
from ai.hands.combos import HANDS, Floats, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from game.core import Action, InformationState
from game.rules.betting import CALL
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

Buckets = npt.NDArray[np.int32]

BOARDS_KEPT = 64


class Bucketing(Protocol):
    """Whatever puts hands into buckets."""

    def buckets(self, board: tuple[Card, ...]) -> Buckets:
        """Return int32[1326], the bucket of every hand on a board; -1 for those that meet it."""
        ...


class Blueprint:
    """A strategy for the small game, uint8[entries] as a `Layout` has them, and what the real game is seen as."""

    def __init__(self, tree: BettingTree, layout: Layout, shares: Strategy, cards: Bucketing) -> None:
        self.tree = tree
        self.layout = layout
        self.cards = cards
        self._shares = SharesTable(tree, layout, shares)
        self._follower = Follower(tree)
        self.buckets = lru_cache(maxsize=BOARDS_KEPT)(cards.buckets)

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand of the player to act.

        The sizes are those of the likeliest place; what others would bet counts for the nearest of them.
        """
        left = np.flatnonzero(left_by(public.board))
        columns: dict[Action, Floats] = {}
        sizes: list[Action] = []
        for node, weight in self._follower.places(public.betting).items():
            mixes = self._mixes(node, public.board)
            actions = [
                real_action(public.betting, float(self.tree.fraction[child]))
                for child in self.tree.children(node)
            ]
            sizes = sizes or [action for action in actions if action > CALL]
            for number, wanted in enumerate(actions):
                action = min(sizes, key=partial(_apart, wanted)) if sizes and wanted > CALL else wanted
                columns[action] = columns.get(action, 0.0) + weight * mixes[left, number]
        return RangeMix.of(columns or {CALL: np.ones(len(left))}, left)

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return what the hand held does, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        row = mix.shares[place_of(hand.hole)].astype(float)
        row /= row.sum()
        return {action: float(share) for action, share in zip(mix.actions, row, strict=True) if share > 0.0}

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return float32[1326]: how likely each hand does what `action` is taken for."""
        found = np.zeros(len(HANDS))
        for node, weight in self._follower.places(public.betting).items():
            mixes, first = self._mixes(node, public.board), self.tree.children(node)[0]
            for child, share in self._follower.taken_for(node, public.betting, action):
                found += weight * share * mixes[:, child - first]
        return np.where(left_by(public.board), found, 0.0).astype(np.float32)

    def played(self) -> Strategy:
        """Return what is played, uint8[entries], 255 for certain; the default action where nothing is known."""
        return self._shares.played()

    def packed(self, least: float = LEAST_SHARE, least_preflop: float | None = None) -> Strategy:
        """Return the shares in fifteenths, uint8[entries], those below `least` left out (see `SharesTable`)."""
        return self._shares.packed(least, least_preflop)

    def _mixes(self, node: int, board: tuple[Card, ...]) -> Floats:
        """Return float64[1326, actions]: what every hand does at a place, those that meet the board as well."""
        found: Floats = self._shares.mixes(node)[self.buckets(board)]
        return found


def _apart(one: Action, other: Action) -> int:
    return abs(one - other)
