"""The page in the README of the screens works as it stands there."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import game.window
from game.window.ui.charts.axes import counted, linear
from game.window.ui.charts.chart import Chart, Plot, Series
from game.window.ui.layout.box import Column
from game.window.ui.leaves.control import Picture
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter

README = Path(game.window.__file__).with_name("README.md")
CODE = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def first_page(driver: Driver) -> Any:
    """Open the page whose code the README shows."""
    code, _ = CODE
    found: dict[str, Any] = {}
    exec(code, found)
    page = found["Die"](driver.app)
    driver.app.go(page)
    driver.settle()
    return page


def words(driver: Driver) -> str:
    return " ".join(mark.words for mark in driver.marks())


def test_its_key_and_its_button_do_the_same(open_window: Open) -> None:
    driver = open_window()
    first_page(driver)
    assert "rolls 0" in words(driver)
    driver.key("r")
    driver.click("roll")
    assert "rolls 2" in words(driver)


def test_it_stands_beside_or_below_as_there_is_room(open_window: Open) -> None:
    driver = open_window()
    page = first_page(driver)
    left, right = page.panels()
    assert left[1] == right[1]
    driver.resize(900, 560)
    driver.app.change(text_size=150)
    driver.settle()
    above, below = page.panels()
    assert (above[0], above[2]) == (below[0], below[2])
    assert below[1] > above[1] + above[3]


def test_it_is_left_by_escape_and_its_focus_walks_from_head_to_page(open_window: Open) -> None:
    driver = open_window()
    first_page(driver)
    seen = []
    for _ in range(4):
        driver.key("tab")
        seen.append(driver.focus)
    assert set(seen) == {"back", "roll", "help", "settings"}
    driver.key("escape")
    assert driver.state["screen"] == "menu"


def test_a_key_leaves_a_button_alone_that_is_not_on_the_page(open_window: Open) -> None:
    driver = open_window()
    page = first_page(driver)
    compose = page.compose
    page.compose = lambda window: Column()
    page.show()
    driver.settle()
    driver.key("r")
    page.compose = compose
    page.show()
    assert "rolls 0" in words(driver)


def test_its_chart_is_drawn_as_it_stands_there(open_window: Open) -> None:
    driver = open_window(painter=LoggingPainter)
    page = first_page(driver)
    found: dict[str, Any] = {
        "partial": partial,
        "Plot": Plot,
        "Chart": Chart,
        "Series": Series,
        "counted": counted,
        "linear": linear,
        "Picture": Picture,
    }
    exec(CODE[1], found)
    page.compose = lambda window: Column(found["box"])
    page.show()
    driver.settle()
    assert "90%" in words(driver)
