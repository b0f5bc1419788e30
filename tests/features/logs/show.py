"""The states of the page of logs for the tests that check every screen, and the logs that tests import."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame

from ai.service import answer
from game.app.app import App
from game.archive.hands import HandPage
from game.archive.imported import (
    SHOWDOWN,
    ImportedHand,
    ImportedLog,
    ImportedLogs,
    LeftOut,
    LogPlayer,
)
from game.core import Progress
from game.features.history import ListLogHands, ListLogs
from game.features.history.log_hands import LogImport, LogOrigin
from game.features.history.logs_page import Logs
from game.match.acpc import header, to_acpc
from game.match.phh import HandRecord
from game.request import Refusal, Request
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemState
from game.study.history import Failure, Importing, ImportLog
from game.tables.replay import Replay
from game.window.ui.input import Key
from game.window.ui.widgets.choice import Choice
from tests.window.driver import Asking, give_to
from tests.window.tables import HistoryWorker

TABLE = HoldemRules(50, 100, (20_000, 20_000))
NAMES = ("Hyperborean", "Slumbot", "Ann")


def records(count: int, rules: HoldemRules = TABLE, seed: int = 1) -> list[HandRecord]:
    rng = random.Random(seed)
    return [_record(number, rules, rng) for number in range(count)]


def write_log(file: Path, count: int = 30, *more: str, table: bool = True, seed: int = 1) -> Path:
    """Write a log of `count` hands, followed by the lines `more`. If `table` is False, the log has no header."""
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
    """A fake worker that answers at the next poll.

    If `reports` is not 0, an import pauses after this number of progress reports.
    """

    def __init__(self) -> None:
        super().__init__()
        self.reports = 0
        self._reading: dict[int, Iterator[Any]] = {}

    def consider(self, ticket: int, request: Request[Any]) -> None:
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
    """A window whose requests a `LogWorker` answers. `import_log` opens the page of the logs."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.logs = LogWorker()
        super().__init__(folder, self.logs, **more)

    def drop(self, *files: Path) -> None:
        self.app.step([pygame.event.Event(pygame.DROPFILE, file=str(file)) for file in files], 0.0)

    def read(self) -> None:
        """Import the file that the field names, and deliver the answers without letting time pass."""
        self.logs.silent = True
        self.key("return")
        self.logs.silent = False
        self.answer()

    def import_log(self, *files: Path) -> None:
        """Open the history, then the page of logs. Drop files there and import them."""
        self.keys("b", "i")
        self.answer()
        self.drop(*files)
        self.read()


Open = Callable[..., Browsing]


PATH = "/logs/evening.log.xz"
SENTENCE = "Not an ACPC hand: it reads STATE:number:betting:cards|cards/board:payoff|payoff:name|name."


def imported() -> ImportedLog:
    players = tuple(LogPlayer(f"Professional {number}", 3000 - number, 12.5 * number) for number in range(20))
    left_out = tuple(LeftOut("evening.log", 17 * number, SENTENCE) for number in range(6))
    tables = (TABLE, *(HoldemRules(1, 2, (stack, stack)) for stack in (100, 200, 300, 400)))
    files = ("deepstack_against_professionals.log.xz", "evening.log")
    return ImportedLog(
        "one", files, 1_790_000_000.0, 338_104, 1200, left_out, tables, files[:1], players, 33, 22_500_000
    )


def hands() -> tuple[ImportedHand, ...]:
    return tuple(
        ImportedHand(index, record, index % 2, 20_000, SHOWDOWN)
        for index, record in enumerate(records(12), 123_456)
    )


def opened(app: App, *logs: ImportedLog) -> None:
    """Open the page. The worker's answer lists `logs`."""
    app.go(Logs(app))
    app.step([], 0.0)
    give_to(app, ListLogs, ImportedLogs(logs))


def logs(panel: str = "hand", *, tab: str = "hands") -> Callable[[App], None]:
    def go(app: App) -> None:
        opened(app, imported())
        give_to(app, ListLogHands, HandPage(hands(), 338_104))
        for tabs, chosen in (("side", panel), ("tab", tab)):
            app.step([], 0.0)
            shown = app.screen.controls.find(tabs)
            if isinstance(shown, Choice):
                shown.choose(chosen)

    return go


def no_log(app: App) -> None:
    opened(app)


def in_trouble(app: App) -> None:
    app.go(Logs(app))
    app.step([], 0.0)
    give_to(app, ListLogs, error="The other process ended unexpectedly.")


def show_import(app: App) -> None:
    logs()(app)
    app.overlay(LogImport(app, lambda log: None, PATH))


def show_refusal(app: App) -> None:
    failed_below(app)
    app.overlay(LogImport(app, lambda log: None))


def show_reading(app: App) -> None:
    reading_below(app)
    app.overlay(LogImport(app, lambda log: None))


def reading_below(app: App) -> None:
    """Show the logs while another log is being imported."""
    app.models.imports.begin(PATH, TABLE)
    assert app.models.imports.at_work is not None
    app.models.imports.at_work.report = Progress(123_456, None, 31.0, 52.3, {"share": 0.37, "bad": 3})
    logs()(app)


def failed_below(app: App) -> None:
    """Show the logs after the import of another log has failed."""
    app.models.imports.cancel()
    app.models.imports.failed = Failure(Importing(PATH, TABLE), f"No hand could be read. Line 1: {SENTENCE}")
    logs()(app)


def first_log(app: App) -> None:
    reading_below(app)
    no_log(app)


def show_search(app: App) -> None:
    logs()(app)
    app.send(Key("p", "p"))


def nobody_found(app: App) -> None:
    show_search(app)
    for letter in "quux":
        app.send(Key(letter, letter))


def show_removal(app: App) -> None:
    logs()(app)
    app.send(Key("delete"))


PLACES: dict[str, Callable[[App], None]] = {
    "logs": logs(),
    "what is in a log": logs("log"),
    "filters of a log": logs(tab="filters"),
    "one log in a small window": logs("log", tab="log"),
    "no log": no_log,
    "logs in trouble": in_trouble,
    "import a log": show_import,
    "a log that is none": show_refusal,
    "a log being read": show_reading,
    "a log being read below": reading_below,
    "a log that is none below": failed_below,
    "the first log": first_log,
    "finding a player": show_search,
    "finding nobody": nobody_found,
    "removing a log": show_removal,
}


def replay(app: App) -> None:
    """Replay a hand of a log to its end."""
    screen = Replay(app, hands()[0], origin=LogOrigin())
    app.go(screen)
    screen.to_end()
