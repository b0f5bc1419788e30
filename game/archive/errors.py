"""The error rate: what a player's decisions cost on average beside the best ones, and what that is called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.archive.statistics import Tally


class Rank(StrEnum):
    """What backgammon players call an error rate, the best first."""

    WORLD_CLASS = "world-class"
    EXPERT = "expert"
    ADVANCED = "advanced"
    INTERMEDIATE = "intermediate"
    CASUAL = "casual"
    BEGINNER = "beginner"


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """The costs of a player's decisions in some hands of a game, in the unit of its statistics.

    `costs` has one entry a decision; `rank` is None while too few decisions
    leave it open. `hands` were graded, of the
    `total` that are there.
    """

    game: str
    costs: Tally
    rank: Rank | None
    hands: int
    total: int
