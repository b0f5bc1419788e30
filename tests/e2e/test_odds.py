"""A look at the odds: from the menu to an exact figure, a wrong token, a painted cell, a card picked, and back.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver
from tests.e2e.test_evening import keep_picture

ACES = (0.5 / 13, 0.5 / 13)  # of the grid


def wait_for_exact(driver: Driver, texts: list[str], what: str) -> float:
    """Wait until these two sides are counted; return the equity of the first."""
    state = driver.wait(lambda s: s["texts"] == texts and s["exact"] and not s["stale"], what)
    return float(state["equity"])


def test_the_odds_of_a_hand_against_a_range(open_window: Open) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("o")
    driver.wait(lambda s: s["screen"] == "odds", "the odds")
    assert wait_for_exact(driver, ["AhKh", "TT-QQ,AQ,KQs,JTs"], "the first example") == 0.517845
    keep_picture(driver, "odds")
    driver.key("b")
    driver.write("77,kxk")
    driver.wait(lambda s: "kxk" in s["problem"], "the sentence")
    keep_picture(driver, "odds-wrong")
    for _ in range(4):
        driver.key("backspace")
    against_sevens = wait_for_exact(driver, ["AhKh", "77"], "a hand against a set")
    assert against_sevens < 0.3
    driver.click("view", 0.75)
    driver.click("grid", *ACES)
    driver.wait(lambda s: len(s["texts"][1]) > len("77"), "painted aces")
    assert wait_for_exact(driver, ["AhKh", "77,AA"], "what was painted") != against_sevens
    driver.click("board")
    driver.wait(lambda s: s["screen"] == "card_picker", "the cards")
    driver.click("cards.Qh")
    driver.key("escape")
    driver.wait(lambda s: s.get("board") == "Qs7h2hQh" and s["exact"] and not s["stale"], "the turn")
    keep_picture(driver, "odds-turn")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "menu", "the menu again")
