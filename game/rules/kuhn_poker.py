"""Kuhn poker (three cards, one bet): the classic game, and the half-street game with an ante of any size.

Each player gets one of the cards A > K > Q. There are two moves: `p` (pass) checks or folds, `b` bets or calls one
chip. The games differ in the ante (called `blinds` in the code) and in what follows the first pass:

- Classic (Kuhn, 1950): each player posts 1. After `p`, player 1 may still bet, and player 0 then answers. There are
  12 information sets.
- Half-street: each player posts the same ante, of any size. After `p`, the cards are shown at once. There are 6
  information sets.

A history is the two cards followed by the moves, such as "KAp". The key of an information set is the player's card
followed by the moves, such as "K" or "Kpb". Player 0, who is "player 1" in the literature, acts first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Literal

from game.core import CHANCE, TERMINAL, Action, BadInput, IllegalAction, Player
from game.texts import text

Chips = int | float | Fraction
Card = int


class Move(IntEnum):
    """The two moves. PASS is a check or a fold, BET is a bet or a call."""

    PASS = 0
    BET = 1


MOVES = (Move.PASS, Move.BET)
MOVE_LETTERS = "pb"
CARD_LETTERS = "QKA"
"""The deck in ascending order. A card is its index in this string."""

DECK: tuple[Card, ...] = (0, 1, 2)

_FINAL_BETTING = {
    "classic": frozenset(("pp", "pbp", "pbb", "bp", "bb")),
    "half-street": frozenset(("p", "bp", "bb")),
}


@dataclass(frozen=True, slots=True)
class KuhnRules:
    """The variant of the game, and the chips that each player posts.

    Raises:
        BadInput: If the number of chips is not above 0.
    """

    street: Literal["classic", "half-street"] = "classic"
    blinds: Chips = 1

    def __post_init__(self) -> None:
        if not (isinstance(self.blinds, Chips) and math.isfinite(self.blinds) and self.blinds > 0):
            raise BadInput(text("rules_errors.kuhn.blinds", blinds=str(self.blinds)))

    def is_final(self, betting: str) -> bool:
        return betting in _FINAL_BETTING[self.street]


CLASSIC = KuhnRules()


def classic() -> KuhnState:
    return KuhnState(CLASSIC)


def half_street(blinds: Chips = 1) -> KuhnState:
    return KuhnState(KuhnRules("half-street", blinds))


@dataclass(frozen=True, slots=True)
class KuhnState:
    """The cards dealt so far (player 0's first), and the moves, such as `pb`."""

    rules: KuhnRules = CLASSIC
    cards: tuple[Card, ...] = ()
    betting: str = ""

    @property
    def history(self) -> str:
        """The hand as a string, such as `KAp`."""
        return "".join(CARD_LETTERS[card] for card in self.cards) + self.betting

    @property
    def pot(self) -> Chips:
        return 2 * self.rules.blinds + self.betting.count("b")

    def current_player(self) -> Player:
        """Return the player to act, CHANCE before the deal, TERMINAL at the end."""
        if len(self.cards) < 2:
            return CHANCE
        return TERMINAL if self.is_terminal() else len(self.betting) % 2

    def is_terminal(self) -> bool:
        return self.rules.is_final(self.betting)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the two moves, or at a chance node the remaining cards. Empty at the end."""
        if self.current_player() == CHANCE:
            return tuple(card for card in DECK if card not in self.cards)
        return () if self.is_terminal() else MOVES

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        """Return every remaining card with its probability. Empty after the deal."""
        if self.current_player() != CHANCE:
            return ()
        cards = self.legal_actions()
        return tuple((card, 1 / len(cards)) for card in cards)

    def child(self, action: Action) -> KuhnState:
        """Return the state after a card or a move.

        Raises:
            IllegalAction: If the action is not possible. The message lists the possible actions.
        """
        if action not in self.legal_actions():
            raise IllegalAction(
                text(
                    "rules_errors.kuhn.move", move=action, history=repr(self.history), reason=_possible(self)
                )
            )
        if self.current_player() == CHANCE:
            return KuhnState(self.rules, (*self.cards, action), self.betting)
        return KuhnState(self.rules, self.cards, self.betting + MOVE_LETTERS[action])

    def returns(self) -> tuple[float, float]:
        """Return each player's net chips, 0 before the end."""
        if not self.is_terminal():
            return 0.0, 0.0
        won = float(self.rules.blinds + (1 if self.betting.endswith("bb") else 0))
        return (won, -won) if self._winner() == 0 else (-won, won)

    def information_state(self, player: Player) -> KuhnInformationState:
        return KuhnInformationState(player, self.cards[player], self.betting, self.rules)

    def _winner(self) -> Player:
        if self.betting.endswith("bp"):
            return len(self.betting) % 2  # after a fold, this is the player who bet
        return 0 if self.cards[0] > self.cards[1] else 1


@dataclass(frozen=True, slots=True)
class KuhnInformationState:
    """One player's card and the betting so far."""

    player: Player
    card: Card
    betting: str
    rules: KuhnRules = field(default=CLASSIC)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return () if self.rules.is_final(self.betting) else MOVES

    @property
    def key(self) -> str:
        return CARD_LETTERS[self.card] + self.betting

    @property
    def facing_bet(self) -> bool:
        return self.betting.endswith("b")


def _possible(state: KuhnState) -> str:
    if state.is_terminal():
        return text("rules_errors.action.over")
    if state.current_player() == CHANCE:
        cards = ", ".join(f"{card} ({CARD_LETTERS[card]})" for card in state.legal_actions())
        return text("rules_errors.kuhn.cards", cards=cards)
    return text("rules_errors.kuhn.moves")
