"""The tab of the solver page that walks through a solved tree: the path, both ranges, and their details."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from game.features.solver.labels import (
    SolverView,
    format_gains,
    list_columns,
)
from game.features.solver.model import Position
from game.features.solver.node_panels import EQUITY, EV, MIX, Grids, RunOutCells, class_panel, kinds_panel
from game.features.solver.solve_panels import why_no_walk
from game.rules.cards import names
from game.study.words import chips, points
from game.texts import text
from game.window.frame.actions import ActionOwner, action
from game.window.frame.page import Page
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Control, Filled, Note, Panel, Paragraph, TabRow
from game.window.ui.widgets import Button, Segmented, Tabs, options
from game.window.views.betting_path import HEAD_ROW, ROW, Path
from game.window.views.range_painting import RangeEntry

GAP, TABS, BUTTON, BUTTONS, SMALL_BUTTONS, BY = 12.0, 32.0, 34.0, 216.0, 150.0, 220.0
MIN_GRID, NARROW_TABLE, MIN_TABLE, MIN_SIDE = 300.0, 380.0, 250.0, 372.0
MIN_ROWS, MAX_ROWS = 3, 7
MIN_CARDS, CARDS_HIGH = 150.0, 230.0
GRID_SHARE, PAIR_SHARE = 0.5, 0.36
FILTER = 150.0
HAND, CARDS, KINDS = "hand", "cards", "kinds"
BETS = "bets"


class WalkTab(ActionOwner):
    """The tab in which the user walks through a solved tree."""

    keys: ClassVar[str] = "solver"

    def __init__(self, place: Position, page: Page) -> None:
        self._place, self._page = place, page
        self._path = Path(text("solver.walk.path"), place.act, place.go)
        self.grids = Grids()
        self._cards = RunOutCells(place)
        self._hand_tabs, self._card_tabs = (
            Tabs(
                "details",
                text("solver.details.label"),
                options("solver.details.{}", kinds),
                first,
                self._turn,
            )
            for kinds, first in (((HAND, KINDS), HAND), ((CARDS, KINDS), CARDS))
        )
        self._tabs = self._hand_tabs
        self._filter = RangeEntry("filter", text("solver.walk.filter"), place.choose_hands)
        self._filter.placeholder = text("solver.walk.filter")
        self._filter.tooltip = text("solver.walk.filter_tip")
        shown = options("solver.cards.shown.{}", (EV, BETS))
        self._by = Segmented("by", text("solver.cards.by"), shown, EV, self._turn)
        views = options("solver.view.{}", (MIX, EV, EQUITY))
        self._views = Segmented("view", text("solver.view.label"), views, MIX, self._turn, style="small_b")

    def _turn(self, chosen: str) -> None:
        self._page.show()

    @action(*"123456789", cap="1 – 9")
    def act(self, index: int) -> None:
        self._place.act(len(self._path.columns) - 1, index)

    @action("backspace", repeats=True, style="label_b", icon="undo", capped=False)
    def up(self) -> None:
        self._place.back()

    @up.reason
    def _why_not_up(self) -> str:
        node = self._place.node
        return "" if node is not None and len(node.way) > 1 else text("solver.walk.at_start")

    @action("g")
    def grid(self) -> None:
        self._page.controls.focus("grid")

    @action("f", hinted=False)
    def filter(self) -> None:
        self._page.controls.focus("filter")

    @action("t")
    def details(self) -> None:
        self._tabs.step(1)

    @action("v")
    def view(self) -> None:
        self._views.step(1)

    @action("o")
    def other(self) -> None:
        self.grids.turned = not self.grids.turned
        self._page.show()

    @property
    def hover_target(self) -> Hashable:
        return self.grids.shown_class() if self._tabs.chosen != CARDS else None

    # ---- what is shown --------------------------------------------------------------------------------------
    def compose(
        self, view: SolverView, window: Breakpoint, buttons: tuple[Button, Button], *, patterned: bool
    ) -> Box:
        """Return the strip, the grids below it and their details. A small window has only one grid.

        The `buttons` lock the decision and play from it.
        """
        if (node := view.node) is None:
            words = Paragraph(view.problem or why_no_walk(view), limit=4)
            return Panel(words, title=text("solver.walk.title"), busy=view.share)
        first, *other = self.grids.panels(single=window.small, least=MIN_GRID)
        columns, shares = list_columns(node), node.here.shares
        if columns != self._path.columns:
            self._path.show(columns, max(range(len(shares)), key=shares.__getitem__, default=0))
        self.grids.show(node, self._views.chosen, patterned=patterned)
        self._cards.show(view.run_outs, by_bets=self._by.chosen == BETS)
        self._tabs = self._card_tabs if node.state == "deal" else self._hand_tabs
        strip, table = self._strip(view, window, *buttons), self._table(view)
        if window.narrow:
            return Column(strip, first.sized(natural()), table.sized(fixed(NARROW_TABLE)), gap=GAP)
        if window.small:
            grid = first.sized(natural(max_share=GRID_SHARE)).focused_last()
            return Row(grid, Column(strip, table.sized(grow()), gap=GAP).sized(grow()), gap=GAP)
        grids = [one.sized(natural(max_share=PAIR_SHARE)) for one in (first, *other)]
        row = Row(*grids, table.sized(grow(least=MIN_SIDE)), gap=GAP)
        return Column(strip, row.sized(grow(least=MIN_GRID + 96)), gap=GAP)

    def _strip(self, view: SolverView, window: Breakpoint, lock_button: Button, play_button: Button) -> Panel:
        """The way here, the board, and what can be done with the decision."""
        assert view.node is not None
        rows = min(MAX_ROWS, max(MIN_ROWS, *(len(step.actions) for step in view.node.way)))
        path = Filled(self._path, HEAD_ROW + rows * ROW)
        shown = lock_button, self.up.button, play_button
        lock, up, play = (Control(button, BUTTON) for button in shown)
        buttons = Column(lock, up, play, gap=4).sized(fixed(SMALL_BUTTONS))
        if not window.small:
            pair = Row(lock.sized(grow()), up.sized(grow()), gap=6)
            buttons = Column(pair, play, Control(self._views, BUTTON), gap=4).sized(fixed(BUTTONS))
        return Panel(
            Row(path.sized(grow()), buttons, gap=GAP),
            *map(Note, view.locks),
            title=text("solver.walk.board", board=names(view.node.board)),
            note=_summary(view),
            head=40.0,
            busy=view.share,
        )

    def _table(self, view: SolverView) -> Box:
        """One class, or the kinds of hands. The cards to come where one is to be dealt."""
        assert view.node is not None
        self._filter.follow(self._place.hands, self._place.problem)
        entry = Control(self._filter, TABS).sized(fixed(FILTER))
        row = Row(Space(4), TabRow(self._tabs, TABS).sized(grow()), entry, gap=8)
        chosen = self._tabs.chosen
        if chosen == CARDS:
            panel = Panel(
                Row(Control(self._by, BUTTON).sized(fixed(BY)), Space()),
                Paragraph(text("solver.cards.waiting"), limit=2).when(view.run_outs is None),
                Filled(self._cards, MIN_CARDS).sized(grow(least=MIN_CARDS, most=CARDS_HIGH)),
                title=text("solver.cards.title"),
                note=text("solver.cards.note"),
                gap=8,
            )
        else:
            player, name = self.grids.shown_class()
            panel = class_panel(view.node, player, name) if chosen == HAND else kinds_panel(view.node, player)
        problem = Note(self._place.problem, wrong=True)
        return Column(row, problem, Space(6), panel.sized(grow(least=MIN_TABLE)))


def _summary(view: SolverView) -> str:
    """Describe the progress of the solve, the values of both players, and the gain of a lock."""
    solve = view.solve
    assert solve is not None
    oop, ip = (chips(round(won, 2)) for won in solve.ev)
    said = [
        text("solver.walk.solved", share=points(solve.exploitability)),
        text("solver.walk.values", oop=oop, ip=ip),
    ]
    if gains := format_gains(solve):
        said.append(text("solver.locks.gained", **gains))
    return " · ".join(said)
