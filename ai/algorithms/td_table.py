"""Learning the values of positions from play, made quick: over a table of the positions that can be reached.

The rule is that of ai/algorithms/td_learning.py, which is its oracle. Two learners play each other; or one learner
plays a fixed opponent, taking the first player's part in one game and the second's in the next, and then only the
part that it takes learns.

Step size and exploration may shrink: after n games they are what they were at the start / (1 + n / halves_after),
and stay as they are where that is 0. Steps that stay as they are keep throwing the values of nearly equal moves
about, and now and then the wrong one comes out on top.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from ai.algorithms.td_learning import UNKNOWN_VALUE
from game.core import State

Position = int
Followers = Sequence[Sequence[Position]]
"""For every position the ones that may come next; none after a final one."""


class PositionTable(Protocol):
    """The positions of a game without chance or secrets, numbered from the first one on, parents first.

    `children[p]` are the positions after each legal action, in the order of the actions; a final position has
    none. `returns[p]` is player 0's return there, 0 before the end.
    """

    @property
    def children(self) -> Followers:
        """Return the positions that may come next."""

    @property
    def returns(self) -> Sequence[float]:
        """Return what player 0 has."""


class Positions:
    """The table of any such game, walked state by state."""

    def __init__(self, root: State) -> None:
        states = [root]
        places = {root: 0}
        self.children: list[tuple[Position, ...]] = []
        for state in states:  # grows while it is walked
            followers = []
            for action in state.legal_actions():
                child = state.child(action)
                if child not in places:
                    places[child] = len(states)
                    states.append(child)
                followers.append(places[child])
            self.children.append(tuple(followers))
        self.states: Sequence[State] = states
        self.returns = [state.returns()[0] for state in states]


class TableLearner:
    """Learners, one for each player, who play each other or a fixed opponent and learn from every game.

    `values[player][position]` is what the position is worth to the player: 1 won, 0 lost. `replies` are the
    positions that the fixed opponent moves to, each as likely as the others; None: the learners play each other.
    """

    def __init__(
        self,
        positions: PositionTable,
        rng: random.Random,
        *,
        alpha: float,
        epsilon: float,
        draw_value: float,
        alpha_halves_after: int = 0,
        epsilon_halves_after: int = 0,
        replies: Followers | None = None,
    ) -> None:
        self.rng = rng
        self.games = 0
        self.values = [_initial(positions, sign, draw_value) for sign in (1.0, -1.0)]
        self._children = positions.children
        self._replies = replies
        self._alpha = alpha
        self._alpha_decay = _decay(alpha_halves_after)
        self._epsilon = epsilon
        self._epsilon_decay = _decay(epsilon_halves_after)

    def play(self, games: int) -> None:
        """Play and learn from `games` games.

        The values of a final position never change, so they serve as the final reward. This loop is the run:
        everything it touches is a local name.
        """
        values, children, replies, throw = self.values, self._children, self._replies, self.rng.random
        for game in range(self.games, self.games + games):
            alpha = self._alpha / (1 + game * self._alpha_decay)
            epsilon = self._epsilon / (1 + game * self._epsilon_decay)
            learning = (0, 1) if replies is None else (game % 2,)
            history = []
            player = position = 0
            followers = children[0]
            while followers:
                if replies is not None and player not in learning:
                    options = replies[position]
                    position = options[int(throw() * len(options))]
                elif throw() < epsilon:
                    position = followers[int(throw() * len(followers))]
                else:
                    worth = [values[player][follower] for follower in followers]
                    most = max(worth)
                    if worth.count(most) == 1:
                        position = followers[worth.index(most)]
                    else:
                        best = [f for f, value in zip(followers, worth, strict=True) if value == most]
                        position = best[int(throw() * len(best))]
                history.append(position)
                followers = children[position]
                player = 1 - player
            history.reverse()
            for table in [values[learner] for learner in learning]:
                target = table[history[0]]
                for position in history:
                    target = table[position] = table[position] + alpha * (target - table[position])
        self.games += games


def _initial(positions: PositionTable, sign: float, draw_value: float) -> list[float]:
    worth = {1.0: 1.0, -1.0: 0.0, 0.0: draw_value}
    return [
        UNKNOWN_VALUE if followers else worth[sign * result]
        for followers, result in zip(positions.children, positions.returns, strict=True)
    ]


def _decay(halves_after: int) -> float:
    return 1 / halves_after if halves_after else 0.0
