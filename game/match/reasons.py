"""Why a decision of a small game is best: a reason as a plain fact, which window, terminal and reports word.

In tic-tac-toe the reason can be seen on the board. In Kuhn poker a mixed decision makes one decision of the
opponent indifferent, and a pure one follows from the order of the cards. A decision of Kuhn poker is named by its
information set: the player's card and the moves so far, like "Kpb".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from game.core import Action, Player
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, KuhnRules, Move
from game.rules.tic_tac_toe import EMPTY, LINES, MARKS, Line, TicTacToeState

# ---- tic-tac-toe ---------------------------------------------------------------------------------------------
Merit = Literal["takes_win", "stops_three", "two_threats"]
MERITS: tuple[Merit, ...] = ("takes_win", "stops_three", "two_threats")
"""The reasons for a square, the strongest first."""


def threatened_lines(state: TicTacToeState, player: Player) -> list[Line]:
    """Return the lines that `player` would complete with one more mark."""
    wanted = sorted((EMPTY, MARKS[player], MARKS[player]))
    return [line for line in LINES if sorted(state.board[cell] for cell in line) == wanted]


def merit(state: TicTacToeState, cell: int) -> Merit | None:
    """Return the merit of a mark on `cell` for the player to move. None if it has none of `MERITS`.

    >>> merit(TicTacToeState((-1, -1, 0, 1, 1, 0, 0, 0, 0)), 2)
    'takes_win'
    """
    player = state.current_player()
    after = state.child(cell)
    if after.winner == player:
        return "takes_win"
    if any(cell in line for line in threatened_lines(state, 1 - player)):
        return "stops_three"
    return "two_threats" if len(threatened_lines(after, player)) > 1 else None


def best_merit(state: TicTacToeState, values: Mapping[int, float]) -> tuple[Merit, int] | None:
    """Return the strongest reason for one of the best squares, and the square. None if no best square has one.

    values: the value of every legal square. Raises ValueError if there is none.
    """
    best = max(values.values())
    by_merit = ((merit(state, cell), cell) for cell, value in values.items() if value == best)
    found = {one: cell for one, cell in by_merit if one is not None}
    first = next((one for one in MERITS if one in found), None)
    return (first, found[first]) if first is not None else None


# ---- Kuhn poker ----------------------------------------------------------------------------------------------
KuhnReason = Literal["mixed", "king", "ace", "ace_called", "queen"]
NEVER = 0.005  # up to this probability, a move counts as never played

INDIFFERENT: Mapping[str, str] = {"Q": "Kb", "A": "Kb", "Kb": "Q", "Qp": "Kpb", "Kpb": "Qp"}
"""Mixed decision -> the decision of the opponent that it makes indifferent. "Q" and "A" do so together: the share
of queens among the bets makes a call with the king worth as much as a fold."""

_PURE: Mapping[tuple[str, bool, Action], KuhnReason] = {
    ("K", False, Move.PASS): "king",
    ("A", False, Move.BET): "ace",
    ("A", True, Move.BET): "ace_called",
    ("Q", True, Move.PASS): "queen",
}
"""The reason for a pure decision, by card, whether a bet is faced, and the move."""


def kuhn_reason(info: KuhnInformationState, shares: Mapping[Action, float]) -> KuhnReason | None:
    """Return the reason why an equilibrium plays `shares` (move -> probability). None if none is simple."""
    if min(shares.get(move, 0.0) for move in Move) > NEVER:
        return "mixed" if info.key in INDIFFERENT else None
    move = max(shares, key=lambda action: shares[action])
    return _PURE.get((CARD_LETTERS[info.card], info.facing_bet, move))


def information_set(key: str, rules: KuhnRules) -> KuhnInformationState:
    """Return the information state with a name like "Kpb". Raises ValueError if the first letter is no card."""
    card, betting = CARD_LETTERS.index(key[0]), key[1:]
    return KuhnInformationState(len(betting) % 2, card, betting, rules)
