"""A game in extensive form as arrays, and the state of a CFR run over it.

`GameTree` has one row for every history, sorted by length. Parents come before their children, and siblings are
adjacent. The arrays don't depend on the class of the game, so the compiled algorithms solve any `State` with chance
outcomes.

A *sequence* is an information set together with one of its actions. The sequences of a set are adjacent, and
the sets of player 0 come before the sets of player 1. Every vector over sequences (a strategy, regrets) has
this order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from game.core import CHANCE, TERMINAL, Action, BadInput, InformationState, Player, State

SAMPLED_LINES = 200
"""The number of random lines of play that estimate the size of a game.

If the lines have similar numbers of actions, the error of the estimate is about ten percent. Otherwise the estimate
gives the order of magnitude.
"""


def estimate_histories(root: State, lines: int = SAMPLED_LINES) -> float:
    """Return an estimate of the number of histories below `root`. The estimate is deterministic.

    The estimate plays random games to the end. A game whose successive states have b1, b2, b3, ... legal actions
    gives an estimate of 1 + b1 + b1 b2 + b1 b2 b3 + ... histories. The mean over these games is unbiased (D. Knuth,
    "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975).
    """
    dice, found = Dice.from_seed(0), 0.0
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
StrategyTable = Mapping[str, Mapping[Action, float]]

MAX_HISTORIES = 1_000_000
"""The default limit of the number of histories.

Building the arrays takes about 15 microseconds per history, and a larger game could fill the memory.
"""

BYTES_A_HISTORY = 300
"""The memory of a state and its rows while the arrays are built."""

HISTORIES_BEFORE_ESTIMATE = 10_000
"""The number of histories after which the size is estimated. Below it, counting is faster than estimating."""

REFUSED_RATIO = 10
"""A game is refused at once if its estimated size exceeds the limit by this factor.

The error of the estimate is smaller than this factor.
"""

NO_INFOSET = -1
"""The information set of a history in which no player decides."""


@dataclass(frozen=True, slots=True)
class Infoset:
    """An information set: its key, the player to act, and the legal actions."""

    key: str
    player: Player
    actions: tuple[Action, ...]


class Histories(NamedTuple):
    """The histories of a two-player zero-sum game, in arrays for kernels.

    Attributes:
        player: int8[histories], the player to act, CHANCE or TERMINAL.
        parent: int32[histories], the row of the parent, 0 for the root.
        first_child: int32[histories], the row of the first child.
        children: int32[histories], the number of children.
        chance: float64[histories], the probability of the last step if it was a chance event, otherwise 1.
        payoff: float64[histories], the winnings of player 0 at the end of the game, otherwise 0.
        infoset: int32[histories], the index of the information set, NO_INFOSET if no player decides.
        first: int32[infosets + 1]. The sequences of information set i are first[i] .. first[i + 1] - 1.
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
    """A game in arrays, and its information sets, sorted by player."""

    histories: Histories
    infosets: tuple[Infoset, ...]

    @property
    def first(self) -> Indices:
        """The first sequence of each information set, then the number of sequences, int32[infosets + 1]."""
        return self.histories.first

    @property
    def own_infosets(self) -> int:
        return sum(infoset.player == 0 for infoset in self.infosets)

    def table(self, strategy: Vector) -> dict[str, dict[Action, float]]:
        """Return a strategy, float64[sequences], as a table: key -> action -> probability."""
        rows = np.split(strategy, self.first[1:-1])
        return {
            infoset.key: dict(zip(infoset.actions, row.tolist(), strict=True))
            for infoset, row in zip(self.infosets, rows, strict=False)
        }

    def vector(self, table: StrategyTable) -> Vector:
        """Return the strategy in `table` as a vector, float64[sequences], with 0 for missing actions."""
        return np.array([table[one.key].get(action, 0.0) for one in self.infosets for action in one.actions])


def uniform_strategy(first: NodeIndices) -> Vector:
    """Return the uniform strategy, float64[sequences]."""
    sizes = np.diff(first)
    return np.repeat(1.0 / sizes, sizes)


def normalise_strategy(first: NodeIndices, weights: Vector) -> Vector:
    """Return `weights` (float64[sequences], at least 0) scaled to sum 1 in every set.

    A set with only zeros becomes uniform.
    """
    sizes = np.diff(first)
    totals = np.repeat(np.add.reduceat(weights, first[:-1]), sizes)
    shares: Vector = np.divide(weights, totals, out=uniform_strategy(first), where=totals > 0)
    return shares


def flatten(root: State, max_histories: int = MAX_HISTORIES) -> GameTree:
    """Return the game below `root` in arrays. A game that is far too large is refused early.

    Raises:
        BadInput: If the game has more than `max_histories` histories.
    """
    rows = _HistoryRows()
    rows.add(root, 0, 1.0)
    looked_ahead = False
    for number, state in enumerate(rows.states):  # grows while it is walked
        player = state.current_player()
        steps = state.chance_outcomes() if player == CHANCE else [(one, 1.0) for one in state.legal_actions()]
        rows.first_child.append(len(rows.states))
        rows.children.append(len(steps))
        for action, chance in steps:
            rows.add(state.child(action), number, chance)
        if not looked_ahead and len(rows.states) > HISTORIES_BEFORE_ESTIMATE:
            looked_ahead = True
            check_size(root, max_histories)
        if len(rows.states) > max_histories:
            raise _too_large(max(estimate_histories(root), len(rows.states)), max_histories)
    return rows.tree()


def check_size(root: State, max_histories: int) -> None:
    """Refuse a game whose estimated size is more than `REFUSED_RATIO` times `max_histories`.

    A game that passes this check may still have more than `max_histories` histories.

    Raises:
        BadInput: If the game is far too large.
    """
    if (found := estimate_histories(root)) > REFUSED_RATIO * max_histories:
        raise _too_large(found, max_histories)


def _too_large(histories: float, max_histories: int) -> BadInput:
    return BadInput(
        f"This game is too large to be solved whole: it has about {_rounded(histories)} histories, "
        f"{_rounded(histories / max_histories)} times the limit of {max_histories:,}, "
        f"and would fill {_rounded(histories * BYTES_A_HISTORY / 1e9)} GB of memory."
    )


def _rounded(number: float) -> str:
    """Format a number with two significant digits.

    >>> _rounded(4.5512), _rounded(39_231_698.7)
    ('4.6', '39,000,000')
    """
    return f"{float(f'{number:.2g}'):,.15g}"


def smallest_game() -> GameTree:
    """Return the smallest game, for compiling kernels: a single choice between winning 1 and losing 1."""
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
class _HistoryRows:
    """The histories found so far, and the information sets by player and key.

    Histories and information sets are in the order of discovery.
    """

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
        """Return the information sets, player 0 first, and the index of the information set of each history."""
        found: tuple[dict[Infoset, list[int]], ...] = ({}, {})
        for number, state in enumerate(self.states):
            if (player := state.current_player()) >= 0:
                key = state.information_state(player).key
                one = Infoset(key, player, tuple(state.legal_actions()))
                found[player].setdefault(one, []).append(number)
        infosets = (*found[0], *found[1])
        _check_keys(infosets)
        infoset = np.full(len(self.states), NO_INFOSET, dtype=np.int32)
        for number, histories in enumerate((*found[0].values(), *found[1].values())):
            infoset[histories] = number
        return infosets, infoset


def _check_keys(infosets: tuple[Infoset, ...]) -> None:
    keys = {infoset.key for infoset in infosets}
    if len(keys) < len(infosets):
        raise ValueError("two information sets share a key: a key must tell the player and the legal actions")


def _payoff(state: State) -> float:
    """Return the winnings of player 0 at the end of the game, otherwise 0."""
    if not state.is_terminal():
        return 0.0
    first, second = state.returns()
    if first + second != 0:
        raise ValueError(f"the players win {first} and {second}: the game is not zero-sum")
    return float(first)


def _indices(numbers: Any) -> Indices:
    return np.array(numbers, dtype=np.int32)


def reachable_states(root: State) -> list[State]:
    """Return every reachable state once. `root` is first, and parents come before children."""
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
    """Return the information state of every decision by its key, in the order of discovery."""
    found: dict[str, InformationState] = {}
    for state in reachable_states(root):
        if (player := state.current_player()) >= 0:
            info = state.information_state(player)
            found.setdefault(info.key, info)
    return found


class SolverState(NamedTuple):
    """The state of a CFR run.

    Attributes:
        regret: float64[sequences], the regret totals.
        strategy: float64[sequences], the current strategy.
        strategy_sum: float64[sequences], the weighted sum of the strategies.
        dice: uint64[1], the counter of the random numbers.
    """

    regret: Vector
    strategy: Vector
    strategy_sum: Vector
    dice: npt.NDArray[np.uint64]


def initial_state(first: NodeIndices, seed: int = 0) -> SolverState:
    """Return the state before the first iteration: no regrets and the uniform strategy.

    Args:
        first: The first sequence of each information set, as in `Histories`.
        seed: The random seed.
    """
    start = uniform_strategy(first)
    dice = np.array([Dice.from_seed(seed).counter], dtype=np.uint64)
    return SolverState(np.zeros_like(start), start, np.zeros_like(start), dice)
