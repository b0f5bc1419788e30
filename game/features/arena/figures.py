"""How results are written, counted and drawn: a lead beyond chance has a colour, what may be chance has none."""

from __future__ import annotations

import math

from game.match.series import LEAST_CERTAIN
from game.rules import games
from game.study.league import League, LeaguePair, digits_of
from game.texts import number, signed, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.theme import RGB
from game.window.views.value_tint import value_tint

NOTHING = 1e-9  # of an interval: what the rounding of the arithmetic leaves
SIDE, LEAST_TWO_LINES = 4.0, 40.0  # beside the words of a cell, and its least height for two lines


def mean_of(value: float, game: str) -> str:
    """Write a mean with its sign."""
    return signed(value, digits_of(game))


def interval_of(ci95: float | None, game: str) -> str:
    """Write half an interval; nothing where it is not known, or where all ended alike."""
    return "" if ci95 is None or ci95 < NOTHING else f"± {number(ci95, digits_of(game))}"


def standing_of(pair: LeaguePair, game: str) -> str:
    """Write a mean with half its interval."""
    return f"{mean_of(pair.mean, game)} {interval_of(pair.ci95, game)}".strip()


def kind_of(game: str) -> str:
    """Return what is counted: "deals", or at tic-tac-toe, where nothing is dealt, "games"."""
    return "games" if game == games.TIC_TAC_TOE else "deals"


def unit_of(game: str) -> str:
    """Name what is counted."""
    return text(f"arena.units.{kind_of(game)}")


def count_of(deals: int, game: str) -> int:
    """Return deals as they are counted: each is played twice, which makes two games of tic-tac-toe."""
    return 2 * deals if game == games.TIC_TAC_TOE else deals


def all_alike(pair: LeaguePair) -> bool:
    """Return whether every deal so far, over both seats, came to the same result."""
    return pair.ci95 is not None and pair.ci95 < NOTHING


def is_certain(pair: LeaguePair) -> bool:
    """Return whether the lead is beyond chance: the interval does not hold 0."""
    if pair.exact:
        return pair.mean != 0
    return pair.deals >= LEAST_CERTAIN and pair.ci95 is not None and abs(pair.mean) > pair.ci95


def draw_result(
    painter: Painter, rect: Rect, pair: LeaguePair, league: League, largest_mean: float, *, figures: bool
) -> None:
    """Draw the cell of a pair that has met: its tint, `figures` or a sign, and how much of it is still to play.

    A mean as large as `largest_mean` has the full tint.
    """
    x, y, wide, high = rect
    across, middle = x + wide / 2, y + high / 2
    painter.rect(rect, _tint(painter, pair, largest_mean), 5)
    if not figures:
        sign = ("+" if pair.mean > 0 else "−") if is_certain(pair) else "·"
        painter.text(sign, across, middle, "label_b", al="c")
    else:
        game = league.settings.game
        interval = interval_of(pair.ci95, game)
        fits = high >= LEAST_TWO_LINES and painter.width(interval, "small") <= wide - 2 * SIDE
        below = interval != "" and fits
        painter.text(mean_of(pair.mean, game), across, middle - 9 * below, "label_b", al="c")
        if below:
            painter.text(interval, across, middle + 10, "small", al="c")
    if pair.deals < league.deals:
        track = x + SIDE, y + high - 4, wide - 2 * SIDE, 2.0
        painter.rect(track, "line", 1)
        painter.rect((*track[:2], track[2] * pair.deals / league.deals, 2.0), "text", 1)


def _tint(painter: Painter, pair: LeaguePair, largest_mean: float) -> RGB:
    """Return the colour of a cell: on a logarithmic scale from the largest loss to the largest win."""
    if not is_certain(pair):
        return value_tint(painter, 0.5)
    share = math.log1p(9 * abs(pair.mean) / largest_mean) / math.log(10)
    return value_tint(painter, 0.5 + math.copysign(share, pair.mean) / 2)
