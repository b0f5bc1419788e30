"""The tab for exploring a solved tree: the path, both ranges, their details, and sortable tables of hands.

One table shows the hands of a range. A dialog compares groups of hands in two solves.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from typing import ClassVar

from game.core import Player
from game.features.solver import AskComparison, AskSolved
from game.features.solver.labels import (
    SolverView,
    acts,
    describe_filter,
    format_gains,
    list_columns,
    player_name,
)
from game.features.solver.model import Position
from game.features.solver.node_panels import (
    EQUITY,
    EV,
    MIX,
    Grids,
    RunOutCells,
    class_panel,
    equity_panel,
    kinds_panel,
)
from game.features.solver.solve_panels import why_no_walk
from game.rules.cards import hand_class, names
from game.study.amounts import UNKNOWN, chips, points
from game.study.ranges import HANDS
from game.study.solved import ComparedHands, Comparison, SolvedNode
from game.texts import join_list, number, percent, signed, text
from game.window.dialogs.range_dialogs import ComparisonDialog, FilterDialog
from game.window.frame.actions import ActionOwner, action
from game.window.frame.page import Page
from game.window.frame.screen import Services
from game.window.frame.spoken import name_hands
from game.window.ui.charts.chart import Plot
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Control, Filled, Iconic, Note, Panel, Paragraph, TabRow, Words
from game.window.ui.widgets import Act, Button, IconButton, Option, Segmented, Tabs, options
from game.window.ui.widgets.cells import ColumnHead
from game.window.views.betting_path import HEAD_ROW, ROW, Path
from game.window.views.cards import card_codes
from game.window.views.solved_tables import (
    HAND,
    NAME,
    Cell,
    SortedTable,
    TableContent,
    TableRow,
    action_label,
    get_action_colours,
    group_name,
)

FIGURE, ACTION, GROUP, CHANGE = 46.0, 61.0, 118.0, 104.0
REACH, SHARE, EV_CHANGE = "reach", "share", "change"


def hand_rows(node: SolvedNode, player: Player) -> TableContent:
    """Return a row for each hand of a range.

    If the player is to act, each row has the frequency and the EV of each action.
    """
    side, count = node.sides[player], len(node.here.actions)
    actions = node.here.actions if acts(node, player) else ()
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), HAND, right=False),
        ColumnHead(REACH, text("solver.hand.reach"), FIGURE, optional=True),
        ColumnHead(EQUITY, text("solver.hand.equity"), FIGURE),
        ColumnHead(EV, text("solver.hand.ev"), FIGURE),
        *(ColumnHead(name, action_label(name), ACTION, optional=True) for name in actions),
    ]
    rows = []
    for hand in sorted(range(len(HANDS)), key=lambda hand: sorted(_high_first(hand)), reverse=True):
        if side.reach[hand] <= 0:
            continue
        equity, ev = side.equity[hand], side.ev[hand]
        cells = {
            REACH: Cell(side.reach[hand], number(side.reach[hand], 2)),
            EQUITY: Cell(-1.0, UNKNOWN) if math.isnan(equity) else Cell(equity, percent(equity)),
            EV: Cell(ev, chips(round(ev, 1))),
        }
        shares = node.shares[hand * count : (hand + 1) * count] if actions else ()
        cells |= {name: Cell(share, percent(share)) for name, share in zip(actions, shares, strict=True)}
        rows.append(TableRow(hand_class(HANDS[hand]), cells, card_codes(HANDS[hand]), tuple(shares)))
    return TableContent(heads, rows, get_action_colours(actions))


def _high_first(hand: int) -> list[int]:
    return sorted((card % 13 for card in HANDS[hand]), reverse=True)


def comparison_rows(found: Comparison) -> TableContent:
    """Return a row for each group of hands, with the changes of its frequencies and EV."""
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), GROUP, right=False),
        ColumnHead(SHARE, text("solver.compare.share"), FIGURE, optional=True),
        ColumnHead(EV_CHANGE, text("solver.hand.ev"), CHANGE),
        *(ColumnHead(name, action_label(name), CHANGE, optional=True) for name in found.actions),
    ]
    rows = [TableRow(group_name(one.name), _changes(one, found.actions)) for one in found.hands]
    return TableContent(heads, rows, fixed=1)


def _changes(one: ComparedHands, actions: Sequence[str]) -> dict[str, Cell]:
    """Return the cells of a group: each frequency with its change, and below it the EV with its change."""
    now, before = one.mixes
    cells = {
        SHARE: Cell(one.share, percent(one.share, 1)),
        EV_CHANGE: Cell(one.ev_change, chips(round(now.ev, 1)), signed(one.ev_change, 2)),
    }
    for index, name in enumerate(actions):
        ev, ev_change = now.action_ev[index], now.action_ev[index] - before.action_ev[index]
        points = signed(100 * one.change(index), 1)
        words = text("solver.compare.cell", figure=percent(now.shares[index]), change=points)
        below = text("solver.compare.cell", figure=chips(round(ev, 1)), change=signed(ev_change, 1))
        cells[name] = Cell(one.change(index), words, below)
    return cells


class RangeTable:
    """A table of the hands in a range that pass the filter. Enter selects the class of a hand in the grid."""

    def __init__(self, page: Page, opened: Act) -> None:
        self.table = SortedTable("hands", text("solver.table.title"), page.relayout, opened)
        self._content_of: tuple[SolvedNode, Player] | None = None

    def panel(self, node: SolvedNode, player: Player) -> Panel:
        """Return the panel with the hands of a player at the state `node`."""
        title = text("solver.table.of", player=player_name(player))
        if (node, player) != self._content_of:
            self._content_of = node, player
            self.table.show(hand_rows(node, player))
        if not self.table.names:
            return Panel(Paragraph(text("solver.filter.nothing"), limit=3), title=title)
        return Panel(*self.table.boxes(), title=title, note=text("solver.table.note"))


UNLOCKED = ""


def list_others(view: SolverView) -> list[Option]:
    """Return the solves to compare with: the solve without locks, and the stored solves of the same spot."""
    unlocked = [Option(UNLOCKED, text("solver.compare.unlocked"))] if view.locks else []
    return [*unlocked, *(Option(file.name, file.name) for file in view.files if file.texts == view.texts)]


class CompareDialog(ComparisonDialog[Comparison]):
    """The dialog that compares this solve with another: each action's frequency and EV, by group of hands."""

    name: ClassVar[str] = "compare"
    texts: ClassVar[str] = "solver.compare.{}"
    extent: ClassVar[tuple[float, float]] = (300.0, 40.0)

    def __init__(self, app: Services, view: SolverView, place: Position) -> None:
        assert view.node is not None
        title = text("solver.compare.title", player=player_name(view.node.here.player))
        super().__init__(app, title, list_others(view), high=True)
        self._place = place

    def question(self, other: str) -> AskComparison:
        """Return the request to compare this decision with the solve `other` ("" is the solve without locks)."""
        place = self._place
        assert place.texts is not None
        return AskComparison(place.texts, place.actions, place.cards, other, place.hands)

    def content(self, found: Comparison) -> TableContent:
        return comparison_rows(found)

    def heading(self) -> Sequence[Box]:
        """Return the line of the decision, and the filter of hands."""
        line = join_list(*map(action_label, self._place.actions)) or text("solver.locks.at_start")
        where = text("solver.compare.where", line=line)
        if self._place.hands:
            where = text("solver.compare.filtered", where=where, hands=self._place.hands)
        return [Words(where, "label", "dim", 4)]


GAP, TABS, BUTTON, BUTTONS, SMALL_BUTTONS, BY = 12.0, 32.0, 34.0, 216.0, 150.0, 220.0
MIN_GRID, NARROW_TABLE, MIN_TABLE, MIN_SIDE = 300.0, 380.0, 250.0, 372.0
ICON = 36.0
MIN_ROWS, MAX_ROWS = 3, 7
MIN_CARDS, CARDS_HIGH = 150.0, 230.0
GRID_SHARE, PAIR_SHARE = 0.5, 0.36
HAND_TAB, CARDS, HANDS_TAB, KINDS, GRAPH = "hand", "cards", "hands", "kinds", "graph"
BETS = "bets"


class WalkTab(ActionOwner):
    """The tab in which the user explores a solved tree."""

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
            for kinds, first in (((kind, HANDS_TAB, KINDS, GRAPH), kind) for kind in (HAND_TAB, CARDS))
        )
        self._tabs = self._hand_tabs
        self._hands = RangeTable(page, self._show_class)
        self._graph = Plot()
        self._view: SolverView | None = None
        self._filter = IconButton("filter", text("solver.actions.filter.label"), "find", self.filter)
        self._compare = IconButton("compare", text("solver.actions.compare.label"), "swap", self.compare)
        shown = options("solver.cards.shown.{}", (EV, BETS))
        self._by = Segmented("by", text("solver.cards.by"), shown, EV, self._turn)
        views = options("solver.view.{}", (MIX, EV, EQUITY))
        self._views = Segmented("view", text("solver.view.label"), views, MIX, self._turn, style="small_b")

    def _turn(self, chosen: str) -> None:
        self._page.show()

    @action(*"123456789", cap="1 – 9")
    def act(self, index: int) -> None:
        """Take an action at the current decision.

        If no action belongs to the pressed digit, show a message that lists the digits with an action.
        """
        if why := self._path.explain_digit(index):
            self._page.app.say(why)
            return
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

    @action("f")
    def filter(self) -> None:
        """Open the dialog that sets the filter of hands."""
        place, texts = self._place, self._place.texts
        if place.node is not None and texts is not None:
            ask = partial(AskSolved, texts, place.actions, place.cards)
            dialog = FilterDialog(self._page.app, place.hands, ask, describe_filter, place.filter)
            self._page.app.overlay(dialog)

    @action("c")
    def compare(self) -> None:
        if self._view is not None:
            self._page.app.overlay(CompareDialog(self._page.app, self._view, self._place))

    @compare.reason
    def _why_not_compare(self) -> str:
        node = self._place.node
        if node is None or node.state != "decision":
            return text("solver.compare.no_decision")
        has_others = self._view is not None and list_others(self._view)
        return "" if has_others else text("solver.compare.nothing")

    @action("h", hinted=False)
    def sort(self) -> None:
        """Show the table of all hands. If it is shown already, sort it by the next column."""
        if self._tabs.chosen == HANDS_TAB:
            self._hands.table.heads.step(1)
        else:
            self._tabs.choose(HANDS_TAB)

    def _show_class(self) -> None:
        """Show the class of the hand that is selected in the table."""
        if (row := self._hands.table.chosen_row) is not None:
            self.grids.first.choose(row.name)
            if self._tabs is self._hand_tabs:
                self._tabs.choose(HAND_TAB)
            self._page.controls.focus("grid")

    @property
    def hover_target(self) -> Hashable:
        return self.grids.shown_class() if self._tabs.chosen in (HAND_TAB, KINDS) else None

    # ---- content --------------------------------------------------------------------------------------------
    def compose(
        self, view: SolverView, window: Breakpoint, buttons: tuple[Button, Button], *, patterned: bool
    ) -> Box:
        """Return the path, and below it the grids and their details. A small window has only one grid.

        `buttons` are the button that locks the decision, and the button that starts practice at this decision.
        """
        self._view = view
        if (node := view.node) is None:
            words = Paragraph(view.problem or why_no_walk(view), limit=4)
            return Panel(words, title=text("solver.walk.title"), busy=view.share)
        first, *other = self.grids.panels(single=window.small, least=MIN_GRID)
        columns, shares = list_columns(node), node.here.shares
        if columns != self._path.columns:
            likeliest = max(range(len(shares)), key=shares.__getitem__, default=0)
            step = name_hands(self._path.show(columns, likeliest))
            if not self._place.is_awaited:
                self._page.app.tell(step)
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
        """Return the path to this state, the board, and the buttons of the decision."""
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
            Note(self._filtered(view)),
            title=text("solver.walk.board", board=names(view.node.board)),
            note=_summary(view),
            head=40.0,
            busy=view.share,
        )

    def _filtered(self, view: SolverView) -> str:
        """Describe the filter, and the share of each range that passes it. Empty if all hands are shown."""
        assert view.node is not None
        if not self._place.hands:
            return ""
        oop, ip = (percent(side.filter_share, 1) for side in view.node.sides)
        return text("solver.filter.on", hands=self._place.hands, oop=oop, ip=ip)

    def _icons(self) -> tuple[IconButton, IconButton]:
        """Return the buttons that filter the hands and compare solves."""
        self._filter.ink = "brass" if self._place.hands else "dim"
        self._compare.disabled = self._why_not_compare()
        return self._filter, self._compare

    def _table(self, view: SolverView) -> Box:
        """Return the table of a hand class or of the kinds of hands.

        If a card is to be dealt, return the possible next cards.
        """
        assert view.node is not None
        buttons = [Iconic(button, TABS).sized(fixed(ICON)) for button in self._icons()]
        row = Row(Space(4), TabRow(self._tabs, TABS).sized(grow()), *buttons)
        chosen = self._tabs.chosen
        if chosen == GRAPH:
            panel = equity_panel(view.node, self._graph)
        elif chosen == HANDS_TAB:
            player = max(0, view.node.here.player)
            panel = self._hands.panel(view.node, 1 - player if self.grids.turned else player)
        elif chosen == CARDS:
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
            panel = (
                class_panel(view.node, player, name) if chosen == HAND_TAB else kinds_panel(view.node, player)
            )
        return Column(row, Space(6), panel.sized(grow(least=MIN_TABLE)))


def _summary(view: SolverView) -> str:
    """Describe the progress of the solve, the values of both players if known, and the gain of a lock."""
    solve = view.solve
    assert solve is not None
    said = [text("solver.walk.solved", share=points(solve.exploitability))]
    if not math.isnan(solve.ev[0]):
        oop, ip = (chips(round(won, 2)) for won in solve.ev)
        said.append(text("solver.walk.values", oop=oop, ip=ip))
    if gains := format_gains(solve):
        said.append(text("solver.locks.gained", **gains))
    return " · ".join(said)
