"""Sortable tables of hands: the hands of a range, and the dialog that compares groups of hands in two solves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from game.core import Player
from game.features.solver.asks import AskComparison
from game.features.solver.labels import SolverView, acts, player_name
from game.features.solver.model import Position
from game.rules.cards import hand_class
from game.study.ranges import HANDS
from game.study.solved import ComparedHands, Comparison, SolvedNode
from game.study.words import UNKNOWN, chips
from game.texts import number, percent, signed, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.page import Page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, fixed
from game.window.ui.leaves import Note, Panel, Paragraph, Setting, Words
from game.window.ui.widgets import Act, Button, Cycle, Option
from game.window.ui.widgets.cells import ColumnHead
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
REACH, EQUITY, EV, SHARE, EV_CHANGE = "reach", "equity", "ev", "share", "change"


def hand_rows(node: SolvedNode, player: Player) -> TableContent:
    """Return a row for each hand of a range, with the frequency and the EV of each action if the player acts."""
    side, count = node.sides[player], len(node.here.actions)
    actions = node.here.actions if acts(node, player) else ()
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), HAND, right=False),
        ColumnHead(REACH, text("solver.hand.reach"), FIGURE, optional=True),
        ColumnHead(EQUITY, text("solver.hand.equity"), FIGURE),
        ColumnHead(EV, text("solver.hand.ev"), FIGURE),
        *(ColumnHead(action, action_label(action), ACTION, optional=True) for action in actions),
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
        cells |= {action: Cell(share, percent(share)) for action, share in zip(actions, shares, strict=True)}
        rows.append(TableRow(hand_class(HANDS[hand]), cells, card_codes(HANDS[hand]), tuple(shares)))
    return TableContent(heads, rows, get_action_colours(actions))


def _high_first(hand: int) -> list[int]:
    return sorted((card % 13 for card in HANDS[hand]), reverse=True)


def comparison_rows(found: Comparison) -> TableContent:
    """Return a row for all hands, then for kinds and classes of hands, with the changes of actions and EV."""
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), GROUP, right=False),
        ColumnHead(SHARE, text("solver.compare.share"), FIGURE, optional=True),
        ColumnHead(EV_CHANGE, text("solver.hand.ev"), CHANGE),
        *(ColumnHead(action, action_label(action), CHANGE, optional=True) for action in found.actions),
    ]
    rows = [TableRow(group_name(one.name), _changes(one, found.actions)) for one in found.hands]
    return TableContent(heads, rows, fixed=1)


def _changes(one: ComparedHands, actions: Sequence[str]) -> dict[str, Cell]:
    """Return the cells of a group: the frequencies with their changes, and below them the EV with its changes."""
    now, before = one.mixes
    cells = {
        SHARE: Cell(one.share, percent(one.share, 1)),
        EV_CHANGE: Cell(one.ev_change, chips(round(now.ev, 1)), signed(one.ev_change, 2)),
    }
    for index, action in enumerate(actions):
        ev, ev_change = now.action_ev[index], now.action_ev[index] - before.action_ev[index]
        points = signed(100 * one.change(index), 1)
        words = text("solver.compare.cell", figure=percent(now.shares[index]), change=points)
        below = text("solver.compare.cell", figure=chips(round(ev, 1)), change=signed(ev_change, 1))
        cells[action] = Cell(one.change(index), words, below)
    return cells


class RangeTable:
    """A table of the hands in a range that pass the filter. Enter shows the class of a hand in the grid."""

    def __init__(self, page: Page, opened: Act) -> None:
        self.table = SortedTable("hands", text("solver.table.title"), page.relayout, opened)
        self._content_of: tuple[SolvedNode, Player] | None = None

    def panel(self, node: SolvedNode, player: Player) -> Panel:
        """Return the panel with the hands of a player at a state."""
        title = text("solver.table.of", player=player_name(player))
        if (node, player) != self._content_of:
            self._content_of = node, player
            self.table.show(hand_rows(node, player))
        if not self.table.names:
            return Panel(Paragraph(text("solver.filter.nothing"), limit=3), title=title)
        return Panel(*self.table.boxes(), title=title, note=text("solver.table.note"))


TABLE, EXTENT = 300.0, (300.0, 40.0)
UNLOCKED = ""


def list_others(view: SolverView) -> list[Option]:
    """Return the solves to compare with: the solve without locks, and the stored solves of its spot."""
    unlocked = [Option(UNLOCKED, text("solver.compare.unlocked"))] if view.locks else []
    return [*unlocked, *(Option(file.name, file.name) for file in view.files if file.texts == view.texts)]


class CompareDialog(Dialog):
    """The dialog of frequencies and EV of this solve with their changes from another, by action and hand group."""

    name: ClassVar[str] = "compare"
    widest = 900.0

    def __init__(self, app: Services, view: SolverView, place: Position) -> None:
        assert view.node is not None
        super().__init__(app, text("solver.compare.title", player=player_name(view.node.here.player)))
        self._place, self._view = place, view
        self._comparison = Asked[Comparison](app, self._take)
        others = list_others(view)
        self._other = Cycle("other", text("solver.compare.other"), others, others[0].value, self._ask)
        self._table = SortedTable(
            "compared", text("solver.compare.table"), self.relayout, lambda: None, high=True
        )
        self._close = Button("close", text("common.close"), self.escape, kind="primary")
        self.controls.focus("other")

    def _ask(self, other: str) -> None:
        place = self._place
        assert place.texts is not None
        self._comparison.ask(AskComparison(place.texts, place.actions, place.cards, other, place.hands))
        self.relayout()

    def _take(self) -> None:
        if self._comparison.fresh is not None:
            self._table.show(comparison_rows(self._comparison.fresh))
        self.relayout()

    def enter(self) -> None:
        self._ask(self._other.chosen)

    def leave(self) -> None:
        self._comparison.drop()

    def parts(self) -> Sequence[Box]:
        """Return the choice of the other solve, and the table."""
        line = ", ".join(map(action_label, self._place.actions)) or text("solver.locks.at_start")
        where = text("solver.compare.where", line=line)
        if self._place.hands:
            where = text("solver.compare.filtered", where=where, hands=self._place.hands)
        table = Column(*self._table.boxes()).sized(fixed(TABLE))
        return [
            Words(where, "label", "dim", 4),
            Setting(self._other.label, "", self._other, EXTENT),
            Note(self._comparison.problem, wrong=True),
            table if self._comparison.fresh is not None else Note(self._waiting()),
            Words(text("solver.compare.note"), "small", "dim", 6),
        ]

    def _waiting(self) -> str:
        return "" if self._comparison.problem else text("solver.compare.waiting")

    def buttons(self) -> list[Button]:
        return [self._close]
