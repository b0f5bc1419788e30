"""The pictures on the tiles of the menu: each game on its felt."""

from __future__ import annotations

from game.window.ui.canvas.painter import SHAPE, Painter, Rect
from game.window.views import board

FELT_CORNER = 12.0


def scene(painter: Painter, r: Rect, game: str) -> None:
    """Draw the picture of a game of the menu ("tic-tac-toe", "kuhn-poker", "holdem"); fit for a layer."""
    painter.felt(r, FELT_CORNER)
    {"tic-tac-toe": _tic_tac_toe, "holdem": _holdem}.get(game, _kuhn)(painter, r)


def _tic_tac_toe(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    side = min(h * 0.80, w * 0.5)
    place = (x + (w - side) / 2, y + (h - side) / 2, side, side)
    board.draw_background(painter, place)
    board.draw(painter, place, board.BoardPicture((1, 0, -1, 0, -1, 0, 0, 0, 1)))


def _kuhn(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.45)
    cx, top = x + w / 2 - high * SHAPE / 2, y + h / 2 - high / 2
    for place, code, angle in ((-1, "Kh", 9), (1, "Qd", -9), (0, "As", 0)):
        painter.card(code, cx + place * high * 0.74, top + abs(place) * high * 0.06, high, angle)


def _holdem(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.5)
    cy, left, d = y + h / 2, x + (w - 2.36 * high) / 2, high * 0.24
    painter.card("Ks", left + high * 0.72, cy - high * 0.48, high, -7)
    painter.card("As", left, cy - high * 0.50, high, 6)
    edge, base = left + high * 1.72, cy + high * 0.12
    for column, drop, amount in ((0.6, 0, 16000), (1.85, 0, 1500), (1.22, 1.15, 2300)):
        painter.chips(edge + d * column, base + d * drop, amount, d)
