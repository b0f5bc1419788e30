"""The CFR family in plain words, for games of a few hundred histories: the oracle of the compiled one.

Every iteration visits the tree once for each player in turn. For the player in turn each information set collects,
over its histories, the counterfactual regret of every action: what the action would have brought more than the
strategy did, weighed by the others' reach, chance included. A sampled visit follows single steps, as the variant
says; what it collects is divided by the probability of having come there.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from ai.algorithms.dice import Dice
from ai.algorithms.variants import FullWidth, RegretRule, Sampled, Sampling, Variant
from game.core import CHANCE, TERMINAL, Action, Player, State


@dataclass(slots=True)
class InfoSet:
    """The totals of one information set, by place among its legal actions."""

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
        """Put the regrets collected in this visit to the totals, and match the next strategy to them."""
        before, now = iteration - 1, iteration
        matched = []
        for place, new in enumerate(self.new_regret):
            total = self.regret[place]
            total = max(total * _kept(before, rule.alpha if total > 0 else rule.beta) + new, rule.floor)
            self.regret[place] = total
            expected = total * _kept(now, rule.alpha) + rule.prediction * new if rule.prediction else total
            matched.append(max(expected, 0.0))
        self.strategy = _normalised(matched)
        self.new_regret = [0.0] * len(matched)


class CFR:
    """A run of CFR from `root`; `infosets` maps the keys of information states to their totals."""

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
        """Return the value of `state` to `player`; `others` and `own` are reaches, the first over the sampling."""
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
            return self._opposed(state, infoset, player, others, own)
        return self._decided(state, infoset, others, own)

    def _opposed(self, state: State, infoset: InfoSet, player: Player, others: float, own: float) -> float:
        if not self._samples(Sampling.OTHERS):
            steps = zip(infoset.actions, infoset.strategy, strict=True)
            return sum(p * self._visit(state.child(one), player, others * p, own) for one, p in steps)
        for place, probability in enumerate(infoset.strategy):
            infoset.strategy_sum[place] += others * probability
        action = self._one(infoset.actions, infoset.strategy)
        return self._visit(state.child(action), player, others, own)

    def _decided(self, state: State, infoset: InfoSet, others: float, own: float) -> float:
        strategy, player = infoset.strategy, infoset.player
        values = [0.0] * len(strategy)
        if self._samples(Sampling.ALL):
            explored = self._variant.exploration if isinstance(self._variant, Sampled) else 0.0
            taken = [explored / len(strategy) + (1 - explored) * probability for probability in strategy]
            place = infoset.actions.index(self._one(infoset.actions, taken))
            child = state.child(infoset.actions[place])
            values[place] = self._visit(child, player, others / taken[place], own) / taken[place]
        else:
            for place, action in enumerate(infoset.actions):
                values[place] = self._visit(state.child(action), player, others, own * strategy[place])
        if not self._samples(Sampling.OTHERS):
            weight = self.iteration**self._variant.average if isinstance(self._variant, FullWidth) else 1.0
            for place, probability in enumerate(strategy):
                infoset.strategy_sum[place] += weight * own * probability
        value = sum(probability * worth for probability, worth in zip(strategy, values, strict=True))
        for place, worth in enumerate(values):
            infoset.new_regret[place] += others * (worth - value)
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


def _kept(iteration: int, exponent: float) -> float:
    return 1.0 if exponent == math.inf else iteration**exponent / (iteration**exponent + 1)


def _normalised(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)
