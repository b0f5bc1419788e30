"""TD(0) value learning of tic-tac-toe (Sutton and Barto, 2018, section 1.5), and position tables of a game.

After every game, each player goes through its history of positions from the last to the first. The player moves the
value of each position a step towards the value of the next position in the history (temporal difference):

    V(s) <- V(s) + alpha * (target - V(s)),    target: the final reward, then the updated value of the later
    position

A player is epsilon-greedy: with probability epsilon it takes a random move, else the move to the position with the
highest value.

`Environment`, `TDLearner` and `play_game` are a literal implementation of this rule. The tests compare this
implementation with the compiled learner (ai/algorithms/td_kernel.py): the same seed gives the same values bit for
bit. Both implementations draw random numbers in the same order: one number for epsilon, and another number if the
move is random or if several moves have the highest value.

Step size and exploration may decay. A fixed opponent has step size 0. With epsilon 1, the opponent plays randomly.
With the values of the solved game, the opponent plays perfectly. With a copy of the learner's values, the opponent
plays like an earlier stage of the learner. If the eight symmetric images of a board share a value
(`MirroredEnvironment`), one game updates the values of eight times as many boards.

If only wins are rewarded, a draw has the value of a loss, 0. The learner then has no reason to prefer a draw to a
loss, and loses games that it could have drawn. The value of a draw is therefore a setting, 0 or 0.5.

`game_over(True)` also sets `ended` back to False if the game is not over, because the enumeration of states removes
marks from the board. A board that cannot occur in a game may have two winning lines. The first line found then
decides. The search order is rows, columns (in each, x before o), diagonal, other diagonal.

A `PositionTable` numbers the positions from the root. The positions form layers, and every move leads from a layer
to the next. In tic-tac-toe, all positions of a layer have the same number of marks. The moves of all positions, one
position after the other, are the edges of the table. A policy is an array over the edges.
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
"""The largest board.

A 4 x 4 board has 43 million states: 0.7 GB of values for two players, hours of enumeration.
"""

UNKNOWN_VALUE = 0.5


class Environment:
    """The board and the result.

    Attributes:
        board: int8[length, length], 0, `x` or `o`.
        winner: None, `x` or `o`.
        ended: Whether the game is over.

    Raises:
        BadInput: If the board is too large to enumerate its states.
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
        return bool(self.board[i, j] == 0)

    def reward(self, symbol: Symbol) -> float:
        """Return 1 if the game is over and `symbol` won, else 0. A draw gives 0 to both players."""
        return 1.0 if self.game_over() and self.winner == symbol else 0.0

    def get_state(self) -> int:
        """Return the board as a base-3 number. Digit k is cell k, counted row by row: 0 empty, 1 x, 2 o."""
        return _number(self.board)

    def settle(self) -> None:
        """Do the work that is due after a move. Only `MirroredEnvironment` has such work."""

    def game_over(self, force_recalculate: bool = False) -> bool:
        """Return whether the game is over, and set `winner`.

        After the end, the board is checked again only if `force_recalculate` is set.
        """
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
    """A board whose eight images (rotations and reflections) share one state.

    The image with the smallest number is the representative of the eight images. After every move, the board is
    replaced by its representative, so that equivalent positions have the same board.
    """

    def get_state(self) -> int:
        return min(map(_number, _images(self.board)))

    def settle(self) -> None:
        self.board = min(_images(self.board), key=_number).copy()


def _images(board: BoardArray) -> list[BoardArray]:
    return [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]


def _number(board: BoardArray) -> int:
    """Return the number of a board. The digits are 0 for an empty cell, 1 for x (-1) and 2 for o (+1)."""
    digits = np.where(board == Environment.o, 2, np.where(board == Environment.x, 1, 0)).ravel()
    return int(digits @ 3 ** np.arange(digits.size))


def get_state_hash_and_winner(
    env: Environment, i: int = 0, j: int = 0
) -> Iterator[tuple[int, Symbol | None, bool]]:
    """Yield (state, winner, ended) for every way to fill the cells from (i, j) on, including impossible boards."""
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


def decay(start: float, games: int, halves_after: int) -> float:
    """Return a step size or exploration rate after `games` games: start / (1 + games / halves_after).

    The rate has halved after `halves_after` games. With `halves_after` 0, the rate is constant.

    >>> decay(0.5, 100, 100), decay(0.5, 300, 100), decay(0.5, 300, 0)
    (0.25, 0.125, 0.5)
    """
    return start / (1 + games / halves_after) if halves_after else start


def initial_values(env: Environment, symbol: Symbol, draw_value: float = 0.0) -> Values:
    """Return the initial values of every state for `symbol`, float64[states].

    A won state has value 1, a lost state 0, a drawn state `draw_value`, and a state before the end 0.5.
    """
    values = np.full(env.num_states, UNKNOWN_VALUE)
    for state, winner, ended in get_state_hash_and_winner(env):
        if ended:
            values[state] = draw_value if winner is None else float(winner == symbol)
    env.game_over(force_recalculate=True)
    return values


class TDLearner:
    """The plain TD(0) learner: epsilon-greedy, with an update at the end of each game.

    `alpha` and `epsilon` may change between games.

    Args:
        symbol: The learner's mark.
        values: float64[states], updated in place.
        dice: The random numbers.
        alpha: The step size.
        epsilon: The probability of a random move.
        draw_value: The reward of a draw.
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
        """Mark a random free cell with probability epsilon, else the cell with the highest resulting value."""
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
        self.state_history.append(state)

    def update(self, env: Environment) -> None:
        """Update the values from the last position to the first, and clear the history."""
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
    """Play one game, p1 first, and let both players learn.

    With `draw` 1 or 2, show the board before each move of p1 or p2.
    """
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
"""The probability of each move, float64[edges]. The moves of a position sum to 1."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of positions, at least one of which is not final.

    Attributes:
        positions: int64[open], the positions that have moves.
        edges: The edges of these positions.
        starts: int64[open], the first edge of each position within `edges`.
        next_layer: The positions of the next layer.
    """

    positions: Ints
    edges: slice
    starts: Ints
    next_layer: slice


@dataclass(frozen=True)
class PositionTable:
    """The positions and moves of a two-player game with perfect information.

    Attributes:
        first_edge: int64[positions + 1]. The edges of position p are first_edge[p] .. first_edge[p + 1] - 1. A
            final position has no edges.
        followers: int32[edges], the position after each edge.
        actions: int64[edges], the action of each edge.
        players: int64[positions], the player to act.
        returns: float64[positions], the return of player 0 at a final position, 0 at other positions.
        starts: The first position of each layer, followed by the number of positions.
    """

    first_edge: Ints
    followers: npt.NDArray[np.int32]
    actions: Ints
    players: Ints
    returns: Floats
    starts: tuple[Position, ...]

    @cached_property
    def degrees(self) -> Ints:
        """The number of moves of each position, int64[positions]."""
        return np.diff(self.first_edge)

    @cached_property
    def origins(self) -> Ints:
        """The position before each edge, int64[edges]."""
        return np.repeat(np.arange(len(self.players)), self.degrees)

    @cached_property
    def movers(self) -> Ints:
        """The player of each edge, int64[edges]."""
        return self.players[self.origins]

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that have moves, starting with the root."""
        found = []
        for first, following, end in zip(self.starts, self.starts[1:], self.starts[2:], strict=False):
            positions = first + np.flatnonzero(self.degrees[first:following])
            edges = slice(int(self.first_edge[first]), int(self.first_edge[following]))
            found.append(
                Layer(positions, edges, self.first_edge[positions] - edges.start, slice(following, end))
            )
        return tuple(found)

    def edges(self, position: Position) -> slice:
        return slice(*self.first_edge[position : position + 2].tolist())


def build_table(moves: Sequence[Moves], players: Sequence[Player], returns: Sequence[float]) -> PositionTable:
    """Return the table of a game.

    Args:
        moves: The moves of each position with the next positions, layer by layer.
        players: The player to act at each position.
        returns: The return of player 0 at each position.
    """
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
    """Return the greedy policy, float64[edges]. Moves of exactly equal value have equal probabilities.

    Args:
        table: The game.
        values: float64[2, positions], the value of each position to player 0 and player 1.
    """
    worth = values[table.movers, table.followers]
    positions = np.flatnonzero(table.degrees)
    starts, degrees = table.first_edge[positions], table.degrees[positions]
    best = worth == np.repeat(np.maximum.reduceat(worth, starts), degrees)
    shared: PolicyArray = best / np.repeat(np.add.reduceat(best, starts, dtype=np.int64), degrees)
    return shared


def uniform_policy(table: PositionTable) -> PolicyArray:
    """Return the uniform policy, float64[edges]."""
    return 1 / table.degrees[table.origins]


def perfect_values(table: PositionTable) -> Floats:
    """Return the minimax values, float64[2, positions]: 1 for a win, 0 for a loss."""
    worth = (1 + table.returns) / 2
    for layer in reversed(table.layers):
        onwards = worth[table.followers[layer.edges]]
        best, worst = (choose.reduceat(onwards, layer.starts) for choose in (np.maximum, np.minimum))
        worth[layer.positions] = np.where(table.players[layer.positions] == 0, best, worst)
    return np.stack([worth, 1 - worth])


def outcomes(table: PositionTable, weights: Floats) -> Floats:
    """Return the total weights of the lines of play that player 0 wins, draws and loses, float64[k, 3].

    Args:
        table: The game.
        weights: float64[k, edges], the factors of the edges. The weight of a line is the product of the
            factors of its edges. If all factors are 1, the result is the number of lines.
    """
    reach = np.zeros((len(weights), len(table.players)))
    reach[:, 0] = 1
    for layer in table.layers:
        parts = reach[:, table.origins[layer.edges]] * weights[:, layer.edges]
        targets = table.followers[layer.edges] - layer.next_layer.start
        width = layer.next_layer.stop - layer.next_layer.start
        for row, part in zip(reach, parts, strict=True):
            row[layer.next_layer] = np.bincount(targets, part, width)
    final = table.degrees == 0
    ends = [reach[:, final & (table.returns == result)].sum(axis=1) for result in (1, 0, -1)]
    return np.stack(ends, axis=1)


@dataclass(frozen=True, slots=True)
class GreedyOpponent:
    """An epsilon-greedy opponent with fixed values.

    Attributes:
        values: float64[2, positions], the value of each position to each player. With the values of the solved
            game, the opponent plays perfectly.
        epsilon: The probability of a random move. With 1, the opponent plays randomly.
    """

    values: Floats
    epsilon: float
