"""The ladder of a game: its opponents in the order of measured strength, and the player's progress.

An opponent is beaten when luck can no longer explain the result: after at least `MIN_HANDS` hands, the interval of
the mean of the luck-adjusted results is above a threshold. If an ordinary interval is checked after every hand, it
will at some point be above zero by chance alone. So the ladder uses an interval that holds for all numbers of hands
at once: with 95% probability, the interval contains the true mean at every check. The interval is the asymptotic
confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit theory and
asymptotic confidence sequences", 2021). After n hands whose results have the standard deviation s, the half-width
is

    s sqrt( 2 (n r + 1) / (n^2 r) * log( sqrt(n r + 1) / 0.05 ) ).

The parameter r is chosen so that the interval is narrowest near the number of hands that a verdict needs (a
multiple of `MIN_HANDS`). Hands are added in the order in which they were played, so an opponent once beaten stays
beaten.

The threshold is usually zero. Nobody can win enough against an opponent whose exact exploitability is almost zero.
Against such an opponent, the threshold is -`HELD`: the player only has to lose less than `HELD`. Tic-tac-toe has no
luck: an opponent is beaten if the player plays `UNLOST` games in a row without a loss as X, and `UNLOST` games in a
row without a loss as O.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.agent_entries import AgentEntry, one_a_stage
from game.archive.statistics import Tally
from game.core import Player
from game.rules import games

LADDERS = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)
"""The games that have a ladder, because all their agents are ordered by strength."""

MIN_HANDS = {games.TIC_TAC_TOE: 1, games.KUHN_POKER: 50, games.HOLDEM: 100}
"""The minimum number of hands for a verdict. With fewer, the standard deviation is unreliable."""
FORECAST_SHARE = 0.2
"""The share of `MIN_HANDS` from which a mean has an interval and a forecast. Two hands can be equal by chance."""
UNLOST = 5
UNBEATABLE, HELD = 0.01, 0.05
"""Chips per hand at Kuhn poker. An opponent whose exploitability is below the first counts as beaten if the player
loses less than the second."""
RISK = 0.05
MAX_HANDS_LEFT = 100_000
NARROWEST = 2
"""The interval is narrowest at this multiple of the minimum number of hands."""


@dataclass(frozen=True, slots=True)
class Rung:
    """An opponent of the ladder. The player's mean must be above `bar`, in the unit of the game."""

    agent: str
    bar: float = 0.0


@dataclass(frozen=True, slots=True)
class RungResult:
    """The result of the player against an opponent.

    Attributes:
        hands: The number of counted hands. Counting ends when the opponent is beaten.
        mean: The mean of the luck-adjusted results, in the unit of the game.
        ci95: The half-width of the interval of the mean, in the same unit. None if there are fewer than two hands,
            or fewer than the share `FORECAST_SHARE` of the hands that a verdict needs.
        unlost: At tic-tac-toe, the numbers of games in a row that were not lost, as X and as O.
        casual_hands: The number of hands that do not count: hands with help, hands that were played again, and
            hands of duplicate deals.
    """

    rung: Rung
    hands: int = 0
    mean: float = 0.0
    ci95: float | None = None
    unlost: tuple[int, int] = (0, 0)
    beaten: bool = False
    casual_hands: int = 0

    @property
    def worst(self) -> float | None:
        """The lower end of the interval.

        The opponent is beaten when this end is above the bar of the rung after at least `MIN_HANDS` hands. The
        result is None if there is no interval.
        """
        return None if self.ci95 is None else self.mean - self.ci95


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rungs of a game, the weakest opponent first."""

    game: str
    rungs: tuple[RungResult, ...]

    @property
    def rungs_beaten(self) -> int:
        """The number of beaten rungs. A rung below a beaten rung also counts as beaten."""
        return max((index for index, rung in enumerate(self.rungs, 1) if rung.beaten), default=0)

    @property
    def next(self) -> RungResult | None:
        """The next rung to climb. None at the top."""
        return self.rungs[self.rungs_beaten] if self.rungs_beaten < len(self.rungs) else None


def build_rungs(game: str, entries: Iterable[AgentEntry]) -> tuple[Rung, ...]:
    """Return the ladder of a game: the measured agents among `entries`, weakest first."""
    here = [entry for entry in entries if entry.game == game and not entry.is_checkpoint]
    return tuple(
        Rung(entry.name, -HELD if _is_unbeatable(entry) else 0.0)
        for entry in one_a_stage(here)
        if entry.strength is not None
    )


def _is_unbeatable(entry: AgentEntry) -> bool:
    strength = entry.strength
    return strength is not None and strength.metric == "exploitability" and strength.mean < UNBEATABLE


def always_ci95(game: str, results: Tally) -> float | None:
    """Return the half-width of the confidence sequence, an interval valid for all numbers of hands at once.

    Return None below two hands.
    """
    if results.hands < 2:
        return None
    variance = max(0.0, results.squares - results.hands * results.mean**2) / (results.hands - 1)
    return math.sqrt(variance) * _half_width(game, results.hands)


def hands_to_go(game: str, result: RungResult) -> int | None:
    """Return the number of further hands after which the opponent is beaten if the mean result stays the same.

    The result is None if the number is infinite or above `MAX_HANDS_LEFT`, or if there is no interval yet. For
    tic-tac-toe, the result is always None, because the ladder then counts games without a loss and ignores the
    mean.
    """
    ahead = result.mean - result.rung.bar
    if game == games.TIC_TAC_TOE or result.ci95 is None or ahead <= 0:
        return None
    deviation = result.ci95 / _half_width(game, result.hands)
    counts = range(max(result.hands, MIN_HANDS[game]), result.hands + MAX_HANDS_LEFT)
    index = bisect_left(counts, True, key=lambda hands: deviation * _half_width(game, hands) < ahead)
    return counts[index] - result.hands if index < len(counts) else None


def _half_width(game: str, hands: int) -> float:
    """Return the half-width of the interval after `hands` hands.

    The result of a hand is assumed to have the standard deviation 1.
    """
    aim = NARROWEST * MIN_HANDS[game]
    tuning = (-2 * math.log(RISK) + math.log(-2 * math.log(RISK)) + 1) / aim
    mixed = hands * tuning + 1
    return math.sqrt(2 * mixed / (hands**2 * tuning) * math.log(math.sqrt(mixed) / RISK))


@dataclass(slots=True)
class Climb:
    """The results against one opponent, added in the order of play, until the opponent is beaten."""

    game: str
    rung: Rung
    beaten: bool = False
    _results: Tally = field(default_factory=Tally)
    _unlost: list[int] = field(default_factory=lambda: [0, 0])

    def take(self, net: float, role: Player) -> None:
        """Count a hand. `net` is the player's luck-adjusted result in the unit of the game."""
        if self.beaten:
            return
        self._results.add(net)
        self._unlost[role] = self._unlost[role] + 1 if net >= 0 else 0
        self.beaten = self._is_beaten()

    def result(self) -> RungResult:
        """The results counted so far."""
        found, unlost = self._results, (self._unlost[0], self._unlost[1])
        is_early = found.hands < FORECAST_SHARE * MIN_HANDS[self.game]
        ci95 = None if is_early else always_ci95(self.game, found)
        return RungResult(self.rung, found.hands, found.mean, ci95, unlost, self.beaten)

    def _is_beaten(self) -> bool:
        if self.game == games.TIC_TAC_TOE:
            return min(self._unlost) >= UNLOST
        ci95 = always_ci95(self.game, self._results)
        enough = self._results.hands >= MIN_HANDS[self.game]
        return enough and ci95 is not None and self._results.mean - ci95 > self.rung.bar


def newly_beaten(before: Ladder | None, after: Ladder) -> Sequence[RungResult]:
    """Return the newly beaten opponents, weakest first. Empty if no earlier result is known."""
    if before is None:
        return ()
    known = {rung.rung.agent for rung in before.rungs if rung.beaten}
    return [rung for rung in after.rungs if rung.beaten and rung.rung.agent not in known]
