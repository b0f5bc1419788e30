"""An hour in the lab: what was learnt, a run scrubbed and stepped, its pages, what is stored, low blinds, a game.

The script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver
from tests.e2e.test_evening import keep_picture

ITERATIONS = 2_000


def shorten(driver: Driver) -> None:
    """Make the run short enough for a test."""
    driver.click("iterations")
    driver.write(str(ITERATIONS))
    driver.key("return")
    driver.wait(lambda s: s.get("total") == ITERATIONS and s["known"] >= 0, "a shorter run")


def run(driver: Driver, what: str) -> float:
    """Let the run come to its end; return what its average gives away."""
    driver.click("run")
    state = driver.wait(lambda s: s["iteration"] == ITERATIONS and not s["running"], what)
    return float(state["exploitability"])


def look_at_the_learner(driver: Driver) -> None:
    """See what the learner that ships has learnt of tic-tac-toe, and go back to the Kuhn games."""
    driver.click("game.tic-tac-toe")
    driver.wait(lambda s: s["screen"] == "value_explorer" and s["known"] == 1_000_000, "the whole training")
    driver.key("5")
    driver.wait(lambda s: len(s["values"]) == 8, "the answers to the centre")
    driver.key("home")
    state = driver.wait(lambda s: s["episode"] == 0, "the untrained learner")
    assert set(state["values"].values()) == {0.5}
    driver.key("end")
    state = driver.wait(lambda s: s["episode"] == 1_000_000, "the champion")
    corners, edges = (
        [state["values"][key] for key in state["values"] if int(key) % 2 == odd] for odd in (0, 1)
    )
    assert min(corners) > max(edges)
    assert tuple(state["lost_lines"]) == (0, 0)
    keep_picture(driver, "lab-value-explorer")
    driver.click("game.kuhn-half-street")
    driver.wait(lambda s: s["screen"] == "lab" and s["known"] == 0, "the lab again")


def test_an_hour_in_the_lab(open_window: Open) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lab" and s["known"] == 0, "the lab")
    look_at_the_learner(driver)
    shorten(driver)
    assert run(driver, "the run") < 0.02
    driver.wait(lambda s: len(s["compared"]) == 4, "the others of the family")
    keep_picture(driver, "lab")
    driver.click("page.strategies")
    driver.wait(lambda s: s["page"] == "strategies", "the strategies")
    keep_picture(driver, "lab-strategies")
    driver.click("moment", 0.02)
    driver.wait(lambda s: s["iteration"] == 0, "the beginning")
    driver.click("step-10")
    driver.wait(lambda s: s["iteration"] == 10, "ten steps")
    driver.click("page.compare")
    driver.wait(lambda s: s["screen"] == "lab_compare" and len(s["compared"]) == 4, "the stored runs")
    keep_picture(driver, "lab-compare")
    driver.click("page.tree")
    driver.wait(lambda s: s["screen"] == "lab" and s["page"] == "tree", "the tree")
    keep_picture(driver, "lab-tree")
    driver.click("page.overview")
    driver.click("variant.next")
    driver.wait(lambda s: s["variant"] == "external-sampling" and s["known"] == 0, "another member")
    driver.click("blinds")
    driver.write("1/4")
    driver.key("return")
    driver.wait(lambda s: s["blinds"] == 0.25 and s["known"] == 0, "low blinds")
    keep_picture(driver, "lab-corner")
    driver.click("step-100")
    driver.wait(lambda s: s["iteration"] == 100, "a hundred steps")
    driver.click("play")
    driver.wait(lambda s: s["screen"] == "play-kuhn", "the table")
