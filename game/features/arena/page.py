"""The arena page: a league of all agents of a game that fills in while the user watches.

The worker process plays the league, also while another page is open. An unfinished league can be continued at any
time. At first the table is sorted by the worst result, because an agent that wins most from weak players need not
be the best. Another panel shows the mean of each agent.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.arena.cross_table import (
    COLUMN_HEAD,
    CrossTable,
    all_alike,
    count_games,
    format_interval,
    format_mean,
    format_result,
    get_counted_kind,
    get_counted_unit,
    is_certain,
)
from game.features.arena.model import COLUMN, MEAN, WORST, ArenaModel, ArenaRow
from game.match.series import MIN_CERTAIN_SAMPLES, UNITS
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.league import FieldResult, LeaguePair, LeagueSettings, get_digits
from game.study.opponents import format_name, format_strength
from game.study.words import format_seconds_left
from game.texts import format_tick, number, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.stored_data import CROSS_TABLE, PICTURE, Exported, ExportLab
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.page_head import PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axes import linear
from game.window.ui.charts.chart import Chart, Plot
from game.window.ui.charts.spread import FunnelPoint, funnel
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural, share
from game.window.ui.leaves import (
    Control,
    Hints,
    Line,
    Panel,
    Paragraph,
    Picture,
    Words,
    WorkBar,
    upright,
)
from game.window.ui.leaves.buttons import ButtonRow
from game.window.ui.leaves.panels import FOOT
from game.window.ui.widgets import Button, Segmented, Toggle, options
from game.window.views.board import value_tint

HIGHEST_ROW, FIELD_AXIS = 34.0, 26.0
MIN_AXIS, TICK_ROOM, MIN_TICKS = 60.0, 42.0, 3
MAX_NAME = 0.42
DOT, WHISKER = 4.0, 5.0
LINE, COURSE = 19.0, 44.0
PADDING = 16.0
LEGEND_WIDTH, LEGEND_HEIGHT, LEGEND_STEPS = 220.0, 7.0, 44
BAR, NARROW_BAR = 72.0, 136.0
RUN_WORDS = {"playing": "pause", "paused": "go_on", "done": "more", "lost": "try_again"}
SWITCH, SWITCH_ROW, COLUMNS = (48.0, 26.0), 36.0, 40.0
PRICE = 4  # times as many deals halve an interval


def draw_legend(painter: Painter, rect: Rect) -> None:
    """Draw the legend of the tints."""
    left, top, width, _ = rect
    wide = min(LEGEND_WIDTH, width / 2 + PADDING)
    step = wide / LEGEND_STEPS
    for index in range(LEGEND_STEPS):
        tint = value_tint(painter, (index + 0.5) / LEGEND_STEPS)
        painter.rect((left + index * step, top, step + 1, LEGEND_HEIGHT), tint, 0)
    row = top + LEGEND_HEIGHT + 12
    column_wins, row_wins = text("arena.legend.column"), text("arena.legend.row")
    if painter.width(column_wins, "small") + painter.width(row_wins, "small") + 12 <= wide:
        painter.text(column_wins, left, row, "small", "faint")
        painter.text(row_wins, left + wide, row, "small", "faint", al="r")
    words = text("arena.legend.untinted")
    if wide + 20 + painter.width(words, "small") <= width:
        painter.text(words, left + width, row, "small", "faint", al="r")


def draw_field(rows: Sequence[ArenaRow], game: str, painter: Painter, rect: Rect) -> None:
    """Draw the mean of each row with its interval. The disc is hollow while opponents are missing."""
    x, top, width, height = rect
    high = min(HIGHEST_ROW, (height - FIELD_AXIS) / max(1, len(rows)))
    labels, room = [row.name for row in rows], width * MAX_NAME
    if any(painter.width(label, "small") > room for label in labels):
        labels = [_short_name(row) for row in rows]
    names = min(max((painter.width(label, "small") for label in labels), default=0.0), room)
    fields = [row.field for row in rows if row.field is not None]
    figure = max((painter.width(format_mean(field.mean, game), "label_b") for field in fields), default=0.0)
    left, wide = x + names + 14, width - names - figure - 30
    axis, bottom = linear([end for field in fields for end in _ends(field)]), top + high * len(rows)
    if fields and wide > MIN_AXIS:
        for tick in axis.ticks(max(MIN_TICKS, int(wide / TICK_ROOM))):
            at = left + wide * axis.share(tick)
            painter.line(at, top, at, bottom, "edge" if tick == 0 else "line")
            painter.text(format_tick(tick), at, bottom + FIELD_AXIS / 2, "small", "faint", al="c")
    for index, row in enumerate(rows):
        middle = top + (index + 0.5) * high
        painter.text(labels[index], x, middle, "small", fit=names + 1)
        if row.field is None:
            painter.text("–", x + width, middle, "label", "faint", al="r")
            continue
        painter.text(format_mean(row.field.mean, game), x + width, middle, "label_b", al="r")
        if wide > MIN_AXIS:
            at, *ends = (left + wide * axis.share(one) for one in (row.field.mean, *_ends(row.field)))
            painter.line(ends[0], middle, ends[1], middle, "brass", lw=1.4)
            for end in ends:
                painter.line(end, middle - WHISKER, end, middle + WHISKER, "brass", lw=1.4)
            hollow = row.field.met < len(rows) - 1
            painter.disc(at, middle, DOT, "panel" if hollow else "brass")
            if hollow:
                painter.ring(at, middle, DOT, "brass", 1.4)


def _ends(field: FieldResult) -> tuple[float, float]:
    """Return the ends of the interval of a mean. Without a known interval both are the mean."""
    half = field.ci95 or 0.0
    return field.mean - half, field.mean + half


def pair_panel(chosen: tuple[ArenaRow, ArenaRow, LeaguePair] | None, standings: ArenaModel) -> Panel:
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


def _short_name(row: ArenaRow) -> str:
    return text("arena.table.row", place=row.place, name=row.short)


def _funnel(pair: LeaguePair, standings: ArenaModel) -> Chart:
    game = standings.settings.game
    points = [
        FunnelPoint(count_games(one.samples, game), one.mean, one.ci95)
        for one in pair.course
        if one.ci95 is not None
    ]
    return funnel(points, count_games(max(pair.deals, standings.league.deals), game))


def _sentences(pair: LeaguePair, game: str) -> list[str]:
    """Describe the progress, the significance of the lead, and the deals that would halve the interval."""
    if not pair.is_known or pair.ci95 is None:
        return [text("arena.pair.not_yet")]
    if pair.exact:
        return [format_mean(pair.mean, game), text("arena.pair.exact")]
    unit, count = get_counted_unit(game), number(count_games(pair.deals, game))
    first = text("arena.pair.stands", count=count, unit=unit, stands=format_result(pair, game))
    if all_alike(pair):
        return [first, text("arena.pair.alike")]
    state = "few" if pair.deals < MIN_CERTAIN_SAMPLES else "beyond" if is_certain(pair) else "level"
    labels = [first, text(f"arena.pair.{state}")]
    if round(pair.ci95 / 2, get_digits(game)):
        half, needs = format_interval(pair.ci95 / 2, game), number(count_games(PRICE * pair.deals, game))
        labels.append(text("arena.pair.price", half=half, needs=needs, unit=unit))
    return labels


# ---- the bar --------------------------------------------------------------------------------------------------
class LeagueBar:
    """The words of the bar."""

    def __init__(self, standings: ArenaModel) -> None:
        self._standings = standings

    def box(self, buttons: Sequence[Button], *, narrow: bool) -> WorkBar:
        """Return the bar with the current progress and actions."""
        standings, phase = self._standings, self._standings.phase
        for button in buttons:
            button.visible = phase not in ("waiting", "nobody", "exact")
        share = 1.0 if phase == "exact" else standings.done / max(1, standings.total)
        high = NARROW_BAR if narrow else BAR
        return WorkBar(buttons, share, [self._words()], standings.problem, height=high, narrow=narrow)

    def _words(self) -> tuple[str, str]:
        standings, phase, league = self._standings, self._standings.phase, self._standings.league
        if not league.pairs:
            return text("arena.title"), text(f"arena.{phase}")
        if phase == "exact":
            return text("arena.exact"), text("arena.exact_note")
        game = standings.settings.game
        done, total = (number(count_games(deals, game)) for deals in (standings.done, standings.total))
        counted = text(f"arena.counted.{get_counted_kind(game)}", done=done, total=total)
        if league.warning:
            return counted, league.warning
        if phase == "new":
            return counted, text("arena.cost_unknown", unit=get_counted_unit(game))
        if phase == "done":
            return counted, text("arena.done", unit=get_counted_unit(game))
        begun = text("arena.begun", begun=number(league.begun), pairs=number(len(league.pairs)))
        cost = "arena.cost_playing" if phase == "playing" else "arena.cost"
        return counted, text(cost, begun=begun, left=format_seconds_left(standings.seconds_left))


class PlayerChoice(Dialog):
    """Offers the agents of a league, each with a switch. At least two play."""

    name: ClassVar[str] = "arena_players"
    widest = 860.0

    def __init__(self, app: Services, standings: ArenaModel) -> None:
        super().__init__(app, text("arena.players.title"))
        self._standings = standings
        self._playing = set(standings.playing)
        self._toggles = [self._toggle(name) for name in standings.available(app)]
        self._done = Button("done", text("arena.players.done"), self.accept, kind="primary", style="label_b")

    def _toggle(self, name: str) -> Toggle:
        label = format_name(self.app.agents, name)
        return Toggle(name, label, name in self._playing, partial(self._turn, name))

    def _turn(self, name: str, playing: bool) -> None:
        (self._playing.add if playing else self._playing.discard)(name)
        self._done.disabled = "" if len(self._playing) > 1 else text("arena.players.two")

    def parts(self) -> Sequence[Box]:
        """Return the switches in two columns."""
        rows = [self._row(toggle) for toggle in self._toggles]
        half = -(-len(rows) // 2)
        columns = (Column(*rows[:half]).sized(grow()), Column(*rows[half:]).sized(grow()))
        return [Words(text("arena.players.note"), "label", "dim", 8), Row(*columns, gap=COLUMNS)]

    def _row(self, toggle: Toggle) -> Box:
        here = (one for one in self.app.agents if one.game == self._standings.settings.game)
        entry = next((one for one in here if one.name == toggle.name), None)
        figure = format_strength(entry.strength) if entry is not None else ""
        name = Line(f"{toggle.label} · {figure}", "label", height=SWITCH_ROW).sized(grow())
        return Row(name, upright(Control(toggle, SWITCH[1])).sized(fixed(SWITCH[0]))).sized(fixed(SWITCH_ROW))

    def buttons(self) -> list[Button]:
        return [self._done]

    def foot(self) -> Box:
        return ButtonRow(self.buttons())

    def accept(self) -> None:
        """Close, and let the chosen agents play."""
        self.app.back()
        self._standings.choose(self._playing)

    def escape(self) -> None:
        """Close without a change."""
        self.app.back()


ORDERS = (WORST, MEAN, COLUMN)
WATCHED_HANDS = 1_000
BIG_BLIND = 100
GAP, TOP, LEGEND = 12.0, 38.0, 40.0
MIN_ROW, MIN_FIELD_ROW = 24.0, 17.0
MIN_BODY, MIN_PAIR = 380.0, 193.0
NARROW_TABLE, NARROW_PAIR = 320.0, 260.0


@page("arena")
class ArenaScreen(Page):
    """The page of one league."""

    name: ClassVar[str] = "arena"
    keys: ClassVar[str] = "arena"
    above, foot = 6.0, 6.0
    _head: PagedHead

    def __init__(self, app: Services, settings: LeagueSettings) -> None:
        super().__init__(app)
        self.standings = ArenaModel(app, settings, self.show)
        orders = options("arena.orders.{}", ORDERS)
        switch = Segmented("order", text("arena.order"), orders, WORST, self._sort)
        self._head = PagedHead(app, text("arena.title"), self.escape, switch)
        self._head.subtitle = text(
            f"arena.played.{settings.game}", stack=settings.stack_bb, blinds=f"{settings.blinds:g}"
        )
        self.table = CrossTable(self.standings, self, self._watch)
        self._bar = LeagueBar(self.standings)
        self._is_new = True

    # ---- what is done ---------------------------------------------------------------------------------------
    def _sort(self, order: str) -> None:
        """Sort as the switch says. `COLUMN` sorts by the column of the selected pair."""
        chosen = self.table.chosen
        against = chosen[1].agent if chosen is not None and order == COLUMN else ""
        self.standings.sort_by(order if against or order != COLUMN else WORST, against)

    def _watch(self) -> None:
        """Watch a session between the chosen pair."""
        if self.table.chosen is None:
            return
        row, column, _ = self.table.chosen
        settings = self.standings.settings
        chips = settings.stack_bb * BIG_BLIND
        spec = TableSpec(
            settings.game,
            (row.agent, column.agent),
            self.app.new_seed(),
            blinds=settings.blinds,
            stacks=(chips, chips),
            duplicate=settings.game != games.TIC_TAC_TOE,
            duplicate_block=1,
        )
        self.app.open("series", spec, WATCHED_HANDS)

    # ---- actions --------------------------------------------------------------------------------------------
    @action("space", kind="primary", style="label_b")
    def run(self) -> None:
        self.standings.toggle()

    @run.label
    def _run_label(self) -> str:
        return text(f"arena.run.{RUN_WORDS.get(self.standings.phase, 'begin')}")

    @run.reason
    def _why_not_run(self) -> str:
        return self._occupied if self.standings.phase != "lost" else ""

    @action("up", "down", "left", "right", cap="↑ ↓ ← →")
    def choose(self) -> CrossTable:
        return self.table

    watch = control_keys("return")

    @action("r", style="label_b")
    def more(self) -> None:
        """Let every pair play four times as many deals."""
        self.standings.more()

    @more.label
    def _more_label(self) -> str:
        return text("arena.more", unit=get_counted_unit(self.game))

    @more.hint
    def _more_hint(self) -> str:
        return text("arena.actions.more.hint", unit=get_counted_unit(self.game))

    @more.reason
    def _why_not_more(self) -> str:
        return self._occupied if self.standings.phase in ("paused", "done") else text("arena.more_not_yet")

    @action("c", style="label_b")
    def choose_players(self) -> None:
        """Choose the agents that play."""
        self.app.overlay(PlayerChoice(self.app, self.standings))

    @choose_players.reason
    def _why_not_choose(self) -> str:
        return text("arena.more_not_yet") if self.standings.phase == "playing" else ""

    @property
    def _occupied(self) -> str:
        other = self.standings.other
        return text("arena.one_at_a_time", game=other) if other else ""

    @action("s")
    def sort(self) -> None:
        self._sort(ORDERS[(ORDERS.index(self.standings.order) + 1) % len(ORDERS)])

    @action("e")
    def export(self) -> None:
        """Write the page down, or the cross-table as numbers."""
        settings = self.standings.settings
        league = self.standings.league
        count, unit = number(count_games(league.deals, settings.game)), get_counted_unit(settings.game)
        key = "arena.stamp_exact" if league.exact else "arena.stamp"
        stamp = text(key, played=self._head.subtitle, count=count, unit=unit, seed=settings.seed)
        kinds = (PICTURE, CROSS_TABLE)
        exported = Exported(self, stamp, kinds, lambda _, file: self.standings.export(file), "arena")
        self.app.overlay(ExportLab(self.app, exported))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self.standings.asked,)

    @property
    def live_version(self) -> Hashable:
        return self.app.models.leagues.version

    def enter(self) -> None:
        self.standings.ask()

    def update(self, dt: float) -> bool:
        """Request the standings from time to time."""
        self.standings.update(dt)
        return super().update(dt)

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The bar, then the table with the field and the pair beside or below it, then the keys."""
        self._head.switch.chosen = self.standings.order
        bar = self._bar.box(
            (self.run.button, self.more.button, self.choose_players.button), narrow=window.narrow
        )
        table = self._table_panel()
        agents, standings = max(3, len(self.standings.rows)), self.standings
        draw = partial(draw_field, standings.rows, self.game)
        means = Picture(draw, agents * MIN_FIELD_ROW + FIELD_AXIS + 2).sized(grow())
        field = Panel(means, title=text("arena.field.title"), note=text("arena.field.note"), head=TOP)
        pair = pair_panel(self.table.chosen, standings)
        hints = Hints(self.hints)
        if window.narrow:
            below = table.sized(natural(least=NARROW_TABLE)), field, pair.sized(fixed(NARROW_PAIR))
            return Column(bar, Space(GAP), Column(*below, gap=GAP), Space(GAP / 2), hints)
        side = Column(field.sized(grow(0.48)), pair.sized(grow(0.52, least=MIN_PAIR)), gap=GAP)
        body = Row(table.sized(grow()), side.sized(share(0.31, 270, 520)), gap=GAP)
        return Column(bar, Space(GAP), body.sized(grow(least=MIN_BODY)), Space(GAP / 2), hints)

    def _table_panel(self) -> Panel:
        """The cross-table with its legend, or why there is none."""
        standings = self.standings
        against = next((row.name for row in standings.rows if row.agent == standings.against), "")
        order = text(f"arena.table.{standings.order}", name=against)
        inside: tuple[Box, ...]
        if standings.rows:
            table = self.table.box(COLUMN_HEAD + max(3, len(standings.rows)) * MIN_ROW + 8).sized(grow())
            inside = table, Space(8), Picture(draw_legend, LEGEND)
        else:
            words = standings.problem or text(f"arena.{standings.phase}")
            inside = Space(14), Paragraph(words, limit=4)
        return Panel(*inside, title=text("arena.table.title"), note=order, head=TOP, foot=0)

    def layout(self, width: float, height: float) -> None:
        """Lay the page out. At first the play button has the focus."""
        super().layout(width, height)
        if self._is_new and self.controls.find("run"):
            self._is_new = False
            self.controls.focus("run")

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return self.standings.settings.game
