"""The value learner of tic-tac-toe: any position at any episode of a training, by mouse and keys."""

from pathlib import Path

import pygame
import pytest

from ai import catalog
from ai.training import runs
from ai.training.value_learner import METRICS
from game.features.lab import AskLearntValues, ExportLearntValues, FindLostLine, WriteLearner
from game.features.lab.page import LabScreen, value_explorer
from game.features.lab.values_charts import found_out, groups, name_squares
from game.features.lab.values_page import _draw_legend, make_legend
from game.rules.tic_tac_toe import EMPTY_BOARD, O, X
from game.study.lab import LostLine
from game.study.training import StoredRun
from game.study.training_model import AtWork
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.window.dialogs import stored_data as export
from game.window.ui.input import Key
from tests.features.lab import show as value_explorer_answers
from tests.features.lab.show import LEARNER_SETTINGS, learner_answer, own_run
from tests.features.lab.show import run as show_kuhn
from tests.window.conftest import Open
from tests.window.driver import Answering, Driver, WordsOnlyPainter
from tests.window.runs import stored

CENTRE = (0, 0, 0, 0, X, 0, 0, 0, 0)


class Learnt(Answering):
    """A window that shows the value learner. The first `answered` rounds of its requests are answered."""

    def __init__(self, driver: Driver, *runs: StoredRun, key: str = "", answered: int = 1_000) -> None:
        super().__init__(driver, learner_answer)
        driver.app.models.training.stored_runs, driver.app.models.training.listed = runs, True
        driver.app.go(value_explorer(driver.app, key))
        self.all(rounds=answered)


@pytest.fixture
def page(open_window: Open) -> Learnt:
    return Learnt(open_window(), own_run(), own_run(2, 700))


# ---- the position ---------------------------------------------------------------------------------------------
def test_the_page_begins_at_the_end_of_the_training_on_the_empty_board(page: Learnt) -> None:
    model = page.screen.model
    assert (page.screen.name, model.source.key, page.driver.focus) == (
        "value_explorer",
        "value-learner-1",
        "run",
    )
    assert (model.now, model.done, model.total) == (20_000, 20_000, 20_000)
    assert model.state.board == EMPTY_BOARD
    assert set(model.squares) == set(range(9))
    assert model.lost_lines == (0, 0)


def test_values_carry_the_sentence_of_the_training_page(page: Learnt) -> None:
    page.driver.app.models.training.runs = tuple(runs.entries())
    page.driver.settle()
    assert page.screen.model.value_help == next(one.help for one in METRICS if one.key == "opening_value")
    page.keys("1", "backspace")
    assert "too much while the opponent makes moves at random" in page.words()


def test_digits_mark_squares_in_turn_and_backspace_takes_back(page: Learnt) -> None:
    page.keys("5", "1", "1")
    assert page.screen.model.state.board == (O, 0, 0, 0, X, 0, 0, 0, 0)
    assert set(page.screen.model.squares) == {1, 2, 3, 5, 6, 7, 8}  # type: ignore[call-overload]
    assert "X to move" in page.words()
    page.keys("backspace")
    assert page.screen.model.state.board == CENTRE
    assert "perfect play: drawn" in page.words()
    page.keys("c")
    assert page.screen.model.state.board == EMPTY_BOARD


def test_squares_are_marked_by_the_mouse_and_by_arrows_and_enter(page: Learnt) -> None:
    page.driver.click("board")
    page.all()
    assert page.screen.model.state.board == CENTRE
    page.keys("up", "left", "return")
    assert page.screen.model.state.board == (O, 0, 0, 0, X, 0, 0, 0, 0)
    page.driver.click("undo")
    page.driver.click("clear")
    assert page.screen.model.state.board == EMPTY_BOARD
    assert not page.driver.control("undo").enabled


def test_a_game_that_is_over_says_who_has_won_and_asks_nothing_of_it(page: Learnt) -> None:
    page.keys("5", "1", "3", "2", "7")
    assert "X has won" in page.words()
    assert "The game is over here" in page.words()
    assert page.screen.model.squares == {}
    page.keys("9")
    assert len([mark for mark in page.screen.model.state.board if mark]) == 5  # type: ignore[attr-defined]
    boards = [request.board for request in page.driver.worker.all_asked(AskLearntValues)]
    assert all(sum(map(abs, board)) < 5 for board in boards)
    page.keys("backspace")
    assert set(page.screen.model.squares) == {3, 5, 6, 7, 8}  # type: ignore[call-overload]


def test_another_position_is_asked_of_what_is_known_already(page: Learnt) -> None:
    before = len(page.driver.worker.asked)
    page.keys("5")
    request = page.driver.worker.asked[before]
    assert isinstance(request, AskLearntValues)
    assert request.upto == 20_000
    assert tuple(request.board) == CENTRE


# ---- the moment -----------------------------------------------------------------------------------------------
def test_the_training_is_asked_for_in_growing_stretches_then_the_comparison(page: Learnt) -> None:
    asked = page.driver.worker.all_asked(AskLearntValues)
    assert [request.upto for request in asked] == [10_000, 20_000, 20_000]
    assert [request.settings["draw_value"] for request in asked] == [0.5, 0.5, 0.0]
    page.driver.click("page.audit")
    assert "draw worth 0: 40" in page.words()
    assert "draw worth ½: 0" in page.words()


def test_a_mark_made_while_the_comparison_is_on_its_way_does_not_lose_it(open_window: Open) -> None:
    page = Learnt(open_window(), own_run(), answered=2)
    page.driver.settle()
    request = page.driver.worker.asked[-1]
    assert isinstance(request, AskLearntValues)
    assert request.settings["draw_value"] == 0.0
    page.keys("5")
    page.driver.click("page.audit")
    assert "draw worth 0: 40" in page.words()


def test_arrows_scrub_and_all_squares_follow(page: Learnt) -> None:
    page.keys("5", "home")
    assert set(page.screen.model.squares.values()) == {0.5}  # type: ignore[attr-defined]
    assert "Untrained" in page.words()
    page.keys("right", "right")
    assert page.screen.model.now == 2
    page.keys("end")
    assert page.screen.model.now == 20_000
    assert "Learned that edges lose" in page.words()
    assert "corners: 0.48–0.50, drawn" in page.words()


def test_space_replays_to_the_end_and_again_from_the_beginning(page: Learnt) -> None:
    page.driver.app.send(Key("space", " "))
    assert page.screen.model.running
    assert page.screen.model.now == 0
    for _ in range(3):
        page.driver.app.step([], 0.3)
    assert 1 < int(str(page.screen.model.now)) < 20
    page.keys("space")
    assert not page.screen.model.running
    page.keys("space")
    page.all()
    assert (page.screen.model.running, page.screen.model.now) == (False, 20_000)


def test_with_reduced_motion_a_replay_goes_by_powers_of_ten(open_window: Open) -> None:
    page = Learnt(open_window(reduced_motion=True), own_run())
    page.driver.app.send(Key("space", " "))
    seen = []
    for _ in range(60):
        page.driver.app.step([], 0.1)
        seen.append(page.screen.model.now)
    assert set(seen) <= {0, 1, 10, 100, 1_000, 10_000, 20_000}
    assert seen[-1] == 20_000


def test_a_line_that_beats_it_is_asked_where_time_stands(page: Learnt) -> None:
    page.keys("home")
    asked = [request.episode for request in page.driver.worker.all_asked(FindLostLine)]
    assert asked[-1] == 0
    assert "it plays O, after 0 games" in page.words()
    assert "error" in page.words()
    page.keys("end")
    assert "No line of play beats it" in page.words()


# ---- the choice of a training ---------------------------------------------------------------------------------
def test_the_learner_that_ships_is_there_without_runs_of_ones_own(open_window: Open) -> None:
    page = Learnt(open_window(agents=catalog.agents()))
    assert [source.key for source in page.screen.model.sources] == ["ada"]
    assert page.screen.model.total == 1_000_000
    assert "You have no runs yet" in page.words()
    assert page.screen.run.scrubber.marks == (20, 500, 2_000, 1_000_000)
    settings = page.driver.worker.all_asked(AskLearntValues)[0].settings
    assert (settings["epsilon"], settings["draw_value"]) == (0.2, 0.5)


def test_where_there_is_nobody_that_is_said(open_window: Open) -> None:
    page = Learnt(open_window())
    assert "No tic-tac-toe learner yet" in page.words()
    page.keys("5", "space", "p", "i")
    assert page.screen.model.state.board == CENTRE


def test_another_run_is_chosen_in_the_same_position(page: Learnt) -> None:
    page.keys("5")
    page.driver.app.screen.controls.focus("learner")
    page.driver.click_at(*_right_end(page.driver, "learner"))
    page.all()
    assert (page.screen.model.source.key, page.screen.model.done) == ("value-learner-2", 700)
    assert page.screen.model.state.board == CENTRE


def test_a_run_at_work_is_followed_live(open_window: Open) -> None:
    run = own_run(iteration=1_000)
    page = Learnt(open_window(), run, own_run(2), key="value-learner-1")
    room = page.driver.app.models.training
    room.at_work = work = AtWork(run)
    for iteration in (3_000, 8_000):
        work.run = own_run(iteration=iteration)
        room.version += 1
        page.driver.app.step([], 1.0)
        page.all()
        assert (page.screen.model.is_live, page.screen.model.done, page.screen.model.now) == (
            True,
            iteration,
            iteration,
        )
    page.keys("home")
    work.run = own_run(iteration=9_000)
    room.version += 1
    page.driver.app.step([], 1.0)
    page.all()
    assert (page.screen.model.done, page.screen.model.now) == (9_000, 0)
    room.at_work = None


def test_what_goes_wrong_is_said_and_asked_again(open_window: Open) -> None:
    driver = open_window()
    driver.app.models.training.stored_runs, driver.app.models.training.listed = (own_run(),), True
    driver.app.go(value_explorer(driver.app))
    driver.settle()
    number = len(driver.worker.asked)
    driver.worker.give(AskLearntValues, error="The other process ended.")
    driver.settle()
    assert driver.screen.problem == "The other process ended."
    driver.key("space")
    assert len(driver.worker.asked) == number + 1
    assert driver.screen.problem == ""


# ---- ways in and out ------------------------------------------------------------------------------------------
def test_the_choice_of_game_leads_from_kuhn_to_tic_tac_toe_and_back(open_window: Open) -> None:
    driver = open_window()
    show_kuhn(driver.app)
    driver.settle()
    driver.click("game.tic-tac-toe")
    assert driver.state["screen"] == "value_explorer"
    driver.click("game.kuhn-poker")
    assert isinstance(driver.app.screen, LabScreen)
    assert driver.screen.model.settings.game == "kuhn-poker"
    driver.key("escape")
    assert driver.state["screen"] == "menu"


def test_a_moment_is_played_against_at_once(page: Learnt) -> None:
    page.keys("home", "right", "p")
    assert page.driver.worker.all_asked(WriteLearner)[-1].episode == 1
    assert isinstance(page.driver.app.screen, PlayTicTacToe)
    assert page.driver.app.screen.session.spec.seats == ("you", "champion")


def test_values_are_written_down_as_picture_and_as_numbers(
    page: Learnt, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "ENLARGED", 1)
    page.keys("5", "e", "return")
    [file] = (user_folder / "exports").glob("lab-picture-*.png")
    assert pygame.image.load(file).get_size() == (1280, 720)
    page.keys("e", "right", "return")
    request = page.driver.worker.asked[-1]
    assert isinstance(request, ExportLearntValues)
    assert (tuple(request.board), request.upto) == (CENTRE, 20_000)
    assert str(request.file).endswith(".csv")


def test_labels_isolate_and_escape_gives_the_others_back(page: Learnt) -> None:
    page.keys("5", "i")
    assert page.screen.charts.isolated == "0"
    assert page.screen.charts.values.together["0"] == {"0", "2", "6", "8"}
    page.keys("escape")
    assert (page.screen.charts.isolated, page.screen.name) == ("", "value_explorer")
    page.keys("l", "escape")
    assert page.screen.name == "menu"


def test_the_moment_under_the_mouse_is_read_out_on_the_charts(page: Learnt) -> None:
    page.keys("5")
    page.words()
    x, y, width, height = page.screen.charts.values.plot.inner
    page.driver.click_at(x + width / 2, y + height / 2)
    assert "edges: 0.38–0.39" in page.words()
    assert page.screen.charts.values.probe in range(100, 200)
    assert page.screen.model.now == 20_000
    page.driver.move_to("play")
    assert "edges: 0.38–0.39" not in page.words()
    assert page.screen.charts.values.probe is None


# ---- groups of squares ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "names"),
    [
        (EMPTY_BOARD, {"corners", "edges", "centre"}),
        (CENTRE, {"corners", "edges"}),
        ((X, 0, 0, 0, 0, 0, 0, 0, 0), {"2 and 4", "3 and 7", "6 and 8", "centre", "bottom right"}),
    ],
)
def test_squares_that_a_position_does_not_tell_apart_are_one_group(
    board: tuple[int, ...], names: set[str]
) -> None:
    found = groups(board)
    assert {name_squares(group, board) for group in found} == names
    assert sorted(cell for group in found for cell in group) == [
        cell for cell in range(9) if board[cell] == 0
    ]


def test_a_finding_is_said_only_where_it_is_true() -> None:
    exact = {cell: 0.5 if cell % 2 == 0 else 0.0 for cell in range(9) if cell != 4}
    assert found_out(CENTRE, {cell: worth - cell / 100 for cell, worth in exact.items()}, exact) == "edges"
    assert found_out(CENTRE, {**exact, 1: 0.6}, exact) == ""
    assert found_out(CENTRE, dict.fromkeys(exact, 0.5), dict.fromkeys(exact, 0.5)) == ""


def _right_end(driver: Driver, name: str) -> tuple[float, float]:
    x, y, width, height = driver.control(name).rect
    return (x + width - 10) / driver.app.painter.u, (y + height / 2) / driver.app.painter.u


# ---- true sentences -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("worth", "legend"),
    [(0.5, "0 lost ½ drawn 1 won"), (0.0, "0 lost or drawn 1 won"), (0.25, "0 lost 0.25 drawn 1 won")],
)
def test_the_legend_says_what_a_draw_is_worth_to_this_learner(
    open_window: Open, worth: float, legend: str
) -> None:
    run = stored(settings={**LEARNER_SETTINGS, "draw_value": worth}, iteration=20_000)
    model = Learnt(open_window(), run, key=run.id).screen.model
    shown = " ".join(" ".join(filter(None, make_legend(model))).split())
    assert shown == legend


def test_the_ends_of_a_legend_without_room_for_its_middle_stay_apart(open_window: Open) -> None:
    painter = open_window(painter=WordsOnlyPainter).app.painter
    painter.log = []
    words = ("0 lost", "½ drawn", "1 won")
    ends = sum(painter.width(words[end], "small") for end in (0, 2))
    _draw_legend(words, painter, (0.0, 0.0, 0.95 * ends, 40.0))
    lost, won = painter.log
    assert lost.rect.right < won.rect.left


def test_every_error_of_the_line_is_marked(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_explorer_answers, "LINE", LostLine(1, (0, 1, 4, 2, 8), (1, 3)))
    driver = open_window()
    value_explorer_answers.show_learner(driver.app)
    assert driver.texts().count("error") == 2
