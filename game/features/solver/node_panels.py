"""The panels of a public state of a solve: one class of hands, kinds of hands, both ranges, and run-outs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import compress, pairwise
from typing import ClassVar

from game.core import Player
from game.features.solver.labels import (
    acts,
    player_name,
)
from game.features.solver.model import Position
from game.rules.cards import Card
from game.study.amounts import UNKNOWN, chips
from game.study.ranges import HANDS, class_indices
from game.study.solved import HAND_KINDS, RunOuts, SolvedNode, SolvedSide
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.chart import Plot
from game.window.ui.layout import grow
from game.window.ui.leaves import Panel, Paragraph, Picture
from game.window.ui.leaves.panels import PADDING, write_title
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Rect
from game.window.views.betting_path import ActionInk, draw_sign
from game.window.views.cards import card_codes
from game.window.views.marks import MIN_GRAPH, equity_graph
from game.window.views.mix_grid import RANGE_PAIR_HELD, MixPicture, RangePair, paint_bar
from game.window.views.range_grid import CardCells
from game.window.views.range_painting import SIDES
from game.window.views.solved_tables import action_label, get_action_colours, get_action_looks

HEAD, MIN_ROW, HIGHEST_ROW = 26.0, 38.0, 46.0
TOKEN, HAND, COLUMN, MIN_SHARE, WIDEST_SHARE = 14.0, 54.0, 47.0, 36.0, 76.0
THIN, BLOCKED, HEAD_GAP = 4.0, 44.0, 4.0
FIGURES = ("reach", "equity", "ev")
MIN_KIND, HIGHEST_KIND, BAR, NAME, SHARE, GAP = 19.0, 30.0, 10.0, 118.0, 46.0, 8.0
NOTE_ROW = 40.0
MIX, EV, EQUITY = "mix", "ev", "equity"
TINTS, PALE = 9, 0.75
PASSIVE, PALEST = ("check", "call", "fold"), 0.35


def class_panel(node: SolvedNode, player: Player, name: str) -> Panel:
    """Return the panel of a player's hands in a class: each hand's reach, equity, EV and action frequencies."""
    side, board = node.sides[player], frozenset(node.board)
    hands = [index for index in class_indices(name) if not board.intersection(HANDS[index])]
    if side.filter_share < 1:
        hands = [index for index in hands if side.reach[index] > 0]
    hands.sort(key=lambda index: -side.reach[index])
    title = text("solver.hand.of", name=name, player=player_name(player))
    note = text("solver.hand.note")
    if not hands or name not in side.classes:
        why = "filtered" if side.filter_share < 1 else "blocked"
        blocked = Paragraph(text(f"solver.hand.{why}", name=name), limit=2)
        return Panel(blocked, title=title, note=note, head=BLOCKED)
    picture = Picture(partial(_draw_hands, node=node, player=player, hands=hands))
    return Panel(picture.sized(grow()), title=title, note=note)


def _draw_hands(painter: Painter, rect: Rect, node: SolvedNode, player: Player, hands: list[int]) -> None:
    """Draw a row for each hand, the likeliest first, below the column names.

    Hands for which there is no room are left out.
    """
    x, y, width, height = rect
    actions = node.here.actions if acts(node, player) else ()
    names = [text(f"solver.hand.{figure}") for figure in FIGURES]
    column = _column_width(painter, names, width - len(actions) * MIN_SHARE)
    for index, name in enumerate(names, 1):
        painter.text(name, x + HAND + index * column, y, "small", "dim", al="r", fit=column - HEAD_GAP)
    before = HAND + len(FIGURES) * column
    step = min(WIDEST_SHARE, (width - before) / max(1, len(actions)))
    for index, (action, look) in enumerate(zip(actions, get_action_looks(actions), strict=True), 1):
        right, name = x + before + index * step, action_label(action)
        sign = right - 8
        if painter.width(name, "small") + 24 <= step:
            sign = right - painter.text(name, right, y, "small", "dim", al="r") - 10
        draw_sign(painter, look, sign, y)
    room = height - HEAD / 2
    pitch = max(MIN_ROW, min(HIGHEST_ROW, room / len(hands)))
    for index, hand in enumerate(hands[: int(room / pitch)]):
        row = (x, y + HEAD + (index + 0.2) * pitch, width, pitch)
        _draw_hand(painter, row, node.sides[player], hand, column)
        if actions and node.sides[player].reach[hand] > 0:
            _draw_mix(painter, row, node, hand, (before, step))


def _column_width(painter: Painter, names: Sequence[str], room: float) -> float:
    wanted = max(painter.width(name, "small") for name in names) + HEAD_GAP
    return max(COLUMN, min(wanted, (room - HAND) / len(names)))


def _draw_hand(painter: Painter, rect: Rect, side: SolvedSide, hand: int, column: float) -> None:
    x, row, _, _ = rect
    painter.inline_cards(card_codes(HANDS[hand]), x, row, TOKEN)
    reach, equity = side.reach[hand], side.equity[hand]
    figures = (
        number(reach, 2) if reach > 0 else UNKNOWN,
        UNKNOWN if math.isnan(equity) else percent(equity),
        chips(round(side.ev[hand], 1)),
    )
    for index, words in enumerate(figures, 1):
        painter.text(words, x + HAND + index * column, row, "small", "text", al="r")


def _draw_mix(
    painter: Painter, rect: Rect, node: SolvedNode, hand: int, columns: tuple[float, float]
) -> None:
    """Write the frequency of each action with its EV below, and draw the frequencies as a thin bar.

    `columns` has the left end of the first column within the row, and the common width of the columns, in dp.
    """
    x, row, width, _ = rect
    before, step = columns
    count = len(node.here.actions)
    shares, values = (figures[hand * count : (hand + 1) * count] for figures in (node.shares, node.action_ev))
    if step >= MIN_SHARE:
        for index, (share, ev) in enumerate(zip(shares, values, strict=True), 1):
            edge = x + before + index * step
            style, ink = ("small_b", "text") if share == max(shares) else ("small", "dim")
            painter.text(percent(share), edge, row, style, ink, al="r")
            painter.text(chips(round(ev, 1)), edge, row + 14, "small", "faint", al="r", size=11)
    paint_bar(
        painter, (x, row + 20, width, THIN), shares, MixPicture(inks=get_action_colours(node.here.actions))
    )


def kinds_panel(node: SolvedNode, player: Player) -> Panel:
    """Return the panel with the share and the strategy of each kind of hand in the player's range.

    The panel also shows the share of each kind in the opponent's range.
    """
    title = text("solver.kinds.of", player=player_name(player))
    note = text("solver.kinds.acts" if acts(node, player) else "solver.kinds.note")
    return Panel(
        Picture(partial(_draw_kinds, node=node, player=player)).sized(grow()), title=title, note=note
    )


def _draw_kinds(painter: Painter, rect: Rect, node: SolvedNode, player: Player) -> None:
    """Draw a row for every kind of hand: its share and its action frequencies.

    A thin line below shows the share of this kind in the opponent's range.
    """
    x, y, width, height = rect
    own, other = ({one.kind: one for one in node.kinds[side]} for side in (player, 1 - player))
    kinds = [kind for kind in HAND_KINDS if kind in own or kind in other]
    pitch = max(MIN_KIND, min(HIGHEST_KIND, height / max(1, len(kinds))))
    most = max([0.01, *(one.share for side in node.kinds for one in side)])
    begin, reach = x + NAME + SHARE + GAP / 2, width - NAME - 2 * SHARE - GAP
    picture = MixPicture(inks=get_action_colours(node.here.actions))
    for index, kind in enumerate(kinds[: int(height / pitch)]):
        row = y + (index + 0.5) * pitch
        share, theirs = (side[kind].share if kind in side else 0.0 for side in (own, other))
        name_ink, share_ink = ("text" if found else "faint" for found in (kind in own, share))
        painter.text(text(f"solver.kinds.{kind}"), x, row, "small", name_ink, fit=NAME - 6)
        painter.text(percent(share, 1), x + NAME + SHARE - 4, row, "small_b", share_ink, al="r")
        painter.text(percent(theirs, 1), x + width, row, "small", "dim", al="r")
        bar = (begin, row - BAR / 2, max(2.0, reach * share / most), BAR)
        if share and acts(node, player):
            paint_bar(painter, bar, own[kind].mix, picture)
        elif share:
            painter.rect(bar, "dim", 2)
        if theirs:
            painter.rect((begin, row + BAR / 2 + 1, max(2.0, reach * theirs / most), 2), "info", 1)


def equity_panel(node: SolvedNode, plot: Plot) -> Panel:
    """Return the chart of each range's equity over its percentiles. The filter applies to both ranges."""
    curves = [
        (player_name(player), node.sides[player].curve, colour)
        for player, colour in enumerate(SIDES.values())
    ]
    title, note = text("solver.graph.title"), text("solver.graph.note")
    if not any(curve for _, curve, _ in curves):
        return Panel(Paragraph(text("solver.filter.nothing"), limit=3), title=title)
    return Panel(equity_graph(plot, curves).sized(grow(least=MIN_GRAPH)), title=title, note=note)


class Grids(RangePair):
    """The ranges of both players as grids.

    By default, the cells of the player to act are divided by action frequencies, and the opponent's cells
    only show the reach. In the other views, the cells of both grids are tinted by EV or equity.
    """

    head, foot, min_figure = 52.0, 34.0, 34.0

    def __init__(self) -> None:
        super().__init__(text("solver.grid.acting"), text("solver.grid.other"), text("solver.grid.not_held"))
        self._node: SolvedNode | None = None

    @property
    def acting(self) -> Player:
        return self._node.here.player if self._node is not None and self._node.here.player >= 0 else 0

    def show(self, node: SolvedNode, view: str, *, patterned: bool) -> None:
        """Show a state. `view` selects what the cells show: the action frequencies, the EV or the equity."""
        self._node = node

        def picture(player: Player) -> MixPicture:
            if view == MIX:
                return _mix_picture(node, player, patterned=patterned)
            return _tinted(node, player, view)

        player = self.players[0]
        self.repaint(
            (node, player, patterned, view), (player, node.way[:1], node.sides[player].filter_share), picture
        )

    def total_mix(self, player: Player) -> tuple[Sequence[float], Sequence[ActionInk]]:
        """Return the action frequencies of the whole range, and the colours.

        Empty if `player` is not to act.
        """
        if (node := self._node) is None or not acts(node, player):
            return (), ()
        return node.chosen_mix, get_action_colours(node.here.actions)

    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write the name of the player above the grid, and the player's result."""
        if (node := self._node) is None:
            return
        side, (x, y, width, _) = node.sides[player], around
        combos = text("solver.grid.combos", count=number(side.combos, 0 if side.combos >= 100 else 1))
        holds = "to_act" if acts(node, player) else "holds"
        write_title(painter, around, text(f"solver.grid.{holds}", player=player_name(player)), "", combos)
        if not math.isnan(side.mean_ev):
            figures = {"ev": chips(round(side.mean_ev, 2)), "equity": percent(side.mean_equity, 1)}
            words, room = text("solver.grid.figures", **figures), width - 2 * PADDING
            painter.text(words, x + PADDING, y + NOTE_ROW, "small", "dim", fit=room)


def _mix_picture(node: SolvedNode, player: Player, *, patterned: bool) -> MixPicture:
    """Return the grid of a range. The cells of the player to act are divided by the action frequencies."""
    heights = _heights(node, player)
    if not acts(node, player):
        held = dict.fromkeys(heights, (1.0,))
        return MixPicture(
            held, (text("solver.grid.held"),), (RANGE_PAIR_HELD,), heights=heights, patterned=patterned
        )
    names = [action_label(action) for action in node.here.actions]
    inks = get_action_colours(node.here.actions)
    return MixPicture(node.mixes, names, inks, heights=heights, patterned=patterned)


def _tinted(node: SolvedNode, player: Player, view: str) -> MixPicture:
    """Return the grid of a range, with cells tinted on a scale from the lowest to the highest class."""
    side = node.sides[player]
    values = side.class_ev if view == EV else side.class_equity
    low, high = min(values.values(), default=0.0), max(values.values(), default=1.0)
    steps = [low + (high - low) * index / TINTS for index in range(TINTS + 1)]
    inks = []
    for index in range(TINTS):  # palest in the middle
        share = index / (TINTS - 1)
        colour = "info" if share < 0.5 else "brass"
        inks.append(ActionInk(colour, "panel", PALE * (1 - abs(2 * share - 1))))
    shares = {}
    for name, value in values.items():
        index = min(TINTS - 1, int(TINTS * (value - low) / (high - low))) if high > low else TINTS // 2
        shares[name] = tuple(float(index == tint) for tint in range(TINTS))
    return MixPicture(shares, name_spans(view, steps), inks, heights=_heights(node, player))


def name_spans(view: str, steps: Sequence[float]) -> list[str]:
    """Return the labels of the intervals between neighbouring steps.

    If both ends of an interval are written alike, its label has only one number.
    """
    write = (lambda one: chips(round(one))) if view == EV else percent
    names = []
    for low, high in pairwise(map(write, steps)):
        key = "solver.grid.span" if low != high else "solver.grid.span_of_one"
        names.append(text(key, view=text(f"solver.view.{view}"), low=low, high=high))
    return names


def _heights(node: SolvedNode, player: Player) -> dict[str, float]:
    """Return the fill height of the cell of each class: the square root of its reach, scaled to at most 1."""
    held = {name: weight for name, weight in node.sides[player].classes.items() if weight > 0}
    heights = {name: math.sqrt(weight / len(class_indices(name))) for name, weight in held.items()}
    most = max(heights.values(), default=1.0)
    return {name: height / most for name, height in heights.items()}


class RunOutCells(CardCells):
    """The possible next cards, each with the EV of `oop` or, if `by_bets`, the bet frequency after this card.

    A click on a card deals it.
    """

    highest_cell: ClassVar[float] = 40.0

    def __init__(self, place: Position) -> None:
        super().__init__("run-outs", text("solver.cards.title"), place.deal)
        self._figures: dict[Card, float] = {}
        self.by_bets = False

    def show(self, found: RunOuts | None, *, by_bets: bool) -> None:
        """Show the run-outs of a state. If `by_bets`, show bet frequencies, otherwise EVs."""
        self.by_bets, self._figures = by_bets, {}
        if found is not None:
            bets = [action.partition(" ")[0] not in PASSIVE for action in found.actions]
            self._figures = {
                one.card: sum(compress(one.shares, bets)) if by_bets else one.ev for one in found.cards
            }

    @property
    def hint(self) -> str:
        return self.value if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        return self._figures.get(card)

    def write_figure(self, figure: float) -> str:
        return number(100 * figure) if self.by_bets else number(figure)

    def background(self, painter: Painter, figure: float) -> RGB:
        """Return a colour on a scale from the lowest to the highest figure. The middle is palest."""
        low, high = min(self._figures.values()), max(self._figures.values())
        share = (figure - low) / (high - low) if high > low else 0.5
        side = mix(painter.col("info"), painter.col("brass"), share)
        return mix(painter.col("panel"), side, PALEST + (1 - PALEST) * abs(2 * share - 1))

    def describe(self, card: str, figure: float | None) -> str:
        """Describe the figure of a card in words."""
        if figure is None:
            return text("solver.cards.gone", card=card)
        if self.by_bets:
            return text("solver.cards.bets", card=card, figure=percent(figure, 1))
        return text("solver.cards.ev", card=card, figure=chips(round(figure, 2)))
