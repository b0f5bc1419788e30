"""The painter, with which screens draw.

The painter extends `Canvas` (flat shapes) and `Lettering` (text) with what this program needs: panels and bars,
icons and suits, cards and chips, and the surfaces of room, felt and wood.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.window.ui.canvas import materials, rasters
from game.window.ui.canvas import materials as chips
from game.window.ui.canvas.canvas import Colour, Look, Rect
from game.window.ui.canvas.lettering import Align, Lettering, TextMark
from game.window.ui.canvas.materials import BACK, SHAPE
from game.window.ui.canvas.rasters import Pattern
from game.window.ui.theme import RGB, mix

__all__ = ["BACK", "SHAPE", "Align", "Colour", "Look", "Painter", "Pattern", "Rect", "TextMark"]

BLACK = (0, 0, 0)
LAMPLIGHT = (255, 230, 200)
INLINE_WIDTH, INLINE_HEIGHT = 1.62, 1.36  # em of a card token in running text


class Painter(Lettering):
    """Draws on `surface`.

    Rectangles are (x, y, width, height) in dp. Colours are names in the theme or RGB.
    """

    def __init__(self, surface: pygame.Surface, look: Look | None = None) -> None:
        super().__init__(surface, look)
        self._deck = materials.Deck(self.look.theme, self.look.four_colours, self.look.back)

    # ---- parts that every screen uses ---------------------------------------------------------------------
    def panel(self, r: Rect, fill: Colour = "panel", line: Colour = "line") -> None:
        self.shadow(r, None, 12, 80, 5)
        self.rect(r, fill, None, line)

    def focus_ring(self, r: Rect, radius: float = 9, *, felt: bool = False) -> None:
        """Draw the ring around a focused control."""
        x, y, w, h = r
        gap = 3.5
        around = (x - gap, y - gap, w + 2 * gap, h + 2 * gap)
        self.rect(around, None, radius + gap, "focus_felt" if felt else "focus", 2.4)

    def bar(self, r: Rect, frac: float, kind: Pattern = "solid", col: Colour = "brass") -> None:
        """Draw a bar that is filled to the fraction `frac`.

        The pattern `kind` is solid for the main action, diagonal for a bet, dots for a fold, and cross for a
        larger raise.
        """
        x, y, w, h = r
        self.rect(r, "sunk", h / 2, "line")
        if frac <= 0:
            return
        filled = (x, y, max(h, w * min(1.0, frac)), h)
        left, top, wide, high = self.box(filled)
        colour = self.col(col)
        self.s.blit(rasters.hatch(wide, high, kind, colour, mix(colour, self.c["panel"], 0.62)), (left, top))
        self.rect(filled, None, h / 2, col)

    def medallion(
        self, cx: float, cy: float, r: float, icon: str, *, lit: bool = False, ivory: bool = False
    ) -> None:
        """Draw an opponent's emblem in a ring, which is brass if `lit`. If `ivory`, the ground is light."""
        pale = ivory and not self.hc
        rim = "medallion" if pale else "brass" if lit else "edge"
        self.disc(cx, cy, r, "card_deep" if pale else "sunk")
        self.ring(cx, cy, r, rim, 2.4 if lit else 1.6)
        if r > 26:
            self.ring(cx, cy, r - 4, rim, 0.8)
        ink = "card_brass" if pale else "brass_hi" if lit else "text"
        self.icon(icon, cx, cy, r * 1.16, ink, weight=1.5 if r > 26 else 1.8)

    def keycap(self, x: float, y: float, key: str, col: Colour = "dim", al: Align = "r") -> float:
        """Draw a keycap, and return its width in dp."""
        w = self.keycap_width(key)
        left = x - (w if al == "r" else w / 2 if al == "c" else 0)
        edge = col if self.hc else mix(self.col(col), self.c["panel"], 0.45)
        self.rect((left, y - 10, w, 20), None, 5, edge)
        self.text(key, left + w / 2, y, "key", col, al="c", kind="key")
        return w

    def keycap_width(self, key: str) -> float:
        return max(20, self.width(key, "key") + 11)

    # ---- signs --------------------------------------------------------------------------------------------
    def icon(
        self, name: str, cx: float, cy: float, size: float = 22, col: Colour = "dim", *, weight: float = 1.7
    ) -> None:
        n = max(4, self.px(size))
        self._centred(rasters.icon(name, n, self.col(col), weight), cx, cy)

    def suit(self, k: str, cx: float, cy: float, size: float, col: Colour | None = None) -> None:
        colour = self.suit_col(k) if col is None else self.col(col)
        self._centred(rasters.suit(k, max(5, self.px(size)), colour), cx, cy)

    def suit_col(self, k: str) -> RGB:
        return self._deck.suit_colour(k)

    def motif(self, cx: float, cy: float, size: float, col: Colour, alpha: int = 255) -> None:
        """Draw the motif of the program: the four suits around an empty centre."""
        for k, dx, dy in (("s", 0, -1), ("h", 1, 0), ("c", 0, 1), ("d", -1, 0)):
            pip = rasters.suit(k, max(5, self.px(size * 0.40)), self.col(col))
            if alpha < 255:
                pip = pip.copy()
                pip.set_alpha(alpha)
            self._centred(pip, cx + dx * size * 0.33, cy + dy * size * 0.33)

    def _centred(self, raster: pygame.Surface, cx: float, cy: float) -> None:
        w, h = raster.get_size()
        self.s.blit(raster, (round(cx * self.u - w / 2), round(cy * self.u - h / 2)))

    def inline_cards(
        self, cards: Sequence[str], x: float, y: float, size: float = 17, al: Align = "l"
    ) -> float:
        """Draw small ivory cards within a line of text, and return their width in dp."""
        w, h, gap = size * INLINE_WIDTH, size * INLINE_HEIGHT, 4
        total = max(0.0, len(cards) * (w + gap) - gap)
        x -= total if al == "r" else total / 2 if al == "c" else 0
        for i, code in enumerate(cards):
            left = x + i * (w + gap)
            rank, suit = code[0].replace("T", "10"), code[1]
            ten, ink = rank == "10", self.suit_col(suit)
            self.rect((left, y - h / 2, w, h), "card", 4, "card" if self.hc else "card_edge")
            at, type_size = left + w * (0.33 if ten else 0.31), size * (0.78 if ten else 0.88)
            row = "" if i else " ".join(cards)
            self.text(
                rank, at, y, "label_b", ink, al="c", size=type_size, weight="Bold", kind="cards", cards=row
            )
            self.suit(suit, left + w - size * (0.40 if ten else 0.46), y, size * (0.50 if ten else 0.56))
        return total

    # ---- cards and chips ----------------------------------------------------------------------------------
    def card(
        self,
        code: str,
        x: float,
        y: float,
        h: float,
        angle: float = 0,
        *,
        dim: bool = False,
        glow: bool = False,
        shadow: bool = True,
        open_share: float = 1.0,
    ) -> None:
        """Draw a playing card with its upper left corner at x, y.

        `code` is a card like "Kh", or "??" for the back of a card. The card is rotated by `angle` degrees
        counterclockwise. `dim` darkens the card, and `glow` gives the card a brass rim. While the card is being
        turned over, `open_share` is the visible share of its width.
        """
        if angle:
            high = self.px(h)
            centre_x, centre_y = x + h * SHAPE / 2, y + h / 2
            if shadow and not self.hc:
                dark = materials.tilted_shadow(self._deck, code, high, angle)
                self._centred(dark, centre_x + 1, centre_y + h * 0.03)
            self._centred(materials.tilted_card(self._deck, code, high, angle), centre_x, centre_y)
            return
        w = h * SHAPE
        if open_share < 1:
            x, w = x + w * (1 - open_share) / 2, w * open_share
        if shadow:
            self.shadow((x, y, w, h), h * materials.CORNER, max(3, h * 0.045), 120, h * 0.025)
        if glow:
            rim = "brass" if self.hc else "felt_brass"
            self.rect((x - 3, y - 3, w + 6, h + 6), rim, h * materials.CORNER + 3)
        face = materials.card(self._deck, code, self.px(h))
        if open_share < 1:
            face = pygame.transform.smoothscale(face, (max(1, self.px(w)), face.get_height()))
        self.s.blit(face, (self.px(x), self.px(y)))
        if dim:
            veil = "shadow" if self.hc else "felt_deep"
            self.rect((x, y, w, h), veil, h * materials.CORNER, alpha=120)

    def slot(self, x: float, y: float, h: float) -> None:
        """Draw the stitched outline where a card will be dealt."""
        r = (x, y, h * SHAPE, h)
        self.rect(r, "felt_deep", h * materials.CORNER, alpha=90)
        self.rect(r, None, h * materials.CORNER, "felt_line")

    def chips(
        self, cx: float, base: float, amount: int, d: float = 26, most: int = chips.MAX_IN_A_STACK
    ) -> float:
        """Draw one stack of chips for `amount`, centred at `cx`, with the lower edge at `base`.

        Return the height of the stack in dp.
        """
        stack = chips.chip_stack(amount, most)
        if not stack:
            return 0.0
        n, step = self.px(d), d * chips.STEP
        lift = n * (chips.FLATTENING + chips.THICKNESS)
        self.shadow((cx - d / 2, base - d * 0.78, d, d * 0.78), d / 2, d * 0.16, 110, 1.5)
        for i, denomination in enumerate(stack):
            raster = chips.chip(denomination.name, n, outlined=self.hc)
            self.s.blit(raster, (round(cx * self.u - n / 2), round((base - i * step) * self.u - lift)))
        return d + step * (len(stack) - 1)

    def dealer(self, cx: float, cy: float, r: float = 12) -> None:
        """Draw the dealer button."""
        self.shadow((cx - r, cy - r, 2 * r, 2 * r), r, 4, 110, 2)
        self.disc(cx, cy, r, "card")
        self.ring(cx, cy, r - 2.4, "ink" if self.hc else "inlay", 1)
        self.text("D", cx, cy, "small_b", "ink", al="c", size=r * 1.15, weight="Bold")

    # ---- the room -----------------------------------------------------------------------------------------
    def room(self) -> None:
        """Draw the background that all screens share."""
        if self.hc or not self.look.texture:
            self.s.fill(self.c["room"])
            return
        self.layer("room", Painter._paint_room)

    def _paint_room(self) -> None:
        faint = 16 if self.theme.name == "light" else 12
        size, step = self.s.get_size(), self.px(44)
        self.s.blit(
            materials.room(size, (self.c["room_lit"], self.c["room"]), self.c["brass"], step, faint), (0, 0)
        )

    @property
    def textured(self) -> bool:
        return self.look.texture and not self.hc

    def felt(self, r: Rect, radius: float) -> None:
        """Draw a piece of felt."""
        x, y, w, h = self.box(r)
        cloth = materials.draw_felt(
            (w, h), self.px(radius), self.c["felt"], self.c["felt_deep"], textured=self.textured
        )
        self.s.blit(cloth, (x, y))

    def walnut(self, r: Rect, radius: float, dark: Colour = "rail") -> None:
        """Draw a wooden plate with a light edge."""
        if self.hc:
            self.rect(r, "rail", radius, "inlay", 2)
            return
        x, y, w, h = self.box(r)
        plank = materials.wood(
            (w, h), self.px(radius), self.col(dark), self.col("rail_hi"), textured=self.textured
        )
        self.s.blit(plank, (x, y))
        self.rect(r, None, radius, mix(self.col("rail_hi"), LAMPLIGHT, 0.18))

    def table(self, r: Rect, radius: float, rail: float = 18, *, stitched: bool = True) -> None:
        """Draw a card table: walnut rail, brass inlay, felt with a stitched line."""
        self.shadow(r, radius, 22, 150, 14)
        self.walnut(r, radius)
        self.rect(_inset(r, rail - 5), "inlay", radius - rail + 5)
        self.rect(_inset(r, rail - 3.4), mix(self.c["felt_deep"], BLACK, 0.35), radius - rail + 3.4)
        self.felt(_inset(r, rail), radius - rail)
        if not stitched:
            return
        stitch = _inset(r, rail + 14)
        self.rect(stitch, None, radius - rail - 14, "felt_line", line_alpha=255 if self.hc else 70)


def _inset(r: Rect, by: float) -> Rect:
    x, y, w, h = r
    return x + by, y + by, w - 2 * by, h - 2 * by
