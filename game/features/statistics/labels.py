"""The player's figures as they are written: each game in its unit, with as many digits as it deserves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from game.archive.statistics import CoursePoint, GameStatistics, Tally
from game.match.series import LEAST_CERTAIN
from game.rules import games
from game.study.records import scaled
from game.texts import english, number, signed, text
from game.window.ui.charts.axis import counted, linear
from game.window.ui.charts.chart import Chart, Series, Target
from game.window.ui.charts.funnel import FunnelPoint, funnel


def unit(game: str) -> str:
    """Return what a mean is counted in."""
    return text(f"statistics.units.{game}")


def counts_in_words(game: str, tally: Tally) -> str:
    """Return how many hands there were, and how they ended."""
    key = f"statistics.counts.{games.played_in(game)}.{'one' if tally.hands == 1 else 'many'}"
    ends = {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses}
    return text(key, hands=number(tally.hands), **{how: number(count) for how, count in ends.items()})


def beyond_chance(tally: Tally) -> bool:
    """Return whether the interval is clear of zero, of hands enough to say so."""
    return certain(tally) and tally.ci95 is not None and abs(tally.mean) > tally.ci95


def certain(tally: Tally) -> bool:
    """Return whether there are hands enough to be certain of anything."""
    return tally.hands >= LEAST_CERTAIN


def course_in_words(game: str) -> str:
    """Return what the course of a mean shows."""
    return text("statistics.course_note", unit=unit(game), played=played(game))


def not_yet_drawn(game: str) -> str:
    """Return what stands in the place of a course of too few hands."""
    return text("statistics.soon_drawn", count=LEAST_CERTAIN, unit=played(game))


def played(game: str) -> str:
    """Return what is counted of a game: games or hands."""
    return text(f"statistics.played.{games.played_in(game)}")


def days_in_words(course: Sequence[CoursePoint]) -> str:
    """Return from when to when the hands were played: "1 March 2026", or two days with a dash."""
    first, last = (_day(point.at) for point in (course[0], course[-1]))
    return first if first == last else f"{first} – {last}"


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at)
    return text(
        "statistics.day", day=day.day, month=english().many("statistics.months")[day.month - 1], year=day.year
    )


def winnings_chart(found: GameStatistics) -> Chart:
    """Return all that was won after so many hands, with a line at nothing."""
    hands, totals = [0, *(point.hands for point in found.course)], [0.0, *(one.total for one in found.course)]
    total = found.overall.total
    last = signed(total, 0 if total == int(total) else 1)
    series = Series("", hands, totals, "brass", text(f"statistics.totals.{found.game}", total=last))
    across = counted(found.overall.hands, log=False)
    return Chart([series], across, linear(totals), played(found.game), [Target(0.0, colour="edge")])


def course_chart(found: GameStatistics) -> Chart:
    """Return the running mean with its band."""
    game = found.game
    points = [
        FunnelPoint(point.hands, scaled(game, point.mean), scaled(game, point.ci95))
        for point in found.course
        if point.ci95 is not None
    ]
    return funnel(points, found.overall.hands)
