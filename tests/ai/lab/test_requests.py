"""The worker's answers to requests of the lab, and a learner's values during its training."""

import csv
import random
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import catalog
from ai.agents.small_games import PerfectAgent, load_values
from ai.lab import series as series_module
from ai.lab import store, value_history
from ai.lab.series import FOLDER, TrackedRuns
from ai.steps import run_to_end
from ai.storage import load_model
from ai.training.config import with_settings
from ai.training.value_learner import ValueLearnerConfig, ValueLearnerRun
from game.core import BadInput, Progress
from game.features.lab import (
    AskLearntValues,
    DrawTree,
    ExportField,
    ExportLearntValues,
    ExportSeries,
    FindLostLine,
    ListInformationSets,
    ListLabRuns,
    MeasureField,
    RunSegment,
    WriteLearner,
    WritePolicy,
)
from game.rules import games
from game.rules.kuhn_poker import half_street
from game.rules.tic_tac_toe import NUMBERS, TicTacToeState
from game.study.lab import ForgetLabRuns, LabPart, LabSettings, LearntValues, LostLine, tracked_iterations
from tests.ai.asking import ask

HALF = LabSettings(games.KUHN_HALF_STREET, iterations=2_000)
SERIES = ("iterations", "current", "average", "regret", "nash_conv", "visited")


def segment(settings: LabSettings, after: int, upto: int) -> LabPart:
    part: LabPart = ask(RunSegment(settings=settings, after=after, upto=upto))
    return part


def joined(parts: Sequence[LabPart]) -> dict[str, list[float]]:
    return {name: [value for part in parts for value in getattr(part, name)] for name in SERIES}


@pytest.mark.parametrize("variant", ["cfr+", "outcome-sampling"])
def test_a_series_is_the_same_in_one_stretch_in_many_and_asked_again(variant: str) -> None:
    settings = replace(HALF, variant=variant)
    ends = [0, 1, 11, 100, 110, 700, 2_000]
    pieces = [segment(settings, after, upto) for after, upto in zip([-1, *ends], ends, strict=False)]
    again = segment(settings, -1, 2_000)
    ask(ForgetLabRuns())
    at_once = segment(settings, -1, 2_000)
    assert joined(pieces) == joined([at_once]) == joined([again])
    assert list(at_once.iterations) == list(tracked_iterations(-1, 2_000))


@pytest.mark.parametrize("variant", ["cfr+", "chance-sampled"])
def test_one_step_more_is_a_point_whether_it_is_new_or_was_passed(variant: str) -> None:
    settings = replace(HALF, variant=variant)
    new = [segment(settings, upto - 1, upto) for upto in (501, 502)]
    segment(settings, -1, 2_000)
    passed = [segment(settings, upto - 1, upto) for upto in (501, 502)]
    assert joined(new) == joined(passed)
    assert list(passed[0].iterations) == [501]
    assert list(segment(settings, 495, 503).iterations) == [500, 503]
    if variant == "chance-sampled":
        assert passed[0].visited[0] in range(4, 10)


def test_a_stretch_beyond_the_run_is_a_sentence_and_a_longer_run_goes_on() -> None:
    with pytest.raises(BadInput, match="This run has 2,000 iterations: there is no 2,001th"):
        segment(HALF, -1, 2_001)
    segment(HALF, -1, 2_000)
    segment(replace(HALF, iterations=2_500), 2_000, 2_500)
    [run] = ask(ListLabRuns()).runs
    assert (run.settings.iterations, run.iteration) == (2_500, 2_500)


def test_two_processes_at_one_run_do_no_harm(tmp_path: Path) -> None:
    one, other = TrackedRuns(tmp_path), TrackedRuns(tmp_path)
    ends = iter((50, 130, 400, 1_000, 2_000))
    for upto in ends:
        run_to_end(one.segment(HALF, -1, upto))
        run_to_end(other.segment(HALF, -1, next(ends, 2_000)))
    parts = one.store.parts(HALF, -1, 2_000)
    assert [part.after for part in parts] == [-1, *(part.upto for part in parts[:-1])]
    assert joined([run_to_end(other.segment(HALF, -1, 2_000))]) == joined([segment(HALF, -1, 2_000)])
    run_to_end(one.forget(None))
    assert len(run_to_end(other.segment(HALF, -1, 2_000)).iterations) == 101 + 190
    one.store.close()
    other.store.close()


def test_while_another_program_writes_the_worker_has_time_for_others_and_then_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.01)
    series = TrackedRuns(tmp_path)
    run_to_end(series.segment(HALF, -1, 50))
    with closing(sqlite3.connect(series.store.file, isolation_level=None)) as other:
        for work in (series.segment(HALF, 50, 60), series.forget(None)):
            other.execute("BEGIN IMMEDIATE")
            assert isinstance(next(work), Progress)
            assert isinstance(next(work), Progress)
            other.execute("ROLLBACK")
            run_to_end(work)
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(series_module, "PATIENCE_SECONDS", 0.02)
        with pytest.raises(BadInput, match="another program holds it"):
            run_to_end(series.segment(HALF, -1, 60))
    assert series.store.runs().runs == ()
    series.store.close()


def test_a_run_that_was_never_begun_is_not_listed() -> None:
    segment(HALF, -1, 0)
    assert ask(ListLabRuns()).runs == ()
    segment(HALF, 0, 1)
    assert [run.iteration for run in ask(ListLabRuns()).runs] == [1]


def test_a_store_that_was_set_aside_is_said_with_the_next_stretch(user_folder: Path) -> None:
    (user_folder / "lab").mkdir(parents=True)
    (user_folder / "lab" / "series.sqlite").write_text("nothing" * 99)
    assert "was set aside as series.sqlite.broken-1" in segment(HALF, -1, 5).warning
    assert segment(HALF, -1, 5).warning == ""


@pytest.mark.parametrize("iteration", [0, 7, 1_005])
def test_any_point_of_a_run_can_be_played(iteration: int) -> None:
    found = ask(WritePolicy(settings=HALF, iteration=iteration))
    agent = catalog.load(HALF.game, found.file)
    info = half_street().child(0).child(1).information_state(0)
    assert agent.decide(info, random.Random(0)).action in (0, 1)
    point = segment(HALF, iteration - 1, iteration)
    assert found.exploitability * 2 == pytest.approx(point.nash_conv[-1], abs=1e-9)
    assert agent.strategy(info) == pytest.approx(dict(enumerate(point.average[-12:-10])), abs=1e-6)
    segment(HALF, -1, 5)
    [run] = ask(ListLabRuns()).runs
    ask(ForgetLabRuns(id=run.id, spare=["you", found.file]))
    assert Path(found.file).exists()
    segment(HALF, -1, 5)
    [again] = ask(ListLabRuns()).runs
    ask(ForgetLabRuns(id=again.id))
    assert not Path(found.file).exists()


def test_a_series_is_written_as_csv_point_by_point(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Nothing of this run is saved yet"):
        ask(ExportSeries(settings=HALF, file=str(tmp_path / "series.csv")))
    part = segment(HALF, -1, 300)
    assert ask(ExportSeries(settings=HALF, file=str(tmp_path / "series.csv")))
    with (tmp_path / "series.csv").open(newline="") as file:
        columns, *rows = csv.reader(file)
    assert columns[:3] == ["iteration", "exploitability", "current Q p"]
    assert columns[-5:] == ["regret Qb b", "game", "blinds", "variant", "seed"]
    assert {tuple(row[-4:]) for row in rows} == {(HALF.game, "1.0", HALF.variant, "0")}
    numbers = np.array([row[:-4] for row in rows], dtype=float)
    assert numbers.shape == (101 + 20, 2 + 36)
    np.testing.assert_array_equal(numbers[:, 0], part.iterations)
    np.testing.assert_array_equal(numbers[:, 1], np.array(part.nash_conv) / 2)
    for index, name in enumerate(("current", "average", "regret")):
        written = numbers[:, 2 + 12 * index : 14 + 12 * index].astype(np.float32)
        np.testing.assert_array_equal(written.reshape(-1), getattr(part, name))


def test_what_is_not_tracked_has_no_column(tmp_path: Path) -> None:
    settings = replace(HALF, track=("regret",))
    segment(settings, -1, 10)
    ask(ExportSeries(settings=settings, file=str(tmp_path / "regret.csv")))
    lines = (tmp_path / "regret.csv").read_text().splitlines()
    assert len(lines) == 1 + 11
    assert all(line.count(",") == 12 + 4 for line in lines)


def test_the_field_is_written_as_csv_and_a_bad_place_is_a_sentence(tmp_path: Path) -> None:
    ask(ExportField(file=str(tmp_path / "field.csv"), blinds=HALF.blinds))
    rows = (tmp_path / "field.csv").read_text().splitlines()
    assert rows[0] == "p1,p2,u1,du1_dp1,minus_du1_dp2,blinds"
    assert len(rows) == 1 + 101 * 101
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        ask(ExportField(file=str(tmp_path / "file" / "field.csv"), blinds=HALF.blinds))
    with pytest.raises(BadInput, match="not a file name"):
        ask(ExportField(file="field\0.csv", blinds=HALF.blinds))


def test_bad_words_are_sentences_and_the_file_of_an_experiment_is_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'upto' must be a whole number, not 'ten'"):
        ask(RunSegment(settings=HALF, after=-1, upto="ten"))
    for payload in ({"after": -(10**30), "upto": 5}, {"after": -1, "upto": -(10**30)}):
        with pytest.raises(BadInput, match="must be a whole number"):
            ask(RunSegment(settings=HALF, **payload))
    with pytest.raises(BadInput, match="'id' must be a whole number"):
        ask(ForgetLabRuns(id=10**30))
    with pytest.raises(BadInput, match="There is no stored run 77"):
        ask(ForgetLabRuns(id=77))


def test_the_field_the_tree_and_the_sets_are_told() -> None:
    assert ask(MeasureField(blinds="1/4", steps=10)).nash == (0, 0)
    assert len(ask(DrawTree(settings=HALF)).nodes) == 1 + 3 + 6 * 5
    assert ask(ListInformationSets(settings=HALF)).keys == ("Q", "K", "A", "Kb", "Ab", "Qb")


def test_the_folder_of_another_user_is_opened_when_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    segment(HALF, -1, 5)
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "other"))
    assert ask(ListLabRuns()).runs == ()
    assert (tmp_path / "other" / FOLDER / "series.sqlite").exists()


BOARD = (-1, 1, 0, 0, -1, 0, 0, 0, 1)
EMPTY = (0,) * 9
QUICK = {"epsilon": 0.3, "seed": 5}


def values(settings: Mapping[str, object], board: tuple[int, ...], upto: int) -> LearntValues:
    found: LearntValues = ask(AskLearntValues(settings=settings, board=board, upto=upto))
    return found


def test_the_training_of_the_shipped_learner_is_played_again_bit_for_bit() -> None:
    for stage in (20, 500, 2_000):
        file = catalog.find(games.TIC_TAC_TOE, f"ada-{stage}").file
        assert file is not None
        model = load_model(file)
        again = Path(ask(WriteLearner(settings=model.manifest.config, episode=stage)))
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
    agent = load_values(Path(ask(WriteLearner(settings=QUICK, episode=250))), TicTacToeState())
    info = TicTacToeState().information_state(0)
    assert agent.values(info) == {cell: series[-1] for cell, series in found.values.items()}
    with pytest.raises(BadInput, match="no values stored after 249 games"):
        ask(WriteLearner(settings=QUICK, episode=249))


@pytest.mark.parametrize("episode", [0, 100, 2_000])
def test_a_line_that_beats_it_ends_with_its_loss_and_names_the_error(episode: int) -> None:
    line: LostLine = ask(FindLostLine(settings=QUICK, episode=episode))
    state = TicTacToeState()
    for cell in line.cells:
        state = state.child(cell)
    assert state.winner == 1 - line.player
    assert line.errors
    assert all(error % 2 == line.player for error in line.errors)


def test_every_error_of_a_lost_line_is_named() -> None:
    """All errors of a lost line are named.

    X begins in a corner. O's answer on an edge loses if X plays well. After X has missed the win, O makes another
    losing move, on square 9.
    """
    assert value_history._errors((2, 1, 4, 0, 7, 8, 5, 6, 3), 1) == (1, 5)


def test_of_the_champion_there_is_no_such_line() -> None:
    file = catalog.find(games.TIC_TAC_TOE, "ada-1000000").file
    assert file is not None
    config = load_model(file).manifest.config
    assert ask(FindLostLine(settings=config, episode=1_000_000)) is None
    assert values(config, EMPTY, 1_000_000).lost_lines[-1] == (0, 0)


def test_values_are_written_as_csv(tmp_path: Path) -> None:
    file = tmp_path / "values.csv"
    assert ask(ExportLearntValues(settings=QUICK, board=BOARD, upto=100, file=str(file))) == str(file)
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
