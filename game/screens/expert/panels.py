"""The panels of the page: whose rules, the spot, what is done with the hand, and with all hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.screens.expert.answers import ShownExpert, ShownSpot
from game.screens.expert.layout import GRID_FOOT, GRID_HEAD, SPOT
from game.screens.expert.rule_list import HEAD, ShownRule, asks
from game.screens.expert.spot import Spot
from game.screens.expert.words import action_name, asked, stakes, told
from game.screens.pen import Pen
from game.screens.texts import english, percent, text
from game.screens.views import mix
from game.screens.views.action_looks import inks_of
from game.screens.views.mix import MixRow
from game.screens.views.mix_grid import MixGrid
from game.screens.views.panel_head import PADDING, TITLE_ROW, content, write_title
from game.screens.views.range_grid import side_of
from game.screens.widgets.button import Button
from game.screens.widgets.card_slots import CardSlots, width_of
from game.screens.widgets.cycle import Cycle
from game.screens.widgets.widget import Rect
from game.user_files import from_home

CYCLE, BUTTON, BUTTON_GAP = 40.0, 38.0, 8.0
TITLE = TITLE_ROW + 14
SLOT, CAPS = 52.0, 20.0
LINE = 20.0
A_ROW, MOST_TOLD = 3, 3
MIX_ROW, MOST_ROWS = 20.0, 4
LEGEND_STEP = 17.0
PATH_LINE, MOST_PATH_LINES = 18.0, 3


def expert_name(expert: ShownExpert) -> str:
    """Return the name of an expert: the style, or the file of one's own."""
    key = f"expert.styles.{expert.rules}"
    return text(key) if english().known(key) else expert.rules


# ---- whose rules -----------------------------------------------------------------------------------------------
def place_expert(panel: Rect, choice: Cycle, buttons: Sequence[Button]) -> None:
    """Place the choice below the title, and the buttons at the foot of the panel."""
    x, y, width, height = panel
    inner = width - 2 * PADDING
    choice.rect = (x + PADDING, y + TITLE, inner, CYCLE)
    _in_rows(buttons, (x + PADDING, y + height - PADDING - BUTTON, inner, BUTTON), len(buttons))


def draw_expert(pen: Pen, panel: Rect, expert: ShownExpert | None, description: str, trouble: str) -> None:
    """Tell what the expert is like, and where its rules lie."""
    write_title(pen, panel, text("expert.whose"))
    x, y, width, _ = panel
    left, inner = x + PADDING, width - 2 * PADDING
    at = y + TITLE + CYCLE + 20
    if trouble:
        pen.para(trouble, left, at, inner, "label", col="bad", limit=3)
        return
    at = pen.para(description, left, at, inner, "label", col="text", limit=2)
    if expert is None or not expert.own:
        pen.para(text("expert.ships"), left, at + 6, inner, "small", col="dim", limit=2)
        return
    at = pen.para(text("expert.edit"), left, at + 4, inner, "small", col="dim", limit=2)
    for line in path_lines(pen, from_home(Path(expert.path)), inner)[-MOST_PATH_LINES:]:
        pen.text(line, left, at, "small_b", fit=inner)
        at += PATH_LINE


def path_lines(pen: Pen, path: str, width: float) -> list[str]:
    """Divide a path behind its slashes into lines of a width."""
    lines = [""]
    for place, part in enumerate(path.replace("\\", "/").split("/")):
        piece = f"/{part}" if place else part
        if lines[-1] and pen.width(lines[-1] + piece, "small_b") > width:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


# ---- the spot ---------------------------------------------------------------------------------------------------
def place_spot(
    panel: Rect, hole: CardSlots, board: CardSlots, moves: Sequence[Button], ways_back: Sequence[Button]
) -> None:
    """Place hand and board side by side, and what can be done at the foot."""
    x, y, width, height = panel
    inner = width - 2 * PADDING
    top = y + TITLE + CAPS
    slot = min(SLOT, SLOT * (inner - 18) / (width_of(7, SLOT)))
    hole.rect = (x + PADDING, top, width_of(2, slot), slot)
    board.rect = (x + PADDING + inner - width_of(5, slot), top, width_of(5, slot), slot)
    foot = y + min(height, SPOT) - PADDING - BUTTON
    _in_rows(ways_back, (x + PADDING, foot, inner, BUTTON), len(ways_back))
    rows = -(-len(moves) // A_ROW)
    first = foot - rows * (BUTTON + BUTTON_GAP)
    _in_rows(moves, (x + PADDING, first, inner, BUTTON), A_ROW)


def _in_rows(buttons: Sequence[Button], area: Rect, a_row: int) -> None:
    """Place buttons side by side, so many in a row."""
    x, y, width, height = area
    shown = [button for button in buttons if button.visible]
    across = min(a_row, len(shown)) if len(shown) <= a_row else a_row
    for place, button in enumerate(shown):
        row, column = divmod(place, a_row)
        each = (width - (across - 1) * BUTTON_GAP) / across
        button.rect = (x + column * (each + BUTTON_GAP), y + row * (height + BUTTON_GAP), each, height)


def draw_spot(pen: Pen, panel: Rect, spot: Spot) -> None:
    """Tell the betting, and who is to act or what is missing."""
    write_title(pen, panel, text("expert.spot"), stakes(spot))
    x, y, width, _ = panel
    left, inner = x + PADDING, width - 2 * PADDING
    caps = y + TITLE + 6
    slot = min(SLOT, SLOT * (inner - 18) / (width_of(7, SLOT)))
    pen.text(text("expert.hand"), left, caps, "small", "dim")
    pen.text(text("expert.board"), left + inner - width_of(5, slot), caps, "small", "dim")
    at = y + TITLE + CAPS + slot + 20
    words = english().many("expert.missing")[spot.line.missing] if spot.line.missing else asked(spot)
    pen.text(words, left, at, "label_b", "bad" if spot.line.missing else "brass", fit=inner)
    pen.para(_latest(pen, told(spot), inner), left, at + 22, inner, "label", limit=MOST_TOLD)


def _latest(pen: Pen, sentences: Sequence[str], width: float) -> str:
    """Return as many of the last sentences as there is room for."""
    said = list(sentences)
    while len(said) > 1 and len(pen.wrap(" ".join(said), width, "label")) > MOST_TOLD:
        del said[0]
    return " ".join(said)


# ---- what is done with the hand ---------------------------------------------------------------------------------
def draw_answer(
    pen: Pen, panel: Rect, spot: Spot, answer: ShownSpot | None, rules: Sequence[ShownRule]
) -> None:
    """Tell which rule fired for the hand, and its mix."""
    x, y, width, _ = panel
    left, inner = x + PADDING, width - 2 * PADDING
    hand = answer.hand if answer is not None else None
    if hand is None or hand.rule >= len(rules):
        write_title(pen, panel, text("expert.fired"))
        words = text("expert.give_hand" if answer is not None else "expert.waiting")
        pen.para(words, left, y + TITLE + 12, inner, "label", col="dim", limit=3)
        return
    rule = rules[hand.rule]
    write_title(pen, panel, text("expert.fired"), "", text("expert.equity", share=percent(hand.equity, 1)))
    pen.text(rule.name, left, y + TITLE + 10, "strong", "brass", fit=inner)
    betting, actions = spot.line.betting, answer.actions if answer is not None else []
    rows = [
        MixRow(action_name(betting, action), share, percent(share), colour=ink.on(pen))
        for action, ink in zip(actions, inks_of(betting, actions), strict=True)
        if (share := hand.mix.get(action, 0.0)) > 0
    ][:MOST_ROWS]
    lines = 1 + MOST_ROWS - len(rows)
    below = pen.para(asks(rule), left, y + TITLE + 32, inner, "small", col="dim", limit=lines)
    mix.draw_rows(pen, left, below + 6, inner, rows, label_width=min(130.0, inner * 0.42), pitch=MIX_ROW)


# ---- all hands --------------------------------------------------------------------------------------------------
def grid_rect(pen: Pen, panel: Rect) -> Rect:
    """Return the largest grid of whole pixels that fits between head and foot."""
    x, y, width, height = content(panel)
    side = side_of(pen, min(width, height - GRID_HEAD - GRID_FOOT + 12))
    return x + (width - side) / 2, y + GRID_HEAD - 6, side, side


def draw_grid(pen: Pen, panel: Rect, grid: MixGrid, answer: ShownSpot | None, spot: Spot) -> None:
    """Write what the colours mean and how often each action is taken; about one class where one looks at it."""
    write_title(pen, panel, text("expert.grid.title"), text("expert.grid.note"))
    x, _, width, _ = content(panel)
    _, top, _, side = grid.rect
    at, y = x, top + side + 14
    if answer is not None:
        for action, ink in zip(answer.actions, inks_of(spot.line.betting, answer.actions), strict=True):
            words = f"{action_name(spot.line.betting, action)} {percent(answer.whole[action])}"
            wide = 18 + pen.width(words, "small") + 14
            if at + wide > x + width + 14 and at > x:
                at, y = x, y + LEGEND_STEP
            pen.rect((at, y - 5, 11, 11), ink.on(pen), 2)
            pen.text(words, at + 17, y, "small", "text", fit=x + width - at - 17)
            at += wide
    if grid.focused or grid.hovered:
        pen.text(grid.value, x, y + LEGEND_STEP, "small", "dim", fit=width)


def draw_problems(pen: Pen, panel: Rect, problems: Sequence[str]) -> None:
    """Tell what is wrong with the rules, in their place."""
    x, y, width, height = panel
    left, inner, end = x + PADDING, width - 2 * PADDING, y + height - PADDING
    at = pen.para(text("expert.problems"), left, y + HEAD + 14, inner, "label_b", col="bad", limit=2) + 6
    for sentence in problems:
        room = int((end - at) / LINE)
        if room < 1:
            return
        at = pen.para(sentence, left, at, inner, "label", col="text", limit=min(4, room)) + 6
