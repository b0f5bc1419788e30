"""Ctrl-C: a command may finish its current work first, but it ends within seconds after an interrupt.

The module imports little, because `main.py` loads it before modules that take long to load.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from game.files.memory_limit import bytes_under_limit

END_SECONDS = 2.0
"""The seconds that a command may take to end after Ctrl-C, unless it saves."""
PAUSE_SECONDS = 0.05
MIN_THREAD_BYTES = 256 * 2**20
"""The free memory in bytes that the listening thread needs. Python hangs if a thread lacks memory to start."""
QUIET_TRACKER = "ignore:resource_tracker:UserWarning"
"""The warning filter that silences Python's resource tracker, which frees the semaphores of ended processes."""
DEAF = "executionengine.py", "<frozen importlib._bootstrap>"
"""The endings of the names of files in which an exception can be lost: callbacks of LLVM, and imports."""
SAVE_LOCK = threading.Lock()
"""A command holds this lock while it saves work. Meanwhile, an interrupt does not end the process."""

BEFORE_END: list[Callable[[], bool]] = []
"""Functions that save work before the process ends, while `SAVE_LOCK` is held. Each returns whether it saved."""


class Abandoned(KeyboardInterrupt):
    """An interrupt that ends unfinished work. The text of the exception tells the user what happens to the work."""


class Deadline:
    """Ends this process soon after Ctrl-C, even during a compilation or a long kernel.

    Python handles a signal in the main thread, between two instructions. The handler therefore waits until a
    compilation or a kernel ends. At exit, the interpreter also waits for the threads of pools. To end the process
    earlier, a thread reads the signals from a socket to which Python's signal handler writes them at once. All
    files are written atomically, so a sudden end leaves no file half-written.
    """

    def __init__(self, interrupted: int) -> None:
        self._code, self._is_over = interrupted, False
        sys.unraisablehook = _raise_again
        os.environ.setdefault("PYTHONWARNINGS", QUIET_TRACKER)
        atexit.register(
            signal.signal, signal.SIGINT, signal.SIG_IGN
        )  # runs last, when there is nothing left to interrupt
        left = bytes_under_limit()
        if left is not None and left < MIN_THREAD_BYTES:
            return
        with suppress(OSError, RuntimeError):  # too few files or threads are allowed
            reader, self._writer = socket.socketpair()
            self._writer.setblocking(False)
            threading.Thread(target=self._listen, args=(reader,), daemon=True).start()
            signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, _interrupt)

    def leave(self, code: int) -> int:
        """Record the exit code of a finished command and return it. A later interrupt doesn't change the code."""
        self._code, self._is_over = code, True
        if signal.getsignal(signal.SIGINT) is _interrupt:
            signal.signal(signal.SIGINT, lambda number, frame: None)  # SIG_IGN would not reach the socket
        return code

    def _listen(self, reader: socket.socket) -> None:
        while signal.SIGINT not in reader.recv(1):
            pass
        end = time.monotonic() + END_SECONDS
        while time.monotonic() < end:
            time.sleep(PAUSE_SECONDS)
            if SAVE_LOCK.locked():
                end = time.monotonic() + END_SECONDS
        SAVE_LOCK.acquire()
        try:
            if not any(save() for save in BEFORE_END) and not self._is_over:
                with suppress(OSError):
                    os.write(2, b"Interrupted.\n")
            _kill_workers()
        finally:
            os._exit(self._code)


def _kill_workers() -> None:
    """Kill the worker processes of this process.

    A worker that is stopped (SIGSTOP) would not notice the end of its parent.
    """
    if "multiprocessing" in sys.modules:
        # the main thread may start or end a worker meanwhile
        with suppress(OSError, RuntimeError, ValueError):
            for worker in sys.modules["multiprocessing"].active_children():
                worker.kill()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt at once, or a little later if Ctrl-C comes during code in a file of the list `DEAF`.

    LLVM would only print the traceback of an exception in its callback, and continue. A C module that is importing
    another module would print the traceback, and raise ImportError.
    """
    while frame is not None:
        if frame.f_code.co_filename.endswith(DEAF):
            _interrupt_soon()
            return
        frame = frame.f_back
    sys.unraisablehook = _raise_again_after_interrupt
    raise KeyboardInterrupt


def _raise_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Interrupt the main thread again if the interrupt came during a destructor, whose exceptions Python drops."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _interrupt_soon()  # an exception in this function is dropped too
    else:
        sys.__unraisablehook__(unraisable)


def _raise_again_after_interrupt(unraisable: sys.UnraisableHookArgs) -> None:
    """Interrupt the main thread again as `_raise_again` does, but drop an AttributeError.

    The interrupt may have left a half-built object behind, whose destructor raises this error.
    """
    if not issubclass(unraisable.exc_type, AttributeError):
        _raise_again(unraisable)


def _interrupt_soon() -> None:
    with suppress(RuntimeError):  # too few threads are allowed: the deadline ends the process
        threading.Timer(PAUSE_SECONDS, os.kill, (os.getpid(), signal.SIGINT)).start()


@contextmanager
def interrupts_noted() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event, so that the current work can be finished.

    A second Ctrl-C interrupts the work.
    """
    noted = threading.Event()

    def note(number: int, frame: object) -> None:
        noted.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
