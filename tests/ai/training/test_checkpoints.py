"""Checkpoints are atomic, pruned, locked by one writer, and complete after a kill."""

from __future__ import annotations

import os
import random
import shutil
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest

from ai.steps import run_to_end
from ai.storage import Model, load_model, save_model
from ai.training import runs, store
from ai.training.checkpoints import (
    MAX_SMALL_TABLES_BYTES,
    Checkpoints,
    load_tables,
    save_tables,
    strongest_checkpoint,
    tables_file,
)
from ai.training.run import ModelRun, train
from ai.training.store import claim_model_file
from game.agent_entries import Strength
from game.core import BadInput
from game.files import locks, user_files
from game.files.manifest import Manifest
from game.study.training import StoredRun
from tests.ai.training.helpers import trained_until_killed
from tests.full_disk import refuse_space


@pytest.fixture
def checkpoints(tmp_path: Path) -> Checkpoints:
    return Checkpoints(tmp_path / "cfr-1", "cfr")


def start_run(iterations: int = 100_000) -> ModelRun:
    return runs.start("kuhn-cfr", iterations=iterations)


def advanced(run: ModelRun, checkpoints: Checkpoints, *stops: int) -> None:
    """Advance a run, and write a checkpoint at each iteration in `stops`."""
    for report in run.reports():
        if report.iteration in stops:
            checkpoints.write(run)
        if report.iteration >= stops[-1]:
            return


def iterations(checkpoints: Checkpoints) -> list[int]:
    return [one.iteration for one in checkpoints.whole()[0]]


def test_checkpoints_come_in_the_order_of_the_run_with_their_strength(checkpoints: Checkpoints) -> None:
    advanced(start_run(), checkpoints, 100, 1_000)
    found, said = checkpoints.whole()
    assert [one.stage.iteration for one in found] == [100, 1_000]
    assert found[0].stage.strength.mean > found[1].stage.strength.mean > 0
    assert load_model(found[0].stage.file).manifest.iterations == 100
    assert said == []


def test_only_powers_of_ten_the_strongest_and_the_last_two_stay(checkpoints: Checkpoints) -> None:
    run = start_run()
    advanced(run, checkpoints, 1, 10)
    assert iterations(checkpoints) == [1, 10]
    advanced(run, checkpoints, 100)
    assert iterations(checkpoints) == [10, 100]
    advanced(run, checkpoints, 1_000)
    assert sorted(file.name for file in checkpoints.place.iterdir()) == [
        "cfr-100.npz",
        "cfr-100.yaml",
        "cfr-1000.npz",
        "cfr-1000.yaml",
    ]


class RunOfStrength:
    """A run with the strength and iteration that a test gives it."""

    def __init__(self, iteration: int, lost: int) -> None:
        self.iteration, self._lost = iteration, lost

    def save(self, file: Path) -> None:
        strength = Strength("lost lines", self._lost, None, None, None)
        kept = {"run": "cfr", "iterations": self.iteration, "strength": strength}
        save_model(file, Manifest("kuhn-poker", "table", "learned", **kept), {})


def test_the_strongest_stays_and_is_the_latest_of_equals(checkpoints: Checkpoints) -> None:
    for iteration, lost in ((150, 9), (250, 2), (350, 2), (450, 5), (550, 7), (650, 3)):
        checkpoints.write(RunOfStrength(iteration, lost))
    assert iterations(checkpoints) == [350, 550, 650]
    assert strongest_checkpoint(checkpoints.whole()[0]).iteration == 350


def test_a_checkpoint_that_was_played_stays(checkpoints: Checkpoints) -> None:
    for iteration in (150, 250, 350):
        checkpoints.write(RunOfStrength(iteration, 1000 - iteration))
        if iteration == 150:
            checkpoints.hold(checkpoints.whole()[0][0])
    assert iterations(checkpoints) == [150, 250, 350]
    checkpoints.write(RunOfStrength(450, 1))
    assert iterations(checkpoints) == [150, 350, 450]


def test_a_checkpoint_is_written_once(checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_run()
    file = checkpoints.write(run)
    monkeypatch.setattr(run, "save", None)
    assert checkpoints.write(run) == file


def test_what_was_cut_off_does_not_count_and_is_cleared_away(checkpoints: Checkpoints) -> None:
    run = start_run()
    checkpoints.write(run)
    (checkpoints.place / "cfr-50.npz").write_bytes(b"half")
    assert iterations(checkpoints) == [0]
    advanced(run, checkpoints, 100)
    assert iterations(checkpoints) == [0, 100]
    assert not (checkpoints.place / "cfr-50.npz").exists()


@pytest.mark.parametrize(
    ("suffix", "content"),
    [(".npz", b"not an archive"), (".yaml", b"a: ["), (".yaml", b"format: 1\ngame: g\nagent: a\nkind: k\n")],
)
def test_a_broken_checkpoint_is_set_aside_and_the_one_before_is_the_last(
    checkpoints: Checkpoints, suffix: str, content: bytes
) -> None:
    advanced(start_run(), checkpoints, 100, 1_000)
    (checkpoints.place / f"cfr-1000{suffix}").write_bytes(content)
    checkpoints = Checkpoints(checkpoints.place, "cfr")
    found, [sentence] = checkpoints.whole()
    assert [one.iteration for one in found] == [100]
    assert sentence.startswith("The checkpoint cfr-1000 was set aside: ")
    assert (checkpoints.place / f"cfr-1000{suffix}.broken-1").read_bytes() == content
    assert checkpoints.whole()[1] == []


def test_a_checkpoint_of_a_game_that_is_not_played_here_is_set_aside(checkpoints: Checkpoints) -> None:
    advanced(start_run(), checkpoints, 100, 1_000)
    manifest = checkpoints.place / "cfr-1000.yaml"
    manifest.write_text(manifest.read_text().replace("game: kuhn-poker", "game: chess", 1))
    found, [sentence] = Checkpoints(checkpoints.place, "cfr").whole()
    assert [one.iteration for one in found] == [100]
    assert "is of the game 'chess', which is not played here" in sentence


def test_a_full_disk_takes_nothing_that_was_there(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start_run()
    advanced(run, checkpoints, 100)

    monkeypatch.setattr(user_files.os, "fsync", refuse_space)
    with pytest.raises(BadInput, match=r"cfr-1000\.npz cannot be written: No space left on device"):
        advanced(run, checkpoints, 1_000)
    monkeypatch.undo()
    assert iterations(checkpoints) == [100]


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_folder_that_lets_nothing_go_stops_no_run(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    advanced(start_run(), checkpoints, 1, 10)
    unlink = Path.unlink

    def keep_the_first(path: Path, *, missing_ok: bool = False) -> None:
        if path.stem == "cfr-1":
            refuse()
        unlink(path, missing_ok=missing_ok)

    with monkeypatch.context() as folder:
        folder.setattr(Path, "unlink", keep_the_first)
        checkpoints.write(RunOfStrength(150, 0))
    assert iterations(checkpoints) == [1, 10, 150]
    checkpoints.write(RunOfStrength(160, 0))
    assert iterations(checkpoints) == [150, 160]


def test_a_broken_checkpoint_that_cannot_be_set_aside_is_said(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    advanced(start_run(), checkpoints, 100, 1_000)
    (checkpoints.place / "cfr-1000.npz").write_bytes(b"broken")
    monkeypatch.setattr(user_files.os, "replace", refuse)
    found, [sentence] = Checkpoints(checkpoints.place, "cfr").whole()
    assert [one.iteration for one in found] == [100]
    assert sentence.startswith("The checkpoint cfr-1000 cannot be set aside (Permission denied): ")


def test_a_file_that_another_run_writes_is_refused_until_that_one_ends(tmp_path: Path) -> None:
    file = tmp_path / "ada.npz"
    with (
        claim_model_file(file),
        claim_model_file(tmp_path / "eve.npz"),
        pytest.raises(BadInput, match=r"Another run is writing .*ada\.npz"),
        claim_model_file(file),
    ):
        raise AssertionError("not reached")
    with claim_model_file(file):
        assert not file.exists()
    assert list(tmp_path.iterdir()) == []


def test_whoever_opened_the_lock_before_it_was_taken_away_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ada.npz"
    first, third = claim_model_file(file), ExitStack()
    first.__enter__()
    lock = locks._lock

    def lock_after_the_first_has_gone(opened: IO[bytes]) -> bool:
        monkeypatch.setattr(locks, "_lock", lock)
        first.__exit__(None, None, None)
        third.enter_context(claim_model_file(file))
        return lock(opened)

    monkeypatch.setattr(locks, "_lock", lock_after_the_first_has_gone)
    with third, pytest.raises(BadInput, match="Another run is writing"), claim_model_file(file):
        raise AssertionError("not reached")


def test_a_run_that_fails_frees_its_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="full"), claim_model_file(tmp_path / "ada.npz"):
        raise BadInput("The disk is full.")
    with claim_model_file(tmp_path / "ada.npz"):
        pass


def test_the_checkpoints_of_the_window_are_written_by_the_window_alone() -> None:
    run = store.create_run("kuhn-cfr", {})
    with (
        pytest.raises(BadInput, match="belongs to a run of the window"),
        claim_model_file(run.stages[0].file),
    ):
        raise AssertionError("not reached")


def test_a_place_that_cannot_be_claimed_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with (
        pytest.raises(BadInput, match=r"ada\.npz cannot be written"),
        claim_model_file(tmp_path / "file" / "ada.npz"),
    ):
        raise AssertionError("not reached")


MANIFEST = Manifest("holdem", "blueprint", "learned", run="holdem-blueprint", config={"seed": 1})
SHAPES = {"tables": (3,)}


@pytest.fixture
def model(tmp_path: Path) -> Model:
    file = tmp_path / "run-5.npz"
    save_tables(file, MANIFEST.identity, {"tables": np.arange(3.0)})
    save_model(file, MANIFEST, {"iteration": np.array(5)})
    return load_model(file)


def test_tables_come_back_as_they_were(model: Model) -> None:
    assert load_tables(model, SHAPES)["tables"].tolist() == [0, 1, 2]


def test_tables_cut_in_half_are_said_to_be(model: Model) -> None:
    file = tables_file(model.file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(BadInput, match=r"run-5.tables cannot be read: it is truncated or damaged"):
        load_tables(model, SHAPES)


def test_a_byte_that_has_changed_is_noticed(model: Model) -> None:
    file = tables_file(model.file)
    content = bytearray(file.read_bytes())
    at = content.index(np.arange(3.0).tobytes())
    content[at + 9] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadInput, match="truncated or damaged"):
        load_tables(model, SHAPES)


def test_an_agent_that_was_kept_has_none_to_go_on_from(model: Model) -> None:
    tables_file(model.file).unlink()
    with pytest.raises(BadInput, match=r"a saved agent, not a checkpoint: there is no run-5.tables"):
        load_tables(model, SHAPES)


def test_tables_of_another_run_are_refused(model: Model) -> None:
    save_tables(model.file, "another", {"tables": np.arange(3.0)})
    with pytest.raises(BadInput, match=r"run-5.tables and run-5.npz do not belong together"):
        load_tables(model, SHAPES)


def test_tables_of_another_size_are_refused(model: Model) -> None:
    with pytest.raises(BadInput, match="'tables' does not fit"):
        load_tables(model, {"tables": (4,)})


def test_tables_that_would_fill_the_memory_are_refused_before_they_are_unpacked(model: Model) -> None:
    save_tables(model.file, MANIFEST.identity, {"tables": np.zeros(MAX_SMALL_TABLES_BYTES // 8)})
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=r"run-5.tables cannot be read"):
            load_tables(model, SHAPES)
        assert tracemalloc.get_traced_memory()[1] < MAX_SMALL_TABLES_BYTES // 4
    finally:
        tracemalloc.stop()


def test_what_cannot_be_written_leaves_what_was_there(model: Model, tmp_path: Path) -> None:
    blocked = tmp_path / "file" / "run-6.npz"
    blocked.parent.write_bytes(b"")
    with pytest.raises(BadInput, match="cannot be written"):
        save_tables(blocked, MANIFEST.identity, {"tables": np.arange(3.0)})
    assert load_tables(model, SHAPES)["tables"].tolist() == [0, 1, 2]


KILLS = 3
STEPS = ("fdopen", "fsync", "replace", "unlink", "rename")
"""The calls that change the disk. The process may end before each of them."""


class Killed(BaseException):
    """Simulates the death of the process."""


@pytest.fixture
def killed_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Any]:
    """Return a function that, given n, raises `Killed` in place of every change of the disk after the n-th."""

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
    """Return the stored runs, and check that none is broken."""
    found = run_to_end(store.stored_runs())
    assert found.warnings == ()
    return found.runs


def advance(run_id: str, to: int) -> None:
    reports = store.continue_run(run_id)
    for report in reports:
        if report.iteration >= to:
            reports.close()
            return


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
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


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
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
