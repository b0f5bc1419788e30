"""The bets of a solve while one plays: few where the stacks are deep, more on the street where all is decided.

The bets that were really made are added to them at their place. From a line of a street follows the subgame that is
solved.
"""

from __future__ import annotations

from dataclasses import replace

from ai.hands.range_strategy import Shares
from ai.search.street_line import Bets, StreetLine, street_line
from ai.solver.opt_out import OptOut
from ai.solver.spot import Spot
from ai.solver.streets import Shape
from ai.solver.subgame import Limits, Subgame
from game.core import Action
from game.rules.betting import PublicBetting, Street
from game.rules.cards import Card

ALL_IN = float("inf")
FLOP, DEEP_FLOP = (
    Bets((0.5, ALL_IN), (ALL_IN,), (), ()),
    Bets((0.75,), (1.0,), (), ()),
)
TURN, DEEP_TURN = (
    Bets((0.5, 1.0, ALL_IN), (ALL_IN,), (0.75, ALL_IN), (ALL_IN,)),
    Bets((0.7,), (1.0,), (0.75,), ()),
)
RIVER, DEEP_RIVER = (
    Bets((0.33, 0.75, ALL_IN), (0.75, ALL_IN), (), ()),
    Bets((0.33, 0.75, 1.5), (0.75,), (), ()),
)
_SIZES = {Street.FLOP: (FLOP, DEEP_FLOP), Street.TURN: (TURN, DEEP_TURN), Street.RIVER: (RIVER, DEEP_RIVER)}
DEEP = 4.0
"""Pots behind, above which nobody goes all-in at once in the tree."""


def line_of(betting: PublicBetting, *after: Action) -> StreetLine:
    """Return the line of the street at hand, and of what follows on it."""
    return street_line(betting, sizes_of(betting), betting.street == Street.RIVER, after)


def sizes_of(betting: PublicBetting) -> Bets:
    """Return the bets of a solve, by the street and the chips behind at its start; the least is legal."""
    begun = betting.round_start
    deep = min(betting.rules.stacks) - begun > DEEP * 2 * begun
    sizes = _SIZES[betting.street][deep]
    least = betting.rules.big_blind / (2 * begun)
    bets, later = (
        tuple(sorted({max(least, size) for size in one})) for one in (sizes.bets, sizes.later_bets)
    )
    return replace(sizes, bets=bets, later_bets=later)


def spot_of(line: StreetLine, board: tuple[Card, ...], ranges: tuple[Shares, Shares]) -> Spot:
    """Return the spot with which the street of a line begins."""
    sizes = sizes_of(line.root)
    return Spot(board, ranges, float(line.pot), float(line.stack), sizes.bets, sizes.raises)


def subgame_of(
    line: StreetLine, board: tuple[Card, ...], ranges: tuple[Shares, Shares], opt_out: OptOut | None = None
) -> Subgame:
    """Return the subgame, dealt to the river, with the tree of a line."""
    sizes = sizes_of(line.root)
    shape = Shape(line.begin, line.extra_chips, later=(sizes.later_bets, sizes.later_raises))
    return Subgame(spot_of(line, board, ranges), shape=shape, limits=Limits(1), opt_out=opt_out)
