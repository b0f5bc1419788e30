"""The configuration of all tests: every test runs headless and silently, with a user's folder of its own."""

import getpass
import os
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ["LANGUAGE"] = "en"
for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):  # as in main.py
    os.environ.setdefault(variable, "1")
# The tests start over a hundred processes. Without this, each would compile all its imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
ROOT = Path(__file__).parents[1]
_checkout = f"{getpass.getuser()}-{zlib.crc32(bytes(ROOT)):08x}"
os.environ["PARLOUR_CACHE"] = str(Path(tempfile.gettempdir()) / f"parlour-tests-{_checkout}")

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
homes = count()

FIRST_WORKER = "gw0"
PATIENCE_SECONDS = 120.0
WHOLLY_TRACED = "tests/histories/"
DEAREST = (
    "tests/e2e/",
    "tests/window/test_layout.py",
    "tests/ai/test_first_start.py",
    "tests/ai/test_cluster.py",
)
"""The beginnings of the ids of the tests with the longest single tests."""
compile_threads: list[threading.Thread] = []


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once. Otherwise, each worker process would compile them."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        for wanted in ([], ["training"]):
            compile_threads.append(threading.Thread(target=compile_kernels, args=wanted, daemon=True))
            compile_threads[-1].start()


def compile_kernels(*wanted: str) -> None:
    words = [sys.executable, "-m", "ai.first_start", *wanted]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        process.wait()  # the process ends when its stdin closes, and stdin stays open


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let one worker compile all test modules. The other workers wait, and then use the compiled modules."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or worker["workerid"] == FIRST_WORKER:
        return
    impatient = time.monotonic() + PATIENCE_SECONDS
    while not get_collected_file(worker).exists() and time.monotonic() < impatient:
        time.sleep(0.1)


def get_collected_file(worker: dict[str, str]) -> Path:
    """Return the file whose existence means that the first worker has collected the tests."""
    return Path(os.environ["PARLOUR_CACHE"], f"collected-{worker['testrunuid']}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    """Wait for the compilation of the kernels before the tests start. Meanwhile, workers collect tests."""
    file = get_collected_file(node.workerinput)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    node.config.add_cleanup(lambda: file.unlink(missing_ok=True))
    for thread in compile_threads:
        thread.join()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores, because tests of windows and processes mostly wait."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first, and measure coverage only for the first case of every test.

    A slow file at the end would keep one worker busy alone. Further cases of a test run the same code, and
    are twice as fast without coverage. Only the cases of a parser (`WHOLLY_TRACED`) run different code.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(DEAREST))
    traced = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        if test in traced and not test.startswith(WHOLLY_TRACED):
            item.add_marker("no_cover")
        traced.add(test)


@pytest.fixture(autouse=True)
def seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the seed of a test's tables to a hash of the test's name, so that a failure is reproducible."""
    monkeypatch.setenv("PARLOUR_SEED", str(zlib.crc32(request.node.nodeid.encode()) >> 1))


@pytest.fixture(autouse=True)
def user_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / f"parlour-home-{next(homes)}"
    monkeypatch.setenv("PARLOUR_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "desktop"))
    return folder
