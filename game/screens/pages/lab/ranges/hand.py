"""One class of hands: before the flop its mix, on a board hand by hand, since the suits matter there."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Player
from game.messages.ranges_answers import HANDS, places_of
from game.rules.betting import Street
from game.screens.pages.lab.ranges.shown import Acting, Shown, player_name, share, shares_written
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import number, percents, text
from game.screens.ui.widgets import Rect
from game.screens.views import mix
from game.screens.views.action_style import draw_sign
from game.screens.views.cards import codes_of
from game.screens.views.mix import MixRow
from game.screens.views.mix_grid import MixPicture, paint_bar

TITLE, WIDEST = 34.0, 560.0
HEAD_ROW, HEAD_LINE, LEAST_ROW, HIGHEST_ROW = 36.0, 16.0, 19.0, 30.0
NAME, REACH, BUCKET, WIDEST_SHARE = 52.0, 52.0, 52.0, 72.0
SIGN, APART = 16.0, 8.0
THIN = 4.0
TOKEN = 14.0
LABEL = 104.0


def draw_hand(painter: Painter, panel: Rect, shown: Shown, player: Player, name: str) -> None:
    """Tell of one class of a player: before the flop its mix, on a board hand by hand."""
    side = shown.node.sides[player]
    board = frozenset(shown.line.shown)
    hands = [place for place in places_of(name) if not board.intersection(HANDS[place])]
    count = text("lab.ranges.hand" if len(hands) == 1 else "lab.ranges.hands", count=len(hands))
    reach = share(side.classes[name]) if name in side.classes else ""
    title = text("lab.ranges.of", name=name, player=player_name(player))
    note = text("lab.ranges.reach_of", count=count, reach=reach) if hands else ""
    write_title(painter, panel, title, note)
    x, y, width, height = content(panel)
    area = (x, y + TITLE, min(width, WIDEST), height - TITLE)
    if not hands:
        painter.para(
            text("lab.ranges.blocked", name=name), x, y + TITLE + 8, width, "label", col="dim", limit=2
        )
    elif shown.line.betting.street == Street.PREFLOP:
        _draw_class(painter, area, shown.node.mixes.get(name, ()), shown.acting_of(player))
    else:
        _draw_table(painter, area, shown, player, hands)


def _draw_class(painter: Painter, area: Rect, shares: Sequence[float], acting: Acting | None) -> None:
    x, y, width, height = area
    if acting is None or not shares:
        painter.para(text("lab.ranges.only_reach"), x, y + 8, width, "label", col="dim", limit=3)
        return
    rows = [
        MixRow(label, part, written, look.ink.pattern, look.ink.on(painter))
        for label, part, written, look in zip(
            acting.names, shares, shares_written(shares), acting.looks, strict=True
        )
    ]
    pitch = min(mix.LINE, (height - 60) / max(1, len(rows)))
    end = mix.draw_rows(painter, x, y + 8, width, rows, label_width=LABEL, pitch=pitch)
    painter.para(text("lab.ranges.alike"), x, end + 10, width, "small", col="dim", limit=2)


def _draw_table(painter: Painter, area: Rect, shown: Shown, player: Player, hands: Sequence[int]) -> None:
    """Draw a row for every hand of a class: reach, bucket, shares, and a thin bar of them."""
    x, y, width, height = area
    node, acting = shown.node, shown.acting_of(player)
    begin = x + NAME + REACH
    painter.text(text("lab.ranges.columns.reach"), begin, y, "small", "dim", al="r")
    if knows_buckets := bool(node.buckets) and acting is not None:
        begin += BUCKET
        painter.text(text("lab.ranges.columns.bucket"), begin, y, "small", "dim", al="r")
    step = min(WIDEST_SHARE, (x + width - begin) / len(acting.looks)) if acting is not None else 0.0
    if acting is not None:
        _draw_heads(painter, acting, begin, step, y)
    pitch = max(LEAST_ROW, min(HIGHEST_ROW, (height - HEAD_ROW) / max(1, len(hands))))
    for place, hand in enumerate(hands):
        row = y + HEAD_ROW + (place + 0.4) * pitch
        painter.inline_cards(codes_of(HANDS[hand]), x, row, TOKEN)
        painter.text(share(node.sides[player].reach[hand]), x + NAME + REACH, row, "small", "text", al="r")
        if knows_buckets:
            painter.text(number(node.buckets[hand] + 1), begin, row, "small", "dim", al="r")
        if acting is not None:
            shares = node.mix_of(hand)
            _write_shares(painter, shares, begin, step, row)
            bar = (x, row + pitch * 0.6 - THIN - 1, begin + step * len(shares) - x, THIN)
            paint_bar(painter, bar, shares, MixPicture(inks=acting.inks))


def _draw_heads(painter: Painter, acting: Acting, begin: float, step: float, y: float) -> None:
    """Draw sign and words above the column of each action; where it is tight in two lines, or the sign alone."""
    heads = [[name] for name in acting.names]
    if _widest(painter, heads) + SIGN + APART > step:
        heads = acting.heads
    words = _widest(painter, heads)
    signed, worded = step >= SIGN + words + APART, step >= words + APART
    for place, (look, parts) in enumerate(zip(acting.looks, heads, strict=True)):
        right = begin + (place + 1) * step
        if not worded:
            draw_sign(painter, look, right - 10, y)
            continue
        if signed:
            draw_sign(painter, look, right - painter.width(parts[0], "small") - SIGN + 4, y)
        for line, part in enumerate(parts):
            painter.text(part, right, y + line * HEAD_LINE, "small", "dim", al="r")


def _widest(painter: Painter, heads: Sequence[Sequence[str]]) -> float:
    return max(painter.width(part, "small") for parts in heads for part in parts)


def _write_shares(painter: Painter, shares: Sequence[float], begin: float, step: float, row: float) -> None:
    for place, (part, written) in enumerate(zip(shares, percents(shares), strict=True)):
        ink, style = ("text", "small_b") if part == max(shares) else ("dim", "small")
        painter.text(written, begin + (place + 1) * step, row, style, ink, al="r")
