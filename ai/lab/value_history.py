"""The values of a tic-tac-toe learner (TD learning) at any time of its training, and games that beat the learner.

A run stores only a few checkpoints, but equal settings give equal games, bit for bit. The values between
checkpoints are therefore computed by replaying the training, at about a million games per second, and cached for
later requests.
"""

from __future__ import annotations

import hashlib
import time
from bisect import bisect_right
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from ai.agents.small_games import ValueAgent
from ai.algorithms import td_kernel
from ai.algorithms.td_learning import UNKNOWN_VALUE, Floats, greedy, perfect_values
from ai.evaluation.strength import LOST, Boards, all_boards, audit, line_counts, lost_lines
from ai.storage import save_model
from ai.training.config import settings_dict, with_settings
from ai.training.run import compile_with_reports
from ai.training.value_learner import GAME, NAME, ValueLearnerConfig, ValueLearnerRun
from game.core import Action, BadInput, Player, Progress
from game.files.manifest import Manifest
from game.quoting import quoted
from game.rules.tic_tac_toe import CELLS, EMPTY, MARKS, TicTacToeState
from game.study.lab import LearntValues, LostLine, shown_episodes

GAMES_AT_ONCE = 50_000
"""The number of games between two reports, which are some hundredths of a second apart."""

MAX_EPISODES = 1_000_000_000
MAX_REPLAYS = 4  # in the cache. Each takes ten megabytes for a million games


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """The learner after `episode` games.

    Attributes:
        values: float64[2, positions], the value of each position to each player.
        lost_lines: The number of lines that beat the learner when it plays X, and the number when it plays O.
    """

    episode: int
    values: Floats
    lost_lines: tuple[int, int]


class TrainingReplay:
    """The replay of a training run, as far as it has been computed."""

    def __init__(self, config: ValueLearnerConfig) -> None:
        self.config = config
        self._run = ValueLearnerRun(replace(config, iterations=MAX_EPISODES))
        self._frames = [self._frame()]

    @property
    def boards(self) -> Boards:
        return self._run.boards

    def reach(self, upto: int) -> Generator[Progress, None, Sequence[ReplayFrame]]:
        """Replay the training up to an episode. Yield progress, and return the frames up to the episode."""
        start = time.monotonic()
        yield from compile_with_reports(td_kernel.compile_kernels, self._run, dict)
        while self._run.iteration < upto:
            self._play_on(upto)
            yield Progress(min(self._run.iteration, upto), upto, time.monotonic() - start)
        return self._frames[: bisect_right(self._frames, upto, key=lambda frame: frame.episode)]

    def _play_on(self, upto: int) -> None:
        """Replay at most `GAMES_AT_ONCE` games towards the next frame, and add the frame if it is reached.

        Frames to show are at fixed episodes (`shown_episodes`). A request that ends between two of these episodes
        adds a frame at its last episode. The next frame replaces this additional frame.
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


def cached_replay(settings: Mapping[str, object]) -> TrainingReplay:
    """Return the cached replay of a run with these settings. The replay doesn't depend on the number of iterations.

    Raises:
        BadInput: If a setting is wrong.
    """
    return _replay(replace(with_settings(ValueLearnerConfig(), settings, NAME), iterations=MAX_EPISODES))


@lru_cache(maxsize=MAX_REPLAYS)
def _replay(config: ValueLearnerConfig) -> TrainingReplay:
    return TrainingReplay(config)


def checked_episode(episode: object) -> int:
    """Return `episode` if it is a possible number of games.

    Raises:
        BadInput: If `episode` is not an integer within the limits.
    """
    if not isinstance(episode, int) or isinstance(episode, bool) or not 0 <= episode <= MAX_EPISODES:
        raise BadInput(f"A number of games is from 0 to {MAX_EPISODES:,}, not {quoted(episode)}.")
    return episode


Settings = Mapping[str, object]


def values_over_training(
    settings: Settings, board: Sequence[int], upto: object
) -> Generator[Progress, None, LearntValues]:
    """Return the values of the empty squares of `board` during the training, up to an episode."""
    state, replay = _read_position(board), cached_replay(settings)
    player, children = state.current_player(), {cell: state.child(cell) for cell in state.legal_actions()}
    frames = yield from replay.reach(checked_episode(upto))
    every = all_boards()
    perfect = perfect_values(every.table)[player]
    places = {cell: _position_index(replay.boards, child) for cell, child in children.items()}
    return LearntValues(
        tuple(frame.episode for frame in frames),
        {
            cell: tuple(float(frame.values[player, index]) for frame in frames)
            for cell, index in places.items()
        },
        {cell: float(perfect[_position_index(every, child)]) for cell, child in children.items()},
        tuple(frame.lost_lines for frame in frames),
    )


def value_columns(values: LearntValues) -> list[str]:
    return ["episode", *(f"square {cell + 1}" for cell in values.values), "lost_lines_x", "lost_lines_o"]


def value_rows(values: LearntValues) -> Iterator[list[object]]:
    for index, episode in enumerate(values.episodes):
        yield [episode, *(one[index] for one in values.values.values()), *values.lost_lines[index]]


def write_learner(settings: Settings, episode: object, folder: Path) -> Generator[Progress, None, str]:
    """Write the learner after an episode as a model.

    Return the path of the model, which is also the name of an agent.
    """
    replay, frame = yield from _frame_at(settings, episode)
    digest = hashlib.sha256(repr(sorted(asdict(replay.config).items())).encode()).hexdigest()[:8]
    file = folder / f"{NAME}-{digest}-{frame.episode}.npz"
    manifest = Manifest(
        game=GAME,
        agent="values",
        kind="learned",
        run=NAME,
        config={**settings_dict(replay.config), "iterations": frame.episode},
        seed=replay.config.seed,
        iterations=frame.episode,
        stage=f"{frame.episode:,} games",
        description=f"The value learner as it was after {frame.episode:,} games.",
        strength=lost_lines(sum(frame.lost_lines)),
    )
    save_model(file, manifest, {"values": replay.boards.by_state_number(frame.values, UNKNOWN_VALUE)})
    return str(file)


def lost_line(settings: Settings, episode: object) -> Generator[Progress, None, LostLine | None]:
    """Return a line of play that beats the learner after an episode, or None if there is none.

    If possible, return a line in which the learner plays O.
    """
    replay, frame = yield from _frame_at(settings, episode)
    agent = ValueAgent(NAME, replay.boards.by_state_number(frame.values, UNKNOWN_VALUE).tolist())
    for player in (1, 0):
        if frame.lost_lines[player]:
            line = audit(agent, player).first_lost
            assert line is not None
            return LostLine(player, line, _errors(line, player))
    return None


def _errors(line: Sequence[Action], player: Player) -> tuple[int, ...]:
    """Return the indices in `line` of the moves of `player` that gave away a win or a draw."""
    every = all_boards()
    perfect = perfect_values(every.table)[player]
    state, before = TicTacToeState(), float(perfect[0])
    errors: list[int] = []
    for index, cell in enumerate(line):
        mover, state = state.current_player(), state.child(cell)
        after = float(perfect[_position_index(every, state)])
        if mover == player and after < before:
            errors.append(index)
        before = after
    return tuple(errors)


def _frame_at(
    settings: Settings, episode: object
) -> Generator[Progress, None, tuple[TrainingReplay, ReplayFrame]]:
    replay, wanted = cached_replay(settings), checked_episode(episode)
    frames = yield from replay.reach(wanted)
    if frames[-1].episode != wanted:
        raise BadInput(f"This training has no values stored after {wanted:,} games.")
    return replay, frames[-1]


def _position_index(boards: Boards, state: TicTacToeState) -> int:
    return int(boards.positions[np.flatnonzero(boards.numbers == state.number)[0]])


def _read_position(board: Sequence[int]) -> TicTacToeState:
    """Return the position of a board.

    Raises:
        BadInput: If the game is over, or the position is not possible.
    """
    marks = [sum(mark == one for mark in board) for one in MARKS]
    known = len(board) == CELLS and sum(marks) + sum(mark == EMPTY for mark in board) == CELLS
    if not known or marks[0] - marks[1] not in (0, 1):
        raise BadInput("This is not a tic-tac-toe position: nine squares, with as many X as O or one more.")
    state = TicTacToeState(tuple(board))
    if state.is_terminal():
        raise BadInput("The game is over in this position.")
    return state
