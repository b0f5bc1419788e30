"""The spot that an expert is asked about: a hand, a board and the betting so far, as one puts it together.

Blinds are 50 and 100 and both have 200 big blinds, unless it comes from a table. Whoever is to act is asked; the
board that is laid may be longer than the street needs: only the part that lies on the table by then counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core import Action
from game.match.betting_line import played
from game.rules.betting import BUTTON, CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HoldemInformationState

SIZES: Mapping[str, float] = {"third": 1 / 3, "half": 0.5, "pot": 1.0, "double": 2.0}
"""What can be bet or raised by a click, in pots."""


USUAL = HoldemRules()


@dataclass(frozen=True, slots=True)
class Spot:
    """What is known at the decision, and the actions that led to it."""

    hole: Sequence[Card] = ()
    board: Sequence[Card] = ()
    actions: tuple[Action, ...] = ()
    rules: HoldemRules = USUAL

    @staticmethod
    def of(info: HoldemInformationState) -> Spot:
        """Return the spot of a decision."""
        actions = tuple(action for played in info.history for _, action in played)
        return Spot(info.hole, info.board, actions, info.rules)

    @property
    def betting(self) -> PublicBetting:
        """The betting after all actions; the next round has begun where one is closed."""
        return played(self.rules, self.actions)[-1]

    @property
    def steps(self) -> list[tuple[PublicBetting, Action]]:
        """Every action with the betting before it."""
        return list(zip(played(self.rules, self.actions), self.actions, strict=False))

    @property
    def shown(self) -> tuple[Card, ...]:
        """The part of the board that lies on the table."""
        return tuple(self.board[: BOARD_CARDS[self.betting.street]])

    @property
    def missing(self) -> int:
        """How many cards of the board are still to be laid."""
        return BOARD_CARDS[self.betting.street] - len(self.shown)

    @property
    def on_button(self) -> bool:
        """Whether the button is to act."""
        return self.betting.actor == BUTTON

    def choices(self) -> dict[str, Action]:
        """Return what can be done by a click and is not the end of the hand: a call, and a few bets."""
        betting = self.betting
        found: dict[str, Action] = {"call": CALL} if self._goes_on(CALL) else {}
        for name, fraction in SIZES.items():
            raise_to = betting.raise_to_for_fraction(fraction)
            if raise_to is not None and raise_to not in found.values():
                found[name] = raise_to
        return found

    def after(self, action: Action) -> Spot:
        """Return the spot one action on."""
        return replace(self, actions=(*self.actions, action))

    def before(self) -> Spot:
        """Return the spot without its last action."""
        return replace(self, actions=self.actions[:-1])

    def payload(self) -> dict[str, Any]:
        """Return what the other process is told."""
        hole = tuple(self.hole) if len(self.hole) == 2 and not set(self.hole) & set(self.shown) else ()
        betting = self.betting
        return {"player": betting.actor, "board": self.shown, "betting": betting, "hole": hole}

    def _goes_on(self, action: Action) -> bool:
        after = self.betting.child(action)
        return after.actor is not None or (after.street < Street.RIVER and not after.is_all_in)
