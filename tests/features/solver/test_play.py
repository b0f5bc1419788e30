"""Playing against a solution, opening the solver page from a hand, painted ranges, and progress texts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.hands.combos import mean_by_class, parse_range
from game.agent_entries import ARCHITECT
from game.core import BUILDING, NODES, Progress
from game.features.solver import CheckSpot, KeepSpotMistakes, PlaySpot, SetLock, SolveSpot
from game.features.solver.page import PLAY, WALK, SolverScreen
from game.features.solver.solve_panels import format_progress
from game.match.session import Session
from game.match.spot_texts import SpotTexts
from game.match.table_spec import TableSpec
from game.study.judgements import AskJudgement, Mark, OpenJudgedSolve
from game.study.play import SEED_VARIABLE
from game.study.solved import CheckedSpot, DecisionSpot
from game.texts import percent
from game.window.ui.input import Pointer
from tests.features.solver.show import (
    SMALL,
    arrive,
    opened,
    playing,
    playing_from,
    press_keys,
    show_walk,
    solved,
)
from tests.window.conftest import Open
from tests.window.driver import Driver, Recorder, give_to
from tests.window.watching import Watching

Show = Callable[[Callable[..., SolverScreen]], tuple[Driver, SolverScreen]]


@pytest.fixture
def show(open_window: Open) -> Show:
    def go(place: Callable[..., SolverScreen]) -> tuple[Driver, SolverScreen]:
        driver = open_window()
        return driver, place(driver.app)

    return go


def words(driver: Driver) -> str:
    return " | ".join(mark.words for mark in driver.marks())


def test_n_opens_the_table_and_a_digit_acts_and_is_graded(show: Show) -> None:
    driver, screen = show(solved)
    press_keys(driver, "n")
    assert screen.tab == PLAY
    before = screen.practice.view.hand
    assert before is not None
    if before.is_over:
        press_keys(driver, "return")
    offered = list(screen.practice.view.offered)
    press_keys(driver, "1")
    last = screen.practice.view.last
    assert last is not None
    assert last.offered == tuple(offered)
    assert last.offered[last.grade.action] == offered[-1], "the largest bet is first, as in a walk"
    press_keys(driver, "w")
    node = screen.model.position.node
    assert node is not None
    assert node.here.actions[0] == offered[-1]
    press_keys(driver, "n")
    assert last.grade.mark.value.capitalize() in words(driver)


def test_the_costs_of_hands_add_up_and_enter_deals_the_next_one(show: Show) -> None:
    driver, screen = show(playing())
    cost, hands = 0.0, 0
    while hands < 6:
        if screen.practice.view.is_over:
            hand = screen.practice.view.hand
            assert hand is not None
            cost += sum(decision.grade.sure_cost for decision in hand.decisions)
            hands += 1
            assert screen.practice.view.tally.hands == hands
            press_keys(driver, "return")
        else:
            press_keys(driver, "1")
    assert screen.practice.view.tally.cost == pytest.approx(cost)
    asked = driver.worker.all_asked(PlaySpot)
    assert {one.player for one in asked} == {0, 1}, "the sides take turns"
    assert len({one.number for one in asked}) >= 7


def test_the_cards_of_the_other_are_not_told_before_the_end(show: Show) -> None:
    _, screen = show(playing())
    hand = screen.practice.view.hand
    assert hand is not None
    assert not hand.is_over
    assert hand.other == ()


def test_a_hand_whose_cards_were_seen_is_not_dealt_again_when_the_solve_goes_on(show: Show) -> None:
    driver, screen = show(playing())
    solve = screen.practice._solve
    assert solve is not None
    before = driver.worker.all_asked(PlaySpot)[-1].number
    screen.practice.sit(replace(solve, iterations=solve.iterations + 10))
    assert driver.worker.all_asked(PlaySpot)[-1].number == before + 1


def test_a_digit_that_no_action_has_does_nothing(show: Show) -> None:
    driver, screen = show(playing())
    press_keys(driver, "9")
    assert screen.practice.view.last is None


def test_x_takes_the_next_side_with_a_new_hand(show: Show) -> None:
    driver, screen = show(playing(side="oop"))
    press_keys(driver, "x")
    assert screen.practice.view.side == "ip"
    assert driver.worker.all_asked(PlaySpot)[-1].player == 1


def test_mistakes_go_to_the_drills_with_d_and_once(show: Show) -> None:
    driver, screen = show(playing(hands=8))
    wrong = screen.practice.view.tally.marks[Mark.MISTAKE] + screen.practice.view.tally.marks[Mark.BLUNDER]
    assert screen.practice.view.mistakes == wrong > 0
    press_keys(driver, "d")
    [kept] = driver.worker.all_asked(KeepSpotMistakes)
    assert kept.texts == SMALL
    assert len(kept.decisions) == wrong
    assert screen.practice.view.mistakes == 0
    assert "1 new in the drills" in words(driver)
    press_keys(driver, "d")
    assert len(driver.worker.all_asked(KeepSpotMistakes)) == 1


def test_a_late_answer_of_the_drills_removes_no_mistake_against_another_solve(show: Show) -> None:
    driver, screen = show(playing(hands=8))
    practice = screen.practice
    before = list(practice._mistakes)
    driver.key("d")
    assert screen.model.solve is not None
    practice.sit(replace(screen.model.solve, texts=replace(SMALL, pot="80")))
    practice._mistakes += before
    give_to(driver.app, KeepSpotMistakes, 1)  # the request was not dropped, so its cards are stored
    assert practice._keep_query.state == "idle"
    assert practice.view.mistakes == len(before) > 0
    assert practice.view.kept is None


def test_the_voice_tells_once_how_many_mistakes_went_to_the_drills(open_window: Open) -> None:
    voice = Recorder()
    driver = open_window(voice=voice)
    driver.app.change(voice=True)
    playing(hands=8)(driver.app)
    voice.take()
    press_keys(driver, "d")
    assert "1 new in the drills, among your mistakes." in voice.take()
    press_keys(driver, "x")
    heard = " ".join(voice.take())
    assert "What do you do?" in heard
    assert "new in the drills" not in heard


def test_w_walks_to_the_decision_that_was_made_last(show: Show) -> None:
    driver, screen = show(playing(0, side="oop"))
    last = screen.practice.view.last
    assert last is not None
    press_keys(driver, "w")
    assert screen.tab == WALK
    assert list(screen.model.position.actions) == list(last.line)
    press_keys(driver, "n")
    assert screen.tab == PLAY
    assert screen.practice.view.last == last, "the hand lies there as it was left"


def test_p_in_the_walk_lets_every_hand_begin_there_and_b_at_the_start_again(show: Show) -> None:
    driver, screen = show(playing_from("check", "bet 50"))
    assert screen.tab == PLAY
    hand = screen.practice.view.hand
    assert hand is not None
    assert hand.line[:2] == ("check", "bet 50")
    assert "Every hand begins after Check, Bet 50" in words(driver)
    while screen.practice.view.tally.hands < 3:
        press_keys(driver, "return" if screen.practice.view.is_over else "1")
    press_keys(driver, "b")
    assert not screen.practice.view.line
    assert screen.practice.view.tally.hands == 0
    asked = driver.worker.all_asked(PlaySpot)
    assert [one.actions for one in asked[-2:]] == [("check", "bet 50"), ()]
    assert "Every hand begins after" not in words(driver)


def test_the_hand_that_was_walked_to_goes_on_where_it_was_begun(show: Show) -> None:
    driver, screen = show(playing_from("check", "bet 50"))
    while screen.practice.view.last is None:
        press_keys(driver, "return" if screen.practice.view.is_over else "1")
    last, count = screen.practice.view.last, len(driver.worker.all_asked(PlaySpot))
    press_keys(driver, "w", "n")
    assert screen.practice.view.last == last
    press_keys(driver, "w")
    screen.model.position.visit(("check", "bet 50"), screen.model.position.node.board)  # type: ignore[union-attr]
    arrive(driver.app)
    press_keys(driver, "p")
    assert len(driver.worker.all_asked(PlaySpot)) == count, "hands begin there already"


def test_another_spot_begins_at_its_start(show: Show) -> None:
    _, screen = show(playing_from("check", "bet 50"))
    assert screen.model.solve is not None
    screen.practice.sit(replace(screen.model.solve, texts=replace(SMALL, pot="80")))
    assert not screen.practice.view.line


@pytest.mark.parametrize("line", [("bet 50", "fold"), ("all-in 200", "call"), ("check", "check")])
def test_hands_begin_where_something_is_left_to_decide(show: Show, line: tuple[str, ...]) -> None:
    driver, screen = show(show_walk(*line))
    press_keys(driver, "p")
    assert (screen.tab == PLAY) == (line == ("check", "check"))
    if screen.tab != PLAY:
        assert (
            "any decision of a finished or paused solve" in driver.app.screen.controls.find("play").disabled
        )


def test_a_lock_makes_it_another_game_with_a_new_count(show: Show) -> None:
    driver, screen = show(playing(hands=2))
    assert screen.practice.view.tally.hands == 2
    screen.model.position.visit(("bet 50",), screen.model.position.node.board)  # type: ignore[union-attr]
    screen.walk()
    arrive(driver.app)
    press_keys(driver, "l", "return", "n")
    assert screen.tab == PLAY
    assert len(screen.model.view.locks) == 1
    assert screen.practice.view.tally.hands == 0


def test_a_locked_decision_shows_the_percentages_of_the_lock(show: Show) -> None:
    driver, screen = show(playing_from("bet 50"))
    screen.model.lock(SetLock(SMALL, ("bet 50",), (), "fold", 20.0))
    arrive(driver.app)
    assert len(screen.model.view.locks) == 1
    press_keys(driver, "n")
    screen.practice.choose("ip")
    arrive(driver.app)
    press_keys(driver, "1")
    last = screen.practice.view.last
    assert last is not None
    assert last.locked
    assert sum(last.mix) == pytest.approx(1.0)
    assert not last.grade.judgement.shares
    said = words(driver)
    assert "This decision is locked" in said
    assert all(percent(share) in said for share in last.mix)


def test_a_spot_that_is_not_solved_or_is_being_solved_is_not_played(show: Show) -> None:
    driver, screen = show(opened())
    press_keys(driver, "n")
    assert screen.tab != PLAY
    driver.key("s")
    give_to(driver.app, SolveSpot, progress=Progress(20, 60, 1.0, 2.0, {"exploitability_pct": 4.0}))
    driver.key("n")
    assert screen.tab != PLAY


def test_the_table_of_another_spot_waits_for_its_solution(show: Show) -> None:
    driver, screen = show(show_walk())
    screen.model.type(pot="80")
    arrive(driver.app)
    driver.key("3", ctrl=True)
    arrive(driver.app)
    assert not driver.worker.all_asked(PlaySpot)
    assert "This spot is not solved yet" in words(driver)


def test_a_cost_is_told_in_percent_of_the_pot_of_its_decision(show: Show) -> None:
    driver, screen = show(playing_from("check", "bet 50", hands=8))
    tally, hand = screen.practice.view.tally, screen.practice.view.hand
    assert hand is not None
    assert all(one.pot >= 150 for one in hand.decisions)
    assert 0 < tally.pot_shares <= tally.cost / 150 + 1e-9
    said = words(driver)
    assert f"Cost a decision, of its pot | {100 * tally.pot_shares / tally.decisions:.2f}%" in said
    for one in hand.decisions:
        if one.grade.mark != Mark.BEST and one.grade.sure_cost >= 0.005:
            assert f"{100 * one.grade.cost / one.pot:.1f}% of the pot" in said


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
        assert window.state["notice"] == "The solver begins on the flop."
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
    assert f"From a hand, in chips: 1 bb = {info.rules.big_blind}" in driver.texts()
    page.model.type(pot="300")
    assert not page.model.big_blind, "another spot is of no hand"


Paint = Callable[..., tuple[Driver, SolverScreen]]
CELLS = 13


@pytest.fixture
def paint(open_window: Open) -> Paint:
    def go(side: str = "o") -> tuple[Driver, SolverScreen]:
        driver = open_window()
        screen = opened()(driver.app)
        press_keys(driver, side)
        return driver, screen

    return go


def grid_weights(driver: Driver) -> dict[str, float]:
    picture = driver.widget("grid").picture
    return {name: weight for name, weight in picture.weights.items() if weight}


def assert_equal(driver: Driver, words: str) -> None:
    expected = {name: weight for name, weight in mean_by_class(parse_range(words)).items() if weight}
    assert grid_weights(driver) == pytest.approx(expected)


def cell_middle(driver: Driver, row: int, column: int) -> tuple[float, float]:
    x, y, width, height = driver.control("grid").rect
    scale = driver.app.painter.u
    return (x + (column + 0.5) * width / CELLS) / scale, (y + (row + 0.5) * height / CELLS) / scale


def stroke(driver: Driver, *cells: tuple[int, int]) -> None:
    """Drag the mouse over some cells."""
    places = [cell_middle(driver, *cell) for cell in cells]
    driver.app.send(Pointer("move", *places[0]))
    driver.app.send(Pointer("down", *places[0]))
    for place in places[1:]:
        driver.app.send(Pointer("move", *place))
    driver.app.send(Pointer("up", *places[-1]))
    arrive(driver.app)


def test_the_grid_begins_with_what_the_field_says(paint: Paint) -> None:
    driver, _ = paint()
    assert driver.app.screen.name == "paint"
    assert_equal(driver, SMALL.oop)


def test_arrows_space_and_digits_paint_and_the_field_says_it(paint: Paint) -> None:
    driver, screen = paint()
    press_keys(driver, "down", "right", "space", "right", "5")  # KK is not in the range: set; KQs gets a half
    assert grid_weights(driver)["KK"] == 1.0
    assert grid_weights(driver)["KQs"] == 0.5
    assert_equal(driver, screen.model.texts.oop)
    assert parse_range(screen.model.texts.oop).sum() == pytest.approx(parse_range(SMALL.oop).sum() + 6 - 2)
    press_keys(driver, "left", "space")
    assert "KK" not in grid_weights(driver)
    assert_equal(driver, screen.model.texts.oop)


def test_a_drag_paints_every_cell_it_crosses_with_the_weight_of_the_brush(paint: Paint) -> None:
    driver, screen = paint("i")
    before = grid_weights(driver)
    driver.app.screen.controls.focus("brush")
    press_keys(driver, *["left"] * 10)
    stroke(driver, (0, 8), (0, 9), (0, 10), (0, 11))
    found = grid_weights(driver)
    assert [found[name] for name in ("A6s", "A5s", "A4s", "A3s")] == [0.5] * 4
    assert {name for name in found if name not in before} == {"A6s", "A4s", "A3s"}
    assert_equal(driver, screen.model.texts.ip)
    assert screen.model.texts.oop == SMALL.oop
    stroke(driver, (0, 8), (0, 9))
    assert not {"A6s", "A5s"} & set(grid_weights(driver)), "a stroke that begins where it is painted clears"
    assert_equal(driver, screen.model.texts.ip)


def test_what_is_typed_is_painted(paint: Paint) -> None:
    driver, screen = paint()
    driver.app.screen.controls.focus("text")
    driver.type("99-77,AKo:0.25")
    arrive(driver.app)
    words = screen.model.texts.oop
    assert words == "99-77,AKo:0.25"
    assert_equal(driver, words)


def test_single_hands_stay_in_the_text_beside_what_is_painted(paint: Paint) -> None:
    driver, screen = paint()
    screen.model.type(oop="QhJh,AA")
    driver.app.back()
    press_keys(driver, "o")
    assert grid_weights(driver)["QJs"] == pytest.approx(0.25)
    press_keys(driver, "down", "right", "space")
    assert sorted(screen.model.texts.oop.split(",")) == ["KK+", "QhJh"]


def test_a_text_that_is_wrong_is_said_and_the_grid_stays(paint: Paint) -> None:
    driver, _ = paint()
    before = grid_weights(driver)
    driver.app.screen.controls.focus("text")
    driver.type("AA,zz")
    arrive(driver.app)
    assert grid_weights(driver) == before
    assert '"zz" is not part of a range' in driver.widget("text").problem
    assert any('"zz" is not part of a range' in mark.words for mark in driver.marks())


def test_an_empty_range_is_an_empty_grid(paint: Paint) -> None:
    driver, screen = paint()
    screen.model.type(oop="AA")
    driver.app.back()
    press_keys(driver, "o", "delete")
    assert grid_weights(driver) == {}
    assert screen.model.texts.oop == ""
    driver.app.back()
    arrive(driver.app)
    assert "oop" in screen.model.view.problems


def test_the_other_side_is_one_key_away(paint: Paint) -> None:
    driver, screen = paint()
    driver.app.screen.controls.focus("side")
    press_keys(driver, "right")
    assert_equal(driver, SMALL.ip)
    driver.app.screen.controls.focus("grid")
    press_keys(driver, "space")
    assert_equal(driver, screen.model.texts.ip)
    assert "AA" in grid_weights(driver)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (None, "building the tree"),
        (Progress(0, None, 1.0, metrics={NODES: 12_345}, doing=BUILDING), "building the tree, 12,345 nodes"),
        (Progress(0, 80, 4.0), "iteration 1"),
        (Progress(12, 80, 24.0, 136.0), "12 of 80, about 2 min left"),
    ],
)
def test_a_solve_counts_its_iterations_from_the_first(report: Progress | None, words: str) -> None:
    assert format_progress(report) == words
