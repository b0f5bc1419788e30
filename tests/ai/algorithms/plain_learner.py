"""Plain TD learning over a series of games: the oracle of the compiled learner, and a peer in the benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ai.algorithms.dice import Dice
from ai.algorithms.td_learning import (
    Environment,
    MirroredEnvironment,
    TDLearner,
    Values,
    decay,
    initial_values,
    play_game,
)

DRAWN = 7.0
SYMBOLS = (Environment.x, Environment.o)


@dataclass(frozen=True)
class Fixed:
    """A fixed opponent: its values by player and state number, and its probability of a random move."""

    values: tuple[Values, Values]
    epsilon: float


@dataclass
class PlainLearner:
    """A plain learner for X and one for O. They play each other, or alternately play the opponent `fixed`."""

    seed: int
    alpha: float = 0.1
    epsilon: float = 0.1
    draw_value: float = 0.5
    alpha_halves_after: int = 0
    epsilon_halves_after: int = 0
    mirrored: bool = False
    fixed: Fixed | None = None

    def __post_init__(self) -> None:
        self.games = 0
        self.dice = Dice.from_seed(self.seed)
        self.agents = [
            TDLearner(
                symbol, first_values(symbol, self.draw_value).copy(), self.dice, draw_value=self.draw_value
            )
            for symbol in SYMBOLS
        ]
        self.values = [agent.values for agent in self.agents]

    def play(self, games: int) -> None:
        for _ in range(games):
            for agent in self.agents:
                agent.alpha = decay(self.alpha, self.games, self.alpha_halves_after)
                agent.epsilon = decay(self.epsilon, self.games, self.epsilon_halves_after)
            seated = list(self.agents)
            if self.fixed is not None:
                away = 1 - self.games % 2
                seated[away] = self._opponent(away)
            play_game(seated[0], seated[1], MirroredEnvironment() if self.mirrored else Environment())
            self.games += 1

    def _opponent(self, seat: int) -> TDLearner:
        assert self.fixed is not None
        values = self.fixed.values[seat].copy()
        return TDLearner(SYMBOLS[seat], values, self.dice, alpha=0.0, epsilon=self.fixed.epsilon)


def first_values(symbol: int, draw_value: float) -> np.ndarray:
    """Return the initial values for the mark `symbol`, computed from the cached values for X to save time."""
    values = values_of_x()
    return np.where(values == DRAWN, draw_value, values if symbol == Environment.x else 1 - values)


@cache
def values_of_x() -> np.ndarray:
    return initial_values(Environment(), Environment.x, DRAWN)
