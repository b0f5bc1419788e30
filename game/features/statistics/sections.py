"""The sections of the statistics, and how their figures are written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Generic, TypeVar

from game.archive.counts import FIGURES, PokerCounts, Share
from game.archive.rating import LEAST_HANDS, even_opponent
from game.archive.statistics import METHODS, CoursePoint, ErrorRate, GameStatistics, Luck, Tally
from game.archive.store import HistoryFilter
from game.match.series import LEAST_CERTAIN
from game.request import Request
from game.rules import games
from game.study.history import CountErrors, CountLuck
from game.study.ladder import standing_of
from game.study.opponents import name_in_words
from game.study.records import mean_in_words, mean_of_cards, scaled
from game.study.words import left_in_words
from game.texts import count_of, english, number, signed, text
from game.window.frame.page import Page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.axes import count_axis, linear
from game.window.ui.charts.chart import Chart, Series, Target
from game.window.ui.charts.spread import FunnelPoint, Interval, draw_interval, funnel, interval_reach
from game.window.ui.layout import Box, Column, Row, Space, grow, share
from game.window.ui.leaves import Bar, Caps, Control, Figure, Line, Pair, Words
from game.window.ui.widgets import Button, Rect


def unit(game: str) -> str:
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
    return tally.hands >= LEAST_CERTAIN


def course_in_words(game: str) -> str:
    return text("statistics.course_note", unit=unit(game), played=played(game))


def not_yet_drawn(game: str) -> str:
    """Return what stands in the place of a course of too few hands."""
    return text("statistics.soon_drawn", count=LEAST_CERTAIN, unit=played(game))


def played(game: str) -> str:
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
    across = count_axis(found.overall.hands, log=False)
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


ROW_HEIGHT = 54.0
SCALE_HEIGHT = 26.0
NAME_SHARE = 0.34
LEAST_NAME = 250.0
FIGURE_GAP = 24.0
LEAST_PLOT = 160.0


def large_figure(words: str, unit: str, *, strong: bool) -> Box:
    colour = "brass" if strong else "text"
    return Column(Figure(words, unit, height=38, colour=colour, unit_style="label", wraps=True), Space(10))


class ResultRows(Box):
    """Results by name below each other; where there is room, each with its interval on one scale."""

    def __init__(self, game: str, tallies: Mapping[str, Tally]) -> None:
        self._game, self._tallies = game, tallies

    def measure(self, painter: Painter, width: float) -> float:
        return ROW_HEIGHT * len(self._tallies) + (SCALE_HEIGHT if self._plot(painter, width)[1] else 0.0)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the rows and the scale."""
        x, y, width, _ = rect
        left, wide = self._plot(painter, width)
        reach = interval_reach(map(self._interval, self._tallies.values()))
        if wide:
            _draw_scale(painter, (x + left, y, wide, ROW_HEIGHT * len(self._tallies)), reach)
        for place, (name, tally) in enumerate(self._tallies.items()):
            middle = y + ROW_HEIGHT * (place + 0.5)
            figure, clear = mean_in_words(self._game, tally), beyond_chance(tally)
            room = (left if wide else width - painter.width(figure, "label_b")) - FIGURE_GAP
            painter.text(name, x, middle - 10, "label_b", size=16, fit=room)
            painter.text(counts_in_words(self._game, tally), x, middle + 11, "small", "dim", fit=room)
            painter.text(figure, x + width, middle, "label_b", "brass" if clear else "text", al="r")
            if wide:
                line, ink = (x + left, middle, wide), "brass" if clear else "dim"
                draw_interval(painter, line, *self._interval(tally), reach=reach, ink=ink)

    def _interval(self, tally: Tally) -> Interval:
        ci95 = None if tally.ci95 is None else scaled(self._game, tally.ci95)
        return scaled(self._game, tally.mean), ci95

    def _plot(self, painter: Painter, width: float) -> tuple[float, float]:
        """Return where the intervals begin, and how wide they are drawn; 0 where there is no room."""
        left = max(LEAST_NAME, width * NAME_SHARE)
        figures = (mean_in_words(self._game, tally) for tally in self._tallies.values())
        wide = (
            width - left - max((painter.width(one, "label_b") for one in figures), default=0.0) - FIGURE_GAP
        )
        return (left, wide) if wide >= LEAST_PLOT else (0.0, 0.0)


def _draw_scale(painter: Painter, area: Rect, reach: float) -> None:
    x, y, wide, high = area
    digits = 0 if reach >= 10 else 1 if reach >= 1 else 2
    for part, value, align in ((0.0, -reach, "l"), (0.5, 0.0, "c"), (1.0, reach, "r")):
        at = x + wide * part
        painter.line(at, y, at, y + high, "edge" if part == 0.5 else "line")
        written = signed(value, digits) if value else "0"
        painter.text(written, at, y + high + 14, "small", "faint", al=align)  # type: ignore[arg-type]


T = TypeVar("T")

BUTTON = 42.0


class LongCount(ABC, Generic[T]):
    """A part of the page about one game. After a stop, the worker continues where it stopped.

    `name` is the name of its texts and of its buttons.
    """

    name: ClassVar[str]

    def __init__(self, page: Page) -> None:
        self.asked = Asked[T](page.app, page.show)
        self._page, name = page, self.name
        self._game, self._hands = "", 0
        self._stop = Button(f"stop-{name}", text("statistics.stop"), self.stop, style="label_b")
        begin = text(f"statistics.{name}.begin")
        self._begin = Button(f"begin-{name}", begin, self._ask, style="label_b")

    @abstractmethod
    def request(self, game: str) -> Request[T]:
        """Return the request for a game."""

    @abstractmethod
    def boxes(self, found: T) -> list[Box]:
        """Return the boxes of an answer."""

    def turn_to(self, game: str, hands: int, *, at_once: bool = True) -> None:
        """Count so many hands of a game, unless that is under way, stopped or done."""
        if (game, hands) == (self._game, self._hands):
            return
        self._game, self._hands = game, hands
        self.asked.forget()
        if at_once:
            self._ask()

    def stop(self) -> None:
        """Count no further."""
        self.asked.drop()
        self._page.show()

    def _ask(self) -> None:
        self.asked.ask(self.request(self._game))

    def compose(self) -> Box:
        """Return what was counted; how far it is; or what keeps it."""
        return Column(Caps(text(f"statistics.{self.name}.caps")), *self._parts())

    def _parts(self) -> list[Box]:
        found = self.asked.fresh
        if found is not None:
            return self.boxes(found)
        if self.asked.state in ("failed", "idle"):
            problem, idle = self.asked.problem, text(f"statistics.{self.name}.idle")
            said = Words(problem or idle, "label", "bad" if problem else "dim", 8)
            return [said, self._button(self._begin)]
        return [
            Words(self._how_far(), "label", "dim", 4),
            Bar(self.asked.share),
            Space(12),
            self._button(self._stop),
        ]

    def _how_far(self) -> str:
        report = self.asked.report
        if report is None or not report.total:
            return text("statistics.starting")
        done = {"done": number(report.iteration), "total": number(report.total), "unit": played(self._game)}
        return text("statistics.working", left=left_in_words(report.seconds_left), **done)

    def _button(self, button: Button) -> Box:
        wide = button.natural_width(self._page.app.painter) + 24
        return Row(Control(button, BUTTON).sized(grow(1, most=wide)), Space().sized(grow()))


GRADED = {games.HOLDEM: 20}
"""Newest hands that are graded at a time where each takes seconds; elsewhere `MOST_GRADED`."""
MOST_GRADED = 10_000
RATE_DIGITS = 3
ROW, HEAD = 26.0, 22.0
COLUMN_SHARE, COLUMN, COLUMN_GAP = 1 / 3.4, 118.0, 8.0


# ---- the rating, and who would be an even match ---------------------------------------------------------------
def about_rating(app: Services, game: str) -> list[Box]:
    """Return the rating with its interval, and which opponent would be an even match."""
    standing = standing_of(app.saves, app.agents, game)
    own, even = standing.own, even_opponent(standing, standing.agents)
    if even is not None:
        match = text("statistics.rating.even", name=name_in_words(app.agents, even))
    elif standing.hands >= LEAST_HANDS:
        match = text("statistics.rating.nobody")
    else:
        match = text("statistics.rating.soon", count=LEAST_HANDS, unit=played(game))
    figure = text("statistics.rating.figure", value=number(own.value), ci95=number(own.ci95))
    return [
        Caps(text("statistics.rating.caps")),
        large_figure(figure, "", strong=False),
        Words(text(f"statistics.rating.note.{game}"), "small", "dim", 6),
        Words(match, "label", "text", 20),
    ]


# ---- what the cards gave, what the decisions gave, and what the errors cost -----------------------------------
class LuckSection(LongCount[Luck]):
    """The part about luck."""

    name = "luck"

    def request(self, game: str) -> CountLuck:
        return CountLuck(HistoryFilter(game))

    def boxes(self, found: Luck) -> list[Box]:
        return _figures(found)


class ErrorSection(LongCount[ErrorRate]):
    """The part about errors."""

    name = "errors"

    def request(self, game: str) -> CountErrors:
        return CountErrors(HistoryFilter(game), GRADED.get(game, MOST_GRADED))

    def boxes(self, found: ErrorRate) -> list[Box]:
        return _rate(found)


def _rate(found: ErrorRate) -> list[Box]:
    costs, game = found.costs, found.game
    if not costs.hands:
        return [Words(text("statistics.errors.none"), "label", "dim")]
    spread = "" if costs.ci95 is None else f" ± {number(costs.ci95, RATE_DIGITS)}"
    rate = text(f"statistics.errors.units.{game}", rate=number(costs.mean, RATE_DIGITS) + spread)
    rank = text("statistics.errors.early" if found.rank is None else f"statistics.errors.ranks.{found.rank}")
    counts = {
        "decisions": count_of("decisions", costs.hands),
        "hands": count_of(games.played_in(game), found.hands),
    }
    return [
        large_figure(rank, rate, strong=found.rank is not None),
        Words(text("statistics.errors.counts", **counts), "small", "dim", 4),
        Words(text(f"statistics.errors.sources.{game}"), "small", "dim", 4),
    ]


def _figures(found: Luck) -> list[Box]:
    game = found.game
    if METHODS[game] == "none":
        return [Words(text("statistics.luck.none"), "label", "text", 4)]
    certainty = "open" if certain(found.adjusted) else "few"
    if beyond_chance(found.adjusted):
        certainty = "ahead" if found.adjusted.mean > 0 else "behind"
    unknown = text("statistics.luck.unknown", hands=count_of(games.played_in(game), found.unknown))
    left_out = text("statistics.luck.left_out", hands=count_of(games.played_in(game), found.left_out))
    return [
        Pair(text("luck.result"), mean_in_words(game, found.results)),
        Pair(text("luck.cards"), mean_of_cards(game, found)),
        Pair(text("luck.decisions"), mean_in_words(game, found.adjusted)),
        Space(8),
        Words(text(f"statistics.luck.certainty.{certainty}"), "label", "text", 4),
        Words(text(f"statistics.luck.methods.{found.method}", unit=unit(game)), "small", "dim", 4),
        Words(unknown, "small", "dim", 4).when(found.unknown),
        Words(left_out, "small", "dim").when(found.left_out),
    ]


# ---- the figures of poker players: yours beside those of everybody you played ---------------------------------
def poker_section(own: PokerCounts, others: PokerCounts) -> Box:
    """Return a row for each figure: a share, and of how many chances."""
    you, they = text("statistics.poker.you"), text("statistics.poker.others")
    rows = [_poker_row("", you, they, "small", "faint", height=HEAD)]
    for name in FIGURES:
        mine, theirs = (_written(getattr(counts, name)) for counts in (own, others))
        rows.append(_poker_row(text(f"statistics.poker.{name}"), mine, theirs, "label_b", "text", height=ROW))
    note = Column(Space(6), Words(text("statistics.poker.note"), "small", "dim", 4))
    return Column(Caps(text("statistics.poker.caps")), *rows, note)


def _poker_row(name: str, own: str, others: str, style: str, ink: str, *, height: float) -> Row:
    """Return a name, and the figures of both in columns at the right end."""
    columns = (
        Row(Space(COLUMN_GAP), Line(figure, style, ink, height=height, right=True).sized(grow()))
        for figure in (own, others)
    )
    sized = (column.sized(share(COLUMN_SHARE, most=COLUMN)) for column in columns)
    return Row(Line(name, "label", "dim", height=height).sized(grow()), Space(COLUMN_GAP), *sized)


def _written(found: Share) -> str:
    if found.part is None:
        return text("statistics.poker.never")
    return text("statistics.poker.share", percent=number(100 * found.part), chances=number(found.chances))
