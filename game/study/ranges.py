"""Requests and answers of the range page: both ranges and the strategy of every hand at a public state.

The 1,326 hands are in the order of `HANDS` and belong to 169 classes ("AKs"). The reach of a hand is the
probability that a player with this hand acts as in the line. Both players follow the same strategy.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from game.core import Action, Player
from game.match.betting_line import BettingLine
from game.request import Request
from game.rules.betting import CALL
from game.rules.cards import DECK, Card, hand_class

Hole = tuple[Card, Card]

HANDS: tuple[Hole, ...] = tuple(combinations(DECK, 2))


@dataclass(frozen=True, slots=True)
class RangeAgent:
    """An agent whose strategy for every hand is known, and its stack depth in big blinds.

    If `is_blueprint`, the agent was trained for this depth only. Other agents play any depth.
    """

    name: str
    depth: int
    is_blueprint: bool = False


@dataclass(frozen=True, slots=True)
class RangeDecision:
    """A decision of a line: the player, and the frequency of each action over the player's range.

    Actions are in ascending order. The chosen action is always included, even with frequency 0.
    """

    player: Player
    actions: tuple[Action, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RangeSide:
    """The range of one player: reach by hand (float32[1326]), mean reach by class, and number of combos.

    If no hand of this player reaches the state, `comes` is False, and all hands have equal weights.
    """

    reach: array[float]
    classes: Mapping[str, float]
    combos: float
    comes: bool


@dataclass(frozen=True, slots=True)
class RangeNode:
    """A public state: its decisions, both ranges, and the strategy of the player to act.

    The decisions are those of the line, and the decision at the state.

    Attributes:
        shares: float32[1326 * actions], hand by hand: the probability of each action of the last decision. Empty if
            nobody is to act.
        mixes: The mean mixed strategy of each class, weighted by reach. Empty if nobody is to act.
        buckets: int32[1326], the bucket of each hand, -1 for impossible hands. Empty if the agent has no buckets.
    """

    decisions: tuple[RangeDecision, ...]
    sides: tuple[RangeSide, RangeSide]
    shares: array[float] = field(default_factory=lambda: array("f"))
    mixes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    buckets: array[int] = field(default_factory=lambda: array("i"))

    def aggressive_first(self) -> RangeNode:
        """Return the node with its actions in descending order, from all-in to fold."""
        width = len(self.shares) // len(HANDS)
        shares = array("f", self.shares)
        for index in range(width):
            shares[index::width] = self.shares[width - 1 - index :: width]
        return replace(
            self,
            decisions=tuple(
                replace(one, actions=one.actions[::-1], shares=one.shares[::-1]) for one in self.decisions
            ),
            shares=shares,
            mixes={name: mix[::-1] for name, mix in self.mixes.items()},
        )

    def get_mix(self, index: int) -> tuple[float, ...]:
        width = len(self.shares) // len(HANDS)
        return tuple(self.shares[index * width : (index + 1) * width])


@cache
def class_indices(name: str) -> tuple[int, ...]:
    """Return the indices of the hands of a class.

    >>> len(class_indices("AA")), len(class_indices("AKs")), len(class_indices("AKo"))
    (6, 4, 12)
    """
    return tuple(index for index, hole in enumerate(HANDS) if hand_class(hole) == name)


@dataclass(frozen=True, slots=True)
class ListRangeAgents(Request[tuple[RangeAgent, ...]]):
    """List the agents with known ranges: blueprints, deepest stack first, then the other kinds of agents."""


@dataclass(frozen=True, slots=True)
class AskRange(Request[RangeNode]):
    """Compute the ranges and the strategy of an agent at the end of a line."""

    agent: str
    line: BettingLine


@dataclass(frozen=True, slots=True)
class ExportRange(Request[str]):
    """Write a CSV file with the ranges and the strategy of an agent at the end of a line.

    Return the path of the file.
    """

    agent: str
    line: BettingLine
    file: str


POTS = ("limped", "single-raised", "3-bet", "4-bet")
"""The names of pots by the number of raises before the flop."""


@dataclass(frozen=True, slots=True)
class PreflopPot:
    """A betting line before the flop, and the spot on the flop if the line ends there.

    Attributes:
        decisions: The decisions of the line, with the actions in descending order.
        ranges: The ranges of `oop` and `ip` on the flop as text. Empty if the line does not end on the flop.
        combos: The number of combos of each range.
        played: For each player, whether at least one hand of the player plays this line. If no hand does, the
            player's range has all hands.
        pot: The chips in the pot.
        stack: The chips that each player has left.
    """

    line: BettingLine
    decisions: tuple[RangeDecision, ...]
    ranges: tuple[str, ...] = ()
    combos: tuple[float, ...] = ()
    played: tuple[bool, ...] = ()
    pot: int = 0
    stack: int = 0

    @property
    def name(self) -> str:
        """The type of the pot, one of `POTS`. Pots with more than three raises also count as `4-bet`."""
        raises = sum(action > CALL for action in self.line.actions)
        return POTS[min(raises, len(POTS) - 1)]


@dataclass(frozen=True, slots=True)
class AskPreflopPot(Request[PreflopPot]):
    """Return the ranges that an agent has on the flop after a betting line.

    Attributes:
        pot: One of `POTS`, or "". If `pot` is given, the betting line consists of the agent's most frequent raises
            that lead to this pot. Only the stacks of `line` are then used.
    """

    agent: str
    line: BettingLine
    pot: str = ""
