"""The first start in the worker: reports reach the window, an error is a sentence, and no process is left behind.

A small script replaces the preparing process. The real process is tested in test_first_start.py.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path

import pytest

from ai import kernel_cache, preparation
from ai.first_start import MODULES
from ai.kernel_cache import KernelSet
from ai.preparation import Report, by_another_process, once_met, prepare
from game.core import BadInput, Progress
from game.needs import NEEDS, Need, NeedsProgress

Script = Callable[[str], None]

LOOK_SECONDS = 0.1
"""The seconds between two readings of the estimate on the fake clock."""


@pytest.fixture(autouse=True)
def nothing_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Return a function that replaces the preparing process by a script."""

    def write(text: str) -> None:
        (tmp_path / "stand_in.py").write_text(text)
        monkeypatch.setattr(preparation, "MAKER", "stand_in")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return write


def report_script(*reports: Report) -> str:
    lines = [json.dumps(asdict(report)) for report in reports]
    return "".join(f"print({line!r}, flush=True)\n" for line in lines)


def test_reports_come_as_progress_and_last_that_all_is_ready(script: Script) -> None:
    script(report_script(Report(0, 2), Report(1, 2, 0.5), Report(2, 2, 1.0)))
    *reports, last = prepare()
    assert last is True
    steps = [(report.iteration, report.total) for report in reports if isinstance(report, Progress)]
    assert steps[0] == (0, 1)
    assert steps[-1] == (2, 2)


def test_what_is_prepared_is_not_prepared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "met_needs", lambda: NEEDS)
    monkeypatch.setattr(preparation, "start", lambda part: pytest.fail("a process was started"))
    assert list(prepare()) == [True]


def test_a_part_of_the_kernels_is_asked_for_by_its_name(script: Script) -> None:
    script("import sys\n" + report_script(Report(1, 1, 1.0)) + "assert sys.argv[1:] == ['alike']")
    *_, last = by_another_process(KernelSet.ABSTRACTION)
    assert (last.iteration, last.total) == (1, 1)


def test_a_full_disk_is_a_sentence(script: Script) -> None:
    script(report_script(Report(0, 2), Report(1, 2, 0.5, "No space left on device")))
    with pytest.raises(BadInput, match=r"could not be saved \(No space left on device\)"):
        list(prepare())


@pytest.mark.parametrize(
    "end", ["raise SystemExit(3)", "import os; os.kill(os.getpid(), 9)", "print('{', end='')"]
)
def test_a_process_that_ends_too_soon_is_a_sentence(script: Script, end: str) -> None:
    script(report_script(Report(0, 2), Report(1, 2, 0.5)) + end)
    with pytest.raises(BadInput, match="ended unexpectedly"):
        list(prepare())


def test_who_waits_is_told_all_the_while_and_whoever_cancels_ends_the_process(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script("import time\ntime.sleep(60)")
    started: list[subprocess.Popen[str]] = []
    start = preparation.start
    monkeypatch.setattr(preparation, "start", lambda part: started.append(start(part)) or started[0])
    items = prepare()
    assert all(isinstance(next(items), Progress) for _ in range(5))
    assert started[0].poll() is None
    close(items)
    assert started[0].returncode is not None


def close(items: Iterator[object]) -> None:
    items.close()  # type: ignore[attr-defined]


def test_the_process_ends_with_the_one_that_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "MAKER", "ai.first_start")
    process = preparation.start()
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(20) == 1
    process.stdout.close()  # type: ignore[union-attr]


def test_the_time_left_counts_from_the_first_report_and_runs_down() -> None:
    pace = preparation._Pace(100.0)
    assert pace.progress(101.0).seconds_left is None
    pace.hear(Report(0, 4, 0.0), 102.0)
    pace.hear(Report(1, 4, 0.25, step=0.25), 103.0)
    assert pace.progress(103.0).seconds_left == pytest.approx(3.0)
    later = pace.progress(104.0)
    assert (later.iteration, later.total, later.seconds, later.seconds_left) == (1, 4, 4.0, 2.0)


def test_the_time_left_grows_while_a_report_is_overdue() -> None:
    pace = preparation._Pace(100.0)
    pace.hear(Report(0, 20, 0.0), 100.0)
    pace.hear(Report(19, 20, 0.95, step=0.05), 195.0)
    left = [pace.progress(195.0 + waited).seconds_left for waited in (0, 1, 2.5, 10, 30, 90)]
    assert left[:3] == pytest.approx([5, 4, 2.5])
    assert 2.5 < left[3] < left[4] < left[5]
    overdue = 90 - 5
    assert left[5] == pytest.approx(overdue / preparation.MAX_SLOWER, rel=0.01)


def test_the_time_left_follows_a_machine_that_comes_under_load() -> None:
    """The estimate of the remaining time reacts to a slower machine.

    The first half takes 50 s. From then on, every percent takes 10 s, so the last 40 percent would take 400 s. The
    shown time may be lower by the factor `MAX_SLOWER`.
    """
    pace = preparation._Pace(100.0)
    for percent in range(51):
        pace.hear(Report(percent, 100, percent / 100), 100.0 + percent)
    assert pace.progress(150.0).seconds_left == pytest.approx(50.0)
    for late in range(1, 11):
        pace.hear(Report(50 + late, 100, 0.5 + late / 100), 150.0 + 10 * late)
    assert pace.progress(250.0).seconds_left == pytest.approx(400.0 / preparation.MAX_SLOWER, rel=0.05)


def shown_by_a_machine(works: Sequence[float], slower: float, then: float) -> list[tuple[float, float]]:
    """Return pairs of the true and the estimated remaining seconds.

    There is a pair for every reading of the clock between 25 % and 95 % of the whole time. `works` has the units
    of work in each step. In the first half of the work, a unit takes `slower` seconds. In the second half, a unit
    takes `slower * then` seconds.
    """
    ends = list(accumulate(works))
    middle = ends[-1] / 2
    moments = [slower * (min(end, middle) + then * max(0.0, end - middle)) for end in ends]
    pace, found, reports = (
        preparation._Pace(0.0),
        [],
        zip([0.0, *ends], [*works, 0.0], [0.0, *moments], strict=True),
    )
    ahead = [(Report(0, 1, end / ends[-1], step=step / ends[-1]), moment) for end, step, moment in reports]
    for number in range(ceil(moments[-1] / LOOK_SECONDS)):
        now = number * LOOK_SECONDS
        while ahead[0][1] <= now:
            pace.hear(*ahead.pop(0))
        left = pace.progress(now).seconds_left
        if 0.25 * moments[-1] <= now < 0.95 * moments[-1]:
            assert left is not None
            found.append((moments[-1] - now, left))
    return found


@pytest.mark.parametrize("slower", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("then", [1.0, 4 / 3])
def test_the_shown_time_left_is_within_30_percent_after_the_first_quarter(slower: float, then: float) -> None:
    works = [work for modules in MODULES.values() for module in modules.values() for work in module]
    shown = shown_by_a_machine(works, slower, then)
    assert all(abs(left / truth - 1) < 0.3 for truth, left in shown)
    assert all(later < before for (_, before), (_, later) in pairwise(shown))


@pytest.mark.parametrize("wrong", [0.85, 1.2])
def test_the_shown_time_left_never_rises_while_estimates_are_off_by_a_fifth(wrong: float) -> None:
    countdown = preparation.Countdown()
    shown = [countdown.follow((100.0 - now) * (wrong if now % 10 < 5 else 1.0), now) for now in range(100)]
    assert all(later < before for before, later in pairwise(shown))
    assert all(abs(left / (100.0 - now) - 1) < 0.31 for now, left in enumerate(shown[:95]))


def test_the_shown_time_left_follows_an_estimate_that_is_half_as_long() -> None:
    countdown = preparation.Countdown()
    countdown.follow(100.0, 0.0)
    shown = [countdown.follow(50.0 - now, float(now)) for now in range(1, 31)]
    assert all(later < before for before, later in pairwise(shown))
    assert shown[-1] == pytest.approx(20.0, rel=0.02)


def test_each_need_has_its_own_time_left_until_it_is_met() -> None:
    pace = preparation._Pace(100.0)
    ends = (0.2, 0.4, 0.6, 0.7, 0.8, 1.0)
    pace.hear(Report(0, 20, 0.0, ends=ends), 101.0)
    pace.hear(Report(5, 20, 0.3, ends=ends, met=1), 104.0)
    unmet = pace.progress(104.0).unmet
    assert list(unmet) == list(NEEDS[1:])
    assert unmet[Need.EXPERT] == pytest.approx(1.0)
    assert unmet[Need.BLUEPRINT] == pytest.approx(3.0)
    assert unmet[Need.SEARCH] == pytest.approx(4.0)
    assert unmet[Need.LAB] == pytest.approx(7.0)


def test_a_start_after_an_interrupted_one_tells_at_once_what_is_met(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script("import time\ntime.sleep(60)")
    monkeypatch.setattr(kernel_cache, "met_needs", lambda: NEEDS[:2])
    items = prepare()
    first = next(items)
    assert isinstance(first, NeedsProgress)
    assert list(first.unmet) == list(NEEDS[2:])
    close(items)


def test_a_request_waits_for_its_need_while_that_is_prepared_and_no_longer(script: Script) -> None:
    script(report_script(Report(1, 6, 0.2, met=1)) + "import time\ntime.sleep(60)")
    assert list(once_met(Need.BLUEPRINT)) == []
    items = prepare()
    while Need.TABLE in next(items).unmet:  # type: ignore[union-attr]
        pass
    assert list(once_met(Need.TABLE)) == []
    waiting = once_met(Need.BLUEPRINT)
    assert all(isinstance(next(waiting), Progress) for _ in range(3))
    close(items)
    assert list(waiting) == []


def test_what_was_kept_from_a_former_start_says_nothing_of_the_time_left() -> None:
    pace = preparation._Pace(100.0)
    for share, now in ((0.0, 101.0), (0.3, 101.2), (0.5, 101.4)):
        pace.hear(Report(1, 4, share), now)
    assert pace.progress(103.0).seconds_left is None
    pace.hear(Report(2, 4, 0.6), 105.4)
    assert pace.progress(105.4).seconds_left == pytest.approx(16.0)
