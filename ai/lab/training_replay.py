"""Replays the training of a value learner, and keeps its values at many episodes.

A run writes only a few checkpoints, but the same settings give the same games, bit for bit. So the values between
checkpoints are computed again, at some million games a second, and cached for later requests.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ai.algorithms import td_kernel
from ai.algorithms.position_table import Floats, greedy
from ai.evaluation.strength import LOST, line_counts
from ai.evaluation.tic_tac_toe_table import Boards
from ai.training.compiling import reports_while
from ai.training.config import configured
from ai.training.value_learner import NAME, ValueLearnerConfig
from ai.training.value_learner_run import ValueLearnerRun
from game.core import BadInput, Progress
from game.quoting import quoted
from game.study.lab import shown_episodes

GAMES_AT_ONCE = 50_000
"""Games between two reports: some hundredths of a second."""

MOST_EPISODES = 1_000_000_000
MOST_REPLAYS = 4  # in the cache; a replay of a million games takes ten megabytes


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """The learner after `episode` games: values, float64[2, positions]; how many lines beat it as X and as O."""

    episode: int
    values: Floats
    lost_lines: tuple[int, int]


class TrainingReplay:
    """The frames of one training run, as far as it has been replayed."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self._run = ValueLearnerRun(replace(config, iterations=MOST_EPISODES))
        self._frames = [self._frame()]

    @property
    def boards(self) -> Boards:
        """The table of positions that the values belong to."""
        return self._run.boards

    def reach(self, upto: int) -> Generator[Progress, None, Sequence[ReplayFrame]]:
        """Replay up to an episode if that has not been done yet; yield progress, return the frames up to it."""
        start = time.monotonic()
        yield from reports_while(td_kernel.compile_kernels, self._run, dict)
        while self._run.iteration < upto:
            self._play_on(upto)
            yield Progress(min(self._run.iteration, upto), upto, time.monotonic() - start)
        return self._frames[: bisect_right(self._frames, upto, key=lambda frame: frame.episode)]

    def _play_on(self, upto: int) -> None:
        """Replay towards the next frame, at most `GAMES_AT_ONCE` games; add the frame if it is reached.

        A last frame that is not among the `shown_episodes` (the end of an earlier request) is replaced.
        """
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


def replay_of(settings: Mapping[str, object]) -> TrainingReplay:
    """Return the cached replay of the run with these settings, of any length; `BadInput` for a wrong setting."""
    return _replay(replace(configured(ValueLearnerConfig(), settings, NAME), iterations=MOST_EPISODES))


@lru_cache(maxsize=MOST_REPLAYS)
def _replay(config: ValueLearnerConfig) -> TrainingReplay:
    return TrainingReplay(config)


def checked_episode(episode: object) -> int:
    """Return `episode` if training can be shown after so many games; `BadInput` otherwise."""
    if not isinstance(episode, int) or isinstance(episode, bool) or not 0 <= episode <= MOST_EPISODES:
        raise BadInput(f"A number of games is from 0 to {MOST_EPISODES:,}, not {quoted(episode)}.")
    return episode
