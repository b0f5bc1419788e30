"""Mistakes of an evening come back as cards, on the days on which they are due, all by keyboard alone.

The script runs headless and in a real window; PARLOUR_NOW tells the window which day it is. PARLOUR_PICTURES names
a folder for pictures of what was seen.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ai.drills.store import DrillStore
from game.screens.models.clock import NOW_VARIABLE
from game.screens.pages.drills.card import LEAST_SECONDS
from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver, State
from tests.e2e.test_evening import go_home_by_keys, keep_picture, key_turn, play_hand, rests, sit_down_by_keys

GAMES = 4
MONDAY = datetime(2026, 11, 23, 12)


def lose_some(driver: Driver) -> None:
    """Play tic-tac-toe without a thought."""
    sit_down_by_keys(driver, "tic-tac-toe")
    for number in range(1, GAMES + 1):
        driver.wait(lambda s, n=number: rests(s) and s["hand"] == n, f"game {number}")
        play_hand(driver, key_turn)
        if number < GAMES:
            driver.key("return")
    go_home_by_keys(driver)


def open_drills(driver: Driver, due: int) -> State:
    driver.key("d")
    return driver.wait(lambda s: s["screen"] == "drills" and s["due"] == due, f"{due} cards due")


def answer(driver: Driver, home: Path, state: State, *, right: bool) -> State:
    """Give the best answer to the card that lies there, or the worst."""
    card = DrillStore(home).deck("mistakes").find(state["card"])
    choose = max if right else min
    action = choose(card.actions, key=lambda one: card.solution.values[one])
    time.sleep(2 * LEAST_SECONDS)
    driver.key(str(action + 1))
    return driver.wait(lambda s: s["phase"] == "answered", "what it was worth")


def practise(driver: Driver, home: Path) -> dict[str, int]:
    """Answer all that is due; return in how many days each card comes back."""
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


def test_mistakes_come_back_on_the_days_on_which_they_are_due(
    open_window: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NOW_VARIABLE, MONDAY.isoformat())
    driver = open_window()
    lose_some(driver)
    driver.key("d")
    found = driver.wait(lambda s: s["screen"] == "drills" and s["due"] > 0, "mistakes that became cards")
    keep_picture(driver, "drills")
    driver.key("space")
    first = driver.wait(lambda s: s.get("phase") == "question", "the first card")
    failed = answer(driver, user_folder, first, right=False)
    keep_picture(driver, "drilled")
    assert (failed["mark"] in ("mistake", "blunder"), failed["days"]) == (True, 0)
    driver.key("escape")
    open_again = driver.wait(lambda s: s["screen"] == "drills", "the decks")
    assert open_again["due"] == found["due"], "what was failed is still due"
    days = practise(driver, user_folder)
    assert len(days) == found["due"]
    assert min(days.values()) >= 1
    driver.close()
    for later in sorted({1, *days.values()}):
        monkeypatch.setenv(NOW_VARIABLE, (MONDAY + timedelta(days=later)).isoformat())
        driver = open_window()
        open_drills(driver, sum(wait <= later for wait in days.values()))
        driver.close()
