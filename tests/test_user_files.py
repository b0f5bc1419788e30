"""Files of the user: whole or not at all, one backup, broken ones set aside."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core import BadInput
from game.files import user_files
from tests.full_disk import STEPS, fill_disk


def test_parlour_home_overrides_the_systems_folder(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_CACHE")
    assert user_files.home() == user_folder
    assert user_files.cache_folder() == user_folder / "cache"


def test_parlour_cache_overrides_where_caches_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    assert user_files.cache_folder() == tmp_path


def test_without_override_the_system_proposes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_HOME")
    monkeypatch.delenv("PARLOUR_CACHE")
    assert user_files.home().name == "Parlour"
    assert "Parlour" in user_files.cache_folder().parts


def test_folders_are_told_from_the_root_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_HOME", "mine")
    monkeypatch.setenv("PARLOUR_CACHE", "deep/../built")
    found = user_files.home(), user_files.cache_folder()
    assert found == (tmp_path / "mine", tmp_path / "deep" / ".." / "built")
    monkeypatch.setenv("PARLOUR_HOME", "/")
    assert user_files.home() == Path("/")


def test_a_file_that_was_typed_is_told_from_the_root_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "me"))
    elsewhere = tmp_path / "x" / "own.npz"
    typed = ("own.npz", "~/own.npz", str(elsewhere))
    assert [user_files.typed_path(words) for words in typed] == [
        tmp_path / "own.npz",
        tmp_path / "me" / "own.npz",
        elsewhere,
    ]


def test_links_are_followed_before_a_path_goes_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "real" / "own.npz").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real" / "deep")
    assert user_files.typed_path("link/../own.npz").exists()


@pytest.mark.parametrize("words", ["", "/", "\0", "a\0b", "~\0", "~\0/x", "~\ud800/x"])
def test_what_names_no_file_is_a_sentence(words: str) -> None:
    with pytest.raises(BadInput, match=r"is not a file name\.$"):
        user_files.typed_path(words)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    user_files.write_versioned(file, "settings", 1, {"theme": "dark"})
    assert user_files.read_versioned(file, "settings", 1, dict) == user_files.Loaded({"theme": "dark"})


def test_no_file_is_no_warning(tmp_path: Path) -> None:
    assert user_files.read_versioned(tmp_path / "none.json", "settings", 1, dict) == user_files.Loaded(None)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("backup", [False, True])
def test_full_disk_leaves_the_former_content_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, backup: bool
) -> None:
    file = tmp_path / "a.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        data = json.dumps({"kind": "save", "version": 1, "content": {"hand": 2}}).encode()
        if step == "second replace" and not backup:
            user_files.atomic_write(file, data)
        else:
            with pytest.raises(OSError, match="No space left"):
                user_files.atomic_write(file, data, backup=backup)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded == user_files.Loaded({"hand": 2 if step == "second replace" and not backup else 1})
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_what_a_killed_writer_left_is_removed_and_what_is_being_written_stays(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    names = (".a.npz.x1y2z3_4.part", ".b.npz.abcdefgh.part", "c.part", ".film.mkv.part")
    old, young, *others = (tmp_path / "agents" / name for name in names)
    for file in (old, young, *others):
        file.write_bytes(b"half")
    for file in (old, *others):
        os.utime(file, (0, 0))
    user_files.remove_leftovers(tmp_path)
    assert {file.name for file in (tmp_path / "agents").iterdir()} == {
        young.name,
        *(file.name for file in others),
    }


def test_a_file_is_never_removed_before_its_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "save.json"
    for hand in (1, 2):
        user_files.write_versioned(file, "save", 1, {"hand": hand})
    removed = iter([None])

    def killed_after_one(path: Path, missing_ok: bool = False) -> None:
        next(removed)
        os.unlink(path)

    monkeypatch.setattr(Path, "unlink", killed_after_one)
    with pytest.raises(StopIteration):
        user_files.remove_versioned(file)
    assert user_files.read_versioned(file, "save", 1, dict).content == {"hand": 2}


def test_broken_file_is_set_aside_and_the_backup_used(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": 2})
    file.write_bytes(file.read_bytes()[:20])
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content == {"hand": 1}
    assert loaded.warning is not None
    assert "save.json.broken-1" in loaded.warning
    assert (tmp_path / "save.json.broken-1").exists()


def test_a_broken_file_that_cannot_be_set_aside_is_said_and_the_backup_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "save.json"
    for number in (1, 2):
        user_files.write_versioned(file, "save", 1, {"number": number})
    file.write_text("{")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(user_files.os, "replace", refuse)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content == {"number": 1}
    assert "it could not be set aside (Permission denied)" in (loaded.warning or "")
    assert file.read_text() == "{"


def test_lost_file_is_replaced_by_its_backup(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": 2})
    file.unlink()
    assert user_files.read_versioned(file, "save", 1, dict).content == {"hand": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not complete JSON"),
        ("[1, 2]", "not a save file"),
        (json.dumps({"kind": "settings", "version": 1, "content": {}}), "not a save file"),
        (json.dumps({"kind": "save", "version": 7, "content": {}}), "version is 7"),
        (json.dumps({"kind": "save", "version": 1}), "content is missing"),
    ],
)
def test_foreign_file_is_refused_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "save.json"
    file.write_text(text)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content is None
    assert loaded.warning is not None
    assert reason in loaded.warning


def test_refused_content_falls_back_to_the_backup_by_the_same_rule(tmp_path: Path) -> None:
    def positive(content: Mapping[str, int]) -> int:
        if content["hand"] < 0:
            raise BadInput("the hand is negative")
        return content["hand"]

    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": -2})
    loaded = user_files.read_versioned(file, "save", 1, positive)
    assert loaded.content == 1
    assert "the hand is negative" in str(loaded.warning)
    user_files.write_versioned(file, "save", 1, {"hand": -3})
    (tmp_path / "save.json.bak").write_text("{")
    loaded = user_files.read_versioned(file, "save", 1, positive)
    assert loaded.content is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "save.json.bak.broken-1", "save.json.broken-1", "save.json.broken-2"
    ]  # fmt: skip


def test_broken_backup_alone_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "save.json.bak").write_text("{")
    loaded = user_files.read_versioned(tmp_path / "save.json", "save", 1, dict)
    assert loaded.content is None
    assert loaded.warning is not None


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes_are_answered_with_a_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "fuzz.json"
    user_files.remove_versioned(file)
    file.write_bytes(data)
    assert user_files.read_versioned(file, "save", 1, dict).warning


def test_read_only_home_is_named() -> None:
    with pytest.raises(BadInput, match="PARLOUR_HOME"):
        user_files.ensure_writable(Path("/proc/parlour"))
