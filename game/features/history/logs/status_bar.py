"""The bar below the list while a log is imported in the background: its name, its progress, and a cancel button.

If the import failed, the bar says why.
"""

from __future__ import annotations

from functools import partial

from game.texts import text
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Bar, Edged, Fitted, Line, Picture, indented, upright
from game.window.ui.widgets import Act, Button

HEIGHT = 62.0
PADDING, GAP = 16.0, 16.0
BUTTON = 40.0
LINE = 20.0
MOST_LINES = 2


class ImportStatusBar:
    """The foot. `look` opens the panel of imports, which says all of why a log could not be read."""

    def __init__(self, app: Services, look: Act) -> None:
        self._app = app
        self._cancel = Button(
            "cancel-import", text("logs.importing.cancel"), self._take_back, style="label_b"
        )
        self._look = Button("look-at-import", text("logs.importing.look"), look, style="label_b")

    def box(self) -> Box:
        """Return what there is to say with the bar below it, and the button that takes back or looks beside it."""
        imports = self._app.imports
        button = self._cancel if imports.at_work is not None else self._look
        band = Row(self._said().sized(grow()), Space(GAP), upright(Fitted(button, BUTTON))).sized(
            fixed(HEIGHT)
        )
        return indented(Edged(band), PADDING).when(imports.at_work is not None or imports.failed is not None)

    def _said(self) -> Box:
        work, failed = self._app.imports.at_work, self._app.imports.failed
        if work is not None:
            title = Line(f"{work.title}.", "label_b", height=18).sized(natural(most_share=1))
            how_far = Line(work.how_far, "label", "dim", height=18).sized(grow())
            return Column(Space(13), Row(title, Space(8), how_far), Space(9), Bar(work.share, height=6))
        if failed is None:
            return Box()
        said = text("logs.importing.failed", title=failed.importing.title, sentence=failed.sentence)
        return Picture(partial(_draw_lines, said=said))

    def _take_back(self) -> None:
        self._app.imports.cancel()
        self._app.say(text("logs.importing.cancelled"))


def _draw_lines(painter: Painter, rect: Rect, said: str) -> None:
    """Write a sentence in the middle of the height, in two lines at most."""
    x, y, width, height = rect
    lines = painter.wrap(said, width, "label")
    if len(lines) > MOST_LINES:
        lines = (*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :]))
    for place, line in enumerate(lines):
        row = y + height / 2 + (place + 0.5 - len(lines) / 2) * LINE
        painter.text(line, x, row, "label", "bad", fit=width)
