"""The lab page: playing and scrubbing through a run, panels at the same iteration, and invalid settings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from game.agent_entries import Strength
from game.features.lab import ExportSeries, ListInformationSets, RunSegment, WritePolicy
from game.features.lab.page import FIRST, LabScreen
from game.files.manifest import Manifest, write_manifest
from game.rules import games
from game.study.lab import START, LabPolicy
from game.tables.kuhn.screen import PlayKuhn
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key, Pointer, Wheel
from tests.features.lab.show import answer
from tests.window.conftest import Open
from tests.window.driver import Answering, Driver, Kind, LoggingPainter

A = TypeVar("A")

TOTAL = 1_000
SMALL = (900, 560)
SETTINGS = replace(FIRST, iterations=TOTAL)


class Lab(Answering):
    """A window that shows the lab. Its requests are answered."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver, answer)
        driver.app.go(LabScreen(driver.app, SETTINGS))
        self.all()

    def type(self, field: str, words: str) -> None:
        """Type into a field and press Enter."""
        self.screen.controls.focus(field)
        self.driver.type(words)
        self.keys("return")


@pytest.fixture
def lab(open_window: Open) -> Lab:
    return Lab(open_window())


@pytest.fixture
def still(open_window: Open) -> Lab:
    return Lab(open_window(reduced_motion=True))


# ---- time -----------------------------------------------------------------------------------------------------
def test_the_page_begins_at_the_uniform_strategy(lab: Lab) -> None:
    assert (lab.screen.name, lab.screen.model.now, lab.screen.model.done) == ("lab", 0, 0)
    assert lab.driver.focus == "run"
    assert "1/3, 1/3" in lab.words()


def test_until_the_first_point_is_there_the_panels_say_so(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(LabScreen(driver.app, SETTINGS))
    answering = Answering(driver, answer)
    driver.settle()
    answering.once()  # answers the request for the sets, but not the requests that follow
    driver.settle()
    words = driver.words()
    assert words.count("Preparing") == 5
    answering.all()
    assert "Preparing" not in driver.words()


def test_space_runs_to_the_end_and_again_from_the_beginning(lab: Lab) -> None:
    lab.keys("space")
    assert (lab.screen.model.now, lab.screen.model.running) == (TOTAL, False)
    assert lab.driver.control("run").label == "Restart"
    assert "iteration 1,000" in lab.words()
    stretches = [request for request in lab.asked(RunSegment) if request.settings == SETTINGS]
    assert len(stretches) > 3
    assert all(one.upto == other.after for one, other in pairwise(stretches))
    lab.driver.app.send(key("space"))
    assert lab.screen.model.running
    assert lab.screen.model.now == 0


def test_a_run_is_paused_where_it_is(lab: Lab) -> None:
    lab.driver.app.send(key("space"))
    lab.driver.app.step([], 0.1)
    lab.keys("space")
    assert not lab.screen.model.running
    assert int(str(lab.screen.model.now)) < TOTAL


def test_with_reduced_motion_time_jumps(still: Lab) -> None:
    still.type("iterations", "9000")
    still.keys("space")
    assert still.screen.model.now == 9_000
    ends = [request.upto for request in still.asked(RunSegment) if request.after != START]
    assert ends == sorted(ends)
    assert 1 < len(ends) < 5


@pytest.mark.parametrize(("keys", "iteration"), [("1", 1), ("0", 10), ("h", 100), ("h0", 110), ("h1", 101)])
def test_steps_go_on(lab: Lab, keys: str, iteration: int) -> None:
    for letter in keys:
        lab.keys(letter)
    assert lab.screen.model.now == lab.screen.model.done == iteration


@pytest.mark.parametrize(("keys", "iteration"), [("hh", 200), ("hh0", 210), ("hh1", 210)])
def test_steps_through_what_is_known_go_to_the_next_tracked_point(
    lab: Lab, keys: str, iteration: int
) -> None:
    lab.keys("space", "home", *keys)
    assert (lab.screen.model.now, lab.screen.model.done) == (iteration, TOTAL)


def test_steps_are_buttons_too(lab: Lab) -> None:
    lab.driver.click("step-10")
    lab.all()
    assert lab.screen.model.now == 10


def test_arrows_scrub_what_is_known_and_ask_nothing(still: Lab) -> None:
    still.keys("space")
    asked = len(still.driver.worker.asked)
    still.keys("left")
    assert TOTAL * 0.9 < int(str(still.screen.model.now)) < TOTAL
    still.keys("home")
    assert still.screen.model.now == 0
    still.keys("right", "right")
    assert still.screen.model.now == 2
    still.keys("end")
    assert still.screen.model.now == TOTAL
    assert len(still.driver.worker.asked) == asked


def test_the_line_is_dragged_by_the_mouse_up_to_what_is_known(still: Lab) -> None:
    still.keys("h")
    x, y, width, height = (side / still.driver.app.painter.u for side in still.driver.control("moment").rect)
    still.driver.click_at(x + 0.9 * width, y + height / 2)
    assert still.screen.model.now == 100
    still.keys("space")
    still.driver.click("moment")
    assert 10 < int(str(still.screen.model.now)) < 100


def test_all_panels_show_one_moment(still: Lab) -> None:
    still.keys("space", "home", "right")
    share = still.driver.control("strategy").value
    assert "Q bets p₁" in share
    still.keys("end")
    assert still.driver.control("strategy").value != share
    assert "this run" in still.driver.control("exploit").value
    assert "iteration 1,000" in still.words()


def test_others_of_the_family_are_compared(lab: Lab) -> None:
    assert [name for name, _ in lab.screen.model.extras.family] == ["cfr", "cfr+", "linear", "dcfr"]
    assert "dcfr" in lab.driver.control("exploit").value


def test_another_run_that_comes_in_between_two_pictures_waits_for_the_next(lab: Lab) -> None:
    screen = lab.driver.app.screen
    assert isinstance(screen, LabScreen)
    dcfr = screen.model.extras.curves.pop("dcfr")
    screen.model.version += 1
    screen.show()
    lab.driver.settle()
    screen.model.extras.curves["dcfr"] = dcfr
    assert "dcfr" not in lab.words()
    screen.model.version += 1
    screen.show()
    assert "dcfr" in lab.words()


# ---- settings -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("typed", "blinds"), [("1/4", 0.25), ("2", 2.0), ("0.5", 0.5)])
def test_blinds_are_typed(lab: Lab, typed: str, blinds: float) -> None:
    lab.type("blinds", typed)
    assert (lab.screen.model.settings.blinds, lab.screen.problem, lab.screen.model.done) == (blinds, "", 0)
    assert ("The equilibrium shown is p₁ = p₂ = 0" in lab.words()) == (blinds < 0.5)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        *(("blinds", typed) for typed in ("0", "-1", "x", "1/0", "1e9")),
        *(("iterations", typed) for typed in ("0", "10^12", "many", "-5", "2^999")),
        ("seed", "-1"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(still: Lab, field: str, typed: str) -> None:
    still.keys("h")
    still.type(field, typed)
    assert f"“{typed}” is not a" in str(still.screen.problem)
    assert (still.screen.model.now, still.screen.model.settings.blinds) == (100, 1.0)
    assert f"“{typed}” is not a" in still.words()


def test_of_two_wrong_fields_both_are_said(still: Lab) -> None:
    still.type("blinds", "x")
    still.type("iterations", "0")
    assert "“x” is not a blind" in str(still.screen.problem)
    assert "“0” is not a number" in str(still.screen.problem)


def test_the_wheel_and_arrows_change_the_blinds_by_quarters(still: Lab) -> None:
    still.driver.wheel(*still.driver.middle("blinds"), 1)
    still.all()
    assert (still.screen.model.settings.blinds, still.screen.model.done) == (1.25, 0)
    still.driver.app.screen.controls.focus("blinds")
    still.keys(*["down"] * 6)
    assert still.screen.model.settings.blinds == 0.25
    assert "p₁ = p₂ = 0" in still.words()


def test_a_wheel_that_is_turned_on_begins_no_run_at_each_notch(still: Lab) -> None:
    at = still.driver.middle("blinds")
    for _ in range(3):
        still.driver.app.send(Wheel(*at, 1))
        still.driver.app.step([], 0.1)
    assert still.driver.control("blinds").value == "1.75"
    assert still.screen.model.settings.blinds == 1.0
    assert still.driver.app.screen.waiting
    still.all()
    assert still.screen.model.settings.blinds == 1.75
    begun = [request.settings.blinds for request in still.asked(ListInformationSets)]
    assert begun == [1.0, 1.75]
    still.driver.app.send(Wheel(*at, 1))
    still.keys("h")
    assert (still.screen.model.settings.blinds, still.screen.model.now) == (2.0, 0)


def test_more_iterations_go_on_from_where_the_run_is(still: Lab) -> None:
    still.keys("space")
    still.type("iterations", "2003")
    assert (still.screen.model.total, still.screen.model.done) == (2_003, TOTAL)
    still.keys("space")
    assert (still.screen.model.now, still.screen.model.done) == (2_003, 2_003)


def test_variant_and_seed_begin_another_run(still: Lab) -> None:
    still.keys("space")
    still.driver.click("variant.next")
    still.all()
    assert (still.screen.model.settings.variant, still.screen.model.done) == ("cfr", 0)
    still.type("seed", "7")
    assert still.screen.model.settings.seed == 7


def test_the_classic_game_has_no_heat_map_but_twelve_sets(still: Lab) -> None:
    still.driver.click("game.kuhn-poker")
    still.keys("space")
    assert "field" not in {control.name for control in still.driver.app.controls()}
    still.driver.click("page.strategies")
    words = still.words()
    assert all(key in words for key in ("Qpb", "Apb", "Kb"))
    assert words.count("Regret") == 12


# ---- drawing --------------------------------------------------------------------------------------------------
def test_the_equilibrium_can_be_hidden(lab: Lab) -> None:
    lab.keys("n")
    assert lab.screen.charts.nash is False
    assert "1/3, 1/3" not in lab.words()
    lab.keys("n")
    assert "1/3, 1/3" in lab.words()


def test_hiding_the_equilibrium_hides_what_would_tell_it(lab: Lab) -> None:
    assert "U₁ − 1/18" in lab.words()
    field = lab.screen.charts.field_picture
    known = lab.screen.model.extras.field.value
    assert known is not None
    assert field.even(known) == pytest.approx(1 / 18)
    lab.keys("n")
    assert "1/18" not in lab.words()
    assert "arrows" not in lab.words()
    assert field.even(known) == 0.0


def test_the_classic_page_names_its_equilibrium_and_what_the_game_is_worth(still: Lab) -> None:
    still.driver.click("game.kuhn-poker")
    still.keys("space")
    words = still.words()
    assert "of infinitely many equilibria" in words
    assert "all worth −1/18" in words
    assert "α = 0." in words
    still.keys("n")
    assert "1/18" not in still.words()


def test_left_and_right_scrub_wherever_the_focus_is(still: Lab) -> None:
    still.keys("space")
    still.screen.controls.focus("variant")
    still.keys("left", "left")
    assert still.screen.model.settings.variant == SETTINGS.variant
    assert 0 < int(str(still.screen.model.now)) < TOTAL
    still.keys("up")
    assert still.screen.model.settings.variant != SETTINGS.variant


def test_space_runs_at_once_after_s_was_turned(lab: Lab) -> None:
    lab.screen.controls.focus("blinds")
    lab.driver.app.send(key("up"))
    lab.driver.app.step([], 0.5)
    lab.driver.app.send(key("space"))
    lab.driver.app.step([], 0.05)
    assert lab.screen.model.running
    lab.all()
    assert (lab.screen.model.settings.blinds, lab.screen.model.now) == (1.25, TOTAL)


def test_a_game_that_was_left_is_found_where_it_was(still: Lab) -> None:
    still.keys("space")
    reached = still.screen.model.now
    assert reached
    still.driver.click("game.kuhn-poker")
    still.all()
    assert (still.screen.model.settings.game, still.screen.model.now) == (games.KUHN_POKER, 0)
    still.driver.click("game.kuhn-half-street")
    still.all()
    assert (still.screen.model.settings.game, still.screen.model.now) == (games.KUHN_HALF_STREET, reached)


def test_small_charts_say_how_they_are_read(still: Lab) -> None:
    assert "dashes: equilibrium" not in still.words()
    still.driver.click("page.strategies")
    assert "dashes: equilibrium. Bottom: regrets of p (pass) and b, log scale." in still.words()
    still.keys("n", "l")
    assert "dots: current. Bottom: regrets of p (pass) and b." in still.words()


def test_the_tree_says_what_its_branches_letters_and_numbers_are(still: Lab) -> None:
    still.driver.click("page.tree")
    assert "right b, bet or call" in still.words()


def test_axes_are_logarithmic_or_linear(still: Lab) -> None:
    still.keys("space")
    logarithmic = still.words()
    assert "iterations, log" in logarithmic
    still.keys("l")
    assert still.screen.charts.log is False
    assert "iterations, log" not in still.words()
    still.keys("l")
    assert still.words() == logarithmic


def test_the_iteration_under_the_mouse_is_read_out_on_all_charts(still: Lab) -> None:
    still.keys("space")
    still.driver.marks()
    at_end = [still.driver.control(name).value for name in ("strategy", "exploit")]
    still.driver.move_to("strategy")
    words = still.words()
    under = still.screen.charts.probe
    assert 0 < int(str(under)) < TOTAL == still.screen.model.now
    assert words.split().count(str(under)) == 2
    read = [still.driver.control(name).value for name in ("strategy", "exploit")]
    assert all(one != other for one, other in zip(at_end, read, strict=True))
    still.driver.move_to("run")
    still.driver.marks()
    assert [still.driver.control(name).value for name in ("strategy", "exploit")] == at_end
    assert still.screen.charts.probe is None


def test_small_charts_are_read_out_together(still: Lab) -> None:
    still.keys("space")
    still.driver.click("page.strategies")
    still.driver.marks()
    inner = still.driver.app.screen.charts.multiples.plots["set", 1].inner  # type: ignore[attr-defined]
    still.driver.app.send(Pointer("move", inner[0] + inner[2] / 2, inner[1] + 9))
    words = still.words().split()
    assert words.count(str(still.screen.charts.probe)) == 12
    assert still.driver.control("sets").value.startswith("Q bets")


def test_a_curve_is_isolated_by_a_click_or_by_keys_and_esc_gives_the_others_back(still: Lab) -> None:
    still.keys("h")
    still.driver.marks()
    still.driver.click("strategy.Kb")
    assert still.screen.charts.isolated == "Kb"
    still.keys("escape")
    assert (still.screen.charts.isolated, still.screen.name) == ("", "lab")
    still.keys("i")
    assert still.screen.charts.isolated == "Q"
    still.driver.app.screen.controls.focus("exploit")
    still.keys("down", "return", "escape", "escape")
    assert still.screen.name == "menu"


def test_the_cell_under_the_mouse_is_told_of(lab: Lab) -> None:
    lab.driver.move_to("field")
    lab.driver.app.step([], 2.0)
    assert "chips to player 1" in lab.words()


def test_every_page_is_drawn_and_scrubbed(open_window: Open) -> None:
    lab = Lab(open_window(reduced_motion=True, painter=LoggingPainter, size=SMALL))
    lab.keys("space")
    for index, page in enumerate(("overview", "strategies", "tree"), 1):
        lab.driver.key(str(index), ctrl=True)
        assert lab.screen.page == page
        lab.driver.app.send(key("left"))
        lab.keys("home", "right")
        colours = {
            tuple(lab.driver.app.painter.s.get_at((x, y)))
            for x in range(30, 870, 7)
            for y in range(120, 460, 7)
        }
        assert len(colours) > 12, page


# ---- play, export, trouble --------------------------------------------------------------------------------------
def test_any_moment_is_played_against_and_what_it_gives_away_is_told(still: Lab, user_folder: Path) -> None:
    still.keys("h", "p")
    [asked] = still.asked(WritePolicy)
    assert asked.iteration == 100
    strength = Strength("exploitability", 0.0125, None, "its best reply", None)
    stage = "100 iterations"
    manifest = Manifest(games.KUHN_HALF_STREET, "table", "learned", blinds=1, stage=stage, strength=strength)
    write_manifest(user_folder / "at-100.yaml", manifest)
    give_answer(still, WritePolicy, LabPolicy(str(user_folder / "at-100.npz"), 100, 0.0125, 0.05))
    assert still.screen.name == "play-kuhn"
    assert "Lab learner" in still.words()
    assert "100 iterations: gives up 0.013 a hand" in still.words()
    assert isinstance(table := still.driver.app.screen, PlayKuhn)
    assert table.entry is not None
    assert table.entry.strength == strength


def test_a_strategy_that_cannot_be_written_is_said(still: Lab) -> None:
    still.keys("h", "p")
    give_answer(still, WritePolicy, None, error="The disk is full.")
    assert (still.screen.name, still.driver.state["notice"]) == ("lab", "The disk is full.")


def test_the_page_is_written_as_a_picture_of_twice_its_size_with_the_run_in_its_corner(
    open_window: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = Lab(open_window(size=SMALL))
    stamped: list[str] = []
    write = Painter.text

    def noted(painter: Painter, words: str, *args: Any, **more: Any) -> float:
        stamped.append(words)
        return write(painter, words, *args, **more)

    monkeypatch.setattr(Painter, "text", noted)
    lab.driver.keys("e", "return")
    [file] = (user_folder / "exports").glob("lab-picture-*.png")
    width, height = pygame.image.load(file).get_size()
    assert width == 1800
    assert height >= 1120  # the whole of a page that scrolls
    assert "Half-street: chance-sampled, S 1, seed 0; iteration 0" in stamped
    assert str(file) in str(lab.driver.state["notice"])


def test_the_series_are_written_by_the_other_process(lab: Lab) -> None:
    lab.keys("e", "right", "return")
    [asked] = lab.asked(ExportSeries)
    assert asked.file.endswith(".csv")
    give_answer(lab, ExportSeries, asked.file)
    assert (lab.screen.name, str(lab.driver.state["notice"])) == ("lab", f"Saved: {asked.file}")


def test_a_failed_export_is_said(lab: Lab) -> None:
    lab.keys("e", "right", "return")
    give_answer(lab, ExportSeries, None, error="The disk is full.")
    assert (lab.screen.name, lab.driver.screen.problem) == ("export_lab", "The disk is full.")


def test_after_the_other_process_has_died_running_asks_again(lab: Lab) -> None:
    lab.driver.app.send(key("h"))
    lab.driver.settle()
    give_answer(lab, RunSegment, None, error="The other process ended unexpectedly.")
    assert "ended unexpectedly" in lab.words()
    lab.keys("space")
    assert (lab.screen.model.now, lab.screen.problem) == (TOTAL, "")


def test_coming_back_goes_on_where_the_page_was_left(still: Lab) -> None:
    still.keys("h", "?", "escape", "0")
    assert still.screen.model.now == 110
    assert isinstance(still.driver.app.screen, LabScreen)


def key(name: str) -> Key:
    return Key(name, " " if name == "space" else name)


def give_answer(lab: Lab, kind: Kind, value: object, *, error: str | None = None) -> None:
    lab.driver.worker.give(kind, value, error=error)
    lab.driver.settle()
