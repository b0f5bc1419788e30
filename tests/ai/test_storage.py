"""A model file is restored exactly, or refused with one sentence that names the file."""

import io
import zipfile
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai.storage import Model, keep_former, load_model, model_files, save_model, unpacked
from game.agent_entries import Strength
from game.core import BadInput
from game.files.manifest import Manifest, read_manifest, write_manifest
from tests.full_disk import fill_disk

STRENGTH = {"metric": "lost lines", "mean": 12, "ci95": None, "against": "every line", "hands": None}
MANIFEST = Manifest(
    game="tic-tac-toe",
    agent="values",
    kind="learned",
    run="value-learner",
    config={"alpha": 0.1, "iterations": 100},
    seed=0,
    iterations=100,
    strength=Strength("lost lines", 12, None, "every line", None),
)
ARRAYS = {"values": np.linspace(0, 1, 20).reshape(2, 10), "rng": np.arange(5, dtype=np.uint32)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ada-100.npz"
    save_model(path, MANIFEST, ARRAYS)
    return path


def rewrite(manifest: Path, **changes: object) -> None:
    document = yaml.safe_load(manifest.read_text())
    document.update(changes)
    manifest.write_text(yaml.safe_dump({k: v for k, v in document.items() if v is not None}))


def test_a_model_comes_back_as_it_was(file: Path) -> None:
    model = load_model(file, game="tic-tac-toe", agent="values")
    assert model.manifest == MANIFEST
    assert (model.array("values", (2, 10)) == ARRAYS["values"]).all()
    assert model.array("rng", (-1,), "u").dtype == np.uint32


def test_either_file_of_the_pair_names_the_model(file: Path) -> None:
    assert load_model(file.with_suffix(".yaml")).file == file
    assert model_files(file) == (file, file.with_suffix(".yaml"))


def test_the_same_content_gives_the_same_bytes(file: Path, tmp_path: Path) -> None:
    save_model(tmp_path / "again.npz", MANIFEST, ARRAYS)
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


def test_a_longer_run_of_the_same_settings_keeps_its_identity() -> None:
    longer = Manifest("tic-tac-toe", "values", "learned", "value-learner", {"alpha": 0.1}, 0, 9)
    other = Manifest("tic-tac-toe", "values", "learned", "value-learner", {"alpha": 0.2}, 0, 9)
    assert longer.identity == MANIFEST.identity
    assert other.identity != MANIFEST.identity


def test_nothing_but_the_two_files_is_left_behind(file: Path) -> None:
    assert sorted(entry.name for entry in file.parent.iterdir() if entry.is_file()) == [
        "ada-100.npz",
        "ada-100.yaml",
    ]


def test_a_foreign_ending_is_no_model_file() -> None:
    with pytest.raises(BadInput, match=r"ada\.txt is not a model file"):
        load_model(Path("ada.txt"))


def test_a_missing_file_is_named(tmp_path: Path, file: Path) -> None:
    with pytest.raises(BadInput, match=r"no eve\.yaml"):
        load_model(tmp_path / "eve.npz")
    file.unlink()
    with pytest.raises(BadInput, match=r"ada-100\.yaml lacks its ada-100\.npz"):
        load_model(file)


def test_a_model_of_another_game_or_agent_is_refused(file: Path) -> None:
    with pytest.raises(BadInput, match="made for tic-tac-toe, not for kuhn-poker"):
        load_model(file, game="kuhn-poker")
    with pytest.raises(BadInput, match="a model of 'values', not of 'table'"):
        load_model(file, agent="table")


def test_arrays_of_another_model_do_not_belong_to_the_manifest(file: Path, tmp_path: Path) -> None:
    other = Manifest("tic-tac-toe", "values", "learned", seed=7)
    save_model(tmp_path / "bob.npz", other, ARRAYS)
    (tmp_path / "bob.npz").replace(file)
    with pytest.raises(BadInput, match="do not belong together"):
        load_model(file)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_truncated_arrays_are_refused(file: Path, share: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(BadInput, match=r"ada-100\.npz cannot be read"):
        load_model(file)


def test_a_file_that_is_no_archive_is_refused(file: Path) -> None:
    file.write_bytes(b"GIF89a" + bytes(1000))
    with pytest.raises(BadInput, match=r"ada-100\.npz cannot be read"):
        load_model(file)


def test_pickled_objects_are_never_loaded(file: Path) -> None:
    np.savez(file, identity=np.array(MANIFEST.identity), values=np.array([{"a": 1}], dtype=object))
    with pytest.raises(BadInput, match=r"ada-100\.npz cannot be read"):
        load_model(file)


def test_members_that_are_no_arrays_are_refused(file: Path) -> None:
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("notes.txt", "hello")
    with pytest.raises(BadInput, match=r"ada-100\.npz cannot be read"):
        load_model(file)


def test_too_little_memory_is_not_taken_for_damage(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np.lib.format, "read_array", fail)
    with pytest.raises(MemoryError):
        load_model(file)


def test_an_array_that_claims_more_than_its_file_holds_is_refused_without_memory(file: Path) -> None:
    header = io.BytesIO()
    claimed = {"descr": "<f8", "fortran_order": False, "shape": (2**40,)}
    np.lib.format.write_array_header_1_0(header, claimed)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("more.npy", header.getvalue())
    with pytest.raises(BadInput, match="it is truncated or not a model file"):
        load_model(file)


def test_a_compression_that_can_ask_for_any_memory_is_refused(file: Path) -> None:
    with zipfile.ZipFile(file, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("more.npy", b"x")
    with pytest.raises(BadInput, match="it is truncated or not a model file"):
        load_model(file)


def test_an_archive_that_would_fill_the_memory_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.files.manifest.MAX_BYTES", 100)
    with pytest.raises(BadInput, match="larger than any model"):
        load_model(file)


def test_an_archive_is_not_unpacked_beyond_the_bytes_that_its_reader_allows(file: Path) -> None:
    held = sum(one.nbytes for one in unpacked(file).values())
    with pytest.raises(ValueError, match="too large"):
        unpacked(file, held - 1)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_flipped_bytes_are_refused_or_harmless(file: Path, data: st.DataObject) -> None:
    whole = bytearray(file.read_bytes())
    try:
        damaged = bytearray(whole)
        damaged[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
        file.write_bytes(damaged)
        with suppress(BadInput):
            load_model(file).array("values", (2, 10))
    finally:
        file.write_bytes(whole)


def test_an_array_of_the_wrong_shape_type_or_with_nan_is_refused() -> None:
    arrays = {"values": np.ones((2, 3)), "holes": np.array([1.0, np.nan])}
    model = Model(MANIFEST, arrays, Path("ada.npz"))
    with pytest.raises(BadInput, match="has no 'regret'"):
        model.array("regret", (2,))
    with pytest.raises(BadInput, match="does not fit this agent"):
        model.array("values", (2, 4))
    with pytest.raises(BadInput, match="does not fit this agent"):
        model.array("values", (2, 3), "i")
    with pytest.raises(BadInput, match="damaged"):
        model.array("holes", (2,))


@pytest.mark.parametrize(
    "text", ["", "- a list", "a: [", "game: \x00", "&a [*a, 2001-99-99]", "a: !!timestamp x", "a: !!int ''"]
)
def test_a_manifest_that_is_no_yaml_mapping_is_refused(file: Path, text: str) -> None:
    file.with_suffix(".yaml").write_text(text)
    with pytest.raises(BadInput, match=r"ada-100\.yaml"):
        load_model(file)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 99}, "format 99; this program reads 1"),
        ({"colour": "red"}, "unknown key 'colour'; known are game, agent"),
        ({"game": None}, "does not say its game"),
        ({"iterations": "many"}, "for its iterations: 'many'"),
        ({"seed": True}, "for its seed: True"),
        ({"strength": {"mean": 3}}, "strength that cannot be read"),
        ({"blinds": "abc"}, "for its blinds: 'abc'"),
        ({"blinds": -1}, "for its blinds: -1"),
        ({"description": date(2026, 1, 1)}, "for its description"),
        ({"config": {"since": date(2026, 1, 1)}}, "for its config"),
        ({"config": {"alpha": float("inf")}}, "for its config"),
        ({"config": {3: 4}}, "for its config"),
        ({"strength": STRENGTH | {"mean": float("nan")}}, "its mean is nan"),
        ({"strength": STRENGTH | {"mean": 10**400}}, "its mean is 1000"),
        ({"strength": STRENGTH | {"metric": [1]}}, r"its metric is \[1\]"),
        ({"strength": STRENGTH | {"hands": "q"}}, "its hands is 'q'"),
        ({"strength": STRENGTH | {"ci95": -1}}, "its ci95 is -1"),
        ({"strength": STRENGTH | {"against": 7}}, "its against is 7"),
    ],
)
def test_a_manifest_with_a_wrong_entry_says_which(
    file: Path, changes: dict[str, object], sentence: str
) -> None:
    rewrite(file.with_suffix(".yaml"), **changes)
    with pytest.raises(BadInput, match=sentence):
        load_model(file)


def test_an_agent_of_rules_has_a_manifest_only(tmp_path: Path) -> None:
    rules = Manifest("tic-tac-toe", "random", "random")
    write_manifest(tmp_path / "random.yaml", rules)
    assert read_manifest(tmp_path / "random.yaml") == rules


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BadInput, match="cannot be written"):
        save_model(tmp_path / "taken" / "ada.npz", MANIFEST, ARRAYS)


# ---- a full disk, and other models in the way --------------------------------------------------------------
@pytest.mark.parametrize(
    ("step", "seed"), [("write", 0), ("fsync", 0), ("replace", 0), ("write", 9), ("fsync", 9)]
)
def test_full_disk_while_saving_leaves_the_former_model(
    file: Path, monkeypatch: pytest.MonkeyPatch, step: str, seed: int
) -> None:
    before = load_model(file)
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        with pytest.raises(BadInput, match="cannot be written: No space left"):
            save_model(file, replace(MANIFEST, seed=seed, iterations=7), {"values": np.zeros(2)})
    after = load_model(file)
    assert after.manifest == before.manifest
    assert set(after.arrays) == set(before.arrays)
    assert not list(file.parent.glob(".*"))


def test_killed_between_the_two_files_a_model_of_the_same_run_still_loads(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fill_disk(patch, "second replace")
        with pytest.raises(BadInput):
            save_model(file, MANIFEST, {"values": np.zeros(2)})
    assert load_model(file).array("values", (2,)).tolist() == [0, 0]


def test_killed_between_the_two_files_another_model_leaves_no_pair_that_does_not_fit(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fill_disk(patch, "second replace")
        with pytest.raises(BadInput):
            save_model(file, replace(MANIFEST, seed=99), ARRAYS)
    assert not file.with_suffix(".yaml").exists()


def test_the_former_model_is_kept_whole_beside_the_new_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    assert keep_former(file)
    save_model(file, replace(MANIFEST, seed=99), ARRAYS)
    assert file.with_name("ada-100.npz.bak").read_bytes() == before
    assert read_manifest(file.with_suffix(".yaml")).seed == 99
    assert not keep_former(file.with_name("nobody.npz"))
    fill_disk(monkeypatch, "write")
    with pytest.raises(BadInput, match="cannot be set aside"):
        keep_former(file)
