"""CFR and external-sampling MCCFR in plain Python: the oracles of the compiled solvers.

Every iteration visits the tree once for each player. For each action of this player, the visit adds up the
counterfactual regret over the histories of an information set. The counterfactual regret is the action's
value minus the strategy's value, weighted by the reach of the opponent and of chance. A sampled visit follows
sampled actions, and divides its regrets by the sampling probability.

A linear program over the sequence form solves the same games exactly.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from ai.algorithms.dice import Dice
from ai.algorithms.game_tree import Vector
from ai.algorithms.mccfr import MCCFR
from ai.algorithms.mccfr_kernel import Strategy
from ai.algorithms.public_tree import DECISION, FOLD, DealBatch, Layout, PublicTree
from ai.algorithms.sequence_form import SequenceForm
from ai.algorithms.variants import FullWidth, RegretRule, Sampled, Sampling, Variant
from game.core import CHANCE, TERMINAL, Action, Player, State


@dataclass(slots=True)
class InfoSet:
    """The regrets and the strategy sum of an information set, indexed by legal action."""

    player: Player
    actions: tuple[Action, ...]
    regret: list[float] = field(init=False)
    strategy_sum: list[float] = field(init=False)
    strategy: list[float] = field(init=False)
    new_regret: list[float] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.actions)
        self.regret = [0.0] * size
        self.strategy_sum = [0.0] * size
        self.new_regret = [0.0] * size
        self.strategy = [1 / size] * size

    def average_strategy(self) -> list[float]:
        return _normalised(self.strategy_sum)

    def update(self, rule: RegretRule, iteration: int) -> None:
        """Add the regrets of this visit to the totals, and compute the next strategy by regret matching."""
        before, now = iteration - 1, iteration
        matched = []
        for index, new in enumerate(self.new_regret):
            total = self.regret[index]
            total = max(total * _discount(before, rule.alpha if total > 0 else rule.beta) + new, rule.floor)
            self.regret[index] = total
            expected = (
                total * _discount(now, rule.alpha) + rule.prediction * new if rule.prediction else total
            )
            matched.append(max(expected, 0.0))
        self.strategy = _normalised(matched)
        self.new_regret = [0.0] * len(matched)


class CFR:
    """A run of CFR from a root state.

    `infosets` maps the key of each information set to its regrets and strategies.
    """

    def __init__(self, root: State, variant: Variant, dice: Dice | None = None) -> None:
        self.iteration = 0
        self.infosets: dict[str, InfoSet] = {}
        self._variant = variant
        self._dice = dice or Dice(0)
        self._root = root
        self._enter(root)

    def iterate(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iteration += 1
            for player in (0, 1):
                self._visit(self._root, player, 1.0, 1.0)
                rule = self._variant.regret if isinstance(self._variant, FullWidth) else RegretRule()
                for infoset in self.infosets.values():
                    if infoset.player == player:
                        infoset.update(rule, self.iteration)

    def _visit(self, state: State, player: Player, others: float, own: float) -> float:
        """Return the value of `state` to `player`.

        `own` is the reach of `player`. `others` is the reach of the opponent and of chance, divided by the
        probability with which the player's actions were sampled.
        """
        mover = state.current_player()
        if mover == TERMINAL:
            return state.returns()[player]
        if mover == CHANCE:
            outcomes = state.chance_outcomes()
            actions, chances = [one for one, _ in outcomes], [chance for _, chance in outcomes]
            if self._samples(Sampling.CHANCE):
                return self._visit(state.child(self._one(actions, chances)), player, others, own)
            steps = zip(actions, chances, strict=True)
            return sum(p * self._visit(state.child(one), player, others * p, own) for one, p in steps)
        infoset = self.infosets[state.information_state(mover).key]
        if mover != player:
            return self._visit_opponent(state, infoset, player, others, own)
        return self._visit_player(state, infoset, others, own)

    def _visit_opponent(
        self, state: State, infoset: InfoSet, player: Player, others: float, own: float
    ) -> float:
        if not self._samples(Sampling.OTHERS):
            steps = zip(infoset.actions, infoset.strategy, strict=True)
            return sum(p * self._visit(state.child(one), player, others * p, own) for one, p in steps)
        for index, probability in enumerate(infoset.strategy):
            infoset.strategy_sum[index] += others * probability
        action = self._one(infoset.actions, infoset.strategy)
        return self._visit(state.child(action), player, others, own)

    def _visit_player(self, state: State, infoset: InfoSet, others: float, own: float) -> float:
        strategy, player = infoset.strategy, infoset.player
        values = [0.0] * len(strategy)
        if self._samples(Sampling.ALL):
            explored = self._variant.exploration if isinstance(self._variant, Sampled) else 0.0
            taken = [explored / len(strategy) + (1 - explored) * probability for probability in strategy]
            position = infoset.actions.index(self._one(infoset.actions, taken))
            child = state.child(infoset.actions[position])
            values[position] = self._visit(child, player, others / taken[position], own) / taken[position]
        else:
            for position, action in enumerate(infoset.actions):
                values[position] = self._visit(state.child(action), player, others, own * strategy[position])
        if not self._samples(Sampling.OTHERS):
            weight = self.iteration**self._variant.average if isinstance(self._variant, FullWidth) else 1.0
            for position, probability in enumerate(strategy):
                infoset.strategy_sum[position] += weight * own * probability
        value = sum(probability * worth for probability, worth in zip(strategy, values, strict=True))
        for position, worth in enumerate(values):
            infoset.new_regret[position] += others * (worth - value)
        return value

    def _samples(self, whose: Sampling) -> bool:
        return isinstance(self._variant, Sampled) and self._variant.sampling >= whose

    def _one(self, actions: Sequence[Action], weights: Sequence[float]) -> Action:
        passed = list(accumulate(weights))
        return actions[min(bisect(passed, self._dice.random()), len(actions) - 1)]

    def _enter(self, state: State) -> None:
        player = state.current_player()
        if player >= 0:
            key = state.information_state(player).key
            self.infosets.setdefault(key, InfoSet(player, tuple(state.legal_actions())))
        for action in state.legal_actions():
            self._enter(state.child(action))


def _discount(iteration: int, exponent: float) -> float:
    return 1.0 if exponent == math.inf else iteration**exponent / (iteration**exponent + 1)


def _normalised(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


Mix = Callable[[int, int], np.ndarray]  # node, bucket -> probabilities


class PlainMCCFR:
    """MCCFR in single precision, so that sums are rounded as in the compiled kernel.

    `regrets` and `sums` have an entry for each action of each information set.

    Sums are computed action by action, because the order in which numpy sums depends on the processor.
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
            return np.float32(get_value(tree, node, learner, result))
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
    """Return the regret-matching strategy, float32[actions]."""
    positive = np.maximum(regrets, np.float32(0))
    total = in_order(positive)
    return (positive if total > 0 else np.ones_like(regrets)) * (1 / (total or np.float32(len(regrets))))


def sampled(mix: np.ndarray, roll: np.float32) -> int:
    """Return the index of the sampled action.

    Each action has a part of the interval [0, 1). The length of this part is the action's probability.
    """
    played = np.flatnonzero(mix > 0).tolist()
    begins = [in_order(mix[:n]) for n in played]
    return max([n for n, begin in zip(played, begins, strict=True) if begin <= roll], default=played[0])


def in_order(numbers: np.ndarray) -> np.float32:
    return sum(numbers, start=np.float32(0))


def get_value(tree: PublicTree, node: int, player: int, result: int) -> float:
    won = result if tree.kind[node] != FOLD else (-1 if tree.player[node] == 0 else 1)
    return float(tree.stake[node]) * (won if player == 0 else -won)


def to_mix(strategy: Strategy, tree: PublicTree, layout: Layout) -> Mix:
    def mix(node: int, bucket: int) -> np.ndarray:
        start = layout.rows(tree, node)[bucket]
        shares = strategy[start : start + tree.actions[node]].astype(float)
        return shares / shares.sum() if shares.sum() > 0 else np.full(len(shares), 1 / len(shares))

    return mix


def expected(tree: PublicTree, mix: Mix, deals: DealBatch) -> float:
    """Return player 0's expected value of a deal if both players follow `mix`."""

    def walk(node: int, number: int) -> float:
        if tree.kind[node] != DECISION:
            return get_value(tree, node, 0, int(deals.results[number]))
        bucket = int(deals.buckets[number, tree.player[node], tree.round[node]])
        first = int(tree.first_child[node])
        return sum(share * walk(first + n, number) for n, share in enumerate(mix(node, bucket)) if share > 0)

    return sum(walk(0, number) for number in range(len(deals))) / len(deals)


def best_response(tree: PublicTree, mix: Mix, deals: DealBatch, player: int) -> float:
    """Return the expected value of the best response of `player` to `mix`. All deals are equally likely."""

    def walk(node: int, reach: np.ndarray) -> np.ndarray:
        if tree.kind[node] != DECISION:
            return reach * [get_value(tree, node, player, int(result)) for result in deals.results]
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


@dataclass(frozen=True)
class Solution:
    """The value of the game to player 0, and an optimal strategy.

    `reaches` is the probability with which player 0 plays each of its sequences. The empty sequence is last.
    """

    value: float
    reaches: Vector


def solve(form: SequenceForm) -> Solution:
    """Solve a game exactly by a linear program. In `form`, no information sets may be merged."""
    count, cut = form.sequences, int(form.first[form.second])
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))
    mine, theirs = [*range(cut), count], [*range(cut, count), count + 1]
    payoff = payoffs[mine][:, theirs]
    own, other = (_constraints(form, player) for player in (0, 1))
    sets = other.shape[0]
    # maximise values[0] where other.T @ values <= payoff.T @ x, own @ x = (1, 0, ..), x >= 0
    objective = np.zeros(len(mine) + sets)
    objective[len(mine)] = -1.0
    start = np.zeros(own.shape[0])
    start[0] = 1.0
    found = linprog(
        objective,
        A_ub=hstack((-payoff.T, other.T)),
        b_ub=np.zeros(len(theirs)),
        A_eq=hstack((own, csr_matrix((own.shape[0], sets)))),
        b_eq=start,
        bounds=[(0, None)] * len(mine) + [(None, None)] * sets,
        method="highs",
    )
    assert found.status == 0, found.message
    return Solution(-float(found.fun), found.x[: len(mine)])


def strategy(form: SequenceForm, first: Vector, second: Vector) -> Vector:
    """Return the probability of the last action of each sequence, given the reaches of both players.

    The last entry of `first` and of `second` is the reach of the empty sequence. The result has no entry for
    an empty sequence.
    """
    played = np.concatenate((first[:-1], second[:-1], first[-1:], second[-1:])).clip(0)
    sizes = np.diff(form.first)
    before = np.repeat(played[form.parent], sizes)
    alike = np.repeat(1.0 / sizes, sizes)
    return np.divide(played[:-2], before, out=alike, where=before > 1e-9)


def swapped(form: SequenceForm) -> SequenceForm:
    """Return the game with the players swapped. With this game, `solve` finds the second player's strategy."""
    count, cut = form.sequences, int(form.first[form.second])
    order = np.concatenate((np.arange(cut, count), np.arange(cut), [count + 1, count]))
    place = np.argsort(order)
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))[order][:, order]
    payoffs.sort_indices()
    sizes = np.diff(form.first)
    moved = np.concatenate((np.arange(form.second, len(sizes)), np.arange(form.second)))
    return form._replace(
        first=np.concatenate(([0], np.cumsum(sizes[moved]))).astype(np.int32),
        parent=place[form.parent[moved]].astype(np.int32),
        second=len(sizes) - form.second,
        row=payoffs.indptr,
        column=payoffs.indices,
        payoff=payoffs.data,
    )


def _constraints(form: SequenceForm, player: int) -> csr_matrix:
    """Return the matrix of the linear constraints on a player's reaches.

    The empty sequence has reach 1. At an information set, the reaches of all actions sum to the reach of the
    sequence that leads to the set.
    """
    count, cut = form.sequences, int(form.first[form.second])
    begin, end = (form.second, len(form.parent)) if player else (0, form.second)
    offset, size = (cut, count - cut) if player else (0, cut)
    rows, columns, entries = [0], [size], [1.0]
    for row, infoset in enumerate(range(begin, end), 1):
        parent = int(form.parent[infoset])
        own = range(form.first[infoset] - offset, form.first[infoset + 1] - offset)
        rows += [row] * (len(own) + 1)
        columns += [size if parent >= count else parent - offset, *own]
        entries += [-1.0] + [1.0] * len(own)
    return csr_matrix((entries, (rows, columns)), shape=(end - begin + 1, size + 1))
