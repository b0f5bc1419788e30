"""A model has one writer at a time."""

from contextlib import ExitStack
from pathlib import Path
from typing import IO

import pytest

from ai.training import store
from ai.training.store import claim_model_file
from game.core import BadInput
from game.files import locks


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
