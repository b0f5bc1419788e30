"""The page in the README of the screens works as it stands there."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import game.window
from game.app.start import find_pages
from game.texts import english
from game.window.frame.pages import declared_in, registry
from game.window.ui.charts.axes import count_axis, linear
from game.window.ui.charts.chart import Chart, Plot, Series
from game.window.ui.layout.box import Column
from game.window.ui.leaves.control import Picture
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter

README = Path(game.window.__file__).with_name("README.md")
CODE = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)

WORDS = {
    "die.title": "A die",
    "die.actions.roll.label": "Roll",
    "die.actions.roll.hint": "roll",
    "die.actions.roll.help": "roll the die once",
    "help.groups.die": "At the die",
}


@pytest.fixture
def first_window(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return a function that opens the program with the page whose code the README shows."""
    for key, words in WORDS.items():
        monkeypatch.setitem(english()._entries, key, words)

    def opener(**settings: Any) -> Driver:
        exec(CODE[0], {"__name__": "die.page"})
        pages = registry([*find_pages().values(), declared_in("die")[-1]])
        return open_window(screens=pages, **settings)

    return opener


def first_page(driver: Driver) -> Any:
    driver.key("g")
    return driver.app.screen


def test_it_is_in_the_menu_between_the_pages_whose_positions_are_next_to_its_own(first_window: Open) -> None:
    driver = first_window()
    names = [control.name for control in driver.app.controls()]
    at = names.index("die")
    assert names[at - 1 : at + 2] == ["solver", "die", "reports"]
    driver.app.open("die")
    assert driver.state["screen"] == "die"


def words(driver: Driver) -> str:
    return " ".join(mark.words for mark in driver.marks())


def test_its_key_and_its_button_do_the_same(first_window: Open) -> None:
    driver = first_window()
    first_page(driver)
    assert "rolls 0" in words(driver)
    driver.key("r")
    driver.click("roll")
    assert "rolls 2" in words(driver)


def test_it_stands_beside_or_below_as_there_is_room(first_window: Open) -> None:
    driver = first_window()
    page = first_page(driver)
    left, right = page.panels()
    assert left[1] == right[1]
    driver.resize(900, 560)
    driver.app.change(text_size=150)
    driver.settle()
    above, below = page.panels()
    assert (above[0], above[2]) == (below[0], below[2])
    assert below[1] > above[1] + above[3]


def test_it_is_left_by_escape_and_its_focus_walks_from_head_to_page(first_window: Open) -> None:
    driver = first_window()
    first_page(driver)
    seen = []
    for _ in range(4):
        driver.key("tab")
        seen.append(driver.focus)
    assert set(seen) == {"back", "roll", "help", "settings"}
    driver.key("escape")
    assert driver.state["screen"] == "menu"


def test_a_reason_stops_its_key_and_is_said_by_its_button(first_window: Open) -> None:
    driver = first_window()
    page = first_page(driver)
    page._counts = [1_000] * 6
    page.show()
    driver.key("r")
    assert "rolls 6000" in words(driver)
    assert driver.app.screen.controls.find("roll").hint == "The die is worn out."


def test_its_key_stands_in_its_hint_and_in_the_help(first_window: Open) -> None:
    driver = first_window(painter=LoggingPainter)
    first_page(driver)
    assert "R roll" in words(driver)
    driver.key("/", "?")
    assert "AT THE DIE R roll the die once" in words(driver)


def test_its_chart_is_drawn_as_it_stands_there(first_window: Open) -> None:
    driver = first_window(painter=LoggingPainter)
    page = first_page(driver)
    found: dict[str, Any] = {
        "partial": partial,
        "Plot": Plot,
        "Chart": Chart,
        "Series": Series,
        "counted": count_axis,
        "linear": linear,
        "Picture": Picture,
    }
    exec(CODE[1], found)
    page.compose = lambda window: Column(found["box"])
    page.show()
    driver.settle()
    assert "90%" in words(driver)
