"""Writing a page of the lab or the arena down: as a picture of twice its size, or what it shows as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pygame

from game.request import Refusal, Request
from game.screens.dialogs.export_panel import FOLDER, ExportPanel
from game.screens.ui.canvas.painter import Look, Painter
from game.screens.ui.layout.box import Box
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Words
from game.screens.ui.texts import text
from game.screens.ui.theme import scale_for
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Segmented, options

if TYPE_CHECKING:
    from game.screens.frame.screen import Screen, Services

PICTURE, SERIES, FIELD, VALUES_CSV = "picture", "series", "field", "values"
CROSS_TABLE, HANDS_CSV, DECISION_CSV, DECISION_JSON = "cross_table", "hands", "decision", "json"
BOARDS_CSV = "boards"
ENLARGED = 2
STRIP, MARGIN = 28.0, 16.0  # where the stamp stands, over the keys: a picture has none


class EnlargedPainter(Painter):
    """A painter that draws everything as the window has it, at twice its pixels."""

    def __init__(self, surface: pygame.Surface, look: Look | None = None) -> None:
        super().__init__(surface, look)
        width, height = (side // ENLARGED for side in surface.get_size())
        self.u = ENLARGED * scale_for(width, height, self.look.text_scale)
        self.W, self.H = surface.get_width() / self.u, surface.get_height() / self.u


@dataclass(frozen=True, slots=True)
class Exported:
    """What is written down: a page, and in words which runs and moment it shows.

    `kinds` can be written; `numbers` makes the request for one of them that is no picture, from the kind and the
    file. Files are named by `room`.
    """

    page: Screen
    stamp: str
    kinds: Sequence[str]
    numbers: Callable[[str, str], Request[str]]
    room: str = "lab"


class ExportLab(ExportPanel):
    """The question what is written; closes when it is done, and says where it lies."""

    name: ClassVar[str] = "export_lab"

    def __init__(self, app: Services, exported: Exported) -> None:
        super().__init__(app, text("lab.export.title"), text("lab.export.write"))
        self._exported = exported
        choices = options("lab.export.{}", exported.kinds)
        self._what = Segmented("what", text("lab.export.what"), choices, PICTURE, self._changed)
        self.controls.focus("what")

    # ---- what is done ---------------------------------------------------------------------------------------
    def write(self) -> None:
        """Write the file: the picture at once, numbers by the other process."""
        if self.busy:
            return
        what = self._what.chosen
        try:
            file = self._free_file(f"{self._exported.room}-{what}", _suffix(what))
            if what == PICTURE:
                pygame.image.save(picture(self._exported), file)
                self._done(text("lab.export.done", file=file))
                return
        except (OSError, pygame.error) as error:
            self._say(text("lab.export.failed", folder=self.app.folder / FOLDER, reason=error))
            return
        self._ask(self._exported.numbers(what, str(file)), file, self._written)

    def _written(self, written: str | Refusal) -> None:
        file, self._file = self._file, None
        if isinstance(written, Refusal):
            self._say(written.sentence)
        else:
            self._done(text("lab.export.done", file=file))

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """What is written, what it holds; what went wrong."""
        note = text("lab.export.busy") if self.busy else text(f"lab.export.notes.{self._what.chosen}")
        wrong = bool(self._problem) and not self.busy
        return [
            Words(self._what.label, "small", "dim", 2),
            Control(self._what, 40, after=10),
            Words(self._problem if wrong else note, "label", "bad" if wrong else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        """Write, close."""
        self._write.disabled = text("lab.export.busy") if self.busy else ""
        return [self._write, self._close]

    def trace(self) -> dict[str, Any]:
        """Say what is chosen and what went wrong."""
        return {"what": self._what.chosen, "problem": self._problem}


def _suffix(what: str) -> str:
    return {PICTURE: ".png", DECISION_JSON: ".json"}.get(what, ".csv")


def picture(exported: Exported) -> pygame.Surface:
    """Return a page as it stands, drawn at twice the size of the window, with its stamp in the corner."""
    page = exported.page
    width, height = page.app.painter.s.get_size()
    surface = pygame.Surface((ENLARGED * width, ENLARGED * height)).convert()
    painter = EnlargedPainter(surface, page.app.painter.look)
    page.draw(painter)
    page.dirty = True
    painter.rect((0, painter.H - STRIP, painter.W, STRIP), "panel", 0)
    painter.text(
        exported.stamp, painter.W - MARGIN, painter.H - STRIP / 2, "small", al="r", fit=painter.W - 2 * MARGIN
    )
    return surface
