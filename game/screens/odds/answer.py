"""The answer: whose share it is, how sure that is, and how often each side wins."""

from __future__ import annotations

from game.screens.odds.figures import Equity
from game.screens.odds.inquiry import Inquiry
from game.screens.odds.words import answer_in_words, count_in_words, deals_in_words
from game.screens.pen import Pen
from game.screens.texts import number, percent, text
from game.screens.theme import RGB, mix
from game.screens.widgets.widget import Rect

FIGURE = 32.0
BAR_TOP, BAR = 46.0, 24.0
LINE = 19.0
SLIM = 8.0
PALE = 0.5
BESIDE = 14.0
STOP = 40.0  # what the button takes while it counts


def draw(pen: Pen, rect: Rect, inquiry: Inquiry) -> None:
    """Draw the figure and the bar, and below them what they rest on; or what is wrong, below the old figure."""
    x, y, width, _ = rect
    if inquiry.problem:
        _draw_problem(pen, rect, inquiry)
        return
    found = inquiry.equity
    if found is None:
        waits = f"odds.missing.{inquiry.waits_for}" if inquiry.waits_for else "odds.waiting"
        pen.para(text(waits), x, y + 14, width, "label", col="dim")
        return
    wide = pen.text(
        percent(found.shares[0], 2), x, y + 18, "strong", _faded(pen, "brass", inquiry), size=FIGURE
    )
    sure = answer_in_words(found)
    room = width - wide - BESIDE - (STOP if inquiry.counting else 0.0)
    if pen.width(sure, "label") <= room:
        pen.text(sure, x + wide + BESIDE, y + 22, "label", _faded(pen, "dim", inquiry))
    _draw_bar(pen, (x, y + BAR_TOP, width, BAR), found, inquiry)
    _draw_below(pen, (x, y + BAR_TOP + BAR, width, 2 * LINE), found, inquiry)


def _draw_problem(pen: Pen, rect: Rect, inquiry: Inquiry) -> None:
    """Say what is wrong; the old answer stands pale in one line above it."""
    x, y, width, _ = rect
    top = y + 10
    if inquiry.equity is not None:
        figure = percent(inquiry.equity.shares[0], 2)
        wide = pen.text(figure, x, top, "amount", faded(pen, "brass", pale=True))
        bar = (x + wide + BESIDE, top - SLIM / 2, width - wide - BESIDE, SLIM)
        _draw_shares(pen, bar, inquiry.equity, pale=True)
        top += 27
    pen.para(inquiry.problem, x, top, width, "small", col="bad", lead=1.25)


def _draw_bar(pen: Pen, rect: Rect, found: Equity, inquiry: Inquiry) -> None:
    """Draw wins, ties and losses on one bar, and write into it how many they are."""
    x, y, width, high = rect
    _draw_shares(pen, rect, found, pale=inquiry.stale)
    ink = "panel" if pen.theme.name == "light" else "on_brass"
    middle = y + high / 2
    win, lose = _share("odds.win", found.wins[0]), _share("odds.lose", found.wins[1])
    if pen.width(win, "small_b") + 16 <= width * found.wins[0]:
        pen.text(win, x + 8, middle, "small_b", ink)
    if pen.width(lose, "small_b") + 16 <= width * found.wins[1]:
        pen.text(lose, x + width - 8, middle, "small_b", ink, al="r")


def _draw_shares(pen: Pen, rect: Rect, found: Equity, *, pale: bool) -> None:
    """Draw the bar, ties between the others."""
    x, y, width, high = rect
    won, lost = width * found.wins[0], width * found.wins[1]
    at = x
    for wide, colour in ((won, "brass"), (width - won - lost, "edge"), (lost, "info")):
        if wide > 0.5:
            pen.rect((at, y, wide, high), faded(pen, colour, pale=pale), 0)
        at += wide


def _share(key: str, share: float) -> str:
    return text(key, share=number(share * 100, 1))


def _draw_below(pen: Pen, rect: Rect, found: Equity, inquiry: Inquiry) -> None:
    """Say what is missing, else how often nobody wins and over how many deals; how far a count has come."""
    x, y, width, _ = rect
    if inquiry.waits_for:
        pen.text(text(f"odds.missing.{inquiry.waits_for}"), x, y + 15, "small", "text", fit=width)
        return
    wide = pen.text(_share("odds.tie", found.tie), x, y + 15, "small", _faded(pen, "text", inquiry))
    said = count_in_words(inquiry.count) if inquiry.count is not None else deals_in_words(found)
    said = text("odds.stopped") if inquiry.stopped and not found.exact else said
    pen.text(said, x + width, y + 15, "small", _faded(pen, "dim", inquiry), al="r", fit=width - wide - 16)
    if inquiry.count is not None and inquiry.count.total:
        done = inquiry.count.iteration / inquiry.count.total
        pen.rect((x, y + 28, width, 3), "sunk", 1.5)
        pen.rect((x, y + 28, max(3.0, width * done), 3), "brass", 1.5)


def _faded(pen: Pen, colour: str, inquiry: Inquiry) -> RGB:
    return faded(pen, colour, pale=inquiry.stale)


def faded(pen: Pen, colour: str, *, pale: bool) -> RGB:
    """Return a colour, towards the panel where what it shows belongs to an older question."""
    full = pen.col(colour)
    return mix(full, pen.col("panel"), PALE) if pale else full
