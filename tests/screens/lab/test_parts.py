"""What the pages of the lab share."""

from game.core import BadInput
from game.screens.ui.charts.lines import ChartGroup, Lines
from game.screens.ui.widgets import ReadEntry
from tests.screens.conftest import Open
from tests.screens.lab.abstraction.show import emd_in_trouble


def entry(taken: list[int]) -> ReadEntry:
    def read(typed: str) -> None:
        if not typed.isdecimal():
            raise BadInput("A whole number is needed.")
        taken.append(int(typed))

    return ReadEntry("seed", "Seed", read, lambda: None, longest=9)


def test_what_cannot_be_read_stays_with_its_reason() -> None:
    taken: list[int] = []
    seed = entry(taken)
    seed.follow("7")
    seed.set_words("many")
    seed.submit("many")
    seed.follow("7")
    assert (seed.problem, seed.value, taken) == ("A whole number is needed.", "many", [])
    seed.submit("9")
    assert (seed.problem, taken) == ("", [9])


def test_what_is_wrong_goes_where_something_else_holds() -> None:
    seed = entry([])
    seed.follow("7")
    seed.submit("many")
    seed.follow("8")
    assert (seed.problem, seed.value) == ("", "8")


def test_charts_of_a_page_are_drawn_anew_where_they_show_something_else() -> None:
    group = ChartGroup(Lines("one", "One"))
    assert [group.redraws(version) for version in (1, 1, 2)] == [True, False, True]
    group.clear()
    assert group.redraws(2)


def test_only_a_curve_that_stood_out_is_given_back() -> None:
    first, second = Lines("one", "One"), Lines("two", "Two")
    group = ChartGroup(first, second)
    assert not group.give_back()
    second.isolate("cfr")
    assert group.isolated == "cfr"
    assert group.give_back()
    assert (second.isolated, group.isolated) == ("", "")


def test_what_is_wrong_stands_between_the_settings_and_the_panels(open_window: Open) -> None:
    driver = open_window()
    emd_in_trouble(driver.app)
    driver.settle()
    below = {control.name: control.rect for control in driver.app.controls()}
    said = next(mark for mark in driver.marks() if "ended unexpectedly" in mark.words)
    assert below["example"][1] < said.rect[1] < below["step"][1]
