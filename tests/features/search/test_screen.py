"""The search page: how each table opens the page, and the page's requests, content and states."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.app.app import App
from game.core import Progress
from game.features.search.page import CARDS, SearchScreen, format_call, format_search_line
from game.features.solver.page import SolverScreen
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.holdem import CALL, FOLD
from game.study.holdem import LookAhead, SearchReport
from game.study.judgements import OpenJudgedSolve
from game.study.models import find_decision, searcher
from game.study.play import SEED_VARIABLE, Decide
from game.tables.holdem.screen import PlayHoldem
from tests.features.search.show import RIVER, SURVEYOR, give_report, hand, report, spot
from tests.window.conftest import Open
from tests.window.driver import Driver, WordsOnlyPainter, give_to
from tests.window.samples import AGENTS
from tests.window.tables import Table, TableWorker, decide
from tests.window.watching import Watching

WITH_SEARCHER = [*AGENTS, SURVEYOR]


@pytest.fixture
def window(open_window: Open) -> Driver:
    return open_window(painter=WordsOnlyPainter, agents=WITH_SEARCHER)


def search_requests(driver: Driver) -> list[Any]:
    worker: Any = driver.app.worker
    return worker.all_asked(LookAhead)


def settled_texts(driver: Driver) -> list[str]:
    driver.settle()
    return driver.texts()


def search_screen(app: App) -> SearchScreen:
    assert isinstance(app.screen, SearchScreen)
    return app.screen


def test_it_asks_for_few_cards_at_first_and_for_more_when_they_are_chosen(window: Driver) -> None:
    window.app.go(SearchScreen(window.app, spot(RIVER)))
    window.key("3")
    assert [request.cards for request in search_requests(window)] == [int(CARDS[0]), int(CARDS[2])]
    assert {request.agent.name for request in search_requests(window)} == {"surveyor"}
    assert search_requests(window)[0].info == RIVER


def test_what_was_found_is_written_best_first(window: Driver) -> None:
    give_report(window.app, RIVER)
    words = settled_texts(window)
    assert [word for word in words if word.startswith(("All-in 19,750", "Call 950", "Fold"))][:3] == [
        "All-in 19,750",
        "Call 950",
        "Fold",
    ]
    assert {"+822", "0", "own rules: 60%", "112", "range: about 874 of 1,225 hands"} <= set(words)


def test_the_spot_says_whose_move_it_is(window: Driver) -> None:
    for names, said in (
        (("Mrs Sterling",) * 2, "River, Mrs Sterling's move"),
        (("You",) * 2, "River, your move"),
    ):
        window.app.go(SearchScreen(window.app, replace(spot(RIVER), names=names)))
        assert said in window.texts()


def test_amounts_are_those_of_the_street_and_all_in_is_named() -> None:
    place, betting = spot(RIVER), RIVER.betting
    assert [format_call(place, betting, action) for action in (FOLD, CALL, 3_000, 20_000)] == [
        "Fold",
        "Call 950",
        "Raise to 2,750",
        "All-in 19,750",
    ]
    assert format_call(spot(hand(250, CALL)), hand(250, CALL).betting, CALL) == "Check"


def test_a_line_tells_how_often_the_other_answers_so() -> None:
    line = report(RIVER).lines[1]
    assert format_search_line(spot(RIVER), line) == "Raise to 3,350, Fold (62%)"


def test_a_bar_follows_the_search_and_a_failure_is_said(window: Driver) -> None:
    give_report(window.app, RIVER)
    window.key("3")
    give_to(window.app, LookAhead, progress=Progress(150, 1_500, 0.1))
    assert window.screen.search.awaited
    [asked] = search_screen(window.app).questions
    assert asked.share == pytest.approx(0.1)
    give_to(window.app, LookAhead, error="The other process ended unexpectedly.")
    window.settle()
    assert any("search failed" in word for word in settled_texts(window))


def test_leaving_takes_no_more_interest(window: Driver) -> None:
    window.app.go(SearchScreen(window.app, spot(RIVER)))
    screen = search_screen(window.app)
    window.key("escape")
    assert not screen.search.awaited


# ---- the way in ----------------------------------------------------------------------------------------------
def sought(request: Any) -> SearchReport:
    return report(request.info)


def sit(opened: list[Driver], folder: Path, *, teaching: bool, other: str = "surveyor") -> Table:
    spec = TableSpec("holdem", ("you", other), seed=5, first="seat-0", teaching=teaching)
    table = Table(folder, PlayHoldem, spec, TableWorker({Decide: decide(), LookAhead: sought}))
    opened.append(table)
    table.app.agents.append(SURVEYOR)
    table.app.screen.relayout()
    table.settle()
    return table


def test_at_a_teaching_table_one_looks_into_ones_own_decision(opened: list[Driver], tmp_path: Path) -> None:
    table = sit(opened, tmp_path, teaching=True)
    table.click("ahead")
    [request] = table.worker.all_asked(LookAhead)
    assert request.info == table.session.info(0)
    assert request.seed == table.session.decision_seed
    assert table.screen.report.best == 20_000
    table.key("escape")
    table.key("a")
    assert table.screen.report.best == 20_000


def test_only_against_an_agent_that_looks_ahead_the_page_is_offered(
    opened: list[Driver], tmp_path: Path
) -> None:
    table = sit(opened, tmp_path, teaching=True, other="steady")
    assert "ahead" not in {control.name for control in table.app.controls()}
    while not table.screen.view.state.board:
        table.key("c")
    table.key("a")
    assert isinstance(table.app.screen, SolverScreen)
    assert not table.worker.all_asked(LookAhead)
    [asked] = table.worker.all_asked(OpenJudgedSolve)
    assert asked.decision.info == table.session.info(0)


def test_at_other_tables_nobody_looks_ahead(opened: list[Driver], tmp_path: Path) -> None:
    table = sit(opened, tmp_path, teaching=False)
    table.key("a")
    assert isinstance(table.app.screen, PlayHoldem)


def test_while_watching_one_looks_into_the_decision_of_whoever_is_to_act(
    opened: list[Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "7")
    window = Watching(tmp_path, "holdem").begin()
    opened.append(window)
    window.app.agents.append(SURVEYOR)
    window.worker.answerers[LookAhead] = sought
    watch: Any = window.app.screen
    seat = watch.session.seat_to_act
    names = watch.session.spec.seats
    window.app.agents[:] = [
        replace(one, kind="search") if one.name in names else one for one in window.app.agents
    ]
    watch.set_sight("closed")
    window.key("a")
    assert window.app.screen is watch
    watch.set_sight("open")
    window.key("a")
    assert window.worker.all_asked(LookAhead)[-1].info == watch.session.info(seat)
    assert isinstance(window.app.screen, SearchScreen)


def test_the_decision_is_the_one_at_hand_or_else_the_last(user_folder: Path) -> None:
    session = Session(TableSpec("holdem", ("tight", "rock-solid"), seed=5))
    info = find_decision(session, session.steps)
    assert info is not None
    assert info.betting.history == ((),)
    session.act(FOLD)
    assert find_decision(session, session.steps) == info
    assert find_decision(session, session.steps[:2]) is None


def test_who_sits_there_searches_if_it_can() -> None:
    other = type(SURVEYOR)("other", "holdem", "search", "Looks too.")
    agents = [*AGENTS, SURVEYOR, other]
    assert searcher(agents, "other") is other
    assert searcher(agents, "tight") is None
    assert searcher(agents, "surveyor") is SURVEYOR
    assert searcher(AGENTS, "tight") is None


def test_the_grid_names_whose_hands_it_shows_whoever_searches(window: Driver) -> None:
    names = ("You", "The Architect") if RIVER.player == 0 else ("The Architect", "You")
    window.app.go(SearchScreen(window.app, replace(spot(RIVER), names=names)))
    assert "What The Architect may hold" in settled_texts(window)
