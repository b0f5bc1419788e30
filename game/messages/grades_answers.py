"""What a decision was worth beside the best one: the words that grading and the screens which show it share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from game.core import Action

Source = Literal["exact", "solved", "trained", "counted"]
"""Where the values come from: enumeration, a solve of the subgame, a trained strategy, or counted equity."""


class Mark(StrEnum):
    """How good a decision was, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARKS = tuple(Mark)
AT_TIMES = 0.2
"""An action that the reference takes at least this often is not a mistake."""
SURE: tuple[Source, ...] = ("exact", "solved")
"""Sources whose values count as they are."""


@dataclass(frozen=True, slots=True)
class Grade:
    """One decision beside the best one.

    values: of each action from here on, in big blinds in Hold'em, where a fold is 0, in chips in Kuhn poker, and in
    points from 0 to 1 in tic-tac-toe. shares: how often the reference strategy takes each. best: the action that it
    takes most often of those that are worth the most. margin: by how much the values may be off, in the same unit.
    equity: the share of the pot that the hand has against what the other may hold, None where no cards are held;
    price: the share of the pot that a call must win, None where there is none. never_taken: the strategy never does
    this here, so what it costs is not known. held_back: a tutor holds such a decision back.
    """

    action: Action
    best: Action
    values: Mapping[Action, float]
    shares: Mapping[Action, float]
    mark: Mark
    source: Source
    margin: float = 0.0
    equity: float | None = None
    price: float | None = None
    never_taken: bool = False
    held_back: bool = False

    @property
    def cost(self) -> float:
        """What the decision cost compared with the best one, 0 or more."""
        return max(0.0, max(self.values.values()) - self.values[self.action])

    @property
    def at_times(self) -> bool:
        """Whether the reference takes this action at least `AT_TIMES` of the time.

        In spots that a solve rarely reaches, its mix and its values may disagree.
        """
        return self.shares.get(self.action, 0.0) >= AT_TIMES

    def is_mistake(self, least: Mark = Mark.INACCURACY) -> bool:
        """Return whether the mark is `least` or worse, and the reference seldom does it."""
        return MARKS.index(self.mark) >= MARKS.index(least) and not self.at_times

    @property
    def sure_cost(self) -> float:
        """The part of the cost that is certain: if the values are uncertain, the cost minus their margin."""
        return self.cost if self.source in SURE else max(0.0, self.cost - self.margin)
