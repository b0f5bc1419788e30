"""A seat at a table: device, name, state or hand in words, stack."""

from __future__ import annotations

from dataclasses import dataclass

from game.window.ui.canvas.painter import Painter, Rect

HEIGHT = 52.0
WIDTH = 316.0
LEAST_WIDTH = 230.0


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """Who sits there. `note` is a state or a hand in words, `tag` a word under the stack."""

    name: str
    note: str
    stack: str
    device: str
    active: bool = False
    tag: str = ""


def draw_plaque(painter: Painter, r: Rect, seat: SeatPicture) -> None:
    """Draw a seat as a plaque on the rail."""
    x, y, w, h = r
    middle = y + h / 2
    painter.shadow(r, h / 2, 8, 130, 4)
    line = "brass" if seat.active else "edge" if painter.hc else "line"
    painter.rect(r, "panel", h / 2, line, 2 if seat.active else 1)
    painter.medallion(x + h / 2, middle, 20, seat.device, lit=seat.active)
    left, right = x + h + 4, x + w - 24
    stack_width = max(painter.width(seat.stack, "amount"), painter.width(seat.tag, "small"))
    room = right - stack_width - 12 - left
    painter.text(painter.short_name(seat.name, room, "strong"), left, middle - 10, "strong")
    painter.text(fitting(painter, seat.note, room), left, middle + 12, "small", "dim", fit=room)
    painter.text(seat.stack, right, middle - (9 if seat.tag else 0), "amount", "brass", al="r")
    painter.text(seat.tag, right, middle + 13, "small", "dim", al="r")


def draw_flat(painter: Painter, r: Rect, seat: SeatPicture) -> None:
    """Draw a seat in two lines of text, where the table has no height for a plaque."""
    x, y, w, h = r
    if seat.active:
        painter.rect((x - 6, y, w + 12, h), None, 8, "felt_brass", 1.6)
    stack_width = painter.width(seat.stack, "label_b")
    name = painter.short_name(seat.name, w - stack_width - 8, "label_b")
    painter.text(name, x, y + h * 0.28, "label_b", "on_felt")
    painter.text(seat.stack, x + w, y + h * 0.28, "label_b", "felt_brass", al="r")
    painter.text(fitting(painter, seat.note, w), x, y + h * 0.73, "small", "on_felt_dim", fit=w)


def fitting(painter: Painter, note: str, room: float) -> str:
    """Leave out the last parts of "two pair, queens and fours, eight kicker" where there is no room for them."""
    while ", " in note and painter.width(note, "small") > room:
        note = note.rpartition(", ")[0]
    return note
