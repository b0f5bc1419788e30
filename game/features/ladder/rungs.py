"""A rung of the ladder: how the player stands on it and what is missing, in words and as a row of the list."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.ladder import LEAST_HANDS, UNLOST, RungResult, hands_to_go
from game.rules import games
from game.study.opponents import Portrait
from game.study.records import DIGITS, OTHER_DIGITS, mean_in_words, scaled
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.interval import draw_interval

ROW_HEIGHT = 58.0
SIDE, GAP = 14.0, 16.0
MEDALLION = 19.0
LEAST_NAME, PLOT_SHARE, LEAST_PLOT = 200.0, 0.34, 130.0
BAR_REACH, ZERO_REACH = 9.0, 14.0
DOT, DOT_STEP, MIDDLE_GAP = 4.5, 14.0, 10.0
SIGN = 18.0
Line = tuple[float, float, float]
"""Where a picture within a row begins, its middle from above, and its length."""


# ---- in words -------------------------------------------------------------------------------------------------
def short_note(game: str, rung: RungResult) -> str:
    """Return in a few words how the player stands on a rung."""
    if rung.beaten:
        return text(f"ladder.beaten.{games.played_in(game)}", hands=number(rung.hands))
    if not rung.hands:
        return text("ladder.unplayed")
    count = "one" if rung.hands == 1 else "many"
    return text(f"ladder.played.{games.played_in(game)}.{count}", hands=number(rung.hands))


def figure(game: str, rung: RungResult) -> str:
    """Return the mean without luck and its interval, or the games that were not lost; empty before the first."""
    if not rung.hands:
        return ""
    if game == games.TIC_TAC_TOE:
        as_x, as_o = (number(min(UNLOST, count)) for count in rung.unlost)
        return text("ladder.unlost", x=as_x, o=as_o, all=number(UNLOST))
    return mean_in_words(game, rung)


def way_left(game: str, rung: RungResult) -> str:
    """Say what is missing to beat a rung."""
    if rung.beaten:
        return text(f"ladder.done.{games.played_in(game)}", hands=number(rung.hands))
    if game == games.TIC_TAC_TOE:
        x, o = (number(max(0, UNLOST - count)) for count in rung.unlost)
        return text("ladder.left.games", x=x, o=o)
    least = LEAST_HANDS[game]
    if rung.short is None:
        return text("ladder.left.nothing", least=number(least))
    if rung.short < 0 and rung.hands < least:
        return text("ladder.left.hands", hands=number(least - rung.hands))
    short = number(scaled(game, rung.short), DIGITS.get(game, OTHER_DIGITS))
    left = hands_to_go(game, rung)
    pace = text("ladder.left.pace", hands=number(left)) if left is not None else ""
    return f"{text(f'ladder.left.short.{game}', short=short)} {pace}".rstrip()


def rule(game: str, rung: RungResult) -> str:
    """Say when somebody is beaten."""
    if game == games.TIC_TAC_TOE:
        return text("ladder.rules.games", games=number(UNLOST))
    if rung.rung.bar < 0:
        return text("ladder.rules.held", bar=number(-rung.rung.bar, 2))
    return text("ladder.rules.hands")


# ---- as a row -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RungRow:
    """What a row says: a rung, who stands there, a note, a figure; `is_next` marks the rung to climb next."""

    rung: RungResult
    who: Portrait
    name: str
    note: str
    figure: str
    is_next: bool


def draw_rung(painter: Painter, rect: Rect, row: RungRow, reach: float | None) -> None:
    """Draw a row; with `reach` the interval beside zero, without it the games in a row that were not lost."""
    x, y, width, height = rect
    middle = y + height / 2
    left, right = x + SIDE + 2 * MEDALLION + GAP, x + width - SIDE
    painter.medallion(x + SIDE + MEDALLION, middle, MEDALLION, row.who.device, lit=row.is_next)
    if row.rung.beaten:
        painter.icon("check", right - SIGN / 2, middle, SIGN, "good")
    right -= SIGN + GAP
    wide = max(LEAST_PLOT, PLOT_SHARE * width)
    plotted = right - left - wide >= LEAST_NAME
    if plotted:
        right -= wide
        if reach is None:
            _draw_unlost(painter, (right, middle, wide), row.rung)
        else:
            _draw_interval(painter, (right, middle, wide), row.rung, reach)
        right -= GAP
    ink = "brass" if row.is_next else "text"
    painter.text(row.name, left, y + height * 0.33, "label_b", ink, fit=right - left)
    note = row.note if plotted or not row.figure else f"{row.figure} · {row.note}"
    painter.text(note, left, y + height * 0.69, "small", "dim", fit=right - left)


def _draw_interval(painter: Painter, line: Line, rung: RungResult, reach: float) -> None:
    """Draw the interval beside zero, and the bar where it is not zero."""
    if not rung.hands:
        return
    x, middle, wide = line
    zero = x + wide / 2
    painter.line(zero, middle - ZERO_REACH, zero, middle + ZERO_REACH, "edge")
    if rung.rung.bar:
        bar = zero + wide / 2 * max(-1.0, rung.rung.bar / reach)
        painter.line(bar, middle - BAR_REACH, bar, middle + BAR_REACH, "dim")
    ink = "good" if rung.beaten else "text"
    draw_interval(painter, line, rung.mean, rung.ci95, reach=reach, ink=ink)


def _draw_unlost(painter: Painter, line: Line, rung: RungResult) -> None:
    """Draw a dot for each game that must not be lost, full where it was not: X's first, then O's."""
    x, middle, wide = line
    ink = "good" if rung.beaten else "text"
    at = x + wide / 2 - UNLOST * DOT_STEP - MIDDLE_GAP
    for count in rung.unlost:
        for place in range(UNLOST):
            centre = at + (place + 0.5) * DOT_STEP
            if place < count:
                painter.disc(centre, middle, DOT, ink)
            else:
                painter.ring(centre, middle, DOT, "edge", 1.2)
        at += UNLOST * DOT_STEP + 2 * MIDDLE_GAP
