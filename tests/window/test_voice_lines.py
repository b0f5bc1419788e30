"""All sentences of the voice in whole evenings: the tour, hands, a grade, a solve, and a training.

`voice_lines.yaml` has the sentences that the voice says after each key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from game.app import narrator
from game.languages import LANGUAGES
from game.match.table_spec import TableSpec
from game.study.judgements import AskJudgement, Judgement
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from tests.features.solver import show as solver_pages
from tests.window.conftest import Open
from tests.window.driver import Driver, Recorder
from tests.window.runs import Training, TrainingWorker
from tests.window.tables import Answerer, Kind, Table, TableWorker, decide, judged

LINES = Path(__file__).with_name("voice_lines.yaml")
"""The sentences of whole evenings: for each key, the sentences that the voice says after it."""

OPENED = "opened"
"""The step before the first key."""

Heard = list[dict[str, list[str]]]

HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
SQUARES = TableSpec("tic-tac-toe", ("you", "values-1m"), seed=1, first="seat-0")


@pytest.fixture(autouse=True)
def patient_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow more time between a key and the change of a value, so that the tests pass on a slow computer."""
    monkeypatch.setattr(narrator, "ECHO_SECONDS", 600.0)


def read_lines(name: str) -> Heard:
    """Return the expected sentences of the evening `name` in `voice_lines.yaml`, for each key pressed."""
    found: dict[str, Heard] = yaml.safe_load(LINES.read_text("utf-8"))
    return found[name]


def press_as_written(driver: Driver, name: str, press: Callable[[str], None] | None = None) -> Heard:
    """Press the keys of the evening `name`, and return the sentences after each key.

    `press` replaces the keyboard.
    """
    voice = driver.app.aloud.voice
    assert isinstance(voice, Recorder)
    heard: Heard = []
    for (key,) in map(tuple, read_lines(name)):
        if key != OPENED:
            (press or driver.key)(key)
        heard.append({key: voice.take()})
    return heard


SCREENS: Mapping[str, type] = {"holdem": PlayHoldem, "kuhn-poker": PlayKuhn, "tic-tac-toe": PlayTicTacToe}


def play(
    folder: Path, spec: TableSpec, name: str, answers: dict[Kind, Answerer], language: str = "en"
) -> Heard:
    """Play the hand `name` by its keys, and return the sentences. The voice is turned on once the table is open."""
    more = {"language": language, "voice_rate": 100}
    table = Table(folder, SCREENS[spec.game], spec, TableWorker(answers), voice=Recorder(), **more)
    try:
        table.app.change(voice=True)
        table.settle()
        return press_as_written(table, name)
    finally:
        table.close()


def test_the_whole_tour_is_heard(open_window: Open) -> None:
    driver = open_window(voice=Recorder(), toured=True)
    driver.app.change(voice=True)
    driver.app.show_tour()
    driver.settle()
    assert press_as_written(driver, "tour") == read_lines("tour")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_of_holdem_is_heard_in_each_language(tmp_path: Path, language: str) -> None:
    name = f"holdem in {language}"
    answers = {Decide: decide(1, 400, 1)}
    assert play(tmp_path, HOLDEM, name, answers, language) == read_lines(name)


@pytest.mark.parametrize(("spec", "name"), [(KUHN, "kuhn"), (SQUARES, "squares")])
def test_a_hand_of_the_smaller_games_is_heard(tmp_path: Path, spec: TableSpec, name: str) -> None:
    answers = {Decide: decide(1, 0)}
    assert play(tmp_path, spec, name, answers) == read_lines(name)


def judge_by_street(request: AskJudgement) -> Judgement:
    is_first = not request.info.board
    return judged({0: -1.0, 1: -2.2}, 0) if is_first else judged({1: 1.0, 100: 1.0}, 1)


def test_the_grades_of_a_hand_are_heard(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)
    answers = {Decide: decide(1, 1, 1, 1), AskJudgement: judge_by_street}
    assert play(tmp_path, spec, "grade", answers) == read_lines("grade")


@pytest.mark.parametrize("name", ["solve", "practice"])
def test_a_solve_of_a_river_its_walk_and_practice_against_it_are_heard(open_window: Open, name: str) -> None:
    driver = open_window(voice=Recorder(), toured=True)
    driver.app.change(voice=True)
    solver_pages.solves.reset()
    solver_pages.opened(solver_pages.RIVER)(driver.app).practice._seed = 5
    driver.settle()

    def press(key: str) -> None:
        driver.key(key)
        solver_pages.arrive(driver.app)
        driver.settle()

    assert press_as_written(driver, name, press) == read_lines(name)


@pytest.mark.parametrize("name", ["training", "training cancelled", "training lost"])
def test_a_training_is_heard(user_folder: Path, name: str) -> None:
    window = Training(user_folder, TrainingWorker(), voice=Recorder(), toured=True)
    window.app.change(voice=True)
    window.settle()

    def press(key: str) -> None:
        if key.isdecimal():
            window.train_to(int(key))
        elif key == "dies":
            window.trainer.die()
            window.settle()
        else:
            window.key(key)

    try:
        assert press_as_written(window, name, press) == read_lines(name)
    finally:
        window.close()
