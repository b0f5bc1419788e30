"""An opponent whose level follows the results: when it changes, and why it does not change to and fro.

The results since this opponent sat down are looked at after every hand. Where their mean lies so many standard
errors from zero that chance brings it seldom, the next level up or down takes the seat, and the count begins anew.
To turn back takes clearer results than to go on in the direction of the last change: this hysteresis keeps an even
player from being sent up and down. Results are taken as they came, so luck moves the level at times; further
results move it back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, get_args

from game.rules import games

Adaptive = Literal["", "on", "up", "down"]
"""Whether the level follows the results: not at all, it does and has not changed yet, or how it changed last."""
ADAPTIVE: tuple[Adaptive, ...] = get_args(Adaptive)

LEAST_HANDS = {games.TIC_TAC_TOE: 6, games.HOLDEM: 30}
USUAL_LEAST = 20
GO_ON, TURN_BACK = 1.28, 1.96
"""Standard errors from zero: to go on in the same direction or for the first time, and to turn back."""


def change_of_level(game: str, nets: Sequence[float], last: Adaptive) -> Literal["", "up", "down"]:
    """Return how the level changes after these results of the player against the present opponent, if it does.

    `last` is how it changed last.

    >>> change_of_level("tic-tac-toe", [1, 1, 0, 1, 1, 1], "on"), change_of_level("tic-tac-toe", [0] * 50, "on")
    ('up', '')
    """
    count = len(nets)
    if count < LEAST_HANDS.get(game, USUAL_LEAST):
        return ""
    mean = sum(nets) / count
    error = math.sqrt(sum((net - mean) ** 2 for net in nets) / (count - 1) / count)
    for direction, ahead in (("up", mean), ("down", -mean)):
        needed = GO_ON if last in ("on", direction) else TURN_BACK
        if ahead > 0 and ahead >= needed * error:
            return direction  # type: ignore[return-value]
    return ""
