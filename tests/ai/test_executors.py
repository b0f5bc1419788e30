"""Local worker processes: a killed process loses no task, and no process hangs or is left behind."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import InvalidStateError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from ai.commands import executors, output
from ai.commands.executors import MAX_TRIES, Workers
from ai.commands.output import PreparationNotice
from game.core import BadInput
from game.files import memory_limit
from tests.conftest import ROOT
from tests.killing import list_living, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs signals and /proc")

PARTS = 12
SECONDS = 8.0
MATCH = ["match", "kuhn-poker", "equilibrium", "station", "--hands", "100000000", "--workers", "2"]


def squared(number: int, killed: Path | None = None) -> int:
    """Return the square of `number`.

    If the file `killed` does not exist yet, the call creates the file and kills its own process.
    """
    if killed is not None and not killed.exists():
        killed.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def deadly(tries: Path) -> None:
    with tries.open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def stop(number: int) -> int:
    os.kill(os.getpid(), signal.SIGSTOP)
    return number


def test_parts_of_a_killed_worker_are_done_again(tmp_path: Path) -> None:
    with Workers(2) as executor:
        parts = [executor.submit(squared, number, tmp_path / "killed") for number in range(PARTS)]
        assert [part.result(60) for part in parts] == [number * number for number in range(PARTS)]
    assert (tmp_path / "killed").exists()


def test_workers_that_compile_say_within_two_seconds_that_they_prepare(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    monkeypatch.setattr(output.kernel_cache, "folder", lambda: kernels)
    monkeypatch.setattr(output.kernel_cache, "has", lambda part: False)
    monkeypatch.setattr(output, "NOTICE_SECONDS", 0.05)
    with Workers(1, PreparationNotice("1 worker process", wanted=True)) as executor:
        assert executor.submit(squared, 3).result(60) == 9
    assert capsys.readouterr().err.startswith("Preparing 1 worker process (0 s).\n")
    notice, said = PreparationNotice("1 worker process", wanted=True), list[str]()

    def has_said(words: str) -> bool:
        said.append(capsys.readouterr().err)
        return words in "".join(said)

    notice.begin()
    wait_for(lambda: has_said("Preparing"), "the first notice")
    (kernels / "hands").mkdir()
    (kernels / "hands" / "first.nbc").touch()
    wait_for(lambda: has_said("1 kernel compiled"), "the kernel in a notice")
    notice.end()


def test_nothing_is_said_of_kernels_that_are_in_the_cache(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output.kernel_cache, "has", lambda part: True)
    monkeypatch.setattr(output, "_count_kernels", lambda: 5)  # other tests compile at the same time
    monkeypatch.setattr(output, "NOTICE_SECONDS", 0.02)
    with Workers(1, PreparationNotice("1 worker process", wanted=True)) as executor:
        assert executor.submit(squared, 3).result(60) == 9
    assert capsys.readouterr().err == ""


def test_a_part_that_kills_its_worker_again_and_again_is_given_up(tmp_path: Path) -> None:
    with Workers(2) as executor, pytest.raises(BrokenProcessPool):
        executor.submit(deadly, tmp_path / "tries").result(60)
    assert (tmp_path / "tries").read_text() == "x" * MAX_TRIES


def test_a_stopped_worker_does_not_hold_up_the_end() -> None:
    executor = Workers(2)
    with executor:
        part = executor.submit(stop, 3)
        with pytest.raises(TimeoutError):
            part.result(2.0)
        began = time.monotonic()
    assert time.monotonic() - began < SECONDS


def fail(error: type[Exception]) -> None:
    raise error


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_the_threads_of_a_pool_end_with_its_workers(error: type[BaseException] | None) -> None:
    before = set(threading.enumerate())
    with suppress(KeyboardInterrupt), Workers(2) as executor:
        parts = [executor.submit(time.sleep, 0.01 if error is None else 60) for _ in range(PARTS)]
        own = set(threading.enumerate()) - before
        if error is not None:
            raise error
        assert [part.result(60) for part in parts] == [None] * PARTS
    assert own
    assert not [thread for thread in own if thread.is_alive()]


def test_a_thread_that_finds_a_cancelled_part_after_the_end_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda failure: said.append(failure.exc_type))
    with suppress(SystemExit), Workers(1):
        raise SystemExit
    failures: tuple[type[Exception], ...] = (InvalidStateError, KeyError)
    for error in failures:
        thread = threading.Thread(target=partial(fail, error))
        thread.start()
        thread.join()
    assert said == [KeyError]


def test_a_pool_without_memory_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_limit, "bytes_under_limit", lambda: 200 * memory_limit.MEGABYTE)
    with (
        Workers(2) as executor,
        pytest.raises(BadInput, match=r"^A pool of worker processes needs 224 MB more"),
    ):
        executor.submit(squared, 3).result()


def test_a_process_that_cannot_start_gives_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(executors._Process, "start", refuse)
    sentence = r"30 worker processes cannot be started \(Resource temporarily unavailable\): choose fewer"
    with pytest.raises(BadInput, match=sentence), Workers(30) as executor:
        executor.submit(squared, 3).result(60)


def list_workers(parent: int) -> list[int]:
    """Return the worker processes that any thread of the process `parent` has started."""
    lists = [file.read_text() for file in Path(f"/proc/{parent}/task").glob("*/children")]
    children = [int(one) for words in lists for one in words.split()]
    return [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


@pytest.mark.parametrize(
    ("send", "code", "said"),
    [
        (lambda parent, workers: os.kill(parent, signal.SIGTERM), 143, ""),
        (
            lambda parent, workers: (
                [os.kill(one, signal.SIGSTOP) for one in workers] and os.kill(parent, signal.SIGINT)
            ),
            130,
            "Interrupted.\n",
        ),
    ],
    ids=["terminated", "interrupted beside stopped workers"],
)
def test_a_match_ends_within_seconds_and_leaves_nothing_behind(
    send: Callable[[int, list[int]], object], code: int, said: str
) -> None:
    match = subprocess.Popen(
        [sys.executable, "main.py", *MATCH],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: len(list_workers(match.pid)) == 2, "the workers of the match")
    time.sleep(1.0)
    workers = list_workers(match.pid)
    began = time.monotonic()
    send(match.pid, workers)
    _, err = match.communicate(timeout=60)
    assert time.monotonic() - began < SECONDS
    told = [line for line in err.splitlines(keepends=True) if not line.startswith("Preparing ")]
    assert (match.returncode, "".join(told)) == (code, said)
    wait_for(lambda: not list_living(match.pid), "the end of the workers")
