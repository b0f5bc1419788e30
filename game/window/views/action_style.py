"""How actions of Hold'em look wherever a strategy is drawn: a colour, a pattern and a sign for each.

The order of the colours is that of the game: folds, checks and calls, bets that darken with their size, all-in.
Signs and patterns say the same to those who see colours otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting
from game.window.ui.canvas.painter import Colour, Painter, Pattern
from game.window.ui.theme import RGB, mix

Sign = Literal["cross", "ring", "disc", "chevron", "chevrons", "diamond"]
Kind = Literal["fold", "check", "call", "bet", "all-in"]
"""What an action is; a raise is a bet."""
BRIGHTER = 0.22
STROKE, SIZE = 1.7, 11.0


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour, so far on the way to another one, and a pattern for those who need it."""

    colour: Colour
    other: Colour = "panel"
    share: float = 0.0
    pattern: Pattern = "solid"

    def on(self, painter: Painter) -> RGB:
        """Return it in the theme of a painter."""
        return mix(painter.col(self.colour), painter.col(self.other), self.share)


@dataclass(frozen=True, slots=True)
class ActionLook:
    """How one action looks."""

    ink: Ink
    sign: Sign


def looks_of(betting: PublicBetting, actions: Sequence[Action]) -> list[ActionLook]:
    """Return how some actions look: bets in shades from the smallest of them to all-in."""
    bets = sorted(action for action in actions if action > CALL and action != betting.max_raise_to)
    return [_look(betting, action, bets) for action in actions]


def looks_of_kinds(kinds: Sequence[Kind]) -> list[ActionLook]:
    """Return how actions look of which only the kinds are known; bets and raises stand the largest first."""
    bets = [place for place, kind in enumerate(kinds) if kind == "bet"][::-1]
    return [
        look_of(kind, bets.index(place) if kind == "bet" else 0, len(bets))
        for place, kind in enumerate(kinds)
    ]


def inks_of(betting: PublicBetting, actions: Sequence[Action]) -> list[Ink]:
    """Return the colours of some actions."""
    return [look.ink for look in looks_of(betting, actions)]


def _look(betting: PublicBetting, action: Action, bets: Sequence[Action]) -> ActionLook:
    if action == FOLD:
        return look_of("fold")
    if action == CALL:
        return look_of("call" if betting.to_call else "check")
    if action == betting.max_raise_to:
        return look_of("all-in")
    return look_of("bet", bets.index(action), len(bets))


def look_of(kind: Kind, place: int = 0, bets: int = 1) -> ActionLook:
    """Return how an action looks; a bet or raise is at a place among so many, from the smallest."""
    match kind:
        case "fold":
            return ActionLook(Ink("act_fold"), "cross")
        case "call" | "check":
            return ActionLook(Ink("act_call", pattern="dots"), "disc" if kind == "call" else "ring")
        case "all-in":
            return ActionLook(Ink("act_all_in", pattern="cross"), "diamond")
    ink = replace(_bet(place / max(2, bets - 1)), pattern="diagonal" if place else "solid")
    return ActionLook(ink, "chevrons" if place else "chevron")


def _bet(size: float) -> Ink:
    """Return the colour of a bet by its rank among those on offer, from 0, the smallest, to 1."""
    if size <= 0.5:
        return Ink("act_small", "act_middle", 2 * size)
    return Ink("act_middle", "act_large", 2 * size - 1)


def draw_sign(painter: Painter, look: ActionLook, cx: float, cy: float) -> None:
    """Draw the sign of an action around a point, bright enough to be seen on a panel."""
    sign, half = look.sign, SIZE / 2
    colour = mix(look.ink.on(painter), painter.col("text"), BRIGHTER)
    if sign == "ring":
        painter.ring(cx, cy, half - 0.5, colour, STROKE)
    elif sign == "disc":
        painter.disc(cx, cy, half - 0.5, colour)
    elif sign == "diamond":
        painter.area([(cx - half, cy), (cx, cy - half), (cx + half, cy), (cx, cy + half)], colour, 255)
    elif sign == "cross":
        reach = half - 1.5
        painter.stroke([(cx - reach, cy - reach), (cx + reach, cy + reach)], colour, STROKE)
        painter.stroke([(cx - reach, cy + reach), (cx + reach, cy - reach)], colour, STROKE)
    else:
        for level in (0.5,) if sign == "chevron" else (-1.5, 2.5):
            foot = cy + level + 1.5
            painter.stroke([(cx - half + 1, foot), (cx, foot - 3), (cx + half - 1, foot)], colour, STROKE)
