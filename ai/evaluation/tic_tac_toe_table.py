"""Tic-tac-toe as a table of its 5,478 positions, and what a player of it is worth, exact and quick.

A player is given by its moves: for every position the ones it may go to, each as likely as the others. Against
an opponent given the same way, the games are followed from the empty board on, position by position, with the
probability of coming there (or, for lines, the number of ways); nothing is sampled. ai/evaluation/audit.py,
ai/agents/perfect_agent.py and `Positions` say the same of single states, slowly: they are the oracles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from game.core import Player
from game.rules.tic_tac_toe import CELLS, LINES

Position = int
Moves = Callable[[Position], Sequence[Position]]

_SETS = range(2**CELLS)
"""Sets of cells: bit k is cell k."""
_HAS_LINE = tuple(any(all(cells >> cell & 1 for cell in line) for line in LINES) for cells in _SETS)
_NUMBER = tuple(sum(3**cell for cell in range(CELLS) if cells >> cell & 1) for cells in _SETS)


@dataclass(frozen=True, slots=True)
class Board:
    """Every position that can be reached, the empty board first, parents before children.

    `children[p]` are the positions after each legal move, in the order of the cells; `returns[p]` is what X has
    there, 0 before the end; `to_move[p]` sets the next mark; `numbers[p]` is the state number.
    """

    children: Sequence[Sequence[Position]]
    returns: Sequence[float]
    to_move: Sequence[Player]
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of the games is won, drawn and lost: probabilities, or numbers of lines."""

    won: float
    drawn: float
    lost: float


@cache
def board() -> Board:
    """Return the table, built once; the marks of X and of O are two sets of cells."""
    marks = [(0, 0)]
    places = {(0, 0): 0}
    children: list[tuple[Position, ...]] = []
    for x, o in marks:  # grows while it is walked
        followers = []
        for after in _after_each_move(x, o):
            if after not in places:
                places[after] = len(marks)
                marks.append(after)
            followers.append(places[after])
        children.append(tuple(followers))
    return Board(
        children,
        returns=[float(_HAS_LINE[x]) - float(_HAS_LINE[o]) for x, o in marks],
        to_move=[_to_move(x, o) for x, o in marks],
        numbers=[_NUMBER[x] + 2 * _NUMBER[o] for x, o in marks],
    )


@cache
def perfect_replies() -> tuple[tuple[Position, ...], ...]:
    """Return for every position the moves that give nothing away, whoever is to move (minimax)."""
    table = board()
    results = list(table.returns)
    replies: list[tuple[Position, ...]] = [()] * len(results)
    for position in reversed(range(len(results))):
        if followers := table.children[position]:
            best = max if table.to_move[position] == 0 else min
            results[position] = best(results[follower] for follower in followers)
            replies[position] = tuple(f for f in followers if results[f] == results[position])
    return tuple(replies)


def greedy_moves(values: Sequence[Sequence[float]]) -> Moves:
    """Return the moves to what `values[player][position]` holds most of as it is now, exact equals shared."""
    table = board()

    def moves(position: Position) -> Sequence[Position]:
        worth, followers = values[table.to_move[position]], table.children[position]
        most = max(worth[follower] for follower in followers)
        return [follower for follower in followers if worth[follower] == most]

    return cache(moves)


def shares(mine: Moves, theirs: Moves, seat: Player) -> Shares:
    """Return how likely the player of `mine` wins, draws and loses as `seat` against `theirs`."""
    return _followed(mine, theirs, seat, lambda ways: 1 / ways)


def lines(mine: Moves, seat: Player) -> Shares:
    """Count the lines that the player of `mine` wins, draws and loses as `seat`, whatever the other does."""
    return _followed(mine, board().children.__getitem__, seat, lambda _: 1)


def both_seats(mine: Moves, theirs: Moves) -> Shares:
    """Return the shares on average over the two seats."""
    as_x, as_o = (shares(mine, theirs, seat) for seat in (0, 1))
    return Shares((as_x.won + as_o.won) / 2, (as_x.drawn + as_o.drawn) / 2, (as_x.lost + as_o.lost) / 2)


def _followed(mine: Moves, theirs: Moves, seat: Player, weight: Callable[[int], float]) -> Shares:
    """Follow all games move by move; each way on from a position carries `weight(ways)` of what came there."""
    table = board()
    ends: dict[float, float] = {1.0: 0, 0.0: 0, -1.0: 0}
    reach: dict[Position, float] = {0: 1}
    while reach:
        after: dict[Position, float] = {}
        for position, came in reach.items():
            if not table.children[position]:
                ends[table.returns[position]] += came
                continue
            options = (mine if table.to_move[position] == seat else theirs)(position)
            part = came * weight(len(options))
            for follower in options:
                after[follower] = after.get(follower, 0) + part
        reach = after
    won, lost = (ends[1.0], ends[-1.0]) if seat == 0 else (ends[-1.0], ends[1.0])
    return Shares(won, ends[0.0], lost)


def _after_each_move(x: int, o: int) -> Iterator[tuple[int, int]]:
    """Yield the marks after every legal move, in the order of the cells; nothing once the game is over."""
    if _HAS_LINE[x] or _HAS_LINE[o]:
        return
    for cell in range(CELLS):
        bit = 1 << cell
        if not (x | o) & bit:
            yield (x | bit, o) if _to_move(x, o) == 0 else (x, o | bit)


def _to_move(x: int, o: int) -> Player:
    return x.bit_count() - o.bit_count()
