"""What the worker answers about training: store, train, look at, keep, throw away."""

from typing import Any

import pytest

from ai import catalog, service
from game.core import BadInput, Progress
from game.request import Request
from game.study.training import (
    CreateRun,
    ForgetRun,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    TakeSnapshot,
    Train,
)


def asked(request: Request[Any]) -> Any:
    """Return the value, which comes after all reports."""
    *reports, value = service.answer(request)
    assert all(isinstance(report, Progress) for report in reports)
    return value


def test_what_can_be_trained_is_told_with_its_form_and_its_curves() -> None:
    entries = {entry.name: entry for entry in asked(ListRuns())}
    assert list(entries) == [entry.name for entry in catalog.runs()]
    learner = entries["value-learner"]
    assert [field.key for field in learner.form] == list(learner.settings)
    assert {metric.chart for metric in learner.metrics} >= {"against random play", "against perfect play"}


def test_a_run_is_stored_trained_looked_at_kept_and_thrown_away() -> None:
    run = asked(CreateRun(run="kuhn-cfr", settings={"iterations": 100}))
    assert asked(Train(id=run.id)) is None
    [run] = asked(ListStoredRuns()).runs
    assert run.done
    assert asked(TakeSnapshot(id=run.id)).iteration == 100
    assert asked(KeepCheckpoints(id=run.id, game="kuhn-poker", name="mine", iteration=100)) == ("mine",)
    assert "mine" in [entry.name for entry in catalog.agents("kuhn-poker")]
    asked(ForgetRun(id=run.id))
    assert asked(ListStoredRuns()).runs == ()
    assert "mine" in [entry.name for entry in catalog.agents("kuhn-poker")]


def test_training_that_is_closed_leaves_the_run_as_it_was() -> None:
    run = asked(CreateRun(run="value-learner", settings={}))
    reports = service.answer(Train(id=run.id))
    iteration = next(report.iteration for report in reports if report.iteration)
    reports.close()
    assert asked(ListStoredRuns()).runs[0].iteration == iteration


@pytest.mark.parametrize("name", ["My agent", "", "a/b", "perfect", "ada"])
def test_an_agent_is_kept_under_a_free_name_of_small_letters(name: str) -> None:
    run = asked(CreateRun(run="value-learner", settings={}))
    with pytest.raises(BadInput, match=r"lowercase letters, digits and hyphens|An agent called"):
        asked(KeepCheckpoints(id=run.id, game="tic-tac-toe", name=name, iteration=0))


def test_an_agent_that_is_kept_twice_is_the_same_and_another_one_is_refused() -> None:
    first, second = (asked(CreateRun(run="kuhn-cfr", settings={"seed": seed})) for seed in (1, 2))
    for _ in range(2):
        assert asked(KeepCheckpoints(id=first.id, game="kuhn-poker", name="mine", iteration=0)) == ("mine",)
    with pytest.raises(BadInput, match="An agent called mine already exists: choose another name"):
        asked(KeepCheckpoints(id=second.id, game="kuhn-poker", name="mine", iteration=0))


def test_a_run_that_is_not_there_is_a_sentence() -> None:
    for kind in (Train, TakeSnapshot, ForgetRun):
        with pytest.raises(BadInput, match="There is no run 'kuhn-cfr-7'"):
            asked(kind("kuhn-cfr-7"))
