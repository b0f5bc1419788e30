"""Paths that lead nowhere, or to what is no file: refused in one sentence, and left as they are."""

import os
from pathlib import Path

import numpy as np
import pytest

from ai.command_line import main
from ai.storage import save_model
from ai.training import store
from ai.training.checkpoints import Checkpoint
from game.core import BadInput
from game.files import user_files
from game.files.manifest import Manifest


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
    assert main([*words, str(pipe)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{pipe} cannot be written: it is not a plain file.\n")
    assert pipe.is_fifo()


def test_a_training_refuses_a_folder_whose_links_go_in_a_circle(
    tmp_path: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    file = tmp_path / "a" / "ada.npz"
    assert main(["train", "kuhn-cfr", "--iterations", "1", "--out", str(file)]) == 2
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
