"""Faults found by earlier attacks, each with the required message or behaviour."""

import json
import os
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import compiled
from ai.abstraction import bet_menu
from ai.abstraction import strengths as rivers
from ai.command_line import main
from ai.knowledge import log_store
from ai.knowledge.rule_file import read_rules
from ai.storage import load_model, save_model
from game.archive.imported import LogFilter
from game.core import BadInput
from game.files import damage, user_files
from game.files.manifest import BLUEPRINT, MAX_BYTES, Manifest, check_archive, read_manifest
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.saves import Saves
from game.window.frame.settings_store import SettingsStore
from tests.ai.knowledge.tables import write_log
from tests.archive.hands_for_tests import play_out

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{letter}: &{letter} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, letter in zip("abcdefg", "bcdefgh", strict=True)
)
"""A few lines that would expand to millions of values."""


@pytest.mark.parametrize("read", [read_manifest, bet_menu.read, read_rules])
def test_aliases_never_unfold(read: Callable[[Path], object], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{BOMB}game: *h\nagent: values\nkind: learned\nformat: *h\nflop: *h\nrules: *h\n")
    with pytest.raises(
        BadInput, match="the name 'a' cannot stand for a value, write the value out"
    ) as raised:
        read(file)
    assert len(str(raised.value)) <= 300


@pytest.mark.parametrize(
    "header", [b"{'descr': '<f8', 'shape': (", b"{'descr': '<f8',\n 'x", b"'''", b"{" * 60, b"\\\n"]
)
def test_a_broken_header_of_an_array_is_a_sentence(header: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save_model(file, Manifest("tic-tac-toe", "values", "learned"), {"values": np.zeros(3)})
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("values.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    with pytest.raises(BadInput, match=r"^mine\.npz cannot be read: it is truncated or not a model file\.$"):
        load_model(file)


def test_only_a_blueprint_unpacks_to_more_than_64_mib(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    np.savez_compressed(file, values=np.zeros(MAX_BYTES // 8 + 1))
    with pytest.raises(BadInput, match="larger than any model"):
        check_archive(file, "values")
    check_archive(file, BLUEPRINT)


def test_weights_that_overflow_single_precision_are_damage(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save_model(file, Manifest("tic-tac-toe", "values", "learned"), {"values": np.array([1e39])})
    with pytest.raises(BadInput, match="is damaged"):
        load_model(file).array("values", (1,))


@pytest.mark.parametrize("shared", ["''", "..", '"a\\0b"', "a/b", "!!int ''"])
def test_a_shared_file_that_can_be_none_is_a_sentence(shared: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(f"shared: {shared}\n")
    with pytest.raises(BadInput):
        read_rules(tmp_path / "mine.yaml")


def test_a_save_whose_past_hands_cannot_have_been_played_is_set_aside(tmp_path: Path) -> None:
    session = Session(TableSpec(games.KUHN_POKER, ("you", "guest")))
    play_out(session, random.Random(1))
    session.next_hand()
    saves = Saves(tmp_path)
    saves.keep(session)
    file = tmp_path / "saves" / "kuhn-poker.json"
    stored = json.loads(file.read_text())
    stored["content"]["session"]["past"][0]["actions"] = [1, 1, 1, 1]
    file.write_text(json.dumps(stored))
    assert saves.unfinished(games.KUHN_POKER) is None
    assert "hand 1 cannot have been played so" in saves.warnings[0]
    assert file.with_name("kuhn-poker.json.broken-1").exists()


@pytest.mark.parametrize(
    ("trouble", "is_damage"),
    [
        *((trouble, True) for trouble in (RuntimeError, ImportError, TypeError, RecursionError, EOFError)),
        (MemoryError, False),
    ],
)
def test_a_kernel_that_cannot_be_loaded_is_compiled_and_removed_only_if_damaged(
    trouble: type[Exception], is_damage: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_keeps", False)

    class Unloadable:
        flushed = False

        def load_overload(self, *_: Any) -> None:
            raise trouble

        def flush(self) -> None:
            Unloadable.flushed = True

    assert compiled._ForgivingCache(print, Unloadable()).load_overload(None, None) is None
    assert Unloadable.flushed is is_damage


@pytest.mark.parametrize(
    "counts", [[-1] * rivers.VALUES, [0] * rivers.VALUES, ["x"], {}, None, [10**30] * rivers.VALUES]
)
def test_counts_of_rivers_that_were_not_written_so_are_worked_out_again(
    counts: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rivers, "cells", lambda cards: 8)
    kept = rivers.Rivers(np.arange(8, dtype=np.uint16), np.ones(rivers.VALUES, np.int64))
    rivers.save_rivers(kept, tmp_path)
    found = rivers.load_rivers(tmp_path)
    assert found is not None
    assert (found.counts == 1).all()
    label = json.loads((tmp_path / "rivers.json").read_text())
    (tmp_path / "rivers.json").write_text(json.dumps(label | {"counts": counts}))
    assert rivers.load_rivers(tmp_path) is None


@pytest.mark.parametrize(
    "change",
    ["UPDATE hands SET actions = 7", "UPDATE hands SET number = 'x'", "UPDATE names SET name = x'00'",
     "UPDATE rules SET content = 5", "UPDATE hands SET actions = '1 2 3'", "DELETE FROM names", "DROP TABLE about",
     "UPDATE about SET content = '[]'",
     "UPDATE about SET content = replace(content, '\"at\":', '\"at\": [], \"b\":')"],
)  # fmt: skip
def test_an_imported_log_with_rows_of_the_wrong_types_is_refused_and_can_be_removed(
    change: str, tmp_path: Path
) -> None:
    *_, log = log_store.import_logs(tmp_path, [write_log(tmp_path / "evening.log", 4)])
    file = tmp_path / log_store.FOLDER / f"{log.id}{log_store.SUFFIX}"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute(change)
    with pytest.raises(BadInput):
        _looked_at(tmp_path, log.id)
    log_store.forget(tmp_path, log.id)
    assert not file.exists()


def _looked_at(folder: Path, log: str) -> None:
    log_store.about(folder / log_store.FOLDER / f"{log}{log_store.SUFFIX}")
    log_store.hands_at(folder, LogFilter(log), [1])


def test_a_pipe_or_a_dead_link_among_imported_logs_can_be_removed(tmp_path: Path) -> None:
    folder = tmp_path / log_store.FOLDER
    folder.mkdir()
    os.mkfifo(folder / f"pipe{log_store.SUFFIX}")
    (folder / f"link{log_store.SUFFIX}").symlink_to("nowhere")
    for name in ("pipe", "link"):
        with pytest.raises(BadInput):
            log_store.about(folder / f"{name}{log_store.SUFFIX}")
        log_store.forget(tmp_path, name)
    assert not list(folder.iterdir())


def test_pipes_and_devices_where_files_belong_hold_nobody_up(user_folder: Path) -> None:
    (user_folder / "agents" / "tic-tac-toe").mkdir(parents=True)
    os.mkfifo(user_folder / "settings.json")
    os.mkfifo(user_folder / "agents" / "tic-tac-toe" / "mine.yaml")
    assert "it is not a plain file" in (SettingsStore(user_folder).warning or "")
    with pytest.raises(BadInput, match=r"^mine\.yaml cannot be read: it is not a plain file"):
        read_manifest(user_folder / "agents" / "tic-tac-toe" / "mine.yaml")


def test_the_lab_reads_no_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "zero cannot be read: it is not a plain file.\n"


def test_a_file_is_not_read_beyond_the_size_of_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as made:
        made.truncate(user_files.MAX_BYTES + 1)
    loaded = user_files.read_versioned(file, "settings", 1, dict)
    assert "it holds more than 67,108,864 bytes" in (loaded.warning or "")


def test_every_list_of_damage_holds_what_taking_documents_apart_may_raise() -> None:
    for one in (damage.JSON, damage.ROWS, damage.ARRAYS, damage.KERNELS):
        assert set(damage.PARTS) <= set(one)
