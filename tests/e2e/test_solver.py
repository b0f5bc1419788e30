"""A river hand looked back on, and from it to its solution; a lock; a file that is there after a kill.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from pathlib import Path

from game.archive import hands
from game.archive.store import Archive
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL
from tests.archive.hands_for_tests import MOMENT
from tests.e2e.conftest import Open
from tests.e2e.test_evening import keep_picture


def checked_down() -> hands.PlayedHand:
    """Return a hand in which both called and checked to the showdown."""
    session = Session(TableSpec("holdem", ("you", "tight"), seed=3))
    while session.seat_to_act is not None:
        session.act(CALL)
    return hands.of(session, MOMENT)


def test_from_a_river_looked_back_on_to_its_solution_in_seven_keys(
    open_window: Open, user_folder: Path
) -> None:
    Archive(user_folder).append(checked_down())
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "look_back" and s["count"] == 1 and s["id"], "the hand")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay", "the replay")
    driver.key("end")
    driver.wait(lambda s: s["phase"] == "done", "the end of the hand")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["problems"] == {} and s["checked"], "the river")
    keep_picture(driver, "solver-river")
    driver.key("s")
    driver.wait(lambda s: not s["solving"] and s["offered"], "its solution")
    driver.key("w")
    solved = driver.wait(lambda s: s["walks"], "the decision in its solution")
    assert solved["exploitability"] <= 0.5
    assert solved["actions"] == ["check"]
    keep_picture(driver, "solver-walk")

    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lock", "the question what is locked")
    driver.key("return")
    driver.wait(lambda s: s.get("locks") == 1 and not s["solving"] and s["offered"], "the locked solution")
    keep_picture(driver, "solver-locked")

    driver.click("page", 0.25)
    driver.wait(lambda s: s["screen"] == "solver" and not s["walks"], "the form")
    driver.key("k")
    driver.wait(lambda s: s["files"], "the file")
    driver.kill()
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu again")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["files"], "the list of files")
    driver.click("files.0")
    driver.wait(lambda s: s["locks"] == 1 and s["offered"], "the locked solution from its file")
