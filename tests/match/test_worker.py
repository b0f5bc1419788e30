"""The worker process: requests advance in turns, can be cancelled, and fail if the process dies."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from game.core import BadInput, Progress
from game.match.worker import CANCELLED, DIED, LONGEST_LOG, Worker
from game.request import Refusal, Request
from game.texts import text
from tests.match.heard import Heard

TARGET = "tests.match.test_worker:answer"


@dataclass(frozen=True)
class Double(Request[int]):
    number: int


@dataclass(frozen=True)
class Count(Request[str]):
    """A request to count slowly and send reports."""

    to: int


@dataclass(frozen=True)
class Do(Request[object]):
    """A request that causes the fault or other behaviour with the name `what` in the worker."""

    what: str


def answer(request: Request[Any]) -> Iterator[Any]:
    """Answer requests in the worker process. A `Do` can ask for an error."""
    if isinstance(request, Do) and request.what == "fault before the first item":
        raise TypeError("a fault of ours")
    return FAULTS[request.what]() if isinstance(request, Do) and request.what in FAULTS else _answer(request)


def _fault() -> Iterator[Any]:
    yield from ()
    raise RuntimeError("a fault of ours")


def _memory() -> Iterator[Any]:
    yield bytearray(2**62)


def _depth() -> Iterator[Any]:
    yield from _depth()


def _no_value_to_send() -> Iterator[Any]:
    yield lambda: None


def _fault_at_the_cancel() -> Iterator[Any]:
    try:
        while True:
            yield Progress(0, None, 0.0)
    finally:
        raise KeyError("a fault of ours")


FAULTS = {
    "fault": _fault,
    "memory": _memory,
    "depth": _depth,
    "no value to send": _no_value_to_send,
    "count, and fall over": _fault_at_the_cancel,
}


def _answer(request: Request[Any]) -> Iterator[Any]:
    match request:
        case Double():
            yield request.number * 2
        case Count():
            for i in range(request.to):
                time.sleep(0.01)
                yield Progress(i, request.to, i * 0.01)
            yield "counted"
        case Do("count, and fail to keep it"):
            try:
                while True:
                    yield Progress(0, None, 0.0)
            except GeneratorExit:
                raise BadInput("The disk is full.") from None
        case Do("refuse"):
            raise BadInput("There is no such agent.")
        case Do("read"):
            yield Path("/no/such/file").read_text()
        case Do("crash"):
            os._exit(3)
        case Do("abort"):
            os.abort()


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(TARGET, tmp_path / "worker.log")
    worker.start()
    yield worker
    worker.close()


def test_an_answer_reaches_whom_asked(worker: Worker) -> None:
    heard = Heard(worker, Double(21))
    assert heard.wait() == 42
    assert not worker.waiting


def test_short_request_overtakes_a_long_one(worker: Worker) -> None:
    long = Heard(worker, Count(1000))
    assert Heard(worker, Double(1)).wait() == 2
    assert len(long.reports) < 100


def test_cancel_is_heard_after_few_more_chunks(worker: Worker) -> None:
    heard = Heard(worker, Count(10_000))
    heard.wait(for_report=True)
    worker.cancel(heard.ticket)
    assert heard.wait() == Refusal(CANCELLED)
    assert len(heard.reports) < 100


def test_of_what_is_dropped_nobody_hears_more(worker: Worker) -> None:
    heard = Heard(worker, Count(10_000))
    heard.wait(for_report=True)
    worker.drop(heard.ticket)
    known = len(heard.reports)
    assert Heard(worker, Double(1)).wait() == 2
    assert (len(heard.reports), heard.answers) == (known, [])


def test_what_cannot_be_kept_at_a_cancel_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    heard = Heard(worker, Do("count, and fail to keep it"))
    heard.wait(for_report=True)
    worker.cancel(heard.ticket)
    assert heard.wait() == Refusal("The disk is full.")
    assert worker.alive


def test_refusal_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    assert Heard(worker, Do("refuse")).wait() == Refusal("There is no such agent.")
    assert worker.alive


def test_what_the_system_refuses_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    assert Heard(worker, Do("read")).wait() == Refusal("/no/such/file: No such file or directory.")
    assert worker.alive


def test_crash_is_a_message_and_a_restart_answers_again(worker: Worker) -> None:
    assert Heard(worker, Do("crash")).wait() == Refusal(text(DIED), died=True)
    assert not worker.alive
    worker.restart()
    assert Heard(worker, Double(4)).wait() == 8


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(
    ("ends", "heard_of"),
    [
        (("abort", "abort"), 1),
        (("abort", "crash", "abort"), 0),
        (("abort", "abort", "abort"), 1),
        (("abort", "kill", "abort", "abort"), 1),
    ],
)
def test_two_crashes_in_a_row_are_told_to_whoever_can_help(
    worker: Worker, ends: tuple[str, ...], heard_of: int
) -> None:
    told: list[bool] = []
    worker.after_crashes = lambda: told.append(worker.alive)
    for end in ends:
        heard = Heard(worker, Count(10_000) if end == "kill" else Do(end))
        if end == "kill":
            heard.wait(for_report=True)
            assert worker.process_id is not None
            os.kill(worker.process_id, signal.SIGKILL)
        assert heard.wait() == Refusal(text(DIED), died=True)
        assert Heard(worker, Double(4)).wait() == 8
    assert told == [False] * heard_of


@pytest.mark.parametrize("what", ["fault", "fault before the first item", "depth", "no value to send"])
def test_a_fault_ends_its_request_alone_and_is_reported_in_the_log(
    worker: Worker, tmp_path: Path, what: str
) -> None:
    long = Heard(worker, Count(20))
    heard = Heard(worker, Do(what))
    assert not heard.wait().died
    assert heard.sentence.startswith("This could not be done because of a fault in Parlour (")
    assert heard.sentence.endswith("The report is in worker.log.")
    assert "Traceback" in (tmp_path / "worker.log").read_text()
    assert long.wait() == "counted"
    assert worker.alive


def test_too_little_memory_is_a_sentence_and_no_fault(worker: Worker) -> None:
    heard = Heard(worker, Do("memory"))
    assert not heard.wait().died
    assert (
        heard.sentence == "This needs more memory than this computer or the limit of this terminal has left."
    )


def test_a_fault_while_a_request_is_cancelled_is_a_sentence_too(worker: Worker) -> None:
    heard = Heard(worker, Do("count, and fall over"))
    heard.wait(for_report=True)
    worker.cancel(heard.ticket)
    heard.wait()
    assert heard.sentence.startswith("This could not be done")
    assert worker.alive


def test_a_long_log_begins_anew_and_what_it_held_is_kept_once(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    log.write_bytes(b"x" * (LONGEST_LOG + 1))
    worker = Worker(TARGET, log)
    Heard(worker, Double(3)).wait()
    worker.close()
    assert log.stat().st_size == 0
    assert log.with_name("worker.log.1").stat().st_size == LONGEST_LOG + 1


def test_a_log_that_cannot_be_opened_keeps_nobody_from_answering(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    worker = Worker(TARGET, tmp_path / "logs" / "worker.log")
    assert Heard(worker, Double(3)).wait() == 6
    worker.close()


def test_killed_worker_refuses_every_open_request(worker: Worker) -> None:
    heard = [Heard(worker, Count(10_000)) for _ in range(3)]
    heard[0].wait(for_report=True)
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    assert {one.wait().died for one in heard} == {True}


def test_ask_starts_the_process_when_needed(tmp_path: Path) -> None:
    worker = Worker(TARGET)
    assert not worker.alive
    assert Heard(worker, Double(3)).wait() == 6
    worker.close()


def test_cancel_of_an_unknown_ticket_does_nothing(worker: Worker) -> None:
    worker.cancel(99)
    assert Heard(worker, Double(3)).wait() == 6
