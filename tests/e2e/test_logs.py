"""A log of others: its path is typed, it is read by the other process, browsed, replayed, and removed again.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver, State, value_of
from tests.e2e.test_evening import keep_picture
from tests.features.logs.logs_for_tests import write_log

HANDS = 600


def shows(driver: Driver, count: int) -> State:
    return driver.wait(lambda s: s["screen"] == "logs" and s["count"] == count and s["id"], f"{count} hands")


def test_a_log_is_imported_browsed_and_removed(instant: Open, tmp_path: Path, user_folder: Path) -> None:
    log = write_log(tmp_path / "evening.log", HANDS, "nonsense")
    driver = instant()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "history" and s["count"] == 0, "an empty history")
    driver.key("i")
    driver.wait(lambda s: s["screen"] == "logs" and s["logs"] == 0, "no log")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "import_log", "the question which one")
    driver.write(str(log))
    driver.wait(lambda s: value_of(s, "path") == str(log), "the path")
    driver.key("return")
    shows(driver, HANDS)
    keep_picture(driver, "logs")
    driver.click("reached.showdown")
    some = driver.wait(lambda s: s["count"] and s["count"] < HANDS and s["id"], "the showdowns")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay" and s["id"] == some["id"], "the replay")
    driver.key("end")
    driver.wait(lambda s: s["phase"] == "done", "the end of the hand")
    keep_picture(driver, "log-replay")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "logs", "the list again")
    driver.click("side.log")
    driver.wait(lambda s: any(one["name"] == "remove" for one in s["controls"]), "the page of the log")
    keep_picture(driver, "log")
    driver.click("remove")
    driver.wait(lambda s: s["screen"] == "question", "the question")
    driver.click("remove-now")
    driver.wait(lambda s: s["screen"] == "logs" and s["logs"] == 0, "no log again")
    assert log.exists()
    assert not list((user_folder / "imported").glob("*.sqlite"))
