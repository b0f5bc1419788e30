"""An evening with the tutor, the review of this evening, and drill cards from its mistakes, all by keys.

The script runs headless. PARLOUR_NOW sets the date of the window. PARLOUR_PICTURES names a folder for
screenshots.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from ai.drills.cards import new_card
from ai.drills.store import DrillStore
from ai.evaluation.grading.decisions import own_decisions
from ai.features.judgements import judge
from game.archive.store import HistoryFilter, Reader
from game.core import InformationState
from game.features.drills.card import MIN_SECONDS
from game.rules import games
from game.study.drills import MISTAKES
from game.study.judgements import MARKS, Grade, Judgement, Mark
from game.study.play import NOW_VARIABLE, SEED_VARIABLE
from tests.e2e.conftest import Open, headless_alone
from tests.e2e.drivers import Driver, State
from tests.e2e.test_evening import (
    SCREENS,
    TABLES,
    go_home_by_keys,
    has_moved,
    keep_picture,
    key_turn,
    play_hand,
    rests,
    sit_down_by_keys,
)

BOARDS, HANDS = 1, 20
MONDAY = datetime(2026, 11, 23, 12)


@dataclass(frozen=True)
class Decided:
    """A decision of the evening with its grade by enumeration."""

    game: str
    info: InformationState
    grade: Grade

    @property
    def is_listed(self) -> bool:
        return MARKS.index(self.grade.mark) > MARKS.index(Mark.GOOD)


def grade_decisions(home: Path) -> list[Decided]:
    """Grade every decision in the history."""
    found = []
    for row in filter(None, Reader(home).rows(HistoryFilter())):
        hand = row.hand()
        for asked, action in own_decisions(hand):
            *_, last = judge(asked)
            assert isinstance(last, Judgement)
            found.append(Decided(hand.game, asked.info, last.grade(action)))
    return found


# ---- the evening -------------------------------------------------------------------------------------------------
def focus(driver: Driver, control: str) -> None:
    """Move the focus to a control by Tab."""
    while driver.state["focus"] != control:
        before = driver.state["focus"]
        driver.key("tab")
        driver.wait(lambda s, b=before: s["focus"] != b, f"the way to {control}")


def play_boards(driver: Driver) -> None:
    """Play tic-tac-toe with arbitrary moves."""
    sit_down_by_keys(driver, games.TIC_TAC_TOE)
    for number in range(1, BOARDS + 1):
        driver.wait(lambda s, n=number: rests(s) and s["hand"] == n, f"game {number}")
        play_hand(driver, key_turn)
        if number < BOARDS:
            driver.key("return")
    go_home_by_keys(driver)


def sit_down_with_tutor(driver: Driver) -> None:
    driver.key(TABLES[games.KUHN_POKER])
    driver.wait(lambda s: s["screen"] == "new_game", "the choice for Kuhn poker")
    focus(driver, "style")
    while (style := driver.state["style"]) != "tutor":
        driver.key("down")
        driver.wait(lambda s, before=style: s["style"] != before, "the next style")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == SCREENS[games.KUHN_POKER], "the table")


def worst_key(state: State) -> str:
    return "f" if state["own_card"] == "A" and state["betting"].endswith("b") else "c"


def play_badly(driver: Driver, replies: list[str]) -> None:
    """Play a hand badly. Whenever the tutor warns of a move, choose the next of `replies`."""
    while (state := driver.wait(rests, "the player's turn"))["phase"] != "over":
        moved = partial(has_moved, len(state["actions"]))
        driver.key(worst_key(state))
        after = driver.wait(lambda s, m=moved: s["warning"] or m(s), "a move, or a warning")
        if after["warning"]:
            keep_picture(driver, f"tutor-{replies[0]}")
            assert "blunder" in after["warning"] or replies[0] != "anyway"
            answer_tutor(driver, replies.pop(0), state)
        driver.wait(moved, "the move on the table")


def answer_tutor(driver: Driver, reply: str, before: State) -> None:
    """Reply to the tutor by keys.

    If the reply takes the move back, check that the table is unchanged, and repeat the move.
    """
    if reply == "escape":
        driver.key("escape")
    else:
        focus(driver, reply)
        driver.wait(lambda s: not s["guarded"], "the moment after the warning")
        driver.key("return")
    table = driver.wait(lambda s: not s["warning"] and rests(s), "the table")
    if reply != "anyway":
        assert (table["actions"], table["phase"]) == (before["actions"], "yours")
        driver.key(worst_key(before))


def play_evening(driver: Driver) -> None:
    """Play hands of Kuhn poker. The tutor warns until the user stops the tutor."""
    replies = ["escape", "show", "anyway", "stop"]
    sit_down_with_tutor(driver)
    for number in range(1, HANDS + 1):
        driver.wait(lambda s, n=number: rests(s) and s["hand"] == n, f"hand {number}")
        play_badly(driver, replies)
        if number < HANDS:
            driver.key("return")
    assert not replies
    go_home_by_keys(driver)


# ---- the review --------------------------------------------------------------------------------------------------
def look_at_mistakes(driver: Driver, mistakes: Sequence[Decided]) -> None:
    """Go through the review of the session, most costly mistake first. Then retry the last mistake twice.

    The first retry repeats the mistake, and the second retry takes the best action.
    """
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "history" and s["count"] == BOARDS + HANDS and s["id"], "the hands")
    driver.key("r")
    driver.wait(lambda s: s["screen"] == "review" and s["mistakes"] == len(mistakes), "the review")
    keep_picture(driver, "review")
    for index, one in enumerate(mistakes):
        shown = driver.wait(lambda s, at=index: s["index"] == at, f"mistake {index}")
        assert (shown["mark"], shown["cost"]) == (one.grade.mark.value, pytest.approx(one.grade.sure_cost))
        if index + 1 < len(mistakes):
            driver.key("n")
    last = mistakes[-1].grade
    for action, mark in ((last.action, last.mark), (last.judgement.choice, Mark.BEST)):
        driver.key("t")
        driver.wait(lambda s: s["asking"], "the decision once more")
        driver.key(str(sorted(last.judgement.values).index(action) + 1))
        assert driver.wait(lambda s: not s["asking"], "its grade")["mark"] == mark
    keep_picture(driver, "review-retried")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "history", "the hands")


def try_again_in_replay(driver: Driver) -> None:
    """Retry the first decision of the last hand from its replay, and go back to the menu."""
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay", "the replay")
    driver.key("home")
    driver.wait(lambda s: not s["actions"] and not s["running"], "the deal")
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "retry" and s["asking"], "the decision once more")
    driver.key("1")
    driver.wait(lambda s: s["mark"] and not s["asking"], "its grade")
    keep_picture(driver, "replay-retried")
    for screen in ("replay", "history", "menu"):
        driver.key("escape")
        driver.wait(lambda s, name=screen: s["screen"] == name, screen)


# ---- the drills --------------------------------------------------------------------------------------------------
def open_drills(driver: Driver, due: int) -> None:
    driver.key("d")
    driver.wait(lambda s: s["screen"] == "drills" and s["due"] == due, f"{due} cards due")


def answer(driver: Driver, home: Path, state: State, *, right: bool) -> State:
    """Give the best answer to the shown drill card. If `right` is False, give the worst answer."""
    card = DrillStore(home).deck(MISTAKES).find(state["card"])
    choose, values = max if right else min, (card.solution.against or card.solution).values
    action = choose(card.actions, key=lambda one: values[one])
    time.sleep(2 * MIN_SECONDS)
    driver.key(str(action + 1))
    return driver.wait(lambda s: s["phase"] == "answered", "what it was worth")


def practise(driver: Driver, home: Path) -> dict[str, int]:
    """Answer every due drill card correctly. Return the number of days until each card is due again."""
    days = {}
    driver.key("space")
    while True:
        state = driver.wait(lambda s: s.get("phase") in ("question", "done"), "a card")
        if state["phase"] == "done":
            driver.key("return")
            driver.wait(lambda s: s["screen"] == "drills" and s["due"] == 0, "nothing due")
            return days
        days[state["card"]] = answer(driver, home, state, right=True)["days"]
        driver.key("return")


@headless_alone
def test_an_evening_is_reviewed_and_its_mistakes_come_back_on_the_days_on_which_they_are_due(
    instant: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NOW_VARIABLE, MONDAY.isoformat())
    monkeypatch.setenv(SEED_VARIABLE, "4")
    driver = instant()
    play_boards(driver)
    play_evening(driver)
    made = grade_decisions(user_folder)
    listed = [one for one in made if one.game == games.KUHN_POKER and one.is_listed]
    listed.sort(key=lambda one: (one.grade.sure_cost, one.grade.cost), reverse=True)
    assert len({one.grade.sure_cost for one in listed}) > 1
    look_at_mistakes(driver, listed)
    try_again_in_replay(driver)

    cards = {
        new_card(one.info, one.grade.judgement, 0.0).name
        for one in made
        if one.grade.is_mistake(Mark.MISTAKE)
    }
    open_drills(driver, len(cards))
    keep_picture(driver, "drills")
    driver.key("space")
    first = driver.wait(lambda s: s.get("phase") == "question", "the first card")
    failed = answer(driver, user_folder, first, right=False)
    keep_picture(driver, "drilled")
    assert (failed["mark"] in ("mistake", "blunder"), failed["days"]) == (True, 0)
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "drills" and s["due"] == len(cards), "what was failed is still due")
    days = practise(driver, user_folder)
    assert days.keys() == cards
    assert min(days.values()) >= 1
    driver.close()
    for later in sorted({1, max(days.values()) - 1, *days.values()}):
        monkeypatch.setenv(NOW_VARIABLE, (MONDAY + timedelta(days=later)).isoformat())
        driver = instant()
        open_drills(driver, sum(wait <= later for wait in days.values()))
        driver.close()
