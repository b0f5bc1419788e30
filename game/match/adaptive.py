"""Adapts the opponent's level to the results: when the level changes, with a hysteresis against changes to and fro.

Every `LEAST_HANDS` hands, the results since this opponent sat down are checked. If their mean is more than `GO_ON`
standard errors from zero, the next level up or down takes the seat, and the count starts again. A change in the
opposite direction takes `TURN_BACK` standard errors. This hysteresis moves an evenly matched player back and forth
only a quarter as often.

The results are not adjusted for luck, so luck often moves the level too: in simulated Hold'em sessions half of the
players who are exactly as good as their opponent were moved within 200 hands. Further results move them back. The
ladder (`game.archive.ladder`) shows whom a player really beats, without luck.
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
"""Hands between two looks at the results, and before the first."""
USUAL_LEAST = 20
GO_ON, TURN_BACK = 1.28, 1.96
"""Standard errors from zero: to go on in the same direction or for the first time, and to turn back."""


def change_of_level(game: str, nets: Sequence[float], last: Adaptive) -> Literal["", "up", "down"]:
    """Return how the level changes after these results of the player against the present opponent, if it does.

    `last` is how it changed last.

    >>> change_of_level("tic-tac-toe", [1, 1, 0, 1, 1, 1], "on"), change_of_level("tic-tac-toe", [0] * 48, "on")
    ('up', '')
    """
    count = len(nets)
    if count == 0 or count % LEAST_HANDS.get(game, USUAL_LEAST):
        return ""
    mean = sum(nets) / count
    error = math.sqrt(sum((net - mean) ** 2 for net in nets) / (count - 1) / count)
    for direction, ahead in (("up", mean), ("down", -mean)):
        needed = GO_ON if last in ("on", direction) else TURN_BACK
        if ahead > 0 and ahead >= needed * error:
            return direction  # type: ignore[return-value]
    return ""
