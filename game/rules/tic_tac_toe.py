"""Tic-tac-toe: three in a row, X begins.

A board is a tuple of nine marks, row by row: X is -1, O is +1, and an empty cell is 0. The value learner
identifies a position by its `number`, a base-3 number whose digit k is cell k (0 empty, 1 X, 2 O). Both
players see the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import TERMINAL, Action, IllegalAction, Player
from game.texts import text

Mark = int
Board = tuple[Mark, ...]
Line = tuple[int, int, int]

X: Mark = -1
O: Mark = 1  # noqa: E741 - the mark's own name
EMPTY: Mark = 0

MARKS = (X, O)
"""The mark of player 0 and of player 1."""

CELLS = 9
NUMBERS = 3**CELLS
"""The number of possible state numbers."""
EMPTY_BOARD: Board = (EMPTY,) * CELLS
LINES: tuple[Line, ...] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)

_DIGIT = {EMPTY: 0, X: 1, O: 2}


@dataclass(frozen=True, slots=True)
class TicTacToeState:
    """A position. The number of marks of each player determines which player is to move."""

    board: Board = EMPTY_BOARD

    @property
    def number(self) -> int:
        """The base-3 number of the board, from 0 to 19,682.

        >>> TicTacToeState((X, 0, 0, 0, 0, 0, 0, 0, 0)).number, TicTacToeState((0,) * 8 + (O,)).number
        (1, 13122)
        """
        return board_number(self.board)

    @property
    def line(self) -> Line | None:
        """The cells of a line of three equal marks, or None if there is no such line."""
        board = self.board
        for line in LINES:
            a, b, c = line
            if board[a] == board[b] == board[c] != EMPTY:
                return line
        return None

    @property
    def winner(self) -> Player | None:
        line = self.line
        return None if line is None else MARKS.index(self.board[line[0]])

    def current_player(self) -> Player:
        """Return the player to move, or TERMINAL at the end.

        X moves if both players have equally many marks.
        """
        return TERMINAL if self.is_terminal() else to_move(self.board)

    def is_terminal(self) -> bool:
        return EMPTY not in self.board or self.line is not None

    def legal_actions(self) -> tuple[Action, ...]:
        return () if self.is_terminal() else empty_cells(self.board)

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return ()

    def child(self, action: Action) -> TicTacToeState:
        """Return the position after a mark on cell `action`.

        Raises:
            IllegalAction: If the cell is not free. The message lists the free cells.
        """
        if action not in self.legal_actions():
            raise IllegalAction(text("rules_errors.tic_tac_toe.cell", cell=action, reason=_free(self)))
        mark = MARKS[to_move(self.board)]
        return TicTacToeState((*self.board[:action], mark, *self.board[action + 1 :]))

    def returns(self) -> tuple[float, float]:
        """Return the points of X and O: 1 for a win, -1 for a loss, 0 for a draw or before the end."""
        match self.winner:
            case None:
                return 0.0, 0.0
            case 0:
                return 1.0, -1.0
            case _:
                return -1.0, 1.0

    def reward(self, player: Player) -> float:
        """Return the reward of the value learner: 1 if `player` has won, otherwise 0 (even for a draw)."""
        return float(self.winner == player)

    def information_state(self, player: Player) -> TicTacToeInformationState:
        return TicTacToeInformationState(player, self.board)


@dataclass(frozen=True, slots=True)
class TicTacToeInformationState:
    """The board as `player` sees it."""

    player: Player
    board: Board

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return TicTacToeState(self.board).legal_actions()

    @property
    def key(self) -> str:
        return str(board_number(self.board))


def board_number(board: Board) -> int:
    return sum(_DIGIT[mark] * 3**cell for cell, mark in enumerate(board))


def to_move(board: Board) -> Player:
    return 0 if board.count(X) == board.count(O) else 1


def empty_cells(board: Board) -> tuple[Action, ...]:
    return tuple(cell for cell, mark in enumerate(board) if mark == EMPTY)


def _free(state: TicTacToeState) -> str:
    cells = state.legal_actions()
    if not cells:
        return text("rules_errors.tic_tac_toe.over")
    return text("rules_errors.tic_tac_toe.free", cells=", ".join(map(str, cells)))
