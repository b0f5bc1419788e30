"""How large a game is, without walking all of it.

Lines are played at random from the start to the end. A line that meets b1 steps, then b2, then b3, speaks for
1 + b1 + b1 b2 + b1 b2 b3 + ... histories, and the mean over all lines is right on average, whatever the shape of
the game (D. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975).
"""

from __future__ import annotations

from ai.algorithms.dice import Dice
from game.core import State

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
