"""The panels beside the grid: made hands, how the estimate closed in, and what stands above the next cards."""

from __future__ import annotations

import math

from game.screens.odds.answer import faded
from game.screens.odds.inquiry import Inquiry
from game.screens.pen import Pen
from game.screens.texts import english, number, text
from game.screens.views.axis import Axis, written
from game.screens.views.panel_head import content, write_title
from game.screens.widgets.widget import Rect

TITLE = 30.0
MADE_NAMES = 118.0
MADE_FIGURE = 44.0
HIGHEST_ROW = 30.0
AXIS_ROW = 24.0
DASH = 5.0


def draw_next(pen: Pen, panel: Rect, inquiry: Inquiry) -> None:
    """Draw the title of the next cards, and why there is none; the cards are a control."""
    write_title(pen, panel, text("odds.next.title"), text("odds.next.note"))
    x, y, width, _ = content(panel)
    if inquiry.parts is None or not inquiry.parts.following:
        pen.para(_why_none(inquiry), x, y + TITLE + 12, width, "label", col="dim", limit=3)


def _why_none(inquiry: Inquiry) -> str:
    """Return why there is no equity after a next card."""
    if inquiry.waits_for:
        return text(f"odds.missing.{inquiry.waits_for}")
    street = {0: "preflop", 5: "river"}.get(len(inquiry.board), "waiting")
    return text(f"odds.next.{street}")


def _draw_empty(pen: Pen, panel: Rect, inquiry: Inquiry, words: str) -> None:
    """Say what a panel will show while there is no question yet; figures on their way need no words."""
    x, y, width, _ = content(panel)
    if inquiry.waits_for or inquiry.problem:
        pen.para(text(words), x, y + TITLE + 12, width, "label", col="dim", limit=3)


def draw_made(pen: Pen, panel: Rect, inquiry: Inquiry) -> None:
    """Draw how often each side makes which hand, mirrored around the names."""
    sampled = inquiry.parts is not None and "made" not in inquiry.parts.exact
    note = text("odds.made.sampled" if sampled else "odds.made.note")
    write_title(pen, panel, text("odds.made.title"), note)
    if inquiry.parts is None:
        _draw_empty(pen, panel, inquiry, "odds.made.empty")
        return
    x, y, width, height = content(panel)
    top = y + TITLE
    middle, reach = x + width / 2, (width - MADE_NAMES) / 2
    heads = (
        (middle - MADE_NAMES / 2, "odds.first", "brass", "r"),
        (middle + MADE_NAMES / 2, "odds.second", "info", "l"),
    )
    for at, name, colour, align in heads:
        pen.text(text(name), at, top + 4, "small_b", colour, al=align)  # type: ignore[arg-type]
    names = english().many("help.hands.names")
    step = min(HIGHEST_ROW, (y + height - top - 16) / len(names))
    most = max(0.01, *(max(shares) for shares in inquiry.parts.made))
    for place, name in enumerate(names):
        level = top + 16 + (place + 0.5) * step
        pen.text(name, middle, level, "small", "dim", al="c", fit=MADE_NAMES - 8)
        for side, shares in enumerate(inquiry.parts.made):
            share = shares[len(names) - 1 - place]
            _draw_bar(pen, (middle, level, reach, step), side, share, share / most, pale=inquiry.pale_parts)


def _draw_bar(
    pen: Pen, place: tuple[float, float, float, float], side: int, share: float, part: float, *, pale: bool
) -> None:
    """Draw one bar away from the middle, and its figure at its end."""
    middle, level, reach, step = place
    away = -1 if side == 0 else 1
    start = middle + away * MADE_NAMES / 2
    long = (reach - MADE_FIGURE) * part
    high = min(18.0, step - 5)
    if share > 0:
        long = max(2.0, long)
        left = start - long if side == 0 else start
        pen.rect(
            (left, level - high / 2, long, high), faded(pen, "brass" if side == 0 else "info", pale=pale), 2
        )
    figure = number(share * 100, 1) if share > 0 else "–"
    at = start + away * ((long if share > 0 else 0) + 6)
    pen.text(figure, at, level, "small", faded(pen, "text", pale=pale), al="r" if side == 0 else "l")


def draw_closing(pen: Pen, panel: Rect, inquiry: Inquiry) -> None:
    """Draw the estimate with its interval over the deals so far, and the exact line once it is known."""
    write_title(pen, panel, text("odds.closing.title"), text("odds.closing.note"))
    if len(inquiry.course) < 2:
        _draw_empty(pen, panel, inquiry, "odds.closing.empty")
        return
    x, y, width, height = content(panel)
    points = inquiry.course
    level = _level_axis(inquiry)
    deals = Axis(points[0].deals, max(points[-1].deals, 10 * points[0].deals), log=True)
    labels = [f"{number(tick * 100, 1 if level.high - level.low < 0.05 else 0)}%" for tick in level.ticks(4)]
    left = x + max(pen.width(label, "small") for label in labels) + 8
    named = pen.width(text("odds.closing.exact"), "small_b") + 8
    top, low = y + TITLE + 4, y + height - AXIS_ROW
    wide = x + width - named - left
    inner = (left, top, wide, low - top)
    for tick, label in zip(level.ticks(4), labels, strict=True):
        at = low - (low - top) * level.share(tick)
        pen.line(left, at, left + wide, at)
        pen.text(label, left - 8, at, "small", "faint", al="r")
    for tick in deals.ticks(4):
        half = pen.width(written(tick), "small") / 2
        at = min(left + wide - half, max(left + half, left + wide * deals.share(tick)))
        pen.text(written(tick), at, low + AXIS_ROW / 2 + 2, "small", "faint", al="c")
    pen.text(text("odds.closing.axis"), x + width, low + AXIS_ROW / 2 + 2, "small", "faint", al="r")
    _draw_course(pen, inner, inquiry, deals, level)


def _level_axis(inquiry: Inquiry) -> Axis:
    """Return the upright axis: what the first interval reaches, ending at round values."""
    first = inquiry.course[0]
    reach = max(first.ci95, *(abs(point.share - inquiry.course[-1].share) for point in inquiry.course), 0.004)
    middle = inquiry.course[-1].share
    step = 0.02 if reach > 0.02 else 0.01
    low = max(0.0, math.floor((middle - reach) / step) * step)
    return Axis(low, min(1.0, math.ceil((middle + reach) / step) * step))


def _draw_course(pen: Pen, inner: Rect, inquiry: Inquiry, deals: Axis, level: Axis) -> None:
    x, y, w, h = inner

    def at(count: int, share: float) -> tuple[float, float]:
        return x + w * deals.share(count), y + h * (1 - level.share(share))

    points = inquiry.course
    upper = [at(point.deals, point.share + point.ci95) for point in points]
    lower = [at(point.deals, point.share - point.ci95) for point in points]
    pen.area([*upper, *reversed(lower)], faded(pen, "brass", pale=inquiry.stale), 70)
    pen.curve([at(point.deals, point.share) for point in points], faded(pen, "brass", pale=inquiry.stale))
    found = inquiry.equity
    if found is None or not found.exact:
        return
    row = y + h * (1 - level.share(found.shares[0]))
    dash, ink = x, faded(pen, "good", pale=inquiry.stale)
    while dash < x + w:
        pen.line(dash, row, min(x + w, dash + DASH), row, ink, lw=1.4)
        dash += 2 * DASH
    pen.text(text("odds.closing.exact"), x + w + 8, row, "small_b", ink)
