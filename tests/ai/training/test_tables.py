"""Tables beside a checkpoint: whole or not there, of their own run, and gone when nobody goes on from them."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from ai.storage import Model, load_model, save_model
from ai.training.checkpoints import MAX_SMALL_TABLES_BYTES, load_tables, save_tables, tables_file
from game.core import BadInput
from game.files.manifest import Manifest

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
