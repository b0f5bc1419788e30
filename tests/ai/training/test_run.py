"""The pace of a run, its chunks and its checkpoints."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.training import kuhn_cfr, runs
from ai.training.config import with_settings
from ai.training.run import (
    CHUNK_SECONDS,
    RunClock,
    run_chunk,
    saved_reports,
    steady_reports,
    train,
)
from game.core import BadInput, Progress
from game.study.lab import shown_episodes


class Clock:
    """Stands still until told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class CountingRun:
    """Counts to `total`, ten seconds each."""

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
