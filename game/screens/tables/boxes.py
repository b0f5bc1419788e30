"""What docks and side columns of the tables are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.screens.ui.canvas.painter import Colour, Painter, Rect
from game.screens.ui.layout import Box, Column, Row, Space, grow
from game.screens.ui.leaves import Control, Line, Picture, upright
from game.screens.ui.widgets import Widget
from game.screens.views import mix, sentences
from game.screens.views.mix import MixRow

PADDING = 20.0
BARS_LABEL = 74.0


def padded(*boxes: Box, side: float = PADDING, top: float = 0.0, bottom: float = 0.0) -> Box:
    """Return boxes below each other with a padding at both sides, above and below."""
    column = Column(Space(top), *boxes, Space(bottom))
    return Row(Space(side), column.sized(grow()), Space(side)).sized(grow())


def beside(*parts: Box, gap: float, top: float, bottom: float | None = None) -> Box:
    """Return the parts of a band: side by side, of equal width."""
    row = Row(*(part.sized(grow()) for part in parts), gap=gap).sized(grow())
    return padded(row, top=top, bottom=top if bottom is None else bottom)


def thirds(*parts: Box, side: float, gap: float) -> Box:
    """Return the parts of a band at its upper edge: side by side, a gap behind each of them."""
    return Row(
        Space(side), *(Row(part.sized(grow()), Space(gap)).sized(grow()) for part in parts), Space(side)
    )


def title(words: str, *, height: float, middle: float) -> Box:
    """Return the title of a column: its middle so far below the upper edge."""
    return Column(Space(2 * middle - height), Line(words, "h2", height=2 * (height - middle)))


def caps(words: str, *, above: float, below: float) -> Box:
    """Return a heading in spaced capitals, with so much from its middle to what stands above and below."""
    low = min(above, below)
    line = Line(words, "caps", "faint", height=2 * low)
    return Column(Space(above - low), line, Space(below - low))


def said(words: tuple[str, str], style: str = "h2") -> Picture:
    """Return a headline and a note in the middle of what is left of a action bar."""
    headline, note = words
    return Picture(partial(sentences.draw, said=headline, note=note, style=style)).sized(grow())


def stacked(*controls: tuple[Widget, float]) -> Box:
    """Return controls of so many dp of height each, in the middle of the height of an action bar."""
    boxes = (Control(widget, height) for widget, height in controls)
    return upright(Column(*boxes, gap=8))


def bars(
    rows: Sequence[MixRow],
    *,
    pitch: float,
    label: float = BARS_LABEL,
    most_share: float = 1.0,
) -> Picture:
    """Return a bar an action, `pitch` dp each; labels have `label` dp, or a share of the width at most."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        room = min(label, w * most_share)
        mix.draw_rows(painter, x, y + pitch / 2, w, rows, label_width=room, pitch=pitch)

    return Picture(draw, pitch * len(rows))


def mark(colour: Colour, *, inset: float) -> Picture:
    """Return the upright stroke before a result."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.rect((x, y + inset, w, h - 2 * inset), colour, w / 2)

    return Picture(draw)


def upright_rule(*, inset: float) -> Picture:
    """Return a line from the top down, between two parts that stand side by side."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.line(x + w / 2, y + inset, x + w / 2, y + h - inset)

    return Picture(draw)
