"""The other process: agents think and runs train there, so that the window never waits.

The window holds a `Worker` and polls it once a frame. The child holds a function `answer(request)`, named by a
dotted path so that the window need not import it, which yields `Progress` and, last, the answer. The child
advances all open requests in turns, one item each, so a decision is not kept waiting by a training run. An item
takes at most about 100 ms, which is also how soon a cancel is heard. Whatever a request raises ends that request
alone, with a sentence, and a report in the log where the fault is ours. The pipe between the two is the bounded
queue: a child that reports faster than it is read waits. The child ends by itself when the window dies, and its
own end is an answer like any other: a sentence for every request that was open.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Literal, TextIO, TypeVar, cast

from game.agent_entries import CONSENT_REQUIRED
from game.borders import Border
from game.core import Progress
from game.files.private_files import private
from game.request import Received, Refusal, Reported, Request

A = TypeVar("A")
Answerer = Callable[[Request[object]], Iterator[object]]
Outgoing = tuple[Literal["ask"], int, Request[object]] | tuple[Literal["cancel"], int]
Incoming = tuple[Literal["progress", "answer", "refusal"], int, object]

NICENESS = 5
"""Lower than the window's priority. At 10, a worker beside a busy process got a tenth of a processor."""
PARENT_CHECK_SECONDS = 0.25
JOIN_SECONDS = 0.2
MAX_ANSWERS_PER_POLL = 64
LONGEST_LOG = 1_000_000  # bytes
DIED = "The other process ended unexpectedly."
CANCELLED = "Cancelled."
CRASH_SIGNALS = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
"""What ends a process that runs damaged machine code. The system doesn't know all of them everywhere."""
MAX_CRASHES = 2
WINDOWS_ABORT, WINDOWS_FAULTS = 3, 0xC0000000
"""The exit code of `abort`, and the lowest of the codes of faults."""


class Worker:
    """The window's end. Every ask gets a ticket. `poll` hands over what has arrived and never waits."""

    def __init__(self, target: str, log: Path | None = None) -> None:
        self._target = target
        self._log = log
        self._crashes = 0
        self.after_crashes: Callable[[], None] | None = None
        """Called when `MAX_CRASHES` processes have crashed one after the other."""
        self._open: dict[int, tuple[Received[object], Reported | None]] = {}
        self._next_ticket = 1
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> None:
        """Start the process. It costs this one a few milliseconds."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, self._target, self._log), name="parlour-worker", daemon=True
        )
        self._process.start()
        theirs.close()
        self._connection = ours

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def waiting(self) -> bool:
        return bool(self._open)

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        """Send a request. `received` gets the answer or the refusal, `reported` the progress before it."""
        if self._connection is None:
            self.start()
        ticket = self._next_ticket
        self._next_ticket += 1
        self._open[ticket] = cast("Received[object]", received), reported
        self._send(("ask", ticket, cast("Request[object]", request)))
        return ticket

    def cancel(self, ticket: int) -> None:
        """Request a cancellation. A refusal confirms it."""
        if ticket in self._open:
            self._send(("cancel", ticket))

    def drop(self, ticket: int) -> None:
        self.cancel(ticket)
        self._open.pop(ticket, None)

    def poll(self) -> None:
        """Deliver the messages since the last poll."""
        for _ in range(MAX_ANSWERS_PER_POLL):
            try:
                if self._connection is None or not self._connection.poll(0):
                    return
                message: Incoming = self._connection.recv()
            except (EOFError, OSError):
                self._bury()
            else:
                self._hand_over(message)

    def restart(self) -> None:
        """End the process, if it still runs, and start a new one. Open requests are forgotten."""
        self.close()
        self.start()

    def close(self) -> None:
        """End the process."""
        self._open.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.join(JOIN_SECONDS)
            if self._process.is_alive():
                self._process.kill()
                self._process.join(1.0)
            self._process = None

    def _send(self, message: Outgoing) -> None:
        if self._connection is None:
            return
        try:
            self._connection.send(message)
        except OSError:
            return  # the next poll finds the closed pipe and says so

    def _hand_over(self, message: Incoming) -> None:
        what, ticket, content = message
        if ticket not in self._open:
            return
        received, reported = self._open[ticket]
        if not isinstance(content, Progress) or what != "progress":
            del self._open[ticket]
            received(content)
        elif reported is not None:
            reported(content)

    def _bury(self) -> None:
        """Turn the end of the process into a refusal of everything that was open."""
        lost = list(self._open.values())
        process = self._process
        if process is not None:
            process.join(JOIN_SECONDS)
            self._crashes = self._crashes + 1 if _is_crash(process.exitcode) else 0
        self.close()
        if self._crashes >= MAX_CRASHES and self.after_crashes is not None:
            self._crashes = 0
            self.after_crashes()
        for received, _ in lost:
            received(Refusal(DIED, died=True))


def _is_crash(exit_code: int | None) -> bool:
    """Return whether a process ended by a fault of its machine code, not by a kill or an exit."""
    if exit_code is None or exit_code >= 0:
        return sys.platform == "win32" and (exit_code == WINDOWS_ABORT or (exit_code or 0) >= WINDOWS_FAULTS)
    return -exit_code in [getattr(signal, name) for name in CRASH_SIGNALS if hasattr(signal, name)]


def serve(connection: Connection, target: str, log: Path | None = None) -> None:
    """Answer requests until the window closes the pipe or dies. Runs in the child process."""
    os.environ[CONSENT_REQUIRED] = "1"
    _settle_in(log)
    end_with_parent()
    try:
        _serve_requests(connection, _resolve(target))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _serve_requests(connection: Connection, answer: Answerer) -> None:
    waiting: deque[tuple[int, Iterator[object]]] = deque()
    while True:
        while not waiting or connection.poll(0):
            message: Outgoing = connection.recv()
            if message[0] == "ask":
                _, ticket, request = message
                waiting.append((ticket, _items(answer, request)))
            else:
                waiting = _cancel(waiting, message[1], connection)
        ticket, items = waiting.popleft()
        if _advance(connection, ticket, items):
            waiting.append((ticket, items))


def _items(answer: Answerer, request: Request[object]) -> Iterator[object]:
    """Ask for the answer when its first item is wanted, and not before."""
    yield from answer(request)


def _advance(connection: Connection, ticket: int, items: Iterator[object]) -> bool:
    """Take one item of a request and send it. Return whether more may follow.

    This is the border of the process: an exception ends only its own request.
    """
    more = False
    with Border(_report) as border:
        item = next(items, None)
        more = isinstance(item, Progress)
        message = ForkingPickler.dumps(("progress" if more else "answer", ticket, item))
    if border.sentence:
        more, message = False, ForkingPickler.dumps(("refusal", ticket, Refusal(border.sentence)))
    connection.send_bytes(message)
    return more


def _report(failure: str) -> str:
    """Log a failure and return the name of the log file. Empty if the log could not be opened."""
    print(failure, file=sys.stderr, flush=True)
    return Path(sys.stderr.name).name if sys.stderr is not sys.__stderr__ else ""


def _cancel(
    waiting: deque[tuple[int, Iterator[object]]], ticket: int, connection: Connection
) -> deque[tuple[int, Iterator[object]]]:
    """Drop a cancelled request, letting its generator clean up."""
    kept: deque[tuple[int, Iterator[object]]] = deque()
    for open_ticket, items in waiting:
        if open_ticket != ticket:
            kept.append((open_ticket, items))
            continue
        connection.send(("refusal", ticket, Refusal(_close(items))))
    return kept


def _close(items: Iterator[object]) -> str:
    """Let a generator clean up. Return the sentence about its end."""
    close = getattr(items, "close", None)
    with Border(_report) as border:
        if close is not None:
            close()
    return border.sentence or CANCELLED


def _resolve(target: str) -> Answerer:
    module, _, name = target.partition(":")
    answerer: Answerer = getattr(importlib.import_module(module), name)
    return answerer


def _settle_in(log: Path | None) -> None:
    """Lower the priority of this process, ignore Ctrl-C, and write faults to the log."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if log is not None:
        with suppress(OSError):  # a disk that has no room for a log must not keep agents from playing
            sys.stderr = _open_log(log)


def _open_log(log: Path) -> TextIO:
    """Open the log. A long log is restarted, and one copy of the old one is kept."""
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > LONGEST_LOG:
        os.replace(log, log.with_name(f"{log.name}.1"))
    return open(log, "a", encoding="utf-8", errors="backslashreplace", buffering=1, opener=private)


def end_with_parent() -> None:
    """Let this process end soon after the one that started it, however that ended."""
    threading.Thread(target=_wait_for_end_of_parent, daemon=True).start()


def _wait_for_end_of_parent() -> None:
    parent = multiprocessing.parent_process()
    while parent is not None and parent.is_alive():
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)
