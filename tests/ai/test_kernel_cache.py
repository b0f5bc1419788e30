"""The folder of compiled kernels: named after the sources, and verified without a compiler."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai import kernel_cache
from ai.abstraction import betting_tree
from game.needs import NEEDS, Need
from tests.conftest import ROOT

SYNTHETIC, REAL = 200, 100
"""The number of damaged files of each kind: made for the test, and compiled by numba."""
HEALED = 10


@pytest.fixture(scope="module")
def shared_kernels() -> Path:
    betting_tree.compile_kernels()
    return kernel_cache.folder()


@pytest.fixture(autouse=True)
def own_cache(shared_kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    folder = kernel_cache.folder()
    for name in ("rivers.1.nbc", "rivers.nbi", "turns.1.nbc"):
        kernel_cache.write_checked(folder / "boards" / name, b"compiled")
    table = tmp_path / "cache" / "hands.table"
    table.write_bytes(b"rows")
    for need in NEEDS:
        kernel_cache.write_stamp(need, [table])
    return folder


def test_kernels_and_all_that_goes_into_them_name_the_folder() -> None:
    names = kernel_cache.kernel_modules()
    assert "ai.hands.evaluator" in names
    assert "ai.commands.hand_answers" not in names
    sources = {file.relative_to(ROOT).as_posix() for file in kernel_cache._sources_of_kernels()}
    assert {"ai/compiled.py", "ai/hands/boards.py", "game/rules/hand_rank.py"} < sources
    assert not {"ai/service.py", "ai/commands/hand_answers.py", "game/match/worker.py"} & sources


def test_imports_are_found_in_every_form() -> None:
    text = (
        "from ai.hands import (\n    one,\n    two as three,\n)\n    import game.core\nfrom numpy import ai\n"
    )
    found = set(kernel_cache._imported(text))
    assert {"ai.hands", "ai.hands.one", "ai.hands.two", "game.core"} <= found
    assert not any(name.startswith("numpy") for name in found)


def test_what_was_stamped_is_prepared_and_needs_no_compiler() -> None:
    asked = "import sys; from ai.preparation import prepare; print(*prepare(), 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


@pytest.mark.parametrize("file", ["boards/rivers.1.nbc", "../../hands.table", kernel_cache.STAMP])
def test_a_missing_or_torn_file_is_noticed(own_cache: Path, file: str) -> None:
    assert kernel_cache.is_prepared()
    (own_cache / file).write_bytes(b"")
    assert not kernel_cache.is_prepared()
    (own_cache / file).unlink(missing_ok=True)
    assert not kernel_cache.is_prepared()


def test_the_stamp_of_an_interrupted_preparation_keeps_what_is_done(own_cache: Path) -> None:
    (own_cache / kernel_cache.STAMP).unlink()
    assert kernel_cache.met_needs() == ()
    kernel_cache.write_stamp(Need.TABLE)
    kernel_cache.write_stamp(Need.EXPERT)
    kernel_cache.write_checked(own_cache / "boards" / "next.1.nbc", b"of the next need")
    kernel_cache.forget_if_damaged()
    assert kernel_cache.met_needs() == (Need.TABLE, Need.EXPERT)
    assert not kernel_cache.is_prepared()


def test_a_need_counts_only_after_all_before_it(own_cache: Path) -> None:
    (own_cache / kernel_cache.STAMP).unlink()
    for need in (Need.TABLE, Need.BLUEPRINT):
        kernel_cache.write_stamp(need)
    assert kernel_cache.met_needs() == (Need.TABLE,)


def test_what_another_machine_has_compiled_does_not_count(own_cache: Path) -> None:
    stamp = json.loads((own_cache / kernel_cache.STAMP).read_text())
    (own_cache / kernel_cache.STAMP).write_text(json.dumps({**stamp, "machine": "another"}))
    assert not kernel_cache.is_prepared()


def test_more_kernels_than_were_stamped_do_no_harm(own_cache: Path) -> None:
    kernel_cache.write_checked(own_cache / "boards" / "rivers.2.nbc", b"for other types")
    assert kernel_cache.is_prepared()
    kernel_cache.forget_if_damaged()
    assert kernel_cache.is_prepared()


def test_a_damaged_kernel_is_removed_with_the_stamp_and_the_others_stay(own_cache: Path) -> None:
    (own_cache / "boards" / "rivers.1.nbc").write_bytes(b"torn")
    kernel_cache.forget_if_damaged()
    assert {file.name for file in own_cache.rglob("*.*")} == {"rivers.nbi", "turns.1.nbc"}
    assert kernel_cache.met_needs() == ()


def test_a_damaged_stamp_removes_no_kernel(own_cache: Path) -> None:
    (own_cache / kernel_cache.STAMP).write_bytes(b"torn")
    kernel_cache.forget_if_damaged()
    assert {file.name for file in own_cache.rglob("*.*")} == {"rivers.1.nbc", "rivers.nbi", "turns.1.nbc"}


def test_a_missing_kernel_removes_the_stamp(own_cache: Path) -> None:
    (own_cache / "boards" / "rivers.1.nbc").unlink()
    kernel_cache.forget_if_damaged()
    assert not (own_cache / kernel_cache.STAMP).exists()
    assert (own_cache / "boards" / "turns.1.nbc").exists()


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return content that is truncated, partly overwritten, replaced or longer, or that has a flipped bit."""
    at = rng.randrange(len(content))
    match rng.randrange(6):
        case 0:
            return content[:at]
        case 1:
            return content[:50] + rng.randbytes(64) + content[114:]
        case 2:
            return content[:at] + bytes(4096) + content[at + 4096 :] + b"!"
        case 3:
            return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
        case 4:
            return rng.randbytes(len(content))
        case _:
            return content + rng.randbytes(1)


@pytest.mark.parametrize("stamped", [True, False])
def test_three_hundred_damaged_kernel_files_are_refused_by_their_checksum(
    own_cache: Path, shared_kernels: Path, stamped: bool
) -> None:
    rng = random.Random(7)
    shutil.rmtree(own_cache / "boards")
    real = sorted(
        file for file in shared_kernels.rglob("betting_tree.*") if file.suffix in kernel_cache.SUFFIXES
    )
    files = []
    for number in range(SYNTHETIC + REAL):
        source = real[number % len(real)]
        file = own_cache / f"{number}" / source.name
        content = rng.randbytes(rng.randrange(1, 9_000))
        if number < REAL:
            found = kernel_cache.read_checked(source)
            assert found is not None
            content = found
        kernel_cache.write_checked(file, content)
        assert kernel_cache.read_checked(file) == content
        files.append(file)
    if stamped:
        kernel_cache.write_stamp(Need.TABLE)
        assert kernel_cache.is_prepared()
    else:
        (own_cache / kernel_cache.STAMP).unlink()
    for file in files:
        file.write_bytes(damaged(file.read_bytes(), rng))
    assert not kernel_cache.is_prepared()
    kernel_cache.forget_if_damaged()
    assert [kernel_cache.read_checked(file) for file in files] == [None] * len(files)
    assert not any(file.exists() for file in files)
    assert not (own_cache / kernel_cache.STAMP).exists()


def test_a_copy_of_another_kernel_is_refused(own_cache: Path) -> None:
    shutil.copy(own_cache / "boards" / "rivers.1.nbc", own_cache / "boards" / "turns.1.nbc")
    assert kernel_cache.read_checked(own_cache / "boards" / "turns.1.nbc") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_place_of_a_kernel_is_removed_without_waiting(own_cache: Path) -> None:
    pipe = own_cache / "boards" / "rivers.1.nbc"
    pipe.unlink()
    os.mkfifo(pipe)
    assert not kernel_cache.is_prepared()
    assert not pipe.exists()


def test_ten_damaged_kernels_heal_and_the_others_stay(own_cache: Path, shared_kernels: Path) -> None:
    rng = random.Random(8)
    shutil.rmtree(own_cache)
    shutil.copytree(shared_kernels, own_cache)
    compiling = [
        sys.executable,
        "-c",
        "from ai.abstraction import betting_tree; betting_tree.compile_kernels()",
    ]
    files = sorted(own_cache.rglob("betting_tree.*"))
    hurt = files[:HEALED]
    functions = {file.name.partition(".py")[0] for file in hurt}
    kept = [file for file in own_cache.rglob("*.nb?") if file.name.partition(".py")[0] not in functions]
    written = {file: file.stat().st_mtime_ns for file in kept}
    for file in hurt:
        file.write_bytes(damaged(file.read_bytes(), rng))
    done = subprocess.run(compiling, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(kernel_cache.read_checked(file) is not None for file in files)
    assert kept
    assert written == {file: file.stat().st_mtime_ns for file in kept}


def test_kernels_outlive_a_missing_table_another_machine_and_a_first_start_that_was_ended(
    own_cache: Path,
) -> None:
    stamp = json.loads((own_cache / kernel_cache.STAMP).read_text())
    (own_cache / "../../hands.table").unlink()
    kernel_cache.forget_if_damaged()
    (own_cache / kernel_cache.STAMP).write_text(json.dumps({**stamp, "machine": "another"}))
    kernel_cache.forget_if_damaged()
    (own_cache / kernel_cache.STAMP).unlink()
    kernel_cache.forget_if_damaged()
    assert (own_cache / "boards" / "rivers.1.nbc").exists()


def test_kernels_of_other_sources_go_when_they_were_not_used_for_a_day(own_cache: Path) -> None:
    used, unused = own_cache.parent / "used", own_cache.parent / "unused"
    for folder in (used, unused):
        folder.mkdir()
    half_written = own_cache / ".rivers.nbc.0123abcd.part"
    half_written.touch()
    two_days_ago = time.time() - 2 * kernel_cache.UNUSED_SECONDS
    for path in (unused, half_written, own_cache):
        os.utime(path, (two_days_ago, two_days_ago))
    kernel_cache.drop_unused()
    assert {folder.name for folder in own_cache.parent.iterdir()} == {"used", own_cache.name}
    assert not half_written.exists()
