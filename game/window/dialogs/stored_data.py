"""Dialogs that export and delete stored data.

The worker first deletes the files of the lab, then the files of the history. After this, the window deletes the
records and stops the import from the watched folder. If a deletion by the worker fails, later steps are skipped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

import pygame

from game.files import user_files
from game.request import Received, Refusal, Request
from game.study.history import EraseHistory
from game.study.lab import ForgetLabRuns
from game.texts import text
from game.window.dialogs.dialog import Dialog, nothing
from game.window.frame.requests import Requests
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.box import Box
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.words import Caps, Hints, Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Segmented, options
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.page import Page
    from game.window.frame.screen import Services


class DeleteData(Dialog):
    """The dialog that asks whether to delete the data.

    The argument `deleted` is called after the deletion of all data.
    """

    name: ClassVar[str] = "delete_data"

    def __init__(self, app: Services, deleted: Act = nothing) -> None:
        super().__init__(app, text("history.deleting.title"))
        self._requests = Requests(app)
        self._deleted = deleted
        self._busy = False
        self.problem = ""
        self._keep = Button("keep", text("history.deleting.keep"), self.escape, style="label_b")
        label = text("history.deleting.delete")
        self._delete = Button("delete-now", label, self.delete, kind="danger", style="label_b")
        self.controls.focus("keep")

    def delete(self) -> None:
        """Let the worker delete the data of the lab, and then the history and the records."""
        if not self._busy:
            self._busy, self.problem = True, ""
            self._requests.ask(ForgetLabRuns(spare=self.app.saves.list_seated()), self._take_forgetting)
            self.relayout()

    def escape(self) -> None:
        if not self._busy:
            self.app.back()

    def _take_forgetting(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._show_refusal(answer)
        else:
            self._requests.ask(EraseHistory(), self._take_erasure)

    def _show_refusal(self, refusal: Refusal) -> None:
        self._busy, self.problem = False, refusal.sentence
        self.relayout()

    def _take_erasure(self, count: int | Refusal) -> None:
        if isinstance(count, Refusal):
            self._show_refusal(count)
            return
        self._busy, self.problem = False, ""
        self.app.saves.forget_records()
        self.app.archive.forget_waiting()
        self.app.models.hand_imports.is_unseen = False
        self.app.change(watched_folder="")  # the import of that folder would restore the hands
        self.app.back()
        self._deleted()
        self.app.say(text("history.deleting.done"))

    # ---- content --------------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the list of data that are deleted, the list of data that are kept, and any problem."""
        parts: list[Box] = [
            Caps(text("history.deleting.goes_caps"), "brass"),
            Words(text("history.deleting.goes"), "body", "text", 10),
            Caps(text("history.deleting.stays_caps"), "brass"),
            Words(text("history.deleting.stays"), "body", "dim", 10),
        ]
        if self.problem:
            parts.append(Words(self.problem, "label", "bad"))
        return parts

    def buttons(self) -> list[Button]:
        self._delete.disabled = text("history.deleting.busy") if self._busy else ""
        return [self._keep, self._delete]


A = TypeVar("A")

FOLDER = "exports"


class ExportPanel(Dialog):
    """The base class of dialogs that ask what to export.

    Subclasses offer the choices, and write the file or let the worker write it.
    """

    def __init__(self, app: Services, title: str, write: str) -> None:
        super().__init__(app, title)
        self._requests = Requests(app)
        self.problem = ""
        self._file: Path | None = None
        self._write = Button("write", write, self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")

    @property
    def busy(self) -> bool:
        return self._file is not None

    def _free_file(self, stem: str, suffix: str) -> Path:
        """Return an unused path in the export folder.

        Raises:
            OSError: If the folder can't be created.
        """
        folder = self.app.folder / FOLDER
        user_files.make_folder(folder)
        return free_name(folder, stem, suffix)

    def _ask(self, request: Request[A], file: Path, received: Received[A]) -> None:
        """Let the worker write a file."""
        self._file = file
        self._requests.ask(request, received)
        self._say("")

    def escape(self) -> None:
        self._requests.drop_all()
        self.app.back()

    def _done(self, sentence: str) -> None:
        self.app.back()
        self.app.say(sentence)

    def _clear_problem(self, value: str) -> None:
        self._say("")

    def _say(self, problem: str) -> None:
        self.problem = problem
        self.relayout()


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """Return an unused path, named by date and time. `suffix` includes its dot."""
    name = time.strftime(f"{stem}-%Y-%m-%d-%H%M%S")
    file, more = folder / f"{name}{suffix}", 2
    while file.exists():
        file, more = folder / f"{name}-{more}{suffix}", more + 1
    return file


PICTURE, SERIES, FIELD, VALUES_CSV = "picture", "series", "field", "values"
CROSS_TABLE, HANDS_CSV, DECISION_CSV, DECISION_JSON = "cross_table", "hands", "decision", "json"
BOARDS_CSV, KINDS_CSV, RANGES_TEXT = "boards", "hand_kinds", "ranges"
SUFFIXES = {PICTURE: ".png", DECISION_JSON: ".json", RANGES_TEXT: ".txt"}  # others are .csv
ENLARGED = 2
STRIP, MARGIN = 28.0, 16.0  # dp of the stamp, which is at least high enough to cover the line of keys
MAX_PIXELS = 40_000_000
"""The maximum number of pixels in a picture, unless the window alone has more. A longer page is cut."""
MAX_LAYOUTS = 6


@dataclass(frozen=True, slots=True)
class Exported:
    """The content of an export: a page, and a caption with the runs and the iteration that the page shows.

    `kinds` are the formats. For a format that is not a picture, the function `numbers` takes the format and the
    path of the file, and returns the request that writes the file. File names start with `room`.
    """

    page: Page
    stamp: str
    kinds: Sequence[str]
    numbers: Callable[[str, str], Request[str]]
    room: str = "lab"


class ExportLab(ExportPanel):
    """The dialog that asks what to export from a page.

    After the export, the dialog closes, and a notice shows the name of the file.
    """

    name: ClassVar[str] = "export_lab"

    def __init__(self, app: Services, exported: Exported) -> None:
        super().__init__(app, text("lab.export.title"), text("lab.export.write"))
        self._exported = exported
        choices = options("lab.export.{}", exported.kinds)
        self._what = Segmented("what", text("lab.export.what"), choices, PICTURE, self._clear_problem)
        self.controls.focus("what")

    # ---- actions --------------------------------------------------------------------------------------------
    @Dialog.submit.override
    def submit(self) -> None:
        """Write the file. A picture is written at once, and numbers are written by the worker."""
        if self.busy:
            return
        what = self._what.chosen
        try:
            file = self._free_file(f"{self._exported.room}-{what}", SUFFIXES.get(what, ".csv"))
            if what == PICTURE:
                pygame.image.save(picture(self._exported), file)
                self._done(text("lab.export.done", file=file))
                return
        except (OSError, pygame.error) as error:
            self._say(text("lab.export.failed", folder=self.app.folder / FOLDER, reason=error))
            return
        self._ask(self._exported.numbers(what, str(file)), file, self._take_file)

    def _take_file(self, written: str | Refusal) -> None:
        file, self._file = self._file, None
        if isinstance(written, Refusal):
            self._say(written.sentence)
        else:
            self._done(text("lab.export.done", file=file))

    # ---- content --------------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the choice of formats, and a note on the chosen format or on the problem."""
        note = text("lab.export.busy") if self.busy else text(f"lab.export.notes.{self._what.chosen}")
        wrong = bool(self.problem) and not self.busy
        return [
            Words(self._what.label, "small", "dim", 2),
            Control(self._what, 40, after=10),
            Words(self.problem if wrong else note, "label", "bad" if wrong else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        self._write.disabled = text("lab.export.busy") if self.busy else ""
        return [self._write, self._close]


def picture(exported: Exported) -> pygame.Surface:
    """Return a picture of the whole page at twice the size of the window, with a caption in the corner.

    If the page scrolls, it is laid out at its full height for the picture.
    """
    page, window = exported.page, exported.page.app.painter
    size, offset = (page.width, page.height), page.scroll.offset
    pixels = window.s.get_width() * ENLARGED**2
    try:
        height = _lay_out_whole(page, max(page.height, MAX_PIXELS / pixels / window.u))
        *_, last = page.root.walk()
        if height > size[1] and not isinstance(last, Hints):
            height += STRIP
        high = window.s.get_height() if height == size[1] else math.ceil(height * window.u)
        surface = pygame.Surface((ENLARGED * window.s.get_width(), ENLARGED * high)).convert()
        painter = window.painter_on(surface, enlarged=ENLARGED)
        page.draw(painter)
    finally:
        page.scroll.offset = offset
        page.layout(*size)
        page.relayout()
    _draw_stamp(painter, exported.stamp, last)
    return surface


def _draw_stamp(painter: Painter, stamp: str, last: Box) -> None:
    """Draw the caption `stamp` at the bottom.

    If the last box of the page (`last`) has the key hints, the caption covers these hints.
    """
    strip = max(STRIP, painter.H - last.rect[1]) if isinstance(last, Hints) else STRIP
    painter.rect((0, painter.H - strip, painter.W, strip), "panel", 0)
    painter.text(
        stamp, painter.W - MARGIN, painter.H - strip / 2, "small", al="r", fit=painter.W - 2 * MARGIN
    )


def _lay_out_whole(page: Page, most: float) -> float:
    """Lay out a page at its full height, but at most `most` dp high. Return the height in dp."""
    least = height = page.height
    for _ in range(MAX_LAYOUTS):  # margins and charts may depend on the height
        page.layout(page.width, height)
        wanted = min(most, max(least, page.whole_height))
        if abs(wanted - height) < 1.0 / ENLARGED and not page.scroll.longest:
            break
        height = wanted
    else:
        page.layout(page.width, height)
    return height
