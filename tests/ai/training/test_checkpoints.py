"""Checkpoints are written beside each other, pruned, and survive what is broken among them."""

from pathlib import Path

import pytest

from ai.storage import load_model, save_model
from ai.training import runs
from ai.training.checkpoints import Checkpoints, strongest_checkpoint
from ai.training.run import ModelRun
from game.agent_entries import Strength
from game.core import BadInput
from game.files import user_files
from game.files.manifest import Manifest


@pytest.fixture
def checkpoints(tmp_path: Path) -> Checkpoints:
    return Checkpoints(tmp_path / "cfr-1", "cfr")


def run_of(iterations: int = 100_000) -> ModelRun:
    return runs.start("kuhn-cfr", iterations=iterations)


def advanced(run: ModelRun, checkpoints: Checkpoints, *stops: int) -> None:
    """Write a checkpoint at each of these iterations."""
    for report in run.reports():
        if report.iteration in stops:
            checkpoints.write(run)
        if report.iteration >= stops[-1]:
            return


def iterations(checkpoints: Checkpoints) -> list[int]:
    return [one.iteration for one in checkpoints.whole()[0]]


def test_checkpoints_come_in_the_order_of_the_run_with_their_strength(checkpoints: Checkpoints) -> None:
    advanced(run_of(), checkpoints, 100, 1_000)
    found, said = checkpoints.whole()
    assert [one.stage.iteration for one in found] == [100, 1_000]
    assert found[0].stage.strength.mean > found[1].stage.strength.mean > 0
    assert load_model(found[0].stage.file).manifest.iterations == 100
    assert said == []


def test_only_powers_of_ten_the_strongest_and_the_last_two_stay(checkpoints: Checkpoints) -> None:
    run = run_of()
    advanced(run, checkpoints, 1, 10)
    assert iterations(checkpoints) == [1, 10]
    advanced(run, checkpoints, 100)
    assert iterations(checkpoints) == [10, 100]
    advanced(run, checkpoints, 1_000)
    assert sorted(file.name for file in checkpoints.place.iterdir()) == [
        "cfr-100.npz",
        "cfr-100.yaml",
        "cfr-1000.npz",
        "cfr-1000.yaml",
    ]


class RunOfStrength:
    """A run that is what a test says it is."""

    def __init__(self, iteration: int, lost: int) -> None:
        self.iteration, self._lost = iteration, lost

    def save(self, file: Path) -> None:
        strength = Strength("lost lines", self._lost, None, None, None)
        kept = {"run": "cfr", "iterations": self.iteration, "strength": strength}
        save_model(file, Manifest("kuhn-poker", "table", "learned", **kept), {})


def test_the_strongest_stays_and_is_the_latest_of_equals(checkpoints: Checkpoints) -> None:
    for iteration, lost in ((150, 9), (250, 2), (350, 2), (450, 5), (550, 7), (650, 3)):
        checkpoints.write(RunOfStrength(iteration, lost))
    assert iterations(checkpoints) == [350, 550, 650]
    assert strongest_checkpoint(checkpoints.whole()[0]).iteration == 350


def test_a_checkpoint_that_was_played_stays(checkpoints: Checkpoints) -> None:
    for iteration in (150, 250, 350):
        checkpoints.write(RunOfStrength(iteration, 1000 - iteration))
        if iteration == 150:
            checkpoints.hold(checkpoints.whole()[0][0])
    assert iterations(checkpoints) == [150, 250, 350]
    checkpoints.write(RunOfStrength(450, 1))
    assert iterations(checkpoints) == [150, 350, 450]


def test_a_checkpoint_is_written_once(checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of()
    file = checkpoints.write(run)
    monkeypatch.setattr(run, "save", None)
    assert checkpoints.write(run) == file


def test_what_was_cut_off_does_not_count_and_is_cleared_away(checkpoints: Checkpoints) -> None:
    run = run_of()
    checkpoints.write(run)
    (checkpoints.place / "cfr-50.npz").write_bytes(b"half")
    assert iterations(checkpoints) == [0]
    advanced(run, checkpoints, 100)
    assert iterations(checkpoints) == [0, 100]
    assert not (checkpoints.place / "cfr-50.npz").exists()


@pytest.mark.parametrize(
    ("suffix", "content"),
    [(".npz", b"not an archive"), (".yaml", b"a: ["), (".yaml", b"format: 1\ngame: g\nagent: a\nkind: k\n")],
)
def test_a_broken_checkpoint_is_set_aside_and_the_one_before_is_the_last(
    checkpoints: Checkpoints, suffix: str, content: bytes
) -> None:
    advanced(run_of(), checkpoints, 100, 1_000)
    (checkpoints.place / f"cfr-1000{suffix}").write_bytes(content)
    checkpoints = Checkpoints(checkpoints.place, "cfr")
    found, [sentence] = checkpoints.whole()
    assert [one.iteration for one in found] == [100]
    assert sentence.startswith("The checkpoint cfr-1000 was set aside: ")
    assert (checkpoints.place / f"cfr-1000{suffix}.broken-1").read_bytes() == content
    assert checkpoints.whole()[1] == []


def test_a_checkpoint_of_a_game_that_is_not_played_here_is_set_aside(checkpoints: Checkpoints) -> None:
    advanced(run_of(), checkpoints, 100, 1_000)
    manifest = checkpoints.place / "cfr-1000.yaml"
    manifest.write_text(manifest.read_text().replace("game: kuhn-poker", "game: chess", 1))
    found, [sentence] = Checkpoints(checkpoints.place, "cfr").whole()
    assert [one.iteration for one in found] == [100]
    assert "is of the game 'chess', which is not played here" in sentence


def test_a_full_disk_takes_nothing_that_was_there(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of()
    advanced(run, checkpoints, 100)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(user_files.os, "fsync", full)
    with pytest.raises(BadInput, match=r"cfr-1000\.npz cannot be written: No space left on device"):
        advanced(run, checkpoints, 1_000)
    monkeypatch.undo()
    assert iterations(checkpoints) == [100]


def refused(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_folder_that_lets_nothing_go_stops_no_run(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    advanced(run_of(), checkpoints, 1, 10)
    unlink = Path.unlink

    def keep_the_first(path: Path, *, missing_ok: bool = False) -> None:
        if path.stem == "cfr-1":
            refused()
        unlink(path, missing_ok=missing_ok)

    with monkeypatch.context() as folder:
        folder.setattr(Path, "unlink", keep_the_first)
        checkpoints.write(RunOfStrength(150, 0))
    assert iterations(checkpoints) == [1, 10, 150]
    checkpoints.write(RunOfStrength(160, 0))
    assert iterations(checkpoints) == [150, 160]


def test_a_broken_checkpoint_that_cannot_be_set_aside_is_said(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    advanced(run_of(), checkpoints, 100, 1_000)
    (checkpoints.place / "cfr-1000.npz").write_bytes(b"broken")
    monkeypatch.setattr(user_files.os, "replace", refused)
    found, [sentence] = Checkpoints(checkpoints.place, "cfr").whole()
    assert [one.iteration for one in found] == [100]
    assert sentence.startswith("The checkpoint cfr-1000 cannot be set aside (Permission denied): ")
