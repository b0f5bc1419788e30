"""The training of a value learner, played again and kept as it was at many moments.

A run leaves a handful of checkpoints; but the same settings give the same games, bit for bit, so what lies between
them is worked out anew, at some million games a second. What was found stays held for the next question.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ai.algorithms import td_kernel
from ai.algorithms.position_table import Floats, greedy
from ai.evaluation.audit import LOST, line_counts
from ai.evaluation.tic_tac_toe_table import Boards
from ai.training.compiling import reports_while
from ai.training.config import configured
from ai.training.value_learner import NAME, ValueLearnerConfig
from ai.training.value_learner_run import ValueLearnerRun
from game.core import BadInput, Progress
from game.messages.lab_answers import shown_episodes
from game.quoting import quoted

GAMES_AT_ONCE = 50_000
"""Some hundredths of a second."""

MOST_EPISODES = 1_000_000_000
MOST_FILMS = 4  # held ready; one of a million games takes ten megabytes


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """What a learner thought after so many games: float64[2, positions]; and the lines that beat it, by seat."""

    episode: int
    values: Floats
    lost_lines: tuple[int, int]


class TrainingReplay:
    """The frames of one training, as far as it was played again."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self._run = ValueLearnerRun(replace(config, iterations=MOST_EPISODES))
        self._frames = [self._frame()]

    @property
    def boards(self) -> Boards:
        """Return the table on which positions are valued."""
        return self._run.boards

    def reach(self, upto: int) -> Generator[Progress, None, Sequence[ReplayFrame]]:
        """Play on up to an episode, unless that was done; return the frames until there."""
        start = time.monotonic()
        yield from reports_while(td_kernel.compile_kernels, self._run, dict)
        while self._run.iteration < upto:
            self._play_on(upto)
            yield Progress(min(self._run.iteration, upto), upto, time.monotonic() - start)
        return self._frames[: bisect_right(self._frames, upto, key=lambda frame: frame.episode)]

    def _play_on(self, upto: int) -> None:
        """Play to the next frame or a part of the way; one that is no stop of its own gives way to the next."""
        here = self._run.iteration
        goal = next(shown_episodes(here, min(upto, 10 * max(1, here))), upto)
        self._run.play(min(GAMES_AT_ONCE, goal - here))
        if self._run.iteration == goal:
            last = self._frames[-1].episode
            if last not in shown_episodes(last - 1, last):
                self._frames.pop()
            self._frames.append(self._frame())

    def _frame(self) -> ReplayFrame:
        run = self._run
        lost = line_counts(run.boards.table, greedy(run.boards.table, run.values))[:, LOST]
        of_x, of_o = map(int, lost)
        return ReplayFrame(run.iteration, run.values.copy(), (of_x, of_o))


def film_of(settings: Mapping[str, object]) -> TrainingReplay:
    """Return the film of the run with these settings, whatever its length; `BadInput` if a setting cannot be."""
    return _film(replace(configured(ValueLearnerConfig(), settings, NAME), iterations=MOST_EPISODES))


@lru_cache(maxsize=MOST_FILMS)
def _film(config: ValueLearnerConfig) -> TrainingReplay:
    return TrainingReplay(config)


def checked_episode(episode: object) -> int:
    """Return `episode` if training can be shown after so many games; `BadInput` otherwise."""
    if not isinstance(episode, int) or isinstance(episode, bool) or not 0 <= episode <= MOST_EPISODES:
        raise BadInput(f"A number of games is from 0 to {MOST_EPISODES:,}, not {quoted(episode)}.")
    return episode
