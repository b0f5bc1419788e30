"""The grids of both ranges, and the mixed strategy of one class of hands.

The grid of the player to act shows actions and reach. The other grid shows only reach. Before the flop, a
class has one mixed strategy. On a board, each hand of the class is listed, because the suits matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core import Player
from game.features.lab.ranges_model import Acting, ShownNode
from game.rules.betting import BIG_BLIND, Street
from game.study.ranges import HANDS, class_indices
from game.texts import number, percents, plural, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.leaves import Panel
from game.window.ui.leaves.panels import content, write_title
from game.window.ui.widgets import Rect
from game.window.views import marks
from game.window.views.betting_path import ActionInk, draw_sign, player_name, share, shares_written
from game.window.views.cards import card_codes
from game.window.views.mix_grid import RANGE_PAIR_HELD, WIDEST, MixPicture, RangePair, paint_bar

DIGITS = 100  # combos: larger numbers are written without decimals
TITLE, WIDEST_TABLE = 34.0, 560.0
HEAD_ROW, HEAD_LINE, MIN_ROW, HIGHEST_ROW = 36.0, 16.0, 19.0, 30.0
NAME, REACH, BUCKET, WIDEST_SHARE = 52.0, 52.0, 52.0, 72.0
SIGN, APART = 16.0, 8.0
THIN, TOKEN, LABEL = 4.0, 14.0, 104.0


class GridPair(RangePair):
    """The grids of both players at the node `shown`. If `patterned`, actions also differ by pattern."""

    head, foot, min_figure = 34.0, 30.0, 30.0

    def __init__(self) -> None:
        super().__init__(text("lab.ranges.grid"), text("lab.ranges.second"), text("lab.ranges.not_held"))
        self.shown: ShownNode | None = None
        self.patterned = False

    @property
    def acting(self) -> Player:
        acting = self.shown.acting if self.shown is not None else None
        return acting.player if acting is not None else BIG_BLIND

    def boxes(self, *, single: bool, most: float = math.inf) -> list[Panel]:
        """Return the panels of the grids, at most `most` dp wide. If `single`, return only the first."""
        wide = min(most, WIDEST)
        panels = self.panels(single=single, least=wide, most=wide)
        shown, player = self.shown, self.players[0]
        if shown is None:
            self.clear()
        else:
            self.repaint((shown.node, player, self.patterned), (shown.line, player), self._picture)
        return panels

    def _picture(self, player: Player) -> MixPicture:
        """Return the grid of a range.

        The fill height of a cell is the square root of the reach of its class, relative to the most likely class.
        The square root makes rare hands visible, which still matter on later streets. The cells of the player to
        act are divided among the actions. Other cells have one colour.
        """
        assert self.shown is not None
        node, acting = self.shown.node, self.shown.get_acting(player)
        classes = node.sides[player].classes
        most = max(classes.values())
        heights = {name: math.sqrt(weight / most) for name, weight in classes.items()}
        if acting is None:
            held, said = dict.fromkeys(heights, (1.0,)), text("lab.ranges.held")
            return MixPicture(held, (said,), (RANGE_PAIR_HELD,), heights=heights, patterned=self.patterned)
        return MixPicture(node.mixes, acting.names, acting.inks, heights=heights, patterned=self.patterned)

    def total_mix(self, player: Player) -> tuple[Sequence[float], Sequence[ActionInk]]:
        """Return the action frequencies of a range with their colours.

        Both are empty if `player` is not to act.
        """
        acting = self.shown.get_acting(player) if self.shown is not None else None
        if self.shown is None or acting is None:
            return (), ()
        return self.shown.node.decisions[-1].shares, acting.inks

    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write the player's name, the legend of the grid, and the number of combos in the range."""
        if self.shown is None:
            write_title(painter, around, player_name(player))
            return
        side, acts = self.shown.node.sides[player], self.shown.get_acting(player) is not None
        title = text("lab.ranges.to_act" if acts else "lab.ranges.holds", player=player_name(player))
        reading = "reading" if acts else "reading_held"
        note = text(f"lab.ranges.{reading if side.comes else 'never'}")
        combos = number(side.combos, 0 if side.combos >= DIGITS else 1)
        write_title(painter, around, title, note, text("lab.ranges.combos", count=combos))

    def draw_hand(self, waiting: bool, painter: Painter, panel: Rect) -> None:
        """Describe the class under the mouse, or the class selected with the arrow keys."""
        player, name = self.shown_class()
        if self.shown is not None:
            _draw_hand(painter, panel, self.shown, player, name)
            return
        self.first.shown_in_table = False
        write_title(painter, panel, text("lab.ranges.one_hand"))
        _say(painter, content(panel), text("lab.ranges.waiting" if waiting else "lab.ranges.empty"))


# ---- one class --------------------------------------------------------------------------------------------------
def _draw_hand(painter: Painter, panel: Rect, shown: ShownNode, player: Player, name: str) -> None:
    """Describe a class of a player's range: its mixed strategy before the flop, or its hands on a board."""
    side, acting = shown.node.sides[player], shown.get_acting(player)
    board = frozenset(shown.line.dealt_board)
    hands = [index for index in class_indices(name) if not board.intersection(HANDS[index])]
    count = plural("lab.ranges.hands", len(hands))
    reach = share(side.classes[name]) if name in side.classes else ""
    note = text("lab.ranges.reach_of", count=count, reach=reach) if hands else ""
    write_title(painter, panel, text("lab.ranges.of", name=name, player=player_name(player)), note)
    x, y, width, height = content(panel)
    area = (x, y + TITLE, min(width, WIDEST_TABLE), height - TITLE)
    shares = shown.node.mixes.get(name, ())
    if not hands:
        _say(painter, (x, y, width, height), text("lab.ranges.blocked", name=name), 2)
    elif shown.line.betting.street != Street.PREFLOP:
        _draw_table(painter, area, shown, player, hands)
    elif acting is None or not shares:
        _say(painter, (x, y, area[2], height), text("lab.ranges.only_reach"))
    else:
        x, y, width, height = area
        rows, options = [], zip(acting.names, shares, shares_written(shares), acting.inks, strict=True)
        for label, part, written, ink in options:
            rows.append(marks.MixRow(label, part, written, ink.pattern, ink.on(painter)))
        pitch = min(marks.MIX_ROW_STEP, (height - 60) / max(1, len(rows)))
        end = marks.draw_rows(painter, x, y + 8, width, rows, label_width=LABEL, pitch=pitch)
        painter.para(text("lab.ranges.alike"), x, end + 10, width, "small", col="dim", limit=2)


def _say(painter: Painter, rect: Rect, words: str, limit: int = 3) -> None:
    x, y, width, _ = rect
    painter.para(words, x, y + TITLE + 8, width, "label", col="dim", limit=limit)


def _draw_table(painter: Painter, area: Rect, shown: ShownNode, player: Player, hands: Sequence[int]) -> None:
    """Draw a row for every hand of a class: reach, bucket, action shares, and a thin bar of these shares."""
    x, y, width, height = area
    node, acting = shown.node, shown.get_acting(player)
    begin = x + NAME + REACH
    painter.text(text("lab.ranges.columns.reach"), begin, y, "small", "dim", al="r", fit=REACH)
    if knows_buckets := bool(node.buckets) and acting is not None:
        begin += BUCKET
        painter.text(text("lab.ranges.columns.bucket"), begin, y, "small", "dim", al="r", fit=BUCKET - 6)
    step = min(WIDEST_SHARE, (x + width - begin) / len(acting.looks)) if acting is not None else 0.0
    if acting is not None:
        _draw_heads(painter, acting, begin, step, y)
    pitch = max(MIN_ROW, min(HIGHEST_ROW, (height - HEAD_ROW) / max(1, len(hands))))
    for index, hand in enumerate(hands):
        row = y + HEAD_ROW + (index + 0.4) * pitch
        painter.inline_cards(card_codes(HANDS[hand]), x, row, TOKEN)
        painter.text(share(node.sides[player].reach[hand]), x + NAME + REACH, row, "small", "text", al="r")
        if knows_buckets:
            painter.text(number(node.buckets[hand] + 1), begin, row, "small", "dim", al="r")
        if acting is not None:
            shares = node.get_mix(hand)
            for column, (part, written) in enumerate(zip(shares, percents(shares), strict=True), 1):
                ink, style = ("text", "small_b") if part == max(shares) else ("dim", "small")
                painter.text(written, begin + column * step, row, style, ink, al="r")
            bar = (x, row + pitch * 0.6 - THIN - 1, begin + step * len(shares) - x, THIN)
            paint_bar(painter, bar, shares, MixPicture(inks=acting.inks))


def _draw_heads(painter: Painter, acting: Acting, begin: float, step: float, y: float) -> None:
    """Draw a sign and a name above the column of each action. If space is short, draw only the sign."""
    heads = [[name] for name in acting.names]
    if _widest(painter, heads) + SIGN + APART > step:
        heads = acting.heads
    words = _widest(painter, heads)
    signed, worded = step >= SIGN + words + APART, step >= words + APART
    for index, (look, parts) in enumerate(zip(acting.looks, heads, strict=True)):
        right = begin + (index + 1) * step
        if not worded:
            draw_sign(painter, look, right - 10, y)
            continue
        if signed:
            draw_sign(painter, look, right - painter.width(parts[0], "small") - SIGN + 4, y)
        for line, part in enumerate(parts):
            painter.text(part, right, y + line * HEAD_LINE, "small", "dim", al="r")


def _widest(painter: Painter, heads: Sequence[Sequence[str]]) -> float:
    return max(painter.width(part, "small") for parts in heads for part in parts)
