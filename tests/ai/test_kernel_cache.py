"""The place of compiled kernels: named after the sources, and known to be whole without a compiler."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai import kernel_cache
from game.needs import NEEDS, Need
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    folder = kernel_cache.folder()
    (folder / "boards").mkdir(parents=True)
    (folder / "boards" / "rivers.1.nbc").write_bytes(b"compiled")
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
    (own_cache / file).unlink()
    assert not kernel_cache.is_prepared()


def test_the_stamp_of_an_interrupted_preparation_keeps_what_is_done(own_cache: Path) -> None:
    (own_cache / kernel_cache.STAMP).unlink()
    assert kernel_cache.met() == ()
    kernel_cache.write_stamp(Need.TABLE)
    kernel_cache.write_stamp(Need.EXPERT)
    (own_cache / "boards" / "next.1.nbc").write_bytes(b"of the next need")
    kernel_cache.forget_if_damaged()
    assert kernel_cache.met() == (Need.TABLE, Need.EXPERT)
    assert not kernel_cache.is_prepared()


def test_a_need_counts_only_after_all_before_it(own_cache: Path) -> None:
    (own_cache / kernel_cache.STAMP).unlink()
    for need in (Need.TABLE, Need.BLUEPRINT):
        kernel_cache.write_stamp(need)
    assert kernel_cache.met() == (Need.TABLE,)


def test_what_another_machine_has_compiled_does_not_count(own_cache: Path) -> None:
    stamp = json.loads((own_cache / kernel_cache.STAMP).read_text())
    (own_cache / kernel_cache.STAMP).write_text(json.dumps({**stamp, "machine": "another"}))
    assert not kernel_cache.is_prepared()


def test_more_kernels_than_were_stamped_do_no_harm(own_cache: Path) -> None:
    (own_cache / "boards" / "rivers.2.nbc").write_bytes(b"for other types")
    assert kernel_cache.is_prepared()
    kernel_cache.forget_if_damaged()
    assert own_cache.exists()


@pytest.mark.parametrize("file", ["boards/rivers.1.nbc", kernel_cache.STAMP])
def test_damaged_kernels_are_forgotten(own_cache: Path, file: str) -> None:
    (own_cache / file).write_bytes(b"torn")
    kernel_cache.forget_if_damaged()
    assert not own_cache.exists()


def test_a_missing_kernel_is_compiled_anew_with_all_others(own_cache: Path) -> None:
    (own_cache / "boards" / "rivers.1.nbc").unlink()
    kernel_cache.forget_if_damaged()
    assert not own_cache.exists()


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
    half_written = own_cache / "rivers.nbc.tmp.0123"
    half_written.touch()
    two_days_ago = time.time() - 2 * kernel_cache.UNUSED_SECONDS
    for path in (unused, half_written, own_cache):
        os.utime(path, (two_days_ago, two_days_ago))
    kernel_cache.drop_unused()
    assert {folder.name for folder in own_cache.parent.iterdir()} == {"used", own_cache.name}
    assert not half_written.exists()
