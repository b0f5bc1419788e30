"""A Dask cluster as an executor: the workers of a scheduler run the parts of long computations.

`distributed` is an optional extra. The workers import this program, so each needs its folder on the Python path and
the same agents. One thread each is enough. If a worker dies, its parts are done again. Every part has its own seed,
so the result is the same.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from game.core import BadInput, ConnectionFailed
from game.files.memory_limit import MIN_BYTES, THREAD_BYTES, check_memory
from game.quoting import quoted

PATIENCE_SECONDS = 10.0
"""The maximum wait for a scheduler, and then for its first worker."""
GREETING_SECONDS = 4.0
"""The longest wait for the first bytes of a scheduler, which sends them at once."""
MAX_THREADS = 4
"""The threads that `distributed` starts in this process."""
VERSION = "2026.8.0"

_LENGTH = struct.Struct("<Q")
_GREETING = b"pickle-protocol"
_MAX_GREETING_BYTES = 1 << 16


@contextmanager
def connected(address: str, patience: float = PATIENCE_SECONDS) -> Iterator[Executor]:
    """Lend the executor of the cluster whose scheduler is at `address`, like tcp://127.0.0.1:8786.

    Raises:
        BadInput: `distributed` is missing, its threads lack memory, or `address` is not an address.
        ConnectionFailed: No scheduler answers, it has no workers, or it is lost while it works.
    """
    if not _is_installed():
        raise BadInput(f"--cluster needs the package distributed: pip install distributed=={VERSION}.")
    check_memory("A cluster", MIN_BYTES + MAX_THREADS * THREAD_BYTES)
    began = time.monotonic()
    _check_greeting(address, min(patience, GREETING_SECONDS))
    distributed = importlib.import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        left = max(patience / 2, patience - (time.monotonic() - began))
        client = distributed.Client(address, timeout=left, set_as_default=False)
    except OSError as error:
        raise ConnectionFailed(_silence(address)) from error
    except (ValueError, TypeError) as error:
        raise BadInput(_not_an_address(address)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError as error:
            raise ConnectionFailed(
                f"The scheduler at {address} has no workers: start one with `dask worker {address}`."
            ) from error
        try:
            yield client.get_executor(pure=False)
        except (CancelledError, OSError, distributed.KilledWorker) as error:
            raise ConnectionFailed(f"The cluster at {address} was lost while it worked.") from error


def _is_installed() -> bool:
    try:
        return importlib.util.find_spec("distributed") is not None
    except ValueError:  # it was made unavailable
        return False


def _check_greeting(address: str, patience: float) -> None:
    """Check that a scheduler answers at a TCP address. Other addresses are left to `distributed`.

    A scheduler greets every connection with a short message that says its version of Python and pickle. Without
    this check `distributed` would wait for a silent server without end, and would take the first bytes of another
    server for a length and allocate so much memory.
    """
    scheme, _, place = address.rpartition("://")
    if scheme not in ("", "tcp"):
        return
    host, _, port = place.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or len(port) > 5 or int(port) >= 1 << 16:
        raise BadInput(_not_an_address(address))
    until = time.monotonic() + patience
    try:
        connection = socket.create_connection((host.strip("[]"), int(port)), patience)
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
            "give the address that `dask scheduler` shows."
        )


def _received(connection: socket.socket, count: int, until: float) -> bytes:
    """Return the next `count` bytes.

    Raises:
        TimeoutError: They are not there at the time `until`.
        EOFError: The connection ends before.
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
    return f"No scheduler answers at {quoted(address)}: start one with `dask scheduler`."


def _not_an_address(address: str) -> str:
    return f"{quoted(address)} is not a scheduler address: write one like tcp://127.0.0.1:8786."
