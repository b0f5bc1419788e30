"""The answer to a question about equities, and the head with the tabs of the odds pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core import Progress
from game.features.odds.model import OddsModel
from game.rules.cards import names
from game.study.odds import RangeEquity
from game.texts import number, percent, text
from game.window.frame.page import PagedHead
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import Aside, Iconic, Line, Paragraph, Picture
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Act, IconButton, Rect, Segmented, options

ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE = "odds", "hand_table", "expert"


def odds_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of one of the odds pages. `turn` opens another of these pages."""
    pages = options("odds.pages.{}", (ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE))
    title = text("odds.title")
    head = PagedHead(app, title, back, Segmented("page", title, pages, page, turn))
    head.subtitle = text(f"odds.subtitles.{page}")
    return head


FIGURE = 32.0
BAR, SLIM, TRACK = 24.0, 8.0, 3.0
LINE = 30.0
HEAD = 36.0
PALE = 0.5
BESIDE = 14.0
LONG = 3.0  # seconds: a shorter remaining time is not shown
STOP = 40.0  # dp that stay free for the stop button


def answer(painter: Painter, model: OddsModel, stop: IconButton) -> Box:
    """Return the equity and the bar, with the number of deals below.

    A problem is shown with the previous equity.
    """
    found = model.equity
    if model.problem:
        content: Box = Picture(partial(_draw_problem, model.problem, found))
    elif found is None:
        waits = f"odds.missing.{model.waits_for}" if model.waits_for else "odds.waiting"
        content = Column(Space(2), Paragraph(text(waits)))
    else:
        content = _figures(painter, model, found)
    button = Row(Space(), Iconic(stop, HEAD).sized(fixed(2 * BESIDE)))
    return Stack(content, Column(button).when(model.counting))


def _figures(painter: Painter, model: OddsModel, found: RangeEquity) -> Box:
    brass, dim, ink = (faded(painter, colour, pale=model.stale) for colour in ("brass", "dim", "text"))
    figure = Line(percent(found.equity[0], 2), "strong", brass, height=HEAD, size=FIGURE)
    sure = Aside(format_accuracy(found), "label", dim, height=HEAD - 8, limit=1)
    head = Row(
        figure,
        Space(BESIDE),
        Column(Space(8), sure).sized(grow()),
        Space(STOP).when(model.counting),
    )
    bar = Picture(partial(_draw_bar, found, model.stale), BAR)
    if model.waits_for:
        missing = text(f"odds.missing.{model.waits_for}")
        return Column(head, Space(10), bar, Line(missing, "small", height=LINE))
    count = model.count
    said = format_progress(count) if count is not None else format_deals(found)
    said = text("odds.stopped") if model.stopped and not found.exact else said
    below = Row(
        Line(_share("odds.tie", found.tie), "small", ink, height=LINE),
        Line(said, "small", dim, height=LINE, right=True).sized(grow()),
        gap=16,
    )
    done = count.iteration / count.total if count is not None and count.total else None
    track = Picture(partial(_draw_track, done or 0.0), TRACK)
    return Column(head, Space(10), bar, Stack(Column(below), Column(Space(28), track).when(done is not None)))


def _draw_problem(problem: str, found: RangeEquity | None, painter: Painter, rect: Rect) -> None:
    """Draw the problem, and above it the previous answer, in one line and a faded colour."""
    x, y, width, _ = rect
    top = y + 10
    if found is not None:
        wide = BESIDE + painter.text(
            percent(found.equity[0], 2), x, top, "amount", faded(painter, "brass", pale=True)
        )
        _draw_shares(painter, (x + wide, top - SLIM / 2, width - wide, SLIM), found, pale=True)
        top += 27
    painter.para(problem, x, top, width, "small", col="bad", lead=1.25)


def _draw_bar(found: RangeEquity, pale: bool, painter: Painter, rect: Rect) -> None:
    """Draw wins, ties and losses as one bar, with the shares of wins and losses if they fit."""
    x, y, width, high = rect
    _draw_shares(painter, rect, found, pale=pale)
    ink = "panel" if painter.theme.name == "light" else "on_brass"
    middle = y + high / 2
    win, lose = _share("odds.win", found.win[0]), _share("odds.lose", found.win[1])
    if painter.width(win, "small_b") + 16 <= width * found.win[0]:
        painter.text(win, x + 8, middle, "small_b", ink)
    if painter.width(lose, "small_b") + 16 <= width * found.win[1]:
        painter.text(lose, x + width - 8, middle, "small_b", ink, al="r")


def _draw_shares(painter: Painter, rect: Rect, found: RangeEquity, *, pale: bool) -> None:
    """Draw the bar: wins at the left, ties in the middle, losses at the right."""
    x, y, width, high = rect
    won, lost = width * found.win[0], width * found.win[1]
    for wide, colour in ((won, "brass"), (width - won - lost, "edge"), (lost, "info")):
        if wide > 0.5:
            painter.rect((x, y, wide, high), faded(painter, colour, pale=pale), 0)
        x += wide


def _share(key: str, share: float) -> str:
    return text(key, share=number(share * 100, 1))


def _draw_track(done: float, painter: Painter, rect: Rect) -> None:
    x, y, width, high = rect
    painter.rect(rect, "sunk", high / 2)
    painter.rect((x, y, max(high, width * done), high), "brass", high / 2)


def faded(painter: Painter, colour: str, *, pale: bool) -> RGB:
    full = painter.col(colour)
    return mix(full, painter.col("panel"), PALE) if pale else full


def format_accuracy(found: RangeEquity) -> str:
    """Describe the accuracy of an equity: exact, or sampled with the half-width of its 95% interval."""
    if found.exact:
        return text("odds.exact")
    return text("odds.sampled", ci95=number(found.ci95 * 100, 2))


def format_deals(found: RangeEquity) -> str:
    return text("odds.deals_exact" if found.exact else "odds.deals_sampled", deals=large(found.deals))


def large(count: int) -> str:
    """Format a number of deals. From 10 billion on, the unit is a billion.

    >>> large(29_700), large(1_712_304), large(264_294_122_400)
    ('29,700', '1,712,304', '264.3 billion')
    """
    if count >= 10**10:
        return text("odds.billion", count=number(count / 10**9, 1))
    return number(count)


def format_progress(count: Progress) -> str:
    """Format the progress of the exact count, and the seconds left if there are at least `LONG`."""
    share = percent(count.iteration / max(1, count.total or 1))
    left = count.seconds_left or 0.0
    if left < LONG:
        return text("odds.counting", share=share)
    return text("odds.counting_left", share=share, seconds=number(left))


def as_text(model: OddsModel) -> str:
    """Return the board and the results of both sides as text for the clipboard."""
    found = model.equity
    if found is None:
        return ""
    board = names(model.board)
    lines = [
        text(
            "odds.copied.side",
            side=model.texts[side],
            share=percent(found.equity[side], 2),
            wins=percent(found.win[side], 2),
            tie=percent(found.tie, 2),
        )
        for side in (0, 1)
    ]
    head = [text("odds.copied.board", board=board)] if board else []
    return "\n".join([*head, *lines, f"{format_accuracy(found)}, {format_deals(found)}"])
