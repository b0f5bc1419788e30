"""Introduces the screens to each other: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.core import AgentEntry
from game.match.session import Session
from game.match.worker import Worker
from game.screens.app import App, Screens
from game.screens.help import Help
from game.screens.menu import Menu
from game.screens.question import Question, Reply, nothing
from game.screens.saves import Saves
from game.screens.screen import Screen
from game.screens.settings import SettingsScreen
from game.screens.settings_store import SettingsStore
from game.screens.texts import text

OpenTable = Callable[[App, Session], Screen]


def make_app(folder: Path, worker: Worker, agents: Sequence[AgentEntry], open_table: OpenTable) -> App:
    """Return the program on a user's folder; `open_table` makes the screen of a session."""
    return App(
        folder=folder,
        store=SettingsStore(folder),
        saves=Saves(folder),
        worker=worker,
        agents=agents,
        screens=screens(open_table),
    )


def screens(open_table: OpenTable) -> Screens:
    """Return the screens that the app opens by itself."""
    return Screens(menu=Menu, settings=SettingsScreen, table=open_table, help=Help, crash=_crash)


def _crash(app: App, report: Path | None) -> Screen:
    """Say that a screen had to close, and where the report lies."""
    where = text("app.crash.report", path=report) if report is not None else text("app.crash.no_report")
    body = f"{text('app.crash.body')} {where}"
    return Question(
        app, text("app.crash.title"), body, [Reply("menu", text("app.crash.menu"), nothing, "primary")]
    )
