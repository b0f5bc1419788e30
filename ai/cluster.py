"""A Dask cluster as an executor: the workers of a scheduler run the parts of long computations.

The package `distributed` is an optional extra. The scheduler and the workers import this program. The command
`cluster` starts them with this program on the import path. `connected` refuses processes that run another version
of the program. Each worker needs only one thread. If a worker dies, another worker repeats the parts of the dead
worker. Every part has its own seed, so the result stays the same.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import signal
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.core import BadInput, ConnectionFailed
from game.files import user_files
from game.files.manifest import CODE_VERSION
from game.files.memory_limit import MIN_BYTES, THREAD_BYTES, check_memory
from game.quoting import quoted

PATIENCE_SECONDS = 10.0
"""The maximum seconds to wait for a scheduler, and then for its first worker."""
GREETING_SECONDS = 4.0
"""The maximum seconds to wait for the first bytes of a scheduler, which sends them immediately."""
LOGGERS = ("distributed", "distributed.client", "distributed.gc")
"""The loggers of Dask that have a level of their own."""
MAX_THREADS = 4
"""The maximum number of threads that `distributed` starts in this process."""
VERSION = "2026.8.0"
NO_FILES: Mapping[str, bytes] = {}

_LENGTH = struct.Struct("<Q")
_GREETING = b"pickle-protocol"
_MAX_GREETING_BYTES = 1 << 16


@contextmanager
def connected(
    address: str, patience: float = PATIENCE_SECONDS, files: Mapping[str, bytes] = NO_FILES
) -> Iterator[Executor]:
    """Connect to the cluster whose scheduler is at `address`, such as tcp://127.0.0.1:8786, and yield its executor.

    The scheduler must answer within `patience` seconds. The workers first get `files`, which maps file names to
    contents. The files are written into the worker's folder for sent files.

    Raises:
        BadInput: If `distributed` is not installed, there is no memory for the threads of `distributed`, or
            `address` is not a TCP address.
        ConnectionFailed: If no scheduler answers, if the scheduler has no workers, or if the connection is lost.
    """
    check_installed()
    check_memory("A cluster", MIN_BYTES + MAX_THREADS * THREAD_BYTES)
    began = time.monotonic()
    _check_greeting(address, min(patience, GREETING_SECONDS))
    distributed = importlib.import_module("distributed")
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        left = max(patience / 2, patience - (time.monotonic() - began))
        client = distributed.Client(address, timeout=left, set_as_default=False)
    except OSError as error:
        raise ConnectionFailed(_silence(address)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError as error:
            raise ConnectionFailed(
                f"The scheduler at {address} has no workers: start one with `cluster worker {address}`."
            ) from error
        _check_versions(client, address)
        if files:
            client.run(store_files, files)
        try:
            yield client.get_executor(pure=False)
        except (CancelledError, OSError, distributed.KilledWorker) as error:
            raise ConnectionFailed(f"The cluster at {address} was lost while it worked.") from error


def check_installed() -> None:
    """Check that Dask is installed.

    Raises:
        BadInput: If the package `distributed` is not installed.
    """
    try:
        found = importlib.util.find_spec("distributed") is not None
    except ValueError:  # the module was made unavailable in `sys.modules`
        found = False
    if not found:
        raise BadInput(f"--cluster needs the package distributed: pip install distributed=={VERSION}.")


def split_address(address: str) -> tuple[str, int]:
    """Return the host and the port of a TCP address.

    >>> split_address("tcp://127.0.0.1:8786"), split_address("[::1]:8786")
    (('127.0.0.1', 8786), ('::1', 8786))

    Raises:
        BadInput: If the text is not a TCP address.
    """
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 1 << 16
    if scheme not in ("", "tcp") or not host or not is_port:
        raise BadInput(_not_an_address(address))
    return host.strip("[]"), int(port)


def code_version() -> str:
    """Return the version of this program.

    The other processes of a cluster run this function to report their version.
    """
    return CODE_VERSION


def sent_folder() -> Path:
    return user_files.cache_folder() / "sent"


def store_files(files: Mapping[str, bytes]) -> None:
    """Write files into the folder for sent files. This function runs on a worker.

    Equal names mean equal contents, so existing files are not overwritten.
    """
    for name, content in files.items():
        file = sent_folder() / name
        if not file.exists():
            user_files.atomic_write(file, content, durable=False)


def dask_setup(worker: object) -> None:
    """Make a worker process ignore Ctrl-C, because its parent process ends it.

    Dask calls this function by its name.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    shorten_tracebacks()


def shorten_tracebacks() -> None:
    """Make Dask log an exception without its traceback. Dask logs an exception whenever a connection ends."""
    for handler in logging.getLogger("distributed").handlers:
        handler.addFilter(_without_traceback)


def _without_traceback(record: logging.LogRecord) -> bool:
    if record.exc_info and (error := record.exc_info[1]) is not None:
        record.msg, record.args = f"{record.getMessage()}: {error or type(error).__name__}", ()
    record.exc_info = record.exc_text = None
    return True


def _check_versions(client: Any, address: str) -> None:
    """Check that the scheduler and the workers run this version of the program.

    Raises:
        ConnectionFailed: If a process runs another version, or cannot import the program.
    """
    try:
        found = {client.run_on_scheduler(code_version), *client.run(code_version).values()}
    except ModuleNotFoundError as error:
        raise ConnectionFailed(
            f"The cluster at {address} cannot import this program: start its scheduler and its workers with "
            f"`cluster scheduler` and `cluster worker`."
        ) from error
    if others := sorted(found - {CODE_VERSION}):
        raise ConnectionFailed(
            f"The cluster at {address} runs version {others[0]} of this program, and this is {CODE_VERSION}: "
            "install the same version everywhere."
        )


def _check_greeting(address: str, patience: float) -> None:
    """Check that a scheduler answers at a TCP address within `patience` seconds.

    A scheduler greets every connection with a short message about its version of Python and pickle. Without
    this check, `distributed` would wait for a silent server forever. If the server is not a scheduler,
    `distributed` would read the server's first bytes as a length, and allocate that much memory.
    """
    host, port = split_address(address)
    until = time.monotonic() + patience
    try:
        connection = socket.create_connection((host, port), patience)
    except (OSError, UnicodeError) as error:
        raise ConnectionFailed(_silence(address)) from error
    with connection:
        try:
            (length,) = _LENGTH.unpack(_received(connection, _LENGTH.size, until))
            greeting = _received(connection, length, until) if length <= _MAX_GREETING_BYTES else b""
        except (OSError, EOFError):
            greeting = b""
    if _GREETING not in greeting:
        raise ConnectionFailed(
            f"What answers at {quoted(address)} is not a Dask scheduler: "
            "give the address of `cluster scheduler`."
        )


def _received(connection: socket.socket, count: int, until: float) -> bytes:
    """Return the next `count` bytes.

    Raises:
        TimeoutError: If the bytes have not arrived by the time `until`.
        EOFError: If the connection is closed before all bytes have arrived.
    """
    found = b""
    while len(found) < count:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        part = connection.recv(count - len(found))
        if not part:
            raise EOFError
        found += part
    return found


def _silence(address: str) -> str:
    return f"No scheduler answers at {quoted(address)}: start one with `cluster scheduler ADDRESS`."


def _not_an_address(address: str) -> str:
    return f"{quoted(address)} is not a scheduler address: write one like tcp://127.0.0.1:8786."
