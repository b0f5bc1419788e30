"""Work of the other process that goes on whatever screen is shown: training, leagues, board reports."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.study.services import Asking

LAST_SAVE_SECONDS = 1.0  # how long the end of the program waits for what is being kept
NAP_SECONDS = 0.005


class BackgroundWork(Protocol):
    """Work that goes on by itself."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be kept, or to go, before the program ends."""
        ...

    def pause(self) -> None:
        """Stop working; what is done is kept."""


class Background:
    """All such work of the window."""

    def __init__(self, app: Asking, works: Sequence[BackgroundWork]) -> None:
        self._app = app
        self._works = tuple(works)

    def close(self) -> None:
        """Let everybody stop, and give them a moment to keep what is done: then the program ends."""
        for work in self._works:
            work.pause()
        end = time.monotonic() + LAST_SAVE_SECONDS
        while any(work.busy for work in self._works) and time.monotonic() < end:
            self._app.worker.poll()
            time.sleep(NAP_SECONDS)
