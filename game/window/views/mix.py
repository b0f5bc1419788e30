"""A mix: what a strategy does with which share, as bars that differ by pattern; and the die that chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.ui.leaves import Picture

LINE = 34.0  # dp from row to row where the label stands beside its bar
STACKED = 46.0  # dp from row to row where the label stands above it
SHARE_WIDTH = 56.0
DIE_LINE, DIE_ICON = 21.0, 68.0
BARS_LABEL = 74.0


@dataclass(frozen=True, slots=True)
class MixRow:
    """One action: its name, its share (0 to 1), the share written out, and how its bar looks."""

    label: str
    share: float
    written: str
    pattern: Pattern = "solid"
    colour: Colour = "brass"
    chosen: bool = False


def pattern_of(*, is_fold: bool, is_bet: bool) -> Pattern:
    """Return how the bar of an action of Hold'em looks: a fold is dotted, a bet or raise hatched."""
    return "dots" if is_fold else "diagonal" if is_bet else "solid"


def draw_rows(
    painter: Painter,
    x: float,
    y: float,
    w: float,
    rows: Sequence[MixRow],
    *,
    label_width: float = 74,
    pitch: float = LINE,
) -> float:
    """Draw labels, bars and shares in one line each; returns the y of the row that would follow."""
    for row in rows:
        painter.text(row.label, x, y, "label_b" if row.chosen else "label", fit=label_width - 6)
        bar_width = w - label_width - SHARE_WIDTH - 6
        painter.bar((x + label_width, y - 6, bar_width, 12), row.share, row.pattern, row.colour)
        painter.text(row.written, x + w, y, "label_b", al="r")
        y += pitch
    return y


def stacked(rows: Sequence[MixRow]) -> Picture:
    """Return each label above its bar, for long names."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        for place, row in enumerate(rows):
            middle = y + 16 + place * STACKED
            painter.text(row.label, x, middle, "label_b" if row.chosen else "label", fit=w - SHARE_WIDTH)
            painter.text(row.written, x + w, middle, "label_b", al="r")
            painter.bar((x, middle + 15, w, 9), row.share, row.pattern, row.colour)

    return Picture(draw, STACKED * len(rows))


def draw_die(painter: Painter, r: Rect, rolled: str, meaning: str) -> None:
    """Draw what was thrown and what it meant, on as many lines as `r` is high; a sign tells where more was said."""
    x, y, w, h = r
    painter.rect(r, "sunk", 10, "line")
    painter.icon("dice", x + 28, y + h / 2, 26, "brass")
    room = w - DIE_ICON
    lines = list(painter.wrap(meaning, room, "label"))
    most = max(1, int(h / DIE_LINE) - 1)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    top = y + h / 2 - DIE_LINE * len(lines) / 2
    painter.text(rolled, x + 56, top, "label_b", fit=room)
    for i, line in enumerate(lines, start=1):
        painter.text(line, x + 56, top + i * DIE_LINE, "label", "dim", fit=room)


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
        draw_rows(painter, x, y + pitch / 2, w, rows, label_width=room, pitch=pitch)

    return Picture(draw, pitch * len(rows))
