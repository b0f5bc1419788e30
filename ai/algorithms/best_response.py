"""Exact best response, NashConv and game value for two-player zero-sum games with perfect recall.

In each information set, the best response takes the action with the highest weighted mean value over the histories
of the set. The weight of a history is its counterfactual reach: the probability that chance and the opponent
take all of their actions in the history. NashConv is the sum of what each player gains by switching to a best
response, and exploitability is half of NashConv (Timbers et al., 2020).

A call of `best_response` visits every history a few times. cfr_kernels.py computes the same values with compiled
kernels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.core import CHANCE, TERMINAL, Action, InformationState, Player, State

Policy = Callable[[InformationState], Mapping[Action, float]]
"""Returns the probability of every action in an information state. Missing actions have probability 0."""


@dataclass(frozen=True, slots=True)
class BestResponse:
    """A best response.

    Attributes:
        value: The expected return of the responding player.
        reply: The action in each information set of the responder, by the key of the set.
        reachable: The keys of the information sets with a positive counterfactual reach. In all other sets, every
            action has value 0.
    """

    value: float
    reply: Mapping[str, Action]
    reachable: frozenset[str]


@dataclass(frozen=True, slots=True)
class Exploitability:
    """NashConv of two strategies, and the expected return of player 0 if they play each other."""

    nash_conv: float
    value: float

    @property
    def exploitability(self) -> float:
        return self.nash_conv / 2


def expected_returns(state: State, policies: Sequence[Policy]) -> tuple[float, float]:
    """Return the expected return of each player from `state` on. `policies` has one policy for each player."""
    player = state.current_player()
    if player == TERMINAL:
        first, second = state.returns()
        return first, second
    totals = [0.0, 0.0]
    for action, probability in _continuations(state, policies):
        if not probability:
            continue
        for who, won in enumerate(expected_returns(state.child(action), policies)):
            totals[who] += probability * won
    return totals[0], totals[1]


def best_response(root: State, responder: Player, opponent: Policy) -> BestResponse:
    """Return the best response of `responder` to the policy of the other player."""
    search = _Search(responder, opponent)
    search.gather(root, 1.0)
    value = search.value(root)
    reply = {key: search.best_action(key) for key in sorted(search.histories)}
    return BestResponse(value, reply, search.reachable())


def exploitability(root: State, policies: Sequence[Policy]) -> Exploitability:
    """Measure two policies, one for each player, against their best responses."""
    values = expected_returns(root, policies)
    replies = [best_response(root, player, policies[1 - player]).value for player in (0, 1)]
    return Exploitability(sum(replies) - sum(values), values[0])


@dataclass(slots=True)
class _Search:
    """The recursion of one best response.

    Attributes:
        histories: The responder's decisions by information set, each with its counterfactual reach.
    """

    responder: Player
    opponent: Policy
    histories: dict[str, list[tuple[State, float]]] = field(default_factory=lambda: defaultdict(list))
    _best: dict[str, Action] = field(default_factory=dict)

    def gather(self, state: State, reach: float) -> None:
        """Add the responder's decisions below `state`. `reach` is the counterfactual reach of `state`."""
        player = state.current_player()
        if player == TERMINAL:
            return
        if player == self.responder:
            self.histories[state.information_state(player).key].append((state, reach))
            for action in state.legal_actions():
                self.gather(state.child(action), reach)
            return
        for action, probability in self._others(state):
            self.gather(state.child(action), reach * probability)

    def reachable(self) -> frozenset[str]:
        """Return the information sets with a positive counterfactual reach."""
        return frozenset(
            key for key, histories in self.histories.items() if any(reach for _, reach in histories)
        )

    def value(self, state: State) -> float:
        """Return the responder's expected return below `state` with the best action in every information set."""
        player = state.current_player()
        if player == TERMINAL:
            return state.returns()[self.responder]
        if player == self.responder:
            return self.value(state.child(self.best_action(state.information_state(player).key)))
        return sum(
            probability * self.value(state.child(action)) for action, probability in self._others(state)
        )

    def best_action(self, key: str) -> Action:
        """Return the action with the highest counterfactual value in the information set `key`.

        On a tie, return the first of these actions.
        """
        if key not in self._best:
            histories = self.histories[key]
            self._best[key] = max(
                histories[0][0].legal_actions(),
                key=lambda action: sum(reach * self.value(state.child(action)) for state, reach in histories),
            )
        return self._best[key]

    def _others(self, state: State) -> Sequence[tuple[Action, float]]:
        return _continuations(state, (self.opponent, self.opponent))


def _continuations(state: State, policies: Sequence[Policy]) -> Sequence[tuple[Action, float]]:
    """Return the actions of chance, or of the player to act, each with its probability."""
    player = state.current_player()
    if player == CHANCE:
        return state.chance_outcomes()
    return list(policies[player](state.information_state(player)).items())
