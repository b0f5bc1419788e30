"""What stands around the cross-table: the bar, everybody against the field, and the course of the chosen pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.features.arena.figures import (
    all_alike,
    count_of,
    interval_of,
    is_certain,
    kind_of,
    mean_of,
    standing_of,
    unit_of,
)
from game.features.arena.model import ArenaModel, Row
from game.match.series import LEAST_CERTAIN, UNITS
from game.study.league import FieldResult, LeaguePair, digits_of
from game.study.run_words import left_in_words
from game.texts import number, text, written
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axis import linear
from game.window.ui.charts.chart import Chart, Plot
from game.window.ui.charts.funnel import FunnelPoint, funnel
from game.window.ui.layout import Space, grow
from game.window.ui.leaves import Line, Panel, Picture, WorkBar
from game.window.ui.leaves.panel import FOOT
from game.window.ui.widgets import Act, Button
from game.window.views.value_tint import value_tint

HIGHEST_ROW, FIELD_AXIS = 34.0, 26.0
LEAST_AXIS, TICK_ROOM, LEAST_TICKS = 60.0, 42.0, 3
MOST_NAME = 0.42
DOT, WHISKER = 4.0, 5.0
LINE, COURSE = 19.0, 44.0
PADDING = 16.0
LEGEND_WIDTH, LEGEND_HEIGHT, LEGEND_STEPS = 220.0, 7.0, 44
BAR, NARROW_BAR = 72.0, 136.0
RUN_WORDS = {"playing": "pause", "paused": "go_on", "done": "more", "lost": "try_again"}
PRICE = 4  # times as many deals halve an interval


def draw_legend(painter: Painter, rect: Rect) -> None:
    """Draw what the tints say."""
    left, top, width, _ = rect
    wide = min(LEGEND_WIDTH, width / 2 + PADDING)
    step = wide / LEGEND_STEPS
    for place in range(LEGEND_STEPS):
        tint = value_tint(painter, (place + 0.5) / LEGEND_STEPS)
        painter.rect((left + place * step, top, step + 1, LEGEND_HEIGHT), tint, 0)
    row = top + LEGEND_HEIGHT + 12
    column_wins, row_wins = text("arena.legend.column"), text("arena.legend.row")
    if painter.width(column_wins, "small") + painter.width(row_wins, "small") + 12 <= wide:
        painter.text(column_wins, left, row, "small", "faint")
        painter.text(row_wins, left + wide, row, "small", "faint", al="r")
    words = text("arena.legend.untinted")
    if wide + 20 + painter.width(words, "small") <= width:
        painter.text(words, left + width, row, "small", "faint", al="r")


def draw_field(rows: Sequence[Row], game: str, painter: Painter, rect: Rect) -> None:
    """Draw the mean of everybody's row with its interval; hollow while opponents are missing."""
    x, top, width, height = rect
    high = min(HIGHEST_ROW, (height - FIELD_AXIS) / max(1, len(rows)))
    labels, room = [row.name for row in rows], width * MOST_NAME
    if any(painter.width(label, "small") > room for label in labels):
        labels = [_short_name(row) for row in rows]
    names = min(max((painter.width(label, "small") for label in labels), default=0.0), room)
    fields = [row.field for row in rows if row.field is not None]
    figure = max((painter.width(mean_of(field.mean, game), "label_b") for field in fields), default=0.0)
    left, wide = x + names + 14, width - names - figure - 30
    axis, bottom = linear([end for field in fields for end in _ends(field)]), top + high * len(rows)
    if fields and wide > LEAST_AXIS:
        for tick in axis.ticks(max(LEAST_TICKS, int(wide / TICK_ROOM))):
            at = left + wide * axis.share(tick)
            painter.line(at, top, at, bottom, "edge" if tick == 0 else "line")
            painter.text(written(tick), at, bottom + FIELD_AXIS / 2, "small", "faint", al="c")
    for place, row in enumerate(rows):
        middle = top + (place + 0.5) * high
        painter.text(labels[place], x, middle, "small", fit=names + 1)
        if row.field is None:
            painter.text("–", x + width, middle, "label", "faint", al="r")
            continue
        painter.text(mean_of(row.field.mean, game), x + width, middle, "label_b", al="r")
        if wide > LEAST_AXIS:
            at, *ends = (left + wide * axis.share(one) for one in (row.field.mean, *_ends(row.field)))
            painter.line(ends[0], middle, ends[1], middle, "brass", lw=1.4)
            for end in ends:
                painter.line(end, middle - WHISKER, end, middle + WHISKER, "brass", lw=1.4)
            hollow = row.field.met < len(rows) - 1
            painter.disc(at, middle, DOT, "panel" if hollow else "brass")
            if hollow:
                painter.ring(at, middle, DOT, "brass", 1.4)


def _ends(field: FieldResult) -> tuple[float, float]:
    """Return where the interval of a mean ends; it is a point where none is known."""
    half = field.ci95 or 0.0
    return field.mean - half, field.mean + half


def pair_panel(chosen: tuple[Row, Row, LeaguePair] | None, standings: ArenaModel) -> Panel:
    """Return the running mean of the chosen pair, and what certainty would cost."""
    if chosen is None:
        return Panel(title=text("arena.pair.nobody"))
    row, column, pair = chosen
    game = standings.settings.game
    unit = text(f"watch.units.{UNITS[game].replace('/', '-')}")
    title = text("arena.pair.title", a=row.name, b=column.name)
    short = text("arena.pair.title", a=_short_name(row), b=_short_name(column))
    drawn = partial(Plot().draw, chart=_funnel(pair, standings))
    course = Picture(drawn).sized(grow()).when(len(pair.course) > 1)
    first, *others = _sentences(pair, game)
    lines = [Line(first, "small", height=LINE), *(Line(line, "small", "dim", height=LINE) for line in others)]
    note = text("arena.pair.note")
    return Panel(
        course, Space(8), *lines, title=title, short=short, note=note, corner=unit, head=COURSE, foot=FOOT
    )


def _short_name(row: Row) -> str:
    return text("arena.table.row", place=row.place, name=row.short)


def _funnel(pair: LeaguePair, standings: ArenaModel) -> Chart:
    game = standings.settings.game
    points = [
        FunnelPoint(count_of(one.samples, game), one.mean, one.ci95)
        for one in pair.course
        if one.ci95 is not None
    ]
    return funnel(points, count_of(max(pair.deals, standings.league.deals), game))


def _sentences(pair: LeaguePair, game: str) -> list[str]:
    """Say how far they have come, whether the lead is beyond chance, and what half the interval would take."""
    if not pair.is_known or pair.ci95 is None:
        return [text("arena.pair.not_yet")]
    if pair.exact:
        return [mean_of(pair.mean, game), text("arena.pair.exact")]
    unit, count = unit_of(game), number(count_of(pair.deals, game))
    first = text("arena.pair.stands", count=count, unit=unit, stands=standing_of(pair, game))
    if all_alike(pair):
        return [first, text("arena.pair.alike")]
    state = "few" if pair.deals < LEAST_CERTAIN else "beyond" if is_certain(pair) else "level"
    labels = [first, text(f"arena.pair.{state}")]
    if round(pair.ci95 / 2, digits_of(game)):
        half, needs = interval_of(pair.ci95 / 2, game), number(count_of(PRICE * pair.deals, game))
        labels.append(text("arena.pair.price", half=half, needs=needs, unit=unit))
    return labels


# ---- the bar --------------------------------------------------------------------------------------------------
class LeagueBar:
    """The words of the bar and its buttons."""

    def __init__(self, standings: ArenaModel, toggle: Act, more: Act) -> None:
        self._standings = standings
        self._run = Button("run", "", toggle, kind="primary", keycap=text("keys.space"), style="label_b")
        words = text("arena.more", unit=unit_of(standings.settings.game))
        self._more = Button("more", words, more, keycap="R", style="label_b")
        self._buttons = (self._run, self._more)

    def box(self, *, narrow: bool) -> WorkBar:
        """Return how far it is and what can be done, as it is now."""
        standings, phase, other = self._standings, self._standings.phase, self._standings.other
        self._run.label = text(f"arena.run.{RUN_WORDS.get(phase, 'begin')}")
        for button in self._buttons:
            button.visible = phase not in ("waiting", "nobody", "exact")
        occupied = text("arena.one_at_a_time", game=other) if other else ""
        self._run.disabled = occupied if phase != "lost" else ""
        self._more.disabled = occupied if phase in ("paused", "done") else text("arena.more_not_yet")
        share = 1.0 if phase == "exact" else standings.done / max(1, standings.total)
        high = NARROW_BAR if narrow else BAR
        return WorkBar(self._buttons, share, [self._words()], standings.problem, height=high, narrow=narrow)

    def _words(self) -> tuple[str, str]:
        standings, phase, league = self._standings, self._standings.phase, self._standings.league
        if not league.pairs:
            return text("arena.title"), text(f"arena.{phase}")
        if phase == "exact":
            return text("arena.exact"), text("arena.exact_note")
        game = standings.settings.game
        done, total = (number(count_of(deals, game)) for deals in (standings.done, standings.total))
        counted = text(f"arena.counted.{kind_of(game)}", done=done, total=total)
        if league.warning:
            return counted, league.warning
        if phase == "new":
            return counted, text("arena.cost_unknown", unit=unit_of(game))
        if phase == "done":
            return counted, text("arena.done", unit=unit_of(game))
        begun = text("arena.begun", begun=number(league.begun), pairs=number(len(league.pairs)))
        cost = "arena.cost_playing" if phase == "playing" else "arena.cost"
        return counted, text(cost, begun=begun, left=left_in_words(standings.seconds_left))
