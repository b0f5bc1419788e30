"""A first start that is killed half-way: the next start continues the preparation, and no process is left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai import kernel_cache
from ai.kernel_cache import KernelSet
from game.app.app import App
from game.files import user_files
from tests.e2e.slow_first_start import MADE, NAME, STEPS
from tests.e2e.test_kill import LISTING_PAUSE, list_living, wait_for
from tests.e2e.victims import ROOT, opened_with

pytestmark = pytest.mark.skipif(not hasattr(os, "setpgid"), reason="needs signals and process groups")

WORKER = f"{NAME}:answer"


@pytest.fixture(autouse=True)
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))


def steps_made() -> list[str]:
    made = user_files.cache_folder() / MADE
    return made.read_text().split() if made.exists() else []


def play_on_until_ready(app: App) -> None:
    def goes_on() -> bool:
        app.step([], 0.05)
        return app.models.preparation.settled

    wait_for(goes_on, "the end of the preparation")
    assert app.models.preparation.trouble == ""
    assert kernel_cache.is_prepared()


def makers(folder: Path) -> list[str]:
    """Return the ids of the processes that prepare the cache folder `folder`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if words[-3:-1] == [NAME.encode(), KernelSet.PLAY.encode()] and os.fsencode(folder) in environment:
            found.append(process.name)
    return found


def test_a_killed_worker_is_asked_again_and_goes_on(user_folder: Path) -> None:
    app = opened_with(user_folder, WORKER)

    def reported() -> bool:
        app.step([], 0.05)
        return app.models.preparation.step[0] >= 2

    wait_for(reported, "a report of the second step")
    assert app.worker.process_id is not None
    os.kill(app.worker.process_id, signal.SIGKILL)
    play_on_until_ready(app)
    assert len(set(steps_made())) == STEPS
    assert len(steps_made()) <= STEPS + 1, "only the step in hand is made again"
    app.close()
    wait_for(lambda: not makers(user_folder), "the end of who prepares", pause=LISTING_PAUSE)


def test_a_killed_window_leaves_nobody_behind_and_the_next_start_goes_on(user_folder: Path) -> None:
    killed = subprocess.Popen([sys.executable, "-m", NAME, "window"], cwd=ROOT, start_new_session=True)
    try:
        wait_for(lambda: len(steps_made()) >= 2, "two steps of the preparation")
    finally:
        killed.kill()
        killed.wait()
    wait_for(lambda: not list_living(killed.pid), "the end of its processes", pause=LISTING_PAUSE)
    assert not kernel_cache.is_prepared()
    app = opened_with(user_folder, WORKER)
    play_on_until_ready(app)
    assert len(steps_made()) <= STEPS + 1
    app.close()


def test_leaving_ends_who_prepares(user_folder: Path) -> None:
    app = opened_with(user_folder, WORKER)

    def reported() -> bool:
        app.step([], 0.05)
        return app.models.preparation.working

    wait_for(reported, "a report")
    assert makers(user_folder)
    app.close()
    wait_for(lambda: not makers(user_folder), "the end of who prepares", pause=LISTING_PAUSE)
