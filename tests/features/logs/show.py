"""The states of the page of logs, for sweeps over all screens."""

from __future__ import annotations

from collections.abc import Callable

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
from game.features.history.log_hands import LogImport, LogOrigin
from game.features.history.logs_page import Logs
from game.rules.betting import HoldemRules
from game.study.history import Failure, Importing, ListLogHands, ListLogs
from game.tables.replay import Replay
from game.window.ui.input import Key
from game.window.ui.widgets.choice import Choice
from tests.features.logs.logs_for_tests import TABLE, records
from tests.window.driver import give_to

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
    """Open the page, and answer with these logs."""
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
    """Show the logs while another one is being imported."""
    app.models.imports.begin(PATH, TABLE)
    assert app.models.imports.at_work is not None
    app.models.imports.at_work.report = Progress(123_456, None, 31.0, 52.3, {"share": 0.37, "bad": 3})
    logs()(app)


def failed_below(app: App) -> None:
    """Show the logs after another one could not be imported."""
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
