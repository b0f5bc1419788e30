"""What a trained response wins from a blueprint: its interval, and the same seed the same figure."""

from pathlib import Path

import pytest

from ai.agents import blueprint
from ai.evaluation import trained_response
from ai.evaluation.trained_response import ResponseResult, measure
from ai.training import runs
from ai.training.run import train
from game.core import Progress
from tests.ai.training.without_abstraction import stand_in


def test_a_beginner_loses_to_it_and_a_seed_gives_one_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = stand_in(monkeypatch)
    monkeypatch.setattr(trained_response, "DEALS_PLAYED", 512)
    monkeypatch.setattr(trained_response, "DEALS_AT_A_TIME", 256)
    file = tmp_path / "beginner.npz"
    list(train(runs.start("holdem-blueprint", ("stack=5", "threads=1"), 20), file))
    *reports, result = measure(blueprint.open_blueprint(file), cards, 2_000, 4)
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(result, ResponseResult)
    assert result.mean > result.ci95 > 0
    assert result.hands == 1_024
    assert [report.iteration for report in reports if report.total == 512] == [256, 512]
    assert reports[-1].seconds_left == 0
    assert reports[0].iteration == 0
    *_, again = measure(blueprint.open_blueprint(file), cards, 2_000, 4)
    assert isinstance(again, ResponseResult)
    assert (again.mean, again.ci95) == (result.mean, result.ci95)
