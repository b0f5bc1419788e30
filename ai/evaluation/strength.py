"""The exact strength of agents in the small games: exploitability for Kuhn poker, lost lines for tic-tac-toe.

In Kuhn poker, the strength is the exploitability in chips per hand: the winnings of the best response minus the
value of the game, averaged over both seats.

In tic-tac-toe, the strength is the number of different complete games that the agent loses, in both seats together.
The opponent tries every legal action, and the agent every action to which it gives a probability above 0. A *line*
is a sequence of actions to the end of the game. An agent without a lost line cannot be beaten.

Lines are counted on the table of positions, in which transpositions share their continuations. Counting all
255,168 games therefore takes a few thousand steps. This is eight times as fast as visiting the states of
game/rules/tic_tac_toe.py. The shares of wins, draws and losses against a known opponent are computed in the
same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from ai.algorithms.best_response import Exploitability, exploitability
from ai.algorithms.td_learning import (
    Floats,
    Ints,
    PolicyArray,
    Position,
    PositionTable,
    build_table,
    outcomes,
)
from game.agent_entries import Strength
from game.archive.hands import OWN, PlayedHand
from game.core import Action, Agent, BadInput, KnownStrategy, Player, State
from game.match.outside_agents import OutsideAgent
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import CELLS, EMPTY, LINES, MARKS, NUMBERS, Board, TicTacToeInformationState
from game.texts import text

SIDE = 3

Cells = int
"""A set of cells as a bit mask. Bit k is cell k."""
Marks = tuple[Cells, Cells]
"""The cells of X and the cells of O."""

_SETS = range(2**CELLS)
_HAS_LINE = tuple(any(all(cells >> cell & 1 for cell in line) for line in LINES) for cells in _SETS)
_NUMBER = tuple(sum(3**cell for cell in range(CELLS) if cells >> cell & 1) for cells in _SETS)


@dataclass(frozen=True)
class Boards:
    """All reachable boards and their position table.

    Attributes:
        numbers: int64[5478], the state number of each board.
        positions: int64[5478], the index of each board in `table`.
    """

    table: PositionTable
    numbers: Ints
    positions: Ints

    def by_state_number(self, values: Floats, unknown: float) -> Floats:
        """Convert values indexed by position to values indexed by state number, float64[2, 19683].

        Unreachable boards get `unknown`.
        """
        by_number = np.full((2, NUMBERS), unknown)
        by_number[:, self.numbers] = values[:, self.positions]
        return by_number

    def by_position(self, by_number: Floats) -> Floats:
        """Convert values indexed by state number to values indexed by position.

        `by_number` is float64[2, 19683], and the result is float64[2, positions].
        """
        values = np.empty((2, len(self.table.players)))
        values[:, self.positions] = by_number[:, self.numbers]
        return values


@cache
def all_boards() -> Boards:
    """Return all reachable boards, sorted by their number of marks. The result is cached."""
    marks: list[Marks] = [(0, 0)]
    index_of = {(0, 0): 0}
    moves = []
    for x, o in marks:  # grows in the loop
        edges = []
        for cell, after in _moves(x, o):
            if after not in index_of:
                index_of[after] = len(marks)
                marks.append(after)
            edges.append((cell, index_of[after]))
        moves.append(edges)
    table = build_table(
        moves,
        players=[_to_move(x, o) for x, o in marks],
        returns=[float(_HAS_LINE[x]) - float(_HAS_LINE[o]) for x, o in marks],
    )
    return Boards(table, np.array([_NUMBER[x] + 2 * _NUMBER[o] for x, o in marks]), np.arange(len(marks)))


@cache
def boards_up_to_images() -> Boards:
    """Return all reachable boards with rotations and reflections merged.

    The eight images of a board share the position of the image with the smallest state number. A position has one
    move for each free cell. Two moves to images of the same board lead to the same position.
    """
    every = all_boards()
    smallest = _smallest_images(every.numbers)
    chosen = np.flatnonzero(every.numbers == smallest)
    position_of = np.full(NUMBERS, -1)
    position_of[every.numbers[chosen]] = np.arange(len(chosen))
    positions = position_of[smallest]
    whole, moves = every.table, []
    for board in chosen.tolist():
        edges = whole.edges(board)
        moves.append(
            list(zip(whole.actions[edges].tolist(), positions[whole.followers[edges]].tolist(), strict=True))
        )
    table = build_table(moves, whole.players[chosen].tolist(), whole.returns[chosen].tolist())
    return Boards(table, every.numbers, positions)


@cache
def marks_of_boards() -> tuple[Board, ...]:
    digits = np.array([EMPTY, *MARKS])[_digits(all_boards().numbers)]
    return tuple(map(tuple, digits.tolist()))


def _digits(numbers: Ints) -> Ints:
    return numbers[:, None] // 3 ** np.arange(CELLS) % 3


def _smallest_images(numbers: Ints) -> Ints:
    """Return the smallest state number among the eight images of each board, int64[boards]."""
    square = np.arange(CELLS).reshape(SIDE, SIDE)
    images = [np.rot90(side, turns).ravel() for side in (square, square.T) for turns in range(4)]
    digits = _digits(numbers)
    smallest: Ints = np.min([digits[:, image] @ 3 ** np.arange(CELLS) for image in images], axis=0)
    return smallest


def _moves(x: Cells, o: Cells) -> Iterator[tuple[Action, Marks]]:
    """Yield every legal move and the marks after the move, in the order of the cells.

    A finished game has no moves.
    """
    if _HAS_LINE[x] or _HAS_LINE[o]:
        return
    for cell in range(CELLS):
        bit = 1 << cell
        if not (x | o) & bit:
            yield cell, (x | bit, o) if _to_move(x, o) == 0 else (x, o | bit)


def _to_move(x: Cells, o: Cells) -> Player:
    return x.bit_count() - o.bit_count()


SEATS: tuple[Player, Player] = (0, 1)
WON, DRAWN, LOST = range(3)
"""The columns of the counts."""


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The numbers of lines that the agent loses, draws and wins, and the lexicographically first lost line."""

    lost: int
    drawn: int
    won: int
    first_lost: tuple[Action, ...] | None = None


def audit(agent: KnownStrategy, seat: Player) -> LineCounts:
    """Count the lines that `agent` loses, draws and wins as X (seat 0) or O (seat 1)."""
    table = all_boards().table
    policy = tabulate_policy(agent, seat)
    won, drawn, lost = map(int, line_counts(table, policy)[seat])
    return LineCounts(lost, drawn, won, _first_lost(table, policy, seat) if lost else None)


def line_counts(table: PositionTable, policy: PolicyArray) -> Floats:
    """Return the numbers of lines that a policy wins, draws and loses in each seat, float64[seats, 3]."""
    every, taken = np.ones(policy.shape), (policy > 0).astype(np.float64)
    counts: Floats = _outcomes_by_seat(table, taken, [every])[0]
    return counts


def outcome_shares(table: PositionTable, policy: PolicyArray, opponents: Sequence[PolicyArray]) -> Floats:
    """Return the shares of games that a policy wins, draws and loses, float64[opponents, seats, 3]."""
    return _outcomes_by_seat(table, policy, opponents)


def tabulate_policy(agent: KnownStrategy, seat: Player) -> PolicyArray:
    """Return the policy of an agent in a seat, float64[edges].

    The policy is 0 at positions that the agent never reaches.
    """
    table, boards = all_boards().table, marks_of_boards()
    policy = np.zeros(table.followers.shape)
    reached = {0}
    for position, board in enumerate(boards):
        if position not in reached or not table.degrees[position]:
            continue
        edges = table.edges(position)
        if table.players[position] == seat:
            strategy = agent.strategy(TicTacToeInformationState(seat, board))
            policy[edges] = [strategy.get(action, 0.0) for action in table.actions[edges].tolist()]
            reached.update(table.followers[edges][policy[edges] > 0].tolist())
        else:
            reached.update(table.followers[edges].tolist())
    return policy


def lost_game(name: str, seat: Player, line: Sequence[Action]) -> PlayedHand:
    """Return a line that the agent `name` loses in a seat, as a game that the user has won."""
    seats = (name, OWN) if seat == 0 else (OWN, name)
    unplayed = PlayedHand(0.0, TableSpec(games.TIC_TAC_TOE, seats, first="seat-0"), tuple(line), (0.0, 0.0))
    return replace(unplayed, returns=unplayed.session().results[-1].returns)


def _outcomes_by_seat(table: PositionTable, mine: Floats, theirs: Sequence[Floats]) -> Floats:
    """Return the shares or numbers of wins, draws and losses of `mine`, float64[opponents, seats, 3]."""
    weights = [np.where(table.movers == seat, mine, other) for other in theirs for seat in SEATS]
    ends = outcomes(table, np.stack(weights)).reshape(len(theirs), len(SEATS), 3)
    ends[:, 1] = ends[:, 1, ::-1]
    return ends


def _first_lost(table: PositionTable, policy: PolicyArray, seat: Player) -> tuple[Action, ...] | None:
    """Return the lexicographically first line that ends with a loss."""
    tried = (table.movers != seat) | (policy > 0)
    loss = -1 if seat == 0 else 1
    safe: set[Position] = set()

    def lost_from(position: Position) -> tuple[Action, ...] | None:
        if position in safe:
            return None
        if table.returns[position] == loss:
            return ()
        edges = table.edges(position)
        moves = zip(table.actions[edges].tolist(), table.followers[edges].tolist(), tried[edges], strict=True)
        for action, follower, may_come in moves:
            if may_come and (rest := lost_from(follower)) is not None:
                return (action, *rest)
        safe.add(position)
        return None

    return lost_from(0)


LOST_LINES = "lost lines"
EXPLOITABILITY = "exploitability"


def known_strategy(agent: Agent, typed: str) -> KnownStrategy:
    """Return `agent` as a known strategy.

    `typed` is the text with which the user named the agent.

    Raises:
        BadInput: If the agent doesn't give its strategy.
    """
    if not isinstance(agent, KnownStrategy):
        key = "no_strategy_of_program" if isinstance(agent, OutsideAgent) else "no_strategy"
        raise BadInput(text(f"solver_errors.league.{key}", agent=typed))
    return agent


def lines_of_both_seats(agent: KnownStrategy) -> tuple[LineCounts, LineCounts]:
    return audit(agent, 0), audit(agent, 1)


def measure_exploitability(agent: KnownStrategy, root: State) -> Exploitability:
    return exploitability(root, (agent.strategy, agent.strategy))


def measure_strength(agent: KnownStrategy, root: State) -> Strength:
    """Return the exact strength of an agent in the game that starts at `root`."""
    if isinstance(root, KuhnState):
        given_away = measure_exploitability(agent, root).exploitability
        return Strength(EXPLOITABILITY, given_away, None, "its best reply", None)
    return lost_lines(sum(lines.lost for lines in lines_of_both_seats(agent)))


def lost_lines(lines: int) -> Strength:
    return Strength(LOST_LINES, lines, None, "every line of play", None)
