"""The run `value-learner`: tic-tac-toe from nothing, two learners playing each other.

The values of both players are the model; with the state of the dice they are also the checkpoint. A run that is
resumed therefore goes on exactly as if it had never stopped. Strength is the number of lines that still beat the
learner, from both seats; a checkpoint is measured when it is saved.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ai.agents.value_agent import NUMBERS, ValueAgent
from ai.algorithms.td_learning import UNKNOWN_VALUE, Positions, SelfPlayLearner
from ai.evaluation.strength import lines_of_both_seats, measured
from ai.storage import Array, Model, save_model
from ai.training.config import setting, settings_of
from ai.training.run import Pace, chunk, dice_from_array, dice_to_array, iterations_done
from game.core import Progress
from game.manifest import Manifest
from game.rules.tic_tac_toe import TicTacToeState

NAME = "value-learner"
GAME = "tic-tac-toe"
GAMES_A_STEP = 200
SECONDS_A_MEASUREMENT = 1.0
"""An audit takes as long as two thousand games, so not every report has a new one."""


@dataclass(frozen=True, slots=True)
class ValueLearnerConfig:
    """How the learner learns."""

    iterations: int = setting(1_000_000, "games to play in all", low=1, high=1_000_000_000)
    alpha: float = setting(0.1, "step towards what followed, at the start", above=0, high=1)
    alpha_halves_after: int = setting(
        100_000, "games after which the step is half as long (0: never)", low=0, high=1_000_000_000
    )
    epsilon: float = setting(0.1, "share of moves made at random", low=0, high=1)
    draw_value: float = setting(0.5, "what a draw is worth between a loss (0) and a win (1)", low=0, high=1)
    seed: int = setting(0, "seed of the dice", low=0)


@cache
def _positions() -> Positions:
    return Positions(TicTacToeState())


class ValueLearnerRun:
    """Games of self-play, counted as iterations."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self._positions = _positions()
        self._numbers = [int(state.information_state(0).key) for state in self._positions.states]
        self._learner = SelfPlayLearner(
            self._positions,
            random.Random(config.seed),
            alpha=config.alpha,
            epsilon=config.epsilon,
            draw_value=config.draw_value,
            alpha_halves_after=config.alpha_halves_after,
        )

    @classmethod
    def resumed(cls, config: ValueLearnerConfig, model: Model) -> ValueLearnerRun:
        """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
        run = cls(config)
        values = model.array("values", (2, NUMBERS))
        run._learner.values = [[float(row[number]) for number in run._numbers] for row in values]
        run._learner.rng = dice_from_array(model.array("dice", (-1,), "u"), model.file.name)
        run._learner.games = iterations_done(model, config.iterations)
        return run

    @property
    def iteration(self) -> int:
        """Return how many games have been played."""
        return self._learner.games

    def reports(self) -> Iterator[Progress]:
        """Yield a report after every chunk of games; the last one is done."""
        total = self.config.iterations
        pace = Pace(self.iteration, total)
        metrics, measured = self._metrics(), 0.0
        done = False
        while not done:
            chunk(self._learner.play, total - self.iteration, GAMES_A_STEP)
            done = self.iteration == total
            if done or pace.seconds - measured >= SECONDS_A_MEASUREMENT:
                metrics, measured = self._metrics(), pace.seconds
            left = pace.seconds_left(self.iteration)
            yield Progress(self.iteration, total, pace.seconds, left, metrics, done)

    def save(self, file: Path) -> None:
        """Write the model, which is also the checkpoint, to `file` and its manifest beside it."""
        save_model(file, self.manifest(), self._arrays())

    def manifest(self) -> Manifest:
        """Return what this model is, its strength measured now."""
        return Manifest(
            game=GAME,
            agent="values",
            kind="learned",
            run=NAME,
            config=settings_of(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} games",
            strength=measured(self.agent(NAME), TicTacToeState()),
        )

    def agent(self, name: str) -> ValueAgent:
        """Return the agent that plays what has been learnt so far."""
        return ValueAgent(name, self._values().tolist())

    def _arrays(self) -> dict[str, Array]:
        return {
            "values": self._values(),
            "dice": dice_to_array(self._learner.rng),
            "iteration": np.array(self.iteration, dtype=np.int64),
        }

    def _values(self) -> Array:
        """Return float64[2, 19683] by player and state number; positions never met keep the unknown value."""
        values = np.full((2, NUMBERS), UNKNOWN_VALUE)
        values[:, self._numbers] = self._learner.values
        return values

    def _metrics(self) -> dict[str, float]:
        opening = max(self._learner.values[0][position] for position in self._positions.children[0])
        as_x, as_o = lines_of_both_seats(self.agent(NAME))
        return {"lost_lines_x": as_x.lost, "lost_lines_o": as_o.lost, "opening_value": opening}
