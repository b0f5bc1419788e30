"""What a value learner thought in the course of its training: the training is played again, bit for bit."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import catalog, service
from ai.agents.perfect_agent import PerfectAgent
from ai.agents.value_agent import load
from ai.lab import value_history
from ai.storage import load_model
from ai.training.config import with_settings
from ai.training.value_learner import ValueLearnerConfig
from ai.training.value_learner_run import ValueLearnerRun
from game.core import BadInput, Progress
from game.features.lab.asks import AskLearntValues, ExportLearntValues, FindLostLine, WriteLearner
from game.request import Request
from game.rules import games
from game.rules.tic_tac_toe import NUMBERS, TicTacToeState
from game.study.lab import LearntValues, LostLine

BOARD = (-1, 1, 0, 0, -1, 0, 0, 0, 1)
EMPTY = (0,) * 9
QUICK = {"epsilon": 0.3, "seed": 5}


def asked(request: Request[Any]) -> Any:
    *reports, value = service.answer(request)
    assert all(isinstance(report, Progress) for report in reports)
    return value


def values(settings: Mapping[str, object], board: tuple[int, ...], upto: int) -> LearntValues:
    found: LearntValues = asked(AskLearntValues(settings=settings, board=board, upto=upto))
    return found


def test_the_training_of_the_shipped_learner_is_played_again_bit_for_bit() -> None:
    for stage in (20, 500, 2_000):
        file = catalog.find(games.TIC_TAC_TOE, f"ada-{stage}").file
        assert file is not None
        model = load_model(file)
        again = Path(asked(WriteLearner(settings=model.manifest.config, episode=stage)))
        shape = (2, NUMBERS)
        np.testing.assert_array_equal(load_model(again).array("values", shape), model.array("values", shape))
        assert load_model(again).manifest.strength == model.manifest.strength


@pytest.mark.parametrize(
    "settings", [{}, {"opponent": "earlier"}, {"mirror_images": "together"}, {"opponent": "random"}]
)
def test_frames_are_the_same_in_one_go_in_many_and_as_a_run_has_them(settings: Mapping[str, object]) -> None:
    settings = QUICK | dict(settings)
    for upto in (7, 7, 113, 90):
        values(settings, BOARD, upto)
    pieces = values(settings, BOARD, 1_500)
    value_history._replay.cache_clear()
    assert values(settings, BOARD, 1_500) == pieces
    assert pieces.episodes[:4] == (0, 1, 2, 3)
    assert pieces.episodes[-2:] == (1_400, 1_500)
    run = ValueLearnerRun(with_settings(ValueLearnerConfig(), settings | {"iterations": 1_500}, "test"))
    *_, last = run.reports()
    assert pieces.lost_lines[-1] == (last.metrics["lost_lines_x"], last.metrics["lost_lines_o"])
    info = TicTacToeState(BOARD).information_state(0)
    assert {cell: series[-1] for cell, series in pieces.values.items()} == run.agent("it").values(info)


def test_squares_are_valued_for_the_player_to_move_beside_what_they_are_worth() -> None:
    found = values(QUICK, BOARD, 20_000)
    assert set(found.values) == set(found.exact) == {2, 3, 5, 6, 7}
    assert all(series[0] == 0.5 for series in found.values.values())
    perfect = PerfectAgent("perfect").values(TicTacToeState(BOARD).information_state(0))
    assert found.exact == perfect
    centre = values(QUICK, (0, 0, 0, 0, -1, 0, 0, 0, 0), 20_000)
    assert centre.exact == {cell: 0.5 if cell % 2 == 0 else 0.0 for cell in range(9) if cell != 4}
    corners = min(centre.values[cell][-1] for cell in (0, 2, 6, 8))
    assert corners > max(centre.values[cell][-1] for cell in (1, 3, 5, 7))


def test_a_moment_can_be_played_and_weighs_squares_as_it_was_shown() -> None:
    found = values(QUICK, EMPTY, 250)
    agent = load(Path(asked(WriteLearner(settings=QUICK, episode=250))), TicTacToeState())
    info = TicTacToeState().information_state(0)
    assert agent.values(info) == {cell: series[-1] for cell, series in found.values.items()}
    with pytest.raises(BadInput, match="no values stored after 249 games"):
        asked(WriteLearner(settings=QUICK, episode=249))


@pytest.mark.parametrize("episode", [0, 100, 2_000])
def test_a_line_that_beats_it_ends_with_its_loss_and_names_the_error(episode: int) -> None:
    line: LostLine = asked(FindLostLine(settings=QUICK, episode=episode))
    state = TicTacToeState()
    for cell in line.cells:
        state = state.child(cell)
    assert state.winner == 1 - line.player
    assert line.errors
    assert all(error % 2 == line.player for error in line.errors)


def test_every_error_of_a_lost_line_is_named() -> None:
    """O answers a corner on an edge, which loses; X lets the win go; O loses it again by the corner at square 9."""
    assert value_history._errors((2, 1, 4, 0, 7, 8, 5, 6, 3), 1) == (1, 5)


def test_of_the_champion_there_is_no_such_line() -> None:
    file = catalog.find(games.TIC_TAC_TOE, "ada-1000000").file
    assert file is not None
    config = load_model(file).manifest.config
    assert asked(FindLostLine(settings=config, episode=1_000_000)) is None
    assert values(config, EMPTY, 1_000_000).lost_lines[-1] == (0, 0)


def test_values_are_written_as_csv(tmp_path: Path) -> None:
    file = tmp_path / "values.csv"
    assert asked(ExportLearntValues(settings=QUICK, board=BOARD, upto=100, file=str(file))) == str(file)
    found = values(QUICK, BOARD, 100)
    with file.open(newline="") as lines:
        columns, *rows = csv.reader(lines)
    assert columns == ["episode", *(f"square {n}" for n in (3, 4, 6, 7, 8)), "lost_lines_x", "lost_lines_o"]
    assert [int(row[0]) for row in rows] == list(found.episodes)
    assert [float(row[1]) for row in rows] == list(found.values[2])


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ((1, 1) + (0,) * 7, "not a tic-tac-toe position"),
        ((0,) * 8, "nine squares"),
        ((2,) * 9, "nine squares"),
        ((-1, -1, -1, 1, 1, 0, 0, 0, 0), "The game is over"),
    ],
)
def test_a_board_that_cannot_be_is_a_sentence(board: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        values(QUICK, board, 10)


@pytest.mark.parametrize("upto", [-1, 10**10, "ten", True])
def test_a_length_or_a_setting_that_cannot_be_is_a_sentence(upto: Any) -> None:
    with pytest.raises(BadInput, match="A number of games is from 0 to 1,000,000,000"):
        values(QUICK, EMPTY, upto)
    with pytest.raises(BadInput, match="has no setting 'speed'"):
        values({"speed": 9}, EMPTY, 10)
