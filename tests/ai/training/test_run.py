"""A training run: its settings, speed, curve and compilation, and the entry that adds a kind of run."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from ai import catalog, command_line
from ai.algorithms import cfr_kernels
from ai.storage import Model, save_model
from ai.training import kuhn_cfr, runs
from ai.training.checkpoints import CURVE_FILE, MAX_POINTS, CurveFile
from ai.training.config import presets, setting, settings_dict, with_settings, with_words
from ai.training.run import (
    CHUNK_SECONDS,
    RunClock,
    compile_with_reports,
    run_chunk,
    saved_reports,
    steady_reports,
    train,
)
from game.core import BadInput, Progress
from game.files import user_files
from game.files.manifest import Manifest
from game.study.lab import shown_episodes
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
from tests.ai.asking import ask
from tests.full_disk import refuse_space


class Clock:
    """A clock that only a test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class CountingRun:
    """A run that counts to `total`. Each iteration takes ten seconds on the clock."""

    def __init__(self, total: int, clock: Clock) -> None:
        self.total, self.clock, self.saved, self.iteration = total, clock, [], 0

    def reports(self) -> Iterator[Progress]:
        while self.iteration < self.total:
            self.iteration += 1
            self.clock.now += 10
            yield Progress(self.iteration, self.total, 0.0, done=self.iteration == self.total)

    def save(self, file: Path) -> None:
        self.saved.append(self.iteration)


def test_the_time_left_is_measured_before_it_is_told() -> None:
    clock = Clock()
    pace = RunClock(0, 100, clock)
    estimates = []
    for done in (10, 20, 30, 40):
        clock.now += 5
        estimates.append(pace.seconds_left(done))
    assert estimates == [None, None, 35.0, 30.0]
    assert pace.seconds == 20
    assert pace.seconds_left(100) == 0.0


def test_one_slow_report_does_not_upset_the_time_left() -> None:
    clock = Clock()
    pace = RunClock(0, 1000, clock)
    for done, took in ((10, 1), (20, 1), (30, 60), (40, 1), (50, 1)):
        clock.now += took
        left = pace.seconds_left(done)
    assert left == pytest.approx(95)


def test_a_report_without_progress_is_not_measured() -> None:
    clock = Clock()
    pace = RunClock(5, 10, clock)
    clock.now += 1
    assert pace.seconds_left(5) is None


def test_a_chunk_ends_when_its_time_is_up_or_the_work_is_done() -> None:
    clock = Clock()
    parts: list[int] = []

    def step(size: int) -> None:
        parts.append(size)
        clock.now += CHUNK_SECONDS / 2

    for limit in (1_000, 10, 0):
        run_chunk(step, limit, 7, clock)
    assert parts == [7, 7, 7, 3]


def test_a_run_is_saved_at_the_start_as_it_goes_and_at_the_end(tmp_path: Path) -> None:
    clock = Clock()
    run = CountingRun(3, clock)
    reports = list(train(run, tmp_path / "a.npz", clock=clock))
    assert run.saved == [0, 1, 2, 3]
    assert [report.done for report in reports] == [False, False, True]
    assert reports[-1].file == str(tmp_path / "a.npz")


def test_checkpoints_wait_for_their_time(tmp_path: Path) -> None:
    clock, run = Clock(), CountingRun(3, Clock())
    assert len(list(train(run, tmp_path / "a.npz", clock=clock))) == 3
    assert run.saved == [0, 3]


def test_a_run_bounded_in_seconds_ends_early_and_says_done(tmp_path: Path) -> None:
    clock = Clock()
    run = CountingRun(100, clock)
    reports = list(train(run, tmp_path / "a.npz", seconds=25, clock=clock))
    assert [(report.iteration, report.done) for report in reports] == [(1, False), (2, False), (3, True)]
    assert run.saved[-1] == 3


def test_what_is_bounded_in_seconds_has_no_more_time_left_than_that(tmp_path: Path) -> None:
    clock = Clock()
    reports = train(CountingRun(4, clock), tmp_path / "a.npz", seconds=25, clock=clock)
    assert [report.seconds_left for report in reports] == [15, 5, 0]
    unbounded = train(CountingRun(1, clock), tmp_path / "a.npz", clock=clock)
    assert [report.seconds_left for report in unbounded] == [None]


def test_a_run_that_is_closed_keeps_what_there_is(tmp_path: Path) -> None:
    run = CountingRun(100, Clock())
    reports = train(run, tmp_path / "a.npz", clock=Clock())
    next(reports)
    next(reports)
    reports.close()
    assert run.saved == [0, 2]


def test_reports_stop_at_the_points_of_a_curve_and_are_measured_then_and_there() -> None:
    run = CountingRun(250, Clock())

    def count(steps: int) -> None:
        run.iteration += steps

    reports = list(steady_reports(run, count, 1_000, lambda: {"counted": run.iteration}))
    assert [report.iteration for report in reports] == [*shown_episodes(0, 250)]
    assert {1, 10, 100, 250} <= {report.iteration for report in reports}
    assert all(report.metrics == {"counted": report.iteration} for report in reports)
    assert [report.done for report in reports].index(True) == len(reports) - 1


def test_a_report_that_is_wanted_is_saved_before_it_is_told(tmp_path: Path) -> None:
    run = CountingRun(4, Clock())
    saved: list[int] = []

    def save() -> Path:
        saved.append(run.iteration)
        return tmp_path / f"{run.iteration}.npz"

    reports = saved_reports(run.reports(), save, every=5, wanted=lambda report: report.iteration == 3)
    assert [(report.iteration, Path(report.file or "").name, saved[-1]) for report in reports] == [
        (1, "0.npz", 0),
        (2, "0.npz", 0),
        (3, "3.npz", 3),
        (4, "4.npz", 4),
    ]


def test_a_place_that_cannot_be_written_is_known_before_any_work() -> None:
    run = CountingRun(4, Clock())

    def refuse() -> Path:
        raise BadInput("The disk is full.")

    with pytest.raises(BadInput, match="full"):
        next(saved_reports(run.reports(), refuse, every=5))
    assert run.iteration == 0


def test_every_decade_of_a_short_run_has_twenty_points() -> None:
    run = kuhn_cfr.KuhnCFRRun(with_settings(kuhn_cfr.KuhnCFRConfig(), {"iterations": 1_000}, "test"))
    points = [report.iteration for report in run.reports() if report.metrics]
    assert points[0] == 1
    for low in (10, 100):
        assert sum(low <= point < 10 * low for point in points) >= 19
    assert points[-1] == 1_000


def test_the_value_of_a_drawn_game_has_a_line_to_come_to() -> None:
    assert runs.references("value-learner", {}) == {"opening_value": 0.5}
    assert runs.references("value-learner", {"draw_value": 0.25}) == {"opening_value": 0.25}


@dataclass(frozen=True)
class Config:
    games: int = setting(10, "games", low=1, high=1_000)
    alpha: float = setting(0.1, "step", above=0, high=1)
    variant: str = setting("plain", "variant", choices=("plain", "quick"))


def test_nothing_set_leaves_the_defaults() -> None:
    assert settings_dict(with_settings(Config(), {}, "run")) == {
        "games": 10,
        "alpha": 0.1,
        "variant": "plain",
    }


def test_settings_may_come_as_values_or_as_words() -> None:
    assert with_settings(Config(), {"games": 5, "alpha": 1}, "run") == Config(games=5, alpha=1.0)
    assert with_words(Config(), ["games=7", "alpha=1e-3", "variant=quick"], "run") == Config(
        7, 0.001, "quick"
    )


def test_a_value_without_end_is_quoted_briefly() -> None:
    value: list[object] = [1]
    for _ in range(60):
        value = [value, value]
    with pytest.raises(BadInput) as raised:
        with_settings(Config(), {"alpha": value}, "run")
    assert len(str(raised.value)) < 2_000


def test_a_number_may_be_written_as_a_fraction() -> None:
    assert with_words(Config(), ["alpha=1/4"], "run").alpha == 0.25


def test_whole_numbers_become_numbers_where_numbers_are_meant() -> None:
    assert isinstance(with_settings(Config(), {"alpha": 1}, "run").alpha, float)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("gamma=1", "run has no setting 'gamma': the settings are games, alpha, variant"),
        ("games", "'games' sets nothing: write key=value"),
        ("games=many", "run: games must be a whole number from 1 to 1,000, not 'many'"),
        ("games=2.5", "games must be a whole number from 1 to 1,000, not '2.5'"),
        ("games=0", "games must be a whole number from 1 to 1,000, not 0"),
        ("games=1000000000000", "not 1000000000000"),
        ("alpha=0", "alpha must be a number above 0 to 1, not 0.0"),
        ("alpha=nan", "alpha must be a number above 0 to 1, not nan"),
        ("alpha=x", "not 'x'"),
        ("alpha=1/0", "not '1/0'"),
        ("variant=slow", "variant must be a word out of plain, quick, not 'slow'"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_with_what_would(word: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        with_words(Config(), [word], "run")


@pytest.mark.parametrize("value", [True, "10", None, [10], 1.0])
def test_values_of_another_type_are_refused(value: object) -> None:
    with pytest.raises(BadInput, match="games must be a whole number"):
        with_settings(Config(), {"games": value}, "run")


def test_the_shipped_presets_are_read() -> None:
    assert {"value-learner", "kuhn-cfr", "kuhn-half-street-cfr"} <= set(presets())


@pytest.mark.parametrize("text", ["a: [", "- list", "run: x", "run: x\ngame: y\ndescription: z\nsettings: 3"])
def test_a_preset_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.yaml").write_text(text)
    with pytest.raises(BadInput, match=r"odd\.yaml"):
        presets(tmp_path)


def note_points(curve: CurveFile, *iterations: int) -> CurveFile:
    for iteration in iterations:
        curve.note(Progress(iteration, None, 0.0, metrics={"value": iteration / 2}))
    return curve


def test_points_come_back_up_to_the_checkpoint(tmp_path: Path) -> None:
    note_points(CurveFile(tmp_path, 0), 1, 10, 25).write()
    assert CurveFile(tmp_path, 10).points == [(1, {"value": 0.5}), (10, {"value": 5.0})]
    assert CurveFile(tmp_path, 10).warning is None


def test_a_report_without_measurements_or_progress_adds_nothing(tmp_path: Path) -> None:
    curve = note_points(CurveFile(tmp_path, 0), 5, 5, 4)
    curve.note(Progress(9, None, 0.0))
    assert [iteration for iteration, _ in curve.points] == [5]


def test_a_long_curve_is_thinned_but_for_the_points_that_every_decade_has(tmp_path: Path) -> None:
    curve = note_points(CurveFile(tmp_path, 0), *range(1, 3 * MAX_POINTS))
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
    curve = note_points(CurveFile(tmp_path, 0), 1)
    monkeypatch.setattr(user_files, "atomic_write", refuse_space)
    with pytest.raises(BadInput, match=r"curve\.json cannot be written: No space left on device"):
        curve.write()


def waiting(compiled: threading.Event) -> Callable[[], None]:
    def compile_kernels() -> None:
        compiled.wait()

    return compile_kernels


def test_nothing_is_reported_where_the_kernels_are_there() -> None:
    run = runs.start("value-learner", iterations=10)
    assert list(compile_with_reports(lambda: None, run, dict)) == []


def test_a_run_reports_that_nothing_is_done_until_its_kernels_are_there() -> None:
    run, compiled = runs.start("value-learner", iterations=10), threading.Event()
    reports = compile_with_reports(waiting(compiled), run, lambda: {"value": 0.5})
    first, second = next(reports), next(reports)
    assert (first.iteration, first.total, first.done, first.metrics) == (0, 10, False, {"value": 0.5})
    assert second.seconds > first.seconds
    compiled.set()
    assert all(report.iteration == 0 for report in reports)


@pytest.mark.parametrize(
    ("name", "compiler"), [("kuhn-cfr", "compile_full_width"), ("kuhn-cfr-sampled", "compile_sampled")]
)
def test_a_kuhn_run_does_so_and_measures_nothing_before(
    name: str, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(cfr_kernels, compiler, waiting(compiled))
    reports = runs.start(name, iterations=10).reports()
    first = next(reports)
    assert (first.iteration, first.total, first.done, first.metrics) == (0, 10, False, {})
    compiled.set()
    *_, last = reports
    assert (last.iteration, last.done) == (10, True)
    assert set(last.metrics) == {"exploitability", "value"}


def test_a_run_can_be_stopped_while_its_kernels_are_compiled() -> None:
    run, compiled = runs.start("value-learner", iterations=10), threading.Event()
    reports = compile_with_reports(waiting(compiled), run, dict)
    next(reports)
    reports.close()
    compiled.set()


class AddedRun:
    """A minimal run that only counts its iterations."""

    def __init__(self, config: CountingConfig) -> None:
        self.config, self.iteration, self.total = config, 0, config.iterations

    @classmethod
    def resume(cls, config: CountingConfig, model: Model) -> AddedRun:
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
def new_run_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a kind of run by a single entry in `runs.KINDS`."""
    metrics = (MetricEntry("counted", "how far it has counted", "numbers"),)
    kind = runs.RunKind(
        "kuhn-poker", "Counts.", CountingConfig, AddedRun, AddedRun.resume, metrics, lambda _: {"counted": 20}
    )
    monkeypatch.setitem(runs.KINDS, "counting", kind)


@pytest.mark.usefixtures("new_run_entry")
def test_a_new_run_is_in_the_catalogue_with_its_form_and_its_curves() -> None:
    [entry] = [entry for entry in catalog.runs("kuhn-poker") if entry.name == "counting"]
    assert (entry.description, entry.run, entry.settings) == ("Counts.", "counting", {"iterations": 20})
    assert entry.form == (SettingEntry("iterations", 20, "numbers to count", "numbers", 1, 1_000),)
    assert [metric.key for metric in entry.metrics] == ["counted"]


@pytest.mark.usefixtures("new_run_entry")
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


@pytest.mark.usefixtures("new_run_entry")
def test_a_new_run_answers_every_request_of_the_window() -> None:
    assert "counting" in [entry.name for entry in ask(ListRuns())]
    run = ask(CreateRun(run="counting", settings={"iterations": 12}))
    ask(Train(id=run.id))
    [run] = ask(ListStoredRuns()).runs
    assert (run.id, run.iteration, run.done, run.references) == ("counting-1", 12, True, {"counted": 20})
    assert run.curve[-1] == (12, {"counted": 12.0})
    assert ask(TakeSnapshot(id=run.id)).iteration == 12
    assert ask(KeepCheckpoints(id=run.id, game="kuhn-poker", name="counted", iteration=12)) == ("counted",)
    ask(ForgetRun(id=run.id))
    assert ask(ListStoredRuns()).runs == ()
