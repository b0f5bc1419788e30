"""Writing hands down: which ones, in which format, into a file of the user's folder or into the clipboard.

The other process writes the file; one hand alone is small enough to be put into the clipboard from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from game.archive.export import FORMATS, SUFFIXES, Format, export
from game.archive.hands import PlayedHand
from game.archive.store import EVERYTHING, HistoryFilter
from game.core import BadInput
from game.request import Refusal
from game.study import history as messages
from game.study.unusable_files import in_one
from game.texts import number, text
from game.window.dialogs.export_panel import FOLDER, ExportPanel
from game.window.frame.screen import Services
from game.window.ui import clipboard
from game.window.ui.input import Key
from game.window.ui.layout import Box
from game.window.ui.leaves import Words, named
from game.window.ui.widgets import Button, Option, Segmented, options

ONE, ALL = "one", "all"


class ExportHands(ExportPanel):
    """The question what is written how; closes when it is done, and says where it lies."""

    name: ClassVar[str] = "export"

    def __init__(
        self, app: Services, hand: PlayedHand | None, wanted: HistoryFilter | None = None, total: int = 1
    ) -> None:
        super().__init__(app, text("history.exporting.title"), text("history.exporting.write"))
        self._hand, self._wanted = hand, wanted
        scopes = []
        if hand is not None:
            scopes.append(Option(ONE, text("history.exporting.one")))
        if wanted is not None:
            scopes.append(Option(ALL, text("history.exporting.all", count=number(total))))
        chosen = scopes[0].value
        self._scope = Segmented("scope", text("history.exporting.which"), scopes, chosen, self._changed)
        formats = options("history.formats.{}", FORMATS)
        label = text("history.exporting.format")
        self._format = Segmented("format", label, formats, FORMATS[0], self._changed)
        self._copy = Button("copy-text", text("history.exporting.copy"), self.copy, style="label_b")
        self.controls.focus("format")

    @property
    def form(self) -> Format:
        """The format that is chosen."""
        return cast(Format, self._format.chosen)

    # ---- what is done ---------------------------------------------------------------------------------------
    def write(self) -> None:
        """Let the other process write the file."""
        if self.busy:
            return
        try:
            file = self._free_file("hands", SUFFIXES[self.form])
        except OSError as error:
            folder = self.app.folder / FOLDER
            self._say(text("history.exporting.no_folder", folder=folder, reason=error.strerror or error))
            return
        ids = (self._hand.id,) if self._scope.chosen == ONE and self._hand is not None else None
        request = messages.ExportHands(self.form, str(file), self._wanted or EVERYTHING, ids)
        self._ask(request, file, self._written)

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
            self._done(text("history.exporting.copied", format=text(f"history.formats.{self.form}")))
        else:
            self._say(text("replay.no_clipboard"))

    def _written(self, written: messages.WrittenHands | Refusal) -> None:
        file, self._file = self._file, None
        if isinstance(written, Refusal):
            self._say(written.sentence)
            return
        key = "done_one" if written.hands == 1 else "done_many"
        done = text(f"history.exporting.{key}", count=number(written.hands), file=file)
        said = in_one(self.app.folder, written.warnings)
        self._done(" ".join(filter(None, (done, said))))

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """The choices of hands and format, and a note on the format or the error of the last try."""
        said = self._problem or text(f"history.format_notes.{self.form}")
        words = text("history.exporting.busy") if self.busy else said
        return [
            *named(self._scope, 40, after=10),
            *named(self._format, 40, after=10),
            Words(words, "label", "bad" if self._problem and not self.busy else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        """Write, copy, close."""
        self._write.disabled = text("history.exporting.busy") if self.busy else ""
        self._copy.disabled = "" if self._scope.chosen == ONE else text("history.exporting.copies_one")
        return [self._write, self._copy, self._close]

    def key(self, event: Key) -> bool:
        """Enter writes from wherever it is not used; Ctrl+C copies."""
        if event.ctrl and event.name == "c" and not event.repeat:
            self.copy()
            return True
        return super().key(event)

    def trace(self) -> dict[str, Any]:
        """Say what is chosen and what went wrong."""
        return {"scope": self._scope.chosen, "format": self.form, "problem": self._problem}
