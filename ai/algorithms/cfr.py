"""Counterfactual regret minimisation (Zinkevich et al., 2007), plain, over any two-player zero-sum game.

Every iteration visits the whole tree once for each player in turn (alternating updates). For the player in turn
each information set collects, over its histories, the counterfactual regret of every action: what the action
would have brought more than the strategy did, weighed by the others' reach, chance included. Regret matching
plays the next strategy in proportion to the positive regrets, uniformly where there are none. What approaches
equilibrium is the average strategy: every iteration's strategy, weighed by the player's own reach.

The variants are values, not flags:

- vanilla: `regret=summed`, `weight=constant`: regrets add up, every iteration counts the same;
- CFR+ (Tammelin, 2014): `regret=floored`, `weight=linear`: regrets never fall below zero, and iteration t
  counts t times in the average;
- chance-sampled (Lanctot et al., 2009): `rng` given: every visit follows one outcome of chance instead of all.

This is the plain form, for games of a few hundred histories.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from game.core import CHANCE, TERMINAL, Action, Player, State

RegretRule = Callable[[float], float]
WeightRule = Callable[[int], float]


def summed(regret: float) -> float:
    """Keep a total regret as it is."""
    return regret


def floored(regret: float) -> float:
    """Let no total regret fall below zero (regret matching plus)."""
    return max(regret, 0.0)


def constant(iteration: int) -> float:
    """Weigh every iteration's strategy the same."""
    return 1.0


def linear(iteration: int) -> float:
    """Weigh an iteration's strategy by its number, counted from 1."""
    return float(iteration)


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
        """Return the probabilities that approach equilibrium; uniform before the first iteration."""
        return _normalised(self.strategy_sum)

    def match_regrets(self) -> None:
        """Set the strategy in proportion to the positive regrets."""
        self.strategy = _normalised([max(regret, 0.0) for regret in self.regret])


class CFR:
    """A run of CFR from `root`; `infosets` maps the keys of information states to their totals."""

    def __init__(
        self,
        root: State,
        *,
        regret: RegretRule = summed,
        weight: WeightRule = constant,
        rng: random.Random | None = None,
    ) -> None:
        self.iteration = 0
        self.infosets: dict[str, InfoSet] = {}
        self._regret = regret
        self._weight = weight
        self._rng = rng
        self._root = self._node(root)

    def iterate(self, iterations: int) -> None:
        """Run `iterations` more iterations."""
        for _ in range(iterations):
            self.iteration += 1
            for player in (0, 1):
                self._visit(self._root, player, 1.0, self._weight(self.iteration))
                self._update(player)

    def resume(self, iteration: int) -> None:
        """Go on after `iteration`, the totals of `infosets` having been set to what they were."""
        self.iteration = iteration
        for infoset in self.infosets.values():
            infoset.match_regrets()

    def _visit(self, node: _Node, player: Player, reach_others: float, reach_own: float) -> float:
        """Return the value of `node` to `player`; collects regrets and the average strategy on the way.

        `reach_others` is the probability that the opponent and chance come here if `player` wants to;
        `reach_own` the probability that `player` does, times the weight of the iteration.
        """
        if isinstance(node, _Final):
            return node.returns[player]
        if isinstance(node, _Deal):
            return sum(
                probability * self._visit(child, player, reach_others * reach, reach_own)
                for probability, reach, child in self._outcomes(node)
            )
        infoset = node.infoset
        strategy = infoset.strategy
        if infoset.player != player:
            return sum(
                probability * self._visit(child, player, reach_others * probability, reach_own)
                for probability, child in zip(strategy, node.children, strict=True)
            )
        values = [
            self._visit(child, player, reach_others, reach_own * probability)
            for probability, child in zip(strategy, node.children, strict=True)
        ]
        value = sum(probability * worth for probability, worth in zip(strategy, values, strict=True))
        for place, worth in enumerate(values):
            infoset.new_regret[place] += reach_others * (worth - value)
            infoset.strategy_sum[place] += reach_own * strategy[place]
        return value

    def _outcomes(self, node: _Deal) -> Sequence[tuple[float, float, _Node]]:
        """Return (weight in the value, factor of the reach, child) of the outcomes to follow.

        A sampled outcome stands for all: the die has already weighed it.
        """
        if self._rng is None:
            return [
                (chance, chance, child) for chance, child in zip(node.chances, node.children, strict=True)
            ]
        return [(1.0, 1.0, self._rng.choices(node.children, node.chances)[0])]

    def _update(self, player: Player) -> None:
        """Add the regrets collected in this visit, and match them."""
        for infoset in self.infosets.values():
            if infoset.player == player:
                for place, new in enumerate(infoset.new_regret):
                    infoset.regret[place] = self._regret(infoset.regret[place] + new)
                    infoset.new_regret[place] = 0.0
                infoset.match_regrets()

    def _node(self, state: State) -> _Node:
        """Build the tree below `state`; histories of one information set share its totals."""
        player = state.current_player()
        if player == TERMINAL:
            return _Final(tuple(state.returns()))
        if player == CHANCE:
            outcomes = state.chance_outcomes()
            children = [self._node(state.child(action)) for action, _ in outcomes]
            return _Deal([chance for _, chance in outcomes], children)
        actions = tuple(state.legal_actions())
        key = state.information_state(player).key
        infoset = self.infosets.setdefault(key, InfoSet(player, actions))
        return _Choice(infoset, [self._node(state.child(action)) for action in actions])


@dataclass(frozen=True, slots=True)
class _Final:
    returns: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Deal:
    chances: list[float]
    children: list[_Node]


@dataclass(frozen=True, slots=True)
class _Choice:
    infoset: InfoSet
    children: list[_Node]


_Node = _Final | _Deal | _Choice


def _normalised(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)
