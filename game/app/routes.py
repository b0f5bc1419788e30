"""Who is opened by which name: the one place that knows all screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from game.agent_entries import AgentEntry
from game.app.app import App
from game.app.preparing import Preparing
from game.features.arena.page import ArenaScreen
from game.features.drills.page import DrillsScreen
from game.features.help.page import Help
from game.features.help.tour import Tour
from game.features.history.logs_page import import_from
from game.features.history.page import HistoryScreen
from game.features.home.page import HomePage
from game.features.lab import page as lab
from game.features.ladder.page import LadderScreen
from game.features.new_game.page import NewGame
from game.features.odds.expert_page import ExpertScreen
from game.features.odds.expert_panels import RuleSpot
from game.features.odds.page import OddsScreen
from game.features.reports.page import ReportsScreen
from game.features.review.page import ReviewScreen
from game.features.review.retry import RetryScreen
from game.features.search.page import SearchScreen
from game.features.settings.page import SettingsScreen
from game.features.solver.page import SolverScreen
from game.features.statistics.page import StatisticsScreen
from game.features.train.run_page import TrainRun
from game.features.train.setup_page import TrainSetup
from game.features.watch.page import watching
from game.match.session import Session
from game.match.worker import Worker
from game.needs import Need
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.study.records import Saves
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.watch.screen import Watch
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.screen import Routes, Screen, Services
from game.window.frame.settings_store import SettingsStore

TABLES: Mapping[str, Callable[[Services, Session], Screen]] = {
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
        routes=routes(),
        list_agents=list_agents,
    )


def routes() -> Routes:
    """Return who is opened by which name."""
    return Routes(
        menu=HomePage,
        settings=SettingsScreen,
        tour=Tour,
        crash=_crash,
        help=Help,
        preparing=Preparing,
        table=_table,
        new_game=_new_game,
        first_hand=_first_hand,
        challenge=_challenge,
        ladder=LadderScreen,
        watching=watching,
        watch=Watch,
        arena=ArenaScreen,
        training=_training,
        train_with=TrainSetup,
        train_run=TrainRun,
        lab=lab.opened,
        value_explorer=lab.value_explorer,
        abstraction=lab.abstraction,
        odds=OddsScreen,
        experts=_experts,
        search=SearchScreen,
        solver=SolverScreen,
        solver_at=SolverScreen.at,
        reports=ReportsScreen,
        history=HistoryScreen,
        import_log=import_from,
        statistics=StatisticsScreen,
        drills=DrillsScreen,
        review=ReviewScreen,
        retry=RetryScreen,
    )


def _new_game(app: Services, table: str, agent: str) -> Screen:
    page = NewGame(app, table)
    if agent:
        page.choose(agent=agent)
    return page


def _first_hand(app: Services, table: str) -> None:
    page = NewGame(app, table)
    app.go(page)
    page.begin()


def _challenge(app: Services, table: str, agent: str) -> None:
    page = NewGame(app, table)
    page.choose(agent=agent, style="match")
    app.go(page)
    page.begin()


def _training(app: Services) -> Screen:
    """Return the page of the run at work if there is one, otherwise the choice of what to train."""
    work = app.training.at_work
    return TrainSetup(app) if work is None else TrainRun(app, work.run)


def _experts(app: Services, info: HoldemInformationState, open_cards: bool) -> Screen:
    """Return the experts' page on a decision. Closed cards stay closed."""
    spot = RuleSpot.of(info)

    def turn(page: str) -> None:
        """Open the page of the odds that was chosen in the head."""

        def open_odds() -> None:
            odds = OddsScreen(app)
            app.go(odds)
            odds.turn_page(page)

        app.once_ready(Need.ODDS, open_odds)

    return ExpertScreen(app, turn, spot if open_cards else replace(spot, hole=()))


def _table(app: Services, session: Session) -> Screen:
    return TABLES[session.spec.game](app, session)


def _crash(app: Services, report: Path | None) -> Screen:
    """Say that a screen had to close, and name the place of the report."""
    where = text("app.crash.report", path=report) if report is not None else text("app.crash.no_report")
    body = f"{text('app.crash.body')} {where}"
    return Question(
        app, text("app.crash.title"), body, [Reply("menu", text("app.crash.menu"), nothing, "primary")]
    )
