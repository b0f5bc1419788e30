"""Statistics of the player's hands in the history: results, their course over time, error rate and luck.

Results are in the unit of the game: points in tic-tac-toe, chips in classic Kuhn poker, antes in half-street Kuhn
poker, and big blinds in Hold'em. Counting in antes makes hands with different antes comparable. Hold'em players
usually multiply the mean by 100 (bb/100). Each mean has the half-width of its 95% interval by the normal
approximation. Watched hands do not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from game.archive.counts import PokerCounts, count_hand, replay_betting
from game.archive.hands import OWN, PlayedHand, Stake
from game.archive.lines import HistoryRow
from game.archive.store import CHUNK, EVERYTHING, HistoryFilter, Reader
from game.core import Player, Progress
from game.match.series import DENSE, GROWTH, MIN_CERTAIN_SAMPLES, NORMAL_95
from game.match.session import player_0_seat
from game.rules import games


@dataclass(slots=True)
class Tally:
    """The sum and the count of results, in the unit of the game."""

    hands: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, net: float) -> None:
        """Add the result of a hand."""
        self.hands += 1
        self.wins += net > 0
        self.draws += net == 0
        self.losses += net < 0
        self.total += net
        self.squares += net * net

    @property
    def mean(self) -> float:
        """The mean result of a hand. 0 before the first hand."""
        return self.total / self.hands if self.hands else 0.0

    @property
    def ci95(self) -> float | None:
        """The half-width of the 95% interval of the mean. None before the second hand."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.hands * self.mean**2) / (self.hands - 1)
        return NORMAL_95 * math.sqrt(max(0.0, variance) / self.hands)


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """The results up to a time: the number of hands, the total, the mean result and the interval of the mean."""

    hands: int
    at: float
    total: float
    mean: float
    ci95: float | None


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of one game: in total, by opponent (most hands first), by role (player 0, 1), and over time.

    The course has a point for every early hand. Later, it has a point whenever the number of hands has grown by a
    fixed factor. `poker` has the counts of the player, and the counts of all opponents together. `poker` is None in
    other games than Hold'em. `stakes` has the results in poker rooms, most hands first.
    """

    game: str
    overall: Tally
    opponents: dict[str, Tally]
    roles: tuple[Tally, Tally]
    course: tuple[CoursePoint, ...]
    poker: tuple[PokerCounts, PokerCounts] | None = None
    stakes: Mapping[Stake, Tally] = field(default_factory=dict)

    @property
    def money(self) -> dict[str, float]:
        """The total result in poker rooms for each currency, in this currency."""
        found: dict[str, float] = {}
        for stake, tally in self.stakes.items():
            found[stake.unit] = found.get(stake.unit, 0.0) + tally.total * stake.big_blind
        return found


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of each game with hands, and messages about problems in the files."""

    games: dict[str, GameStatistics]
    warnings: tuple[str, ...] = ()


def statistics(folder: Path, wanted: HistoryFilter = EVERYTHING) -> Statistics:
    """Return the player's results over the hands that match `wanted`."""
    *_, found = statistics_in_steps(folder, wanted)
    assert isinstance(found, Statistics)
    return found


def statistics_in_steps(folder: Path, wanted: HistoryFilter) -> Iterator[Progress | Statistics]:
    """Compute `statistics` in steps: yield progress, and the statistics last."""
    reader = Reader(folder)
    played: dict[str, list[_Hand]] = {}
    for row in reader.rows(replace(wanted, watched=False)):
        if row is None:
            yield reader.progress
        elif OWN in row.seats and (hand := reader.take_row(row, _hand)) is not None:
            played.setdefault(hand.game, []).append(hand)
    found = {}
    for game in (name for name in games.NAMES if name in played):
        account = _Account(game)
        for number, hand in enumerate(reversed(played[game])):
            if number % CHUNK == 0:
                yield reader.progress
            account.enter(hand)
        found[game] = account.statistics()
    yield Statistics(found, tuple(reader.warnings))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A counted hand: its net result in the unit of the game, the opponent, the role and the time."""

    game: str
    net: float
    opponent: str
    role: int
    at: float
    poker: tuple[PokerCounts, PokerCounts] | None = None
    stake: Stake | None = None


def _hand(row: HistoryRow) -> _Hand:
    spec = row.spec
    seat = row.seats.index(OWN)
    number = spec.skip + 1
    net = row.returns[seat] / spec.unit_of_hand(number)
    role = 0 if player_0_seat(spec, number) == seat else 1
    poker = _poker(row.hand(), role) if spec.game == games.HOLDEM else None
    return _Hand(spec.game, net, row.seats[1 - seat], role, row.at, poker, row.stake)


def _poker(hand: PlayedHand, role: Player) -> tuple[PokerCounts, PokerCounts]:
    """Return the counts of the player who had the role `role`, and the counts of the opponent."""
    seat = hand.spec.seats.index(OWN)
    won = hand.returns[seat if role == 0 else 1 - seat]
    both = count_hand(replay_betting(hand), won, from_flop=hand.from_flop)
    return both if role == 0 else both[::-1]


@dataclass(slots=True)
class _Account:
    """The results of one game while its hands are counted, oldest first."""

    game: str
    _overall: Tally = field(default_factory=Tally)
    _opponents: dict[str, Tally] = field(default_factory=dict)
    _roles: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    _course: list[CoursePoint] = field(default_factory=list)
    _last: CoursePoint | None = None
    _next_point: float = 1.0
    _poker: tuple[PokerCounts, PokerCounts] | None = None
    _stakes: dict[Stake, Tally] = field(default_factory=dict)

    def enter(self, hand: _Hand) -> None:
        """Count a hand. If a point of the course is due, add it."""
        overall = self._overall
        for tally in (overall, self._opponents.setdefault(hand.opponent, Tally()), self._roles[hand.role]):
            tally.add(hand.net)
        if hand.stake is not None:
            self._stakes.setdefault(hand.stake, Tally()).add(hand.net)
        if hand.poker is not None:
            own, other = self._poker or (PokerCounts(), PokerCounts())
            self._poker = own + hand.poker[0], other + hand.poker[1]
        self._last = CoursePoint(overall.hands, hand.at, overall.total, overall.mean, overall.ci95)
        if overall.hands >= self._next_point:
            self._course.append(self._last)
            self._next_point = max(overall.hands + 1, overall.hands * GROWTH if overall.hands > DENSE else 0)

    def statistics(self) -> GameStatistics:
        """Return the statistics. The course ends with the last hand."""
        course = list(self._course)
        if self._last is not None and self._last not in course[-1:]:
            course.append(self._last)
        by_hands = sorted(self._opponents.items(), key=lambda entry: -entry[1].hands)
        stakes = sorted(self._stakes.items(), key=lambda entry: -entry[1].hands)
        return GameStatistics(
            self.game, self._overall, dict(by_hands), self._roles, tuple(course), self._poker, dict(stakes)
        )


class Rank(StrEnum):
    """The names that backgammon players give to error rates, best first."""

    WORLD_CLASS = "world-class"
    EXPERT = "expert"
    ADVANCED = "advanced"
    INTERMEDIATE = "intermediate"
    CASUAL = "casual"
    BEGINNER = "beginner"


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """The costs of a player's decisions in some hands of a game, in the unit of the game's statistics.

    Attributes:
        costs: The cost in theory of each decision. `costs.hands` is the number of decisions.
        rank: The name of the error rate. None if there are too few decisions.
        hands: The number of graded hands.
        total: The number of hands that could be graded.
    """

    game: str
    costs: Tally
    rank: Rank | None
    hands: int
    total: int


Method = Literal["none", "exact", "estimated"]
"""How luck is computed: not at all in a game without luck, by exact values, or by AIVAT with a baseline."""

METHODS: dict[str, Method] = {
    games.TIC_TAC_TOE: "none",
    games.KUHN_POKER: "exact",
    games.KUHN_HALF_STREET: "exact",
    games.HOLDEM: "estimated",
}


@dataclass(frozen=True, slots=True)
class HandLuck:
    """A player's result in one hand, raw and adjusted for luck, in the unit of the game's statistics.

    `known` is False if the opponent's strategy is not known. In that case, less of the luck can be removed.
    """

    net: float
    adjusted: float
    known: bool = True

    @property
    def cards(self) -> float:
        return self.net - self.adjusted


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's results in some hands of a game, split into luck and decisions.

    The adjusted result of a hand estimates the result with average luck. The adjusted result has the same mean as
    the result but less variance, so fewer hands are enough. The difference between the result and the adjusted
    result is luck: in the cards, and in the random choices of an opponent with a mixed strategy.

    Attributes:
        unknown: The number of hands against opponents whose strategy is not known.
        left_out: The number of hands whose record could not be read or replayed.
    """

    game: str
    results: Tally
    adjusted: Tally
    unknown: int = 0
    left_out: int = 0

    @property
    def method(self) -> Method:
        return METHODS[self.game]

    @property
    def cards(self) -> float:
        return self.results.total - self.adjusted.total

    @property
    def has_enough_hands(self) -> bool:
        """Whether luck and decisions can be told apart. An estimate over fewer hands is noise."""
        return self.method == "exact" or self.results.hands >= MIN_CERTAIN_SAMPLES


def sum_luck(game: str, hands: Iterable[HandLuck], left_out: int = 0) -> Luck:
    """Add up the luck of some hands."""
    results, adjusted, unknown = Tally(), Tally(), 0
    for hand in hands:
        results.add(hand.net)
        adjusted.add(hand.adjusted)
        unknown += not hand.known
    return Luck(game, results, adjusted, unknown, left_out)
