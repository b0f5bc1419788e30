"""Writing hands down: which ones, in which format, into a file of the user's folder or into the clipboard.

The other process writes the file; one hand alone is small enough to be put into the clipboard from here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from game.archive.export import FORMATS, SUFFIXES, Format, export
from game.archive.hands import PlayedHand
from game.archive.requests import Written
from game.archive.store import HistoryFilter
from game.core import BadInput
from game.screens import clipboard
from game.screens.input import ENTER, Key
from game.screens.look_back.panel import Panel
from game.screens.tables.requests import Requests
from game.screens.texts import number, text
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.flow import Control, Part, Words
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

FOLDER = "exports"
ONE, ALL = "one", "all"


class ExportHands(Panel):
    """The question what is written how; closes when it is done, and says where it lies."""

    name: ClassVar[str] = "export"

    def __init__(
        self, app: App, hand: PlayedHand | None, wanted: HistoryFilter | None = None, total: int = 1
    ) -> None:
        super().__init__(app, text("look_back.exporting.title"))
        self._hand, self._wanted = hand, wanted
        self._requests = Requests(app)
        self._problem = ""
        self._file: Path | None = None
        options = []
        if hand is not None:
            options.append(Option(ONE, text("look_back.exporting.one")))
        if wanted is not None:
            options.append(Option(ALL, text("look_back.exporting.all", count=number(total))))
        chosen = options[0].value
        self._scope = Segmented("scope", text("look_back.exporting.which"), options, chosen, self._changed)
        formats = [Option(form, text(f"look_back.formats.{form}")) for form in FORMATS]
        label = text("look_back.exporting.format")
        self._format = Segmented("format", label, formats, FORMATS[0], self._changed)
        self._write = Button("write", text("look_back.exporting.write"), self.write, kind="primary")
        self._copy = Button("copy-text", text("look_back.exporting.copy"), self.copy, style="label_b")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("format")

    @property
    def form(self) -> Format:
        """The format that is chosen."""
        return cast(Format, self._format.chosen)

    # ---- what is done ---------------------------------------------------------------------------------------
    def write(self) -> None:
        """Let the other process write the file."""
        if self._file is not None:
            return
        folder = self.app.folder / FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._say(text("look_back.exporting.no_folder", folder=folder, reason=error.strerror or error))
            return
        self._file = _free_name(folder, SUFFIXES[self.form])
        payload: dict[str, Any] = {"format": self.form, "file": str(self._file)}
        if self._scope.chosen == ONE and self._hand is not None:
            payload["ids"] = [self._hand.id]
        else:
            payload["filter"] = self._wanted
        self._requests.ask("export", payload, self._written)
        self._say("")

    def copy(self) -> None:
        """Put the text of the one hand into the clipboard."""
        if self._hand is None or self._scope.chosen != ONE:
            return
        try:
            written = export([self._hand], self.form)
        except BadInput as error:
            self._say(str(error))
            return
        if clipboard.put(written):
            self.app.back()
            self.app.say(text("look_back.exporting.copied", format=text(f"look_back.formats.{self.form}")))
        else:
            self._say(text("replay.no_clipboard"))

    def escape(self) -> None:
        """Close; what is still being written is not wanted any more."""
        self._requests.drop_all()
        self.app.back()

    def receive(self, answer: Answer) -> None:
        """Hear that the file is written, or why not."""
        self._requests.take(answer)

    def _written(self, written: Written | None, sentence: str) -> None:
        file, self._file = self._file, None
        if written is None or file is None:
            self._say(sentence)
            return
        self.app.back()
        key = "done_one" if written.hands == 1 else "done_many"
        done = text(f"look_back.exporting.{key}", count=number(written.hands), file=file)
        self.app.say(" ".join((done, *written.warnings)))

    def _changed(self, value: str) -> None:
        self._say("")

    def _say(self, sentence: str) -> None:
        self._problem = sentence
        self.relayout()

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Part]:
        """Which hands, which format, what it is good for; what went wrong."""
        busy = self._file is not None
        said = self._problem or text(f"look_back.format_notes.{self.form}")
        words = text("look_back.exporting.busy") if busy else said
        return [
            Words(self._scope.label, "small", "dim", 2),
            Control(self._scope, 40, 10),
            Words(self._format.label, "small", "dim", 2),
            Control(self._format, 40, 10),
            Words(words, "label", "bad" if self._problem and not busy else "dim", 6),
        ]

    def inputs(self) -> list[Widget]:
        """The two choices."""
        return [self._scope, self._format]

    def buttons(self) -> list[Button]:
        """Write, copy, close."""
        self._write.disabled = text("look_back.exporting.busy") if self._file is not None else ""
        self._copy.disabled = "" if self._scope.chosen == ONE else text("look_back.exporting.copies_one")
        return [self._write, self._copy, self._close]

    def key(self, event: Key) -> bool:
        """Enter writes from wherever it is not used; Ctrl+C copies."""
        if event.repeat:
            return False
        if event.ctrl and event.name == "c":
            self.copy()
            return True
        if event.name in ENTER:
            self.write()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what is chosen and what went wrong."""
        return {"scope": self._scope.chosen, "format": self.form, "problem": self._problem}


def _free_name(folder: Path, suffix: str) -> Path:
    """Return a file that is not there yet, named by day and time."""
    name = time.strftime("hands-%Y-%m-%d-%H%M%S")
    file, number_ = folder / f"{name}{suffix}", 2
    while file.exists():
        file, number_ = folder / f"{name}-{number_}{suffix}", number_ + 1
    return file
