"""Distribute work to local processes or a Dask cluster, and end the processes cleanly after Ctrl-C.

`pack_agents` sends the user's own agents to the workers of a cluster: models, and classes in files. Each worker
writes the files into its cache, in a folder whose name is a digest of the files. Every worker already has the
built-in agents. An outside agent, which is a separate program, cannot be sent.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Protocol

from ai import catalog
from ai.agents import own_class
from ai.cluster import NO_FILES, connected, sent_folder
from ai.commands.options import whole_number
from ai.commands.output import PreparationNotice
from game.agent_entries import AgentEntry
from game.core import Agent, BadInput
from game.files import user_files
from game.files.manifest import ABSTRACTION, read_manifest
from game.files.memory_limit import MIN_BYTES, THREAD_BYTES, check_memory
from game.match.worker import end_with_parent

MAX_WORKERS = 61
"""The maximum size of a process pool on every system."""
POOL_THREADS = 2
"""The threads of this process that serve a pool of processes."""
MAX_TRIES = 3
"""The maximum number of attempts for a part if processes die."""
WORKER_END_SECONDS = 1.0
"""The seconds in which a process must end after its work, and again after SIGTERM."""


def add_executor(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    """Add the options that choose an executor. If `default` is None, the default is one process for each core."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--workers", type=whole_number(1, MAX_WORKERS), default=default)
    group.add_argument("--cluster", metavar="ADDRESS")


def open_executor(
    options: argparse.Namespace, files: Mapping[str, bytes] = NO_FILES
) -> AbstractContextManager[Executor | None]:
    """Return the executor that the options choose, or None for work in this process.

    `files` are sent to a cluster.
    """
    if options.cluster is not None:
        return connected(options.cluster, files=files)
    number = options.workers or min(os.cpu_count() or 1, MAX_WORKERS)
    if number == 1:
        return nullcontext()
    notice = PreparationNotice(f"{number} worker processes", wanted=not getattr(options, "json", False))
    return Workers(number, notice)


class _Part(Future[Any]):
    """The result of one part of the work. Its attribute `attempt` is the future of the current attempt."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work
        self.tries = 0
        self.attempt: Future[Any] | None = None

    def cancel(self) -> bool:
        return (self.attempt is None or self.attempt.cancel()) and super().cancel()


class Workers(Executor):
    """A pool of local processes. If a process dies, new processes repeat all unfinished parts of the work.

    This doesn't change the results, because the result of a part depends only on its seed. When the context ends,
    also after Ctrl-C or an error, the processes end within seconds. Even processes that are stopped or hang are
    ended. SIGTERM ends the context like Ctrl-C, so that no process is left behind.
    """

    def __init__(self, number: int, notice: PreparationNotice | None = None) -> None:
        self._number = number
        self._notice = notice or PreparationNotice("", wanted=False)
        self._context = _Context()
        self._lock = threading.Lock()
        self._closing = self._has_ended = False
        self._pool: ProcessPoolExecutor | None = None
        self._before: Any = None
        self._complain = threading.excepthook

    def __enter__(self) -> Workers:
        self._complain, threading.excepthook = threading.excepthook, self._hear
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, _exit_on_signal)
        return self

    def submit(self, work: Callable[..., Any], /, *args: Any, **settings: Any) -> Future[Any]:
        """Return the future of a part. If no process can be started, the future raises the error."""
        part = _Part(partial(work, *args, **settings))
        part.add_done_callback(lambda _: self._notice.end())
        self._notice.begin()
        self._begin(part)
        return part

    def _begin(self, part: _Part) -> None:
        part.tries += 1
        try:
            with self._lock:
                if self._closing:
                    part.cancel()
                    return
                if self._pool is None:
                    check_memory("A pool of worker processes", MIN_BYTES + POOL_THREADS * THREAD_BYTES)
                    self._pool = ProcessPoolExecutor(self._number, self._context, initializer=_follow_parent)
                pool = self._pool
                part.attempt = pool.submit(part.work)
        except BadInput as error:
            _settle(part, error=error)
        except BrokenProcessPool as error:
            self._begin_again(part, pool, error)
        except (OSError, RuntimeError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            sentence = (
                f"{self._number} worker processes cannot be started ({reason}): choose fewer with --workers."
            )
            _settle(part, error=BadInput(sentence))
        else:
            part.attempt.add_done_callback(partial(self._finish, part, pool))

    def _begin_again(self, part: _Part, pool: ProcessPoolExecutor, error: BrokenProcessPool) -> None:
        """Repeat a part on new processes after processes of `pool` have died, up to `MAX_TRIES` times."""
        if self._closing or part.tries >= MAX_TRIES:
            _settle(part, error=error)
            return
        with self._lock:
            if self._pool is pool:
                self._pool = None
        self._begin(part)

    def _finish(self, part: _Part, pool: ProcessPoolExecutor, attempt: Future[Any]) -> None:
        """Copy the result of an attempt to its part. This runs in a thread of the pool."""
        if attempt.cancelled():
            part.cancel()
            return
        error = attempt.exception()
        if isinstance(error, BrokenProcessPool):
            self._begin_again(part, pool, error)
        elif error is not None:
            _settle(part, error=error)
        else:
            _settle(part, attempt.result())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._notice.end()
        with self._lock:
            self._closing = True
        closing = threading.Thread(target=self._close_pool, daemon=True)
        try:
            with suppress(RuntimeError):  # no more threads are allowed
                closing.start()
            if kind is None:
                self._context.await_end()
        finally:
            self._context.end()
            if closing.ident is not None:
                closing.join()
            self._has_ended = True
            if kind is None:  # otherwise a thread of the pool may still find a cancelled part
                threading.excepthook = self._complain
            if self._before is not None:
                signal.signal(signal.SIGTERM, self._before)

    def _close_pool(self) -> None:
        """Close the pool and wait for its thread. A thread that still runs at exit would print a traceback."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _hear(self, failure: threading.ExceptHookArgs) -> None:
        """Report an exception in a thread, unless dead processes or cancelled parts have caused it."""
        is_expected = self._closing and not self._has_ended
        if not is_expected and not issubclass(failure.exc_type, InvalidStateError):
            self._complain(failure)


def _settle(part: _Part, result: Any = None, error: BaseException | None = None) -> None:
    with suppress(InvalidStateError):  # it was cancelled meanwhile
        if error is None:
            part.set_result(result)
        else:
            part.set_exception(error)


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    """Clean up and exit with the exit code of a signal. A second signal ends the process at once."""
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


class _Context(SpawnContext):
    """Creates the processes of an executor, and lists them."""

    def __init__(self) -> None:
        super().__init__()
        self._processes: list[SpawnProcess] = []

    def Process(self, *args: Any, **settings: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        self._processes.append(_Process(*args, **settings))
        return self._processes[-1]

    def await_end(self) -> None:
        """Wait until the processes have ended, at most for `WORKER_END_SECONDS`."""
        until = time.monotonic() + WORKER_END_SECONDS
        running = {process.sentinel for process in self._started}
        while running and (left := until - time.monotonic()) > 0:
            running.difference_update(wait(list(running), left))

    def end(self) -> None:
        """End the processes. A stopped process doesn't react to SIGTERM, so it is killed."""
        for process in self._started:
            process.terminate()
        self.await_end()
        for process in self._started:
            process.kill()

    @property
    def _started(self) -> list[SpawnProcess]:
        return [process for process in self._processes if process.pid is not None]


class _Process(SpawnProcess):
    """A process that starts with SIGINT blocked, because the parent process handles Ctrl-C."""

    def start(self) -> None:
        """Start the child process.

        If Ctrl-C interrupts this process during the start, the interrupt is handled right after the start.

        Blocking the signal in this thread is not enough: the system may deliver the signal to another thread,
        and Python then runs the handler in the main thread. So the handler is replaced during the start, too.
        Otherwise, the child process might not receive its work, and would print a traceback.
        """
        if not hasattr(signal, "pthread_sigmask"):
            super().start()  # on Windows, a new process can't inherit a blocked signal
            return
        is_main = threading.current_thread() is threading.main_thread()
        interrupts: list[int] = []
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        handler = signal.getsignal(signal.SIGINT)
        if is_main and callable(handler):
            signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
        try:
            super().start()
        finally:
            if is_main and callable(handler):
                signal.signal(signal.SIGINT, handler)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if interrupts:
            signal.raise_signal(signal.SIGINT)


def _follow_parent() -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class LoadAgent(Protocol):
    """A function that loads an agent by game, name and blinds, in this process or in another process."""

    def __call__(self, game: str, name: str, blinds: float = 1) -> Agent: ...


@dataclass(frozen=True, slots=True)
class SentAgents:
    """Loads agents on a worker.

    Agents that were sent are loaded from the worker's cache. Other agents are loaded by their names.
    """

    places: tuple[tuple[str, str], ...]

    def __call__(self, game: str, name: str, blinds: float = 1) -> Agent:
        place = dict(self.places).get(name)
        if place is None:
            return catalog.load_warmed_up(game, name, blinds)
        sent = str(sent_folder() / place)
        if catalog.CLASS_MARK in name:  # its errors say the name that the user typed
            return own_class.load_file(name, *catalog.split_class(sent), game)
        return catalog.load_warmed_up(game, sent, blinds)


def pack_agents(
    options: argparse.Namespace, game: str, names: Iterable[str], blinds: float = 1
) -> tuple[LoadAgent, Mapping[str, bytes]]:
    """Return a loader of agents for the workers, and the files to send. Without a cluster, no files are sent.

    Raises:
        BadInput: If an agent cannot be sent.
    """
    if options.cluster is None:
        return catalog.load_warmed_up, {}
    places: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    for name in names:
        entry = catalog.find(game, name, blinds)
        if entry.command:
            raise BadInput(f"{name} is a program of this computer: it plays without --cluster.")
        if own := list(_files_of(name, entry)):
            held = {file.name: user_files.read_bytes(file, user_files.MAX_BYTES) for file in own}
            folder = _digest(held)
            files |= {f"{folder}/{file}": content for file, content in held.items()}
            kind = name.rpartition(":")[2] if catalog.CLASS_MARK in name else ""
            places.append((name, f"{folder}/{own[0].name}" + (f":{kind}" if kind else "")))
    return SentAgents(tuple(places)), files


def _files_of(name: str, entry: AgentEntry) -> Iterator[Path]:
    """Yield the files of an agent that is not built in. The agent's own files come first."""
    if catalog.CLASS_MARK in name:
        yield catalog.split_class(name)[0]
        return
    if entry.file is None or entry.file.is_relative_to(catalog.SHIPPED):
        return
    yield from _both(entry.file)
    own = read_manifest(entry.file)
    for other in sorted(entry.file.parent.glob("*.yaml")):
        with suppress(BadInput):
            found = read_manifest(other)
            same = own.family is not None and (own.family, own.stage) == (found.family, found.stage)
            if other != entry.file and (same or found.kind == ABSTRACTION):
                yield from _both(other)


def _both(manifest: Path) -> Iterator[Path]:
    """Yield a manifest, and the file of its arrays if there is one."""
    yield manifest
    if (arrays := manifest.with_suffix(".npz")).exists():
        yield arrays


def _digest(held: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in sorted(held.items()):
        found.update(f"{name} {len(content)} ".encode())
        found.update(content)
    return found.hexdigest()[:24]
