"""What an error rate is called, by a YAML file that says where each name ends and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from game.archive.errors import Rank
from game.archive.statistics import Tally
from game.core import BadInput
from game.files import yaml_text
from game.match.series import LEAST_CERTAIN
from game.rules import games

SHIPPED = Path(__file__).parents[2] / "configs" / "grading" / "error-ranks.yaml"


@cache
def shipped() -> Ranks:
    """Return the ranks of the program."""
    return Ranks(yaml_text.read_file(SHIPPED))


class Ranks:
    """The names with the shares at which they end, of the error rate of a player at random in each game."""

    def __init__(self, stored: object) -> None:
        sections = _section(stored, ("ranks", "random"))
        self._ends = _numbers(sections["ranks"], tuple(Rank))
        self._random = _numbers(sections["random"], games.NAMES)
        ends = [self._ends[rank] for rank in Rank]
        if ends != sorted(set(ends)) or ends[-1] != math.inf:
            raise BadInput("The ranks must end at rising shares, the last one at .inf.")

    def of(self, game: str, rate: float) -> Rank:
        """Return the name of an error rate, in the unit of the game's statistics."""
        return next(rank for rank in Rank if rate <= self._ends[rank] * self._random[game])

    def told(self, game: str, costs: Tally) -> Rank | None:
        """Return the name of the mean of some costs; None where its 95 % interval reaches beyond the next names."""
        if costs.hands < LEAST_CERTAIN or costs.ci95 is None:
            return None
        order = list(Rank)
        low, rank, high = (
            order.index(self.of(game, costs.mean + part * costs.ci95)) for part in (-1.0, 0.0, 1.0)
        )
        return order[rank] if high - rank <= 1 and rank - low <= 1 else None


def _section(stored: object, known: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(stored, Mapping) or set(stored) != set(known):
        raise BadInput(f"The file of the ranks must have exactly the entries {', '.join(known)}.")
    return stored


def _numbers(stored: object, known: tuple[str, ...]) -> dict[str, float]:
    section = _section(stored, known)
    found: dict[str, float] = {}
    for name, value in section.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise BadInput(f"{name} in the file of the ranks must be a number above 0.")
        found[name] = float(value)
    return found
