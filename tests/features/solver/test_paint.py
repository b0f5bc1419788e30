"""Ranges are painted on the set-up form: by keys and by mouse, and the text always says the same."""

from collections.abc import Callable

import pytest

from ai.hands.combos import mean_by_class, parse_range
from game.features.solver.page import SolverScreen
from game.window.ui.input import Pointer
from tests.features.solver.show import SMALL, arrive, opened
from tests.window.conftest import Open
from tests.window.driver import Driver

Paint = Callable[..., tuple[Driver, SolverScreen]]
CELLS = 13


@pytest.fixture
def paint(open_window: Open) -> Paint:
    def go(side: str = "o") -> tuple[Driver, SolverScreen]:
        driver = open_window()
        screen = opened()(driver.app)
        press(driver, side)
        return driver, screen

    return go


def press(driver: Driver, *keys: str) -> None:
    """Press keys, and let what they ask for arrive."""
    for key in keys:
        driver.key(key)
    arrive(driver.app)


def painted(driver: Driver) -> dict[str, float]:
    """Return the weights of the grid, without those that are 0."""
    picture = driver.widget("grid").picture
    return {name: weight for name, weight in picture.weights.items() if weight}


def assert_equal(driver: Driver, words: str) -> None:
    """Check that the grid shows what a text says, read by itself."""
    expected = {name: weight for name, weight in mean_by_class(parse_range(words)).items() if weight}
    assert painted(driver) == pytest.approx(expected)


def middle_of(driver: Driver, row: int, column: int) -> tuple[float, float]:
    x, y, width, height = driver.control("grid").rect
    scale = driver.app.painter.u
    return (x + (column + 0.5) * width / CELLS) / scale, (y + (row + 0.5) * height / CELLS) / scale


def stroke(driver: Driver, *cells: tuple[int, int]) -> None:
    """Drag the mouse over some cells."""
    places = [middle_of(driver, *cell) for cell in cells]
    driver.app.send(Pointer("move", *places[0]))
    driver.app.send(Pointer("down", *places[0]))
    for place in places[1:]:
        driver.app.send(Pointer("move", *place))
    driver.app.send(Pointer("up", *places[-1]))
    arrive(driver.app)


def test_the_grid_begins_with_what_the_field_says(paint: Paint) -> None:
    driver, _ = paint()
    assert driver.app.screen.name == "paint"
    assert_equal(driver, SMALL.oop)


def test_arrows_space_and_digits_paint_and_the_field_says_it(paint: Paint) -> None:
    driver, screen = paint()
    press(driver, "down", "right", "space", "right", "5")  # KK is not in the range: set; KQs gets a half
    assert painted(driver)["KK"] == 1.0
    assert painted(driver)["KQs"] == 0.5
    assert_equal(driver, screen.model.texts.oop)
    assert parse_range(screen.model.texts.oop).sum() == pytest.approx(parse_range(SMALL.oop).sum() + 6 - 2)
    press(driver, "left", "space")
    assert "KK" not in painted(driver)
    assert_equal(driver, screen.model.texts.oop)


def test_a_drag_paints_every_cell_it_crosses_with_the_weight_of_the_brush(paint: Paint) -> None:
    driver, screen = paint("i")
    before = painted(driver)
    driver.app.screen.controls.focus("brush")
    press(driver, *["left"] * 10)
    stroke(driver, (0, 8), (0, 9), (0, 10), (0, 11))
    found = painted(driver)
    assert [found[name] for name in ("A6s", "A5s", "A4s", "A3s")] == [0.5] * 4
    assert {name for name in found if name not in before} == {"A6s", "A4s", "A3s"}
    assert_equal(driver, screen.model.texts.ip)
    assert screen.model.texts.oop == SMALL.oop
    stroke(driver, (0, 8), (0, 9))
    assert not {"A6s", "A5s"} & set(painted(driver)), "a stroke that begins where it is painted clears"
    assert_equal(driver, screen.model.texts.ip)


def test_what_is_typed_is_painted(paint: Paint) -> None:
    driver, screen = paint()
    driver.app.screen.controls.focus("text")
    driver.type("99-77,AKo:0.25")
    arrive(driver.app)
    words = screen.model.texts.oop
    assert words == "99-77,AKo:0.25"
    assert_equal(driver, words)


def test_single_hands_stay_in_the_text_beside_what_is_painted(paint: Paint) -> None:
    driver, screen = paint()
    screen.model.type(oop="QhJh,AA")
    driver.app.back()
    press(driver, "o")
    assert painted(driver)["QJs"] == pytest.approx(0.25)
    press(driver, "down", "right", "space")
    assert sorted(screen.model.texts.oop.split(",")) == ["KK+", "QhJh"]


def test_a_text_that_is_wrong_is_said_and_the_grid_stays(paint: Paint) -> None:
    driver, _ = paint()
    before = painted(driver)
    driver.app.screen.controls.focus("text")
    driver.type("AA,zz")
    arrive(driver.app)
    assert painted(driver) == before
    assert '"zz" is not part of a range' in driver.widget("text").problem
    assert any('"zz" is not part of a range' in mark.words for mark in driver.marks())


def test_an_empty_range_is_an_empty_grid(paint: Paint) -> None:
    driver, screen = paint()
    screen.model.type(oop="AA")
    driver.app.back()
    press(driver, "o", "delete")
    assert painted(driver) == {}
    assert screen.model.texts.oop == ""
    driver.app.back()
    arrive(driver.app)
    assert "oop" in screen.model.view.problems


def test_the_other_side_is_one_key_away(paint: Paint) -> None:
    driver, screen = paint()
    driver.app.screen.controls.focus("side")
    press(driver, "right")
    assert_equal(driver, SMALL.ip)
    driver.app.screen.controls.focus("grid")
    press(driver, "space")
    assert_equal(driver, screen.model.texts.ip)
    assert "AA" in painted(driver)
