"""The curve keeps what was measured, thins as it grows, and is read up to the checkpoint."""

import json
from pathlib import Path

import pytest

from ai.training.checkpoints import CURVE_FILE, MAX_POINTS, CurveFile
from game.core import BadInput, Progress
from game.files import user_files


def noted(curve: CurveFile, *iterations: int) -> CurveFile:
    for iteration in iterations:
        curve.note(Progress(iteration, None, 0.0, metrics={"value": iteration / 2}))
    return curve


def test_points_come_back_up_to_the_checkpoint(tmp_path: Path) -> None:
    noted(CurveFile(tmp_path, 0), 1, 10, 25).write()
    assert CurveFile(tmp_path, 10).points == [(1, {"value": 0.5}), (10, {"value": 5.0})]
    assert CurveFile(tmp_path, 10).warning is None


def test_a_report_without_measurements_or_progress_adds_nothing(tmp_path: Path) -> None:
    curve = noted(CurveFile(tmp_path, 0), 5, 5, 4)
    curve.note(Progress(9, None, 0.0))
    assert [iteration for iteration, _ in curve.points] == [5]


def test_a_long_curve_is_thinned_but_for_the_points_that_every_decade_has(tmp_path: Path) -> None:
    curve = noted(CurveFile(tmp_path, 0), *range(1, 3 * MAX_POINTS))
    kept = [iteration for iteration, _ in curve.points]
    assert len(kept) <= MAX_POINTS
    assert kept == sorted(set(kept))
    assert {1, 2, 5, 10, 28, 100, 1_000, 3 * MAX_POINTS - 1} <= set(kept)


@pytest.mark.parametrize("points", [3, [[1]], [[1, {"value": "much"}]], [["x", {}]], [[1, []]]])
def test_a_broken_curve_is_set_aside_and_begun_anew(tmp_path: Path, points: object) -> None:
    document = {"kind": "training-curve", "version": 1, "content": {"points": points}}
    (tmp_path / CURVE_FILE).write_text(json.dumps(document))
    curve = CurveFile(tmp_path, 10)
    assert curve.points == []
    assert "curve.json could not be read (its points cannot be read)" in (curve.warning or "")
    assert (tmp_path / f"{CURVE_FILE}.broken-1").exists()


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([[1, {"value": float("nan")}]], "it has a value beyond 1e+12"),
        ([[1, {"value": float("inf")}]], "it has a value beyond 1e+12"),
        ([[1, {"value": -1e308}]], "it has a value beyond 1e+12"),
        ([[-5, {"value": 1}]], "its iterations do not rise from 1"),
        ([[3, {"value": 1}], [1, {"value": 0}]], "its iterations do not rise from 1"),
    ],
)
def test_a_curve_that_no_chart_could_draw_is_set_aside(tmp_path: Path, points: object, reason: str) -> None:
    document = {"kind": "training-curve", "version": 1, "content": {"points": points}}
    (tmp_path / CURVE_FILE).write_text(json.dumps(document))
    curve = CurveFile(tmp_path, 10)
    assert curve.points == []
    assert f"curve.json could not be read ({reason})" in (curve.warning or "")


def test_a_full_disk_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    curve = noted(CurveFile(tmp_path, 0), 1)
    monkeypatch.setattr(user_files, "atomic_write", full)
    with pytest.raises(BadInput, match=r"curve\.json cannot be written: No space left on device"):
        curve.write()
