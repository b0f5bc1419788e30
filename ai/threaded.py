"""Work that is not cut into small steps runs in a thread, and what else the worker is asked goes on meanwhile."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

BEAT_SECONDS = 0.05


class _End:
    """Nothing more comes."""


def threaded(work: Generator[T, None, None]) -> Generator[T | None, None, None]:
    """Yield what `work` yields in a thread of its own, and None whenever a moment has passed without.

    What it raises is raised here. Closing this ends the work at what it yields next; that is dropped.

    >>> [item for item in threaded(number for number in (1, 2)) if item is not None]
    [1, 2]
    """
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
