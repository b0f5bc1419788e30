"""External sampling as its authors write it down, in plain Python: the oracle of the kernel, and exact judges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import MCCFR
from ai.algorithms.mccfr_kernel import Strategy
from ai.algorithms.public_tree import DECISION, FOLD, DealBatch, Layout, PublicTree

Mix = Callable[[int, int], np.ndarray]  # node, bucket -> probabilities


class PlainMCCFR:
    """One regret and one sum for each entry, in singles as in the kernel: what cancels out in one cancels in both.

    Sums go action by action, as no library may take them in another order on another processor.
    """

    def __init__(self, training: MCCFR) -> None:
        self.tree, self.layout, self.rule = training.tree, training.layout, training.rule
        self.regrets = np.zeros(self.layout.entries, np.float32)
        self.sums = np.zeros(self.layout.entries, np.float32)
        self.of_deals, self.of_samples = (Dice(dice.counter) for dice in training.dice)

    def learn(self, deals: DealBatch, weights: tuple[float, float]) -> None:
        of_regrets, of_sums = map(np.float32, weights)
        for buckets, result in zip(deals.buckets, deals.results, strict=True):
            for learner in range(2):
                self._walk(0, learner, buckets, int(result), (of_regrets, of_sums))

    def _walk(
        self,
        node: int,
        learner: int,
        buckets: np.ndarray,
        result: int,
        weights: tuple[np.float32, np.float32],
    ) -> np.float32:
        tree = self.tree
        if tree.kind[node] != DECISION:
            return np.float32(value_of(tree, node, learner, result))
        player = int(tree.player[node])
        start = self.layout.rows(tree, node)[buckets[player, tree.round[node]]]
        here = slice(start, start + tree.actions[node])
        mix = matched(self.regrets[here])
        first = int(tree.first_child[node])
        if player != learner:
            self.sums[here] += mix * weights[1]
            chosen = sampled(mix, np.float32(self.of_samples.random()))
            return self._walk(first + chosen, learner, buckets, result, weights)
        values = [self._walk(first + n, learner, buckets, result, weights) for n in range(len(mix))]
        mean = in_order(mix * values)
        self.regrets[here] += weights[0] * (values - mean)
        return mean


def matched(regrets: np.ndarray) -> np.ndarray:
    """Return the strategy, float32[actions], that regrets match."""
    positive = np.maximum(regrets, np.float32(0))
    total = in_order(positive)
    return (positive if total > 0 else np.ones_like(regrets)) * (1 / (total or np.float32(len(regrets))))


def sampled(mix: np.ndarray, roll: np.float32) -> int:
    """Return the last action that begins at the roll or below, of those that are played."""
    played = np.flatnonzero(mix > 0).tolist()
    begins = [in_order(mix[:n]) for n in played]
    return max([n for n, begin in zip(played, begins, strict=True) if begin <= roll], default=played[0])


def in_order(numbers: np.ndarray) -> np.float32:
    return sum(numbers, start=np.float32(0))


def value_of(tree: PublicTree, node: int, player: int, result: int) -> float:
    won = result if tree.kind[node] != FOLD else (-1 if tree.player[node] == 0 else 1)
    return float(tree.stake[node]) * (won if player == 0 else -won)


def mix_of(strategy: Strategy, tree: PublicTree, layout: Layout) -> Mix:
    def mix(node: int, bucket: int) -> np.ndarray:
        start = layout.rows(tree, node)[bucket]
        shares = strategy[start : start + tree.actions[node]].astype(float)
        return shares / shares.sum() if shares.sum() > 0 else np.full(len(shares), 1 / len(shares))

    return mix


def expected(tree: PublicTree, mix: Mix, deals: DealBatch) -> float:
    """Return what player 0 wins a deal when both play a strategy."""

    def walk(node: int, number: int) -> float:
        if tree.kind[node] != DECISION:
            return value_of(tree, node, 0, int(deals.results[number]))
        bucket = int(deals.buckets[number, tree.player[node], tree.round[node]])
        first = int(tree.first_child[node])
        return sum(share * walk(first + n, number) for n, share in enumerate(mix(node, bucket)) if share > 0)

    return sum(walk(0, number) for number in range(len(deals))) / len(deals)


def best_response(tree: PublicTree, mix: Mix, deals: DealBatch, player: int) -> float:
    """Return what the best reply of a player wins a deal against a strategy; all deals are equally likely."""

    def walk(node: int, reach: np.ndarray) -> np.ndarray:
        if tree.kind[node] != DECISION:
            return reach * [value_of(tree, node, player, int(result)) for result in deals.results]
        buckets = deals.buckets[:, tree.player[node], tree.round[node]]
        children = range(tree.first_child[node], tree.first_child[node] + tree.actions[node])
        if tree.player[node] != player:
            mixes = np.array([mix(node, int(bucket)) for bucket in buckets])
            return sum(walk(child, reach * mixes[:, n]) for n, child in enumerate(children))
        values = np.array([walk(child, reach) for child in children])
        best = np.zeros(len(deals))
        for bucket in np.unique(buckets):
            here = buckets == bucket
            best[here] = values[values[:, here].sum(axis=1).argmax()][here]
        return best

    return float(walk(0, np.ones(len(deals))).mean())
