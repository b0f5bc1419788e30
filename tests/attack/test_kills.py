"""Kill -9 at random moments of every kind of run: no reported result is lost, and no file is left over.

tests/e2e/test_kill.py kills the window during play, saves and trainings.
"""

import os
import random
from functools import partial
from pathlib import Path

import pytest

from ai.preparation import prepare
from tests.attack.killed_runs import (
    HOME,
    KINDS,
    TEMPORARY,
    make_folders,
    make_quick,
    place_in,
    run_until_killed,
)
from tests.killing import Expected, list_living, start_and_kill, wait_for

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "setpgid"), reason="needs signals and process groups"),
    pytest.mark.no_cover,
]
SEED = int(os.environ.get("PARLOUR_KILL_SEED", "18"))
FEW = 1
LEFT_OVER = (".*.part", ".*.lock", "*.tmp.*", "*.broken-*", ".forgotten-*")


@pytest.fixture(scope="module", autouse=True)
def prepared_kernels() -> None:
    for _ in prepare():
        pass


@pytest.mark.parametrize("name", KINDS)
def test_what_was_done_is_whole_after_a_kill(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill_again_and_again(name, FEW, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_what_was_done_is_whole_after_three_hundred_kills(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum(kind.kills for kind in KINDS.values()) == 300
    kill_again_and_again(name, KINDS[name].kills, tmp_path, monkeypatch)


def kill_again_and_again(name: str, kills: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill a run of the kind `name`, check its files and start the run again, `kills` times in one folder."""
    rng, kind, expected = random.Random(f"{SEED} {name}"), KINDS[name], Expected()
    place_in(folder, monkeypatch.setenv)
    make_quick(monkeypatch.setattr)
    make_folders(folder)
    for number in range(kills):
        journal = folder / f"journal-{number}"
        work = partial(run_until_killed, name, str(folder), str(journal), number)
        group = start_and_kill(work, journal, rng.random() * kind.seconds)
        wait_for(lambda group=group: not list_living(group), f"the end of what {name} started", pause=0.05)
        when = f"{name}, seed {SEED}, kill {number}"
        expected.read(journal)
        found = kind.find(folder)
        assert_as_journalled(found, expected, when)
        kind.start(folder)
        assert left_over(folder) == [], when
        again = kind.find(folder)
        assert set(found) <= set(again), when
        expected.allowed_states = {one: [value] for one, value in again.items()}


def assert_as_journalled(found: dict[str, object], expected: Expected, when: str) -> None:
    """Compare the files with the journal.

    The content of every finished write must be there. After an unfinished write, the file must have either
    the old or the new content.
    """
    expected.allowed_states.pop("acting", None)
    for one, allowed in expected.allowed_states.items():
        assert found.get(one) in allowed, f"{when}: {one}"
    assert set(found) <= set(expected.allowed_states), when


def left_over(folder: Path) -> list[str]:
    found = [file for pattern in LEFT_OVER for file in (folder / HOME).parent.rglob(pattern)]
    return sorted(file.relative_to(folder).as_posix() for file in {*found, *(folder / TEMPORARY).iterdir()})
