"""What all questions that end with a file in the user's folder have in common: asking, waiting, saying so."""

from __future__ import annotations

import time
from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from game.request import Received, Request
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.frame.requests import Requests
from game.window.ui.widgets.button import Button

if TYPE_CHECKING:
    from game.window.frame.screen import Services

A = TypeVar("A")

FOLDER = "exports"


class ExportPanel(Dialog):
    """The question what is written. Subclasses offer the choices, and write or ask the other process to."""

    def __init__(self, app: Services, title: str, write: str) -> None:
        super().__init__(app, title)
        self.entered = self.write
        self._requests = Requests(app)
        self._problem = ""
        self._file: Path | None = None
        self._write = Button("write", write, self.write, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")

    @abstractmethod
    def write(self) -> None:
        """Write what is chosen."""

    @property
    def busy(self) -> bool:
        """Whether the other process is writing."""
        return self._file is not None

    def _free_file(self, stem: str, suffix: str) -> Path:
        """Return a file among the exports that is not there yet; `OSError` if they can have no folder."""
        folder = self.app.folder / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        return free_name(folder, stem, suffix)

    def _ask(self, request: Request[A], file: Path, received: Received[A]) -> None:
        """Let the other process write a file."""
        self._file = file
        self._requests.ask(request, received)
        self._say("")

    def escape(self) -> None:
        """Close; what is still being written is not wanted any more."""
        self._requests.drop_all()
        self.app.back()

    def _done(self, sentence: str) -> None:
        """Close, and say what was written."""
        self.app.back()
        self.app.say(sentence)

    def _changed(self, value: str) -> None:
        self._say("")

    def _say(self, problem: str) -> None:
        self._problem = problem
        self.relayout()


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """Return a file that is not there yet, named by day and time; `suffix` has its dot."""
    name = time.strftime(f"{stem}-%Y-%m-%d-%H%M%S")
    file, more = folder / f"{name}{suffix}", 2
    while file.exists():
        file, more = folder / f"{name}-{more}{suffix}", more + 1
    return file
