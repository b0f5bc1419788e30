"""Plays a blueprint: applies a strategy of the abstract game to the real game, for all hands at once.

The betting is mapped to one or more places in the tree, each with a weight (ai/abstraction/tree_walk.py). At each
place a hand plays the strategy of its bucket, without the smallest probabilities (ai/abstraction/shares.py); the
result is the weighted mean over the places. Against a bet or raise, folds beyond the frequency at which a bluff
breaks even become calls (ai/abstraction/minimum_defence.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import BettingTree
from ai.abstraction.minimum_defence import break_even_folds, share_defended
from ai.abstraction.shares import LEAST_SHARE, SharesTable
from ai.abstraction.tree_walk import NO_NODE, TreeFollower, TreePlace, real_action
from ai.algorithms.average_strategy import Strategy
from ai.algorithms.public_tree import Layout
from ai.hands.combos import HANDS, Floats, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.hands.reading import observed_decisions
from game.core import Action, InformationState
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

Buckets = npt.NDArray[np.int32]

BOARDS_KEPT = 64
RANGES_KEPT = 256
DECISIONS_KEPT = 1024
"""Mixes and likelihoods kept: 11 and 5 MB with 200 buckets and 7 actions."""


class Bucketing(Protocol):
    """Maps hands to buckets."""

    def buckets(self, board: tuple[Card, ...]) -> Buckets:
        """Return int32[1326], the bucket of every hand on a board; -1 for impossible hands."""
        ...


class Blueprint:
    """A strategy of an abstract game, uint8[entries] in the order of a `Layout`, with its tree and buckets."""

    def __init__(self, tree: BettingTree, layout: Layout, shares: Strategy, cards: Bucketing) -> None:
        self.tree = tree
        self.layout = layout
        self.cards = cards
        self._shares = SharesTable(tree, layout, shares)
        self._follower = TreeFollower(tree)
        self.buckets = lru_cache(maxsize=BOARDS_KEPT)(cards.buckets)
        self.range_strategy = lru_cache(maxsize=RANGES_KEPT)(self._range_strategy)
        self.likelihood = lru_cache(maxsize=DECISIONS_KEPT)(self._likelihood)
        self.mixes = lru_cache(maxsize=DECISIONS_KEPT)(self._bucket_mixes)

    def _range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand of the player to act.

        The bet sizes are those of the likeliest place. A bet of another place is added to the nearest of them.
        """
        possible = np.flatnonzero(left_by(public.board))
        columns: dict[Action, Floats] = {}
        sizes: list[Action] = []
        for place, weight in self._follower.places(public.betting).items():
            mixes = self._mixes(place, public.board)
            actions = [
                real_action(public.betting, float(self.tree.fraction[child]))
                for child in self.tree.children(place.node)
            ]
            sizes = sizes or [action for action in actions if action > CALL]
            for column, wanted in enumerate(actions):
                action = min(sizes, key=partial(_distance, wanted)) if sizes and wanted > CALL else wanted
                columns[action] = columns.get(action, 0.0) + weight * mixes[:, column]
        columns = self._defended(public, columns or {CALL: np.ones(len(HANDS))})
        mix = RangeMix.of({action: shares[possible] for action, shares in columns.items()}, possible)
        mix.shares.flags.writeable = False  # the mix is cached, and later callers get the same array
        return mix

    def _defended(self, public: PublicState, columns: dict[Action, Floats]) -> dict[Action, Floats]:
        """Turn folds into calls where the range folds more often than the last bet or raise needs to break even.

        columns: for each action its probabilities, float64[1326]; the result is of the same form.
        """
        if FOLD not in columns or not public.betting.history[0]:
            return columns
        *_, (before, action) = public.betting.steps()
        folds, break_even = columns[FOLD], break_even_folds(before, action)
        called = folds * share_defended(folds, self.reach(public), public.board, break_even)
        return {**columns, FOLD: folds - called, CALL: columns.get(CALL, 0.0) + called}

    def reach(self, public: PublicState) -> Floats:
        """Return float64[1326]: the probability that the player to act, with each hand, plays to this point."""
        found = np.ones(len(HANDS))
        for decision, action in observed_decisions(public.player, public.board, public.betting):
            found *= self.likelihood(decision, action)
        return found

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return action -> probability for the hand held, ascending by action, without probabilities of 0."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        row = mix.shares[place_of(hand.hole)].astype(float)
        row /= row.sum()
        return {action: float(share) for action, share in zip(mix.actions, row, strict=True) if share > 0.0}

    def _likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return float32[1326]: the probability of the action with each hand.

        A bet off the menu is translated to the neighbouring sizes of the tree.
        """
        if action <= CALL:
            shares = np.ascontiguousarray(self.range_strategy(public).of_action(action))
            shares.flags.writeable = False  # cached, like a mix
            return shares
        found = np.zeros(len(HANDS))
        for place, weight in self._follower.places(public.betting).items():
            mixes = self._mixes(place, public.board)
            for column, _, share in self._follower.translations(place, public.betting, action):
                found += weight * share * mixes[:, column]
        shares = np.where(left_by(public.board), found, 0.0).astype(np.float32)
        shares.flags.writeable = False  # cached, like a mix
        return shares

    def nearest_node(self, betting: PublicBetting) -> int:
        """Return the likeliest node of the tree for a decision; `NO_NODE` (-1) if there is none."""
        return next((place.node for place in self._follower.places(betting)), NO_NODE)

    def played(self) -> Strategy:
        """Return the strategy as it is played, uint8[entries], 255 for certain.

        Infosets that training never visited have their default action.
        """
        return self._shares.played()

    def packed(self, least: float = LEAST_SHARE, least_preflop: float | None = None) -> Strategy:
        """Return the shares in fifteenths, uint8[entries], without those below `least` (see `SharesTable`)."""
        return self._shares.packed(least, least_preflop)

    def _bucket_mixes(self, node: int) -> Floats:
        """Return float64[buckets, actions]: the mix of every bucket at a decision of the tree; rows sum to 1."""
        mixes = self._shares.mixes(node)
        mixes.flags.writeable = False  # cached
        return mixes

    def _mixes(self, place: TreePlace, board: tuple[Card, ...]) -> Floats:
        """Return float64[1326, actions]: the mix of every hand at a place; ignore the rows of impossible hands."""
        found: Floats = self.mixes(place.node)[self.buckets(board)]
        if place.unbet != NO_NODE:
            # at a decision that faces a bet, column 0 is fold and column 1 is call
            found[:, 1] += found[:, 0]
            found[:, 0] = 0.0
        return found


def _distance(one: Action, other: Action) -> int:
    return abs(one - other)
