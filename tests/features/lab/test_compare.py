"""The comparison of stored runs, the game tree, parts of the run page, and the earth mover's distance."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from game.features.lab import ExportSeries, ListLabRuns, WorkEmdExample
from game.features.lab import tree as tree_picture
from game.features.lab.buckets_page import EmdDemoScreen
from game.features.lab.compare_model import MAX_COMPARED, first_compared
from game.features.lab.compare_page import CompareScreen
from game.features.lab.page import LabScreen
from game.features.lab.tree import TreePicture, TreeShape, compute_node_numbers, lay_out_tree
from game.rules import games
from game.study.lab import ForgetLabRuns, LabRuns, LabSettings, LabTree
from game.window.dialogs import stored_data as export
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.input import Pointer
from tests.features.lab import show
from tests.features.lab.abstraction import show as answers
from tests.features.lab.abstraction.show import emd_in_trouble
from tests.features.lab.show import STORED, answer, lab_tree, stored_runs
from tests.window.conftest import Open
from tests.window.driver import Answering, Asking, Driver, LoggingPainter, give_to
from tests.window.tables import TableWorker

A = TypeVar("A")


class Compared(Answering):
    """A window that shows the stored runs, opened from the lab by keys."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver, answer)
        driver.app.go(LabScreen(driver.app))
        self.all()
        driver.key("4", ctrl=True)
        self.all()


@pytest.fixture
def compared(open_window: Open) -> Compared:
    return Compared(open_window())


def test_while_curves_are_on_their_way_nobody_is_told_to_choose_a_run(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(CompareScreen(driver.app, LabScreen(driver.app).model))
    driver.settle()
    Answering(driver, answer).once()
    driver.settle()
    assert [run.id for run in driver.screen.model.runs]
    words = driver.words()
    assert "Preparing" in words
    assert "Choose a run" not in words


def test_the_latest_runs_of_one_s_stand_side_by_side_at_their_end(compared: Compared) -> None:
    assert (compared.screen.name, compared.driver.focus) == ("lab_compare", "runs")
    assert [run.id for run in compared.screen.model.runs] == [1, 2, 3, 4, 5]
    assert [one.run.id for one in compared.screen.model.shown_runs] == [1, 2, 3]
    assert compared.screen.model.now == STORED
    words = compared.words()
    assert "At iteration 400" in words
    assert "ended at 100" in words
    assert "chance-sampled, seed 7" in words
    assert "There are 2 runs of the other game" in words


def test_space_and_clicks_compare_a_run_or_not(compared: Compared) -> None:
    compared.keys("space")
    assert [one.run.id for one in compared.screen.model.shown_runs] == [2, 3]
    compared.driver.click("runs.3")
    compared.all()
    assert ([one.run.id for one in compared.screen.model.shown_runs], compared.screen.rows.run.id) == (
        [2, 3, 4],
        4,
    )
    assert "linear, S 2" in compared.words()
    compared.keys("down", "return")
    assert [one.run.id for one in compared.screen.model.shown_runs] == [2, 3, 4]
    assert "was not tracked" in str(compared.driver.state["notice"])


def test_no_more_than_six_runs_are_compared(compared: Compared) -> None:
    screen = compared.driver.app.screen
    assert isinstance(screen, CompareScreen)
    many = tuple(stored_runs(STORED).runs[0] for _ in range(MAX_COMPARED + 2))
    numbered = [type(run)(index, run.settings, *_rest(run)) for index, run in enumerate(many, 1)]
    screen.model.ask()
    give_to(screen.app, ListLabRuns, LabRuns(tuple(numbered)))
    said = [screen.model.toggle(run) for run in numbered if screen.model.slot(run) is None]
    assert said[-1].startswith("You can compare at most 6 runs")
    assert len({screen.model.slot(run) for run in screen.model.compared_runs}) == MAX_COMPARED


def _rest(run: object) -> tuple[object, ...]:
    return tuple(getattr(run, name) for name in ("iteration", "points", "nash_conv", "changed"))


def test_scrubbing_tells_what_each_gave_away_then(compared: Compared) -> None:
    at_end = compared.words()
    compared.keys("home", "right", "right")
    assert compared.screen.model.now == 2
    assert compared.words() != at_end
    assert "ended at" not in compared.words()
    compared.keys("end")
    assert compared.screen.model.now == STORED


def test_a_curve_is_isolated_and_esc_gives_the_others_back_before_it_leaves(compared: Compared) -> None:
    compared.keys("i")
    assert compared.screen.charts.isolated == "1"
    compared.keys("escape")
    assert (compared.screen.charts.isolated, compared.screen.name) == ("", "lab_compare")
    compared.keys("escape")
    assert compared.screen.name == "menu"


def test_axes_are_logarithmic_or_linear(compared: Compared) -> None:
    assert "iterations, log" in compared.words()
    compared.keys("l")
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
    compared.keys("e", "return")
    assert len(list((user_folder / "exports").glob("lab-picture-*.png"))) == 1
    compared.keys("down", "e", "right", "return")
    [asked] = compared.asked(ExportSeries)
    assert asked.settings == stored_runs(STORED).runs[1].settings


def test_runs_of_the_other_game_are_counted_and_not_listed(compared: Compared) -> None:
    compared.driver.click(f"game.{games.KUHN_POKER}")
    compared.all()
    assert ([run.id for run in compared.screen.model.runs], compared.screen.model.other_game_count) == (
        [6, 7],
        5,
    )
    assert [one.run.id for one in compared.screen.model.shown_runs] == [6, 7]


def test_a_run_is_looked_at_again_where_it_had_come_to(compared: Compared) -> None:
    compared.keys("down", "down", "o")
    assert (compared.screen.name, compared.screen.model.settings.variant) == ("lab", "cfr+")
    assert compared.screen.model.now == STORED // 4


def test_other_pages_of_the_lab_are_opened_from_here(compared: Compared) -> None:
    compared.driver.click("page.tree")
    compared.all()
    assert (compared.screen.name, compared.screen.page) == ("lab", "tree")
    assert compared.driver.app.screens[-2].name == "menu"


def test_a_run_is_thrown_away_after_a_question(compared: Compared) -> None:
    compared.keys("down", "delete")
    assert compared.screen.title == "Delete chance-sampled, S 1, seed 7?"
    compared.keys("escape")
    assert compared.asked(ForgetLabRuns) == []
    compared.keys("delete")
    compared.driver.click("forget")
    assert compared.asked(ForgetLabRuns) == [ForgetLabRuns(2, ())]
    assert compared.screen.name == "lab_compare"


def test_a_run_that_cannot_be_thrown_away_is_said(compared: Compared) -> None:
    compared.keys("delete")
    compared.driver.click("forget")
    compared.driver.worker.give(ForgetLabRuns, error="The disk is full.")
    compared.all()
    assert compared.driver.state["notice"] == "The disk is full."
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
    assert words in driver.words()


def test_the_first_runs_compared_have_a_curve_and_the_same_s() -> None:
    assert [run.id for run in first_compared(stored_runs(STORED).runs[:5])] == [1, 2, 3]
    assert first_compared([]) == []


def test_the_page_is_drawn(open_window: Open) -> None:
    compared = Compared(open_window(painter=LoggingPainter, theme="contrast", size=(900, 560)))
    surface = compared.driver.app.painter.s
    compared.words()
    colours = {tuple(surface.get_at((x, y))) for x in range(30, 870, 7) for y in range(120, 460, 7)}
    assert len(colours) > 8


CLASSIC = LabSettings(games.KUHN_POKER, variant="cfr+", iterations=show.ITERATIONS)


def picture(screen: LabScreen) -> TreePicture:
    return screen.charts.tree_picture


def test_every_tree_is_laid_out_anew_wherever_it_lies_in_memory(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window()
    model = show.run(driver.app, CLASSIC, "tree").model
    laid_out: list[int] = []

    def noted(tree: LabTree) -> TreeShape:
        laid_out.append(len(laid_out))
        return lay_out_tree(tree)

    monkeypatch.setattr(tree_picture, "lay_out_tree", noted)
    for _ in range(10):  # the memory of a dropped tree is used again by the next one
        model.extras.tree.value = None
        model.extras.tree.value = LabTree(lab_tree(CLASSIC).nodes)
        driver.marks()
    assert len(laid_out) == 10


@pytest.mark.parametrize("settings", [show.HALF_STREET_PAGE, CLASSIC])
def test_reach_of_the_ends_is_one_and_the_root_is_worth_their_mean(settings: LabSettings) -> None:
    tree = lab_tree(settings)
    reach, worth = compute_node_numbers(tree, lambda index: 0.5)
    ends = [index for index, node in enumerate(tree.nodes) if node.player < -1]
    assert sum(reach[index] for index in ends) == pytest.approx(1.0)
    mean = sum(reach[index] * tree.nodes[index].payoff for index in ends)
    assert worth[0] == pytest.approx(mean)


def test_the_tree_page_writes_worth_reach_and_regrets_at_its_nodes(open_window: Open) -> None:
    driver = open_window()
    screen = show.run(driver.app, CLASSIC, "tree")
    drawn = driver.words()
    assert drawn.count("17%") >= 6  # the first decision of each of six deals
    assert "Point at a node" in drawn
    screen.controls.focus("game_tree")
    drawn = driver.words()
    assert "Q: player 1 ·" in drawn
    assert "reach 16.7%" in drawn
    assert "regret" in drawn
    first = picture(screen).value
    before = driver.screen.model.now
    driver.key("down")
    assert picture(screen).value not in ("", first)
    driver.key("left")
    assert driver.screen.model.now != before


def test_the_node_under_the_mouse_is_told_of(open_window: Open) -> None:
    driver = open_window()
    screen = show.run(driver.app, show.HALF_STREET_PAGE, "tree")
    driver.marks()
    tree = picture(screen)
    assert tree.drawing is not None
    index = tree.drawing.decisions[3]
    x, y = tree.drawing.spots[index]
    driver.app.send(Pointer("move", x, y))
    assert tree.node == index
    assert tree.value in driver.words()


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


@pytest.fixture
def window(user_folder: Path) -> Iterator[Asking]:
    opened = Asking(user_folder, TableWorker(answers.ANSWERS))
    opened.key("l")
    opened.click("game.holdem")
    opened.click("page.emd")
    opened.arrive()
    yield opened
    opened.close()


def test_the_moves_are_made_one_by_one_and_add_up(window: Asking) -> None:
    assert (window.screen.done, len(window.screen.moves), window.screen.plan.cost) == (0, 4, 8.0)
    window.key("right")
    words = window.words()
    assert "pass 1: 2 from 0 to 2, 2 apart" in words
    assert "2 × 2 = 4" in words
    window.click("step")
    window.key("space")
    window.key("return")
    assert window.screen.done == 4
    assert "4 of 4 moves so far 8" in window.words()
    window.keys("right", "left")
    assert window.screen.done == 3
    window.keys("end", "return")
    assert window.screen.done == 0
    window.key("end")
    window.click("step-back")
    assert window.screen.done == 3


def test_another_way_and_another_example_begin_anew(window: Asking) -> None:
    window.key("right")
    window.key("m")
    assert (window.widget("way").chosen, window.screen.done) == ("line", 0)
    window.click("way.passes")
    window.key("2")
    window.arrive()
    assert (window.widget("example").chosen, window.screen.plan.cost) == ("greedy", 10.0)
    assert "3 takes its nearest hole, 4" in window.words()
    window.click("example.article")
    window.arrive()
    assert "finds only 6" in window.words()


def test_the_hands_lie_below(window: Asking) -> None:
    assert isinstance(window.app.screen, EmdDemoScreen)
    window.click("page.abstraction")
    assert window.state["screen"] == "abstraction"


def test_another_game_is_opened_from_there(window: Asking) -> None:
    window.click("game.tic-tac-toe")
    assert window.state["screen"] == "value_explorer"
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_when_nobody_answers_a_sentence_says_so(window: Asking) -> None:
    del window.worker.answerers[WorkEmdExample]  # type: ignore[attr-defined]
    window.key("2")
    window.arrive()
    assert window.screen.problem == "Nobody answers that."
    assert "Nobody answers that." in window.words()
