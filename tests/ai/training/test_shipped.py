"""The shipped agents are what their recipes make, to the bit."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.storage import load_model
from ai.training import shipped
from game.files.manifest import read_manifest


def test_a_run_made_again_is_the_run_that_ships(tmp_path: Path) -> None:
    for run in (
        replace(shipped.SHIPPED_RUNS[0], stages=(20, 500)),
        replace(shipped.SHIPPED_RUNS[3], stages=(3, 30)),
    ):
        reports = list(shipped.make(run, tmp_path))
        assert sum(report.done for report in reports) == 2
        for stage in run.stages:
            place = Path(run.game) / f"{run.stem}-{stage}.npz"
            made, ships = load_model(tmp_path / place), load_model(shipped.MODELS / place)
            assert made.manifest == ships.manifest
            assert made.arrays.keys() == ships.arrays.keys()
            assert all(np.array_equal(made.arrays[name], ships.arrays[name]) for name in made.arrays)


def test_the_manifest_of_a_character_made_again_is_the_one_that_ships(tmp_path: Path) -> None:
    for character in shipped.CHARACTERS:
        for game in character.games:
            made = shipped.describe(character, game, tmp_path)
            assert made == read_manifest(shipped.MODELS / game / f"{character.name}.yaml")
            assert read_manifest(tmp_path / game / f"{character.name}.yaml") == made


def test_making_everything_says_what_was_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipped, "SHIPPED_RUNS", (replace(shipped.SHIPPED_RUNS[1], stages=(3,)),))
    monkeypatch.setattr(shipped, "rank", lambda *_: {"sound": "3 of 5"})
    shipped.main(tmp_path)
    said = capsys.readouterr().out
    assert "vesper-3.npz" in said
    assert "tic-tac-toe/random" in said
    assert "holdem/sound: 3 of 5" in said


def test_one_game_alone_can_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipped, "rank", lambda *_: {"sound": "3 of 5"})
    shipped.main(tmp_path, ("holdem",))
    said = capsys.readouterr().out
    assert "holdem/sound" in said
    assert "tic-tac-toe" not in said + "".join(folder.name for folder in tmp_path.iterdir())
