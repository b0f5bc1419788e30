"""Small logs, and a worker that imports and browses them as the real one does, but reports only when told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ai import log_requests
from game.archive import requests
from game.match.acpc import header, to_acpc
from game.match.history import HandRecord
from game.match.worker import CANCELLED, Answer
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemState
from tests.screens.history import HistoryWorker

TABLE = HoldemRules(50, 100, (20_000, 20_000))
IMPORT = "import_log"
NAMES = ("Hyperborean", "Slumbot", "Ann")


def records(count: int, rules: HoldemRules = TABLE, seed: int = 1) -> list[HandRecord]:
    """Play hands at random between three in turns."""
    rng = random.Random(seed)
    return [_record(number, rules, rng) for number in range(count)]


def write_log(file: Path, count: int = 30, *more: str, table: bool = True, seed: int = 1) -> Path:
    """Write a log of some hands; `more` are lines at its end."""
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
    """Answers at the next poll; an import stands still after `reports` reports."""

    answers = requests.ANSWERS | log_requests.ANSWERS

    def __init__(self) -> None:
        super().__init__()
        self.reports = 0
        self._reading: dict[int, tuple[Iterator[Any], str]] = {}

    def ask(self, kind: str, payload: Mapping[str, Any], match: str = "") -> int:
        if kind != IMPORT or not self.reports:
            return super().ask(kind, payload, match)
        self._tickets += 1
        self.asked.append((kind, payload))
        reading = self.answers[kind](payload)
        self._reading[self._tickets] = reading, match
        for _ in range(self.reports):
            self._open.append(Answer(self._tickets, kind, match, progress=next(reading)))
        return self._tickets

    def go_on(self) -> None:
        """Let imports that stand still come to their end."""
        for ticket, (reading, match) in self._reading.items():
            *_, log = reading
            self._open.append(Answer(ticket, IMPORT, match, value=log))
        self._reading.clear()

    def fail(self, sentence: str) -> None:
        """Let imports that stand still come to nothing."""
        for ticket, (_, match) in self._reading.items():
            self._open.append(Answer(ticket, IMPORT, match, error=sentence, died=True))
        self._reading.clear()

    def cancel(self, ticket: int) -> None:
        super().cancel(ticket)
        if ticket in self._reading:
            reading, match = self._reading.pop(ticket)
            reading.close()  # type: ignore[attr-defined]
            self._open.append(Answer(ticket, IMPORT, match, error=CANCELLED))
