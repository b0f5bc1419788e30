"""Solves are reproducible, can be interrupted, yield reports, and need at most the stated memory."""

import json
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.algorithms.variants import FullWidth, RegretRule
from ai.solver import solving as memory
from ai.solver.solving import EXPLOITABILITY, USUAL_PACE, Foresight, Goal, Solved, iterate, solve, solved
from ai.solver.spot import OOP
from ai.solver.streets import ALL_BITS
from ai.solver.subgame import Limits, Subgame
from ai.solver.sweeps import compile_kernels
from ai.solver.walk import MAX_CACHED_STATES, Walk
from game.core import BadInput, Progress
from tests.ai.solver.oracles import SMALL, spot
from tests.benchmarks.packed_tables import TREES

TURN = spot("QsJh2h8d", oop="22+,A2s+,KQ", ip="77+,AT+,KQs,JTs")


def test_the_number_of_threads_changes_nothing() -> None:
    found = []
    for threads in (1, 2, 3):
        game = Subgame(TURN, limits=Limits(threads))
        last = solved(game, Goal(iterations=12))
        found.append((last.exploitability, last.ev, game.streets[1].tables[0].regret.tobytes()))
    assert found[0] == found[1] == found[2]


def test_a_solve_ends_at_its_target() -> None:
    found = solved(Subgame(TURN), Goal(target=3.0))
    assert found.reached
    assert found.exploitability <= 3.0


def test_a_solve_ends_in_time_and_says_how_good_it_is() -> None:
    compile_kernels()
    began = time.perf_counter()
    found = solved(Subgame(TURN), Goal(seconds=0.5))
    assert time.perf_counter() - began < 1.5
    assert 0 < found.exploitability < 100
    assert found.iterations >= 1


def test_the_time_to_a_target_follows_from_what_was_measured_last() -> None:
    foresight = Foresight(2.0)
    known = {EXPLOITABILITY: 8.0}
    first, later = (foresight.heed(Progress(one, None, float(one), None, known)) for one in (10, 20))
    assert (first.total, first.seconds_left) == (23, 13.0)
    assert (later.total, later.seconds_left) == (23, 3.0)
    beyond = foresight.heed(Progress(40, None, 40.0, None, known))
    assert (beyond.total, beyond.seconds_left) == (41, 1.0)
    limited = foresight.heed(Progress(10, 15, 10.0, None, known))
    assert (limited.total, limited.seconds_left) == (15, 5.0)
    again = foresight.heed(Progress(40, None, 40.0, None, {EXPLOITABILITY: 3.0}))
    assert again.total == round(40 * 1.5 ** (1 / USUAL_PACE))


def test_the_time_left_is_unknown_before_a_measurement_and_falls_within_an_iteration() -> None:
    foresight = Foresight(2.0)
    for early in (Progress(0, None, 1.0), Progress(9, None, 9.0)):
        assert foresight.heed(early) == early
    known = {EXPLOITABILITY: 8.0}
    reports = [foresight.heed(Progress(10, None, seconds, None, known)) for seconds in (10.0, 10.5, 11.0)]
    assert [one.seconds_left for one in reports] == [13.0, 12.5, 12.0]


class SlowGame:
    """A subgame that only takes time: 3 s per iteration, 3 s per measurement, 1.5 s for the values."""

    has_rake = False

    streets = (None,)

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.iterations = 0.0, 0
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)

    def iterate(self) -> Iterator[None]:
        yield from self._pass(3.0)
        self.iterations += 1

    def exploitability(self) -> Generator[None, None, float]:
        yield from self._pass(3.0)
        return 0.01

    def evs(self) -> Generator[None, None, tuple[float, float]]:
        yield from self._pass(1.5)
        return 50.0, 50.0

    def _pass(self, seconds: float) -> Iterator[None]:
        self.now += seconds / 2
        yield
        self.now += seconds / 2


TURN_CURVE = {1: 60.0, 10: 18.3, 20: 6.68, 40: 1.67, 80: 0.51, 88: 0.487, 160: 0.173, 253: 0.078}
"""The exploitability of the spot `TURN`, in percent of the pot, by iterations."""


class SlowTurn(SlowGame):
    """A slow subgame whose exploitability falls as on the spot `TURN`."""

    def exploitability(self) -> Generator[None, None, float]:
        yield from self._pass(3.0)
        iterations, percent = np.log(list(TURN_CURVE)), np.log(list(TURN_CURVE.values()))
        return float(np.exp(np.interp(np.log(self.iterations), iterations, percent))) / 100


@pytest.mark.parametrize("target", [1.0, 0.5, 0.1])
def test_the_first_time_left_that_is_shown_is_nearly_right_and_stays_so(
    monkeypatch: pytest.MonkeyPatch, target: float
) -> None:
    game: Any = SlowTurn(monkeypatch)
    foresight = Foresight(target)
    reports = [foresight.heed(one) for one in solve(game, Goal(target=target)) if isinstance(one, Progress)]
    ends = [one.seconds + one.seconds_left for one in reports if one.seconds_left is not None]
    assert len(ends) > len(reports) / 2
    assert max(abs(end / game.now - 1) for end in ends) < 0.25


@pytest.mark.parametrize(
    ("seconds", "iterations", "ends"), [(1.0, 1, 7.5), (20.0, 5, 19.5), (40.0, 11, 37.5), (4.0, 2, 10.5)]
)
def test_no_iteration_begins_that_would_end_too_late_with_the_measure_after_it(
    monkeypatch: pytest.MonkeyPatch, seconds: float, iterations: int, ends: float
) -> None:
    game: Any = SlowGame(monkeypatch)
    found = solved(game, Goal(seconds=seconds))
    assert (found.iterations, found.seconds, game.now) == (iterations, ends, ends)


@pytest.mark.parametrize(("seconds", "iterations"), [(1.0, 1), (10.0, 3), (12.5, 4)])
def test_iterations_alone_end_in_time_too(
    monkeypatch: pytest.MonkeyPatch, seconds: float, iterations: int
) -> None:
    game: Any = SlowGame(monkeypatch)
    assert list(iterate(game, Goal(seconds=seconds)))
    assert game.iterations == iterations


def test_an_iteration_of_a_long_solve_costs_no_more_than_one_of_a_short_solve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def seconds_for(iterations: int) -> float:
        game: Any = SlowGame(monkeypatch)
        began = time.process_time()
        list(iterate(game, Goal(seconds=3.0 * iterations)))
        assert game.iterations >= iterations - 1
        return time.process_time() - began

    short, long = (min(seconds_for(iterations) for _ in range(3)) for iterations in (2_000, 20_000))
    assert long < 30 * short


def test_a_solve_can_be_continued() -> None:
    game = Subgame(SMALL["river, narrow"])
    solved(game, Goal(iterations=20))
    further = solved(game, Goal(iterations=50))
    whole = solved(Subgame(SMALL["river, narrow"]), Goal(iterations=50))
    assert (further.exploitability, further.ev) == (whole.exploitability, whole.ev)


def test_reports_come_at_most_a_tenth_of_a_second_apart_and_closing_stops_the_work() -> None:
    compile_kernels()
    reports = solve(Subgame(spot("QsJh2h8d"), limits=Limits(2)), Goal(seconds=2.0))
    times = []
    for _ in range(10):
        assert isinstance(next(reports), Progress)
        times.append(time.perf_counter())
    began = time.perf_counter()
    reports.close()
    assert time.perf_counter() - began < 0.5
    assert np.median([after - before for before, after in pairwise(times)]) < 0.1


def test_a_target_that_single_precision_cannot_reach_ends_short_of_it() -> None:
    *_, found = solve(Subgame(SMALL["river, narrow"]), Goal(target=1e-9, seconds=60.0))
    assert isinstance(found, Solved)
    assert not found.reached


def test_more_memory_than_allowed_is_refused_before_it_is_taken() -> None:
    needed = Subgame(TURN).memory_needed
    with pytest.raises(BadInput, match=r"This solve takes [\d,]+ MB"):
        Subgame(TURN, limits=Limits(memory=needed - 1, bits=32))
    assert Subgame(TURN, limits=Limits(memory=needed - 1)).bits == 16
    assert Subgame(TURN, limits=Limits(memory=needed)).memory_needed == needed


@pytest.mark.parametrize(
    "variant",
    [
        FullWidth(RegretRule(alpha=1.5, floor=0.0), average=4.0),
        FullWidth(RegretRule(floor=0.0), average=1.0),
        FullWidth(RegretRule(alpha=1.5, beta=0.5), average=2.0),
    ],
    ids=["floored", "CFR+", "DCFR"],
)
def test_other_variants_solve_too(variant: FullWidth) -> None:
    expected = solved(Subgame(SMALL["river, flush"]), Goal(target=0.02))
    found = solved(Subgame(SMALL["river, flush"], variant=variant), Goal(target=0.02))
    assert found.ev[OOP] == pytest.approx(expected.ev[OOP], abs=0.04)


def test_a_walk_that_may_keep_little_says_the_same() -> None:
    small = SMALL["turn, two tone"]
    game = Subgame(small)
    solved(game, Goal(target=2.0))
    ample, tight = Walk(game), Walk(game, kept_bytes=1)
    [*rivers] = ((("check", "check"), (card,)) for card in range(52) if card not in small.board)
    for actions, cards in (((), ()), *rivers, ((), ()), rivers[0]):
        one, other = ample.at(actions, cards), tight.at(actions, cards)
        for name in ("strategy", "reach", "ev", "action_ev"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert [street for street, _, _ in tight._sweeps].count(1) == 1
    assert len(ample._sweeps) > 60
    assert len(ample._states) == len(tight._states) == MAX_CACHED_STATES


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs /proc")
def test_the_stated_memory_of_a_flop_is_the_growth_of_the_peak_within_a_tenth() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.packed_tables", "inside", TREES[2], "--bits", "32"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    stated, taken = json.loads(done.stdout)
    assert stated == pytest.approx(taken, rel=0.1)


@pytest.mark.parametrize("bits", ALL_BITS)
def test_the_stated_scratch_memory_is_what_is_allocated(bits: int) -> None:
    for street in Subgame(TURN, limits=Limits(bits=bits)).streets:
        *arrays, sums = street.scratch()
        assert street.scratch_bytes(bits) == sum(one.nbytes for one in (*arrays, *sums))


def test_a_solve_keeps_to_the_limit_of_its_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SYSTEM", tmp_path)
    group = tmp_path / "sys" / "fs" / "cgroup"
    group.mkdir(parents=True)
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").write_text("MemTotal: 8000 kB\nMemAvailable: 4000 kB\n")
    assert memory.available_bytes() == 4_096_000
    (group / "memory.current").write_text("1000000\n")
    (group / "memory.stat").write_text("anon 600000\ninactive_file 400000\n")
    (group / "memory.max").write_text("3000000\n")
    assert memory.available_bytes() == 2_400_000
    (group / "memory.max").write_text("max\n")
    assert memory.available_bytes() == 4_096_000


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_solve_keeps_to_the_limit_of_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    before = memory.available_bytes()
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (2**24, 2**24))
    assert memory.available_bytes() == 0 < before
