"""A blueprint at the table: what a strategy for the small game says in the real one, for every hand.

The hand is followed through the tree (ai/abstraction/following.py); what is played is the mean of what its places
say, each for the bucket of the hand. The smallest shares are left out: they mostly stem from the first iterations,
when everybody still did everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import CALLED, FOLDED, BettingTree
from ai.abstraction.following import Follower, real_action
from ai.algorithms.average_strategy import CERTAIN, Strategy
from ai.algorithms.public_tree import DECISION, Int64s, Layout
from ai.hands.combos import HANDS, Floats, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from game.core import Action, InformationState
from game.rules.betting import CALL
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

Buckets = npt.NDArray[np.int32]

LEAST_SHARE = 0.02
LEVELS = 15
"""Into how many parts the shares that ship are rounded."""
BOARDS_KEPT = 64
NODES_AT_A_TIME = 128


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
        self._shares = shares
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
        """Return what is played, uint8[entries], 255 for certain; a fold or a check where nothing is known."""
        return self._rewritten(lambda mixes, resorts: _in_bytes(_or_resort(mixes, resorts)))

    def packed(self, least: float = LEAST_SHARE) -> Strategy:
        """Return what is played in fifteenths, uint8[entries], which packs to half the size.

        Shares below `least` are left out, all but the largest of a set: with 1 every set is pure (Ganzfried,
        Sandholm and Waugh, 2012).
        """
        return self._rewritten(lambda mixes, _: _in_fifteenths(_without_the_smallest(mixes, least)))

    def _rewritten(self, rewrite: Callable[[Floats, Int64s], Strategy]) -> Strategy:
        found = np.zeros_like(self._shares)
        for nodes in self._decisions():
            entries = self._entries(nodes)
            resorts = np.repeat([self._resort(node) for node in nodes], self._buckets_of(nodes))
            found[entries] = rewrite(_without_the_smallest(self._shares[entries].astype(np.float64)), resorts)
        return found

    def _decisions(self) -> Iterator[list[int]]:
        """Yield all decisions, some at a time, each time of equally many actions."""
        public = self.tree.public
        for actions in range(1, public.most_actions + 1):
            nodes = np.flatnonzero((public.kind == DECISION) & (public.actions == actions)).tolist()
            yield from (nodes[at : at + NODES_AT_A_TIME] for at in range(0, len(nodes), NODES_AT_A_TIME))

    def _entries(self, nodes: Sequence[int]) -> Int64s:
        """Return int64[sum of buckets, actions]: where the shares of decisions of as many actions lie."""
        rows = np.concatenate([self.layout.rows(self.tree.public, node) for node in nodes])
        found: Int64s = rows[:, None] + np.arange(self.tree.public.actions[nodes[0]])
        return found

    def _buckets_of(self, nodes: Sequence[int]) -> Int64s:
        found: Int64s = self.layout.buckets[self.tree.public.round[list(nodes)]]
        return found

    def _mixes(self, node: int, board: tuple[Card, ...]) -> Floats:
        """Return float64[1326, actions]: what every hand does at a place, those that meet the board as well."""
        mixes = _without_the_smallest(self._shares[self._entries([node])].astype(np.float64))
        mixes = _or_resort(mixes, np.full(len(mixes), self._resort(node)))
        mixes /= mixes.sum(axis=1, keepdims=True)
        found: Floats = mixes[self.buckets(board)]
        return found

    def _resort(self, node: int) -> int:
        """Return the number of the action of a hand that the training has never seen there: fold, else check."""
        fractions = self.tree.fraction[list(self.tree.children(node))].tolist()
        return int(fractions.index(FOLDED if FOLDED in fractions else CALLED))


def _without_the_smallest(mixes: Floats, least: float = LEAST_SHARE) -> Floats:
    """Return mixes, a row each, in which shares that are too small to be played are 0; the first of the largest stays.

    >>> _without_the_smallest(np.array([[5.0, 4.0, 1.0], [3.0, 0.0, 3.0], [0.0, 0.0, 0.0]]), 1.0).tolist()
    [[5.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    played = mixes >= least * mixes.sum(axis=1, keepdims=True)
    played[np.arange(len(mixes)), mixes.argmax(axis=1)] = True
    return np.where(played, mixes, 0.0)


def _or_resort(mixes: Floats, resorts: Int64s) -> Floats:
    """Return mixes, a row each, in which a row of nothing does what int64[rows] says for certain."""
    never = np.flatnonzero(mixes.sum(axis=1) == 0)
    mixes[never, resorts[never]] = 1.0
    return mixes


def _in_bytes(mixes: Floats) -> Strategy:
    """Return mixes, a row each, as bytes."""
    found: Strategy = np.rint(CERTAIN * mixes / mixes.sum(axis=1, keepdims=True)).astype(np.uint8)
    return found


def _in_fifteenths(mixes: Floats) -> Strategy:
    """Return mixes, a row each, rounded to fifteenths by the largest remainders; a row of nothing stays nothing.

    >>> _in_fifteenths(np.array([[255.0, 0.0], [100.0, 155.0], [0.0, 0.0]])).tolist()
    [[15, 0], [6, 9], [0, 0]]
    """
    total = mixes.sum(axis=1, keepdims=True)
    parts = LEVELS * mixes / np.maximum(total, 1e-9)
    found: Floats = np.floor(parts)
    missing = np.where(total[:, 0] > 0, LEVELS - found.sum(axis=1), 0.0)
    order = np.argsort(found - parts, axis=1, kind="stable")
    rows = np.arange(len(mixes))
    for place in range(mixes.shape[1]):
        found[rows, order[:, place]] += place < missing
    return found.astype(np.uint8)


def _apart(one: Action, other: Action) -> int:
    return abs(one - other)
