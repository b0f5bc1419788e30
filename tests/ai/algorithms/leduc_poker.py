"""Leduc poker, a game for tests: large enough to tell solvers apart, small enough to be solved exactly.

Six cards, two each of three ranks; ante 1, one private card each, a betting round of bets of 2, one public card, a
round of bets of 4; at most two raises a round. A pair with the public card wins, else the higher card (Southey et
al., "Bayes' bluff: opponent modelling in poker", 2005). Histories and actions are those of OpenSpiel.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import CHANCE, TERMINAL, Action, Player

FOLD, CALL, RAISE = 0, 1, 2
DECK = range(6)
RAISES = (2, 4)
MOST_RAISES = 2


@dataclass(frozen=True, slots=True)
class LeducState:
    """The cards dealt (player 0's, player 1's, the public one) and the actions of both rounds."""

    cards: tuple[int, ...] = ()
    rounds: tuple[tuple[Action, ...], ...] = ((), ())

    @property
    def street(self) -> int:
        """Return 0 before the public card, 1 after it."""
        return len(self.cards) // 3

    def current_player(self) -> Player:
        if self.is_terminal():
            return TERMINAL
        if len(self.cards) < 2 or (self.street == 0 and _is_closed(self.rounds[0])):
            return CHANCE
        return len(self.rounds[self.street]) % 2

    def is_terminal(self) -> bool:
        return any(actions[-1:] == (FOLD,) for actions in self.rounds) or _is_closed(self.rounds[1])

    def legal_actions(self) -> tuple[Action, ...]:
        if self.current_player() == CHANCE:
            return tuple(card for card in DECK if card not in self.cards)
        if self.is_terminal():
            return ()
        actions = self.rounds[self.street]
        fold = (FOLD,) if actions[-1:] == (RAISE,) else ()
        again = (RAISE,) if actions.count(RAISE) < MOST_RAISES else ()
        return (*fold, CALL, *again)

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        cards = self.legal_actions() if self.current_player() == CHANCE else ()
        return tuple((card, 1 / len(cards)) for card in cards)

    def child(self, action: Action) -> LeducState:
        if self.current_player() == CHANCE:
            return LeducState((*self.cards, action), self.rounds)
        first, second = self.rounds
        played = ((*first, action), second) if self.street == 0 else (first, (*second, action))
        return LeducState(self.cards, played)

    def returns(self) -> tuple[float, float]:
        if not self.is_terminal():
            return 0.0, 0.0
        paid = self._paid()
        first, second = self._worth(0), self._worth(1)
        if first == second:
            return 0.0, 0.0
        won = float(paid[1] if first > second else -paid[0])
        return won, -won

    def information_state(self, player: Player) -> LeducInformationState:
        return LeducInformationState(player, self.cards[player], self.cards[2:], self.rounds)

    def _worth(self, player: Player) -> int:
        """Return what `player` has to show; nothing after a fold."""
        for actions in self.rounds:
            if actions[-1:] == (FOLD,) and (len(actions) - 1) % 2 == player:
                return -1
        rank = self.cards[player] // 2
        return rank + 3 * (len(self.cards) == 3 and rank == self.cards[2] // 2)

    def _paid(self) -> tuple[int, int]:
        """Return the chips of both players in the middle."""
        paid = [1, 1]
        for actions, size in zip(self.rounds, RAISES, strict=True):
            for turn, action in enumerate(actions):
                if action != FOLD:
                    paid[turn % 2] = max(paid) + size * (action == RAISE)
        return paid[0], paid[1]


@dataclass(frozen=True, slots=True)
class LeducInformationState:
    """One player's card, the public card once it lies there, and the betting."""

    player: Player
    card: int
    public: tuple[int, ...]
    rounds: tuple[tuple[Action, ...], ...]

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return LeducState((6, 7, *self.public), self.rounds).legal_actions()

    @property
    def key(self) -> str:
        betting = "/".join("".join("fcr"[action] for action in actions) for actions in self.rounds)
        return f"{self.card}{''.join(map(str, self.public))}:{betting}"


def _is_closed(actions: tuple[Action, ...]) -> bool:
    return len(actions) >= 2 and actions[-1] == CALL
