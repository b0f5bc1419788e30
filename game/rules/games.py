"""The registry of games: names, initial states and units. The rules of each game are in the other modules."""

from __future__ import annotations

from game.core import BadInput, State
from game.quoting import quoted
from game.rules import kuhn_poker
from game.rules.holdem import HoldemRules, HoldemState
from game.rules.tic_tac_toe import TicTacToeState
from game.texts import text

TIC_TAC_TOE = "tic-tac-toe"
KUHN_POKER = "kuhn-poker"
KUHN_HALF_STREET = "kuhn-half-street"
HOLDEM = "holdem"

NAMES = (TIC_TAC_TOE, KUHN_POKER, KUHN_HALF_STREET, HOLDEM)
KUHN_GAMES = (KUHN_POKER, KUHN_HALF_STREET)

HOLDEM_BLINDS = (50, 100)
HOLDEM_STACK_BB = 200


def checked(game: str) -> str:
    """Return `game` if it is known.

    Raises:
        BadInput: If the game is unknown. The message lists the known games.
    """
    if game not in NAMES:
        raise BadInput(text("rules_errors.game", game=quoted(game), known=", ".join(NAMES)))
    return game


def played_in(game: str) -> str:
    return "games" if game == TIC_TAC_TOE else "hands"


def cash_rules(stack_bb: int = HOLDEM_STACK_BB) -> HoldemRules:
    """Return the standard Hold'em table: blinds 50/100, and `stack_bb` big blinds for each player."""
    small_blind, big_blind = HOLDEM_BLINDS
    return HoldemRules(small_blind, big_blind, (stack_bb * big_blind, stack_bb * big_blind))


def initial_state(game: str, *, blinds: float = 1, holdem: HoldemRules | None = None) -> State:
    """Return the initial state of `game`.

    `blinds` is the ante in half-street Kuhn poker, and `holdem` has the blinds and stacks of Hold'em.
    """
    match checked(game):
        case "tic-tac-toe":
            return TicTacToeState()
        case "kuhn-poker":
            return kuhn_poker.classic()
        case "kuhn-half-street":
            return kuhn_poker.half_street(blinds)
        case _:
            return HoldemState(holdem or cash_rules())
