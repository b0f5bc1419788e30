"""The arena page: a league of all agents of a game. The cross-table fills up while the league runs.

The worker process plays the league, even while another page is open. An unfinished league can be continued at
any time. At first the table is sorted by each agent's worst result, because an agent can reach the highest
mean just by winning a lot from weak agents. Another panel shows the mean of each agent.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, ClassVar

from game.agent_entries import AgentEntry
from game.features.arena.cross_table import (
    COLUMN_HEAD,
    CrossTable,
    count_games,
    get_counted_unit,
)
from game.features.arena.model import COLUMN, MEAN, WORST, ArenaModel
from game.features.arena.panels import (
    FIELD_AXIS,
    draw_field,
    draw_legend,
    league_bar,
    pair_panel,
    start_panel,
)
from game.match.series import UNITS
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.league import LeagueSettings
from game.study.opponents import format_name, format_rating, format_strength, gallery
from game.texts import number, text
from game.window.dialogs.dialog import Dialog, once_allowed
from game.window.dialogs.stored_data import CROSS_TABLE, PICTURE, Exported, ExportLab
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural, share
from game.window.ui.leaves import (
    Caps,
    Control,
    Hints,
    Line,
    Panel,
    Paragraph,
    Picture,
    Words,
    upright,
)
from game.window.ui.leaves.bands import ButtonRow
from game.window.ui.widgets import Button, Segmented, Toggle, options

RUN_WORDS = {"playing": "pause", "paused": "go_on", "lost": "try_again"}
SWITCH, SWITCH_ROW, COLUMNS = (48.0, 26.0), 38.0, 40.0
FIGURE, CAPS_ROW, STAGE_SHARE = 92.0, 22.0, 0.45


class PlayerChoice(Dialog):
    """The dialog that selects the agents of a league, at least two.

    Each agent has a switch and its strength.
    """

    name: ClassVar[str] = "arena_players"
    widest = 960.0

    def __init__(self, app: Services, standings: ArenaModel) -> None:
        super().__init__(app, text("arena.players.title"))
        self._standings = standings
        settings = standings.settings
        self._stages = {
            entry.name: one.explain_stage(entry)
            for one in gallery(app.agents, settings.game, settings.blinds)
            for entry in one.entries
        }
        here = [one for one in app.agents if one.game == settings.game and one.name in self._stages]
        self._entries = here[::-1]  # the strongest first, as on the ladder
        self._has_ratings = any(format_rating(entry.strength) for entry in self._entries)
        self._toggles = [self._toggle(entry.name) for entry in self._entries]
        self._buttons = [
            Button("done", text("arena.players.done"), self.accept, kind="primary", style="label_b"),
            Button("none", text("arena.players.none"), partial(self._turn_all, False), style="label_b"),
            Button("all", text("arena.players.all"), partial(self._turn_all, True), style="label_b"),
        ]

    def _toggle(self, name: str) -> Toggle:
        label = format_name(self.app.agents, name)
        return Toggle(name, label, name in self._standings.playing, lambda _: self._say_whether_enough())

    def _turn_all(self, playing: bool) -> None:
        for toggle in self._toggles:
            toggle.on = playing
        self._say_whether_enough()

    def _say_whether_enough(self) -> None:
        self._buttons[0].disabled = "" if len(self._playing) > 1 else text("arena.players.two")
        self.relayout()

    @property
    def _playing(self) -> list[str]:
        return [toggle.name for toggle in self._toggles if toggle.on]

    def parts(self) -> Sequence[Box]:
        """Return the switches in two columns, with the unit of the strengths above each column."""
        rows = [self._row(*one) for one in zip(self._toggles, self._entries, strict=True)]
        half = -(-len(rows) // 2)
        columns = (Column(self._column_head(), *part).sized(grow()) for part in (rows[:half], rows[half:]))
        return [Words(text("arena.players.note"), "label", "dim", 8), Row(*columns, gap=COLUMNS)]

    def _column_head(self) -> Box:
        unit = Caps(text("arena.players.rating")).sized(fixed(FIGURE))
        head = Row(Space(), unit, Space(SWITCH[0]), gap=8).sized(fixed(CAPS_ROW))
        return head.when(self._has_ratings)

    def _row(self, toggle: Toggle, entry: AgentEntry) -> Box:
        """Return the name, the strength and the switch of an agent."""
        strength = entry.strength
        switch = upright(Control(toggle, SWITCH[1])).sized(fixed(SWITCH[0]))
        stage, height = self._stages[entry.name], SWITCH_ROW
        name = Column(
            Line(toggle.label, "label", height=height * (1 - STAGE_SHARE if stage else 1)),
            Line(stage, "small", "dim", height=height * STAGE_SHARE).when(stage),
        ).sized(grow())
        figure = Line(format_rating(strength) or format_strength(strength), "label", "dim", height=SWITCH_ROW)
        if self._has_ratings:
            figure.sized(fixed(FIGURE))
        return Row(name, figure, switch, gap=8).sized(fixed(SWITCH_ROW))

    def buttons(self) -> list[Button]:
        return self._buttons

    def foot(self) -> Box:
        return ButtonRow(self._buttons)

    def accept(self) -> None:
        """Close the dialog and select the agents.

        The user is asked to allow agents that are separate programs. Agents that the user refuses are left out.
        """
        self.app.back()
        choose = partial(self._standings.choose, self._playing)
        once_allowed(self.app, self._standings.settings.game, self._playing, choose, refused=choose)


ORDERS = (WORST, MEAN, COLUMN)
WATCHED_HANDS = 1_000
BIG_BLIND = 100
GAP, TOP, LEGEND = 12.0, 38.0, 40.0
MIN_ROW, MIN_FIELD_ROW = 24.0, 17.0
FIELD_ROW, MAX_WITH_ROOM = 26.0, 6  # dp per mean, for up to 6 agents
MIN_BODY, MIN_PAIR = 380.0, 193.0
TABLE_HEAD = COLUMN_HEAD + LEGEND + 90.0  # the heading, the heads, the legend and the edges of the panel
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
        self._is_new = True

    # ---- events ---------------------------------------------------------------------------------------------
    def _sort(self, order: str) -> None:
        """Sort the table by `order`, an option of the selector. `COLUMN` means the column of the selected pair."""
        chosen = self.table.selection
        against = chosen[1].agent if chosen is not None and order == COLUMN else ""
        self.standings.sort_by(order if against or order != COLUMN else WORST, against)

    def _watch(self) -> None:
        """Start a session between the agents of the selected pair, for the user to watch."""
        if self.table.selection is None:
            return
        row, column, _ = self.table.selection
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
        if self.standings.phase == "done":
            return text("arena.more", unit=get_counted_unit(self.game))
        return text(f"arena.run.{RUN_WORDS.get(self.standings.phase, 'begin')}")

    @run.reason
    def _why_not_run(self) -> str:
        return self._occupied if self.standings.phase != "lost" else ""

    @action("up", "down", "left", "right", cap="↑ ↓ ← →")
    def choose(self) -> CrossTable:
        return self.table

    @choose.when
    def _has_table(self) -> bool:
        return self.standings.phase != "new" and bool(self.standings.rows)

    watch = control_keys("return")
    watch.when(_has_table)

    @action("r", style="label_b")
    def more(self) -> None:
        self.standings.more()

    @more.label
    def _more_label(self) -> str:
        return text("arena.more", unit=get_counted_unit(self.game))

    @more.hint
    def _more_hint(self) -> str:
        return text("arena.actions.more.hint", unit=get_counted_unit(self.game))

    @more.when
    def _can_play_more(self) -> bool:
        """Whether a round is paused.

        At the end of a round this is False, because the run button then starts the next round anyway.
        """
        return self.standings.phase == "paused"

    @more.reason
    def _why_not_more(self) -> str:
        return self._occupied

    @action("c", style="label_b")
    def choose_players(self) -> None:
        self.app.overlay(PlayerChoice(self.app, self.standings))

    @choose_players.reason
    def _why_not_choose(self) -> str:
        return text("arena.pause_first") if self.standings.phase == "playing" else ""

    @property
    def _occupied(self) -> str:
        other = self.standings.other
        return text("arena.one_at_a_time", game=other) if other else ""

    @action("s")
    def sort(self) -> None:
        self._sort(ORDERS[(ORDERS.index(self.standings.order) + 1) % len(ORDERS)])

    sort.when(_has_table)

    @action("e")
    def export(self) -> None:
        """Export a picture of the page, or the cross-table as CSV."""
        settings = self.standings.settings
        league = self.standings.league
        count, unit = number(count_games(league.deals, settings.game)), get_counted_unit(settings.game)
        key = "arena.stamp_exact" if league.exact else "arena.stamp"
        stamp = text(key, played=self._head.subtitle, count=count, unit=unit, seed=settings.seed)
        kinds = (PICTURE, CROSS_TABLE)
        exported = Exported(self, stamp, kinds, lambda _, file: self.standings.export(file), "arena")
        self.app.overlay(ExportLab(self.app, exported))

    export.when(_has_table)

    # ---- answers --------------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self.standings.query,)

    @property
    def live_version(self) -> Hashable:
        return self.app.models.leagues.version

    def enter(self) -> None:
        self.standings.ask()

    def update(self, dt: float) -> bool:
        self.standings.update(dt)
        return super().update(dt)

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the bar, the table, and the key hints.

        The panels of the means and of the selected pair are beside or below the table. Before the first deal, the
        list of players replaces these two panels.
        """
        self._head.switch.chosen, self._head.switch.visible = self.standings.order, self._has_table()
        more = (self.more.button,) if self.more.is_offered else ()
        buttons = (self.run.button, *more, self.choose_players.button)
        bar = league_bar(self.standings, buttons, narrow=window.narrow)
        hints = Hints(self.hints)
        if self.standings.phase == "new":
            start = start_panel(self.standings, self.app.agents, self.choose_players).sized(grow())
            return Column(bar, Space(GAP), start, Space(GAP / 2), hints)
        table = self._table_panel()
        agents, standings = max(3, len(self.standings.rows)), self.standings
        by_mean = sorted(standings.rows, key=lambda row: -row.field.mean if row.field else math.inf)
        draw = partial(draw_field, by_mean, self.game)
        field_row = FIELD_ROW if agents <= MAX_WITH_ROOM else MIN_FIELD_ROW
        means = Picture(draw, agents * field_row + FIELD_AXIS + 2).sized(grow())
        note = text(f"arena.field.{'exact' if standings.league.exact else 'note'}")
        field = Panel(means, title=text("arena.field.title"), note=note, head=TOP)
        pair = pair_panel(self.table.selection, standings)
        if window.narrow:
            below = table.sized(natural(least=NARROW_TABLE)), field, pair.sized(fixed(NARROW_PAIR))
            return Column(bar, Space(GAP), Column(*below, gap=GAP), Space(GAP / 2), hints)
        side = Column(field.sized(natural()), pair.sized(grow(least=MIN_PAIR)), gap=GAP)
        body = Row(table.sized(grow()), side.sized(share(0.31, 270, 520)), gap=GAP)
        return Column(
            bar,
            Space(GAP),
            body.sized(grow(least=max(MIN_BODY, agents * MIN_ROW + TABLE_HEAD))),
            Space(GAP / 2),
            hints,
        )

    def _table_panel(self) -> Panel:
        """Return the cross-table with its legend, or the reason why there is no table."""
        standings = self.standings
        against = next((row.name for row in standings.rows if row.agent == standings.against), "")
        unit = text(f"arena.table.units.{UNITS[self.game].replace('/', '-')}")
        by = standings.order
        key = f"arena.table.exact.{by}" if standings.league.exact else f"arena.table.{by}"
        order = text(key, name=against, unit=unit) if standings.rows else ""
        inside: tuple[Box, ...]
        if standings.rows:
            table = self.table.box(COLUMN_HEAD + max(3, len(standings.rows)) * MIN_ROW + 8).sized(grow())
            inside = table, Space(8), Picture(draw_legend, LEGEND)
        else:
            inside = Space(14), Paragraph(standings.why_empty, limit=4)
        return Panel(*inside, title=text("arena.table.title"), note=order, head=TOP, foot=0)

    def layout(self, width: float, height: float) -> None:
        """Lay out the page. At first, the play button has the focus."""
        super().layout(width, height)
        if self._is_new and self.controls.find("run"):
            self._is_new = False
            self.controls.focus("run")

    @property
    def game(self) -> str:
        return self.standings.settings.game
