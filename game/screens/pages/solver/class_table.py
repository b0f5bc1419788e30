"""One class of hands of a range, hand by hand: reach, equity, ev, and how often each action is taken."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core import Player
from game.messages.ranges_answers import HANDS, places_of
from game.messages.solver_answers import SolvedNode
from game.screens.models.solver_words import chips
from game.screens.pages.solver.labels import action_label, inks_of, looks_of, player_name
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets import Rect
from game.screens.views.action_style import draw_sign
from game.screens.views.cards import codes_of
from game.screens.views.mix_grid import MixPicture, paint_bar

TITLE, HEAD, LEAST_ROW, HIGHEST_ROW = 34.0, 26.0, 34.0, 46.0
TOKEN, HAND, COLUMN, LEAST_SHARE, WIDEST_SHARE = 14.0, 54.0, 47.0, 36.0, 76.0
THIN, NOTHING = 4.0, "–"
FIGURES = ("reach", "equity", "ev")


def draw_class(painter: Painter, panel: Rect, node: SolvedNode, player: Player, name: str) -> None:
    """Tell of the hands of one class of a player."""
    board = frozenset(node.board)
    side = node.sides[player]
    hands = [place for place in places_of(name) if not board.intersection(HANDS[place])]
    hands.sort(key=lambda place: -side.reach[place])
    title = text("solver.hand.of", name=name, player=player_name(player))
    write_title(painter, panel, title, text("solver.hand.note"))
    x, y, width, height = content(panel)
    if not hands or name not in side.classes:
        painter.para(
            text("solver.hand.blocked", name=name), x, y + TITLE + 8, width, "label", col="dim", limit=2
        )
        return
    acts = node.state == "decision" and node.here.player == player
    actions = node.here.actions if acts else ()
    begin = x + HAND
    for place, figure in enumerate(FIGURES, 1):
        painter.text(text(f"solver.hand.{figure}"), begin + place * COLUMN, y + TITLE, "small", "dim", al="r")
    left = begin + len(FIGURES) * COLUMN
    step = min(WIDEST_SHARE, (x + width - left) / max(1, len(actions)))
    _draw_heads(painter, actions, left, step, y + TITLE)
    room = height - TITLE - HEAD / 2
    pitch = max(LEAST_ROW, min(HIGHEST_ROW, room / len(hands)))
    for place, hand in enumerate(hands[: int(room / pitch)]):
        row = y + TITLE + HEAD + (place + 0.2) * pitch
        painter.inline_cards(codes_of(HANDS[hand]), x, row, TOKEN)
        figures = _figures(node, player, hand)
        for column, words in enumerate(figures, 1):
            painter.text(words, begin + column * COLUMN, row, "small", "text", al="r")
        if actions and side.reach[hand] > 0:
            _draw_mix(painter, node, hand, (left, row, step), right=x + width)


def _draw_heads(painter: Painter, actions: Sequence[str], left: float, step: float, row: float) -> None:
    """Draw the sign of each action above its column, and its name where there is room."""
    for place, (action, look) in enumerate(zip(actions, looks_of(actions), strict=True)):
        right, words = left + (place + 1) * step, action_label(action)
        if painter.width(words, "small") + 24 <= step:
            painter.text(words, right, row, "small", "dim", al="r")
            draw_sign(painter, look, right - painter.width(words, "small") - 10, row)
        else:
            draw_sign(painter, look, right - 8, row)


def _draw_mix(
    painter: Painter, node: SolvedNode, hand: int, at: tuple[float, float, float], right: float
) -> None:
    """Write the shares of the actions with the ev of each below, and draw the shares as a thin bar."""
    left, row, step = at
    count = len(node.here.actions)
    shares = node.shares[hand * count : (hand + 1) * count]
    values = node.action_ev[hand * count : (hand + 1) * count]
    most = max(shares)
    for place, (share, ev) in enumerate(zip(shares, values, strict=True)):
        if step < LEAST_SHARE:
            break
        edge = left + (place + 1) * step
        style, ink = ("small_b", "text") if share == most else ("small", "dim")
        painter.text(percent(share), edge, row, style, ink, al="r")
        painter.text(_chips(ev), edge, row + 14, "small", "faint", al="r", size=11)
    before = COLUMN * len(FIGURES) + HAND
    bar = (left - before, row + 21, right - left + before, THIN)
    paint_bar(painter, bar, shares, MixPicture(inks=inks_of(node.here.actions)))


def _figures(node: SolvedNode, player: Player, hand: int) -> tuple[str, str, str]:
    side = node.sides[player]
    equity, ev = side.equity[hand], side.ev[hand]
    return (
        number(side.reach[hand], 2) if side.reach[hand] > 0 else NOTHING,
        NOTHING if math.isnan(equity) else percent(equity),
        _chips(ev),
    )


def _chips(ev: float) -> str:
    return NOTHING if math.isnan(ev) else chips(round(ev, 1))
