"""The sections of the statistics page, and the formatting of their figures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import islice
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from game.agent_entries import AgentEntry
from game.archive.counts import FIGURES, PokerCounts, Share
from game.archive.rating import even_opponent
from game.archive.statistics import METHODS, CoursePoint, ErrorRate, GameStatistics, Luck, Tally
from game.archive.store import HistoryFilter
from game.match.series import MIN_CERTAIN_SAMPLES
from game.request import Request
from game.rules import games
from game.study.amounts import name_unit, net_chips
from game.study.history import CountErrors, CountLuck
from game.study.ladder import compute_standing
from game.study.opponents import format_name, portrait
from game.study.saves import format_mean, mean_of_cards, scaled
from game.study.training import format_seconds_left
from game.texts import current, join_list, number, plural, signed, text, with_interval
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


def format_counts(game: str, tally: Tally) -> str:
    """Format the number of hands and the results."""
    ends = {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses}
    fields = {how: number(count) for how, count in ends.items()}
    return plural(f"statistics.counts.{games.played_in(game)}", tally.hands, **fields)


def format_money(amounts: Mapping[str, float]) -> str:
    """Format amounts of several currencies.

    >>> format_money({"USD": 12.5, "EUR": -3.0})
    '+12.50 USD, −3.00 EUR'
    """
    said = []
    for unit, amount in amounts.items():
        digits = 0 if unit == "chips" else 2
        said.append(f"{signed(amount, digits) if round(amount, digits) else number(0)} {name_unit(unit)}")
    return join_list(*said)


def beyond_chance(tally: Tally) -> bool:
    return certain(tally) and tally.ci95 is not None and abs(tally.mean) > tally.ci95


def certain(tally: Tally) -> bool:
    return tally.hands >= MIN_CERTAIN_SAMPLES


def format_course(game: str) -> str:
    return text("statistics.course_note", unit=unit(game), played=get_played_text(game))


def not_yet_drawn(game: str) -> str:
    return text("statistics.soon_drawn", count=MIN_CERTAIN_SAMPLES, unit=get_played_text(game))


def get_played_text(game: str) -> str:
    return text(f"statistics.played.{games.played_in(game)}")


def format_days(course: Sequence[CoursePoint]) -> str:
    """Return the first and the last day of the hands as text, or a single day: "1 March 2026".

    Hands without a date are ignored. If no hand has a date, the text is empty.
    """
    days = [_day(point.at) for point in course if point.at]
    if not days:
        return ""
    first, last = days[0], days[-1]
    return first if first == last else f"{first} – {last}"


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at)
    return text(
        "statistics.day", day=day.day, month=current().many("statistics.months")[day.month - 1], year=day.year
    )


def winnings_chart(found: GameStatistics) -> Chart:
    """Return the chart of cumulative winnings over the hands, with a line at 0."""
    hands, totals = [0, *(point.hands for point in found.course)], [0.0, *(one.total for one in found.course)]
    total = found.overall.total
    if found.game == games.KUHN_POKER:
        last = net_chips(total)
    else:
        last = text(f"statistics.totals.{found.game}", total=signed(total, 0 if total == int(total) else 1))
    series = Series("", hands, totals, "brass", last)
    across = count_axis(found.overall.hands, log=False)
    return Chart([series], across, linear(totals), get_played_text(found.game), [Target(0.0, colour="edge")])


def course_chart(found: GameStatistics) -> Chart:
    """Return the chart of the running mean with its confidence band."""
    game = found.game
    points = [
        FunnelPoint(point.hands, scaled(game, point.mean), scaled(game, point.ci95))
        for point in found.course
        if point.ci95 is not None
    ]
    return funnel(points, found.overall.hands)


ROW_HEIGHT = 54.0
MAX_SMALL = 10
"""The maximum number of rows with too few hands for an interval. Further such rows are merged."""
SCALE_HEIGHT = 26.0
NAME_SHARE = 0.34
MIN_NAME = 250.0
FIGURE_GAP = 24.0
MIN_PLOT = 160.0


def large_figure(words: str, unit: str, *, strong: bool) -> Box:
    colour = "brass" if strong else "text"
    return Column(Figure(words, unit, height=38, colour=colour, unit_style="label", wraps=True), Space(10))


def merge_small(tallies: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return the results by seat, with some of the small results merged into one row.

    `tallies` has the results against each opponent, most hands first. If more than `MAX_SMALL` opponents have too
    few hands for an interval, the results of the last of these opponents are merged into a last row with the seat
    "".
    """
    small = {seat: tally for seat, tally in tallies.items() if not certain(tally)}
    merged = dict(islice(small.items(), MAX_SMALL, None))
    rows = {seat: tally for seat, tally in tallies.items() if seat not in merged}
    if merged:
        sums = (sum(getattr(tally, field.name) for tally in merged.values()) for field in fields(Tally))
        rows[""] = Tally(*sums)
    return rows


def name_opponents(agents: Sequence[AgentEntry], rows: Mapping[str, Tally], count: int) -> dict[str, Tally]:
    """Return the rows of `merge_small`, with the opponents' names as keys instead of their seats.

    `count` is the number of all opponents. A name that several opponents have is followed by the room, or by the
    kind of the agent.
    """
    others = text("statistics.others", count=number(count - len(rows) + 1))
    names = {seat: format_name(agents, seat) if seat else others for seat in rows}
    counts = Counter(names.values())
    kinds = {seat: portrait(agents, seat).kind for seat, name in names.items() if counts[name] > 1}
    return {join_list(names[seat], kinds.get(seat, "")): tally for seat, tally in rows.items()}


class ResultRows(Box):
    """Rows with a name and a result. If there is room, the intervals are drawn on a common scale.

    `notes` has further words about some of the rows, which are written below the name.
    """

    def __init__(
        self, game: str, tallies: Mapping[str, Tally], notes: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._game, self._tallies, self._notes = game, tallies, notes

    def measure(self, painter: Painter, width: float) -> float:
        return ROW_HEIGHT * len(self._tallies) + (SCALE_HEIGHT if self._plot(painter, width)[1] else 0.0)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the rows and the scale."""
        x, y, width, _ = rect
        left, wide = self._plot(painter, width)
        reach = self.reach
        if wide:
            _draw_scale(painter, (x + left, y, wide, ROW_HEIGHT * len(self._tallies)), reach)
        for index, (name, tally) in enumerate(self._tallies.items()):
            middle = y + ROW_HEIGHT * (index + 0.5)
            figure, clear = format_mean(self._game, tally), beyond_chance(tally)
            room = (left if wide else width - painter.width(figure, "label_b")) - FIGURE_GAP
            painter.text(name, x, middle - 10, "label_b", size=16, fit=room)
            painter.text(self._below(name), x, middle + 11, "small", "dim", fit=room)
            painter.text(figure, x + width, middle, "label_b", "brass" if clear else "text", al="r")
            if wide:
                line, ink = (x + left, middle, wide), "brass" if clear else "dim"
                draw_interval(painter, line, *self._interval(tally), reach=reach, ink=ink)

    @property
    def reach(self) -> float:
        """The end of the scale.

        Rows with too few hands for an interval count only if all rows have too few hands.
        """
        tallies = self._tallies.values()
        return interval_reach(map(self._interval, list(filter(certain, tallies)) or tallies))

    def _below(self, name: str) -> str:
        return join_list(self._notes.get(name, ""), format_counts(self._game, self._tallies[name]))

    def _interval(self, tally: Tally) -> Interval:
        ci95 = None if tally.ci95 is None else scaled(self._game, tally.ci95)
        return scaled(self._game, tally.mean), ci95

    def _plot(self, painter: Painter, width: float) -> tuple[float, float]:
        """Return the left edge of the intervals, and their width. The width is 0 if there is no room."""
        words = (painter.width(self._below(name), "small") + FIGURE_GAP for name in self._tallies)
        left = max(MIN_NAME, width * NAME_SHARE, *words)
        figures = (format_mean(self._game, tally) for tally in self._tallies.values())
        wide = (
            width - left - max((painter.width(one, "label_b") for one in figures), default=0.0) - FIGURE_GAP
        )
        return (left, wide) if wide >= MIN_PLOT else (0.0, 0.0)


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
    """A section with a long computation about one game. The worker can resume a stopped computation later.

    `name` identifies the texts and the buttons of the section.
    """

    name: ClassVar[str]

    def __init__(self, page: Page) -> None:
        self.asked = Asked[T](page.app, page.show)
        self._page, name = page, self.name
        self._filter, self._hands = HistoryFilter(""), 0
        self._stop = Button(f"stop-{name}", text("statistics.stop"), self.stop, style="label_b")
        begin = text(f"statistics.{name}.begin")
        self._begin = Button(f"begin-{name}", begin, self._ask, style="label_b")

    @abstractmethod
    def request(self, wanted: HistoryFilter) -> Request[T]: ...

    @abstractmethod
    def boxes(self, found: T) -> list[Box]: ...

    def turn_to(self, wanted: HistoryFilter, hands: int, *, at_once: bool = True) -> None:
        """Prepare the computation over the `hands` hands of a filter. Do nothing if neither has changed.

        If `at_once`, start the computation. Otherwise, wait for the user.
        """
        if (wanted, hands) == (self._filter, self._hands):
            return
        self._filter, self._hands = wanted, hands
        self.asked.forget()
        if at_once:
            self._ask()

    def stop(self) -> None:
        self.asked.drop()
        self._page.show()

    def _ask(self) -> None:
        self.asked.ask(self.request(self._filter))

    def compose(self) -> Box:
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
        done = {
            "done": number(report.iteration),
            "total": number(report.total),
            "unit": get_played_text(self._filter.game or ""),
        }
        return text("statistics.working", left=format_seconds_left(report.seconds_left), **done)

    def _button(self, button: Button) -> Box:
        wide = button.natural_width(self._page.app.painter) + 24
        return Row(Control(button, BUTTON).sized(grow(1, most=wide)), Space().sized(grow()))


GRADED = {games.HOLDEM: 20}
"""The number of newest hands to grade, for games whose hands take seconds to grade.

Other games use `MAX_GRADED`.
"""
MAX_GRADED = 10_000
RATE_DIGITS = 3
ROW, HEAD = 26.0, 22.0
COLUMN_SHARE, COLUMN, COLUMN_GAP = 1 / 3.4, 118.0, 8.0


# ---- the rating, and an even match ----------------------------------------------------------------------------
def about_rating(app: Services, game: str) -> list[Box]:
    """Return the rating with its interval, and the opponent of about equal strength."""
    standing = compute_standing(app.saves, app.agents, game)
    own, even = standing.own, even_opponent(standing, standing.agents)
    if even is not None:
        match = text("statistics.rating.even", name=format_name(app.agents, even.agent))
    elif max(standing.hands_by_agent.values(), default=0) >= standing.enough:
        match = text("statistics.rating.nobody")
    else:
        match = text("statistics.rating.soon", count=standing.enough, unit=get_played_text(game))
    figure = text("statistics.rating.figure", value=number(own.value), ci95=number(own.ci95))
    return [
        Caps(text("statistics.rating.caps")),
        large_figure(figure, "", strong=False),
        Words(text(f"statistics.rating.note.{game}"), "small", "dim", 6),
        Words(match, "label", "text", 20),
    ]


# ---- luck, skill, and the cost of errors ----------------------------------------------------------------------
class LuckSection(LongCount[Luck]):
    """The section about luck."""

    name = "luck"

    def request(self, wanted: HistoryFilter) -> CountLuck:
        return CountLuck(wanted)

    def boxes(self, found: Luck) -> list[Box]:
        return _figures(found)


class ErrorSection(LongCount[ErrorRate]):
    """The section about errors."""

    name = "errors"

    def request(self, wanted: HistoryFilter) -> CountErrors:
        return CountErrors(wanted, GRADED.get(wanted.game or "", MAX_GRADED))

    def boxes(self, found: ErrorRate) -> list[Box]:
        return _rate(found)


def _rate(found: ErrorRate) -> list[Box]:
    costs, game = found.costs, found.game
    if not costs.hands:
        return [Words(text("statistics.errors.none"), "label", "dim")]
    mean = with_interval(number(costs.mean, RATE_DIGITS), costs.ci95, RATE_DIGITS)
    rate = text(f"statistics.errors.units.{game}", rate=mean)
    rank = text("statistics.errors.early" if found.rank is None else f"statistics.errors.ranks.{found.rank}")
    counts = {
        "decisions": plural("common.decisions", costs.hands),
        "hands": plural(f"common.{games.played_in(game)}", found.hands),
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
    unknown = text("statistics.luck.unknown", hands=plural(f"common.{games.played_in(game)}", found.unknown))
    left_out = text(
        "statistics.luck.left_out", hands=plural(f"common.{games.played_in(game)}", found.left_out)
    )
    return [
        Pair(text("luck.result"), format_mean(game, found.results)),
        Pair(text("luck.cards"), mean_of_cards(game, found)).when(found.has_enough_hands),
        Pair(text("luck.decisions"), format_mean(game, found.adjusted)).when(found.has_enough_hands),
        Space(8),
        Words(text(f"statistics.luck.certainty.{certainty}"), "label", "text", 4),
        Words(text(f"statistics.luck.methods.{found.method}", unit=unit(game)), "small", "dim", 4),
        Words(unknown, "small", "dim", 4).when(found.unknown),
        Words(left_out, "small", "dim").when(found.left_out),
    ]


# ---- the figures of poker players, of you and of your opponents -----------------------------------------------
def poker_section(own: PokerCounts, others: PokerCounts) -> Box:
    """Return a section with a row for each poker statistic: the percentage and the number of opportunities."""
    you, they = text("statistics.poker.you"), text("statistics.poker.others")
    rows = [_poker_row("", you, they, "small", "faint", height=HEAD)]
    for name in FIGURES:
        mine, theirs = (_format_share(getattr(counts, name)) for counts in (own, others))
        rows.append(_poker_row(text(f"statistics.poker.{name}"), mine, theirs, "label_b", "text", height=ROW))
    note = Column(Space(6), Words(text("statistics.poker.note"), "small", "dim", 4))
    return Column(Caps(text("statistics.poker.caps")), *rows, note)


def _poker_row(name: str, own: str, others: str, style: str, ink: str, *, height: float) -> Row:
    """Return a row: a name, and at the right end the figures of the user and of the opponents."""
    columns = (
        Row(Space(COLUMN_GAP), Line(figure, style, ink, height=height, right=True).sized(grow()))
        for figure in (own, others)
    )
    sized = (column.sized(share(COLUMN_SHARE, most=COLUMN)) for column in columns)
    return Row(Line(name, "label", "dim", height=height).sized(grow()), Space(COLUMN_GAP), *sized)


def _format_share(found: Share) -> str:
    if found.part is None:
        return text("statistics.poker.never")
    return text("statistics.poker.share", percent=number(100 * found.part), chances=number(found.chances))
