"""Runs work that is not split into small steps in a thread, so that the worker can answer other requests."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator
from typing import TypeVar

from game.files.memory_limit import check_thread

T = TypeVar("T")

BEAT_SECONDS = 0.05


class _End:
    """Marks the end of the items."""


def threaded(work: Generator[T, None, None]) -> Generator[T | None, None, None]:
    """Run `work` in a thread and yield its items, and None after every moment without one.

    Its exceptions are raised here. Closing this generator stops the work at its next item, which is dropped.

    >>> [item for item in threaded(number for number in (1, 2)) if item is not None]
    [1, 2]

    Raises:
        BadInput: If the limit of this process leaves no memory for a thread.
    """
    check_thread()
    found: queue.SimpleQueue[T | BaseException | _End] = queue.SimpleQueue()
    stopped = threading.Event()

    def run() -> None:
        try:
            for item in work:
                found.put(item)
                if stopped.is_set():
                    work.close()
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            found.put(error)
        finally:
            found.put(_End())

    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            try:
                item = found.get(timeout=BEAT_SECONDS)
            except queue.Empty:
                yield None
                continue
            if isinstance(item, _End):
                return
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()
