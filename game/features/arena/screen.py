"""The arena: who beats whom, and is it certain? A league of all agents of a game that fills in while you watch.

The worker process plays it, also while another page is open; an unfinished league can be continued at any time. The
table is sorted by the worst result, with the mean beside it: an agent that wins most from weak players need not be
the best.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.arena.asks import ExportLeague
from game.features.arena.cross_table import COLUMN_HEAD, CrossTable
from game.features.arena.figures import count_of, unit_of
from game.features.arena.model import COLUMN, MEAN, WORST, ArenaModel
from game.features.arena.panels import FIELD_AXIS, LeagueBar, draw_field, draw_legend, pair_panel
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.league import LeagueSettings
from game.texts import number, text
from game.window.dialogs.export import CROSS_TABLE, PICTURE, Exported, ExportLab
from game.window.frame.asked import Asked
from game.window.frame.page import Binding, Page
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural, share
from game.window.ui.leaves import Filled, Hints, Panel, Paragraph, Picture
from game.window.ui.widgets import Segmented, options

ORDERS = (WORST, MEAN, COLUMN)
WATCHED_HANDS = 1_000
BIG_BLIND = 100
GAP, TOP, LEGEND = 12.0, 38.0, 40.0
LEAST_ROW, LEAST_FIELD_ROW = 24.0, 17.0
LEAST_BODY, LEAST_PAIR = 380.0, 193.0
NARROW_TABLE, NARROW_PAIR = 320.0, 260.0


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
        self.table = CrossTable(self.standings, self.show, self._watch, self._sort_against)
        self._bar = LeagueBar(self.standings, self.standings.toggle, self.standings.more)
        self._is_new = True

    # ---- what is done ---------------------------------------------------------------------------------------
    def _sort(self, order: str) -> None:
        """Sort as the switch says; by a column: that of the chosen pair."""
        chosen = self.table.chosen
        against = chosen[1].agent if chosen is not None and order == COLUMN else ""
        self._sort_by(order if against or order != COLUMN else WORST, against)

    def _sort_against(self, agent: str) -> None:
        """Sort by a column; by the same once more, as the columns stand."""
        again = self.standings.against == agent
        self._sort_by(self.standings.columns_by if again else COLUMN, "" if again else agent)

    def _sort_by(self, order: str, against: str) -> None:
        self._head.switch.chosen = order
        self.standings.sort_by(order, against)

    def _turn_order(self) -> None:
        self._sort(ORDERS[(ORDERS.index(self.standings.order) + 1) % len(ORDERS)])

    def _watch(self) -> None:
        """Look on while the chosen pair plays."""
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
        self.app.go(self.app.routes.watch(self.app, spec, WATCHED_HANDS))

    def _export(self) -> None:
        """Write the page down, or the cross-table as numbers."""
        settings = self.standings.settings
        league = self.standings.league
        count, unit = number(count_of(league.deals, settings.game)), unit_of(settings.game)
        key = "arena.stamp_exact" if league.exact else "arena.stamp"
        stamp = text(key, played=self._head.subtitle, count=count, unit=unit, seed=settings.seed)
        kinds = (PICTURE, CROSS_TABLE)
        exported = Exported(self, stamp, kinds, lambda _, file: ExportLeague(settings, file), "arena")
        self.app.overlay(ExportLab(self.app, exported))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """How the league stands."""
        return (self.standings.asked,)

    @property
    def followed(self) -> Hashable:
        """What is reported of the league at play."""
        return self.app.leagues.version

    def enter(self) -> None:
        """Ask how it stands."""
        self.standings.ask()

    def update(self, dt: float) -> bool:
        """Ask from time to time how it stands."""
        self.standings.update(dt)
        return super().update(dt)

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The bar; the table, and beside or below it the field and the pair; the keys."""
        bar, table = self._bar.box(narrow=window.narrow), self._table_panel()
        agents, standings = max(3, len(self.standings.rows)), self.standings
        draw = partial(draw_field, standings.rows, self.game)
        means = Picture(draw, agents * LEAST_FIELD_ROW + FIELD_AXIS + 2).sized(grow())
        field = Panel(means, title=text("arena.field.title"), note=text("arena.field.note"), head=TOP)
        pair = pair_panel(self.table.chosen, standings)
        hints = Hints(self.hints)
        if window.narrow:
            below = table.sized(natural(least=NARROW_TABLE)), field, pair.sized(fixed(NARROW_PAIR))
            return Column(bar, Space(GAP), Column(*below, gap=GAP), Space(GAP / 2), hints)
        side = Column(field.sized(grow(0.48)), pair.sized(grow(0.52, least=LEAST_PAIR)), gap=GAP)
        body = Row(table.sized(grow()), side.sized(share(0.31, 270, 520)), gap=GAP)
        return Column(bar, Space(GAP), body.sized(grow(least=LEAST_BODY)), Space(GAP / 2), hints)

    def _table_panel(self) -> Panel:
        """The cross-table with its legend, or why there is none."""
        standings = self.standings
        order = text(f"arena.table.{standings.order}", name=self._name_of(standings.against))
        inside: tuple[Box, ...]
        if standings.rows:
            self.table.follow(self.app.painter)
            least = COLUMN_HEAD + max(3, len(standings.rows)) * LEAST_ROW + 8
            table = Filled(self.table, least).sized(grow())
            inside = table, Space(8), Picture(draw_legend, LEGEND)
        else:
            words = standings.problem or text(f"arena.{standings.phase}")
            inside = Space(14), Paragraph(words, limit=4)
        return Panel(*inside, title=text("arena.table.title"), note=order, head=TOP, foot=0)

    def layout(self, width: float, height: float) -> None:
        """Lay the page out; at first the button that plays has the focus."""
        super().layout(width, height)
        if self._is_new and self.controls.named("run"):
            self._is_new = False
            self.controls.focus("run")

    def _name_of(self, agent: str) -> str:
        return next((row.name for row in self.standings.rows if row.agent == agent), "")

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space plays or pauses, arrows choose a pair; R, S, E: see the page of keys."""
        return {
            "space": Binding(self.standings.toggle, cap="keys.space", hint="run"),
            "up": Binding(self.table, cap="↑ ↓ ← →", hint="choose"),
            **dict.fromkeys(("down", "left", "right"), Binding(self.table)),
            "enter": Binding(lambda: False, cap="keys.enter", hint="watch"),
            "r": Binding(self.standings.more, cap="R", hint="more"),
            "s": Binding(self._turn_order, cap="S", hint="sort"),
            "e": Binding(self._export, cap="E", hint="export"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
        }

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return self.standings.settings.game

    def hint_words(self, hint: str) -> str:
        """Return a hint, with what is counted."""
        return text(f"arena.hints.{hint}", unit=unit_of(self.game))

    def trace(self) -> dict[str, Any]:
        """Say how the league stands, and which pair is chosen."""
        chosen = self.table.chosen
        return {
            "phase": self.standings.phase,
            "order": self.standings.order,
            "chosen": [chosen[0].agent, chosen[1].agent] if chosen is not None else None,
        }
