"""A range by kinds of made hands: how much of it each kind is, and what it does."""

from __future__ import annotations

import pygame

from game.core import Player
from game.messages.solver_answers import HAND_KINDS, SolvedNode
from game.screens.pages.solver.labels import inks_of, player_name
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import percent, text
from game.screens.ui.widgets import Rect
from game.screens.views.mix_grid import MixPicture, paint_mix

TITLE, HEAD, LEAST_ROW, HIGHEST_ROW, BAR = 34.0, 20.0, 19.0, 30.0, 10.0
NAME, SHARE, GAP = 118.0, 46.0, 8.0


def draw_kinds(painter: Painter, panel: Rect, node: SolvedNode, player: Player) -> None:
    """Draw a row for every kind of hand in a range, the other's share beside it as a thin line."""
    acts = node.state == "decision" and node.here.player == player
    title = text("solver.kinds.of", player=player_name(player))
    write_title(painter, panel, title, text("solver.kinds.acts" if acts else "solver.kinds.note"))
    x, y, width, height = content(panel)
    own, other = ({one.kind: one for one in node.kinds[side]} for side in (player, 1 - player))
    kinds = [kind for kind in HAND_KINDS if kind in own or kind in other]
    pitch = max(LEAST_ROW, min(HIGHEST_ROW, (height - TITLE) / max(1, len(kinds))))
    most = max([0.01, *(one.share for side in node.kinds for one in side)])
    left, reach = x + NAME, width - NAME - 2 * SHARE - GAP
    picture = MixPicture(inks=inks_of(node.here.actions))
    for place, kind in enumerate(kinds[: int((height - TITLE) / pitch)]):
        row = y + TITLE + (place + 0.5) * pitch
        painter.text(
            text(f"solver.kinds.{kind}"), x, row, "small", "text" if kind in own else "faint", fit=NAME - 6
        )
        share = own[kind].share if kind in own else 0.0
        theirs = other[kind].share if kind in other else 0.0
        painter.text(
            percent(share, 1), left + SHARE - 4, row, "small_b", "text" if share else "faint", al="r"
        )
        painter.text(percent(theirs, 1), x + width, row, "small", "dim", al="r")
        bar = (left + SHARE + GAP / 2, row - BAR / 2, max(2.0, reach * share / most), BAR)
        if share and acts:
            paint_mix(painter, pygame.Rect(*painter.box(bar)), own[kind].mix, picture)
        elif share:
            painter.rect(bar, "dim", 2)
        if theirs:
            painter.rect(
                (left + SHARE + GAP / 2, row + BAR / 2 + 1, max(2.0, reach * theirs / most), 2), "info", 1
            )
