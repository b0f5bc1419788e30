"""Positions and cards for tests of the drills."""

from datetime import datetime

from ai.drills.cards import DrillCard, new_card
from game.core import Action, InformationState
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState
from tests.played_hands import make_judgement, spot

MONDAY = datetime(2026, 11, 23, 12, 0).timestamp()
DAY = 86_400.0


INFOS: dict[str, InformationState] = {
    "tic-tac-toe": TicTacToeInformationState(0, (-1, 0, 0, 0, 1, 0, 0, 0, 0)),
    "kuhn": KuhnInformationState(0, 1, "pb"),
    "half-street": KuhnInformationState(1, 2, "b", KuhnRules("half-street", 2.0)),
    "preflop": spot("2c7dAsAh"),
    "river": spot("2c7dAsAh", 300, 1, "AdKc2h", 1, 500, 1, "9s", 1, 1, "3d", 900),
}


def make_card(
    info: InformationState, values: dict[Action, float] | None = None, now: float = MONDAY
) -> DrillCard:
    """Return a new card whose first action is best, unless `values` says otherwise."""
    some = list(info.legal_actions)[:9]
    found = values or {action: float(index == 0) for index, action in enumerate(some)}
    stake = info.pot / info.rules.big_blind if isinstance(info, HoldemInformationState) else 4.0
    return new_card(info, make_judgement(found, stake=stake), now)


def cards(count: int, now: float = MONDAY) -> list[DrillCard]:
    """Return `count` new cards with positions of tic-tac-toe."""
    boards = [
        tuple(-1 if cell == first else 1 if cell == second else 0 for cell in range(9))
        for first in range(9)
        for second in range(9)
        if first != second
    ]
    return [make_card(TicTacToeInformationState(0, board), now=now) for board in boards[:count]]
