"""Use games and strategies of Parlour in OpenSpiel, and OpenSpiel's policies in Parlour.

Usage: `from parlour import open_spiel`.

This module needs the package `open_spiel`. A game is registered once per process under the name `parlour_...`.
OpenSpiel's algorithms then run on the game, and OpenSpiel's best responses can measure strategies of Parlour. To
find the sizes that OpenSpiel needs, every state of a game is visited. Games, including your own, must therefore be
small enough for full-width CFR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyspiel

from ai.algorithms.game_tree import MAX_HISTORIES, StrategyTable, check_size
from ai.library.players import Strategy
from game.core import CHANCE, Action, BadInput, State
from game.quoting import quoted

_roots: dict[str, State] = {}
"""The first state of each game that is registered in this process, by its name in OpenSpiel."""


def registered(name: str, root: State) -> pyspiel.Game:
    """Return the game below `root` as an OpenSpiel game.

    Args:
        name: The name of the game. In OpenSpiel, it gets the prefix `parlour_`. Each game needs a different name.
        root: The first state. All states of the game must be hashable.

    Raises:
        BadInput: If the name belongs to another game in this process, or the game is too large.
    """
    short = f"parlour_{name}"
    if short not in _roots:
        kind, info = _kind(short), _measure(root)

        class Game(_Game):
            def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
                super().__init__(kind, info, root, parameters)

        pyspiel.register_game(kind, Game)
        _roots[short] = root
    elif _roots[short] != root:
        raise BadInput(
            f"The name {quoted(name)} belongs to another game, and OpenSpiel keeps a name until the process "
            "ends: choose another name."
        )
    return pyspiel.load_game(short)


def _measure(root: State) -> pyspiel.GameInfo:
    """Return OpenSpiel's description of the size of the game below `root`.

    A state with several histories is visited once.

    Raises:
        BadInput: If the game is too large.
    """
    check_size(root, MAX_HISTORIES)
    actions = outcomes = length = 0
    payoffs = {0.0}
    level = {root}
    while level:
        acting = [state for state in level if state.legal_actions()]
        payoffs.update(payoff for state in level if state.is_terminal() for payoff in state.returns())
        for state in acting:
            if state.current_player() == CHANCE:
                outcomes = max(outcomes, *(action + 1 for action in state.legal_actions()))
            else:
                actions = max(actions, *(action + 1 for action in state.legal_actions()))
        length += any(state.current_player() != CHANCE for state in acting)
        level = {state.child(action) for state in acting for action in state.legal_actions()}
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=outcomes,
        num_players=2,
        min_utility=min(payoffs),
        max_utility=max(payoffs),
        utility_sum=0.0,
        max_game_length=length,
    )


def policy(game: pyspiel.Game, root: State, table: StrategyTable) -> pyspiel.TabularPolicy:
    """Return a strategy, given by key and action, as a policy of an OpenSpiel game with the same histories."""
    rows: dict[str, list[tuple[Action, float]]] = {}
    for theirs, ours in _decisions(game, root):
        key = ours.information_state(ours.current_player()).key
        rows[theirs.information_state_string()] = list(table[key].items())
    return pyspiel.TabularPolicy(rows)


def strategy(game: pyspiel.Game, root: State, found: pyspiel.Policy) -> Strategy:
    """Return an OpenSpiel policy as a strategy. `game` must have the same histories as the game below `root`."""
    table: dict[str, dict[Action, float]] = {}
    for theirs, ours in _decisions(game, root):
        key = ours.information_state(ours.current_player()).key
        table[key] = {int(one): float(share) for one, share in found.action_probabilities(theirs).items()}
    return Strategy(table, "open-spiel")


def _decisions(game: pyspiel.Game, root: State) -> Iterator[tuple[pyspiel.State, State]]:
    """Yield pairs of the corresponding decisions in both games.

    Raises:
        BadInput: If the histories of the games differ.
    """
    pairs = [(game.new_initial_state(), root)]
    while pairs:
        theirs, ours = pairs.pop()
        same = theirs.current_player() == ours.current_player()
        if not same or theirs.legal_actions() != list(ours.legal_actions()):
            raise BadInput(f"The game {game} of OpenSpiel has other histories.")
        if ours.current_player() >= 0:
            yield theirs, ours
        pairs += [(theirs.child(action), ours.child(action)) for action in ours.legal_actions()]


class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    def __init__(
        self,
        kind: pyspiel.GameType,
        info: pyspiel.GameInfo,
        root: State,
        parameters: Mapping[str, object] | None,
    ) -> None:
        super().__init__(kind, info, dict(parameters or {}))
        self.root = root

    def new_initial_state(self) -> _State:
        return _State(self, self.root)

    def make_py_observer(self, kind: object = None, parameters: object = None) -> _Observer:
        return _Observer()


class _Observer:
    """The observer that OpenSpiel requires of a game written in Python."""

    tensor = None

    def set_from(self, state: _State, player: int) -> None:
        """Do nothing, because there is no tensor to fill. OpenSpiel requires this method."""

    def string_from(self, state: _State, player: int) -> str:
        return state.information_state_string(player)


class _State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
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
