"""What the walk tells of a range beside its grid: one class of hands, hand by hand, or its kinds of made hands."""

from __future__ import annotations

import math
from functools import partial

from game.core import Player
from game.features.solver.labels import action_label, acts, inks_of, looks_of, player_name
from game.study.ranges import HANDS, places_of
from game.study.solved import HAND_KINDS, SolvedNode, SolvedSide
from game.study.solver_words import UNKNOWN, chips
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import grow
from game.window.ui.leaves import Panel, Paragraph, Picture
from game.window.ui.widgets import Rect
from game.window.views.action_style import draw_sign
from game.window.views.cards import codes_of
from game.window.views.mix_grid import MixPicture, paint_bar

HEAD, LEAST_ROW, HIGHEST_ROW = 26.0, 34.0, 46.0
TOKEN, HAND, COLUMN, LEAST_SHARE, WIDEST_SHARE = 14.0, 54.0, 47.0, 36.0, 76.0
THIN, BLOCKED = 4.0, 44.0
FIGURES = ("reach", "equity", "ev")
BEFORE = HAND + len(FIGURES) * COLUMN
"""From the left end of a row to where the shares begin."""
LEAST_KIND, HIGHEST_KIND, BAR, NAME, SHARE, GAP = 19.0, 30.0, 10.0, 118.0, 46.0, 8.0


# ---- one class ----------------------------------------------------------------------------------------------
def class_panel(node: SolvedNode, player: Player, name: str) -> Panel:
    """Tell of the hands of a class of a player: reach, equity, ev, and how often each action is taken."""
    side, board = node.sides[player], frozenset(node.board)
    hands = [place for place in places_of(name) if not board.intersection(HANDS[place])]
    hands.sort(key=lambda place: -side.reach[place])
    title = text("solver.hand.of", name=name, player=player_name(player))
    note = text("solver.hand.note")
    if not hands or name not in side.classes:
        blocked = Paragraph(text("solver.hand.blocked", name=name), limit=2)
        return Panel(blocked, title=title, note=note, head=BLOCKED)
    picture = Picture(partial(_draw_hands, node=node, player=player, hands=hands))
    return Panel(picture.sized(grow()), title=title, note=note)


def _draw_hands(painter: Painter, rect: Rect, node: SolvedNode, player: Player, hands: list[int]) -> None:
    """Draw a row for every hand that has room, the likeliest first, below the names of the columns."""
    x, y, width, height = rect
    for column, figure in enumerate(FIGURES, 1):
        name = text(f"solver.hand.{figure}")
        painter.text(name, x + HAND + column * COLUMN, y, "small", "dim", al="r")
    actions = node.here.actions if acts(node, player) else ()
    step = min(WIDEST_SHARE, (width - BEFORE) / max(1, len(actions)))
    for place, (action, look) in enumerate(zip(actions, looks_of(actions), strict=True), 1):
        right, name = x + BEFORE + place * step, action_label(action)
        sign = right - 8
        if painter.width(name, "small") + 24 <= step:
            sign = right - painter.text(name, right, y, "small", "dim", al="r") - 10
        draw_sign(painter, look, sign, y)
    room = height - HEAD / 2
    pitch = max(LEAST_ROW, min(HIGHEST_ROW, room / len(hands)))
    for place, hand in enumerate(hands[: int(room / pitch)]):
        row = (x, y + HEAD + (place + 0.2) * pitch, width, pitch)
        _draw_hand(painter, row, node.sides[player], hand)
        if actions and node.sides[player].reach[hand] > 0:
            _draw_mix(painter, row, node, hand, step)


def _draw_hand(painter: Painter, rect: Rect, side: SolvedSide, hand: int) -> None:
    x, row, _, _ = rect
    painter.inline_cards(codes_of(HANDS[hand]), x, row, TOKEN)
    reach, equity = side.reach[hand], side.equity[hand]
    figures = (
        number(reach, 2) if reach > 0 else UNKNOWN,
        UNKNOWN if math.isnan(equity) else percent(equity),
        chips(round(side.ev[hand], 1)),
    )
    for column, words in enumerate(figures, 1):
        painter.text(words, x + HAND + column * COLUMN, row, "small", "text", al="r")


def _draw_mix(painter: Painter, rect: Rect, node: SolvedNode, hand: int, step: float) -> None:
    """Write the shares of the actions, `step` dp apart, with the ev of each below; draw them as a thin bar."""
    x, row, width, _ = rect
    count = len(node.here.actions)
    shares, values = (figures[hand * count : (hand + 1) * count] for figures in (node.shares, node.action_ev))
    if step >= LEAST_SHARE:
        for place, (share, ev) in enumerate(zip(shares, values, strict=True), 1):
            edge = x + BEFORE + place * step
            style, ink = ("small_b", "text") if share == max(shares) else ("small", "dim")
            painter.text(percent(share), edge, row, style, ink, al="r")
            painter.text(chips(round(ev, 1)), edge, row + 14, "small", "faint", al="r", size=11)
    paint_bar(painter, (x, row + 21, width, THIN), shares, MixPicture(inks=inks_of(node.here.actions)))


# ---- kinds of hands -----------------------------------------------------------------------------------------
def kinds_panel(node: SolvedNode, player: Player) -> Panel:
    """Tell how much of a range each kind of hand is and what it does, beside the share in the other range."""
    title = text("solver.kinds.of", player=player_name(player))
    note = text("solver.kinds.acts" if acts(node, player) else "solver.kinds.note")
    return Panel(
        Picture(partial(_draw_kinds, node=node, player=player)).sized(grow()), title=title, note=note
    )


def _draw_kinds(painter: Painter, rect: Rect, node: SolvedNode, player: Player) -> None:
    """Draw a row for every kind: its share and its mix, below it a thin line for the other range."""
    x, y, width, height = rect
    own, other = ({one.kind: one for one in node.kinds[side]} for side in (player, 1 - player))
    kinds = [kind for kind in HAND_KINDS if kind in own or kind in other]
    pitch = max(LEAST_KIND, min(HIGHEST_KIND, height / max(1, len(kinds))))
    most = max([0.01, *(one.share for side in node.kinds for one in side)])
    begin, reach = x + NAME + SHARE + GAP / 2, width - NAME - 2 * SHARE - GAP
    picture = MixPicture(inks=inks_of(node.here.actions))
    for place, kind in enumerate(kinds[: int(height / pitch)]):
        row = y + (place + 0.5) * pitch
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
