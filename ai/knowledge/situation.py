"""The facts about a decision on which an expert's rules depend: the public situation, and every hand in it.

The words are those of the rule files. Betting before the flop begins with the blinds, so the first bet there is a
raise; after the flop it is a bet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ai.hands.combos import HANDS, Floats, left_by
from ai.hands.equities import quick_equities
from ai.hands.range_strategy import PublicState
from ai.hands.reading import ReadingStyle, opponent_range
from ai.knowledge.hand_classes import DRAWS, MADE, Coordinates, draws, made
from game.rules.betting import BUTTON, CALL, PublicBetting, Street

STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("big blind", "button")
INITIATIVES = ("nobody", "mine", "theirs")
"""The player who made the last bet or raise before this street."""
FACINGS = ("first in", "limp", "nothing", "check", "bet", "raise", "reraise", "another raise")
"""The last action of this round; the first to act after the flop faces "nothing"."""
UNBET = FACINGS[1:4]
"""The situations without a bet to call."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "street": STREETS,
    "position": POSITIONS,
    "facing": FACINGS,
    "initiative": INITIATIVES,
    "made": MADE,
    "draw": DRAWS,
}
"""Topic -> its words; words with an order come weakest first."""
ORDERED = ("made", "draw")
SPANS: Mapping[str, tuple[float, float]] = {
    "equity": (0.0, 1.0),
    "edge": (-0.5, 1.0),
    "odds": (0.0, 0.5),
    "bet": (0.0, np.inf),
    "stack": (0.0, np.inf),
    "depth": (0.0, np.inf),
}
"""Topic -> the limits of its number: `edge` is equity less pot odds, `bet` the bet faced in pots, `stack` the chips
that can still be lost in pots, `depth` the smaller stack before the hand in big blinds."""
OF_HAND = ("hand", "made", "draw", "equity", "edge")
"""The topics that depend on the hand; all others are public."""

BEFORE_FLOP = ("first in", "limp", "raise", "reraise", "another raise")
AFTER_FLOP = ("bet", "raise", "reraise", "another raise")


@dataclass(frozen=True)
class Situation:
    """One decision; expensive facts are computed when first needed."""

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
        """Return float64[1326]: the opponent's range as estimated from the betting."""
        weights = opponent_range(self.public, self.reading)
        return np.where(weights > 0.0, weights**self.respect, 0.0)

    @cached_property
    def equity(self) -> Floats:
        """Return float64[1326]: the equity of every hand against that range, 0 for impossible hands."""
        found = quick_equities(self.opponents, self.public.board)
        return np.where(left_by(self.public.board), found, 0.0)

    def of_hands(self, what: str) -> Floats | Coordinates:
        """Return float64[1326], equity or edge, or int8[1326], the index of the made hand or the draw."""
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
