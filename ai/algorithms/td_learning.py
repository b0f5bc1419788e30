"""TD(0) value learning of tic-tac-toe, and a game with perfect information as arrays.

After every game each player walks its history of positions backwards and moves each value a step towards what
followed (temporal difference, Sutton & Barto, "Reinforcement Learning", 1998, section 1.5):

    V(s) <- V(s) + alpha * (target - V(s)),    target: first the final reward, then the updated V(s) itself

A player chooses the move whose resulting position it values most, and with probability epsilon any move.

`Environment`, `TDLearner` and `play_game` follow the rule word by word: the plain version, kept as the oracle of
ai/algorithms/td_kernel.py, which is the same rule compiled: same seed, same values, bit for bit. Both throw their
dice in the same order: one for epsilon; one more for the move if it is a random one, or if several moves are valued
the same.

Step size and exploration may shrink. A fixed opponent is an agent whose step is 0: with epsilon 1 it plays at
random, with the values of the solved game perfectly, with a copy of the learner's like an earlier stage of it.
Where the eight images of a board share a value (`MirroredEnvironment`), a game teaches eight times as much.

A reward for wins alone values a draw like a loss, 0. Then nothing is gained by holding a draw, and the learnt
player loses games that it could have held; so the worth of a draw is a setting here, 0 or 0.5.

`game_over(True)` sets `ended` back to False where the game goes on, since the enumeration takes marks away
again. On impossible boards with two winning lines the first in the order rows, columns (x before o in each),
diagonal, other diagonal decides.

Positions are numbered from the first one on, and lie in layers: every move leads from one layer into the next (in
a game of marks, a layer is all that can stand after so many marks). The moves of all positions, one behind the
other, are the edges of the table. An array over the edges says what somebody would do everywhere: a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from game.core import Action, BadInput, Player

Symbol = int
BoardArray = npt.NDArray[np.int8]
Values = npt.NDArray[np.float64]

LONGEST_SIDE = 3
"""4 x 4 has 43 million boards: 0.7 GB of values for the two players, and hours to enumerate."""

UNKNOWN_VALUE = 0.5


class Environment:
    """The board: numbers in a square array, and who has won.

    `winner` is None, x or o; `ended` is False until the game is over. `BadInput` where the board is too large to
    list all of its states.
    """

    x: Symbol = -1
    o: Symbol = 1

    def __init__(self, length: int = 3) -> None:
        if not 1 <= length <= LONGEST_SIDE:
            raise BadInput(
                f"A board of {length} x {length} cannot be enumerated here: "
                f"it has 3^{length * length} states. Choose 1 to {LONGEST_SIDE} cells a side."
            )
        self.length = length
        self.board: BoardArray = np.zeros((length, length), np.int8)
        self.winner: Symbol | None = None
        self.ended = False
        self.num_states = 3 ** (length * length)

    def is_empty(self, i: int, j: int) -> bool:
        """Return whether no mark is on row i, column j."""
        return bool(self.board[i, j] == 0)

    def reward(self, symbol: Symbol) -> float:
        """Return 1 if the game is over and `symbol` won, else 0: a draw gives 0 to both."""
        return 1.0 if self.game_over() and self.winner == symbol else 0.0

    def get_state(self) -> int:
        """Return the board as a base-3 number: digit k is cell k row by row, 0 empty, 1 x, 2 o."""
        return _number(self.board)

    def settle(self) -> None:
        """Take note that a mark was set for good: nothing has to be done."""

    def game_over(self, force_recalculate: bool = False) -> bool:
        """Find out whether the game is over, and who won; once it has ended only if `force_recalculate`."""
        if self.ended and not force_recalculate:
            return True
        self.winner = self._winner()
        self.ended = self.winner is not None or 0 not in self.board.ravel().tolist()
        return self.ended

    def draw_board(self) -> str:
        """Return the board as text.

        >>> environment = Environment()
        >>> environment.board[1, 1] = environment.x
        >>> print(environment.draw_board())
        . . .
        . x .
        . . .
        """
        marks = {0: ".", self.x: "x", self.o: "o"}
        return "\n".join(" ".join(marks[int(mark)] for mark in row) for row in self.board)

    def _winner(self) -> Symbol | None:
        rows = self.board.tolist()
        diagonal = sum(row[i] for i, row in enumerate(rows))
        other_diagonal = sum(row[-1 - i] for i, row in enumerate(rows))
        columns = map(sum, zip(*rows, strict=True))
        for sums in (list(map(sum, rows)), list(columns), [diagonal], [other_diagonal]):
            for symbol in (self.x, self.o):
                if symbol * self.length in sums:
                    return symbol
        return None


class MirroredEnvironment(Environment):
    """A board whose eight images (turned, reflected) are one state: the image of the smallest number.

    After every move it is turned to that image, so the cells stand in one order whichever way the game came.
    """

    def get_state(self) -> int:
        return min(map(_number, _images(self.board)))

    def settle(self) -> None:
        self.board = min(_images(self.board), key=_number).copy()


def _images(board: BoardArray) -> list[BoardArray]:
    return [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]


def _number(board: BoardArray) -> int:
    """Number a board; an empty cell, x (-1) and o (+1) are the digits 0, 1 and 2."""
    digits = np.where(board == Environment.o, 2, np.where(board == Environment.x, 1, 0)).ravel()
    return int(digits @ 3 ** np.arange(digits.size))


def get_state_hash_and_winner(
    env: Environment, i: int = 0, j: int = 0
) -> Iterator[tuple[int, Symbol | None, bool]]:
    """Yield (state, winner, ended) of every filling of the board from cell (i, j) on, impossible ones too."""
    for mark in (0, env.x, env.o):
        env.board[i, j] = mark
        if j < env.length - 1:
            yield from get_state_hash_and_winner(env, i, j + 1)
        elif i < env.length - 1:
            yield from get_state_hash_and_winner(env, i + 1, 0)
        else:
            ended = env.game_over(force_recalculate=True)
            yield env.get_state(), env.winner, ended
    env.board[i, j] = 0


def shrunk(start: float, games: int, halves_after: int) -> float:
    """Return what a step size or a share of exploration has come down to: half of it after `halves_after` games.

    >>> shrunk(0.5, 100, 100), shrunk(0.5, 300, 100), shrunk(0.5, 300, 0)
    (0.25, 0.125, 0.5)
    """
    return start / (1 + games / halves_after) if halves_after else start


def initial_values(env: Environment, symbol: Symbol, draw_value: float = 0.0) -> Values:
    """Return V of every state for `symbol`: 1 won, 0 lost, `draw_value` drawn, 0.5 where the game goes on."""
    values = np.full(env.num_states, UNKNOWN_VALUE)
    for state, winner, ended in get_state_hash_and_winner(env):
        if ended:
            values[state] = draw_value if winner is None else float(winner == symbol)
    env.game_over(force_recalculate=True)
    return values


class TDLearner:
    """The plain learner: a value for every state, epsilon-greedy, learning at the end of each game.

    `alpha` and `epsilon` may be changed between games.
    """

    def __init__(
        self,
        symbol: Symbol,
        values: Values,
        dice: Dice,
        *,
        alpha: float = 0.1,
        epsilon: float = 0.1,
        draw_value: float = 0.0,
    ) -> None:
        self.symbol = symbol
        self.values = values
        self.state_history: list[int] = []
        self.alpha = alpha
        self.epsilon = epsilon
        self._dice = dice
        self._draw_value = draw_value

    def reset_history(self) -> None:
        self.state_history = []

    def take_action(self, env: Environment) -> None:
        """Set a mark: any free cell with probability epsilon, else where the board that results is valued most."""
        free = [(i, j) for i, row in enumerate(env.board.tolist()) for j, mark in enumerate(row) if mark == 0]
        if self._dice.random() < self.epsilon:
            best = free
        else:
            worth = [self._value_after(env, i, j) for i, j in free]
            most = max(worth)
            best = [cell for cell, value in zip(free, worth, strict=True) if value == most]
            if len(best) == 1:
                env.board[best[0]] = self.symbol
                return
        env.board[best[int(self._dice.random() * len(best))]] = self.symbol

    def update_state_history(self, state: int) -> None:
        """Remember that the game came to `state`."""
        self.state_history.append(state)

    def update(self, env: Environment) -> None:
        """Walk the history backwards, each value a step towards the one that followed; then forget it."""
        target = self._draw_value if env.winner is None else env.reward(self.symbol)
        for state in reversed(self.state_history):
            self.values[state] += self.alpha * (target - self.values[state])
            target = self.values[state]
        self.reset_history()

    def _value_after(self, env: Environment, i: int, j: int) -> float:
        env.board[i, j] = self.symbol
        value = float(self.values[env.get_state()])
        env.board[i, j] = 0
        return value


def play_game(
    p1: TDLearner, p2: TDLearner, env: Environment, draw: int = 0, show: Callable[[str], None] = print
) -> None:
    """Play one game, p1 first, and let both learn; `draw` (1 or 2) shows the board before that player's moves."""
    player, other = p1, p2
    while not env.game_over():
        if draw and player is (p1 if draw == 1 else p2):
            show(env.draw_board())
        player.take_action(env)
        state = env.get_state()
        p1.update_state_history(state)
        p2.update_state_history(state)
        env.settle()
        player, other = other, player
    if draw:
        show(env.draw_board())
    p1.update(env)
    p2.update(env)


Position = int
Moves = Sequence[tuple[Action, Position]]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
PolicyArray = Floats
"""float64[edges]: the probability of each move; those of a position add up to 1."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer in which the game goes on somewhere.

    places: int64[open], the positions with moves. edges: theirs. starts: int64[open], where those of each position
    begin among them. following: the positions of the next layer.
    """

    places: Ints
    edges: slice
    starts: Ints
    following: slice


@dataclass(frozen=True)
class PositionTable:
    """The table of a game for two.

    first_edge: int64[positions + 1]; the edges of position p go from `first_edge[p]` up to `first_edge[p + 1]`, and
    a final position has none. followers: int32[edges], where each leads. actions: int64[edges]. players:
    int64[positions], who is to move. returns: float64[positions], player 0's, 0 before the end. starts: the first
    position of each layer, and the number of all positions.
    """

    first_edge: Ints
    followers: npt.NDArray[np.int32]
    actions: Ints
    players: Ints
    returns: Floats
    starts: tuple[Position, ...]

    @cached_property
    def degrees(self) -> Ints:
        """Return how many moves each position has: int64[positions]."""
        return np.diff(self.first_edge)

    @cached_property
    def origins(self) -> Ints:
        """Return the position that each edge leaves: int64[edges]."""
        return np.repeat(np.arange(len(self.players)), self.degrees)

    @cached_property
    def movers(self) -> Ints:
        """Return who takes each edge: int64[edges]."""
        return self.players[self.origins]

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """Return the layers in which the game goes on, the first one first."""
        found = []
        for first, following, end in zip(self.starts, self.starts[1:], self.starts[2:], strict=False):
            places = first + np.flatnonzero(self.degrees[first:following])
            edges = slice(int(self.first_edge[first]), int(self.first_edge[following]))
            found.append(Layer(places, edges, self.first_edge[places] - edges.start, slice(following, end)))
        return tuple(found)

    def edges(self, position: Position) -> slice:
        return slice(*self.first_edge[position : position + 2].tolist())


def tabled(moves: Sequence[Moves], players: Sequence[Player], returns: Sequence[float]) -> PositionTable:
    """Return the table of a game whose `moves` are listed by position, layer by layer."""
    layer = [0] * len(moves)
    for position, onwards in enumerate(moves):
        for _, follower in onwards:
            layer[follower] = layer[position] + 1
    deeper = [position for position, (above, here) in enumerate(pairwise(layer), 1) if here > above]
    return PositionTable(
        first_edge=np.cumsum([0, *map(len, moves)]),
        followers=np.array([follower for onwards in moves for _, follower in onwards], np.int32),
        actions=np.array([action for onwards in moves for action, _ in onwards], np.int64),
        players=np.array(players, np.int64),
        returns=np.array(returns, np.float64),
        starts=(0, *deeper, len(layer)),
    )


def greedy(table: PositionTable, values: Floats) -> PolicyArray:
    """Return the policy that moves to what is valued most, exact equals shared.

    values: float64[2, positions], what each position is worth to player 0 and to player 1.
    """
    worth = values[table.movers, table.followers]
    places = np.flatnonzero(table.degrees)
    starts, degrees = table.first_edge[places], table.degrees[places]
    best = worth == np.repeat(np.maximum.reduceat(worth, starts), degrees)
    shared: PolicyArray = best / np.repeat(np.add.reduceat(best, starts, dtype=np.int64), degrees)
    return shared


def any_move(table: PositionTable) -> PolicyArray:
    """Return the policy that takes every move as often as the others."""
    return 1 / table.degrees[table.origins]


def perfect_values(table: PositionTable) -> Floats:
    """Return what each position is worth if nobody errs (minimax): float64[2, positions], 1 won, 0 lost."""
    worth = (1 + table.returns) / 2
    for layer in reversed(table.layers):
        onwards = worth[table.followers[layer.edges]]
        most, least = (best.reduceat(onwards, layer.starts) for best in (np.maximum, np.minimum))
        worth[layer.places] = np.where(table.players[layer.places] == 0, most, least)
    return np.stack([worth, 1 - worth])


def outcomes(table: PositionTable, weights: Floats) -> Floats:
    """Return how the games end: float64[k, 3], player 0 having won, drawn and lost.

    weights: float64[k, edges], how much of what came to a position goes on along each edge: a probability, or 1
    where lines are counted.
    """
    reach = np.zeros((len(weights), len(table.players)))
    reach[:, 0] = 1
    for layer in table.layers:
        parts = reach[:, table.origins[layer.edges]] * weights[:, layer.edges]
        places = table.followers[layer.edges] - layer.following.start
        width = layer.following.stop - layer.following.start
        for row, part in zip(reach, parts, strict=True):
            row[layer.following] = np.bincount(places, part, width)
    final = table.degrees == 0
    ends = [reach[:, final & (table.returns == result)].sum(axis=1) for result in (1, 0, -1)]
    return np.stack(ends, axis=1)
