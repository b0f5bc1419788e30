"""The answer: whose share it is, how sure that is, and how often each side wins."""

from __future__ import annotations

from functools import partial

from game.messages.odds import RangeEquity
from game.screens.pages.odds.labels import answer_in_words, count_in_words, deals_in_words
from game.screens.pages.odds.model import OddsModel
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.box import Box, Column, Row, Space, Stack
from game.screens.ui.layout.size import fixed, grow
from game.screens.ui.leaves.aside import Aside
from game.screens.ui.leaves.control import Picture
from game.screens.ui.leaves.filled import Iconic
from game.screens.ui.leaves.words import Line, Paragraph
from game.screens.ui.texts import number, percent, text
from game.screens.ui.theme import RGB, mix
from game.screens.ui.widgets.button import IconButton
from game.screens.ui.widgets.widget import Rect

FIGURE = 32.0
BAR, SLIM, TRACK = 24.0, 8.0, 3.0
LINE = 30.0
HEAD = 36.0
PALE = 0.5
BESIDE = 14.0
STOP = 40.0  # what the button takes while it counts


def answer(pen: Pen, inquiry: OddsModel, stop: IconButton) -> Box:
    """Return the figure and the bar, and below them what they rest on; or what is wrong, below the old figure."""
    found = inquiry.equity
    if inquiry.problem:
        told: Box = Picture(partial(_draw_problem, inquiry.problem, found))
    elif found is None:
        waits = f"odds.missing.{inquiry.waits_for}" if inquiry.waits_for else "odds.waiting"
        told = Column(Space(2), Paragraph(text(waits)))
    else:
        told = _figures(pen, inquiry, found)
    button = Row(Space(), Iconic(stop, HEAD).sized(fixed(2 * BESIDE)))
    return Stack(told, Column(button).when(inquiry.counting))


def _figures(pen: Pen, inquiry: OddsModel, found: RangeEquity) -> Box:
    brass, dim, ink = (faded(pen, colour, pale=inquiry.stale) for colour in ("brass", "dim", "text"))
    figure = Line(percent(found.equity[0], 2), "strong", brass, height=HEAD, size=FIGURE)
    sure = Aside(answer_in_words(found), "label", dim, height=HEAD - 8, limit=1)
    head = Row(
        figure,
        Space(BESIDE),
        Column(Space(8), sure).sized(grow()),
        Space(STOP).when(inquiry.counting),
    )
    bar = Picture(partial(_draw_bar, found, inquiry.stale), BAR)
    if inquiry.waits_for:
        missing = text(f"odds.missing.{inquiry.waits_for}")
        return Column(head, Space(10), bar, Line(missing, "small", height=LINE))
    count = inquiry.count
    said = count_in_words(count) if count is not None else deals_in_words(found)
    said = text("odds.stopped") if inquiry.stopped and not found.exact else said
    below = Row(
        Line(_share("odds.tie", found.tie), "small", ink, height=LINE),
        Line(said, "small", dim, height=LINE, right=True).sized(grow()),
        gap=16,
    )
    done = count.iteration / count.total if count is not None and count.total else None
    track = Picture(partial(_draw_track, done or 0.0), TRACK)
    return Column(head, Space(10), bar, Stack(Column(below), Column(Space(28), track).when(done is not None)))


def _draw_problem(problem: str, found: RangeEquity | None, pen: Pen, rect: Rect) -> None:
    """Say what is wrong; the old answer stands pale in one line above it."""
    x, y, width, _ = rect
    top = y + 10
    if found is not None:
        wide = BESIDE + pen.text(
            percent(found.equity[0], 2), x, top, "amount", faded(pen, "brass", pale=True)
        )
        _draw_shares(pen, (x + wide, top - SLIM / 2, width - wide, SLIM), found, pale=True)
        top += 27
    pen.para(problem, x, top, width, "small", col="bad", lead=1.25)


def _draw_bar(found: RangeEquity, pale: bool, pen: Pen, rect: Rect) -> None:
    """Draw wins, ties and losses on one bar, and write into it how many they are."""
    x, y, width, high = rect
    _draw_shares(pen, rect, found, pale=pale)
    ink = "panel" if pen.theme.name == "light" else "on_brass"
    middle = y + high / 2
    win, lose = _share("odds.win", found.win[0]), _share("odds.lose", found.win[1])
    if pen.width(win, "small_b") + 16 <= width * found.win[0]:
        pen.text(win, x + 8, middle, "small_b", ink)
    if pen.width(lose, "small_b") + 16 <= width * found.win[1]:
        pen.text(lose, x + width - 8, middle, "small_b", ink, al="r")


def _draw_shares(pen: Pen, rect: Rect, found: RangeEquity, *, pale: bool) -> None:
    """Draw the bar, ties between the others."""
    x, y, width, high = rect
    won, lost = width * found.win[0], width * found.win[1]
    for wide, colour in ((won, "brass"), (width - won - lost, "edge"), (lost, "info")):
        if wide > 0.5:
            pen.rect((x, y, wide, high), faded(pen, colour, pale=pale), 0)
        x += wide


def _share(key: str, share: float) -> str:
    return text(key, share=number(share * 100, 1))


def _draw_track(done: float, pen: Pen, rect: Rect) -> None:
    x, y, width, high = rect
    pen.rect(rect, "sunk", high / 2)
    pen.rect((x, y, max(high, width * done), high), "brass", high / 2)


def faded(pen: Pen, colour: str, *, pale: bool) -> RGB:
    """Return a colour, towards the panel where what it shows belongs to an older question."""
    full = pen.col(colour)
    return mix(full, pen.col("panel"), PALE) if pale else full
