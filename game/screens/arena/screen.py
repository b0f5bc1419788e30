"""The arena: who beats whom, and is it certain? A league of all agents of a game that fills in while one looks on.

The other process plays it, on this page or another; what is left is played on whenever somebody asks for it. The
worst result orders the table, the mean stands beside it: whoever robs the weak need not be the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.league import LeagueSettings
from game.match.table_spec import TableSpec
from game.rules import games
from game.screens.arena.bar import LeagueBar
from game.screens.arena.cross_table import CrossTable
from game.screens.arena.figures import count_of, unit_of
from game.screens.arena.layout import LEGEND, TOP, Places, places
from game.screens.arena.panels import draw_field, draw_legend, draw_pair
from game.screens.arena.standings import COLUMN, MEAN, WORST, Standings
from game.screens.input import Key
from game.screens.lab.export import CROSS_TABLE, PICTURE, Exported, ExportLab
from game.screens.lab.layout import margin_of
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.texts import number, text
from game.screens.views.panel_head import PADDING, content, write_hints, write_title
from game.screens.watch.holdem import WatchHoldem
from game.screens.watch.screen import Watch
from game.screens.widgets.choice import Segmented, options
from game.screens.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

ABOVE = 6.0
ORDERS = (WORST, MEAN, COLUMN)
WATCHED_HANDS = 1_000
BIG_BLIND = 100
HINTS = (
    ("keys.space", "run"),
    ("↑ ↓ ← →", "choose"),
    ("keys.enter", "watch"),
    ("R", "more"),
    ("S", "sort"),
    ("E", "export"),
    ("keys.escape", "leave"),
)


class ArenaScreen(LongPage):
    """The page of one league."""

    name: ClassVar[str] = "arena"
    _head: PagedHead

    def __init__(self, app: App, settings: LeagueSettings) -> None:
        super().__init__(app)
        self.standings = Standings(app, settings, self._show)
        orders = options("arena.orders.{}", ORDERS)
        switch = Segmented("order", text("arena.order"), orders, WORST, self._sort)
        self._head = PagedHead(app, text("arena.title"), self.escape, switch)
        self._head.subtitle = text(
            f"arena.played.{settings.game}", stack=settings.stack_bb, blinds=f"{settings.blinds:g}"
        )
        self.table = CrossTable(self.standings, self._choose, self._watch, self._sort_against)
        self._bar = LeagueBar(self.standings, self.standings.toggle, self.standings.more)
        self._places: Places | None = None
        self._shape: tuple[str, int] = ("", 0)
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
        self.relayout()

    def _turn_order(self) -> None:
        self._sort(ORDERS[(ORDERS.index(self.standings.order) + 1) % len(ORDERS)])

    def _choose(self) -> None:
        self.dirty = True

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
        screen = WatchHoldem if settings.game == games.HOLDEM else Watch
        self.app.go(screen(self.app, spec, WATCHED_HANDS))

    def _export(self) -> None:
        """Write the page down, or the cross-table as numbers."""
        settings = self.standings.settings
        league = self.standings.league
        deals = league.deals if league is not None else 0
        count, unit = number(count_of(deals, settings.game)), unit_of(settings.game)
        key = "arena.stamp_exact" if league is not None and league.exact else "arena.stamp"
        stamp = text(key, played=self._head.subtitle, count=count, unit=unit, seed=settings.seed)
        about = {"settings": settings}
        self.app.overlay(
            ExportLab(
                self.app, Exported(self, stamp, about, (PICTURE, CROSS_TABLE), "league_export", "arena")
            )
        )

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask how it stands."""
        self.standings.ask()

    def leave(self) -> None:
        """Ask no more; what is being played goes on."""
        self.standings.leave()

    def receive(self, answer: Answer) -> None:
        """Take what has come."""
        self.standings.receive(answer)

    def update(self, dt: float) -> bool:
        """Ask from time to time how it stands."""
        self.standings.update(dt)
        return False

    def _show(self) -> None:
        shape = self.standings.phase, len(self.standings.rows)
        if shape != self._shape:
            self._shape = shape
            self.relayout()
        self._bar.follow()
        self.dirty = True

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, bar, panels and keys; the page scrolls where the window is too low."""
        top = self._head.place(width, margin_of(width))
        lay_out = partial(places, width, height - top - ABOVE, agents=len(self.standings.rows))
        start = self.fit_below(top, ABOVE + lay_out(top=0.0).height)
        self._places = p = lay_out(top=start + ABOVE)
        self._bar.follow()
        self._bar.place(self.app.pen, p.bar, narrow=p.narrow)
        x, y, wide, high = p.table
        self.table.lay_out(self.app.pen, (x + PADDING, y + TOP, wide - 2 * PADDING, high - TOP - LEGEND - 8))
        self.table.visible = bool(self.standings.rows)
        self.place_below([*self._bar.buttons, self.table])
        if self._is_new and self._bar.buttons[0].visible:
            self._is_new = False
            self.controls.focus("run")

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The bar and the three panels."""
        p = self._places
        return (p.bar, p.table, p.field, p.pair) if p is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and pictures."""
        if (p := self._places) is None:
            return
        self._bar.draw(pen)
        order = text(f"arena.table.{self.standings.order}", name=self._name_of(self.standings.against))
        write_title(pen, p.table, text("arena.table.title"), order)
        if self.standings.rows:
            draw_legend(pen, p.table)
        else:
            x, y, wide, _ = content(p.table)
            words = self.standings.problem or text(f"arena.{self.standings.phase}")
            pen.para(words, x, y + TOP + 12, wide, "label", col="dim", limit=4)
        draw_field(pen, p.field, self.standings)
        draw_pair(pen, p.pair, self.table.chosen, self.standings)
        unit = unit_of(self.game)
        write_hints(pen, p.hints, [(key, text(f"arena.hints.{hint}", unit=unit)) for key, hint in HINTS])

    def _name_of(self, agent: str) -> str:
        return next((row.name for row in self.standings.rows if row.agent == agent), "")

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Space plays or pauses, arrows choose a pair; R, S, E: see the page of keys."""
        if event.ctrl or event.repeat:
            return False
        acts: dict[str, Act] = {
            "space": self.standings.toggle,
            "r": self.standings.more,
            "s": self._turn_order,
            "e": self._export,
        }
        if event.name in acts:
            acts[event.name]()
            return True
        return event.name in ("left", "right", "up", "down") and self.table.key(event)

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "arena"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return self.standings.settings.game

    def trace(self) -> dict[str, Any]:
        """Say how the league stands, and which pair is chosen."""
        chosen = self.table.chosen
        return {
            "phase": self.standings.phase,
            "order": self.standings.order,
            "agents": [row.agent for row in self.standings.rows],
            "done": self.standings.done,
            "total": self.standings.total,
            "chosen": [chosen[0].agent, chosen[1].agent] if chosen is not None else None,
        }
