"""The run `value-learner`: tic-tac-toe from nothing, against itself or a fixed opponent.

The values of both players are the model; with the state of the dice they are also the checkpoint. A run that is
resumed therefore goes on exactly as if it had never stopped. Strength is the number of lines that still beat the
learner, from both seats.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.agents.value_agent import NUMBERS, ValueAgent
from ai.algorithms.td_learning import UNKNOWN_VALUE
from ai.algorithms.td_table import Followers, TableLearner
from ai.evaluation.strength import lost_lines
from ai.evaluation.tic_tac_toe_table import board, both_seats, greedy_moves, lines, perfect_replies
from ai.storage import Array, Model, save_model
from ai.training.config import setting, settings_of
from ai.training.run import dice_from_array, dice_to_array, iterations_done, steady_reports
from game.core import MetricEntry, Progress, RunSnapshot
from game.manifest import Manifest
from game.rules.tic_tac_toe import TicTacToeState

NAME = "value-learner"
GAME = "tic-tac-toe"
DESCRIPTION = "Learns tic-tac-toe from nothing, one value for every position."
GAMES_A_STEP = 200
OPPONENTS = ("itself", "random", "perfect")

METRICS = (
    *(
        MetricEntry(f"{opponent}_{result}", f"share of games {told} against {whom}, both seats", chart, 0, 1)
        for opponent, whom, chart in (
            ("random", "random play", "against random play"),
            ("perfect", "perfect play", "against perfect play"),
        )
        for result, told in (("win", "won"), ("draw", "drawn"), ("loss", "lost"))
    ),
    MetricEntry("lost_lines_x", "lines of play that beat it as X", "lost lines", 0),
    MetricEntry("lost_lines_o", "lines of play that beat it as O", "lost lines", 0),
    MetricEntry("opening_value", "what the empty board is worth to X", "value", 0, 1),
)
"""What is measured, exactly, of the player that takes the square it values most."""


@dataclass(frozen=True, slots=True)
class ValueLearnerConfig:
    """How the learner learns."""

    iterations: int = setting(1_000_000, "games to play in all", unit="games", low=1, high=1_000_000_000)
    alpha: float = setting(0.1, "step towards what followed, at the start", above=0, high=1)
    alpha_halves_after: int = setting(
        100_000,
        "games after which the step is half as long (0: never)",
        unit="games",
        low=0,
        high=1_000_000_000,
    )
    epsilon: float = setting(0.1, "share of moves made at random, at the start", low=0, high=1)
    epsilon_halves_after: int = setting(
        0,
        "games after which that share is half as large (0: never)",
        unit="games",
        low=0,
        high=1_000_000_000,
    )
    draw_value: float = setting(0.5, "what a draw is worth between a loss (0) and a win (1)", low=0, high=1)
    opponent: str = setting("itself", "whom it plays while it learns", choices=OPPONENTS)
    seed: int = setting(0, "seed of the dice", low=0)


class ValueLearnerRun:
    """Games, counted as iterations."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self._board = board()
        self._learner = TableLearner(
            self._board,
            random.Random(config.seed),
            alpha=config.alpha,
            epsilon=config.epsilon,
            draw_value=config.draw_value,
            alpha_halves_after=config.alpha_halves_after,
            epsilon_halves_after=config.epsilon_halves_after,
            replies=_replies(config.opponent),
        )

    @classmethod
    def resumed(cls, config: ValueLearnerConfig, model: Model) -> ValueLearnerRun:
        """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
        run = cls(config)
        values = model.array("values", (2, NUMBERS))
        run._learner.values = values[:, run._board.numbers].tolist()
        run._learner.rng = dice_from_array(model.array("dice", (-1,), "u"), model.file.name)
        run._learner.games = iterations_done(model, config.iterations)
        return run

    @property
    def iteration(self) -> int:
        """Return how many games have been played."""
        return self._learner.games

    @property
    def total(self) -> int:
        """Return how many games are to be played."""
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Return a report after every chunk of games; the last one is done."""
        return steady_reports(self, self._learner.play, GAMES_A_STEP, self._metrics)

    def save(self, file: Path) -> None:
        """Write the model, which is also the checkpoint, to `file` and its manifest beside it."""
        save_model(file, self.manifest(), self._arrays())

    def manifest(self) -> Manifest:
        """Return what this model is, its strength measured now."""
        mine = greedy_moves(self._learner.values)
        return Manifest(
            game=GAME,
            agent="values",
            kind="learned",
            run=NAME,
            config=settings_of(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} games",
            strength=lost_lines(int(sum(lines(mine, seat).lost for seat in (0, 1)))),
        )

    def agent(self, name: str) -> ValueAgent:
        """Return the agent that plays what has been learnt so far."""
        return ValueAgent(name, self._values().tolist())

    def snapshot(self) -> RunSnapshot:
        """Return what X thinks of each square of the empty board."""
        info = TicTacToeState().information_state(0)
        return RunSnapshot(self.iteration, "values", {info.key: self.agent(NAME).values(info)})

    def _arrays(self) -> dict[str, Array]:
        return {
            "values": self._values(),
            "dice": dice_to_array(self._learner.rng),
            "iteration": np.array(self.iteration, dtype=np.int64),
        }

    def _values(self) -> Array:
        """Return float64[2, 19683] by player and state number; positions never met keep the unknown value."""
        values = np.full((2, NUMBERS), UNKNOWN_VALUE)
        values[:, self._board.numbers] = self._learner.values
        return values

    def _metrics(self) -> dict[str, float]:
        table, values = self._board, self._learner.values
        mine = greedy_moves(values)
        measured: dict[str, float] = {
            "lost_lines_x": lines(mine, 0).lost,
            "lost_lines_o": lines(mine, 1).lost,
            "opening_value": max(values[0][position] for position in table.children[0]),
        }
        for opponent in ("random", "perfect"):
            games = both_seats(mine, _moves_of(opponent).__getitem__)
            measured |= {
                f"{opponent}_win": games.won,
                f"{opponent}_draw": games.drawn,
                f"{opponent}_loss": games.lost,
            }
        return measured


def _replies(opponent: str) -> Followers | None:
    return None if opponent == "itself" else _moves_of(opponent)


def _moves_of(opponent: str) -> Followers:
    return perfect_replies() if opponent == "perfect" else board().children
