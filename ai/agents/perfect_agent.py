"""Perfect tic-tac-toe: minimax over all positions with memoisation, and a random choice among the best moves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ai.agents.value_agent import greedy
from game.core import DEFAULT_BUDGET, Action, Budget, Decision, InformationState, Player, State, sample
from game.rules.tic_tac_toe import TicTacToeInformationState, TicTacToeState


@dataclass(frozen=True, slots=True)
class PerfectAgent:
    """Plays each of the moves with the highest minimax value with equal probability."""

    name: str
    _results: dict[TicTacToeState, float] = field(default_factory=dict)

    def values(self, info: InformationState) -> Mapping[Action, float]:
        """Return the minimax value of each legal cell for the player to move: 0, 1/2 or 1."""
        assert isinstance(info, TicTacToeInformationState)
        state = TicTacToeState(info.board)
        return {
            cell: (1 + self._result(state.child(cell), info.player)) / 2 for cell in state.legal_actions()
        }

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return greedy(self.values(info))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)

    def _result(self, state: TicTacToeState, player: Player) -> float:
        """Return the minimax value of a state for `player`: -1, 0 or 1."""
        if state not in self._results:
            self._results[state] = self._solve(state)
        return self._results[state] if player == 0 else -self._results[state]

    def _solve(self, state: TicTacToeState) -> float:
        if state.is_terminal():
            return state.returns()[0]
        best = max if state.current_player() == 0 else min
        return best(self._result(state.child(cell), 0) for cell in state.legal_actions())


def load(file: Path, root: State) -> PerfectAgent:
    return PerfectAgent(file.stem)
