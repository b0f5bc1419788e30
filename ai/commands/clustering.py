"""The command `cluster`: run the scheduler or workers of a Dask cluster with this program importable.

The command runs Dask's servers. It makes Parlour importable from any folder, compiles the kernels before a
worker takes work, and turns off the dashboard. A cluster runs any code that it receives, so it must be in a trusted
network.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from ai import kernel_cache
from ai.cluster import check_installed, dask_setup, shorten_tracebacks, split_address
from ai.commands.executors import MAX_WORKERS
from ai.commands.options import DONE, Subcommands, whole_number
from ai.commands.output import show_progress
from ai.kernel_cache import KernelSet
from ai.preparation import by_another_process
from game.borders import say
from game.core import ConnectionFailed

WAIT_SECONDS, RETRY_SECONDS = 10.0, 0.2
"""The seconds in which a scheduler must answer, and the seconds between two attempts to connect."""
PATIENCE_SECONDS, CLOSE_SECONDS = 30.0, 10.0
"""The maximum seconds for a worker to start or to find its lost scheduler again, and for a worker to end."""
PROGRAM = Path(__file__).parents[__name__.count(".")]
"""The folder from which this program is imported."""


def add(words: Subcommands) -> None:
    """Add the command `cluster`."""
    parser = words.add_group("cluster")
    roles = Subcommands(parser, "ROLE")
    scheduler = roles.add("scheduler", run_scheduler)
    scheduler.add_argument("address")
    worker = roles.add("worker", run_worker)
    worker.add_argument("address")
    worker.add_argument("--workers", type=whole_number(1, MAX_WORKERS), default=1)
    worker.add_argument("--unprepared", action="store_true")


def run_scheduler(options: argparse.Namespace) -> int:
    """Run the scheduler until Ctrl-C.

    Raises:
        BadInput: If `distributed` is not installed, or the address is not valid.
        ConnectionFailed: If the scheduler cannot listen on the address.
    """
    host, port = split_address(options.address)
    _allow_open_files()
    _run(
        "scheduler",
        options.address,
        lambda dask: [dask.Scheduler(host=host, port=port, **_no_dashboard(host))],
    )
    return DONE


def run_worker(options: argparse.Namespace) -> int:
    """Prepare the kernels and run workers until Ctrl-C.

    Raises:
        BadInput: If `distributed` is not installed, or the address is not valid.
        ConnectionFailed: If no scheduler answers, no worker can be started, or the scheduler ends.
    """
    host, port = split_address(options.address)
    check_installed()
    if not options.unprepared and not kernel_cache.is_prepared():
        say("Preparing the kernels. Only the first time.")
        for report in by_another_process(KernelSet.PLAY, len(kernel_cache.met_needs())):
            show_progress(report)
    own = own_address(host, port)
    settings = {
        "host": own,
        "nthreads": 1,
        "death_timeout": PATIENCE_SECONDS,
        "preload": [dask_setup.__module__],
        **_no_dashboard(own),
    }
    try:
        _run(
            "worker",
            options.address,
            lambda dask: [dask.Nanny(f"tcp://{host}:{port}", **settings) for _ in range(options.workers)],
        )
    except ConnectionFailed:
        with suppress(OSError), socket.create_connection((host, port), WAIT_SECONDS):
            raise
    raise ConnectionFailed(f"The scheduler at {options.address} has ended, and the workers with it.")


def own_address(host: str, port: int) -> str:
    """Return the address of this computer as the scheduler at `host` and `port` sees it.

    If the scheduler is still starting, wait for it.

    Raises:
        ConnectionFailed: If no scheduler answers.
    """
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            with socket.create_connection((host, port), WAIT_SECONDS) as line:
                return str(line.getsockname()[0])
        except (OSError, UnicodeError) as error:
            if time.monotonic() > until:
                reason = getattr(error, "strerror", None) or error
                raise ConnectionFailed(f"No scheduler answers at {host}:{port}: {reason}.") from error
        time.sleep(RETRY_SECONDS)


def _no_dashboard(host: str) -> dict[str, Any]:
    """Return the settings that turn off Dask's dashboard, which every computer in the network could open."""
    return {"dashboard": False, "dashboard_address": f"{host}:0"}


def _allow_open_files() -> None:
    """Allow this process more open files, because a scheduler has several connections to each worker."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems allow fewer than their own limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, most // 2), most))


def _run(role: str, address: str, make_servers: Callable[[Any], list[Any]]) -> None:
    """Run servers of Dask until the servers end or the user presses Ctrl-C.

    The processes of the servers find this program by `PYTHONPATH`.

    The servers run in a thread that blocks Ctrl-C (except on Windows). Processes that this thread starts block
    Ctrl-C, too, so that each is ended only by its server.

    Raises:
        ConnectionFailed: If the servers cannot be started.
    """
    check_installed()
    path = [str(PROGRAM), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    if str(PROGRAM) not in sys.path:
        sys.path.insert(0, str(PROGRAM))
    distributed: Any = importlib.import_module("distributed")
    shorten_tracebacks()
    loop = asyncio.SelectorEventLoop()  # Tornado needs this one on Windows
    servers: list[Any] = []

    def run_loop() -> None:
        if sys.platform != "win32":
            resource_tracker.ensure_running()  # starting it later would unblock Ctrl-C again
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        loop.run_forever()

    async def start() -> None:
        servers.extend(make_servers(distributed))
        await asyncio.gather(*servers)

    async def finish() -> None:
        await asyncio.gather(*(server.finished() for server in servers))

    async def close() -> None:
        reason = "the command ended"
        await asyncio.gather(*(server.close(reason=reason) for server in servers), return_exceptions=True)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    threading.Thread(target=run_loop, daemon=True).start()
    try:
        asyncio.run_coroutine_threadsafe(start(), loop).result()
        asyncio.run_coroutine_threadsafe(finish(), loop).result()
    except (OSError, RuntimeError, AssertionError) as error:  # Dask fails so if its scheduler is lost
        reason = getattr(error.__cause__ or error, "strerror", None) or "it did not start"
        raise ConnectionFailed(f"The {role} cannot run at {address}: {reason}.") from error
    finally:
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(close(), loop).result(CLOSE_SECONDS)
