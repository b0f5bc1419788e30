"""Exact best response, NashConv and the value of a game, for two-player zero-sum games with perfect recall.

A best response knows the opponent's strategy but not the opponent's card: in every information set it takes the
one action that is best on average over all histories of the set, each weighed by the probability that chance
and the opponent bring it about. NashConv is what both players together could gain by such a reply, and
exploitability is half of it, the gain of one player on average over the seats (Timbers et al., 2020).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.core import CHANCE, TERMINAL, Action, InformationState, Player, State

Policy = Callable[[InformationState], Mapping[Action, float]]
"""The probability of every action in an information state; actions left out are not played."""


@dataclass(frozen=True, slots=True)
class BestResponse:
    """What the responder wins on average, and its action in each of its information sets, by key.

    `met` are the sets that chance and the opponent reach with positive probability. In the others all actions are
    equally good.
    """

    value: float
    reply: Mapping[str, Action]
    met: frozenset[str]


@dataclass(frozen=True, slots=True)
class Exploitability:
    """How far two strategies are from equilibrium, and what the game is worth between them (to player 0)."""

    nash_conv: float
    value: float

    @property
    def exploitability(self) -> float:
        return self.nash_conv / 2


def expected_returns(state: State, policies: Sequence[Policy]) -> tuple[float, float]:
    """Return what each player wins on average from `state` on; `policies` are by player."""
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
    """Return the best response of `responder` to `opponent`, the policy of the other player."""
    search = _Search(responder, opponent)
    search.gather(root, 1.0)
    value = search.value(root)
    reply = {key: search.best_action(key) for key in sorted(search.histories)}
    return BestResponse(value, reply, search.met())


def exploitability(root: State, policies: Sequence[Policy]) -> Exploitability:
    """Measure two strategies, by player, against their best replies."""
    values = expected_returns(root, policies)
    replies = [best_response(root, player, policies[1 - player]).value for player in (0, 1)]
    return Exploitability(sum(replies) - sum(values), values[0])


@dataclass(slots=True)
class _Search:
    """One search; `histories` groups the responder's decisions by information set, with their reach."""

    responder: Player
    opponent: Policy
    histories: dict[str, list[tuple[State, float]]] = field(default_factory=lambda: defaultdict(list))
    _best: dict[str, Action] = field(default_factory=dict)

    def gather(self, state: State, reach: float) -> None:
        """Find the histories below `state`, which chance and the opponent come to with probability `reach`."""
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

    def met(self) -> frozenset[str]:
        """Return the information sets with a history that has a chance to be."""
        return frozenset(
            key for key, histories in self.histories.items() if any(reach for _, reach in histories)
        )

    def value(self, state: State) -> float:
        """Return what the responder wins on average below `state` with the best action in every information set."""
        player = state.current_player()
        if player == TERMINAL:
            return state.returns()[self.responder]
        if player == self.responder:
            return self.value(state.child(self.best_action(state.information_state(player).key)))
        return sum(
            probability * self.value(state.child(action)) for action, probability in self._others(state)
        )

    def best_action(self, key: str) -> Action:
        """Return the action that is best on average over the set's histories; the first of equals."""
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
    """Return what chance or the player to act may do, with probabilities."""
    player = state.current_player()
    if player == CHANCE:
        return state.chance_outcomes()
    return list(policies[player](state.information_state(player)).items())
