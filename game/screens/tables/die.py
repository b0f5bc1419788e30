"""The die behind a mixed action, told in whole numbers: "rolled 21 of 100; 1 to 33 bets, 34 to 100 checks"."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, Decision

SIDES = (100, 1_000, 10_000, 1_000_000)
CERTAIN = 0.9995


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers, first and last included, that choose an action."""

    action: Action
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Die:
    """What was thrown, with how many sides, and what each number means."""

    number: int
    sides: int
    bands: tuple[Band, ...]


def die_of(decision: Decision) -> Die | None:
    """Return the die of a decision; None where there was nothing to throw for.

    A hundred sides will do unless rounding would put the number into a neighbour's band.

    >>> die_of(Decision(1, {1: 0.333, 0: 0.667}, 0.205)).number
    21
    """
    played = {action: share for action, share in decision.strategy.items() if share > 0}
    if decision.roll is None or not played or max(played.values()) > CERTAIN:
        return None
    for sides in SIDES:
        number = min(sides, int(decision.roll * sides) + 1)
        bands = _bands(played, sides)
        if any(band.action == decision.action and band.first <= number <= band.last for band in bands):
            return Die(number, sides, bands)
    return None


def _bands(played: dict[Action, float], sides: int) -> tuple[Band, ...]:
    bands = []
    passed, first = 0.0, 1
    for place, (action, share) in enumerate(played.items(), start=1):
        passed += share
        last = sides if place == len(played) else round(passed * sides)
        if last >= first:
            bands.append(Band(action, first, last))
        first = last + 1
    return tuple(bands)
