"""A table in a window without a display. The test answers for the agents at the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ai.service import answer
from game.agent_entries import AgentEntry, Strength
from game.app.app import App
from game.core import BadInput, Decision, Progress
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Refusal, Request
from game.rules.tic_tac_toe import TicTacToeState
from game.study.drills import CollectMistakes
from game.study.judgements import AskJudgement, Judgement
from game.study.lab import ForgetLabRuns
from game.study.play import Decide
from game.tables.play import PlayScreen
from game.window.frame.screen import Screen
from tests.window.driver import (
    DEAD,
    SETTLED,
    Driver,
    FakeWorker,
    Kind,
    Waiting,
    WordsOnlyPainter,
    blank_screens,
)

LEARNER = [
    AgentEntry(
        name=f"values-{stage}",
        game="tic-tac-toe",
        kind="learned",
        description="Learns by playing itself.",
        family="values",
        stage=words,
        strength=Strength("lost lines", lost, None, None, None),
    )
    for stage, words, lost in (
        ("100", "100", 2110),
        ("1k", "1,000", 640),
        ("10k", "10,000", 212),
        ("1m", "1 M", 0),
    )
]
KUHN = [AgentEntry("kuhn-cfr-final", "kuhn-poker", "solved", "Played itself to a balance.", stage="25,000")]
HOLDEM = [AgentEntry("steady", "holdem", "rules", "Plays by the book.")]
AGENTS = [*LEARNER, *KUHN, *HOLDEM]

Answerer = Callable[[Any], Any]


class TableWorker(FakeWorker):
    """A fake worker that answers at the next poll. Each kind of request has a function that returns the answer."""

    def __init__(self, answerers: Mapping[Kind, Answerer] | None = None) -> None:
        super().__init__()
        self.answerers: dict[Kind, Answerer] = {Decide: decide_passively, **(answerers or {})}
        self.dead = False
        self.silent = False

    def unanswered(self, kind: Kind) -> list[Waiting]:
        return [waiting for waiting in self.open.values() if isinstance(waiting.request, kind)]

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if self.dead:
            self.hand_in(ticket, DEAD)
        elif type(request) in self.answerers:
            self.hand_in(ticket, self.answerers[type(request)](request))
        else:
            self.hand_in(ticket, Refusal("Nobody answers that."))

    def poll(self) -> None:
        if not self.silent:
            super().poll()

    def close(self) -> None:
        self.dead = True


class SlowJudge(TableWorker):
    """A worker that leaves judgements open until the test gives them."""

    def consider(self, ticket: int, request: Any) -> None:
        if not isinstance(request, AskJudgement):
            super().consider(ticket, request)


def decide_passively(request: Any) -> Decision:
    """Check, call or pass. In tic-tac-toe, take the first free square."""
    legal = request.info.legal_actions
    action = 1 if request.agent.game == "holdem" else legal[0]
    return Decision(action, {action: 1.0}, random.Random(request.seed).random())


def fail_to_decide(request: Any) -> Decision:
    """Return the decision that replaces a failed decision: a passive action, without a strategy."""
    return replace(decide_passively(request), strategy={}, roll=None, note="It checks or folds.")


def decide(*actions: int, shares: Mapping[int, float] | None = None, roll: float = 0.21) -> Answerer:
    """Return a function that takes these actions one after the other, and then plays passively."""
    script = list(actions)

    def answer(request: Any) -> Decision:
        if not script:
            return decide_passively(request)
        action = script.pop(0)
        return Decision(action, shares or {action: 1.0}, roll)

    return answer


def perfect_values(request: Any) -> dict[int, float]:
    state = TicTacToeState(request.info.board)
    return {cell: 1 - _worth(state.child(cell)) for cell in state.legal_actions()}


@cache
def _worth(state: TicTacToeState) -> float:
    """Return the value of a position for the player to act: 0, 1/2 or 1."""
    if state.is_terminal():
        return 0.5 if state.winner is None else 0.0
    return max(1 - _worth(state.child(cell)) for cell in state.legal_actions())


def perfect_judgement(request: AskJudgement) -> Judgement:
    """Judge a decision of tic-tac-toe by enumeration."""
    values = perfect_values(request)
    best = [cell for cell, value in values.items() if value == max(values.values())]
    errors, shares = dict.fromkeys(values, 0.0), dict.fromkeys(best, 1 / len(best))
    return Judgement(values, errors, shares, best[0], "exact", "sure", 4.0, advice=frozenset(best))


def judged(
    values: Mapping[int, float], best: int, shares: Mapping[int, float] | None = None, **parts: Any
) -> Judgement:
    """Return the final judgement of a decision whose actions have these values."""
    error, advice = parts.pop("error", 0.0), parts.pop("advice", frozenset((best,)))
    known = {"source": "exact", "stage": "sure", "stake": 4.0, **parts}
    errors = dict.fromkeys(values, error)
    return Judgement(values, errors, shares or {best: 1.0}, best, advice=advice, **known)


class Table(Driver):
    """A driver whose topmost screen is a table."""

    def __init__(
        self,
        folder: Path,
        make: Callable[[App, Session], PlayScreen],
        session: Session | TableSpec,
        worker: TableWorker | None = None,
        **settings: Any,
    ) -> None:
        self.made: list[Screen] = []

        def table(app: App, session: Session) -> Screen:
            self.made.append(make(app, session))
            return self.made[-1]

        settings.setdefault("painter", WordsOnlyPainter)
        agents = settings.pop("agents", AGENTS)
        super().__init__(folder, blank_screens(table=table), agents, **settings)
        self.worker = worker or TableWorker()  # type: ignore[assignment]
        self.app.worker = self.worker  # type: ignore[assignment]
        self.app.resume(session if isinstance(session, Session) else Session(session))
        self.settle()

    def settle(self) -> None:
        """End every animation and deliver every answer."""
        for _ in range(60):
            moving = self.app.step([], SETTLED)
            if not moving and (not self.worker.waiting or getattr(self.worker, "silent", False)):
                self._look_for_crashes()
                return
        raise AssertionError("something moves for ever")

    @property
    def table(self) -> Any:
        return self.made[-1]

    @property
    def session(self) -> Session:
        session: Session = self.table.session
        return session


class HistoryWorker(TableWorker):
    """A fake worker that answers at the next poll.

    Requests about the history are answered from the user's folder. No hand becomes a drill card.
    """

    def __init__(self) -> None:
        super().__init__()
        self.broken = ""
        self.broken_kind: Kind | None = None  # the only damaged kind of file, None for all

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if self.broken and self.broken_kind in (None, type(request)):
            self.hand_in(ticket, Refusal(self.broken))
        elif isinstance(request, ForgetLabRuns):
            self.hand_in(ticket, None)
        elif isinstance(request, CollectMistakes):
            self.hand_in(ticket, 0)
        elif type(request) in self.answerers:
            self.hand_in(ticket, self.answerers[type(request)](request))
        else:
            try:
                items = [item for item in answer(request) if not isinstance(item, Progress)]
            except BadInput as sentence:
                self.hand_in(ticket, Refusal(str(sentence)))
            else:
                self.hand_in(ticket, items[-1])
