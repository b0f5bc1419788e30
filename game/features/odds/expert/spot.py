"""The spot that an expert is asked about: a hand, a board and the betting so far, and its description in words.

Blinds are 50 and 100 and both players have 200 big blinds, unless the spot comes from a table. The question is
about the player to act. The board may have more cards than the street; only the cards dealt by then count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.core import Action
from game.features.odds.asks import AskExpert
from game.match.betting_line import Line
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState
from game.texts import capitalized, english, number, text

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
        """Return what can be done by a click and is not the end of the hand: a call, and a few bets.

        Nothing can be done while cards of the board are missing.
        """
        if self.line.missing:
            return {}
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

    def begun(self) -> Spot:
        """Return the spot before anything was done."""
        return Spot(self.hole, Line(board=self.line.board))

    def request(self, rules: str) -> AskExpert:
        """Return the request for an expert's answer, once no card is missing."""
        shown, betting = self.line.shown, self.line.betting
        hole = self.hole if len(self.hole) == 2 and not set(self.hole) & set(shown) else ()
        assert betting.actor is not None
        return AskExpert(rules, betting.actor, tuple(shown), betting, tuple(hole))

    @property
    def info(self) -> HoldemInformationState | None:
        """The information of the player to act, or None while cards are missing."""
        shown, betting = self.line.shown, self.line.betting
        if self.line.player is None or len(self.hole) != 2 or set(self.hole) & set(shown):
            return None
        return HoldemInformationState(self.line.player, self.hole, tuple(shown), betting)

    def _goes_on(self, action: Action) -> bool:
        after = self.line.betting.child(action)
        return after.actor is not None or (after.street < Street.RIVER and not after.is_all_in)


# ---- in words --------------------------------------------------------------------------------------------------
def action_name(betting: PublicBetting, action: Action, group: str = "actions") -> str:
    """Name an action with its size in big blinds; `group` is "acts" for the third person ("folds")."""
    if action == FOLD:
        return text(f"expert.{group}.fold")
    if action == CALL:
        return text(f"expert.{group}.call" if betting.to_call else f"expert.{group}.check")
    if action == betting.max_raise_to:
        return text(f"expert.{group}.all_in")
    key = "raise" if any(betting.street_committed) else "bet"
    puts_in = (action - betting.round_start) / betting.rules.big_blind  # on this street
    return text(f"expert.{group}.{key}", bb=number(puts_in, 1).removesuffix(".0"))


def sentences_of(spot: Spot) -> list[str]:
    """Tell the betting, a sentence for each street."""
    streets = english().many("menu.streets")
    sentences: list[str] = []
    street = -1
    for betting, action in spot.line.steps:
        who = text("expert.who.button" if betting.actor == BUTTON else "expert.who.big_blind")
        said = f"{who} {action_name(betting, action, 'acts')}"
        if betting.street != street:
            street = betting.street
            said = text("expert.on_street", street=streets[street], said=said)
            sentences.append(said)
        else:
            sentences[-1] += f", {said}"
    return [f"{capitalized(sentence)}." for sentence in sentences] or [text("expert.nobody")]


def stakes(spot: Spot) -> str:
    """Tell blinds and stacks."""
    rules = spot.line.rules
    depth = number(min(rules.stacks) / rules.big_blind, 1).removesuffix(".0")
    blinds = f"{number(rules.small_blind)}/{number(rules.big_blind)}"
    return text("expert.stakes", blinds=blinds, depth=depth)


def asked(spot: Spot) -> str:
    """Say who is to act, on which street."""
    streets = english().many("menu.streets")
    who = text("expert.who.button" if spot.on_button else "expert.who.big_blind")
    return text("expert.to_act", who=capitalized(who), street=streets[spot.line.betting.street])
