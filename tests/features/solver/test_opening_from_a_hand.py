"""From a hand into the solver by one key: at a teaching table, while watching, and in a replay."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agent_entries import ARCHITECT
from game.features.solver.asks import CheckSpot
from game.features.solver.page import WALK, SolverScreen
from game.match.session import Session
from game.match.spot_texts import SpotTexts
from game.match.table_spec import TableSpec
from game.study.background import SEED_VARIABLE
from game.study.judgements import AskJudgement, OpenJudgedSolve
from game.study.solved import CheckedSpot, DecisionSpot
from tests.features.solver.show import SMALL, arrive
from tests.window.conftest import Open
from tests.window.driver import give_to
from tests.window.watching import Watching

FLOP = SpotTexts("Kd7c2h", "AA", "KQs", "60", "200", "50%", "100%")


def test_while_watching_v_opens_the_street_of_the_decision_on_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "7")
    window = Watching(tmp_path, "holdem").begin()
    try:
        watch: Any = window.app.screen
        window.key("v")
        assert window.app.screen is watch, "before the flop the solver does not open"
        to_the_flop(watch.session)
        watch.after_change()
        watch.timeline.finish()
        window.worker.answerers[OpenJudgedSolve] = lambda request: DecisionSpot(FLOP, ("check",))
        window.worker.answerers[CheckSpot] = lambda request: CheckedSpot()
        window.key("v")
        page = window.app.screen
        assert isinstance(page, SolverScreen)
        [asked] = window.worker.all_asked(OpenJudgedSolve)
        assert asked.decision.info.board == watch.session.state.board[:3]
        assert page.model.texts == FLOP
    finally:
        window.close()


def test_looking_ahead_of_an_agent_that_solves_opens_the_solver(tmp_path: Path) -> None:
    window = Watching(tmp_path, "holdem").begin()
    try:
        watch: Any = window.app.screen
        to_the_flop(watch.session)
        watch.after_change()
        watch.timeline.finish()
        seated = watch.session.spec.seats[watch.session.seat_to_act]
        window.app.agents = [
            replace(one, kind="search", family=ARCHITECT) if one.name == seated else one
            for one in window.app.agents
        ]
        window.worker.answerers[OpenJudgedSolve] = lambda request: DecisionSpot(FLOP, ("check",))
        window.worker.answerers[CheckSpot] = lambda request: CheckedSpot()
        window.key("a")
        assert isinstance(window.app.screen, SolverScreen)
    finally:
        window.close()


def to_the_flop(session: Session) -> None:
    while len(session.state.board) < 3:  # type: ignore[attr-defined]
        session.act(1)


def test_once_solved_the_decision_is_looked_at(open_window: Open) -> None:
    driver = open_window()
    session = Session(TableSpec("holdem", ("tight", "rock-solid"), seed=5))
    to_the_flop(session)
    seat = session.seat_to_act
    assert seat is not None
    info: Any = session.info(seat)
    driver.app.open("solver_at", AskJudgement("holdem", info))
    page = driver.app.screen
    assert isinstance(page, SolverScreen)
    give_to(driver.app, OpenJudgedSolve, DecisionSpot(SMALL, ("bet 50",)))
    assert page.model.texts == SMALL
    driver.app.worker.answered = 0  # type: ignore[attr-defined]
    driver.key("s")
    arrive(driver.app)
    assert page.tab == WALK
    assert list(page.model.position.actions) == ["bet 50"]
    assert list(page.model.view.node.here.actions) == ["all-in 200", "call", "fold"]
