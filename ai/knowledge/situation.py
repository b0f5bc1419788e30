"""What the rules of an expert may ask about a decision: the public situation, and every hand in it.

The words are those of the rule files. A round before the flop begins with the blinds, so the first raise there is
faced as a raise; after the flop the first one is a bet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ai.hands.combos import HANDS, Floats, left_by
from ai.hands.quick_equities import quick_equities
from ai.hands.range_strategy import PublicState
from ai.hands.reading import ReadingStyle, opponent_range
from ai.knowledge.hand_classes import DRAWS, MADE, Coordinates, draws, made
from game.rules.betting import BUTTON, CALL, PublicBetting, Street

STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("big blind", "button")
INITIATIVES = ("nobody", "mine", "theirs")
"""Who bet or raised last on the streets before this one."""
FACINGS = ("first in", "limp", "nothing", "check", "bet", "raise", "reraise", "another raise")
"""What was done last in this round; "nothing" is what the first to act faces after the flop."""
UNBET = FACINGS[1:4]
"""Where nothing is to be called."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "street": STREETS,
    "position": POSITIONS,
    "facing": FACINGS,
    "initiative": INITIATIVES,
    "made": MADE,
    "draw": DRAWS,
}
"""What is one of some words; those with an order stand weakest first."""
ORDERED = ("made", "draw")
SPANS: Mapping[str, tuple[float, float]] = {
    "equity": (0.0, 1.0),
    "edge": (-0.5, 1.0),
    "odds": (0.0, 0.5),
    "bet": (0.0, np.inf),
    "stack": (0.0, np.inf),
    "depth": (0.0, np.inf),
}
"""What is a number, and its limits: `edge` is equity less pot odds, `bet` the bet faced in pots, `stack` what can
still be lost in pots, `depth` the smaller stack before the hand in big blinds."""
OF_HAND = ("hand", "made", "draw", "equity", "edge")
"""What differs from hand to hand; all else is public."""

BEFORE_FLOP = ("first in", "limp", "raise", "reraise", "another raise")
AFTER_FLOP = ("bet", "raise", "reraise", "another raise")


@dataclass(frozen=True)
class Situation:
    """One decision; what takes time is worked out when it is first asked for."""

    public: PublicState
    reading: ReadingStyle
    respect: float

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Return the public choices."""
        betting = self.public.betting
        return {
            "street": STREETS[betting.street],
            "position": POSITIONS[self.public.player],
            "facing": _facing(betting),
            "initiative": _initiative(self.public),
        }

    @cached_property
    def numbers(self) -> Mapping[str, float]:
        """Return the public numbers."""
        betting = self.public.betting
        return {
            "odds": betting.pot_odds,
            "bet": betting.to_call / max(1, betting.effective_pot - betting.to_call),
            "stack": betting.effective_stack / betting.effective_pot,
            "depth": min(betting.rules.stacks) / betting.rules.big_blind,
        }

    @cached_property
    def opponents(self) -> Floats:
        """Return float64[1326]: what the betting tells of the opponent's hands, as the weight of each."""
        weights = opponent_range(self.public, self.reading)
        return np.where(weights > 0.0, weights**self.respect, 0.0)

    @cached_property
    def equity(self) -> Floats:
        """Return float64[1326]: the equity of every hand against those weights, 0 for hands that meet the board."""
        found = quick_equities(self.opponents, self.public.board)
        return np.where(left_by(self.public.board), found, 0.0)

    def of_hands(self, what: str) -> Floats | Coordinates:
        """Return float64 or int8[1326]: equity, edge, or the place of what is made or drawn to."""
        if what == "equity":
            return self.equity
        if what == "edge":
            return self.equity - self.numbers["odds"]
        if not self.public.board:
            return np.zeros(len(HANDS), np.int8)
        return made(self.public.board) if what == "made" else draws(self.public.board)


def _facing(betting: PublicBetting) -> str:
    actions = [action for _, action in betting.history[-1]]
    raises = sum(action > CALL for action in actions)
    before_flop = betting.street == Street.PREFLOP
    if raises:
        names = BEFORE_FLOP[2:] if before_flop else AFTER_FLOP
        return names[min(raises, len(names)) - 1]
    if before_flop:
        return "limp" if actions else "first in"
    return "check" if actions else "nothing"


def _initiative(public: PublicState) -> str:
    for played in reversed(public.betting.history[:-1]):
        for player, action in reversed(played):
            if action > CALL:
                return "mine" if player == public.player else "theirs"
    return "nobody"


def can_face(street: str, position: str) -> tuple[str, ...]:
    """Return what a player may face on a street."""
    on_button = position == POSITIONS[BUTTON]
    if street == STREETS[Street.PREFLOP]:
        return tuple(word for word in BEFORE_FLOP if word != ("limp" if on_button else "first in"))
    return ("check" if on_button else "nothing", *AFTER_FLOP)
