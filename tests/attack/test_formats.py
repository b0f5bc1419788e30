"""Every file of every format, damaged in hundreds of ways: what cannot be used is one short sentence, at once."""

import random
import re
import time
from pathlib import Path

import pytest

from game.core import BadInput
from tests.attack.formats import Files, Format, check_sentence, formats, sentences
from tests.conftest import ROOT

TRIES = 25
MANY = 20_000
LONGEST_SECONDS = 5.0

READING = re.compile(
    r"\b(yaml_text\.read|read_file\(|np\.load\(|json\.loads\(|sqlite3\.connect\(|ZipFile\(|np\.memmap\(|"
    r"\.read_bytes\(|\.read_text\(|\.open\(\"rb\"|gzip\.open|lzma\.open)"
)
NOT_FROM_OUTSIDE = {
    "ai.catalog": "the texts that ship",
    "game.screens.ui.texts": "the texts that ship",
    "game.screens.ui.theme": "the theme that ships",
    "game.files.yaml_text": "the reader of YAML itself, see tests/test_yaml_text.py",
    "ai.hands.preflop": "a table that ships",
    "ai.hands.preflop_table": "made on the way to a table that ships",
    "ai.hands.evaluator_table": "a table that ships",
    "ai.hands.hash_table_file": "a table of the cache, with a checksum",
    "ai.abstraction.rivers": "a table of the cache, with a checksum",
    "ai.knowledge.decision_cache": "a file of the cache",
    "ai.kernel_cache": "the stamp of the cache, see tests/ai/test_kernel_cache.py",
    "ai.solver.memory": "what the system says of its memory",
    "ai.preparation": "what a process of ours says",
    "ai.requests.experts": "rules that were read before",
    "ai.agents.expert_editions": "rules that were read before",
    "ai.training.store": "models that were read before, and what they are compared with, see test_paths.py",
    "ai.evaluation.league_file": "the league that ships",
    "game.screens.shell.recorder": "notes, of which any text will do",
    "ai.evaluation.grading.ranks": "the names of ranks, a file of the program's own",
    "game.messages.judgements": "the marks, a file of the program's own",
    "ai.review.results": "lines with a checksum each, see tests/ai/review/test_review.py",
}


def test_whatever_reads_files_is_attacked_or_said_to_read_none_from_outside() -> None:
    reading = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for folder in ("game", "ai")
        for file in (ROOT / folder).rglob("*.py")
        if READING.search(file.read_text(encoding="utf-8"))
    }
    attacked = {reader for one in formats() for reader in one.readers}
    assert reading == attacked | set(NOT_FROM_OUTSIDE)
    assert not attacked & set(NOT_FROM_OUTSIDE)


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


@pytest.mark.long
@pytest.mark.parametrize("form", formats(), ids=lambda form: form.name)
def test_thousands_of_damaged_files_are_one_short_sentence_each(form: Format, tmp_path: Path) -> None:
    for seed in range(TRIES, TRIES + MANY // len(formats()) + 1):
        _attack(form, seed, tmp_path)


def _attack(form: Format, seed: int, tmp_path: Path) -> int:
    """Damage one or two files of a sample by `seed`, and let them be read; return how many sentences that gave."""
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
