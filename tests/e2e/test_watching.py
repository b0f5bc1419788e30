"""A spectator's evening: a series with pause, step and back, beliefs, a moment of the hand, and a seat taken over.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.study.play import SEED_VARIABLE
from game.window.frame.settings_store import SettingsStore
from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver, State
from tests.e2e.test_evening import keep_picture

ALL_HANDS = 1_225
FIRST_LINE = (0.1, 0.32)  # of the hand: the first decision before the flop
SIZES = ((900, 560), (1280, 720), (1920, 1080))


def decides(state: State, count: int) -> bool:
    """Whether a hand waits, paused, after so many decisions."""
    return not state["running"] and len(state["actions"]) == count and state["phase"] in ("thinking", "over")


def begin_paused(driver: Driver) -> None:
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("w")
    driver.wait(lambda s: s["screen"] == "watch_setup", "the page before")
    driver.click("table", 5 / 6)
    driver.wait(lambda s: s.get("table") == "holdem", "Hold'em")
    driver.click("begin")
    driver.wait(lambda s: s["screen"] == "watch", "the series")
    driver.key("space")
    driver.wait(lambda s: decides(s, 0), "the pause")


def test_a_series_is_watched_looked_into_and_taken_over(
    open_window: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "11")  # a hand that nobody folds at once
    store = SettingsStore(user_folder)
    store.change(window=(0, 0, 1280, 720), tables={"watch holdem": {"first": "maniac", "second": "station"}})
    store.flush()
    driver = open_window()
    begin_paused(driver)
    for count in (1, 2):
        driver.key("right")
        driver.wait(lambda s, n=count: decides(s, n), f"decision {count}")
    driver.wait(lambda s: all(s["widths"]) and min(s["widths"]) < ALL_HANDS - 1, "beliefs")
    keep_picture(driver, "watch-beliefs")
    driver.key("left")
    driver.wait(lambda s: decides(s, 1), "a step back")
    driver.wait(lambda s: max(s["widths"]) > ALL_HANDS - 1, "what was believed before it")
    driver.click("decisions", *FIRST_LINE)
    driver.wait(lambda s: decides(s, 0), "the first decision")
    for width, height in SIZES:
        driver.resize(width, height)
        driver.wait(lambda s, w=width, h=height: s["size"] == [w, h], f"{width} x {height}")
        keep_picture(driver, f"watch-{width}")
    driver.key("space")
    driver.wait(lambda s: s["counted"] >= 1, "a hand")
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "question", "whose seat")
    driver.click("seat-0")
    driver.wait(lambda s: s["screen"] == "play-holdem", "the seat")
