"""The figures of poker players: yours beside those of everybody you played."""

from __future__ import annotations

from game.archive.poker_counts import FIGURES, PokerCounts, Share
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Rect, Space
from game.screens.ui.layout.box import Leaf
from game.screens.ui.leaves import Caps, Words
from game.screens.ui.texts import number, text

ROW, HEAD = 26.0, 22.0
COLUMN = 118.0


class FigureRow(Leaf):
    """A name, and the figures of both in columns at the right end."""

    def __init__(self, name: str, figures: tuple[str, str], *, head: bool = False) -> None:
        super().__init__(HEAD if head else ROW)
        self._name, self._figures, self._head = name, figures, head

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write all three."""
        x, y, width, height = rect
        middle, column = y + height / 2, min(COLUMN, width / 3.4)
        style, ink = ("small", "faint") if self._head else ("label_b", "text")
        painter.text(self._name, x, middle, "label", "dim", fit=width - 2 * column - 8)
        for place, figure in enumerate(self._figures):
            end = x + width - (1 - place) * column
            painter.text(figure, end, middle, style, ink, al="r", fit=column - 8)


def poker_section(own: PokerCounts, others: PokerCounts) -> Box:
    """Return a row for each figure: a share, and of how many chances."""
    heads = text("statistics.poker.you"), text("statistics.poker.others")
    rows = [
        FigureRow(
            text(f"statistics.poker.{name}"), (_written(getattr(own, name)), _written(getattr(others, name)))
        )
        for name in FIGURES
    ]
    note = Column(Space(6), Words(text("statistics.poker.note"), "small", "dim", 4))
    return Column(Caps(text("statistics.poker.caps")), FigureRow("", heads, head=True), *rows, note)


def _written(share: Share) -> str:
    if share.part is None:
        return text("statistics.poker.never")
    return text("statistics.poker.share", percent=number(100 * share.part), chances=number(share.chances))
