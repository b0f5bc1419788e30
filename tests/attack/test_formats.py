"""Damaged files of every format, invalid paths, and whole processes that read damaged files."""

import errno
import os
import random
import re
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import main
from ai import command_line
from ai.storage import save_model
from ai.training import store
from ai.training.checkpoints import Checkpoint
from game.core import BadInput
from game.files import user_files
from game.files.manifest import Manifest
from game.window.ui.input import Key
from tests.attack.formats import (
    CACHED,
    Files,
    Format,
    check_sentence,
    formats,
    make_caches,
    make_review,
    read_caches,
    read_review,
    sentences,
)
from tests.benchmarks.damaged_home import FILES, damage_home, notices
from tests.conftest import ROOT
from tests.killing import ROOT as KILLING_ROOT

TRIES = 25
MANY = 20_000
LONGEST_SECONDS = 5.0

READING = re.compile(
    r"np\.load\(|sqlite3\.connect\(|ZipFile\(|np\.memmap\(|(?<!user_files)\.read_bytes\(|(?<!user_files)\.read_text\(|"
    r"\.open\(\"rb\"|gzip\.open|lzma\.open"
)
"""Code that opens a file without `user_files.read_bytes` or `read_text`, which refuse pipes and huge files."""


def test_whatever_opens_files_itself_is_attacked() -> None:
    reading = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for folder in ("game", "ai")
        for file in (ROOT / folder).rglob("*.py")
        if READING.search(file.read_text(encoding="utf-8"))
    }
    assert reading <= {reader for one in formats() for reader in one.readers}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize(
    "name", ["hands.json", "hands.table", "rivers.json", "rivers.table", f"decisions/{CACHED}.zip"]
)
def test_a_pipe_in_place_of_a_cache_is_a_cache_that_is_missing(name: str, tmp_path: Path) -> None:
    make_caches(tmp_path)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    hands, rivers, summary = read_caches(tmp_path)
    assert hands is None
    assert rivers is None
    assert (summary is None) == name.startswith("decisions")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_place_of_a_review_is_a_sentence(tmp_path: Path) -> None:
    make_review(tmp_path)
    [file] = (tmp_path / "reviews").glob("*.jsonl")
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(BadInput, match="cannot be read: it is not a plain file"):
        read_review(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("make", [os.mkfifo, Path.touch])
def test_a_pipe_or_file_in_place_of_the_folder_of_reviews_is_a_sentence(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "reviews")
    with pytest.raises(BadInput, match=r"cannot be written: reviews must be a folder, not a file\.$"):
        make_review(tmp_path)


def test_a_review_of_one_giant_line_takes_little_memory(tmp_path: Path) -> None:
    make_review(tmp_path)
    [file] = (tmp_path / "reviews").glob("*.jsonl")
    with file.open("ab") as stream:
        stream.truncate(2**28)
    tracemalloc.start()
    try:
        assert len(read_review(tmp_path)) == 3
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2**25


@pytest.mark.parametrize("form", formats(), ids=lambda form: form.name)
def test_a_sound_sample_is_read(form: Format, tmp_path: Path) -> None:
    _laid_out(_sample(form, tmp_path), tmp_path / "sound")
    form.read(tmp_path / "sound")


@pytest.mark.parametrize("form", formats(), ids=lambda form: form.name)
def test_a_damaged_file_is_one_short_sentence(form: Format, tmp_path: Path) -> None:
    _laid_out(_sample(form, tmp_path), tmp_path / "sound")
    sentences.clear()
    form.read(tmp_path / "sound")
    of_sound = len(sentences)
    refused = sum(_attack(form, seed, tmp_path) > of_sound for seed in range(TRIES))
    assert refused >= form.min_refused


@pytest.mark.parametrize("shortage", [MemoryError(), OSError(errno.EMFILE, "Too many open files")], ids=repr)
@pytest.mark.parametrize("form", formats(), ids=lambda form: form.name)
def test_a_file_stays_if_memory_or_open_files_are_short(
    form: Format, shortage: Exception, tmp_path: Path
) -> None:
    sample = _sample(form, tmp_path)
    _laid_out(sample, tmp_path / "sound")
    with ExitStack() as short:
        for name in ("builtins.open", "io.open", "os.open", "sqlite3.connect"):
            short.enter_context(patch(name, side_effect=shortage))
        with suppress(BadInput, MemoryError, OSError):
            form.read(tmp_path / "sound")
    assert {name: (tmp_path / "sound" / name).read_bytes() for name in sample} == sample


@pytest.mark.long
@pytest.mark.parametrize("form", formats(), ids=lambda form: form.name)
def test_thousands_of_damaged_files_are_one_short_sentence_each(form: Format, tmp_path: Path) -> None:
    for seed in range(TRIES, TRIES + MANY // len(formats()) + 1):
        _attack(form, seed, tmp_path)


def _attack(form: Format, seed: int, tmp_path: Path) -> int:
    """Damage one or two files of a sample by `seed`, and read the files. Return the number of messages."""
    rng = random.Random(f"{form.name} {seed}")
    files = dict(_sample(form, tmp_path))
    for name in rng.sample(sorted(files), min(len(files), rng.choice([1, 1, 2]))):
        damage = form.damage.get(Path(name).suffix) or form.damage[""]
        files[name] = damage(files[name], rng, tmp_path / "beside")
    folder = tmp_path / f"{seed}"
    _laid_out(files, folder)
    sentences.clear()
    began = time.monotonic()
    try:
        form.read(folder)
    except BadInput as error:
        check_sentence(str(error))
    except Exception as error:
        error.add_note(f"seed {seed} of {form.name}")
        raise
    assert time.monotonic() - began < LONGEST_SECONDS, seed
    return len(sentences)


def _laid_out(files: Files, folder: Path) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


_samples: dict[str, Files] = {}


def _sample(form: Format, tmp_path: Path) -> Files:
    if form.name not in _samples:
        (tmp_path / "made").mkdir()
        _samples[form.name] = form.sample(tmp_path / "made")
    return _samples[form.name]


def test_a_pipe_is_never_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="it is not a plain file"):
        user_files.atomic_write(pipe, b"content", backup=True)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize(
    "words",
    [
        ["strategy", "kuhn-poker", "equilibrium", "--out"],
        ["match", "holdem", "random", "station", "--hands", "2", "--log"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_refuses_a_pipe_before_its_work(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert command_line.main([*words, str(pipe)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{pipe} cannot be written: it is not a plain file.\n")
    assert pipe.is_fifo()


def test_a_training_refuses_a_folder_whose_links_go_in_a_circle(
    tmp_path: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    file = tmp_path / "a" / "ada.npz"
    assert command_line.main(["train", "kuhn-cfr", "--iterations", "1", "--out", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file} cannot be written: ")
    assert not (user_folder / "crashes").exists()


def test_the_root_of_a_disk_is_no_folder_of_the_window(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is the root of a disk: set PARLOUR_HOME"):
        user_files.ensure_writable(Path(tmp_path.anchor))


def test_a_pipe_in_the_place_of_an_agent_is_no_kept_checkpoint(tmp_path: Path) -> None:
    manifest = Manifest("tic-tac-toe", "values", "learned")
    save_model(tmp_path / "stage.npz", manifest, {"values": np.zeros(3)})
    os.mkfifo(tmp_path / "mine.npz")
    assert not store.is_kept(tmp_path / "mine.npz", Checkpoint(0, tmp_path / "stage.npz", manifest), "mine")


ALL_CASES = ("commands", 15), ("files", 5)


@pytest.mark.parametrize(
    ("kind", "cases"),
    [("commands", 7), ("files", 2), *(pytest.param(*one, marks=pytest.mark.long) for one in ALL_CASES)],
)
def test_no_process_breaks(kind: str, cases: int) -> None:
    words = [
        sys.executable,
        "-m",
        "tests.attack.processes",
        "--kind",
        kind,
        "--cases",
        str(cases),
        "--seed",
        "41",
    ]
    ended = subprocess.run(words, check=False, cwd=KILLING_ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{cases} cases, 0 failed" in ended.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_damaged_files_are_one_notice(seed: int, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert damage_home(home, random.Random(seed)) == FILES
    assert notices(home) == 1


def test_a_folder_of_damaged_files_can_be_used_at_once(tmp_path: Path, user_folder: Path) -> None:
    damage_home(user_folder, random.Random(3))
    app = main.make_app(user_folder)
    app.start()
    app.step([], 0.1)
    assert re.fullmatch(r"\d+ files could not be used", app.screen.strip.title)
    app.send(Key("return"))
    assert app.screen.strip is None or "could not be used" not in app.screen.strip.title
    app.close()
