"""The characters of Hold'em: numbers in a YAML file that a poker player can edit, checked key by key.

The file has one section on how bets are read, and one for each character; `HoldemCharacter` and `ReadingStyle` say
what each number means. A key that is unknown or missing, or a number out of its range, is refused by name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ai.hands.range_strategy import ReadingStyle
from game.core import BadInput
from game.files import yaml_text
from game.quoting import quoted

SHIPPED = Path(__file__).parents[1] / "configs" / "agents" / "holdem-characters.yaml"
SIZES: Mapping[str, float] = {
    "third": 1 / 3,
    "half": 1 / 2,
    "two-thirds": 2 / 3,
    "pot": 1.0,
    "all-in": math.inf,
}
"""Bets by name, as fractions of the pot."""

_LIMITS = {
    "open_size": (2.0, 10.0),
    "respect": (0.0, 5.0),
    "looseness": (-1.0, 1.0),
    "position": (-1.0, 1.0),
    "doubt": (0.01, 1.0),
    "slow_play": (0.01, 1.0),
}
"""Ranges of the numbers that are no shares; no hand of the opponent's may lose all its weight."""


@dataclass(frozen=True, slots=True)
class HoldemCharacter:
    """How one player weighs things: shares from 0 to 1 and equities, unless it says otherwise."""

    description: str
    open: float
    """Best hands that raise when first in on the button."""
    limp: float
    """Next best hands that limp there."""
    open_size: float
    """The first raise in big blinds."""
    push: float
    """Best hands that go all-in first with ten big blinds left; the share grows to 1 as they dwindle."""
    respect: float
    """How far bets tell it what the opponent holds: 0 not at all, 1 as the reading has it, more is fear."""
    looseness: float
    """Equity that it forgives when it calls; below 0 it wants more than the odds ask."""
    position: float
    """How much equity a call loses without the button while more bets may follow."""
    value: float
    """The least equity with which it bets."""
    reraise: float
    """The least equity with which it re-raises before the flop."""
    value_raise: float
    """The least equity with which it raises a bet after the flop."""
    bluff: float
    """Weak hands that bet all the same."""
    bluff_raise: float
    """Hands too weak to call that raise all the same."""
    sizes: Mapping[str, float]
    """Bet sizes and how often it takes each, in proportion."""


def read_characters(file: Path = SHIPPED) -> tuple[ReadingStyle, dict[str, HoldemCharacter]]:
    """Read a characters file; `BadInput` says what is wrong where, and which keys there are."""
    try:
        document = yaml_text.read_file(file)
    except FileNotFoundError as error:
        raise BadInput(f"{file.name} cannot be read: there is no such file.") from error
    whole = _section(document, {"reading", "characters"}, file.name)
    known = whole["characters"]
    if not isinstance(known, dict):
        raise BadInput(f"{file.name}: characters holds a section for each name.")
    return _reading(whole["reading"], f"{file.name}, reading"), {
        str(name): _character(entry, f"{file.name}, {name}") for name, entry in known.items()
    }


def _reading(entry: Any, where: str) -> ReadingStyle:
    section = _section(entry, _keys(ReadingStyle), where)
    return ReadingStyle(**{key: _number(key, value, where) for key, value in section.items()})


def _character(entry: Any, where: str) -> HoldemCharacter:
    section = _section(entry, _keys(HoldemCharacter), where)
    texts = {"description", "sizes"}
    numbers = {key: _number(key, value, where) for key, value in section.items() if key not in texts}
    return HoldemCharacter(
        description=str(section["description"]), sizes=_sizes(section["sizes"], f"{where}, sizes"), **numbers
    )


def _sizes(entry: Any, where: str) -> dict[str, float]:
    if not isinstance(entry, dict) or not entry or not set(entry) <= set(SIZES):
        raise BadInput(f"{where}: sizes are some of {', '.join(SIZES)}, each with a weight.")
    weights = {str(size): _number(str(size), weight, where, (0.0, 1000.0)) for size, weight in entry.items()}
    if not any(weights.values()):
        raise BadInput(f"{where}: at least one weight is above 0.")
    return weights


def _section(entry: Any, keys: set[str], where: str) -> dict[str, Any]:
    """Return `entry` if it has exactly these keys."""
    if not isinstance(entry, dict):
        raise BadInput(f"{where} must be a section with {', '.join(sorted(keys))}.")
    if unknown := sorted(str(key) for key in entry if key not in keys):
        raise BadInput(
            f"{where} has no setting {quoted(unknown[0])}: the settings are {', '.join(sorted(keys))}."
        )
    if missing := sorted(keys - set(entry)):
        raise BadInput(f"{where} lacks {quoted(missing[0])}.")
    return entry


def _keys(kind: type[ReadingStyle] | type[HoldemCharacter]) -> set[str]:
    return {entry.name for entry in fields(kind)}


def _number(key: str, value: Any, where: str, limits: tuple[float, float] | None = None) -> float:
    low, high = limits or _LIMITS.get(key, (0.0, 1.0))
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadInput(f"{where}: {key} must be a number from {low:g} to {high:g}, not {quoted(value)}.")
    return float(value)
