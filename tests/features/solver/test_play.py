"""A solved spot is played by keys: hands, grades, the count of all, and mistakes that go to the drills."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import Progress
from game.features.solver.asks import KeepSpotMistakes, PlaySpot, SolveSpot
from game.features.solver.page import PLAY, WALK, SolverScreen
from game.study.judgements import Mark
from tests.features.solver.show import SMALL, arrive, opened, playing, playing_from, solved, walking
from tests.window.conftest import Open
from tests.window.driver import Driver, give_to

Show = Callable[[Callable[..., SolverScreen]], tuple[Driver, SolverScreen]]


@pytest.fixture
def show(open_window: Open) -> Show:
    def go(place: Callable[..., SolverScreen]) -> tuple[Driver, SolverScreen]:
        driver = open_window()
        return driver, place(driver.app)

    return go


def press(driver: Driver, *keys: str) -> None:
    """Press keys, and let what they ask for arrive."""
    for key in keys:
        driver.key(key)
        arrive(driver.app)


def words(driver: Driver) -> str:
    return " | ".join(mark.words for mark in driver.marks())


def test_n_opens_the_table_and_a_digit_acts_and_is_graded(show: Show) -> None:
    driver, screen = show(solved)
    press(driver, "n")
    assert screen.tab == PLAY
    before = screen.practice.view.hand
    assert before is not None
    if before.is_over:
        press(driver, "return")
    offered = list(screen.practice.view.offered)
    press(driver, "1")
    last = screen.practice.view.last
    assert last is not None
    assert last.offered == tuple(offered)
    assert last.offered[last.grade.action] == offered[0]
    assert last.grade.mark.value.capitalize() in words(driver)


def test_the_costs_of_hands_add_up_and_enter_deals_the_next_one(show: Show) -> None:
    driver, screen = show(playing())
    cost, hands = 0.0, 0
    while hands < 6:
        if screen.practice.view.is_over:
            hand = screen.practice.view.hand
            assert hand is not None
            cost += sum(decision.grade.cost for decision in hand.decisions)
            hands += 1
            assert screen.practice.view.tally.hands == hands
            press(driver, "return")
        else:
            press(driver, "1")
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
    press(driver, "9")
    assert screen.practice.view.last is None


def test_x_takes_the_next_side_with_a_new_hand(show: Show) -> None:
    driver, screen = show(playing(side="oop"))
    press(driver, "x")
    assert screen.practice.view.side == "ip"
    assert driver.worker.all_asked(PlaySpot)[-1].player == 1


def test_mistakes_go_to_the_drills_with_d_and_once(show: Show) -> None:
    driver, screen = show(playing(hands=8))
    wrong = screen.practice.view.tally.marks[Mark.MISTAKE] + screen.practice.view.tally.marks[Mark.BLUNDER]
    assert screen.practice.view.mistakes == wrong > 0
    press(driver, "d")
    [kept] = driver.worker.all_asked(KeepSpotMistakes)
    assert kept.texts == SMALL
    assert len(kept.decisions) == wrong
    assert screen.practice.view.mistakes == 0
    assert "1 new in the drills" in words(driver)
    press(driver, "d")
    assert len(driver.worker.all_asked(KeepSpotMistakes)) == 1


def test_w_walks_to_the_decision_that_was_made_last(show: Show) -> None:
    driver, screen = show(playing(0, side="oop"))
    last = screen.practice.view.last
    assert last is not None
    press(driver, "w")
    assert screen.tab == WALK
    assert list(screen.model.position.actions) == list(last.line)
    press(driver, "n")
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
        press(driver, "return" if screen.practice.view.is_over else "1")
    press(driver, "b")
    assert list(screen.practice.view.line) == []
    assert screen.practice.view.tally.hands == 0
    asked = driver.worker.all_asked(PlaySpot)
    assert [one.actions for one in asked[-2:]] == [("check", "bet 50"), ()]
    assert "Every hand begins after" not in words(driver)


def test_the_hand_that_was_walked_to_goes_on_where_it_was_begun(show: Show) -> None:
    driver, screen = show(playing_from("check", "bet 50"))
    while screen.practice.view.last is None:
        press(driver, "return" if screen.practice.view.is_over else "1")
    last, count = screen.practice.view.last, len(driver.worker.all_asked(PlaySpot))
    press(driver, "w", "n")
    assert screen.practice.view.last == last
    press(driver, "w")
    screen.model.position.visit(("check", "bet 50"), screen.model.position.node.board)  # type: ignore[union-attr]
    arrive(driver.app)
    press(driver, "p")
    assert len(driver.worker.all_asked(PlaySpot)) == count, "hands begin there already"


def test_another_spot_begins_at_its_start(show: Show) -> None:
    _, screen = show(playing_from("check", "bet 50"))
    assert screen.model.solve is not None
    screen.practice.sit(replace(screen.model.solve, texts=replace(SMALL, pot="80")))
    assert list(screen.practice.view.line) == []


@pytest.mark.parametrize("line", [("bet 50", "fold"), ("all-in 200", "call"), ("check", "check")])
def test_hands_begin_where_something_is_left_to_decide(show: Show, line: tuple[str, ...]) -> None:
    driver, screen = show(walking(*line))
    press(driver, "p")
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
    press(driver, "l", "return", "n")
    assert screen.tab == PLAY
    assert len(screen.model.view.locks) == 1
    assert screen.practice.view.tally.hands == 0


def test_a_spot_that_is_not_solved_or_is_being_solved_is_not_played(show: Show) -> None:
    driver, screen = show(opened())
    press(driver, "n")
    assert screen.tab != PLAY
    driver.key("s")
    give_to(driver.app, SolveSpot, progress=Progress(20, 60, 1.0, 2.0, {"exploitability_pct": 4.0}))
    driver.key("n")
    assert screen.tab != PLAY


def test_the_table_of_another_spot_waits_for_its_solution(show: Show) -> None:
    driver, screen = show(walking())
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
