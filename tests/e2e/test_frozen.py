"""The frozen build starts without Python, plays a hand, solves a river, and prepares its kernels for the window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.drivers import ROOT

pytestmark = pytest.mark.long
RECIPE = ROOT / "assets" / "desktop" / "parlour.spec"
RIVER = "QsJh2h8d3c; AA,KQs; JJ,T9s; 100; 200; 50%,a; 100%"
PATIENCE_SECONDS = 120


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("PyInstaller")
    folder = tmp_path_factory.mktemp("frozen")
    words = [
        "--noconfirm",
        "--log-level",
        "ERROR",
        "--distpath",
        folder,
        "--workpath",
        folder / "work",
        RECIPE,
    ]
    subprocess.run([sys.executable, "-m", "PyInstaller", *map(str, words)], check=True, cwd=folder)
    return folder / "parlour" / "parlour"


def environment(folder: Path) -> dict[str, str]:
    """Return an environment without a search path, so that no Python is found."""
    own = {"PARLOUR_HOME": str(folder), "PARLOUR_CACHE": str(folder / "cache")}
    return {"PATH": "", "LANG": "C.UTF-8", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **own}


def call(program: Path, folder: Path, *words: str) -> str:
    done = subprocess.run(
        [program, *words], env=environment(folder), cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def test_commands_run_without_python(program: Path, tmp_path: Path) -> None:
    assert call(program, tmp_path, "--version").startswith("parlour ")
    words = ("match", "kuhn-poker", "vesper-30", "station", "--hands", "20", "--workers", "2", "--json")
    assert json.loads(call(program, tmp_path, *words))["hands"] == 20
    assert json.loads(
        call(program, tmp_path, "match", "holdem", "random", "station", "--hands", "2", "--json")
    )
    assert json.loads(call(program, tmp_path, "solve", RIVER, "--json"))["reached"]


@pytest.fixture
def window(program: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([program], env=environment(tmp_path), cwd=tmp_path)
    yield process
    process.terminate()
    process.wait(PATIENCE_SECONDS)


@pytest.mark.skipif(os.name == "nt", reason="the dummy driver is for Linux")
def test_the_window_prepares_its_kernels(window: subprocess.Popen[bytes], tmp_path: Path) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not list((tmp_path / "cache").rglob("*.nbc")) and time.monotonic() < until:
        time.sleep(0.1)
    assert list((tmp_path / "cache").rglob("*.nbc"))
    assert window.poll() is None
