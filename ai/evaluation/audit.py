"""The exhaustive audit of a player: every line that an opponent can steer the game into.

For games without chance or secrets. The opponent tries every legal action, the audited agent every action it
plays with a probability above 0; each complete sequence of actions is a line, and the agent loses, draws or
wins it. An agent without a losing line from either seat cannot be beaten. Lines are counted through positions
(two ways into one position share what follows), so the 255,168 games of tic-tac-toe cost a few thousand steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, KnownStrategy, Player, State


@dataclass(frozen=True, slots=True)
class Lines:
    """How many lines the agent loses, draws and wins."""

    lost: int = 0
    drawn: int = 0
    won: int = 0

    def __add__(self, other: Lines) -> Lines:
        return Lines(self.lost + other.lost, self.drawn + other.drawn, self.won + other.won)


def audit(root: State, agent: KnownStrategy, player: Player) -> Lines:
    """Count the lines of `agent` in the role of `player`."""
    return _Audit(agent, player).lines(root)


class _Audit:
    def __init__(self, agent: KnownStrategy, player: Player) -> None:
        self._agent = agent
        self._player = player
        self._known: dict[State, Lines] = {}

    def lines(self, state: State) -> Lines:
        """Count the lines from `state` on."""
        if state not in self._known:
            self._known[state] = self._result(state) if state.is_terminal() else self._below(state)
        return self._known[state]

    def actions(self, state: State) -> list[Action]:
        """Return what may happen next: all that is legal, or all that the agent would play."""
        if state.current_player() != self._player:
            return sorted(state.legal_actions())
        strategy = self._agent.strategy(state.information_state(self._player))
        return sorted(action for action, probability in strategy.items() if probability > 0)

    def _below(self, state: State) -> Lines:
        return sum((self.lines(state.child(action)) for action in self.actions(state)), Lines())

    def _result(self, state: State) -> Lines:
        result = state.returns()[self._player]
        return Lines(lost=int(result < 0), drawn=int(result == 0), won=int(result > 0))
