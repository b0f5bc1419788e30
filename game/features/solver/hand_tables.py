"""Sortable tables of hands: the hands of a range, and groups of hands in two solves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core import Player
from game.features.solver.labels import acts, player_name
from game.rules.cards import hand_class
from game.study.ranges import HANDS
from game.study.solved import ComparedHands, Comparison, SolvedNode
from game.study.words import UNKNOWN, chips
from game.texts import number, percent, signed, text
from game.window.frame.page import Page
from game.window.ui.leaves import Panel, Paragraph
from game.window.ui.widgets import Act
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
