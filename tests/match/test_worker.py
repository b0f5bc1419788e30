"""The worker process: answers in turns, cancels, dies without taking anybody along."""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from game.core import BadInput, Progress
from game.match.worker import CANCELLED, DIED, LONGEST_LOG, Answer, Worker

TARGET = "tests.match.test_worker:answer"
PATIENCE_SECONDS = 20.0


def answer(kind: str, payload: Mapping[str, Any]) -> Iterator[Any]:
    """A tiny service, run in the child process."""
    if kind == "fault before the first item":
        raise TypeError("a fault of ours")
    return FAULTS[kind]() if kind in FAULTS else _answer(kind, payload)


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


def _answer(kind: str, payload: Mapping[str, Any]) -> Iterator[Any]:
    if kind == "double":
        yield payload["number"] * 2
    elif kind == "count":
        for i in range(payload["to"]):
            time.sleep(0.01)
            yield Progress(i, payload["to"], i * 0.01)
        yield "counted"
    elif kind == "count, and fail to keep it":
        try:
            while True:
                yield Progress(0, None, 0.0)
        except GeneratorExit:
            raise BadInput("The disk is full.") from None
    elif kind == "refuse":
        raise BadInput("There is no such agent.")
    elif kind == "read":
        yield Path(payload["file"]).read_text()
    elif kind == "crash":
        os._exit(3)
    elif kind == "parent":
        yield os.getppid()


def wait_for(worker: Worker, ticket: int) -> list[Answer]:
    """Poll until the last answer of `ticket` has come; return all answers seen."""
    seen: list[Answer] = []
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        seen += worker.poll()
        if any(a.ticket == ticket and a.final for a in seen):
            return seen
        time.sleep(0.005)
    raise AssertionError(f"no final answer in {PATIENCE_SECONDS} s: {seen}")


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(TARGET, tmp_path / "worker.log")
    worker.start()
    yield worker
    worker.close()


def test_answer_carries_its_ticket_and_match(worker: Worker) -> None:
    ticket = worker.ask("double", {"number": 21}, match="game-1")
    (reply,) = wait_for(worker, ticket)
    assert (reply.value, reply.match, reply.kind, reply.error) == (42, "game-1", "double", None)
    assert not worker.waiting


def test_short_request_overtakes_a_long_one(worker: Worker) -> None:
    long = worker.ask("count", {"to": 1000})
    short = worker.ask("double", {"number": 1})
    seen = wait_for(worker, short)
    assert seen[-1].value == 2
    assert sum(a.ticket == long for a in seen) < 100


def test_cancel_is_heard_after_few_more_chunks(worker: Worker) -> None:
    ticket = worker.ask("count", {"to": 10_000})
    while not worker.poll():
        time.sleep(0.005)
    worker.cancel(ticket)
    seen = wait_for(worker, ticket)
    assert seen[-1].error == CANCELLED
    assert len(seen) < 100


def test_what_cannot_be_kept_at_a_cancel_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    ticket = worker.ask("count, and fail to keep it", {})
    while not worker.poll():
        time.sleep(0.005)
    worker.cancel(ticket)
    assert wait_for(worker, ticket)[-1].error == "The disk is full."
    assert worker.alive


def test_refusal_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    assert wait_for(worker, worker.ask("refuse", {}))[-1].error == "There is no such agent."
    assert worker.alive


def test_what_the_system_refuses_is_a_sentence_and_the_worker_lives(worker: Worker) -> None:
    reply = wait_for(worker, worker.ask("read", {"file": "/no/such/file"}))[-1]
    assert reply.error == "/no/such/file: No such file or directory."
    assert worker.alive


def test_unknown_request_is_answered_with_nothing(worker: Worker) -> None:
    assert wait_for(worker, worker.ask("nothing", {}))[-1].value is None


def test_crash_is_a_message_and_a_restart_answers_again(worker: Worker) -> None:
    reply = wait_for(worker, worker.ask("crash", {}))[-1]
    assert (reply.error, reply.died) == (DIED, True)
    assert not worker.alive
    worker.restart()
    assert wait_for(worker, worker.ask("double", {"number": 4}))[-1].value == 8


@pytest.mark.parametrize(
    "kind", ["fault", "fault before the first item", "memory", "depth", "no value to send"]
)
def test_a_fault_ends_its_request_alone_and_is_reported_in_the_log(
    worker: Worker, tmp_path: Path, kind: str
) -> None:
    long = worker.ask("count", {"to": 20})
    ticket = worker.ask(kind, {})
    reply = next(answer for answer in wait_for(worker, ticket) if answer.ticket == ticket and answer.final)
    assert not reply.died
    assert reply.error is not None
    assert reply.error.startswith("This could not be done because of a fault in Parlour (")
    assert reply.error.endswith("The report is in worker.log.")
    assert "Traceback" in (tmp_path / "worker.log").read_text()
    assert wait_for(worker, long)[-1].value == "counted"
    assert worker.alive


def test_a_fault_while_a_request_is_cancelled_is_a_sentence_too(worker: Worker) -> None:
    ticket = worker.ask("count, and fall over", {})
    while not worker.poll():
        time.sleep(0.005)
    worker.cancel(ticket)
    error = wait_for(worker, ticket)[-1].error
    assert error is not None
    assert error.startswith("This could not be done")
    assert worker.alive


def test_a_long_log_begins_anew_and_what_it_held_is_kept_once(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    log.write_bytes(b"x" * (LONGEST_LOG + 1))
    worker = Worker(TARGET, log)
    wait_for(worker, worker.ask("double", {"number": 3}))
    worker.close()
    assert log.stat().st_size == 0
    assert log.with_name("worker.log.1").stat().st_size == LONGEST_LOG + 1


def test_a_log_that_cannot_be_opened_keeps_nobody_from_answering(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    worker = Worker(TARGET, tmp_path / "logs" / "worker.log")
    assert wait_for(worker, worker.ask("double", {"number": 3}))[-1].value == 6
    worker.close()


def test_killed_worker_answers_every_open_request(worker: Worker) -> None:
    tickets = [worker.ask("count", {"to": 10_000}) for _ in range(3)]
    while not worker.poll():
        time.sleep(0.005)
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    seen = wait_for(worker, tickets[-1])
    assert {a.ticket for a in seen if a.died} == set(tickets)


def test_ask_starts_the_process_when_needed(tmp_path: Path) -> None:
    worker = Worker(TARGET)
    assert not worker.alive
    assert wait_for(worker, worker.ask("double", {"number": 3}))[-1].value == 6
    worker.close()


def test_cancel_of_an_unknown_ticket_does_nothing(worker: Worker) -> None:
    worker.cancel(99)
    assert wait_for(worker, worker.ask("double", {"number": 3}))[-1].value == 6
