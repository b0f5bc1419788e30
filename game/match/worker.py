"""The worker process, in which agents decide and train, so that the window never blocks.

The window polls its `Worker` once per frame. The child process runs `answer(request)`, a generator that
yields `Progress` and finally the answer. The window names this function by its dotted path, and does not
import it.

- Scheduling: the child advances open requests round-robin, one item each. An item takes at most about 100 ms,
  so a training run does not delay a decision, and a cancel takes effect within that time.
- Errors: an exception ends only its own request, with a message. Bugs are also logged with a traceback.
- Back-pressure: the pipe is bounded. A child that reports faster than the window reads has to wait.
- Exit: the child exits when the window dies. If the child dies, every open request fails with a message.
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
from typing import Any, Literal, TextIO, TypeVar, cast

from game.agent_entries import CONSENT_REQUIRED
from game.borders import Border
from game.core import Progress
from game.files.private_files import private
from game.request import Received, Refusal, Reported, Request
from game.texts import text

A = TypeVar("A")
Answerer = Callable[[Request[object]], Iterator[object]]
Outgoing = tuple[Literal["ask"], int, Request[object]] | tuple[Literal["cancel"], int]
Incoming = tuple[Literal["progress", "answer", "refusal"], int, object]

NICENESS = 5
"""A lower priority than the window's.

At 10, a worker next to a busy process got only a tenth of a processor.
"""
PARENT_CHECK_SECONDS = 0.25
JOIN_SECONDS = 0.2
MAX_ANSWERS_PER_POLL = 64
LONGEST_LOG = 1_000_000  # bytes
DIED = "match_errors.worker.died"
"""The key of the text for a process that has ended."""
CANCELLED = "Cancelled."
CRASH_SIGNALS = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
"""The signals that end a process with damaged machine code. Some systems lack some of them."""
MAX_CRASHES = 2
WINDOWS_ABORT, WINDOWS_FAULTS = 3, 0xC0000000
"""The exit code of `abort` on Windows, and the lowest exit code that means a fault."""


class Worker:
    """The window's side of the worker process.

    Every request has a ticket number. `poll` delivers messages and never blocks.
    """

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
        """Start the process. The call takes a few milliseconds."""
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
        """Send a request.

        `received` is called with the answer or the refusal. Before this, `reported` is called with each
        `Progress`.
        """
        if self._connection is None:
            self.start()
        ticket = self._next_ticket
        self._next_ticket += 1
        self._open[ticket] = cast("Received[object]", received), reported
        self._send(("ask", ticket, cast("Request[object]", request)))
        return ticket

    def cancel(self, ticket: int) -> None:
        """Ask the worker to cancel a request. A refusal confirms the cancellation."""
        if ticket in self._open:
            self._send(("cancel", ticket))

    def drop(self, ticket: int) -> None:
        self.cancel(ticket)
        self._open.pop(ticket, None)

    def poll(self) -> None:
        """Deliver the messages that have arrived, at most `MAX_ANSWERS_PER_POLL`."""
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
        """End the process, if it still runs, and start a new process. Open requests get no answer."""
        self.close()
        self.start()

    def close(self) -> None:
        """End the process. Open requests get no answer."""
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
        """Refuse all open requests, because the process has ended."""
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
            received(Refusal(text(DIED), died=True))


def _is_crash(exit_code: int | None) -> bool:
    """Return whether a fault in native code ended the process. An exit or a kill is not a crash."""
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


class AnswerPickler(ForkingPickler):
    """Pickles an answer so that its texts arrive in the language of the window.

    In place of a text, its function `retell` (game/texts.py) is pickled. The window calls this function when it
    unpickles the answer, and gets the text in its own language.
    """

    def reducer_override(self, value: object) -> Any:
        retell = getattr(value, "retell", None) if isinstance(value, str) else None
        return NotImplemented if retell is None else (retell, ())


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
    """Yield the items of an answer. `answer` is called only when the first item is requested."""
    yield from answer(request)


def _advance(connection: Connection, ticket: int, items: Iterator[object]) -> bool:
    """Get the next item of a request and send it to the window. Return whether more items may follow.

    An exception ends only its own request.
    """
    more = False
    with Border(_report) as border:
        item = next(items, None)
        more = isinstance(item, Progress)
        message = AnswerPickler.dumps(("progress" if more else "answer", ticket, item))
    if border.sentence:
        more, message = False, AnswerPickler.dumps(("refusal", ticket, Refusal(border.sentence)))
    connection.send_bytes(message)
    return more


def _report(failure: str) -> str:
    """Log a failure and return the name of the log file, or "" if the log could not be opened."""
    print(failure, file=sys.stderr, flush=True)
    return Path(sys.stderr.name).name if sys.stderr is not sys.__stderr__ else ""


def _cancel(
    waiting: deque[tuple[int, Iterator[object]]], ticket: int, connection: Connection
) -> deque[tuple[int, Iterator[object]]]:
    """Drop a cancelled request and close its generator. Return the requests that are left."""
    kept: deque[tuple[int, Iterator[object]]] = deque()
    for open_ticket, items in waiting:
        if open_ticket != ticket:
            kept.append((open_ticket, items))
            continue
        connection.send_bytes(AnswerPickler.dumps(("refusal", ticket, Refusal(_close(items)))))
    return kept


def _close(items: Iterator[object]) -> str:
    """Close a generator. Return the message with which its request ends."""
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
    """Open the log. A long log is replaced by an empty log, and one copy of the old log is kept."""
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > LONGEST_LOG:
        os.replace(log, log.with_name(f"{log.name}.1"))
    return open(log, "a", encoding="utf-8", errors="backslashreplace", buffering=1, opener=private)


def end_with_parent() -> None:
    """Start a thread that ends this process soon after the parent process has ended or crashed."""
    threading.Thread(target=_wait_for_end_of_parent, daemon=True).start()


def _wait_for_end_of_parent() -> None:
    parent = multiprocessing.parent_process()
    while parent is not None and parent.is_alive():
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)
