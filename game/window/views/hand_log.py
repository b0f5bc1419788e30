"""What has happened in a hand, street by street: who did what, and the pot after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.study.judgements import Mark
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout.balanced import shared_out
from game.window.views import grade_mark

TITLE_STEP, LINE_STEP, STREET_GAP = 28.0, 23.0, 13.0
NAME_WIDTH = 66.0
CARD_SIZE = 16.0
MARK_GAP = 10.0


@dataclass(frozen=True, slots=True)
class LogLine:
    """One action: who, what, the pot in words where it has closed the round, and its mark where it was graded."""

    who: str
    what: str
    pot: str = ""
    own: bool = False
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class LogStreet:
    """A round: its name, the cards that came, and what was done."""

    name: str
    cards: Sequence[str]
    lines: Sequence[LogLine]

    @property
    def height(self) -> float:
        """How much room it needs."""
        return TITLE_STEP + LINE_STEP * len(self.lines) + STREET_GAP


def marked(streets: Sequence[LogStreet], marks: Sequence[Mark | None]) -> Sequence[LogStreet]:
    """Return a log with the marks of its actions, in their order; those that are missing are of the last ones."""
    left = iter(marks)
    return [
        replace(
            street,
            lines=tuple(replace(line, mark=next(left, None)) if line.who else line for line in street.lines),
        )
        for street in streets
    ]


def height(streets: Sequence[LogStreet]) -> float:
    """Return how much room a log needs."""
    return sum(street.height for street in streets)


def draw(painter: Painter, r: Rect, streets: Sequence[LogStreet]) -> float:
    """Draw the log from the upper edge of `r`; returns where it ends.

    Where there is no room for all of it, the newest lines stay and the oldest go.
    """
    if height(streets) <= r[3]:
        return _draw_streets(painter, r, streets)
    x, y, w, h = r
    with painter.clip((x - 2, y, w + 4, h)):
        return _draw_streets(painter, (x, y + h - height(streets), w, h), streets)


def _draw_streets(painter: Painter, r: Rect, streets: Sequence[LogStreet]) -> float:
    x, y, w, h = r
    marks_width = _marks_width(streets)
    name_width = _name_width(painter, streets, w - marks_width)
    top = y + TITLE_STEP / 2
    for street in streets:
        top = _draw_street(painter, (x, top, w, h), street, name_width, marks_width)
    return top - TITLE_STEP / 2


def draw_columns(painter: Painter, r: Rect, streets: Sequence[LogStreet], count: int) -> None:
    """Draw the log in columns side by side, each street whole, for a low and wide band."""
    x, y, w, h = r
    gap = 32.0
    column = (w - gap * (count - 1)) / count
    for i, share in enumerate(shared_out([street.height for street in streets], count)):
        draw(painter, (x + i * (column + gap), y, column, h), [streets[place] for place in share])


def _name_width(painter: Painter, streets: Sequence[LogStreet], w: float) -> float:
    names = {line.who for street in streets for line in street.lines}
    longest = max((painter.width(name, "label_b") for name in names), default=0.0)
    return min(max(NAME_WIDTH, longest + 14), w * 0.45) if longest else 0.0


def _marks_width(streets: Sequence[LogStreet]) -> float:
    """Return the room at the right end that marks take: none where nothing was graded."""
    graded = any(line.mark is not None for street in streets for line in street.lines)
    return grade_mark.DOTS + MARK_GAP if graded else 0.0


def _draw_street(
    painter: Painter, place: Rect, street: LogStreet, name_width: float, marks_width: float
) -> float:
    x, y, w, _ = place
    painter.caps(street.name, x, y, "brass")
    if street.cards:
        painter.inline_cards(street.cards, x + w, y, CARD_SIZE, "r")
    y += TITLE_STEP
    right = x + w - marks_width
    for line in street.lines:
        if line.mark is not None:
            grade_mark.draw(
                line.mark, "", painter, (x + w - grade_mark.DOTS, y - LINE_STEP / 2, 0.0, LINE_STEP)
            )
        pot_width = painter.width(line.pot, "label") + 10 if line.pot else 0.0
        style = "label_b" if line.own else "label"
        painter.text(painter.short_name(line.who, name_width - 6, style), x, y, style)
        ink = "text" if line.own else "dim"
        painter.text(line.what, x + name_width, y, "label", ink, fit=right - x - name_width - pot_width)
        painter.text(line.pot, right, y, "label", "faint", al="r")
        y += LINE_STEP
    return y + STREET_GAP
