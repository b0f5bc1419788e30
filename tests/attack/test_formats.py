"""Every file of every format, damaged in hundreds of ways: what cannot be used is one short sentence, at once."""

import errno
import os
import random
import re
import time
import tracemalloc
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from game.core import BadInput
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
from tests.conftest import ROOT

TRIES = 25
MANY = 20_000
LONGEST_SECONDS = 5.0

READING = re.compile(
    r"np\.load\(|sqlite3\.connect\(|ZipFile\(|np\.memmap\(|(?<!user_files)\.read_bytes\(|(?<!user_files)\.read_text\(|"
    r"\.open\(\"rb\"|gzip\.open|lzma\.open"
)
"""What opens a file itself, and not with `user_files.read_bytes` or `read_text`, which refuse pipes and giants."""


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
    assert refused >= form.least_refused


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
    """Damage one or two files of a sample by `seed`, and let them be read. Return the number of sentences."""
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
