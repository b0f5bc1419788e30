"""The window on imported logs, for their tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from tests.features.logs.logs_for_tests import LogWorker
from tests.window.asking import Asking

BAD = "STATE:9:f:AsAh|KsKh:1|-1:ann|bob"


class Browsing(Asking):
    """The window on the logs of its folder."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.logs = LogWorker()
        super().__init__(folder, self.logs, **more)

    def drop(self, *files: Path) -> None:
        self.app.step([pygame.event.Event(pygame.DROPFILE, file=str(file)) for file in files], 0.0)

    def read(self) -> None:
        """Import what stands in the field; no time passes once it is there."""
        self.logs.silent = True
        self.key("return")
        self.logs.silent = False
        self.answer()

    def import_log(self, *files: Path) -> None:
        """Look back, then at the logs, then drop files and read them."""
        self.keys("b", "i")
        self.answer()
        self.drop(*files)
        self.read()


Open = Callable[..., Browsing]
