"""How results are written, counted and tinted: a lead beyond chance has a colour, what may be chance has none."""

from __future__ import annotations

import math

from game.match.series import LEAST_CERTAIN
from game.messages.league_answers import LeaguePair, digits_of
from game.rules import games
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.texts import number, signed, text
from game.screens.ui.theme import RGB
from game.screens.views.value_tint import value_tint

NOTHING = 1e-9  # of an interval: what the rounding of the arithmetic leaves


def mean_of(value: float, game: str) -> str:
    """Write a mean with its sign."""
    return signed(value, digits_of(game))


def interval_of(ci95: float | None, game: str) -> str:
    """Write half an interval; nothing where it is not known, or where all ended alike."""
    return "" if ci95 is None or ci95 < NOTHING else f"± {number(ci95, digits_of(game))}"


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


def tint(painter: Painter, pair: LeaguePair, longest: float) -> RGB:
    """Return the ground of a cell: on a logarithmic scale from the largest loss to the largest win."""
    if not is_certain(pair):
        return value_tint(painter, 0.5)
    share = math.log1p(9 * abs(pair.mean) / longest) / math.log(10)
    return value_tint(painter, 0.5 + math.copysign(share, pair.mean) / 2)
