"""Exchange lines with an external program: a process, or a server on the network.

The program is not trusted. The length and number of its lines are limited, so that they cannot fill the memory or
the disk. Every wait has a deadline. The program runs in a separate process group, and has an identifying variable,
the mark, in its environment. When the channel closes, the group is killed. On Linux, every other process that the
program has started is killed as well. If the process that started the program dies, a guard process kills all these
processes.

The program's stderr goes to a log file of limited size.
"""

from __future__ import annotations

import io
import os
import queue
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from game.core import BadInput, ConnectionFailed
from game.files import user_files
from game.files.private_files import private
from game.quoting import quoted
from game.texts import number, text

MAX_LINE_BYTES = 1 << 21
"""The maximum length of a line. The strategy of all hands with fifteen actions takes a fifth of this length."""
MAX_WAITING_LINES = 4
MAX_LOG_BYTES = 1_000_000
CHUNK_BYTES = 1 << 14
MAX_PROC_BYTES = 1 << 22
"""The maximum number of bytes that are read from a file in /proc."""
CONNECT_SECONDS = 10.0
DONT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)
WRITE_SECONDS = 2.0
"""The seconds in which a program must read a line, on systems where a write to a pipe blocks."""
END_SECONDS = 0.5
"""The seconds in which a process must end after its last line."""
MARK = "PARLOUR_BOT"
"""The environment variable that marks a program. Its value is unique, and the program's children inherit it."""
GUARD = """read line
kill -KILL -$0
grep -ls "$1" /proc/[0-9]*/environ | while IFS=/ read -r _ _ process _; do kill -KILL "$process"; done"""
"""The script of a guard: a shell that kills a process group and all processes with a mark.

The shell waits for the end of a pipe, which closes when the process that started the program ends.
"""


class Late(Exception):
    """The program did not answer in time."""


class Gone(Exception):
    """The program has ended or has exceeded a limit. The message gives the reason.

    Args:
        key: The last part of the key of the message.
        fields: The fields of the message.
    """

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self._key, self._fields = key, fields

    def __str__(self) -> str:
        return text(f"agent_errors.program.{self._key}", **self._fields)


class Unread(OSError):
    """The program does not read the lines that are sent to it."""


class Channel:
    """Lines to and from a program. Only one thread may send and receive. Any thread may close the channel.

    Args:
        lines: The output of the program.
        send: A function that sends bytes to the program. The function raises OSError if the program has ended.
        close: A function that ends the program or the connection. `close` is also called when the channel is
            garbage-collected.
    """

    def __init__(self, lines: IO[bytes], send: Callable[[bytes], object], close: Callable[[], None]) -> None:
        self._send = send
        self._received: queue.Queue[bytes | Gone] = queue.Queue(MAX_WAITING_LINES)
        self._end = threading.Event()
        self._last_words: list[str] = []
        self._close = weakref.finalize(self, _close, self._end, self._received, self._last_words, send, close)
        threading.Thread(target=_read, args=(lines, self._received, self._end), daemon=True).start()

    def send(self, line: str) -> None:
        """Send a line. If the program has ended, its last lines can still be received.

        Raises:
            Gone: If the program has ended and there are no more lines to receive.
        """
        try:
            self._send(line.encode() + b"\n")
        except Unread as error:
            raise Gone("unread") from error
        except (OSError, ValueError) as error:  # a closed pipe is a ValueError
            if not self._has_line():
                raise Gone("ended") from error

    def _has_line(self) -> bool:
        """Return whether there is a line to receive now or within `END_SECONDS`."""
        deadline = time.monotonic() + END_SECONDS
        while self._received.empty() and time.monotonic() < deadline:
            time.sleep(0.01)
        with self._received.mutex:
            return bool(self._received.queue) and isinstance(self._received.queue[0], bytes)

    def receive(self, deadline: float) -> str:
        """Return the next line, without its end.

        Args:
            deadline: The latest time, on the monotonic clock.

        Raises:
            Late: If no line arrives before the deadline.
            Gone: If the program has ended, or its line is too long or not UTF-8.
        """
        try:
            found = self._received.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Late from None
        if isinstance(found, Gone):
            raise found
        try:
            return found.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise Gone("not_utf8") from error

    def set_last_words(self, line: str) -> None:
        self._last_words[:] = [line]

    def close(self) -> None:
        """End the program. Further calls do nothing."""
        self._close()


def _close(
    ended: threading.Event,
    received: queue.Queue[bytes | Gone],
    last_words: list[str],
    send: Callable[[bytes], object],
    close: Callable[[], None],
) -> None:
    ended.set()
    with suppress(queue.Full):
        received.put_nowait(Gone("ended"))  # for a thread that waits for a line
    with suppress(OSError, ValueError):
        for line in last_words:
            send(line.encode() + b"\n")
    close()


def _read(lines: IO[bytes], received: queue.Queue[bytes | Gone], ended: threading.Event) -> None:
    """Put the lines into the queue until the program ends. If the queue is full, the program must wait."""
    said: bytes | Gone
    while not ended.is_set():
        try:
            said = lines.readline(MAX_LINE_BYTES + 1) or Gone("ended")
        except (OSError, ValueError):
            said = Gone("lost")
        if isinstance(said, bytes) and len(said) > MAX_LINE_BYTES:
            said = Gone("long_line", most=number(MAX_LINE_BYTES))
        while not ended.is_set():
            with suppress(queue.Full):
                received.put(said, timeout=0.2)
                break
        if isinstance(said, Gone):
            return


def start_process(command: Sequence[str], folder: Path, log: Path) -> Channel:
    """Start a command in a folder, and return the channel to the standard input and output of the command.

    The stderr of the command is written to the file `log`.

    Raises:
        BadInput: If the command cannot be started.
    """
    words = [find_program(command[0], folder), *command[1:]]
    mark = secrets.token_hex(8)
    try:
        process = subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=os.environ | {"PYTHONUNBUFFERED": "1", MARK: mark},
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            text("agent_errors.agent.command", command=quoted(command[0]), reason=reason)
        ) from error
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    guard = _start_guard(process.pid, mark)
    threading.Thread(target=_log, args=(process.stderr, log), daemon=True).start()
    to_process = cast(io.RawIOBase, process.stdin)
    writer: _PollingWriter | _PatientWriter
    if sys.platform == "win32":
        writer = _PatientWriter(to_process)
    else:
        writer = _PollingWriter(to_process)
    lines = io.BufferedReader(cast(io.RawIOBase, process.stdout))
    return Channel(lines, writer.send, lambda: _end(process, mark, guard, writer.close))


class _PollingWriter:
    """Writes to a non-blocking pipe, which refuses bytes that don't fit into its buffer."""

    def __init__(self, pipe: io.RawIOBase) -> None:
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    def send(self, data: bytes) -> None:
        """Write a line.

        Raises:
            OSError: If the pipe is full or closed.
        """
        _check_all(self._pipe.write(data), data)

    def close(self) -> None:
        with suppress(OSError):
            self._pipe.close()


class _PatientWriter:
    """Writes to a blocking pipe in a separate thread, so that every write has a deadline.

    This class is for Windows, because the pipes of `subprocess` cannot be made non-blocking there.
    """

    def __init__(self, pipe: io.RawIOBase) -> None:
        self._pipe = pipe
        self._jobs: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._is_stuck = False
        threading.Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        while (data := self._jobs.get()) is not None:
            failure: Exception | None = None
            try:
                while data:
                    data = data[self._pipe.write(data) :]
            except (OSError, ValueError) as error:
                failure = error
            self._results.put(failure)
        with suppress(OSError):
            self._pipe.close()

    def send(self, data: bytes) -> None:
        """Write a line. If the program doesn't read a line in time, all later lines are refused.

        Raises:
            OSError: If the program doesn't read the line within `WRITE_SECONDS`, or the pipe is closed.
        """
        if self._is_stuck:
            raise Unread
        self._jobs.put(data)
        try:
            failure = self._results.get(timeout=WRITE_SECONDS)
        except queue.Empty:
            self._is_stuck = True
            raise Unread from None
        if failure is not None:
            raise failure

    def close(self) -> None:
        """Close the pipe once the current line is written."""
        self._jobs.put(None)


def connect(host: str, port: int) -> Channel:
    """Connect to a program that listens on a port of `host`.

    Raises:
        ConnectionFailed: If the program does not accept the connection.
    """
    try:
        line = socket.create_connection((host, port), CONNECT_SECONDS)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConnectionFailed(f"Nothing answers at {host}:{port}: {reason}.") from error
    line.settimeout(None)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close() -> None:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()

    def send(data: bytes) -> None:
        with suppress(BlockingIOError):
            return _check_all(line.send(data, DONT_WAIT), data)
        raise Unread

    return Channel(line.makefile("rb"), send, close)


def _check_all(sent: int | None, data: bytes) -> None:
    """Check that a whole line was written. A pipe without enough space takes only a part of the line.

    Raises:
        Unread: If only a part of the line was written.
    """
    if sent != len(data):
        raise Unread


def find_program(name: str, folder: Path) -> str:
    """Return the path of a command's program.

    A name with a path separator is a path relative to `folder`. Any other name is looked up on the search path. If
    the search path has no such program, return `name`. If `python` or `python3` is not found, return the
    interpreter of this process instead, unless Parlour runs as a frozen executable.
    """
    if os.sep in name:
        return str((folder / name).absolute())
    if found := shutil.which(name):
        return found
    is_python = name in ("python", "python3") and not getattr(sys, "frozen", False)
    return sys.executable if is_python else name


def _start_guard(group: int, mark: str) -> subprocess.Popen[bytes] | None:
    """Start the shell that kills a process group, and all processes with the mark, when this process dies.

    Return None if the system has no such shell.
    """
    if sys.platform == "win32":
        return None
    nowhere = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", GUARD, str(group), f"{MARK}={mark}"],
            stdin=subprocess.PIPE,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
        )
    return None


def _end(
    process: subprocess.Popen[bytes],
    mark: str,
    guard: subprocess.Popen[bytes] | None,
    close_input: Callable[[], None],
) -> None:
    """Close the input of a process, wait for it to end, and kill its process group and its descendants."""
    close_input()
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    if sys.platform == "win32":
        process.kill()
    else:
        family = _find_family(mark, process.pid if process.poll() is None else None)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        deadline = time.monotonic() + END_SECONDS
        while family and time.monotonic() < deadline:
            for member in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(member, signal.SIGKILL)
            time.sleep(0.01)
            family = _find_family(mark)
    process.wait()
    if guard is not None:
        guard.kill()
        guard.wait()


def _find_family(mark: str, program: int | None = None) -> set[int]:
    """Return the ids of the running processes that a program has started, on Linux.

    A process that has left the program's group still has the mark in its environment. Jenkins marks the
    processes of a build in the same way. A process with another environment is found by its ancestors while
    the ancestors are running.

    Args:
        mark: The value of `MARK` in the program's environment.
        program: The id of the program if it is running.
    """
    line = f"{MARK}={mark}".encode()
    parents: dict[int, int] = {}
    family: set[int] = set() if program is None else {program}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or belongs to another user
            stat = user_files.read_bytes(folder / "stat", MAX_PROC_BYTES)
            state, parent = stat.rpartition(b")")[2].split()[:2]
            if state != b"Z":
                parents[int(folder.name)] = int(parent)
                if line in user_files.read_bytes(folder / "environ", MAX_PROC_BYTES).split(b"\0"):
                    family.add(int(folder.name))
    while children := {child for child, parent in parents.items() if parent in family} - family:
        family |= children
    return family


def _log(errors: IO[bytes], log: Path) -> None:
    """Copy stderr to a log file.

    Output that exceeds the maximum size or can't be written is dropped.
    """
    left = MAX_LOG_BYTES
    file: IO[bytes] | None = None
    with suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists() and log.stat().st_size > MAX_LOG_BYTES:
            os.replace(log, log.with_name(f"{log.name}.1"))
        file = open(log, "ab", buffering=0, opener=private)  # noqa: SIM115 - open as long as the process writes
    with suppress(OSError, ValueError):
        while data := os.read(errors.fileno(), CHUNK_BYTES):
            if file is not None and left > 0:
                with suppress(OSError):
                    file.write(data[:left])
                left -= len(data)
    if file is not None:
        file.close()
    errors.close()


def log_file(name: str) -> Path:
    return user_files.home() / "logs" / "agents" / f"{name}.log"
