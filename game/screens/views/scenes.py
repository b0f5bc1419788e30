"""The pictures on the tiles of the menu: each game itself, lying on felt."""

from __future__ import annotations

from game.screens.ui.canvas.pen import SHAPE, Pen, Rect
from game.screens.views import board

FELT_CORNER = 12.0


def scene(pen: Pen, r: Rect, game: str) -> None:
    """Draw the picture of a game of the menu ("tic-tac-toe", "kuhn-poker", "holdem"); fit for a layer."""
    pen.felt(r, FELT_CORNER)
    {"tic-tac-toe": _tic_tac_toe, "holdem": _holdem}.get(game, _kuhn)(pen, r)


def _tic_tac_toe(pen: Pen, r: Rect) -> None:
    x, y, w, h = r
    side = min(h * 0.80, w * 0.5)
    place = (x + (w - side) / 2, y + (h - side) / 2, side, side)
    board.draw_ground(pen, place)
    board.draw(pen, place, board.BoardPicture((1, 0, -1, 0, -1, 0, 0, 0, 1)))


def _kuhn(pen: Pen, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.45)
    cx, top = x + w / 2 - high * SHAPE / 2, y + h / 2 - high / 2
    for place, code, angle in ((-1, "Kh", 9), (1, "Qd", -9), (0, "As", 0)):
        pen.card(code, cx + place * high * 0.74, top + abs(place) * high * 0.06, high, angle)


def _holdem(pen: Pen, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.5)
    cy, left, d = y + h / 2, x + (w - 2.36 * high) / 2, high * 0.24
    pen.card("Ks", left + high * 0.72, cy - high * 0.48, high, -7)
    pen.card("As", left, cy - high * 0.50, high, 6)
    edge, base = left + high * 1.72, cy + high * 0.12
    for column, drop, amount in ((0.6, 0, 16000), (1.85, 0, 1500), (1.22, 1.15, 2300)):
        pen.chips(edge + d * column, base + d * drop, amount, d)
