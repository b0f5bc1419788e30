"""The complete game of heads-up no-limit Hold'em: cards, betting and showdown.

Chance deals one card at a time: two to player 0 (big blind), two to player 1 (button), then flop, turn and river
when the rounds close. After a called all-in, only chance acts until the board is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import CHANCE, TERMINAL, Action, IllegalAction, Player
from game.rules.betting import (
    BIG_BLIND,
    BUTTON,
    CALL,
    FOLD,
    ActionKind,
    BettingActions,
    HoldemRules,
    Pair,
    PublicBetting,
    Round,
    Street,
    split,
)
from game.rules.cards import DECK, Card, name, names
from game.rules.hand_rank import Rank, best_five, rank
from game.texts import text

__all__ = [
    "BIG_BLIND",
    "BUTTON",
    "CALL",
    "FOLD",
    "ActionKind",
    "BettingActions",
    "HoldemInformationState",
    "HoldemRules",
    "HoldemState",
    "PublicBetting",
    "Showdown",
    "Street",
]

HOLE_CARDS = 4
BOARD_CARDS = {Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
_BOARD_COMPLETE = (3, 4, 5)
_ALL_DEALT = HOLE_CARDS + 5


@dataclass(frozen=True, slots=True)
class Showdown:
    """A showdown: both ranks (1 is best), the five cards that play, and the winner (None for a split pot)."""

    ranks: tuple[Rank, Rank]
    best_five: tuple[tuple[Card, ...], tuple[Card, ...]]
    winner: Player | None
    payoffs: Pair


@dataclass(frozen=True, slots=True)
class HoldemInformationState:
    """The information of one player: the player's two cards, the board and the betting."""

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    betting: PublicBetting

    @property
    def legal_actions(self) -> Sequence[Action]:
        return self.betting.legal_actions() if self.betting.actor == self.player else ()

    @property
    def key(self) -> str:
        """The key of the information set, as in `1:KdAs/7s2hQh:r300c/`.

        The parts of the key are the player, the player's sorted cards, the board and the betting.
        """
        board = "/" + names(self.board) if self.board else ""
        return f"{self.player}:{names(sorted(self.hole, reverse=True))}{board}:{self.betting.acpc}"

    @property
    def rules(self) -> HoldemRules:
        return self.betting.rules

    @property
    def history(self) -> tuple[Round, ...]:
        return self.betting.history

    @property
    def street(self) -> Street:
        return self.betting.street

    @property
    def pot(self) -> int:
        return self.betting.pot

    @property
    def to_call(self) -> int:
        return self.betting.to_call

    @property
    def committed(self) -> Pair:
        return self.betting.committed

    @property
    def stacks_left(self) -> Pair:
        return self.betting.stacks_left


@dataclass(frozen=True, slots=True, init=False)
class HoldemState:
    """The state of a hand: the cards in the order of dealing, and the betting.

    >>> state = HoldemState(HoldemRules(50, 100, (1000, 1000)))
    >>> for card in range(4):
    ...     state = state.child(card)
    >>> state.current_player() == BUTTON, state.to_call, state.child(300).pot
    (True, 50, 400)
    """

    rules: HoldemRules
    dealt: tuple[Card, ...]
    betting: PublicBetting

    def __init__(
        self,
        rules: HoldemRules | None = None,
        dealt: tuple[Card, ...] = (),
        betting: PublicBetting | None = None,
    ) -> None:
        rules = rules or HoldemRules()
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "dealt", dealt)
        object.__setattr__(self, "betting", betting or PublicBetting.start(rules))

    def current_player(self) -> Player:
        """Return the player to act, CHANCE before a deal, TERMINAL at the end."""
        if len(self.dealt) < HOLE_CARDS:
            return CHANCE
        if self.betting.actor is not None:
            return self.betting.actor
        return TERMINAL if self.betting.folded is not None or len(self.dealt) == _ALL_DEALT else CHANCE

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal actions of the player to act, or the cards that may be dealt."""
        if self.current_player() == CHANCE:
            return tuple(card for card in DECK if card not in self.dealt)
        return self.betting.legal_actions()

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        cards = self.legal_actions()
        return tuple((card, 1 / len(cards)) for card in cards)

    def child(self, action: Action) -> HoldemState:
        """Return the state after an action of a player, or after the card `action` is dealt.

        Raises:
            IllegalAction: If the action or the card is not possible.
        """
        player = self.current_player()
        if player == TERMINAL:
            raise IllegalAction(text("rules_errors.action.over"))
        if player == CHANCE:
            return self._with_card(action)
        return HoldemState(self.rules, self.dealt, self.betting.child(action))

    def returns(self) -> Pair:
        """Return the net chips of each player. The hand must be over."""
        betting = self.betting
        if betting.folded is not None:
            lost = betting.committed[betting.folded]
            return (-lost, lost) if betting.folded == 0 else (lost, -lost)
        won = self._shares()
        return won[0] - betting.committed[0], won[1] - betting.committed[1]

    def information_state(self, player: Player) -> HoldemInformationState:
        return HoldemInformationState(player, self.hole[player], self.board, self.betting)

    def showdown(self) -> Showdown | None:
        """Return the showdown, or None if the hand is not over or ended with a fold."""
        if not self.is_terminal() or self.betting.folded is not None:
            return None
        first, second = self._ranks()
        return Showdown(
            ranks=(first, second),
            best_five=(best_five(self._seven(0)), best_five(self._seven(1))),
            winner=None if first == second else 0 if first < second else 1,
            payoffs=self.returns(),
        )

    @property
    def hole(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return self.dealt[0:2], self.dealt[2:4]

    @property
    def board(self) -> tuple[Card, ...]:
        return self.dealt[HOLE_CARDS:]

    @property
    def street(self) -> Street:
        return self.betting.street

    @property
    def pot(self) -> int:
        return self.betting.pot

    @property
    def committed(self) -> Pair:
        return self.betting.committed

    @property
    def street_committed(self) -> Pair:
        return self.betting.street_committed

    @property
    def stacks_left(self) -> Pair:
        return self.betting.stacks_left

    @property
    def to_call(self) -> int:
        return self.betting.to_call

    @property
    def is_run_out(self) -> bool:
        """Whether a player was all-in before the river, so the rest of the board is dealt without betting."""
        return self.betting.is_all_in and (len(self.board) < 5 or not self.betting.history[-1])

    def kind(self, action: Action) -> ActionKind:
        return self.betting.kind(action)

    def _with_card(self, card: Card) -> HoldemState:
        if card not in DECK:
            raise IllegalAction(text("rules_errors.card.number", card=card))
        if card in self.dealt:
            raise IllegalAction(text("rules_errors.card.dealt", card=name(card)))
        dealt = (*self.dealt, card)
        opens_round = len(dealt) - HOLE_CARDS in _BOARD_COMPLETE
        return HoldemState(self.rules, dealt, self.betting.next_round() if opens_round else self.betting)

    def _shares(self) -> Pair:
        first, second = self._ranks()
        if first == second:
            return split(self.pot)
        return (self.pot, 0) if first < second else (0, self.pot)

    def _ranks(self) -> tuple[Rank, Rank]:
        return rank(self._seven(0)), rank(self._seven(1))

    def _seven(self, player: Player) -> tuple[Card, ...]:
        return (*self.hole[player], *self.board)
