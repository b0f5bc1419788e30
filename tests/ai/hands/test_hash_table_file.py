"""The hash table in the cache folder: mapped, noticed when it is damaged, and built again; no item is held up."""

import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest

from ai import steps
from ai.hands import hash_table_maker
from ai.hands.hash_table import HandTable
from ai.hands.hash_table_maker import load_or_build, load_table, save_table
from game.core import Progress
from tests.ai.hands.random_hands import random_hands

FULL = OSError(28, "No space left on device")


@pytest.fixture(scope="module")
def kept(table: HandTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    save_table(table, folder)
    return folder


@pytest.fixture
def built_at_once(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hash_table_maker, "build_table", lambda: iter([Progress(1, 2, 0.0), table]))


def test_a_kept_table_is_mapped_and_not_built_again(table: HandTable, kept: Path) -> None:
    (mapped,) = load_or_build(kept)
    assert isinstance(mapped, HandTable)
    assert isinstance(mapped.rows, np.memmap)
    hands = random_hands(1_000, 5)
    assert np.array_equal(mapped.ranks(hands), table.ranks(hands))


@pytest.mark.parametrize("damage", ["rows", "short", "label", "version", "missing"])
def test_a_damaged_table_is_not_mapped(damage: str, kept: Path, tmp_path: Path) -> None:
    rows, label = hash_table_maker.table_files(tmp_path)
    shutil.copy(kept / label.name, label)
    if damage == "rows":
        shutil.copy(kept / rows.name, rows)
        with rows.open("r+b") as file:
            first = file.read(1)[0]
            file.seek(0)
            file.write(bytes([first ^ 1]))
    elif damage == "short":
        rows.write_bytes(bytes(1_000))
    elif damage != "missing":
        os.link(kept / rows.name, rows)
    if damage == "label":
        label.write_text("{")
    elif damage == "version":
        label.write_text(label.read_text().replace('"version": 1', '"version": 0'))
    assert load_table(tmp_path) is None


def test_a_missing_table_is_built_with_progress_and_kept(tmp_path: Path, built_at_once: None) -> None:
    *reports, built = load_or_build(tmp_path)
    assert isinstance(built, HandTable)
    assert reports[0] == Progress(1, 2, 0.0)
    assert load_table(tmp_path) is not None


def test_while_the_table_is_written_reports_go_on(
    built_at_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(hash_table_maker, "save_table", lambda *_: time.sleep(0.1))
    *reports, _ = load_or_build(tmp_path)
    assert len(reports) > 3


def test_a_folder_that_cannot_be_written_costs_only_the_next_start(
    built_at_once: None, table: HandTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise FULL

    monkeypatch.setattr("game.files.user_files.atomic_write", full)
    with pytest.raises(OSError, match="No space left"):
        save_table(table, tmp_path)
    *_, built = load_or_build(tmp_path)
    assert built is table
    assert load_table(tmp_path) is None
