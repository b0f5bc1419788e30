"""The run `value-learner`: learn tic-tac-toe from nothing by TD(0), in self-play or against an opponent.

The model holds the values of both players and the counter of the random generator. If the opponent is an
earlier stage of the learner, the model also has the values of this opponent. The model is therefore a
checkpoint: a resumed run gives the same result as an uninterrupted run. Strength is the number of lines that
beat the learner, in both seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ai.agents.small_games import ValueAgent
from ai.algorithms.dice import Dice
from ai.algorithms.td_learning import (
    UNKNOWN_VALUE,
    Floats,
    GreedyOpponent,
    PositionTable,
    greedy,
    perfect_values,
    uniform_policy,
)
from ai.evaluation.strength import (
    LOST,
    all_boards,
    boards_up_to_images,
    line_counts,
    lost_lines,
    outcome_shares,
)
from ai.storage import Array, Model
from ai.training.checkpoints import checkpoint_iterations
from ai.training.config import setting, settings_dict
from ai.training.run import SavedInOneFile, compile_with_reports, next_milestone, steady_reports
from game.core import Progress
from game.files.manifest import Manifest
from game.rules.tic_tac_toe import NUMBERS, TicTacToeState
from game.study.training import MetricEntry, RunSnapshot

if TYPE_CHECKING:
    from ai.algorithms.td_kernel import Learner

NAME = "value-learner"
GAME = "tic-tac-toe"
DESCRIPTION = "Learns tic-tac-toe from nothing, one value for every position."
ITSELF, EARLIER, RANDOM, PERFECT = "itself", "earlier", "random", "perfect"
OPPONENTS = (ITSELF, EARLIER, RANDOM, PERFECT)
APART, TOGETHER = "apart", "together"

METRICS = (
    *(
        MetricEntry(f"{opponent}_{result}", f"share of games {verb} against {whom}, both seats", chart, 0, 1)
        for opponent, whom, chart in (
            ("random", "random play", "against random play"),
            ("perfect", "perfect play", "against perfect play"),
        )
        for result, verb in (("win", "won"), ("draw", "drawn"), ("loss", "lost"))
    ),
    MetricEntry("lost_lines_x", "lines of play that beat it as X", "lost lines", 0),
    MetricEntry("lost_lines_o", "lines of play that beat it as O", "lost lines", 0),
    MetricEntry(
        "opening_value",
        "what the player to move expects, too much while the opponent makes moves at random",
        "value",
        0,
        1,
    ),
)
"""Exact measures of the greedy player."""


@dataclass(frozen=True, slots=True)
class ValueLearnerConfig:
    """The length of the run, the step size, the exploration rate, and the opponent."""

    iterations: int = setting(1_000_000, "number of games", unit="games", low=1, high=1_000_000_000)
    alpha: float = setting(0.1, "learning rate at the start", above=0, high=1)
    alpha_halves_after: int = setting(
        100_000, "games until the learning rate halves (0: never)", unit="games", low=0, high=1_000_000_000
    )
    epsilon: float = setting(0.1, "share of random moves at the start", low=0, high=1)
    epsilon_halves_after: int = setting(
        0, "games until exploration halves (0: never)", unit="games", low=0, high=1_000_000_000
    )
    draw_value: float = setting(0.5, "what a draw is worth between a loss (0) and a win (1)", low=0, high=1)
    opponent: str = setting(
        ITSELF, "training opponent (earlier: itself after 1, 10, 100, ... games)", choices=OPPONENTS
    )
    mirror_images: str = setting(APART, "whether mirror images share a value", choices=(APART, TOGETHER))
    seed: int = setting(0, "random seed", low=0)


GAMES_A_STEP = 10_000
"""The number of games between two reports, which are some milliseconds apart."""


class ValueLearnerRun(SavedInOneFile):
    """A run of the value learner. One iteration is one game."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self.boards = boards_up_to_images() if config.mirror_images == TOGETHER else all_boards()
        self._learner = _first_learner(config, self.boards.table)
        self._learner.opponent = self._opponent()
        table = self.boards.table
        self._yardsticks = {RANDOM: uniform_policy(table), PERFECT: greedy(table, perfect_values(table))}

    @classmethod
    def from_checkpoint(cls, config: ValueLearnerConfig, model: Model) -> ValueLearnerRun:
        """Return the run as it was when `model` was saved.

        Raises:
            BadInput: If the model is not a checkpoint of this run.
        """
        run = cls(config)
        learner, boards = run._learner, run.boards
        learner.values = boards.by_position(model.array("values", (2, NUMBERS)))
        learner.dice = Dice(int(model.array("dice", (), "u")))
        learner.games = checkpoint_iterations(model, config.iterations)
        if config.opponent == EARLIER:
            learner.opponent = GreedyOpponent(
                boards.by_position(model.array("earlier", (2, NUMBERS))), config.epsilon
            )
        return run

    @property
    def values(self) -> Floats:
        """The value of every position to each player, float64[2, positions], in the order of the table."""
        return self._learner.values

    @property
    def iteration(self) -> int:
        return self._learner.games

    @property
    def total(self) -> int:
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Compile the kernels, and yield a report after every chunk of games. The last report has `done` set."""
        from ai.algorithms import td_kernel  # noqa: PLC0415 - it loads the compiler

        yield from compile_with_reports(td_kernel.compile_kernels, self, self._metrics)
        yield from steady_reports(self, self.play, GAMES_A_STEP, self._metrics)

    def manifest(self) -> Manifest:
        """Return the manifest of the model, with its current strength."""
        table = self.boards.table
        lost = line_counts(table, greedy(table, self._learner.values))[:, LOST].sum()
        return Manifest(
            game=GAME,
            agent="values",
            kind="learned",
            run=NAME,
            config=settings_dict(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} games",
            strength=lost_lines(int(lost)),
        )

    def agent(self, name: str) -> ValueAgent:
        return ValueAgent(name, self.boards.by_state_number(self._learner.values, UNKNOWN_VALUE).tolist())

    def snapshot(self) -> RunSnapshot:
        info = TicTacToeState().information_state(0)
        return RunSnapshot(self.iteration, "values", {info.key: self.agent(NAME).values(info)})

    def play(self, games: int) -> None:
        """Play `games` games, but stop at the next power of ten.

        An opponent that is an earlier stage of the learner is replaced by the current learner at each power
        of ten.
        """
        if (
            self.config.opponent == EARLIER
            and next_milestone(self.iteration - 1, self.total + 1) == self.iteration
        ):
            self._learner.opponent = self._opponent()
        self._learner.play(games)

    def _opponent(self) -> GreedyOpponent | None:
        """Return the current opponent, None if the learner plays itself."""
        values, table = self._learner.values, self.boards.table
        opponents = {
            RANDOM: GreedyOpponent(values, epsilon=1.0),
            PERFECT: GreedyOpponent(perfect_values(table), epsilon=0.0),
            EARLIER: GreedyOpponent(values.copy(), epsilon=self.config.epsilon),
        }
        return opponents.get(self.config.opponent)

    def _arrays(self) -> dict[str, Array]:
        learner = self._learner
        arrays = {
            "values": self.boards.by_state_number(learner.values, UNKNOWN_VALUE),
            "dice": np.array(learner.dice.counter, dtype=np.uint64),
            "iteration": np.array(self.iteration, dtype=np.int64),
        }
        if self.config.opponent == EARLIER and learner.opponent is not None:
            arrays["earlier"] = self.boards.by_state_number(learner.opponent.values, UNKNOWN_VALUE)
        return arrays

    def _metrics(self) -> dict[str, float]:
        table, values = self.boards.table, self._learner.values
        policy = greedy(table, values)
        lost_lines_x, lost_lines_o = map(int, line_counts(table, policy)[:, LOST])
        measured = {
            "lost_lines_x": lost_lines_x,
            "lost_lines_o": lost_lines_o,
            "opening_value": float(values[0, table.followers[table.edges(0)]].max()),
        }
        both_seats = outcome_shares(table, policy, list(self._yardsticks.values())).mean(axis=1).tolist()
        for opponent, (won, drawn, lost) in zip(self._yardsticks, both_seats, strict=True):
            measured |= {f"{opponent}_win": won, f"{opponent}_draw": drawn, f"{opponent}_loss": lost}
        return measured


def _first_learner(config: ValueLearnerConfig, table: PositionTable) -> Learner:
    """Return the learner before its first game.

    The compiler is imported only here and in `reports`, because listing runs does not need it.
    """
    from ai.algorithms.td_kernel import Learner  # noqa: PLC0415 - see above

    return Learner(
        table,
        Dice.from_seed(config.seed),
        alpha=config.alpha,
        epsilon=config.epsilon,
        draw_value=config.draw_value,
        alpha_halves_after=config.alpha_halves_after,
        epsilon_halves_after=config.epsilon_halves_after,
    )


def references(config: ValueLearnerConfig) -> dict[str, float]:
    return {"opening_value": config.draw_value}
