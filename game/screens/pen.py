"""The pen: draws on one surface in dp, in the colours of the theme.

All callers speak dp and tokens; the pen turns them into pixels and colours. Scale `u` (pixels per dp) grows with
the power 0.6 of the window, so a larger window shows larger things and more of them. `W` and `H` are the window
in dp. Nothing is drawn twice: rasters, words and whole backgrounds are kept (`drawing.cache`).

Where `log` is a list, every text drawn is noted there, so that tests can see what overlaps or is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from game.screens.drawing import chips, fonts, materials, playing_cards, rasters
from game.screens.drawing.cache import LAYERS
from game.screens.drawing.playing_cards import BACK, SHAPE
from game.screens.drawing.rasters import Pattern
from game.screens.theme import RGB, mix, scale_for, tokens

__all__ = ["BACK", "SHAPE", "Align", "Colour", "Look", "Pattern", "Pen", "Rect", "TextMark"]

Rect = tuple[float, float, float, float]
Colour = str | RGB
Align = Literal["l", "c", "r"]

LEADING = 1.38
CAPITAL_MIDDLE = 0.33  # from the baseline up to the middle of the capitals, in em
SMALLEST_TYPE = 6  # pixels
PLATE_LIMIT = 24_000  # pixels; a larger rectangle is put together from its corners
SHADOW_LIMIT = 40_000
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
LAMPLIGHT = (255, 230, 200)
INLINE_WIDTH, INLINE_HEIGHT = 1.62, 1.36  # of a card token in running text, in em


@dataclass(frozen=True, slots=True)
class Look:
    """What the player set about how things look."""

    theme: str = "dark"
    four_colours: bool = False
    back: str = "claret"
    texture: bool = True
    text_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text that was drawn: the pixels it inks, and the clip it was drawn under."""

    words: str
    rect: pygame.Rect
    clip: pygame.Rect


class Pen:
    """Draws on `surface`. Rectangles are (x, y, width, height) in dp; colours are tokens or RGB."""

    def __init__(self, surface: pygame.Surface, look: Look | None = None) -> None:
        self.s = surface
        self.look = look or Look()
        self.theme = tokens().themes[self.look.theme]
        self.c = self.theme.colours
        self.hc = self.theme.is_contrast
        self.log: list[TextMark] | None = None
        self.u = scale_for(*surface.get_size(), self.look.text_scale)
        self.W, self.H = surface.get_width() / self.u, surface.get_height() / self.u
        self._deck = playing_cards.Deck(self.look.theme, self.look.four_colours, self.look.back)

    # ---- measures -----------------------------------------------------------------------------------------
    def px(self, dp: float) -> int:
        """Return whole pixels."""
        return round(dp * self.u)

    def col(self, colour: Colour) -> RGB:
        """Return the colour of a token."""
        return self.c[colour] if isinstance(colour, str) else colour

    def box(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return a rectangle in pixels, so rounded that neighbours meet."""
        x, y, w, h = rect
        left, top = self.px(x), self.px(y)
        return left, top, max(1, self.px(x + w) - left), max(1, self.px(y + h) - top)

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Draw only inside `rect` for a while."""
        before = self.s.get_clip()
        self.s.set_clip(before.clip(pygame.Rect(self.box(rect))))
        try:
            yield
        finally:
            self.s.set_clip(before)

    def layer(self, key: Hashable, paint: Callable[[Pen], None]) -> None:
        """Copy the background `key` onto the whole surface; `paint` draws it once per size and look.

        `key` names all that `paint` depends on but size and look. A layer holds no text.
        """
        size = self.s.get_size()
        self.s.blit(LAYERS.get((key, size, self.look), lambda: self._painted(size, paint)), (0, 0))

    def _painted(self, size: tuple[int, int], paint: Callable[[Pen], None]) -> pygame.Surface:
        surface = pygame.Surface(size).convert()
        paint(Pen(surface, self.look))
        return surface

    # ---- flat things --------------------------------------------------------------------------------------
    def rect(
        self,
        r: Rect,
        fill: Colour | None = "panel",
        radius: float | None = None,
        line: Colour | None = None,
        lw: float = 1,
        *,
        alpha: int = 255,
        line_alpha: int = 255,
    ) -> None:
        """Draw a rounded rectangle, filled, lined inside its edge, or both."""
        if fill is None and line is None:
            return
        x, y, w, h = self.box(r)
        corner = min(self.px(tokens().radius["panel"] if radius is None else radius), w // 2, h // 2)
        body = None if fill is None else (*self.col(fill), alpha)
        edge = None if line is None else (*self.col(line), line_alpha)
        width = self._line_width(lw) if line is not None else 0
        opaque = alpha == 255 and line_alpha == 255
        if not opaque or w * h <= PLATE_LIMIT or min(w, h) <= 2 * max(corner, width):
            self.s.blit(rasters.plate((w, h), corner, body, edge, width), (x, y))
        else:
            self._large_rect(pygame.Rect(x, y, w, h), corner, body, edge, width)

    def _line_width(self, lw: float) -> int:
        doubled = self.hc and lw <= 1.5
        return max(1, round(lw * self.u * (1.6 if doubled else 1)))

    def _large_rect(
        self,
        box: pygame.Rect,
        corner: int,
        body: rasters.RGBA | None,
        edge: rasters.RGBA | None,
        width: int,
    ) -> None:
        """Put a large rectangle together from four corners and fills."""
        corner = max(corner, width)
        tile = rasters.plate((2 * corner + 2, 2 * corner + 2), corner, body, edge, width)
        far = corner + 2
        for x, source_x in ((box.left, 0), (box.right - corner, far)):
            for y, source_y in ((box.top, 0), (box.bottom - corner, far)):
                self.s.blit(tile, (x, y), (source_x, source_y, corner, corner))
        if body is not None:
            self.s.fill(body, (box.left + corner, box.top, box.width - 2 * corner, box.height))
            for x in (box.left, box.right - corner):
                self.s.fill(body, (x, box.top + corner, corner, box.height - 2 * corner))
        if edge is not None:
            for y in (box.top, box.bottom - width):
                self.s.fill(edge, (box.left + corner, y, box.width - 2 * corner, width))
            for x in (box.left, box.right - width):
                self.s.fill(edge, (x, box.top + corner, width, box.height - 2 * corner))

    def shadow(
        self, r: Rect, radius: float | None = None, blur: float = 10, alpha: int = 90, dy: float = 4
    ) -> None:
        """Draw the shadow of a rectangle that is drawn next; of a large one only what shows around it."""
        if self.hc:
            return
        x, y, w, h = self.box(r)
        soft = max(2, self.px(blur))
        corner = min(self.px(tokens().radius["panel"] if radius is None else radius), w // 2, h // 2)
        dark = (*self.c["shadow"], int(alpha * (0.55 if self.theme.name == "light" else 1)))
        margin, y = 2 * soft, y + self.px(dy)
        reach = margin + corner + 2 * soft
        if w * h <= SHADOW_LIMIT or min(w, h) + 2 * margin <= 2 * reach:
            self.s.blit(rasters.shadow_tile(w, h, corner, soft, dark), (x - margin, y - margin))
        else:
            outer = pygame.Rect(x - margin, y - margin, w + 2 * margin, h + 2 * margin)
            self._large_shadow(outer, reach, corner, soft, dark)

    def _large_shadow(
        self, outer: pygame.Rect, reach: int, corner: int, soft: int, dark: rasters.RGBA
    ) -> None:
        side = 2 * reach + 1 - 4 * soft
        args = (side, side, corner, soft, dark)
        tile = rasters.shadow_tile(*args)
        far = tile.get_width() - reach
        for x, source_x in ((outer.left, 0), (outer.right - reach, far)):
            for y, source_y in ((outer.top, 0), (outer.bottom - reach, far)):
                self.s.blit(tile, (x, y), (source_x, source_y, reach, reach))
        wide, high = outer.width - 2 * reach, outer.height - 2 * reach
        for y, source_y in ((outer.top, 0), (outer.bottom - reach, far)):
            edge = rasters.stretched_edge(args, (reach, source_y, 1, reach), (wide, reach))
            self.s.blit(edge, (outer.left + reach, y))
        for x, source_x in ((outer.left, 0), (outer.right - reach, far)):
            edge = rasters.stretched_edge(args, (source_x, reach, reach, 1), (reach, high))
            self.s.blit(edge, (x, outer.top + reach))

    def line(
        self, x0: float, y0: float, x1: float, y1: float, col: Colour = "line", *, lw: float = 1
    ) -> None:
        """Draw a line; upright and level ones are sharp."""
        width, colour = max(1, self.px(lw)), self.col(col)
        start, end = (self.px(x0), self.px(y0)), (self.px(x1), self.px(y1))
        if x0 == x1:
            self.s.fill(colour, (*start, width, end[1] - start[1]))
        elif y0 == y1:
            self.s.fill(colour, (*start, end[0] - start[0], width))
        else:
            pygame.draw.aaline(self.s, colour, start, end)

    def stroke(self, points: Sequence[tuple[float, float]], col: Colour, lw: float) -> None:
        """Draw a polyline with round ends."""
        left, top = min(x for x, _ in points) - lw, min(y for _, y in points) - lw
        right, bottom = max(x for x, _ in points) + lw, max(y for _, y in points) + lw
        x, y, w, h = self.box((left, top, right - left, bottom - top))
        inside = tuple((round(a * self.u, 1) - x, round(b * self.u, 1) - y) for a, b in points)
        self.s.blit(rasters.stroke_raster(inside, lw * self.u, self.col(col), (w, h)), (x, y))

    def area(self, points: Sequence[tuple[float, float]], col: Colour, alpha: int) -> None:
        """Fill a polygon of a chart, so that what lies below shows through."""
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        x, y, w, h = self.box((left, top, right - left, bottom - top))
        if w > 0 and h > 0:
            raster = pygame.Surface((w + 1, h + 1), pygame.SRCALPHA)
            inside = [(a * self.u - x, b * self.u - y) for a, b in points]
            pygame.draw.polygon(raster, (*self.col(col), alpha), inside)
            self.s.blit(raster, (x, y))

    def curve(self, points: Sequence[tuple[float, float]], col: Colour, lw: float = 1.8) -> None:
        """Draw a curve of a chart; it changes too often to be kept as a raster."""
        pixels = [(a * self.u, b * self.u) for a, b in points]
        if len(pixels) > 1:
            pygame.draw.lines(self.s, self.col(col), False, pixels, max(1, self.px(lw)))

    def ring(
        self,
        cx: float,
        cy: float,
        r: float,
        col: Colour,
        lw: float = 2,
        *,
        frac: float = 1.0,
        start: float = -90,
    ) -> None:
        """Draw an arc of `frac` of a circle, clockwise from `start` degrees (-90 is the top)."""
        share = round(frac * 240) / 240
        raster = rasters.ring(round(r * self.u, 2), round(lw * self.u, 2), self.col(col), share, start)
        half = raster.get_width() // 2
        self.s.blit(raster, (self.px(cx) - half, self.px(cy) - half))

    def disc(self, cx: float, cy: float, r: float, col: Colour, alpha: int = 255) -> None:
        """Draw a filled circle."""
        self.rect((cx - r, cy - r, 2 * r, 2 * r), col, r, alpha=alpha)

    def cross(self, cx: float, cy: float, reach: float, lw: float, col: Colour) -> None:
        """Draw two round strokes laid over each other, with their shadow."""
        raster = rasters.cross(round(reach * self.u, 1), round(lw * self.u, 1), self.col(col))
        half = raster.get_width() // 2
        x, y = self.px(cx) - half, self.px(cy) - half
        if not self.hc:
            self.s.blit(rasters.darkened(raster, 120), (x, y + self.px(2)))
        self.s.blit(raster, (x, y))

    def scrim(self, alpha: int = 190) -> None:
        """Darken everything drawn so far."""
        self.rect((0, 0, self.W, self.H), "scrim", 0, alpha=alpha)

    # ---- parts that every screen uses ---------------------------------------------------------------------
    def panel(self, r: Rect, fill: Colour = "panel", line: Colour = "line", *, lift: bool = True) -> None:
        """Draw a reading surface."""
        if lift:
            self.shadow(r, None, 12, 80, 5)
        self.rect(r, fill, None, line)

    def focus_ring(self, r: Rect, radius: float = 9, *, felt: bool = False) -> None:
        """Draw the ring around what has the focus."""
        x, y, w, h = r
        gap = 3.5
        around = (x - gap, y - gap, w + 2 * gap, h + 2 * gap)
        self.rect(around, None, radius + gap, "focus_felt" if felt else "focus", 2.4)

    def bar(
        self,
        r: Rect,
        frac: float,
        kind: Pattern = "solid",
        col: Colour = "brass",
        *,
        track: bool = True,
    ) -> None:
        """Draw `frac` of a bar: solid the main action, diagonal a bet, dots a fold, cross a larger raise."""
        x, y, w, h = r
        if track:
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
        """Draw an opponent's device in a brass ring; `ivory` on a light ground."""
        pale = ivory and not self.hc
        self.disc(cx, cy, r, "card_deep" if pale else "sunk")
        self.ring(cx, cy, r, "medallion" if pale else "brass", 2.4 if lit else 1.6)
        if r > 26:
            self.ring(cx, cy, r - 4, "medallion" if pale else "brass", 0.8)
        ink = "card_brass" if pale else "brass_hi" if lit else "text"
        self.icon(icon, cx, cy, r * 1.16, ink, weight=1.5 if r > 26 else 1.8)

    def keycap(self, x: float, y: float, key: str, col: Colour = "dim", al: Align = "r") -> float:
        """Draw the cap of a key; returns its width."""
        w = self.keycap_width(key)
        left = x - (w if al == "r" else w / 2 if al == "c" else 0)
        edge = col if self.hc else mix(self.col(col), self.c["panel"], 0.45)
        self.rect((left, y - 10, w, 20), None, 5, edge)
        self.text(key, left + w / 2, y, "key", col, al="c")
        return w

    def keycap_width(self, key: str) -> float:
        """Return the width of a key's cap."""
        return max(20, self.width(key, "key") + 11)

    # ---- type ---------------------------------------------------------------------------------------------
    def _type(self, style: str, size: float | None, weight: str | None) -> tuple[int, str, float]:
        chosen = tokens().type[style]
        pixels = max(SMALLEST_TYPE, self.px(size or chosen.size))
        return pixels, weight or chosen.weight, chosen.tracking

    def width(
        self, s: str, style: str = "body", size: float | None = None, weight: str | None = None
    ) -> float:
        """Return the width of a text in dp."""
        pixels, heavy, tracking = self._type(style, size, weight)
        return fonts.width(s.upper() if tracking else s, pixels, heavy, tracking) / self.u

    def text(
        self,
        s: str,
        x: float,
        y: float,
        style: str = "body",
        col: Colour = "text",
        *,
        al: Align = "l",
        size: float | None = None,
        weight: str | None = None,
        fit: float | None = None,
        alpha: int = 255,
    ) -> float:
        """Write one line; returns its width.

        `y` is the middle of the capitals, so rows align whatever their size. `fit` shortens with an ellipsis.
        """
        pixels, heavy, tracking = self._type(style, size, weight)
        if fit is not None:
            s = self.shortened(s, fit, style, size, weight)
        if tracking:
            s = s.upper()
        if not s:
            return 0.0
        wide = fonts.width(s, pixels, heavy, tracking)
        left = self.px(x) - (wide if al == "r" else wide / 2 if al == "c" else 0)
        ascent = fonts.font(pixels, heavy).get_ascent()
        place = (round(left), round(self.px(y) + pixels * CAPITAL_MIDDLE - ascent))
        words = fonts.word_raster(s, pixels, heavy, tracking, self.col(col))
        if words.get_alpha() != alpha:
            words.set_alpha(alpha)
        self.s.blit(words, place)
        if self.log is not None:
            self.log.append(TextMark(s, words.get_bounding_rect().move(place), self.s.get_clip()))
        return wide / self.u

    def shortened(
        self, s: str, fit: float, style: str = "body", size: float | None = None, weight: str | None = None
    ) -> str:
        """Return a text cut with an ellipsis where it is wider than `fit`."""
        if self.width(s, style, size, weight) <= fit:
            return s
        if self.width("…", style, size, weight) > fit:
            return ""
        low, high = 0, len(s)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(s[:middle].rstrip() + "…", style, size, weight) <= fit:
                low = middle
            else:
                high = middle - 1
        return s[:low].rstrip() + "…"

    def wrap(self, s: str, width: float, style: str = "body", size: float | None = None) -> tuple[str, ...]:
        """Return a text as lines no wider than `width`."""
        pixels, heavy, tracking = self._type(style, size, None)
        return _wrapped(s, int(width * self.u), pixels, heavy, tracking)

    def para(
        self,
        s: str,
        x: float,
        y: float,
        width: float,
        style: str = "body",
        *,
        col: Colour = "text",
        lead: float = LEADING,
        size: float | None = None,
        al: Align = "l",
        limit: int = 99,
    ) -> float:
        """Write a paragraph; returns the y of the line that would follow."""
        step = (size or tokens().type[style].size) * lead
        lines = self.wrap(s, width, style, size)
        shown = list(lines[:limit])
        if len(lines) > limit:
            shown[-1] = self.shortened(shown[-1] + " …", width, style, size)
        for i, line in enumerate(shown):
            self.text(line, x, y + i * step, style, col, al=al, size=size)
        return y + len(shown) * step

    def caps(
        self, s: str, x: float, y: float, col: Colour = "faint", al: Align = "l", *, fit: float | None = None
    ) -> float:
        """Write a section's name in spaced capitals."""
        return self.text(s, x, y, "caps", col, al=al, fit=fit)

    # ---- signs --------------------------------------------------------------------------------------------
    def icon(
        self, name: str, cx: float, cy: float, size: float = 22, col: Colour = "dim", *, weight: float = 1.7
    ) -> None:
        """Draw an icon around a point."""
        n = max(4, self.px(size))
        self._centred(rasters.icon(name, n, self.col(col), weight), cx, cy)

    def suit(self, k: str, cx: float, cy: float, size: float, col: Colour | None = None) -> None:
        """Draw a pip ("s", "h", "c", "d") around a point."""
        colour = self.suit_col(k) if col is None else self.col(col)
        self._centred(rasters.suit(k, max(5, self.px(size)), colour), cx, cy)

    def suit_col(self, k: str) -> RGB:
        """Return the ink of a suit in two or four colours."""
        return self._deck.suit_colour(k)

    def motif(self, cx: float, cy: float, size: float, col: Colour, alpha: int = 255) -> None:
        """Draw the house mark: four suits around nothing."""
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
        """Draw small ivory card tokens in a line of text; returns their width."""
        w, h, gap = size * INLINE_WIDTH, size * INLINE_HEIGHT, 4
        total = max(0.0, len(cards) * (w + gap) - gap)
        x -= total if al == "r" else total / 2 if al == "c" else 0
        for i, code in enumerate(cards):
            self._inline_card(code, (x + i * (w + gap), y - h / 2, w, h), size)
        return total

    def _inline_card(self, code: str, r: Rect, size: float) -> None:
        x, y, w, h = r
        rank, suit = code[0].replace("T", "10"), code[1]
        ten = rank == "10"
        self.rect(r, "card", 4, "card" if self.hc else "card_edge")
        ink, middle = self.suit_col(suit), y + h / 2
        type_size = size * (0.78 if ten else 0.88)
        self.text(
            rank,
            x + w * (0.33 if ten else 0.31),
            middle,
            "label_b",
            ink,
            al="c",
            size=type_size,
            weight="Bold",
        )
        self.suit(suit, x + w - size * (0.40 if ten else 0.46), middle, size * (0.50 if ten else 0.56))

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
        """Draw a playing card with its upper left corner at x, y; `code` as "Kh", or "??" for its back.

        `angle` turns it to the left in degrees; `dim` veils it; `glow` gives it a brass rim; `open_share` is
        its visible width while it is being turned over.
        """
        if angle:
            self._tilted_card(code, x, y, h, angle, shadow=shadow)
            return
        w = h * SHAPE
        if open_share < 1:
            x, w = x + w * (1 - open_share) / 2, w * open_share
        if shadow:
            self.shadow((x, y, w, h), h * playing_cards.CORNER, max(3, h * 0.045), 120, h * 0.025)
        if glow:
            rim = "brass" if self.hc else "felt_brass"
            self.rect((x - 3, y - 3, w + 6, h + 6), rim, h * playing_cards.CORNER + 3)
        face = playing_cards.card(self._deck, code, self.px(h))
        if open_share < 1:
            face = pygame.transform.smoothscale(face, (max(1, self.px(w)), face.get_height()))
        self.s.blit(face, (self.px(x), self.px(y)))
        if dim:
            veil = "shadow" if self.hc else "felt_deep"
            self.rect((x, y, w, h), veil, h * playing_cards.CORNER, alpha=120)

    def _tilted_card(self, code: str, x: float, y: float, h: float, angle: float, *, shadow: bool) -> None:
        high = self.px(h)
        centre_x, centre_y = x + h * SHAPE / 2, y + h / 2
        if shadow and not self.hc:
            dark = playing_cards.tilted_shadow(self._deck, code, high, angle)
            self._centred(dark, centre_x + 1, centre_y + h * 0.03)
        self._centred(playing_cards.tilted_card(self._deck, code, high, angle), centre_x, centre_y)

    def slot(self, x: float, y: float, h: float) -> None:
        """Draw the stitched place of a card that is still to come."""
        r = (x, y, h * SHAPE, h)
        self.rect(r, "felt_deep", h * playing_cards.CORNER, alpha=90)
        self.rect(r, None, h * playing_cards.CORNER, "felt_line")

    def chips(
        self, cx: float, base: float, amount: int, d: float = 26, most: int = chips.MOST_IN_A_STACK
    ) -> float:
        """Draw one stack for `amount` around cx, its lower edge at `base`; returns its height."""
        stack = chips.stack_of(amount, most)
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
        """Draw the background of every screen."""
        if self.hc or not self.look.texture:
            self.s.fill(self.c["room"])
            return
        self.layer("room", Pen._paint_room)

    def _paint_room(self) -> None:
        faint = 16 if self.theme.name == "light" else 12
        size, step = self.s.get_size(), self.px(44)
        self.s.blit(
            materials.room(size, (self.c["room_lit"], self.c["room"]), self.c["brass"], step, faint), (0, 0)
        )

    @property
    def textured(self) -> bool:
        """Whether felt and wood show their grain."""
        return self.look.texture and not self.hc

    def felt(self, r: Rect, radius: float) -> None:
        """Draw a piece of cloth."""
        x, y, w, h = self.box(r)
        cloth = materials.felt(
            (w, h), self.px(radius), self.c["felt"], self.c["felt_deep"], textured=self.textured
        )
        self.s.blit(cloth, (x, y))

    def walnut(self, r: Rect, radius: float, dark: Colour = "rail", light: Colour = "rail_hi") -> None:
        """Draw a wooden plate with a light edge."""
        if self.hc:
            self.rect(r, "rail", radius, "inlay", 2)
            return
        x, y, w, h = self.box(r)
        plank = materials.wood(
            (w, h), self.px(radius), self.col(dark), self.col(light), textured=self.textured
        )
        self.s.blit(plank, (x, y))
        self.rect(r, None, radius, mix(self.col(light), LAMPLIGHT, 0.18))

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


@lru_cache(maxsize=1024)
def _wrapped(s: str, width: int, pixels: int, weight: str, tracking: float) -> tuple[str, ...]:
    rows: list[str] = []
    row = ""
    for word in s.split():
        longer = f"{row} {word}" if row else word
        if row and fonts.width(longer, pixels, weight, tracking) > width:
            rows.append(row)
            row = word
        else:
            row = longer
    return (*rows, row)
