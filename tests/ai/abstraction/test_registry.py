"""The registry of card abstractions: built-in, in a user's file, or named by a trained model."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction
from ai.storage import load_model, save_model
from game.core import BadInput
from game.files.manifest import Manifest

MANIFEST = Manifest("holdem", "abstraction", "abstraction")


@dataclass(frozen=True)
class Named:
    digest: str


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the built-in abstractions by a single abstraction in a test folder, and return the folder."""
    monkeypatch.setattr(card_abstraction, "FOLDER", tmp_path / "shipped")
    monkeypatch.setattr(
        card_abstraction, "load", lambda file: Named(str(load_model(file).arrays["counts"].tolist()))
    )
    card_abstraction.opened.cache_clear()
    save_model(tmp_path / "shipped" / "abstraction-200.npz", MANIFEST, {"counts": np.array([200, 200, 200])})
    return tmp_path / "shipped"


def test_the_shipped_one_and_one_in_a_file_are_found(folder: Path, tmp_path: Path) -> None:
    assert card_abstraction.find_file("shipped") == folder / "abstraction-200.npz"
    own = tmp_path / "own.npz"
    save_model(own, MANIFEST, {"counts": np.array([5, 6, 7])})
    assert card_abstraction.find_file(str(own)) == own
    assert card_abstraction.counts_in(own) == (169, 5, 6, 7)


def test_a_model_finds_its_abstraction_among_those_that_ship_and_beside_it(tmp_path: Path) -> None:
    save_model(tmp_path / "any-name.npz", MANIFEST, {"counts": np.array([5, 6, 7])})
    save_model(tmp_path / "imitator.npz", Manifest("holdem", "imitator", "learned"), {})
    (tmp_path / "broken.yaml").write_text("[")
    for digest in ("[200, 200, 200]", "[5, 6, 7]"):
        assert card_abstraction.with_digest(digest, tmp_path / "model.npz").digest == digest
    with pytest.raises(
        BadInput, match=r"model.npz was trained with the abstraction foreign, which is not here"
    ):
        card_abstraction.with_digest("foreign", tmp_path / "model.npz")


def test_a_model_finds_its_abstraction_where_it_lay_in_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_model(tmp_path / "runs" / "own.npz", MANIFEST, {"counts": np.array([5, 6, 7])})
    monkeypatch.chdir(tmp_path / "runs")
    name = card_abstraction.lasting_name("own.npz")
    monkeypatch.chdir(tmp_path)
    assert (
        card_abstraction.with_digest("[5, 6, 7]", tmp_path / "agents" / "model.npz", name).digest
        == "[5, 6, 7]"
    )
    for odd in ("", ".", "/", "\0", "~nobody-there/own", "~\0", "absent.npz", "x" * 300):
        with pytest.raises(BadInput, match="which is not here"):
            card_abstraction.with_digest("[5, 6, 7]", tmp_path / "agents" / "model.npz", odd)
    assert card_abstraction.lasting_name("shipped") == "shipped"


def test_a_model_finds_its_abstraction_among_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    save_model(tmp_path / "agents" / "holdem" / "mine.npz", MANIFEST, {"counts": np.array([5, 6, 7])})
    found = card_abstraction.with_digest(
        "[5, 6, 7]", tmp_path / "runs" / "holdem-blueprint-1" / "model.npz", "thrown-away.npz"
    )
    assert found.digest == "[5, 6, 7]"


@pytest.mark.parametrize("words", ["", ".", "/", "\0", "x" * 300])
def test_what_names_no_file_is_a_sentence(words: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        card_abstraction.find_file(words)


def test_one_that_is_not_finished_hides_no_other(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_abstraction, "load", _load_finished)
    save_model(tmp_path / "again.npz", MANIFEST, {"iteration": np.array(3)})
    (tmp_path / "copied.yaml").write_bytes((tmp_path / "again.yaml").read_bytes())
    save_model(tmp_path / "own.npz", MANIFEST, {"counts": np.array([5, 6, 7])})
    assert card_abstraction.with_digest("[5, 6, 7]", tmp_path / "model.npz").digest == "[5, 6, 7]"
    with pytest.raises(BadInput, match=r"Passed over, as not finished or damaged: again.npz, copied.npz.$"):
        card_abstraction.with_digest("foreign", tmp_path / "model.npz")


def _load_finished(file: Path) -> Named:
    counts = load_model(file).array("counts", (3,), "i")
    return Named(str(counts.tolist()))


def test_what_is_no_abstraction_is_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    save_model(other, Manifest("holdem", "imitator", "learned"), {})
    with pytest.raises(BadInput, match=r"other.npz is not an abstraction"):
        card_abstraction.find_file(str(other))
    with pytest.raises(BadInput, match="cannot be read"):
        card_abstraction.counts_in(other)
    with pytest.raises(BadInput, match="There is no"):
        card_abstraction.find_file(str(tmp_path / "absent.npz"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_place_of_an_abstraction_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    with pytest.raises(BadInput, match=r"pipe.npz cannot be read"):
        card_abstraction.counts_in(tmp_path / "pipe.npz")


def test_a_copy_without_an_abstraction_says_how_to_make_one(folder: Path) -> None:
    for file in folder.glob("*.npz"):
        file.unlink()
    with pytest.raises(BadInput, match="No abstraction ships"):
        card_abstraction.find_file("shipped")
