"""Stored runs side by side: chosen from a list, scrubbed, looked at again, thrown away."""

from pathlib import Path
from typing import Any, TypeVar

import pytest

from game.features.lab.asks import ExportSeries, ListLabRuns
from game.features.lab.compare_model import MOST_COMPARED, first_compared
from game.features.lab.compare_page import CompareScreen
from game.features.lab.page import LabScreen
from game.rules import games
from game.study.lab import ForgetLabRuns, LabRuns, LabSettings
from game.window.dialogs import stored_data as export
from tests.features.lab.answers import STORED, Answering, runs_of
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter, give_to

A = TypeVar("A")


class Compared:
    """The window on the stored runs, opened from the lab as a player would."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        driver.app.go(LabScreen(driver.app))
        self.answering = Answering(driver)
        self.answering.all()
        driver.key("4", ctrl=True)
        self.answering.all()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.key(key)
            self.answering.all()

    @property
    def state(self) -> dict[str, object]:
        return self.driver.state

    @property
    def screen(self) -> Any:
        return self.driver.screen

    def words(self) -> str:
        return " ".join(mark.words for mark in self.driver.marks())

    def asked(self, kind: type[A]) -> list[A]:
        return self.driver.worker.all_asked(kind)


@pytest.fixture
def compared(open_window: Open) -> Compared:
    return Compared(open_window())


def test_while_curves_are_on_their_way_nobody_is_told_to_choose_a_run(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(CompareScreen(driver.app, LabScreen(driver.app).model))
    driver.settle()
    Answering(driver).once()
    driver.settle()
    assert [run.id for run in driver.screen.model.runs]
    words = " ".join(mark.words for mark in driver.marks())
    assert "Preparing" in words
    assert "Choose a run" not in words


def test_the_latest_runs_of_one_s_stand_side_by_side_at_their_end(compared: Compared) -> None:
    assert (compared.state["screen"], compared.state["focus"]) == ("lab_compare", "runs")
    assert [run.id for run in compared.screen.model.runs] == [1, 2, 3, 4, 5]
    assert [one.run.id for one in compared.screen.model.shown] == [1, 2, 3]
    assert compared.screen.model.now == STORED
    words = compared.words()
    assert "At iteration 400" in words
    assert "ended at 100" in words
    assert "chance-sampled, seed 7" in words
    assert "There are 2 runs of the other game" in words


def test_space_and_clicks_compare_a_run_or_not(compared: Compared) -> None:
    compared.press("space")
    assert [one.run.id for one in compared.screen.model.shown] == [2, 3]
    compared.driver.click("runs.3")
    compared.answering.all()
    assert ([one.run.id for one in compared.screen.model.shown], compared.screen.rows.run.id) == (
        [2, 3, 4],
        4,
    )
    assert "linear, S 2" in compared.words()
    compared.press("down", "return")
    assert [one.run.id for one in compared.screen.model.shown] == [2, 3, 4]
    assert "was not tracked" in str(compared.state["notice"])


def test_no_more_than_six_runs_are_compared(compared: Compared) -> None:
    screen = compared.driver.app.screen
    assert isinstance(screen, CompareScreen)
    many = tuple(runs_of(STORED).runs[0] for _ in range(MOST_COMPARED + 2))
    numbered = [type(run)(place, run.settings, *_rest(run)) for place, run in enumerate(many, 1)]
    screen.model.ask()
    give_to(screen.app, ListLabRuns, LabRuns(tuple(numbered)))
    said = [screen.model.toggle(run) for run in numbered if screen.model.slot(run) is None]
    assert said[-1].startswith("You can compare at most 6 runs")
    assert len({screen.model.slot(run) for run in screen.model.compared}) == MOST_COMPARED


def _rest(run: object) -> tuple[object, ...]:
    return tuple(getattr(run, name) for name in ("iteration", "points", "nash_conv", "changed"))


def test_scrubbing_tells_what_each_gave_away_then(compared: Compared) -> None:
    at_end = compared.words()
    compared.press("home", "right", "right")
    assert compared.screen.model.now == 2
    assert compared.words() != at_end
    assert "ended at" not in compared.words()
    compared.press("end")
    assert compared.screen.model.now == STORED


def test_a_curve_is_isolated_and_esc_gives_the_others_back_before_it_leaves(compared: Compared) -> None:
    compared.press("i")
    assert compared.screen.charts.isolated == "1"
    compared.press("escape")
    assert (compared.screen.charts.isolated, compared.state["screen"]) == ("", "lab_compare")
    compared.press("escape")
    assert compared.state["screen"] == "menu"


def test_axes_are_logarithmic_or_linear(compared: Compared) -> None:
    assert "iterations, log" in compared.words()
    compared.press("l")
    assert compared.screen.charts.log is False
    assert "iterations, log" not in compared.words()


def test_the_iteration_under_the_mouse_is_read_out(compared: Compared) -> None:
    compared.driver.marks()
    compared.driver.move_to("compared")
    words = compared.words()
    assert f"At iteration {compared.screen.chart.probe}" in words
    compared.driver.move_to("look")
    assert "At iteration 400" in compared.words()


def test_the_page_and_the_numbers_of_a_run_are_written_down(
    compared: Compared, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "ENLARGED", 1)
    compared.press("e", "return")
    assert len(list((user_folder / "exports").glob("lab-picture-*.png"))) == 1
    compared.press("down", "e", "right", "return")
    [asked] = compared.asked(ExportSeries)
    assert asked.settings == runs_of(STORED).runs[1].settings


def test_runs_of_the_other_game_are_counted_and_not_listed(compared: Compared) -> None:
    compared.driver.click(f"game.{games.KUHN_POKER}")
    compared.answering.all()
    assert ([run.id for run in compared.screen.model.runs], compared.screen.model.other_game_count) == (
        [6, 7],
        5,
    )
    assert [one.run.id for one in compared.screen.model.shown] == [6, 7]


def test_a_run_is_looked_at_again_where_it_had_come_to(compared: Compared) -> None:
    compared.press("down", "down", "o")
    assert (compared.state["screen"], compared.screen.model.settings.variant) == ("lab", "cfr+")
    assert compared.screen.model.now == STORED // 4


def test_other_pages_of_the_lab_are_opened_from_here(compared: Compared) -> None:
    compared.driver.click("page.tree")
    compared.answering.all()
    assert (compared.state["screen"], compared.screen.page) == ("lab", "tree")
    assert compared.driver.app.screens[-2].name == "menu"


def test_a_run_is_thrown_away_after_a_question(compared: Compared) -> None:
    compared.press("down", "delete")
    assert compared.screen.title == "Delete chance-sampled, S 1, seed 7?"
    compared.press("escape")
    assert compared.asked(ForgetLabRuns) == []
    compared.press("delete")
    compared.driver.click("forget")
    assert compared.asked(ForgetLabRuns) == [ForgetLabRuns(2, ())]
    assert compared.state["screen"] == "lab_compare"


def test_a_run_that_cannot_be_thrown_away_is_said(compared: Compared) -> None:
    compared.press("delete")
    compared.driver.click("forget")
    compared.driver.worker.give(ForgetLabRuns, error="The disk is full.")
    compared.answering.all()
    assert compared.state["notice"] == "The disk is full."
    assert [run.id for run in compared.screen.model.runs] == [1, 2, 3, 4, 5]


def test_runs_that_cannot_be_read_any_more_are_said_beside_the_list(compared: Compared) -> None:
    screen = compared.driver.app.screen
    assert isinstance(screen, CompareScreen)
    screen.model.ask()
    give_to(screen.app, ListLabRuns, error="The disk is full.")
    words = compared.words()
    assert "The disk is full." in words
    assert "run 2," in words


@pytest.mark.parametrize(
    ("found", "sentence", "words"),
    [
        (LabRuns(()), "", "No stored runs of this game. Every run is saved as it goes."),
        (None, "The series cannot be kept.", "The series cannot be kept."),
        (LabRuns((), ("series.sqlite was set aside.",)), "", "series.sqlite was set aside."),
    ],
)
def test_what_stands_in_the_place_of_the_list_is_said(
    found: LabRuns | None, sentence: str, words: str, open_window: Open
) -> None:
    driver = open_window()
    screen = CompareScreen(driver.app, LabScreen(driver.app, LabSettings(games.KUHN_POKER)).model)
    driver.app.go(screen)
    screen.model.ask()
    give_to(screen.app, ListLabRuns, found, error=sentence or None)
    assert words in " ".join(mark.words for mark in driver.marks())


def test_the_first_runs_compared_have_a_curve_and_the_same_s() -> None:
    assert [run.id for run in first_compared(runs_of(STORED).runs[:5])] == [1, 2, 3]
    assert first_compared([]) == []


def test_the_page_is_drawn(open_window: Open) -> None:
    compared = Compared(open_window(painter=LoggingPainter, theme="contrast", size=(900, 560)))
    surface = compared.driver.app.painter.s
    compared.words()
    colours = {tuple(surface.get_at((x, y))) for x in range(30, 870, 7) for y in range(120, 460, 7)}
    assert len(colours) > 8
