"""A run whose kernels are compiled first: it reports meanwhile, and can be stopped."""

import threading
from collections.abc import Callable
from types import ModuleType

import pytest

from ai.algorithms import full_width, sampled
from ai.training import runs
from ai.training.run import compile_with_reports


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


@pytest.mark.parametrize(("name", "module"), [("kuhn-cfr", full_width), ("kuhn-cfr-sampled", sampled)])
def test_a_kuhn_run_does_so_and_measures_nothing_before(
    name: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(module, "compile_kernels", waiting(compiled))
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
