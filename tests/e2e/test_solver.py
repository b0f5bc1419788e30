"""A river hand looked back on, and from it to its solution; a lock, twenty hands, and files after a kill.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from pathlib import Path

from ai.drills.store import DrillStore
from game.archive import hands
from game.archive.store import Archive
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL
from tests.archive.hands_for_tests import MOMENT
from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver, value_of
from tests.e2e.test_evening import keep_picture


def checked_down() -> hands.PlayedHand:
    """Return a hand in which both called and checked to the showdown."""
    session = Session(TableSpec("holdem", ("you", "tight"), seed=3))
    while session.seat_to_act is not None:
        session.act(CALL)
    return hands.of(session, MOMENT)


def test_from_a_river_looked_back_on_to_its_solution_in_six_keys(
    open_window: Open, user_folder: Path
) -> None:
    Archive(user_folder).append(checked_down())
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "history" and s["count"] == 1 and s["id"], "the hand")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay", "the replay")
    driver.key("end")
    driver.wait(lambda s: s["phase"] == "done", "the end of the hand")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["offered"], "the solve behind the judgement")
    keep_picture(driver, "solver-river")
    driver.key("w")
    solved = driver.wait(lambda s: s["walks"], "the decision in its solution")
    assert solved["exploitability"] <= 0.1
    assert solved["actions"] == []  # the tree begins at the decision
    keep_picture(driver, "solver-walk")

    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lock", "the question what is locked")
    driver.key("return")
    driver.wait(lambda s: s.get("locks") == 1 and not s["solving"] and s["offered"], "the locked solution")
    keep_picture(driver, "solver-locked")

    driver.key("n")
    play_hands(driver, 20)
    keep_picture(driver, "solver-played")
    if driver.state["mistakes"]:
        driver.key("d")
        driver.wait(lambda s: not s["mistakes"], "the mistakes in the drills")
        deck = DrillStore(user_folder).deck("mistakes")
        assert all(card.spot == solved["spot"] for card in deck.cards.values())
    driver.key("ctrl+1")
    driver.wait(lambda s: s["screen"] == "solver" and not s["walks"] and not s["plays"], "the form")
    driver.key("k")
    driver.wait(lambda s: s["files"], "the file")
    driver.kill()
    driver = open_window()
    open_file(driver)
    driver.wait(lambda s: s["locks"] == 1 and s["offered"], "the locked solution from its file")


def play_hands(driver: Driver, count: int) -> None:
    """Play hands by the second of what can be done, and deal the next one, by keys."""
    for number in range(1, count + 1):
        while (state := driver.wait(lambda s, n=number: s["to_do"] or s["hands"] == n, "a decision"))[
            "to_do"
        ]:
            made = state["made"]
            driver.key("2" if len(state["to_do"]) > 1 else "1")
            driver.wait(lambda s, n=number, m=made: s["made"] > m or s["hands"] == n, "its grade")
        if number < count:
            driver.key("return")


def open_file(driver: Driver) -> None:
    """Open the first file of the solver from the menu, by keys."""
    driver.wait(lambda s: s["screen"] == "menu", "the menu again")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["files"], "the list of files")
    driver.key("f")
    driver.wait(lambda s: s["focus"] == "files", "the list of files in focus")
    driver.key("return")


def test_a_solve_that_is_killed_on_its_way_goes_on_from_where_it_was_kept(
    open_window: Open, user_folder: Path
) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["checked"], "the solver")
    driver.key("3")
    paint(driver, "o", "TT+,AK,T9s")
    paint(driver, "i", "99+,AQ+,KQs")
    spot = driver.wait(lambda s: s["checked"] and s["problems"] == {}, "the flop")["spot"]
    assert "TT+,AK,T9s" in spot
    driver.key("s")
    kept = user_folder / "solves"
    driver.wait(lambda s: any(kept.glob("autosave*.npz")), "the solve in its file")
    assert driver.state["solving"]
    driver.kill()
    driver = open_window()
    open_file(driver)
    found = driver.wait(lambda s: s["offered"], "the solve from its file")
    assert found["spot"] == spot
    assert found["exploitability"] is None or found["exploitability"] > 0
    keep_picture(driver, "solver-reopened")


def paint(driver: Driver, key: str, words: str) -> None:
    """Type a range beside the grid that it is painted on."""
    driver.key(key)
    driver.wait(lambda s: s["screen"] == "paint", "the grid")
    driver.key("shift+tab")
    driver.wait(lambda s: s["focus"] == "text", "the line of text")
    driver.write(words)
    driver.key("return")
    driver.wait(lambda s: value_of(s, "text") == words and not s["problem"], "what was typed")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "solver", "the form")
