"""A run that is added to the one table is listed, told to the form, trained, stored and kept like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import catalog, command_line, service
from ai.storage import Model, save_model
from ai.training import runs
from ai.training.config import setting, settings_dict
from ai.training.run import steady_reports
from game.core import Progress
from game.files.manifest import Manifest
from game.request import Request
from game.study.training import (
    CreateRun,
    ForgetRun,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    MetricEntry,
    RunSnapshot,
    SettingEntry,
    TakeSnapshot,
    Train,
)


class CountingRun:
    """A run that counts: the least that a run is."""

    def __init__(self, config: CountingConfig) -> None:
        self.config, self.iteration, self.total = config, 0, config.iterations

    @classmethod
    def resumed(cls, config: CountingConfig, model: Model) -> CountingRun:
        run = cls(config)
        run.iteration = int(model.array("iteration", (), "i"))
        return run

    def reports(self) -> Iterator[Progress]:
        return steady_reports(self, self._count, 1, lambda: {"counted": float(self.iteration)})

    def save(self, file: Path) -> None:
        save_model(file, self.manifest(), {"iteration": np.array(self.iteration)})

    def manifest(self) -> Manifest:
        settings = settings_dict(self.config)
        kept = {"run": "counting", "config": settings, "iterations": self.iteration}
        return Manifest("kuhn-poker", "uniform", "learned", **kept)

    def snapshot(self) -> RunSnapshot:
        return RunSnapshot(self.iteration, "strategy", {})

    def _count(self, steps: int) -> None:
        self.iteration += steps


@dataclass(frozen=True)
class CountingConfig:
    iterations: int = setting(20, "numbers to count", unit="numbers", low=1, high=1_000)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry of the one table is all that a new run needs."""
    metrics = (MetricEntry("counted", "how far it has counted", "numbers"),)
    kind = runs.RunKind(
        "kuhn-poker",
        "Counts.",
        CountingConfig,
        CountingRun,
        CountingRun.resumed,
        metrics,
        lambda _: {"counted": 20},
    )
    monkeypatch.setitem(runs.KINDS, "counting", kind)


@pytest.mark.usefixtures("counting")
def test_a_new_run_is_in_the_catalogue_with_its_form_and_its_curves() -> None:
    [entry] = [entry for entry in catalog.runs("kuhn-poker") if entry.name == "counting"]
    assert (entry.description, entry.run, entry.settings) == ("Counts.", "counting", {"iterations": 20})
    assert entry.form == (SettingEntry("iterations", 20, "numbers to count", "numbers", 1, 1_000),)
    assert [metric.key for metric in entry.metrics] == ["counted"]


@pytest.mark.usefixtures("counting")
def test_a_new_run_is_listed_and_trained_by_the_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert command_line.main(["runs", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["runs"]}
    assert rows["counting"] == {
        "name": "counting",
        "game": "kuhn-poker",
        "description": "Counts.",
        "settings": {"iterations": 20},
    }
    file = tmp_path / "counted.npz"
    assert command_line.main(["train", "counting", "--set", "iterations=7", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 7 numbers, counted 7\n"


@pytest.mark.usefixtures("counting")
def test_a_new_run_answers_every_request_of_the_window() -> None:
    assert "counting" in [entry.name for entry in asked(ListRuns())]
    run = asked(CreateRun(run="counting", settings={"iterations": 12}))
    asked(Train(id=run.id))
    [run] = asked(ListStoredRuns()).runs
    assert (run.id, run.iteration, run.done, run.references) == ("counting-1", 12, True, {"counted": 20})
    assert run.curve[-1] == (12, {"counted": 12.0})
    assert asked(TakeSnapshot(id=run.id)).iteration == 12
    assert asked(KeepCheckpoints(id=run.id, game="kuhn-poker", name="counted", iteration=12)) == ("counted",)
    asked(ForgetRun(id=run.id))
    assert asked(ListStoredRuns()).runs == ()


def asked(request: Request[Any]) -> Any:
    """Return the value that a request is answered with, last."""
    return list(service.answer(request))[-1]
