"""Independent judges of solved games: a linear program, and OpenSpiel.

In the sequence form (Koller, Megiddo and von Stengel, 1994) player 0 chooses reaches x of its sequences so that
what player 1 can hold it to is as large as possible. Behind every information set of player 1 stands a free
variable, the value that player 1's best action there leaves.

A game is registered once in a process, under the name `parlour_...`, by its first state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyspiel
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from ai.algorithms.game_tree import SequenceForm, StrategyTable, Vector
from game.core import Action, State


@dataclass(frozen=True)
class Solution:
    """The value to player 0, and player 0's reaches of its sequences, the empty one last."""

    value: float
    reaches: Vector


def solve(form: SequenceForm) -> Solution:
    """Solve a whole game (not a merged one)."""
    count, cut = form.sequences, int(form.first[form.second])
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))
    mine, theirs = [*range(cut), count], [*range(cut, count), count + 1]
    payoff = payoffs[mine][:, theirs]
    own, other = (_constraints(form, player) for player in (0, 1))
    sets = other.shape[0]
    # maximise values[0] where other.T @ values <= payoff.T @ x, own @ x = (1, 0, ..), x >= 0
    objective = np.zeros(len(mine) + sets)
    objective[len(mine)] = -1.0
    start = np.zeros(own.shape[0])
    start[0] = 1.0
    found = linprog(
        objective,
        A_ub=hstack((-payoff.T, other.T)),
        b_ub=np.zeros(len(theirs)),
        A_eq=hstack((own, csr_matrix((own.shape[0], sets)))),
        b_eq=start,
        bounds=[(0, None)] * len(mine) + [(None, None)] * sets,
        method="highs",
    )
    assert found.status == 0, found.message
    return Solution(-float(found.fun), found.x[: len(mine)])


def strategy(form: SequenceForm, first: Vector, second: Vector) -> Vector:
    """Return the reaches of both players, the empty sequences last, as a strategy over all sequences."""
    played = np.concatenate((first[:-1], second[:-1], first[-1:], second[-1:])).clip(0)
    sizes = np.diff(form.first)
    before = np.repeat(played[form.parent], sizes)
    alike = np.repeat(1.0 / sizes, sizes)
    return np.divide(played[:-2], before, out=alike, where=before > 1e-9)


def swapped(form: SequenceForm) -> SequenceForm:
    """Return the game with the players swapped, so that `solve` finds the second player's strategy."""
    count, cut = form.sequences, int(form.first[form.second])
    order = np.concatenate((np.arange(cut, count), np.arange(cut), [count + 1, count]))
    place = np.argsort(order)
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))[order][:, order]
    payoffs.sort_indices()
    sizes = np.diff(form.first)
    moved = np.concatenate((np.arange(form.second, len(sizes)), np.arange(form.second)))
    return form._replace(
        first=np.concatenate(([0], np.cumsum(sizes[moved]))).astype(np.int32),
        parent=place[form.parent[moved]].astype(np.int32),
        second=len(sizes) - form.second,
        row=payoffs.indptr,
        column=payoffs.indices,
        payoff=payoffs.data,
    )


def _constraints(form: SequenceForm, player: int) -> csr_matrix:
    """Return the rows that make reaches of one: the empty sequence is 1, a set's add up to the one before."""
    count, cut = form.sequences, int(form.first[form.second])
    begin, end = (form.second, len(form.parent)) if player else (0, form.second)
    offset, size = (cut, count - cut) if player else (0, cut)
    rows, columns, entries = [0], [size], [1.0]
    for row, infoset in enumerate(range(begin, end), 1):
        parent = int(form.parent[infoset])
        own = range(form.first[infoset] - offset, form.first[infoset + 1] - offset)
        rows += [row] * (len(own) + 1)
        columns += [size if parent >= count else parent - offset, *own]
        entries += [-1.0] + [1.0] * len(own)
    return csr_matrix((entries, (rows, columns)), shape=(end - begin + 1, size + 1))


MAX_MOVES = 32


def registered(name: str, root: State) -> pyspiel.Game:
    """Return the game below `root` as OpenSpiel knows it."""
    short = f"parlour_{name}"
    if short not in pyspiel.registered_names():
        kind = _kind(short)

        class Game(_Game):
            def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
                super().__init__(kind, root, parameters)

        pyspiel.register_game(kind, Game)
    return pyspiel.load_game(short)


def policy(game: pyspiel.Game, root: State, table: StrategyTable) -> pyspiel.TabularPolicy:
    """Return a strategy of ours, by key and action, for a game of OpenSpiel's that has the same histories."""
    rows: dict[str, list[tuple[Action, float]]] = {}
    pairs = [(game.new_initial_state(), root)]
    while pairs:
        theirs, ours = pairs.pop()
        assert theirs.current_player() == ours.current_player()
        assert theirs.legal_actions() == list(ours.legal_actions())
        if (player := ours.current_player()) >= 0:
            rows[theirs.information_state_string()] = list(table[ours.information_state(player).key].items())
        pairs += [(theirs.child(action), ours.child(action)) for action in ours.legal_actions()]
    return pyspiel.TabularPolicy(rows)


class _Game(pyspiel.Game):
    def __init__(
        self, kind: pyspiel.GameType, root: State, parameters: Mapping[str, object] | None = None
    ) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=8,
            max_chance_outcomes=8,
            num_players=2,
            min_utility=-100.0,
            max_utility=100.0,
            utility_sum=0.0,
            max_game_length=MAX_MOVES,
        )
        super().__init__(kind, info, dict(parameters or {}))
        self.root = root

    def new_initial_state(self) -> _State:
        return _State(self, self.root)

    def make_py_observer(self, kind: object = None, parameters: object = None) -> _Observer:
        return _Observer()


class _Observer:
    """What OpenSpiel asks for the information state of a game written in Python."""

    tensor = None

    def set_from(self, state: _State, player: int) -> None:
        """Fill no tensor."""

    def string_from(self, state: _State, player: int) -> str:
        return state.information_state_string(player)


class _State(pyspiel.State):
    def __init__(self, game: _Game, ours: State) -> None:
        super().__init__(game)
        self.ours = ours

    def current_player(self) -> int:
        return self.ours.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.ours.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.ours.chance_outcomes())

    def _apply_action(self, action: int) -> None:
        self.ours = self.ours.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def is_terminal(self) -> bool:
        return self.ours.is_terminal()

    def returns(self) -> list[float]:
        return list(self.ours.returns())

    def information_state_string(self, player: int | None = None) -> str:
        return self.ours.information_state(self.current_player() if player is None else player).key

    def __str__(self) -> str:
        return str(self.history())


def _kind(short: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short,
        long_name=short,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
