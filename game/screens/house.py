"""Introduces the screens to each other: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from game.core import AgentEntry
from game.match.session import Session
from game.match.worker import Worker
from game.rules import games
from game.screens.app import App, Screens
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.help import Help
from game.screens.menu import Menu
from game.screens.preparing import Preparing
from game.screens.saves import Saves
from game.screens.screen import Screen
from game.screens.settings.screen import SettingsScreen
from game.screens.settings.store import SettingsStore
from game.screens.tables.holdem.screen import PlayHoldem
from game.screens.tables.kuhn.screen import PlayKuhn
from game.screens.tables.tic_tac_toe.screen import PlayTicTacToe
from game.screens.texts import text
from game.screens.tour import Tour

TABLES: Mapping[str, Callable[[App, Session], Screen]] = {
    games.TIC_TAC_TOE: PlayTicTacToe,
    games.KUHN_POKER: PlayKuhn,
    games.KUHN_HALF_STREET: PlayKuhn,
    games.HOLDEM: PlayHoldem,
}


def make_app(
    folder: Path,
    worker: Worker,
    list_agents: Callable[[], Sequence[AgentEntry]],
    notes: Sequence[str] = (),
) -> App:
    """Return the program on a user's folder; `notes` are sentences that the menu shows at first."""
    saves = Saves(folder)
    saves.warnings.extend(notes)
    return App(
        folder=folder,
        store=SettingsStore(folder),
        saves=saves,
        worker=worker,
        agents=list_agents(),
        screens=screens(),
        list_agents=list_agents,
    )


def screens() -> Screens:
    """Return the screens that the app opens by itself."""
    return Screens(
        menu=Menu,
        settings=SettingsScreen,
        table=_table,
        help=Help,
        crash=_crash,
        tour=Tour,
        preparing=Preparing,
    )


def _table(app: App, session: Session) -> Screen:
    return TABLES[session.spec.game](app, session)


def _crash(app: App, report: Path | None) -> Screen:
    """Say that a screen had to close, and where the report lies."""
    where = text("app.crash.report", path=report) if report is not None else text("app.crash.no_report")
    body = f"{text('app.crash.body')} {where}"
    return Question(
        app, text("app.crash.title"), body, [Reply("menu", text("app.crash.menu"), nothing, "primary")]
    )
