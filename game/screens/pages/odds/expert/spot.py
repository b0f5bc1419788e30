"""The spot that an expert is asked about: a hand, a board and the betting so far, as one puts it together.

Blinds are 50 and 100 and both have 200 big blinds, unless it comes from a table. Whoever is to act is asked; the
board that is laid may be longer than the street needs: only the part that lies on the table by then counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.core import Action
from game.match.betting_line import Line
from game.messages.experts import AskExpert
from game.rules.betting import BUTTON, CALL, Street
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

SIZES: Mapping[str, float] = {"third": 1 / 3, "half": 0.5, "pot": 1.0, "double": 2.0}
"""What can be bet or raised by a click, in pots."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The hand that is held, and the line that led to the decision."""

    hole: tuple[Card, ...] = ()
    line: Line = field(default_factory=Line)

    @staticmethod
    def of(info: HoldemInformationState) -> Spot:
        """Return the spot of a decision."""
        actions = tuple(action for played in info.history for _, action in played)
        return Spot(tuple(info.hole), Line(info.rules, actions, tuple(info.board)))

    @property
    def on_button(self) -> bool:
        """Whether the button is to act."""
        return self.line.betting.actor == BUTTON

    def choices(self) -> dict[str, Action]:
        """Return what can be done by a click and is not the end of the hand: a call, and a few bets."""
        betting = self.line.betting
        found: dict[str, Action] = {"call": CALL} if self._goes_on(CALL) else {}
        for name, fraction in SIZES.items():
            raise_to = betting.raise_to_for_fraction(fraction)
            if raise_to is not None and raise_to not in found.values():
                found[name] = raise_to
        return found

    def after(self, action: Action) -> Spot:
        """Return the spot one action on."""
        return replace(self, line=self.line.after(action))

    def before(self) -> Spot:
        """Return the spot without its last action."""
        return replace(self, line=self.line.upto(len(self.line.actions) - 1))

    def request(self, rules: str) -> AskExpert:
        """Return what the other process is asked of an expert by its rules, once nothing is missing."""
        shown, betting = self.line.shown, self.line.betting
        hole = self.hole if len(self.hole) == 2 and not set(self.hole) & set(shown) else ()
        assert betting.actor is not None
        return AskExpert(rules, betting.actor, tuple(shown), betting, tuple(hole))

    def _goes_on(self, action: Action) -> bool:
        after = self.line.betting.child(action)
        return after.actor is not None or (after.street < Street.RIVER and not after.is_all_in)
