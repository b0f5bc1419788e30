"""What the window is told of a league: all agents of a game against all, every deal twice with seats swapped."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.series import Point
from game.rules import games

FIRST_DEALS = 100
MOST_DEALS = 1_000_000
WORK = 12
"""The budget of a decision for those who search, in their units of work: about 0.05 s."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The agreement: `stack_bb` matters in Hold'em, `blinds` in half-street Kuhn, `work` for those who search."""

    game: str
    blinds: float = 1
    stack_bb: int = games.HOLDEM_STACK_BB
    work: int = WORK
    seed: int = 0


@dataclass(frozen=True, slots=True)
class LeaguePair:
    """How `a` stands against `b` after some deals: mean of `a`, half its interval, course, seconds taken."""

    a: str
    b: str
    deals: int = 0
    mean: float = 0.0
    ci95: float | None = None
    course: tuple[Point, ...] = ()
    seconds: float = 0.0

    def swapped(self) -> LeaguePair:
        """Return the same, seen from the other side."""
        course = tuple(Point(one.samples, -one.mean, one.ci95) for one in self.course)
        return LeaguePair(self.b, self.a, self.deals, -self.mean, self.ci95, course, self.seconds)


@dataclass(frozen=True, slots=True)
class League:
    """Where a league stands; every pair is to play so many `deals`. `warning` says what was amiss with its file."""

    settings: LeagueSettings
    agents: tuple[str, ...]
    pairs: tuple[LeaguePair, ...]
    deals: int
    playing: bool = False
    warning: str | None = None

    @property
    def done(self) -> int:
        """Return how many of the deals to play were played."""
        return sum(min(pair.deals, self.deals) for pair in self.pairs)

    @property
    def total(self) -> int:
        """Return how many deals there are to play."""
        return self.deals * len(self.pairs)

    @property
    def begun(self) -> int:
        """Return how many pairs have met."""
        return sum(pair.deals > 0 for pair in self.pairs)

    @property
    def seconds_left(self) -> float | None:
        """Return what is left to play at the pace so far; None before anybody has met."""
        played = sum(pair.deals for pair in self.pairs)
        if not played:
            return None
        usual = sum(pair.seconds for pair in self.pairs) / played
        return sum(
            max(0, self.deals - pair.deals) * (pair.seconds / pair.deals if pair.deals else usual)
            for pair in self.pairs
        )

    def pair(self, a: str, b: str) -> LeaguePair | None:
        """Return how `a` stands against `b`; None for nobody's pair."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.b, pair.a) == (a, b):
                return pair.swapped()
        return None
