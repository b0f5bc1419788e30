"""Logs that tests import, and a window on the page of the logs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame

from ai.service import answer
from game.match.acpc import header, to_acpc
from game.match.phh import HandRecord
from game.request import Refusal, Request
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemState
from game.study.drills import CollectMistakes
from game.study.history import ImportLog
from tests.window.driver import Asking
from tests.window.tables import HistoryWorker

TABLE = HoldemRules(50, 100, (20_000, 20_000))
NAMES = ("Hyperborean", "Slumbot", "Ann")


def records(count: int, rules: HoldemRules = TABLE, seed: int = 1) -> list[HandRecord]:
    rng = random.Random(seed)
    return [_record(number, rules, rng) for number in range(count)]


def write_log(file: Path, count: int = 30, *more: str, table: bool = True, seed: int = 1) -> Path:
    """Write a log of some hands, with `more` lines at its end."""
    lines = [header(TABLE)] if table else []
    file.write_text("\n".join([*lines, *map(to_acpc, records(count, seed=seed)), *more]) + "\n")
    return file


def _record(number: int, rules: HoldemRules, rng: random.Random) -> HandRecord:
    state, actions = HoldemState(rules), []
    while not state.is_terminal():
        legal = state.legal_actions()
        actions.append(legal[rng.randrange(min(len(legal), rng.choice([2, 3, 60])))])
        state = state.child(actions[-1])
    first, second = rng.sample(NAMES, 2)
    return HandRecord(rules, tuple(actions), (first, second), number)


class LogWorker(HistoryWorker):
    """Answers at the next poll. An import pauses after `reports` reports, and no hand is graded for the drills."""

    def __init__(self) -> None:
        super().__init__()
        self.reports = 0
        self._reading: dict[int, Iterator[Any]] = {}

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if isinstance(request, CollectMistakes):
            self.hand_in(ticket, 0)
            return
        if not isinstance(request, ImportLog) or not self.reports:
            super().consider(ticket, request)
            return
        reading = self._reading[ticket] = answer(request)
        for _ in range(self.reports):
            self.hand_in(ticket, next(reading))

    def go_on(self) -> None:
        """Finish paused imports."""
        for ticket, reading in self._reading.items():
            *_, log = reading
            self.hand_in(ticket, log)
        self._reading.clear()

    def fail(self, sentence: str) -> None:
        """Let paused imports fail."""
        for ticket in self._reading:
            self.hand_in(ticket, Refusal(sentence, died=True))
        self._reading.clear()

    def drop(self, ticket: int) -> None:
        super().drop(ticket)
        if ticket in self._reading:
            self._reading.pop(ticket).close()  # type: ignore[attr-defined]


BAD = "STATE:9:f:AsAh|KsKh:1|-1:ann|bob"


class Browsing(Asking):
    """The window on the page of the logs. A `LogWorker` answers its requests."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.logs = LogWorker()
        super().__init__(folder, self.logs, **more)

    def drop(self, *files: Path) -> None:
        self.app.step([pygame.event.Event(pygame.DROPFILE, file=str(file)) for file in files], 0.0)

    def read(self) -> None:
        """Import the file named in the field. No time passes afterwards."""
        self.logs.silent = True
        self.key("return")
        self.logs.silent = False
        self.answer()

    def import_log(self, *files: Path) -> None:
        """Open the history, then the logs, then drop files and import them."""
        self.keys("b", "i")
        self.answer()
        self.drop(*files)
        self.read()


Open = Callable[..., Browsing]
