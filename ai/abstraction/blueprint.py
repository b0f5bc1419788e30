"""A blueprint: the strategy of an abstract Hold'em game, translated to action probabilities at real decisions.

Action translation maps the real betting to one or more nodes of the tree with probabilities
(ai/abstraction/tree_walk.py). At each node, a hand plays the strategy of its bucket after thresholding. The
strategy of a hand is the weighted mean over the nodes.

Thresholding removes the smallest probabilities. Most of these small probabilities stem from the first iterations,
when the strategy was nearly uniform (Ganzfried, Sandholm and Waugh, "Strategy purification and thresholding", AAMAS
2012). An information set (one bucket at one decision) that training never visited gets a default action: check if
possible, otherwise fold.

The minimum defence frequency limits folds. A pure bluff that costs C into a pot of P breaks even if the share C /
(C + P) of the opponent's range folds. An abstract strategy may fold more often than the break-even frequency in
rarely trained information sets, or against a bet that its tree lacks. The strongest folding hands then call
instead, so that the range folds exactly at the break-even frequency.

The alternative to a bluff raise is a fold, which is worth 0. In equilibrium, a bluff raise is therefore worth 0 at
most. The alternative to a bluff bet is a check, which may be worth more than 0. Against a bet, an equilibrium may
therefore fold a little more often than the limit. The limit is nevertheless applied to bets, too: such a blueprint
loses less to a local best response than a blueprint that defends only against raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import CALLED, FOLDED, BettingTree
from ai.abstraction.tree_walk import NO_NODE, TreeFollower, TreePlace, real_action
from ai.algorithms.mccfr_kernel import CERTAIN, Strategy
from ai.algorithms.public_tree import DECISION, Int64s, Layout
from ai.hands.combos import HANDS, Floats, hand_index, unblocked_hands
from ai.hands.equities import quick_equities
from ai.hands.range_strategy import PublicState, RangeMix, Shares, observed_decisions
from game.core import Action, InformationState
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

MAX_CACHED_BOARDS = 64

MIN_SHARE = 0.02
LEVELS = 15
"""Postflop probabilities of built-in strategies are multiples of 1 / LEVELS.

Preflop probabilities keep the precision of a byte.
"""
DECISIONS_AT_A_TIME = 128
"""The number of decisions that are converted to float64 together, which takes some megabytes."""


@dataclass(frozen=True, slots=True)
class SharesTable:
    """The action shares of all information sets of a tree, uint8[entries] in the order of a `Layout`.

    The shares of each set have their own sum, so a share is a probability only after division by that sum.
    """

    tree: BettingTree
    layout: Layout
    shares: Strategy

    def mixes(self, node: int) -> Floats:
        """Return the strategy of every bucket at a decision, float64[buckets, actions]. Each row sums to 1."""
        mixes = without_the_smallest(self._sets(self._entries([node])), MIN_SHARE)
        mixes = or_default(mixes, np.full(len(mixes), self._default_action(node)))
        found: Floats = mixes / mixes.sum(axis=1, keepdims=True)
        return found

    def effective_strategy(self) -> Strategy:
        """Return the strategy after thresholding, uint8[entries], with 255 for probability 1.

        Information sets that training never visited get the default action.
        """
        found = np.zeros_like(self.shares)
        for nodes, entries in self._decisions():
            buckets = self.layout.buckets[self.tree.public.round[nodes]]
            defaults = np.repeat([self._default_action(node) for node in nodes], buckets)
            mixes = or_default(without_the_smallest(self._sets(entries), MIN_SHARE), defaults)
            found[entries] = np.rint(CERTAIN * mixes / mixes.sum(axis=1, keepdims=True))
        return found

    def pack(self, min_share: float = MIN_SHARE, min_preflop: float | None = None) -> Strategy:
        """Return the shares to store in a file, uint8[entries].

        Shares after the flop are rounded to fifteenths, which halves the size of the compressed file. Shares before
        the flop keep the full precision of a byte, because they are few, and users look at them first.

        Args:
            min_share: The smallest share that is kept. The largest share of a set is always kept. With 1, every set
                becomes pure.
            min_preflop: The smallest share that is kept before the flop, by default `min_share`.
        """
        bounds = [min_share if min_preflop is None else min_preflop, *3 * [min_share]]
        found = np.zeros_like(self.shares)
        for nodes, entries in self._decisions():
            rounds = np.repeat(
                self.tree.public.round[nodes], self.layout.buckets[self.tree.public.round[nodes]]
            )
            mixes = without_the_smallest(self._sets(entries), np.array(bounds)[rounds, None])
            levels = np.where(rounds == Street.PREFLOP, CERTAIN, LEVELS)
            found[entries] = in_parts(mixes, levels[:, None])
        return found

    def _decisions(self) -> Iterator[tuple[list[int], Int64s]]:
        """Yield batches of decisions with the same number of actions, each batch with the indices of its shares."""
        public = self.tree.public
        for actions in range(1, public.max_actions + 1):
            nodes = np.flatnonzero((public.kind == DECISION) & (public.actions == actions)).tolist()
            for at in range(0, len(nodes), DECISIONS_AT_A_TIME):
                part = nodes[at : at + DECISIONS_AT_A_TIME]
                yield part, self._entries(part)

    def _entries(self, nodes: Sequence[int]) -> Int64s:
        """Return the indices of the shares of some decisions, int64[sum of buckets, actions].

        All decisions must have the same number of actions.
        """
        rows = np.concatenate([self.layout.rows(self.tree.public, node) for node in nodes])
        found: Int64s = rows[:, None] + np.arange(self.tree.public.actions[nodes[0]])
        return found

    def _sets(self, entries: Int64s) -> Floats:
        return self.shares[entries].astype(np.float64)

    def _default_action(self, node: int) -> int:
        fractions = self.tree.fraction[list(self.tree.children(node))].tolist()
        return int(fractions.index(FOLDED if FOLDED in fractions else CALLED))


def without_the_smallest(mixes: Floats, least: float | Floats) -> Floats:
    """Set to 0 all entries of a row that are below the share `least` of the row's sum.

    The largest entry of a row always remains. Of several equal largest entries, only the first is sure to
    remain.

    >>> without_the_smallest(np.array([[5.0, 4.0, 1.0], [3.0, 0.0, 3.0], [0.0, 0.0, 0.0]]), 1.0).tolist()
    [[5.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    stays = mixes >= least * mixes.sum(axis=1, keepdims=True)
    stays[np.arange(len(mixes)), mixes.argmax(axis=1)] = True
    return np.where(stays, mixes, 0.0)


def or_default(mixes: Floats, defaults: Int64s) -> Floats:
    """Return a copy of `mixes` in which each row of zeros is replaced by its default action.

    `defaults`, int64[rows], has the action that gets probability 1.

    >>> or_default(np.array([[5.0, 4.0], [0.0, 0.0]]), np.array([0, 1])).tolist()
    [[5.0, 4.0], [0.0, 1.0]]
    """
    found = mixes.copy()
    unseen = np.flatnonzero(mixes.sum(axis=1) == 0)
    found[unseen, defaults[unseen]] = 1.0
    return found


def in_parts(mixes: Floats, levels: int | Int64s) -> Strategy:
    """Return the rows scaled to integers with sum `levels`, rounded by the largest remainder method.

    A row of zeros stays a row of zeros.

    >>> in_parts(np.array([[255.0, 0.0], [100.0, 155.0], [0.0, 0.0]]), 15).tolist()
    [[15, 0], [6, 9], [0, 0]]
    """
    total = mixes.sum(axis=1, keepdims=True)
    parts = levels * mixes / np.maximum(total, 1e-9)
    found: Floats = np.floor(parts)
    missing = np.where(total > 0, levels - found.sum(axis=1, keepdims=True), 0.0)[:, 0]
    order = np.argsort(found - parts, axis=1, kind="stable")
    rows = np.arange(len(mixes))
    for index in range(mixes.shape[1]):
        found[rows, order[:, index]] += index < missing
    return found.astype(np.uint8)


SLACK = 1e-6
"""Subtracted from the maximum fold frequency, so that float32 rounding errors cannot lift folds above the limit."""


def break_even_folds(before: PublicBetting, action: Action) -> float:
    """Return the fold frequency at which the bet `action` breaks even as a pure bluff.

    Chips that the opponent cannot match are returned, so they are not part of the cost. In this example, a raise
    from 100 to 300 into a pot of 300 costs 200:

    >>> from game.rules.betting import HoldemRules
    >>> opened = PublicBetting.start(HoldemRules()).child(200)
    >>> break_even_folds(opened, 300)
    0.4
    """
    assert before.actor is not None
    cost = before.effective(action) - before.committed[before.actor]
    return cost / (cost + before.pot)


def defence_shares(folds: Floats, reach: Floats, board: Sequence[Card], most: float) -> Floats:
    """Return the share of each hand's folds that should become calls, float64[1326].

    With these calls, the range folds with frequency `most`. If the range folds less often anyway, all shares are 0.

    Args:
        folds: float64[1326], the fold frequency of each hand.
        reach: float64[1326], the range.
        board: The board.
        most: The maximum fold frequency of the range.
    """
    held = reach * unblocked_hands(board)
    if not held.any():
        held = unblocked_hands(board).astype(np.float64)
    excess = float((held * folds).sum() - (most - SLACK) * held.sum())
    if excess <= 0.0:
        return np.zeros_like(folds)
    order = _strongest_first(tuple(board))
    folded = (held * folds)[order]
    stronger = np.cumsum(folded) - folded
    shares = np.zeros_like(folds)
    with np.errstate(divide="ignore", invalid="ignore"):
        partly = np.where(folded > 0.0, (excess - stronger) / folded, np.where(stronger < excess, 1.0, 0.0))
    shares[order] = np.clip(partly, 0.0, 1.0)
    return shares


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _strongest_first(board: tuple[Card, ...]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the hands in descending order of equity against a random hand, int64[1326]. Blocked hands are last."""
    equity = quick_equities(unblocked_hands(board).astype(np.float64), board)
    return np.argsort(-np.nan_to_num(equity, nan=-1.0), kind="stable")


Buckets = npt.NDArray[np.int32]

MAX_CACHED_RANGES = 256
MAX_CACHED_DECISIONS = 1024
"""The maximum number of strategies in one cache and of likelihoods in another.

With 200 buckets and 7 actions, the caches take 11 and 5 MB.
"""


class Bucketing(Protocol):
    """Maps hands to buckets."""

    def buckets(self, board: tuple[Card, ...]) -> Buckets:
        """Return the bucket of every hand on a board, int32[1326], -1 for blocked hands."""
        ...


class Blueprint:
    """A strategy of an abstract game, with the game's tree and buckets.

    The strategy is uint8[entries], in the order of a `Layout`.
    """

    def __init__(self, tree: BettingTree, layout: Layout, shares: Strategy, cards: Bucketing) -> None:
        self.tree = tree
        self.layout = layout
        self.cards = cards
        self._shares = SharesTable(tree, layout, shares)
        self._follower = TreeFollower(tree)
        self.buckets = lru_cache(maxsize=MAX_CACHED_BOARDS)(cards.buckets)
        self.range_strategy = lru_cache(maxsize=MAX_CACHED_RANGES)(self._range_strategy)
        self.likelihood = lru_cache(maxsize=MAX_CACHED_DECISIONS)(self._likelihood)
        self.mixes = lru_cache(maxsize=MAX_CACHED_DECISIONS)(self._bucket_mixes)

    def _range_strategy(self, public: PublicState) -> RangeMix:
        """Return the strategy of every hand of the player to act.

        The bet sizes are the sizes at the most likely node. A bet at another node counts as the nearest of
        these sizes.
        """
        possible = np.flatnonzero(unblocked_hands(public.board))
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
        columns = self._limit_folds(public, columns or {CALL: np.ones(len(HANDS))})
        mix = RangeMix.of({action: shares[possible] for action, shares in columns.items()}, possible)
        mix.shares.flags.writeable = False  # the mix is cached, and later callers get the same array
        return mix

    def _limit_folds(self, public: PublicState, columns: dict[Action, Floats]) -> dict[Action, Floats]:
        """Turn folds into calls if the range folds to the last bet more often than the break-even frequency.

        `columns` holds the probabilities of each action, float64[1326].
        """
        if FOLD not in columns or not public.betting.history[0]:
            return columns
        *_, (before, action) = public.betting.steps()
        folds, break_even = columns[FOLD], break_even_folds(before, action)
        called = folds * defence_shares(folds, self.reach(public), public.board, break_even)
        return {**columns, FOLD: folds - called, CALL: columns.get(CALL, 0.0) + called}

    def reach(self, public: PublicState) -> Floats:
        """Return the reach of the player to act with each hand, float64[1326].

        The reach is the probability that the player, with that hand, takes all of the player's actions so far.
        """
        found = np.ones(len(HANDS))
        for decision, action in observed_decisions(public.player, public.board, public.betting):
            found *= self.likelihood(decision, action)
        return found

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the probability of each action with the player's hand, in ascending order, without zeros."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        row = mix.shares[hand_index(hand.hole)].astype(float)
        row /= row.sum()
        return {action: float(share) for action, share in zip(mix.actions, row, strict=True) if share > 0.0}

    def _likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the probability of the action with each hand, float32[1326].

        A bet that is not on the menu is translated to the neighbouring sizes of the tree.
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
        shares = np.where(unblocked_hands(public.board), found, 0.0).astype(np.float32)
        shares.flags.writeable = False  # cached, like a mix
        return shares

    def nearest_node(self, betting: PublicBetting) -> int:
        """Return the most likely node of the tree for a decision, or `NO_NODE` (-1) if there is none."""
        return next((place.node for place in self._follower.places(betting)), NO_NODE)

    def effective_strategy(self) -> Strategy:
        """Return the strategy after thresholding, uint8[entries], with 255 for probability 1.

        Information sets that training never visited have their default action.
        """
        return self._shares.effective_strategy()

    def pack(self, min_share: float = MIN_SHARE, min_preflop: float | None = None) -> Strategy:
        """Return the shares for a file, uint8[entries], as `SharesTable.pack` does."""
        return self._shares.pack(min_share, min_preflop)

    def _bucket_mixes(self, node: int) -> Floats:
        """Return the strategy of every bucket at a decision, float64[buckets, actions]. Each row sums to 1."""
        mixes = self._shares.mixes(node)
        mixes.flags.writeable = False  # cached
        return mixes

    def _mixes(self, place: TreePlace, board: tuple[Card, ...]) -> Floats:
        """Return the strategy of every hand at a node, float64[1326, actions].

        The rows of blocked hands are arbitrary.
        """
        found: Floats = self.mixes(place.node)[self.buckets(board)]
        if place.unbet != NO_NODE:
            # at a decision that faces a bet, column 0 is fold and column 1 is call
            found[:, 1] += found[:, 0]
            found[:, 0] = 0.0
        return found


def _distance(one: Action, other: Action) -> int:
    return abs(one - other)
