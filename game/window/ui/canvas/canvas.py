"""A canvas: shapes, lines and anti-aliased curves on one surface, in dp and in the colours of the theme."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import pygame

from game.window.ui.canvas import rasters
from game.window.ui.canvas.rasters import LAYERS
from game.window.ui.theme import RGB, scale_for, tokens

Point = tuple[float, float]

DENSEST = 0.5  # pixels between two of the thin lines of a wide line
NEAREST = 0.01  # pixels. Points closer than this are merged
SHARP = 0.2  # the cosine of the turn below which a line is drawn in two pieces


def polyline(surface: pygame.Surface, colour: RGB, points: Sequence[Point], width: float) -> None:
    """Draw an anti-aliased line through `points`, in pixels, `width` pixels wide.

    The anti-aliased lines of pygame are one pixel wide. A wider line is drawn as several thin parallel lines,
    so close to each other that the middle is solid and only the two edges fade. This takes a few calls of
    pygame per curve. If there are fewer than two points, nothing is drawn.
    """
    reach = max(0.0, width - 1) / 2
    steps = math.ceil(2 * reach / DENSEST)
    offsets = [reach * (2 * step / steps - 1) for step in range(steps + 1)] if steps else [0.0]
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > NEAREST:
            kept.append(point)
    for piece in _smooth_pieces(kept):
        sides = [_direction(one, other) for one, other in pairwise(piece)]
        normals = []
        for (ax, ay), (bx, by) in zip([sides[0], *sides], [*sides, sides[-1]], strict=True):
            half = (1 + ax * bx + ay * by) or 1.0
            normals.append((-(ay + by) / half, (ax + bx) / half))
        for offset in offsets:
            beside = [
                (x + nx * offset, y + ny * offset) for (x, y), (nx, ny) in zip(piece, normals, strict=True)
            ]
            pygame.draw.aalines(surface, colour, False, beside)


def _smooth_pieces(points: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Yield the parts of a line between sharp turns, each of at least two points.

    At a sharp turn, parallel thin lines would cross.
    """
    begin = 0
    for index in range(1, len(points) - 1):
        (ax, ay), (bx, by) = (
            _direction(*points[index - 1 : index + 1]),
            _direction(*points[index : index + 2]),
        )
        if ax * bx + ay * by < SHARP:
            yield points[begin : index + 1]
            begin = index
    if len(points) - begin > 1:
        yield points[begin:]


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


Rect = tuple[float, float, float, float]
Colour = str | RGB

PLATE_LIMIT = 24_000  # pixels. A larger rectangle is assembled from its corners
SHADOW_LIMIT = 40_000


@dataclass(frozen=True, slots=True)
class Look:
    """The user's settings for the appearance."""

    theme: str = "dark"
    four_colours: bool = False
    back: str = "claret"
    texture: bool = True
    text_scale: float = 1.0


class Canvas:
    """Draws on `surface`. Rectangles are (x, y, width, height) in dp. Colours are names in the theme or RGB.

    The canvas converts dp to pixels and names to colours. The scale `u` (pixels per dp) grows with the
    window's size to the power 0.6, so a larger window shows things larger, but also has room for more. `W`
    and `H` are the size of the window in dp. Shapes and whole backgrounds are cached
    (game/window/ui/canvas/rasters.py).
    """

    def __init__(self, surface: pygame.Surface, look: Look | None = None) -> None:
        self.s = surface
        self.look = look or Look()
        self.theme = tokens().themes[self.look.theme]
        self.c = self.theme.colours
        self.hc = self.theme.is_contrast
        self.u = scale_for(*surface.get_size(), self.look.text_scale)
        self.W, self.H = surface.get_width() / self.u, surface.get_height() / self.u
        self.spared: list[Rect] = []  # areas of this frame that a notice must not cover

    # ---- measures -----------------------------------------------------------------------------------------
    def px(self, dp: float) -> int:
        return round(dp * self.u)

    def col(self, colour: Colour) -> RGB:
        return self.c[colour] if isinstance(colour, str) else colour

    def box(self, rect: Rect) -> tuple[int, int, int, int]:
        """Convert a rectangle to pixels. Adjacent rectangles stay adjacent despite the rounding."""
        x, y, w, h = rect
        left, top = self.px(x), self.px(y)
        return left, top, max(1, self.px(x + w) - left), max(1, self.px(y + h) - top)

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Restrict drawing to `rect` inside the `with` block."""
        before = self.s.get_clip()
        self.s.set_clip(before.clip(pygame.Rect(self.box(rect))))
        try:
            yield
        finally:
            self.s.set_clip(before)

    def layer(self, key: Hashable, paint: Callable[[Self], None]) -> None:
        """Draw the cached background `key` on the whole surface.

        `paint` draws the background once per size, scale and look. `key` must identify everything else that
        `paint` depends on. A layer contains no text.
        """
        size = self.s.get_size()
        self.s.blit(
            LAYERS.get((key, size, self.u, self.look), lambda: self._paint_layer(size, paint)), (0, 0)
        )

    def painter_on(self, surface: pygame.Surface, *, look: Look | None = None, enlarged: float = 1.0) -> Self:
        """Return a painter for `surface`, with the scale of this painter multiplied by `enlarged`.

        A painter created directly would derive its scale from the size of its surface, which is wrong if the
        surface is only a part of a picture. The returned painter does not log texts.
        """
        painter = type(self)(surface, look or self.look)
        painter.u = enlarged * self.u
        painter.W, painter.H = surface.get_width() / painter.u, surface.get_height() / painter.u
        return painter

    def _paint_layer(self, size: tuple[int, int], paint: Callable[[Self], None]) -> pygame.Surface:
        surface = pygame.Surface(size).convert()
        paint(self.painter_on(surface))
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
        """Draw a rounded rectangle with a fill, or with a line inside its edge, or with both."""
        if fill is None and line is None:
            return
        x, y, w, h = self.box(r)
        corner = min(self.px(tokens().radius["panel"] if radius is None else radius), w // 2, h // 2)
        body = None if fill is None else (*self.col(fill), alpha)
        edge = None if line is None else (*self.col(line), line_alpha)
        doubled = self.hc and lw <= 1.5
        width = max(1, round(lw * self.u * (1.6 if doubled else 1))) if line is not None else 0
        opaque = alpha == 255 and line_alpha == 255
        if not opaque or w * h <= PLATE_LIMIT or min(w, h) <= 2 * max(corner, width):
            self.s.blit(rasters.plate((w, h), corner, body, edge, width), (x, y))
        else:
            self._large_rect(pygame.Rect(x, y, w, h), corner, body, edge, width)

    def fill(self, colour: tuple[int, ...], box: pygame.Rect | tuple[int, int, int, int]) -> None:
        """Fill a box (in pixels) with a colour, as far as it is inside the clip.

        For a box that begins above or left of the surface, pygame alone would move the box to the edge
        without shrinking it.
        """
        self.s.fill(colour, self.s.get_clip().clip(box))

    def _large_rect(
        self,
        box: pygame.Rect,
        corner: int,
        body: rasters.RGBA | None,
        edge: rasters.RGBA | None,
        width: int,
    ) -> None:
        """Draw a large rectangle from four cached corners and plain fills."""
        corner = max(corner, width)
        tile = rasters.plate((2 * corner + 2, 2 * corner + 2), corner, body, edge, width)
        far = corner + 2
        for x, source_x in ((box.left, 0), (box.right - corner, far)):
            for y, source_y in ((box.top, 0), (box.bottom - corner, far)):
                self.s.blit(tile, (x, y), (source_x, source_y, corner, corner))
        if body is not None:
            self.fill(body, (box.left + corner, box.top, box.width - 2 * corner, box.height))
            for x in (box.left, box.right - corner):
                self.fill(body, (x, box.top + corner, corner, box.height - 2 * corner))
        if edge is not None:
            for y in (box.top, box.bottom - width):
                self.fill(edge, (box.left + corner, y, box.width - 2 * corner, width))
            for x in (box.left, box.right - width):
                self.fill(edge, (x, box.top + corner, width, box.height - 2 * corner))

    def shadow(
        self, r: Rect, radius: float | None = None, blur: float = 10, alpha: int = 90, dy: float = 4
    ) -> None:
        """Draw the shadow of a rectangle. Call this method before the rectangle itself is drawn.

        Only the visible rim of a large shadow is drawn.
        """
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
        """Draw a line. Vertical and horizontal lines are sharp, and slanted lines are anti-aliased."""
        width, colour = max(1, self.px(lw)), self.col(col)
        start, end = (self.px(x0), self.px(y0)), (self.px(x1), self.px(y1))
        if x0 == x1:
            self.fill(colour, (*start, width, end[1] - start[1]))
        elif y0 == y1:
            self.fill(colour, (*start, end[0] - start[0], width))
        else:
            self.curve([(x0, y0), (x1, y1)], colour, lw)

    def stroke(self, points: Sequence[tuple[float, float]], col: Colour, lw: float) -> None:
        """Draw a polyline with round ends."""
        left, top = min(x for x, _ in points) - lw, min(y for _, y in points) - lw
        right, bottom = max(x for x, _ in points) + lw, max(y for _, y in points) + lw
        x, y, w, h = self.box((left, top, right - left, bottom - top))
        inside = tuple((round(a * self.u, 1) - x, round(b * self.u, 1) - y) for a, b in points)
        self.s.blit(rasters.stroke_raster(inside, lw * self.u, self.col(col), (w, h)), (x, y))

    def area(self, points: Sequence[tuple[float, float]], col: Colour, alpha: int) -> None:
        """Fill a polygon of a chart with the opacity `alpha`, from 0 (invisible) to 255 (opaque)."""
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        x, y, w, h = self.box((left, top, right - left, bottom - top))
        if w > 0 and h > 0:
            raster = pygame.Surface((w + 1, h + 1), pygame.SRCALPHA)
            inside = [(a * self.u - x, b * self.u - y) for a, b in points]
            pygame.draw.polygon(raster, (*self.col(col), alpha), inside)
            self.s.blit(raster, (x, y))

    def curve(self, points: Sequence[tuple[float, float]], col: Colour, lw: float = 1.8) -> None:
        pixels = [(a * self.u, b * self.u) for a, b in points]
        polyline(self.s, self.col(col), pixels, max(1.0, lw * self.u))

    def ring(
        self,
        cx: float,
        cy: float,
        r: float,
        col: Colour,
        lw: float = 2,
        *,
        frac: float = 1.0,
    ) -> None:
        """Draw an arc of `frac` of a circle, clockwise from the top."""
        share = round(frac * 240) / 240
        raster = rasters.ring(round(r * self.u, 2), round(lw * self.u, 2), self.col(col), share)
        half = raster.get_width() // 2
        self.s.blit(raster, (self.px(cx) - half, self.px(cy) - half))

    def disc(self, cx: float, cy: float, r: float, col: Colour, alpha: int = 255) -> None:
        self.rect((cx - r, cy - r, 2 * r, 2 * r), col, r, alpha=alpha)

    def cross(self, cx: float, cy: float, reach: float, lw: float, col: Colour) -> None:
        """Draw two crossing strokes with round ends and a shadow."""
        raster = rasters.cross(round(reach * self.u, 1), round(lw * self.u, 1), self.col(col))
        half = raster.get_width() // 2
        x, y = self.px(cx) - half, self.px(cy) - half
        if not self.hc:
            self.s.blit(rasters.darkened(raster, 120), (x, y + self.px(2)))
        self.s.blit(raster, (x, y))

    def scrim(self, alpha: int = 190) -> None:
        self.rect((0, 0, self.W, self.H), "scrim", 0, alpha=alpha)

    def spotlight(self, rect: Rect) -> None:
        """Darken everything drawn so far except inside `rect`."""
        box = pygame.Rect(self.box(rect)).clip(self.s.get_rect())
        lit = self.s.subsurface(box).copy()
        self.scrim()
        self.s.blit(lit, box)
