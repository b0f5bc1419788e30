"""The window starts on a user's folder in which everything is damaged, and says so once."""

import random
import re
from pathlib import Path

import pytest

import main
from game.window.ui.input import Key
from tests.benchmarks.damaged_home import FILES, damage_home, notices


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_damaged_files_are_one_notice(seed: int, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert damage_home(home, random.Random(seed)) == FILES
    assert notices(home) == 1


def test_a_folder_of_damaged_files_can_be_used_at_once(tmp_path: Path, user_folder: Path) -> None:
    damage_home(user_folder, random.Random(3))
    app = main.make_app(user_folder)
    app.start()
    app.step([], 0.1)
    assert re.fullmatch(r"\d+ files could not be used", app.screen.strip.title)
    app.send(Key("return"))
    assert app.screen.strip is None or "could not be used" not in app.screen.strip.title
    app.close()
