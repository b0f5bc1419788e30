"""A whole game: its size, a walk over it state by state, and its arrays for kernels.

Lines are played at random from the start to the end. A line that meets b1 steps, then b2, then b3, speaks for
1 + b1 + b1 b2 + b1 b2 b3 + ... histories, and the mean over all lines is right on average, whatever the shape of
the game (D. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975).

`GameTree` holds one row for every history, in the order of their length (parents before children, the children of
a history side by side), and nothing of the game it came from but numbers, keys and actions. Every algorithm of
this folder that runs compiled runs over these arrays, so any `State` with chance outcomes can be solved.

A *sequence* is an information set together with one of its actions. The sequences of a set are numbered side by
side, the sets of player 0 before those of player 1, and every vector over sequences (a strategy, regrets) is in
that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from game.core import CHANCE, TERMINAL, Action, BadInput, InformationState, Player, State

LINES = 200
"""They tell the size to some ten percent where lines are alike, to the order of magnitude elsewhere."""


def estimated_histories(root: State, lines: int = LINES) -> float:
    """Return about how many histories the game below `root` has; the same number every time."""
    dice, found = Dice.seeded(0), 0.0
    for _ in range(lines):
        state, alike = root, 1.0
        found += alike
        while steps := state.legal_actions():
            alike *= len(steps)
            found += alike
            state = state.child(steps[int(dice.random() * len(steps))])
    return found / lines


Vector = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int32]
NodeIndices = Indices | npt.NDArray[np.uint32]
Table = Mapping[str, Mapping[Action, float]]

MOST_HISTORIES = 1_000_000
"""Flattening takes some 15 microseconds a history; more would fill small machines and patience."""

BYTES_A_HISTORY = 300
"""Of a state and its rows, while a game is flattened."""

LOOK_AHEAD = 10_000
"""Histories after which the size of the game is estimated: smaller games are flattened sooner than guessed at."""

HOPELESS = 10
"""A game that seems this many times too large is refused then and there; estimates err by far less."""

NO_INFOSET = -1
"""What stands for the information set of a history in which no player decides."""


@dataclass(frozen=True, slots=True)
class Infoset:
    """An information set: who decides, under which key, between which actions."""

    key: str
    player: Player
    actions: tuple[Action, ...]


class Histories(NamedTuple):
    """The histories of a two-player zero-sum game, in arrays that kernels read.

    player: int8[histories], CHANCE and TERMINAL included. parent, first_child, children: int32[histories], the row
    of the parent (0 for the root), of the first child, and how many there are. chance: float64[histories], the
    probability with which chance took the last step, 1 where a player took it. payoff: float64[histories], what
    player 0 has won, 0 before the end. infoset: int32[histories], NO_INFOSET where nobody decides.
    first: int32[infosets + 1]; the sequences of information set i are numbered first[i] .. first[i + 1] - 1.
    """

    player: npt.NDArray[np.int8]
    parent: Indices
    first_child: Indices
    children: Indices
    chance: Vector
    payoff: Vector
    infoset: Indices
    first: Indices


@dataclass(frozen=True, slots=True)
class GameTree:
    """A game in arrays, and its information sets by number, player 0's first."""

    histories: Histories
    infosets: tuple[Infoset, ...]

    @property
    def first(self) -> Indices:
        """Return where the sequences of each information set begin, and last how many there are."""
        return self.histories.first

    @property
    def own_infosets(self) -> int:
        """Return how many information sets are player 0's."""
        return sum(infoset.player == 0 for infoset in self.infosets)

    def table(self, strategy: Vector) -> dict[str, dict[Action, float]]:
        """Return a strategy, float64[sequences], as rows by key and action."""
        return {
            infoset.key: dict(zip(infoset.actions, strategy[begin:end].tolist(), strict=True))
            for infoset, begin, end in self._slices()
        }

    def vector(self, table: Table) -> Vector:
        """Return the strategy of a table as float64[sequences]; actions left out are not played."""
        return np.array([table[one.key].get(action, 0.0) for one in self.infosets for action in one.actions])

    def _slices(self) -> Iterator[tuple[Infoset, int, int]]:
        ends = self.first.tolist()
        return zip(self.infosets, ends, ends[1:], strict=False)


def uniform(first: NodeIndices) -> Vector:
    """Return the strategy that plays all actions of a set alike: float64[sequences]."""
    sizes = np.diff(first)
    return np.repeat(1.0 / sizes, sizes)


def normalised(first: NodeIndices, weights: Vector) -> Vector:
    """Return `weights` (float64[sequences], none below 0) scaled to 1 in every set, uniform where all are 0."""
    sizes = np.diff(first)
    totals = np.repeat(np.add.reduceat(weights, first[:-1]), sizes)
    shares: Vector = np.divide(weights, totals, out=uniform(first), where=totals > 0)
    return shares


def flatten(root: State, most: int = MOST_HISTORIES) -> GameTree:
    """Return the game below `root` in arrays; `BadInput` if it has more than `most` histories.

    A game that is far too large is refused before much of it is walked.
    """
    rows = _Rows()
    rows.add(root, 0, 1.0)
    looked_ahead = False
    for number, state in enumerate(rows.states):  # grows while it is walked
        player = state.current_player()
        steps = state.chance_outcomes() if player == CHANCE else [(one, 1.0) for one in state.legal_actions()]
        rows.first_child.append(len(rows.states))
        rows.children.append(len(steps))
        for action, chance in steps:
            rows.add(state.child(action), number, chance)
        if not looked_ahead and len(rows.states) > LOOK_AHEAD:
            looked_ahead = True
            if (found := estimated_histories(root)) > HOPELESS * most:
                raise _too_large(found, most)
        if len(rows.states) > most:
            raise _too_large(max(estimated_histories(root), len(rows.states)), most)
    return rows.tree()


def _too_large(histories: float, most: int) -> BadInput:
    return BadInput(
        f"This game is too large to be solved whole: it has about {_rounded(histories)} histories, "
        f"{_rounded(histories / most)} times the limit of {most:,}, "
        f"and would fill {_rounded(histories * BYTES_A_HISTORY / 1e9)} GB of memory."
    )


def _rounded(number: float) -> str:
    """Write a number to two digits.

    >>> _rounded(4.5512), _rounded(39_231_698.7)
    ('4.6', '39,000,000')
    """
    return f"{float(f'{number:.2g}'):,.15g}"


def smallest() -> GameTree:
    """Return the smallest game there is, for kernels to be compiled on: one choice, to win 1 or to lose 1."""
    histories = Histories(
        np.array([0, TERMINAL, TERMINAL], dtype=np.int8),
        _indices([0, 0, 0]),
        _indices([1, 3, 3]),
        _indices([2, 0, 0]),
        np.ones(3),
        np.array([0.0, 1.0, -1.0]),
        _indices([0, NO_INFOSET, NO_INFOSET]),
        _indices([0, 2]),
    )
    return GameTree(histories, (Infoset("", 0, (0, 1)),))


@dataclass(slots=True)
class _Rows:
    """The histories found so far, and the information sets by player and key in the order of discovery."""

    states: list[State] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    chance: list[float] = field(default_factory=list)
    first_child: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    def add(self, state: State, parent: int, chance: float) -> None:
        self.states.append(state)
        self.parent.append(parent)
        self.chance.append(chance)

    def tree(self) -> GameTree:
        infosets, infoset = self._infosets()
        player = np.array([state.current_player() for state in self.states], dtype=np.int8)
        histories = Histories(
            player,
            _indices(self.parent),
            _indices(self.first_child),
            _indices(self.children),
            np.array(self.chance),
            np.array([_payoff(state) for state in self.states]),
            infoset,
            _indices(np.cumsum([0, *(len(one.actions) for one in infosets)])),
        )
        return GameTree(histories, infosets)

    def _infosets(self) -> tuple[tuple[Infoset, ...], Indices]:
        """Return the information sets, player 0's first, and the number of each history's set."""
        found: tuple[dict[Infoset, list[int]], ...] = ({}, {})
        for number, state in enumerate(self.states):
            if (player := state.current_player()) >= 0:
                key = state.information_state(player).key
                one = Infoset(key, player, tuple(state.legal_actions()))
                found[player].setdefault(one, []).append(number)
        infosets = (*found[0], *found[1])
        _check_keys(infosets)
        infoset = np.full(len(self.states), NO_INFOSET, dtype=np.int32)
        for place, histories in enumerate((*found[0].values(), *found[1].values())):
            infoset[histories] = place
        return infosets, infoset


def _check_keys(infosets: tuple[Infoset, ...]) -> None:
    keys = {infoset.key for infoset in infosets}
    if len(keys) < len(infosets):
        raise ValueError("two information sets share a key: a key must tell the player and the legal actions")


def _payoff(state: State) -> float:
    """Return what player 0 has won, 0 before the end."""
    if not state.is_terminal():
        return 0.0
    first, second = state.returns()
    if first + second != 0:
        raise ValueError(f"the players win {first} and {second}: the game is not zero-sum")
    return float(first)


def _indices(numbers: Any) -> Indices:
    return np.array(numbers, dtype=np.int32)


def reachable_states(root: State) -> list[State]:
    """Return every state that can be reached, each once, `root` first and parents before children."""
    states = [root]
    seen = {root}
    for state in states:  # grows while it is walked
        for action in state.legal_actions():
            child = state.child(action)
            if child not in seen:
                seen.add(child)
                states.append(child)
    return states


def information_states(root: State) -> dict[str, InformationState]:
    """Return what a player may know when it has to decide, by key, in the order of the walk."""
    found: dict[str, InformationState] = {}
    for state in reachable_states(root):
        if (player := state.current_player()) >= 0:
            info = state.information_state(player)
            found.setdefault(info.key, info)
    return found
