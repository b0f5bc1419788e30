"""What study screens put around their content: the head of a panel, its inset, and the keys in the last line."""

from __future__ import annotations

from collections.abc import Sequence

from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect

PADDING = 16.0
TITLE_ROW, NOTE_STEP = 22.0, 18.0
CORNER_SHARE = 0.45
NOTE_PARTS = " · "
GAP = 12.0
AFTER_CAP, AFTER_HINT = 8.0, 22.0


def content(rect: Rect) -> Rect:
    """Return what a panel has for its head and what stands below it."""
    x, y, width, height = rect
    return x + PADDING, y + PADDING - 2, width - 2 * PADDING, height - 2 * PADDING + 4


def write_title(painter: Painter, rect: Rect, title: str, note: str = "", corner: str = "") -> None:
    """Write the head of a panel: its subject, the reading rule, and the word at the right.

    Of a reading rule in parts, "a · b · c", as many are written as there is room for.
    """
    x, y, width, _ = rect
    left, right, row = x + PADDING, x + width - PADDING, y + TITLE_ROW
    end = (
        painter.text(corner, right, row, "small", "dim", al="r", fit=width * CORNER_SHARE) if corner else 0.0
    )
    used = painter.text(title, left, row, "label_b", fit=right - left - end - GAP)
    if fitting := as_fits(painter, note, right - left - used - end - 2 * GAP):
        painter.text(fitting, left + used + GAP, row, "small", "dim")


def as_fits(painter: Painter, note: str, room: float) -> str:
    """Return the first parts of a note, "a · b · c", as many as have room."""
    while note and painter.width(note, "small") > room:
        note = note.rpartition(NOTE_PARTS)[0]
    return note


def write_hints(painter: Painter, rect: Rect, hints: Sequence[tuple[str, str]]) -> None:
    """Write keys and what they do in one line, cut from the right; a key with a dot is the name of a text."""
    x, y, width, height = rect
    middle, at = y + height / 2, x
    for key, words in hints:
        cap = text(key) if "." in key else key
        if at + painter.keycap_width(cap) + AFTER_CAP + painter.width(words, "small") > x + width:
            break
        at += painter.keycap(at, middle, cap, "dim", "l") + AFTER_CAP
        at += painter.text(words, at, middle, "small", "dim") + AFTER_HINT
    painter.spared.append((x, y, at - x, height))
