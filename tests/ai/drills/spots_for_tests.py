"""Positions and cards for tests of the drills."""

from datetime import datetime

from ai.drills.cards import DrillCard, new_card
from game.core import Action, InformationState
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState, HoldemState
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState
from tests.judged import judged

MONDAY = datetime(2026, 11, 23, 12, 0).timestamp()
DAY = 86_400.0


def holdem(cards: str = "2c7dAsAh", *actions: Action | str) -> HoldemInformationState:
    """Return the information state of the player to act, after the hole cards of both, actions and board cards."""
    state = HoldemState()
    for card in parse(cards):
        state = state.child(card)
    for one in actions:
        for step in parse(one) if isinstance(one, str) else (one,):
            state = state.child(step)
    return state.information_state(state.current_player())


INFOS: dict[str, InformationState] = {
    "tic-tac-toe": TicTacToeInformationState(0, (-1, 0, 0, 0, 1, 0, 0, 0, 0)),
    "kuhn": KuhnInformationState(0, 1, "pb"),
    "half-street": KuhnInformationState(1, 2, "b", KuhnRules("half-street", 2.0)),
    "preflop": holdem(),
    "river": holdem("2c7dAsAh", 300, 1, "AdKc2h", 1, 500, 1, "9s", 1, 1, "3d", 900),
}


def make_card(
    info: InformationState, values: dict[Action, float] | None = None, now: float = MONDAY
) -> DrillCard:
    """Return a new card whose first action is the best by default."""
    some = list(info.legal_actions)[:9]
    found = values or {action: float(index == 0) for index, action in enumerate(some)}
    stake = info.pot / info.rules.big_blind if isinstance(info, HoldemInformationState) else 4.0
    return new_card(info, judged(found, stake=stake), now)


def cards(count: int, now: float = MONDAY) -> list[DrillCard]:
    """Return new cards on as many positions of tic-tac-toe."""
    boards = [
        tuple(-1 if cell == first else 1 if cell == second else 0 for cell in range(9))
        for first in range(9)
        for second in range(9)
        if first != second
    ]
    return [make_card(TicTacToeInformationState(0, board), now=now) for board in boards[:count]]
