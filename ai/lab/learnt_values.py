"""What a value learner thought of each square, stage by stage of its training."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import lru_cache
from pathlib import Path

from ai import catalog
from ai.agents import value_agent
from ai.agents.value_agent import ValueAgent
from game.core import BadInput, Progress
from game.lab import LearntValues
from game.manifest import read_manifest
from game.rules import games
from game.rules.tic_tac_toe import CELLS, MARKS, TicTacToeState

MOST_STAGES = 64  # held ready; a table is a third of a megabyte


def over_training(agents: Sequence[str], board: Sequence[int]) -> Generator[Progress, None, LearntValues]:
    """Return what each of the agents, stages of one learner in order, thinks of the squares left on `board`."""
    info = _state(board).information_state(_state(board).current_player())
    start, iterations, values = time.monotonic(), [], []
    for number, name in enumerate(agents, 1):
        stage, agent = _stage(name)
        iterations.append(stage)
        values.append(agent.values(info))
        yield Progress(number, len(agents), time.monotonic() - start)
    cells = info.legal_actions
    return LearntValues(tuple(iterations), {cell: tuple(one[cell] for one in values) for cell in cells})


def _state(board: Sequence[int]) -> TicTacToeState:
    """Return the position; `BadInput` if the game is over there, or never comes there."""
    marks = [sum(mark == one for mark in board) for one in MARKS]
    known = len(board) == CELLS and sum(marks) + sum(mark == 0 for mark in board) == CELLS
    if not known or marks[0] - marks[1] not in (0, 1):
        raise BadInput("This is no position of tic-tac-toe: nine squares, X as many as O or one more.")
    state = TicTacToeState(tuple(board))
    if state.is_terminal():
        raise BadInput("The game is over in this position: no square can be marked.")
    return state


def _stage(name: str) -> tuple[int, ValueAgent]:
    file = catalog.find(games.TIC_TAC_TOE, name).file
    assert file is not None
    return _loaded(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=MOST_STAGES)
def _loaded(file: Path, changed: int) -> tuple[int, ValueAgent]:
    """Return how many games the model of a stage has learnt from, and the model."""
    manifest = read_manifest(file)
    if manifest.agent != "values":
        raise BadInput(f"{file.stem} has no values to show: it does not weigh squares.")
    return manifest.iterations or 0, value_agent.load(file, TicTacToeState())
