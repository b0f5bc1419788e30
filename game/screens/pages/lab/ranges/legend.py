"""How a cell of the grids is read, where the way to a decision is short enough to leave room for it."""

from __future__ import annotations

import pygame

from game.screens.ui.canvas.painter import Painter
from game.screens.ui.texts import text
from game.screens.ui.widgets.widget import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixPicture, paint_cell

NAME = "AKs"
SHARES = (0.3, 0.45, 0.25)
INKS = (Ink("act_small"), Ink("act_call", pattern="dots"), Ink("act_fold"))
HEIGHT = 0.65
CELL, AFTER_CELL, AFTER_WAY = 72.0, 20.0, 24.0
LEAST_WORDS, WIDEST = 230.0, 620.0
HEAD_ROW, LINE, APART = 26.0, 19.0, 4.0
PARTS = ("width", "height", "reach")


def draw_legend(painter: Painter, rect: Rect, *, patterned: bool) -> None:
    """Draw a cell and what its parts say, if all of it has room."""
    x, y, width, height = rect
    left = x + AFTER_WAY
    words = left + CELL + AFTER_CELL
    room = min(WIDEST, x + width - words)
    if room < LEAST_WORDS:
        return
    parts = [painter.wrap(text(f"lab.ranges.legend.{part}"), room, "small") for part in PARTS]
    if HEAD_ROW + sum(len(lines) * LINE + APART for lines in parts) - APART > height:
        return
    painter.caps(text("lab.ranges.legend.title"), words, y + 12)
    picture = MixPicture({NAME: SHARES}, inks=INKS, heights={NAME: HEIGHT}, patterned=patterned)
    paint_cell(painter, pygame.Rect(painter.box((left, y + HEAD_ROW, CELL, CELL))), NAME, picture)
    at = y + HEAD_ROW
    for lines in parts:
        for line in lines:
            painter.text(line, words, at + LINE / 2, "small", "dim")
            at += LINE
        at += APART
