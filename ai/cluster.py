"""A Dask cluster as an executor: the workers of a scheduler do the parts of long computations.

`distributed` is an optional extra. The workers import this program, so each needs its folder on the Python path and
the same agents; one thread each is enough. If a worker dies, its parts are done again. Every part has its own seed,
so the result is the same.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from game.core import BadInput, ConnectionFailed
from game.quoting import quoted

PATIENCE_SECONDS = 10.0
"""How long a scheduler, and then its first worker, is waited for."""
VERSION = "2026.8.0"


@contextmanager
def connected(address: str, patience: float = PATIENCE_SECONDS) -> Iterator[Executor]:
    """Lend the executor of the cluster whose scheduler is at `address`, like tcp://127.0.0.1:8786.

    `BadInput` where `distributed` is missing or the address is none; `ConnectionFailed` where nobody answers or
    works there, or where the scheduler is lost on the way.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError as missing:
        raise BadInput(
            f"--cluster needs the package distributed: pip install distributed=={VERSION}."
        ) from missing
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except OSError as error:
        raise ConnectionFailed(
            f"No scheduler answers at {address}: start one with `dask scheduler`."
        ) from error
    except (ValueError, TypeError) as error:
        raise BadInput(
            f"{quoted(address)} is not a scheduler address: write one like tcp://127.0.0.1:8786."
        ) from error
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
