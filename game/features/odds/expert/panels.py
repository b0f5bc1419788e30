"""The panels of the page: whose rules, the spot, what is done with the hand, with all hands, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from game.core import Action
from game.features.odds.asks import Expert, ExpertRule, ExpertSpot
from game.features.odds.expert.rule_list import RuleList, asks
from game.features.odds.expert.spot import Spot, action_name, asked, sentences_of, stakes
from game.files.user_files import from_home
from game.texts import english, number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Grid, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import Control, GridControl, Line, Listed, Panel, Paragraph, Picture
from game.window.ui.widgets import Button, Cycle, Rect
from game.window.views import mix
from game.window.views.action_style import Ink, inks_of
from game.window.views.card_slots import GAP, CardSlots, width_of
from game.window.views.mix import MixRow
from game.window.views.mix_grid import MixGrid
from game.window.views.range_grid import side_of

HEAD, GRID_HEAD, RULES_HEAD = 36.0, 42.0, 38.0
SPOT = 312.0  # what stands in the panel of the spot
CHOICE, BUTTON, BUTTON_GAP = 40.0, 38.0, 8.0
SLOT = 52.0
LINE = 20.0
A_ROW, MOST_LINES = 3, 3
MIX_ROW, MOST_ROWS = 20.0, 4
LEGEND, LEGEND_STEP = 46.0, 17.0
PATH_LINE, MOST_PATH_LINES = 18.0, 3


def expert_name(expert: Expert) -> str:
    """Return the name of an expert: the style, or the file of one's own."""
    key = f"expert.styles.{expert.rules}"
    return text(key) if english().known(key) else expert.rules


def _in_rows(buttons: Sequence[Button]) -> Grid:
    boxes = [Control(button, BUTTON) for button in buttons]
    return Grid(*boxes, columns=max(1, min(A_ROW, len(boxes))), gap=BUTTON_GAP)


# ---- whose rules -----------------------------------------------------------------------------------------------
def expert(
    choice: Cycle, buttons: Sequence[Button], one: Expert | None, description: str, trouble: str
) -> Panel:
    """Return the choice, what the expert is like, where its rules lie, and what can be done with them."""
    words = Picture(partial(_draw_expert, one, description, trouble)).sized(grow())
    return Panel(
        Control(choice, CHOICE), words, _in_rows(buttons), Space(2), title=text("expert.whose"), head=HEAD
    )


def _draw_expert(one: Expert | None, description: str, trouble: str, painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    if trouble:
        painter.para(trouble, x, y + 20, width, "label", col="bad", limit=3)
        return
    at = painter.para(description, x, y + 20, width, "label", col="text", limit=2)
    if one is None or not one.own:
        painter.para(text("expert.ships"), x, at + 6, width, "small", col="dim", limit=2)
        return
    at = painter.para(text("expert.edit"), x, at + 4, width, "small", col="dim", limit=2)
    for line in path_lines(painter, from_home(Path(one.path)), width)[-MOST_PATH_LINES:]:
        painter.text(line, x, at, "small_b", fit=width)
        at += PATH_LINE


def path_lines(painter: Painter, path: str, width: float) -> list[str]:
    """Divide a path behind its slashes into lines of a width."""
    lines = [""]
    for place, part in enumerate(path.replace("\\", "/").split("/")):
        piece = f"/{part}" if place else part
        if lines[-1] and painter.width(lines[-1] + piece, "small_b") > width:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


# ---- the spot ---------------------------------------------------------------------------------------------------
def spot(
    shown: Spot, hole: CardSlots, board: CardSlots, moves: Sequence[Button], ways_back: Sequence[Button]
) -> Panel:
    """Return hand and board side by side, the betting, and what can be done at the foot."""
    missing = shown.line.missing
    words = english().many("expert.missing")[missing] if missing else asked(shown)
    content = Column(
        Row(
            _cards(hole, 2, text("expert.hand")),
            Space().sized(grow(GAP)),
            Space(18),
            _cards(board, 5, text("expert.board")),
        ),
        Space(10),
        Line(words, "label_b", "bad" if missing else "brass", height=LINE),
        Picture(partial(_draw_sentences, shown)).sized(grow()),
        _in_rows(moves),
        Space(BUTTON_GAP),
        _in_rows(ways_back),
        Space(2),
    )
    return Panel(content.sized(fixed(SPOT)), title=text("expert.spot"), note=stakes(shown), head=HEAD)


def _cards(slots: CardSlots, count: int, name: str) -> Column:
    """Return places for cards below their name; all of them shrink together."""
    wide = width_of(count, SLOT)
    places = Control(slots, SLOT, width=wide, scales=True)
    return Column(Line(name, "small", "dim", height=12), Space(8), places).sized(grow(wide, most=wide))


def _draw_sentences(shown: Spot, painter: Painter, rect: Rect) -> None:
    """Write as many of the last sentences about the betting as there is room for."""
    x, y, width, _ = rect
    said = sentences_of(shown)
    while len(said) > 1 and len(painter.wrap(" ".join(said), width, "label")) > MOST_LINES:
        del said[0]
    painter.para(" ".join(said), x, y + 22 - LINE / 2, width, "label", limit=MOST_LINES)


# ---- what is done with the hand ---------------------------------------------------------------------------------
def answer(shown: Spot, found: ExpertSpot | None, rules: Sequence[ExpertRule]) -> Panel:
    """Return which rule fired for the hand, and its mix."""
    hand = found.hand if found is not None else None
    if found is None or hand is None or hand.rule >= len(rules):
        words = text("expert.give_hand" if found is not None else "expert.waiting")
        return Panel(Paragraph(words, limit=3), title=text("expert.fired"), head=HEAD)
    rule = rules[hand.rule]
    rows = [
        (name, ink, share)
        for action, name, ink in _looks(shown, found)
        if (share := hand.mix.get(action, 0.0))
    ]
    del rows[MOST_ROWS:]
    return Panel(
        Line(rule.name, "strong", "brass", height=LINE),
        Paragraph(asks(rule), "small", limit=1 + MOST_ROWS - len(rows)),
        Picture(partial(_draw_mix, rows)),
        title=text("expert.fired"),
        corner=text("expert.equity", share=percent(hand.equity, 1)),
        head=HEAD,
    )


def _looks(shown: Spot, found: ExpertSpot) -> list[tuple[Action, str, Ink]]:
    """Return the actions that anybody takes, with their names and colours."""
    betting = shown.line.betting
    inks = inks_of(betting, found.actions)
    return [
        (action, action_name(betting, action), ink) for action, ink in zip(found.actions, inks, strict=True)
    ]


def _draw_mix(rows: Sequence[tuple[str, Ink, float]], painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    drawn = [MixRow(name, share, percent(share), colour=ink.on(painter)) for name, ink, share in rows]
    mix.draw_rows(painter, x, y + 6, width, drawn, label_width=min(130.0, width * 0.42), pitch=MIX_ROW)


# ---- all hands --------------------------------------------------------------------------------------------------
def grid(control: MixGrid, shown: Spot, found: ExpertSpot | None, least: float, inset: float) -> Panel:
    """Return what is done with all hands: a square of at least `least` dp, what its colours mean below it."""
    legend = Picture(partial(_draw_legend, control, shown, found), LEGEND)
    square = GridControl(control, legend, side_of, least=least, inset=inset).sized(grow())
    return Panel(square, title=text("expert.grid.title"), note=text("expert.grid.note"), head=GRID_HEAD)


def _draw_legend(
    control: MixGrid, shown: Spot, found: ExpertSpot | None, painter: Painter, rect: Rect
) -> None:
    """Write what the colours mean and how often each action is taken; about one class where one looks at it."""
    x, y, width, _ = rect
    at, y = x, y + 14
    for action, name, ink in _looks(shown, found) if found is not None else ():
        words = f"{name} {percent(found.whole[action])}" if found is not None else ""
        wide = 18 + painter.width(words, "small") + 14
        if at + wide > x + width + 14 and at > x:
            at, y = x, y + LEGEND_STEP
        painter.rect((at, y - 5, 11, 11), ink.on(painter), 2)
        painter.text(words, at + 17, y, "small", "text", fit=x + width - at - 17)
        at += wide
    if control.focused or control.hovered:
        painter.text(control.value, x, y + LEGEND_STEP, "small", "dim", fit=width)


# ---- the rules --------------------------------------------------------------------------------------------------
def rules(listed: RuleList, problems: Sequence[str]) -> Box:
    """Return the rules in the order in which they are tried, or what is wrong with them."""
    count = number(len(listed.rules)) if listed.rules else ""
    wrong = Picture(partial(_draw_problems, problems)).sized(grow()).when(problems)
    background = Panel(
        wrong,
        title=text("expert.rules.title"),
        note=text("expert.rules.note"),
        corner=count,
        head=RULES_HEAD,
    )
    rows = Listed(listed.rows, listed.row_height).sized(grow())
    return Stack(background, Column(Space(RULES_HEAD - 6), rows, padding=6).when(not problems))


def _draw_problems(problems: Sequence[str], painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    end = y + height - 2
    at = painter.para(text("expert.problems"), x, y + 14, width, "label_b", col="bad", limit=2) + 6
    for sentence in problems:
        room = int((end - at) / LINE)
        if room < 1:
            return
        at = painter.para(sentence, x, at, width, "label", col="text", limit=min(4, room)) + 6
