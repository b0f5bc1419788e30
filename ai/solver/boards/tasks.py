"""Solves one of many boards, and writes the result as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from ai.solver.boards.named import Board
from ai.solver.memory import available_bytes
from ai.solver.results import Walk
from ai.solver.solving import Goal, Solved, solve
from ai.solver.spot import OOP, Spot, spot_of
from ai.solver.state_documents import DIGITS, solve_document
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput, Progress
from game.rules.cards import names

CHECK = "check"


@dataclass(frozen=True, slots=True)
class Task:
    """A board to solve, with the document of its spot.

    times: how many isomorphic boards it stands for. target: the exploitability at which the board counts as solved,
    in percent of the pot. limits: if they set no memory, the free memory of the solving machine is the limit.
    digest: of spot and target. hands: whether the result includes each hand of the first decision.
    """

    document: object
    board: Board
    times: int
    goal: Goal
    target: float
    limits: Limits
    digest: str
    hands: bool = True


@dataclass(frozen=True, slots=True)
class SolvedLine:
    """The line of JSON of a board; if it could not be solved, the line says why."""

    text: str
    failed: bool


def solve_board(task: Task) -> SolvedLine:
    """Return the line of a board."""
    *_, line = solving_board(task)
    assert isinstance(line, SolvedLine)
    return line


def solving_board(task: Task) -> Iterator[Progress | SolvedLine]:
    """Yield progress at most 100 ms apart, then the line of a board. Closing the generator stops the work."""
    line: dict[str, object] = {"board": names(task.board), "times": task.times, "spot": task.digest}
    try:
        line |= yield from _found(task)
    except BadInput as sentence:
        line["error"] = str(sentence)
    yield SolvedLine(json.dumps(line, allow_nan=False), "error" in line)


def _found(task: Task) -> Generator[Progress, None, dict[str, object]]:
    """Solve a board; return all that its line says of it."""
    limits = task.limits
    if limits.memory is None:
        limits = replace(limits, memory=available_bytes())
    game = Subgame(spot_of(task.document, task.board), limits=limits)
    for item in solve(game, task.goal):
        if isinstance(item, Solved):
            found = item
        else:
            yield item
    document = solve_document(game, found, task.target, hands=task.hands)
    after = Walk(game).at((CHECK,))
    return document | {
        "after_check": {
            "actions": list(after.actions),
            "frequencies": [round(part, DIGITS) for part in after.frequencies()],
        },
        "equity": round((yield from _equity(game.spot, limits)), DIGITS),
        "weight": round(task.times * game.mass, DIGITS),
    }


def _equity(spot: Spot, limits: Limits) -> Generator[Progress, None, float]:
    """Return the equity of the range of `oop`, exact: what it wins of the pot where nobody bets."""
    unbet = Subgame(replace(spot, bets=(), raises=(), other_bets={}, other_raises={}), limits=limits)
    work = unbet.evs()
    while True:
        try:
            next(work)
        except StopIteration as end:
            ev: tuple[float, float] = end.value
            return ev[OOP] / spot.pot
        yield Progress(0, None, 0.0)
