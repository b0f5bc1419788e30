"""Purification of a stored strategy: drops the smallest probabilities, and fills in infosets never visited.

The smallest probabilities mostly stem from the first iterations, when the strategy was nearly uniform. A set
(infoset) is one bucket of hands at one decision; a set that training never visited gets a default action: check if
possible, otherwise fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ai.abstraction.betting_tree import CALLED, FOLDED, BettingTree
from ai.algorithms.average_strategy import CERTAIN, Strategy
from ai.algorithms.public_tree import DECISION, Int64s, Layout
from ai.hands.combos import Floats

LEAST_SHARE = 0.02
LEVELS = 15
"""Built-in strategies are rounded to multiples of one over this."""
DECISIONS_AT_A_TIME = 128
"""Decisions converted to float64 together: some megabytes."""


@dataclass(frozen=True, slots=True)
class SharesTable:
    """The shares of all sets of a tree, uint8[entries] in the order of a `Layout`.

    Sets need not sum to the same.
    """

    tree: BettingTree
    layout: Layout
    shares: Strategy

    def mixes(self, node: int) -> Floats:
        """Return float64[buckets, actions]: the mix of every bucket at a decision; each row sums to 1."""
        mixes = without_the_smallest(self._sets(self._entries([node])), LEAST_SHARE)
        mixes = or_default(mixes, np.full(len(mixes), self._default_action(node)))
        found: Floats = mixes / mixes.sum(axis=1, keepdims=True)
        return found

    def played(self) -> Strategy:
        """Return the strategy played, uint8[entries], 255 for certain; the default action where none is known."""
        found = np.zeros_like(self.shares)
        for nodes, entries in self._decisions():
            buckets = self.layout.buckets[self.tree.public.round[nodes]]
            defaults = np.repeat([self._default_action(node) for node in nodes], buckets)
            mixes = or_default(without_the_smallest(self._sets(entries), LEAST_SHARE), defaults)
            found[entries] = np.rint(CERTAIN * mixes / mixes.sum(axis=1, keepdims=True))
        return found

    def packed(self, least: float = LEAST_SHARE, least_preflop: float | None = None) -> Strategy:
        """Return the shares in fifteenths, uint8[entries], which compress to half the size of bytes.

        Shares below `least` are dropped, except the largest of a set: with 1 every set is pure (Ganzfried, Sandholm
        and Waugh, 2012). `least_preflop`, if given, applies before the flop.
        """
        bounds = [least if least_preflop is None else least_preflop, least, least, least]
        found = np.zeros_like(self.shares)
        for nodes, entries in self._decisions():
            rounds = self.tree.public.round[nodes]
            bound = np.repeat(np.array(bounds)[rounds], self.layout.buckets[rounds])
            found[entries] = in_fifteenths(without_the_smallest(self._sets(entries), bound[:, None]))
        return found

    def _decisions(self) -> Iterator[tuple[list[int], Int64s]]:
        """Yield all decisions with their entries, some at a time, grouped by their number of actions."""
        public = self.tree.public
        for actions in range(1, public.max_actions + 1):
            nodes = np.flatnonzero((public.kind == DECISION) & (public.actions == actions)).tolist()
            for at in range(0, len(nodes), DECISIONS_AT_A_TIME):
                part = nodes[at : at + DECISIONS_AT_A_TIME]
                yield part, self._entries(part)

    def _entries(self, nodes: Sequence[int]) -> Int64s:
        """Return int64[sum of buckets, actions]: the indices of the shares of decisions with as many actions."""
        rows = np.concatenate([self.layout.rows(self.tree.public, node) for node in nodes])
        found: Int64s = rows[:, None] + np.arange(self.tree.public.actions[nodes[0]])
        return found

    def _sets(self, entries: Int64s) -> Floats:
        return self.shares[entries].astype(np.float64)

    def _default_action(self, node: int) -> int:
        fractions = self.tree.fraction[list(self.tree.children(node))].tolist()
        return int(fractions.index(FOLDED if FOLDED in fractions else CALLED))


def without_the_smallest(mixes: Floats, least: float | Floats) -> Floats:
    """Return the rows with shares below `least` of a row's sum set to 0; the first of the largest stays.

    >>> without_the_smallest(np.array([[5.0, 4.0, 1.0], [3.0, 0.0, 3.0], [0.0, 0.0, 0.0]]), 1.0).tolist()
    [[5.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    stays = mixes >= least * mixes.sum(axis=1, keepdims=True)
    stays[np.arange(len(mixes)), mixes.argmax(axis=1)] = True
    return np.where(stays, mixes, 0.0)


def or_default(mixes: Floats, defaults: Int64s) -> Floats:
    """Return the rows with every row of zeros replaced by the certain action in `defaults`, int64[rows].

    >>> or_default(np.array([[5.0, 4.0], [0.0, 0.0]]), np.array([0, 1])).tolist()
    [[5.0, 4.0], [0.0, 1.0]]
    """
    found = mixes.copy()
    unseen = np.flatnonzero(mixes.sum(axis=1) == 0)
    found[unseen, defaults[unseen]] = 1.0
    return found


def in_fifteenths(mixes: Floats) -> Strategy:
    """Return the rows rounded to fifteenths by largest remainders; a row of zeros stays as it is.

    >>> in_fifteenths(np.array([[255.0, 0.0], [100.0, 155.0], [0.0, 0.0]])).tolist()
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
