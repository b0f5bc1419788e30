"""Compiled TD(0) value learning from self-play, by the rule of ai/algorithms/td_learning.py, on a position table.

The tests compare the kernel with the plain `TDLearner`. Both use the same random numbers and the same order of
sums, so the same seed gives the same values bit for bit. Either two learners play each other, or one learner plays
a fixed opponent in alternating seats. Against a fixed opponent, only the values of the learner's current seat are
updated. The kernel plays some millions of games per second.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.td_learning import UNKNOWN_VALUE, Floats, GreedyOpponent, Ints, PositionTable, build_table
from ai.compiled import kernel

Counter = npt.NDArray[np.uint64]

_BELOW_ALL = -1.0
_NEVER = np.inf


class _Game(NamedTuple):
    """The arrays of a `PositionTable` that the kernel reads."""

    first_edge: Ints
    followers: npt.NDArray[np.int32]
    players: Ints


class _Opponent(NamedTuple):
    """A `GreedyOpponent` for the kernel. If `fixed` is false, the learners play each other."""

    values: Floats
    epsilon: float
    fixed: bool


class _Schedule(NamedTuple):
    """The games from `first` to `end` - 1, and the decay of step size and exploration over the run."""

    first: int
    end: int
    alpha: float
    alpha_halves: float
    epsilon: float
    epsilon_halves: float


class Learner:
    """One learner for each player. The learners play each other or a fixed opponent, and learn from every game.

    Args:
        table: The positions of the game.
        dice: The random numbers.
        alpha: The step size.
        epsilon: The probability of a random move.
        draw_value: The reward of a draw.
        alpha_halves_after: The number of games after which `alpha` has halved, 0 for a constant.
        epsilon_halves_after: The number of games after which `epsilon` has halved, 0 for a constant.
        opponent: The fixed opponent, or None.

    Attributes:
        values: float64[2, positions], the value of each position to each player: 1 for a win, 0 for a loss.
    """

    def __init__(
        self,
        table: PositionTable,
        dice: Dice,
        *,
        alpha: float,
        epsilon: float,
        draw_value: float,
        alpha_halves_after: int = 0,
        epsilon_halves_after: int = 0,
        opponent: GreedyOpponent | None = None,
    ) -> None:
        self.games = 0
        self.dice = dice
        self.values = _first_values(table, draw_value)
        self.opponent = opponent
        self._table = table
        self._alpha = (alpha, float(alpha_halves_after or _NEVER))
        self._epsilon = (epsilon, float(epsilon_halves_after or _NEVER))

    def play(self, games: int) -> None:
        """Play `games` games and learn from them. The first call compiles the kernel."""
        counter = np.array([self.dice.counter], dtype=np.uint64)
        opponent = self.opponent or GreedyOpponent(self.values, 0.0)
        _play(
            _Game(self._table.first_edge, self._table.followers, self._table.players),
            self.values,
            _Opponent(opponent.values, opponent.epsilon, self.opponent is not None),
            _Schedule(self.games, self.games + games, *self._alpha, *self._epsilon),
            counter,
        )
        self.dice = Dice(int(counter[0]))
        self.games += games


def compile_kernels() -> None:
    """Compile the kernel, or load it from the cache, without changing a learner."""
    table = build_table([[(0, 1)], []], players=[0, 1], returns=[0.0, 1.0])
    Learner(table, Dice(0), alpha=0.1, epsilon=0.1, draw_value=0.5).play(1)


def _first_values(table: PositionTable, draw_value: float) -> Floats:
    """Return the initial values, float64[2, positions]: the result of a final position, else `UNKNOWN_VALUE`."""
    worth = np.where(table.returns == 0, draw_value, (1 + table.returns) / 2)
    known = np.stack([worth, np.where(table.returns == 0, draw_value, 1 - worth)])
    return np.where(table.degrees == 0, known, UNKNOWN_VALUE)


@kernel
def _play(game: _Game, values: Floats, opponent: _Opponent, schedule: _Schedule, counter: Counter) -> None:
    """Play the games of `schedule` and learn. The value of a final position is its reward.

    `counter`, uint64[1], is the state of the random number generator.
    """
    first_edge, followers = game.first_edge, game.followers
    history = np.empty(len(game.players), np.int64)
    dice = counter[0]
    for number in range(schedule.first, schedule.end):
        alpha = schedule.alpha / (1 + number / schedule.alpha_halves)
        own_epsilon = schedule.epsilon / (1 + number / schedule.epsilon_halves)
        learner = number % 2
        position, length = np.int64(0), 0
        first, end = first_edge[0], first_edge[1]
        while first < end:
            player = game.players[position]
            fixed = opponent.fixed and player != learner
            worth = opponent.values[player] if fixed else values[player]
            dice += STEP
            if random_float(dice) < (opponent.epsilon if fixed else own_epsilon):
                dice += STEP
                edge = first + np.int64(random_float(dice) * (end - first))
            else:
                most, equals, edge = _BELOW_ALL, 0, first
                for other in range(first, end):
                    value = worth[followers[other]]
                    if value > most:
                        most, equals, edge = value, 1, other
                    elif value == most:
                        equals += 1
                if equals > 1:
                    dice += STEP
                    left = np.int64(random_float(dice) * equals)
                    while left > 0:
                        edge += 1
                        left -= worth[followers[edge]] == most
            position = np.int64(followers[edge])
            history[length] = position
            length += 1
            first, end = first_edge[position], first_edge[position + 1]
        for player in range(2):
            if not opponent.fixed or player == learner:
                _learn(values[player], history[:length], alpha)
    counter[0] = dice


@kernel
def _learn(worth: Floats, history: Ints, alpha: float) -> None:
    """Move each value towards the value of the next position, from the last position to the first."""
    target = worth[history[-1]]
    for step in range(len(history) - 2, -1, -1):
        position = history[step]
        target = worth[position] + alpha * (target - worth[position])
        worth[position] = target
