"""The die behind a mixed action, told in whole numbers: "rolled 21 of 100; 1 to 33 bets, 34 to 100 checks"."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, Decision
from game.texts import apportioned, percent

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


def in_percent(decision: Decision, *actions: Action) -> str:
    """Write how often these actions are chosen, as the die of a hundred sides has it: all of them are 100%.

    >>> decision = Decision(1, {0: 0.125, 1: 0.125, 2: 0.75})
    >>> [in_percent(decision, action) for action in (0, 1, 2)], in_percent(decision, 0, 2)
    (['13%', '12%', '75%'], '88%')
    """
    strategy = decision.strategy
    parts = dict(zip(strategy, apportioned(tuple(strategy.values()), SIDES[0]), strict=True))
    return percent(sum(parts[action] for action in actions) / SIDES[0])


def _bands(played: dict[Action, float], sides: int) -> tuple[Band, ...]:
    bands = []
    first = 1
    for action, width in zip(played, apportioned(tuple(played.values()), sides), strict=True):
        if width:
            bands.append(Band(action, first, first + width - 1))
        first += width
    return tuple(bands)
