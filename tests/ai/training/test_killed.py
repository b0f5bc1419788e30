"""Killed at any moment, a stored run is whole: at most the work since its last checkpoint is lost."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai.steps import run_to_end
from ai.storage import load_model
from ai.training import runs, store
from ai.training.run import train
from game.core import BadInput
from game.files import user_files
from game.study.training import StoredRun
from tests.ai.training.killing import trained_until_killed

KILLS = 3
STEPS = ("fdopen", "fsync", "replace", "unlink", "rename")
"""What changes the disk; the end may come before any of these calls."""


class Killed(BaseException):
    """The end of the process, as near as a test comes to it."""


@pytest.fixture
def killed_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Any]:
    """Return what lets the n-th change of the disk, and every later one, not happen."""

    def kill(number: int) -> Any:
        changes = 0

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*arguments: Any, **named: Any) -> Any:
                nonlocal changes
                changes += 1
                if changes > number:
                    raise Killed
                return real(*arguments, **named)

            return call

        context = monkeypatch.context()
        patch = context.__enter__()
        for name in STEPS:
            patch.setattr(os, name, counted(getattr(os, name)))
        return context

    return kill


def whole_runs() -> tuple[StoredRun, ...]:
    """Return the stored runs, of which none is broken."""
    found = run_to_end(store.stored_runs())
    assert found.warnings == ()
    return found.runs


def advance(run_id: str, to: int) -> None:
    reports = store.continue_run(run_id)
    for report in reports:
        if report.iteration >= to:
            reports.close()
            return


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_whatever_write_is_the_last_one_the_run_goes_on(
    killed_at: Callable[[int], Any], user_folder: Path, tmp_path: Path
) -> None:
    run = store.create_run("kuhn-cfr", {"iterations": 100_000})
    advance(run.id, 1)
    before = whole_runs()[0].iteration
    template = tmp_path / "template"
    shutil.copytree(store.runs_folder(), template)
    reached = set()
    for number in range(40):
        shutil.rmtree(store.runs_folder())
        shutil.copytree(template, store.runs_folder())
        context = killed_at(number)
        try:
            advance(run.id, 150)
        except (Killed, BadInput):
            pass
        finally:
            context.__exit__(None, None, None)
        store._running.clear()
        [found] = whole_runs()
        assert found.iteration >= before
        assert all(iteration <= found.iteration for iteration, _ in found.curve)
        assert runs.reopen(found.stages[-1].file).iteration == found.iteration
        reached.add(found.iteration)
    assert {before, 100} < reached


def test_a_run_killed_while_it_is_made_or_removed_is_there_or_not(killed_at: Callable[[int], Any]) -> None:
    for number in range(12):
        context = killed_at(number)
        try:
            store.delete_run(store.create_run("kuhn-cfr", {}).id)
        except (Killed, BadInput):
            pass
        finally:
            context.__exit__(None, None, None)
        assert len(whole_runs()) <= 1
        for run in whole_runs():
            store.delete_run(run.id)


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_a_process_killed_at_random_moments_leaves_a_run_that_ends_with_the_same_bits(
    tmp_path: Path, user_folder: Path
) -> None:
    length = 1_000_000
    run = store.create_run("value-learner", {"iterations": length})
    rng = random.Random(1)
    for _ in range(KILLS):
        trained_until_killed(lambda: store.continue_run(run.id), seconds=rng.random() * 0.15)
        user_files.remove_leftovers(store.runs_folder())
        [left] = whole_runs()
        assert not left.done
    for _ in store.continue_run(run.id):
        pass
    [ended] = whole_runs()
    whole = tmp_path / "whole.npz"
    for _ in train(runs.start("value-learner", iterations=length), whole):
        pass
    ours, theirs = load_model(ended.stages[-1].file).arrays, load_model(whole).arrays
    assert ended.done
    assert (ours["values"] == theirs["values"]).all()
