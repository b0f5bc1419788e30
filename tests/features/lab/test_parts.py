"""What the pages of the lab share."""

from game.window.ui.charts.lines import ChartGroup, Lines
from tests.features.lab.abstraction.show import emd_in_trouble
from tests.window.conftest import Open


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
