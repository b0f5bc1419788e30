"""Curves over iterations, on a logarithmic axis or a linear one, with the moment that is shown.

What lies before the moment is drawn in full, what comes after it pale. Both are painted once, as long as the
curves, the place and the look stay, and each frame copies the one and a part of the other: so a long run is
scrubbed without any curve being drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.screens.pages.lab.record import bounds, envelope
from game.screens.pages.lab.scales import Scale, Straight, Tick
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.axis import Axis
from game.screens.ui.charts.curves import Point, dashed, pushed_apart
from game.screens.ui.texts import number
from game.screens.ui.theme import RGB, mix
from game.screens.ui.widgets.widget import holds

TICK_ROW = 20.0
TICK_GAP, LABEL_GAP = 8.0, 8.0
LABEL_STEP = 17.0
LEAST_TICK_STEP = 30.0
TICK_ROOM = 62.0
PALE = 0.74
AWAY = 0.8  # what is not isolated
DOT = 2.0
MOST_COLUMNS = 32  # sets of points and widths that are kept


@dataclass(frozen=True, slots=True)
class Curve:
    """One quantity: key, name, colour, its values by point, the level it is to come to, dots or a line."""

    key: str
    name: str
    colour: str
    xs: Sequence[int]
    ys: Sequence[float]
    target: float | None = None
    target_colour: str = ""
    dotted: bool = False
    lw: float = 1.8


@dataclass(frozen=True, slots=True)
class Graph:
    """Curves over one pair of axes; `version` names what they hold, so that a new one is drawn anew.

    Labels change from moment to moment: those in `widest` are the widest there will be, so that nothing moves.
    """

    curves: Sequence[Curve]
    x: Axis
    y: Scale
    version: Hashable
    x_title: str = ""
    widest: str = ""


class PixelColumns:
    """Where the columns of pixels begin among tracked points: worked out once for all curves that share these."""

    def __init__(self) -> None:
        self._known: list[tuple[Sequence[int], Hashable, list[int]]] = []

    def edges(self, xs: Sequence[int], axis: Axis, columns: int) -> list[int]:
        """Return what `bounds` does, anew only where points have come or the axis is another."""
        key = (len(xs), axis, columns)
        for points, known, edges in self._known:
            if points is xs and known == key:
                return edges
        found = bounds(xs, axis, columns)
        self._known = [*self._known[1 - MOST_COLUMNS :], (xs, key, found)]
        return found


class GraphView:
    """Draws graphs at one place of a screen; views that show the same points share `columns`."""

    def __init__(self, columns: PixelColumns | None = None) -> None:
        self._columns = columns or PixelColumns()
        self._key: Hashable = None
        self._past: pygame.Surface | None = None
        self._future: pygame.Surface | None = None
        self._courses: dict[str, tuple[Sequence[float], Hashable, list[Point]]] = {}
        self.inner: Rect = (0.0, 0.0, 0.0, 0.0)
        self.labels: dict[str, Rect] = {}

    def iteration_at(self, x: float, y: float, graph: Graph) -> float | None:
        """Return the iteration that lies under a point; None beside the curves."""
        left, _, width, _ = self.inner
        return graph.x.value((x - left) / width) if holds(self.inner, x, y) else None

    def draw(
        self,
        painter: Painter,
        rect: Rect,
        graph: Graph,
        now: int,
        *,
        isolated: frozenset[str] = frozenset(),
        labels: Mapping[str, tuple[str, float]] | None = None,
        probe: int | None = None,
    ) -> None:
        """Draw the graph into `rect`; `told` are labels at the right end, by curve: the words and their value.

        `probe` is an iteration that is read out: a hairline stands there, with its number in the row of ticks.
        """
        self.inner = inner = _inner(painter, rect, graph, labels)
        if inner[2] <= 0 or inner[3] <= 0:
            return
        at = inner[0] + inner[2] * graph.x.share(now)
        self._copy(painter, rect, graph, at, isolated=isolated)
        _write_ticks(painter, rect, inner, graph, probe)
        painter.line(at, inner[1], at, inner[1] + inner[3], "edge")
        if probe is not None:
            there = inner[0] + inner[2] * graph.x.share(probe)
            painter.line(there, inner[1], there, inner[1] + inner[3], "text")
        self.labels = _write_labels(painter, rect, inner, graph, labels or {}, isolated=isolated)

    def _copy(
        self, painter: Painter, rect: Rect, graph: Graph, at: float, *, isolated: frozenset[str]
    ) -> None:
        inner = self.inner
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        if not (place.width and place.height):
            return
        key = (tuple(place), inner, painter.look, painter.u, graph.version, isolated)
        if self._past is None or self._future is None or key != self._key:
            background = painter.s.subsurface(place).copy()
            courses = [self._course(painter, graph, curve) for curve in graph.curves]
            _paint(painter, inner, graph, courses, lambda curve: _ink(painter, curve, isolated, pale=True))
            self._future = painter.s.subsurface(place).copy()
            painter.s.blit(background, place)
            _paint(painter, inner, graph, courses, lambda curve: _ink(painter, curve, isolated, pale=False))
            self._past, self._key = painter.s.subsurface(place).copy(), key
        before = max(0, min(place.width, painter.px(at) - place.left))
        painter.s.blit(self._past, place, (0, 0, before, place.height))
        painter.s.blit(
            self._future, (place.left + before, place.top), (before, 0, place.width - before, place.height)
        )

    def _course(self, painter: Painter, graph: Graph, curve: Curve) -> list[Point]:
        """Return a curve as points in dp, worked out anew only where it has grown or lies elsewhere."""
        key = (len(curve.ys), self.inner, painter.u, graph.x, graph.y)
        known = self._courses.get(curve.key)
        if known is None or known[0] is not curve.ys or known[1] != key:
            edges = self._columns.edges(curve.xs, graph.x, max(1, painter.px(self.inner[2])))
            known = self._courses[curve.key] = curve.ys, key, course(self.inner, graph, curve, edges)
        return known[2]


def _ink(painter: Painter, curve: Curve, isolated: frozenset[str], *, pale: bool) -> RGB:
    share = PALE if pale else 0.0
    if isolated and curve.key not in isolated:
        share = max(share, AWAY)
    return mix(painter.col(curve.colour), painter.col("panel"), share)


def _inner(
    painter: Painter, rect: Rect, graph: Graph, labels: Mapping[str, tuple[str, float]] | None
) -> Rect:
    """Where the curves lie: right of the ticks, left of the labels, above the ticks of the level axis."""
    x, y, w, h = rect
    ticks = max((painter.width(words, "small") for _, words in _levels(graph, h - 7)), default=0.0) + TICK_GAP
    names = max((painter.width(words, "small_b") for words, _ in (labels or {}).values()), default=0.0)
    if labels:
        names = (
            max(names, painter.width(graph.widest, "small_b"), painter.width(graph.x_title, "small"))
            + LABEL_GAP
        )
    return x + ticks, y + 7, w - ticks - names, h - 7 - TICK_ROW


def _levels(graph: Graph, height: float) -> Sequence[Tick]:
    """Return the ticks of the upright axis of a graph so many dp high."""
    return _ticks(graph.y, max(3, min(6, int((height - TICK_ROW) / LEAST_TICK_STEP) + 1)))


@lru_cache(maxsize=256)
def _ticks(scale: Scale, most: int) -> Sequence[Tick]:
    """Return the ticks of a scale, which are asked for in every frame."""
    return scale.ticks(most)


# ---- what is painted once -------------------------------------------------------------------------------------
def _paint(
    painter: Painter,
    inner: Rect,
    graph: Graph,
    courses: Sequence[Sequence[Point]],
    ink: Callable[[Curve], RGB],
) -> None:
    x, y, w, h = inner
    for share, _ in _levels(graph, h + TICK_ROW):
        level = y + h * (1 - share)
        painter.line(x, level, x + w, level)
    for curve in graph.curves:
        if curve.target is not None:
            level = y + h * (1 - graph.y.shares([curve.target])[0])
            colour = (
                painter.col(curve.target_colour)
                if curve.target_colour
                else mix(ink(curve), painter.col("panel"), 0.3)
            )
            dashed(painter, x, x + w, level, colour)
    for curve, points in zip(graph.curves, courses, strict=True):
        if curve.dotted:
            _draw_dots(painter, points, ink(curve))
        else:
            painter.curve(points, ink(curve), curve.lw)


def course(inner: Rect, graph: Graph, curve: Curve, edges: Sequence[int]) -> list[Point]:
    """Return a curve as points in dp, at most two for each of the columns of pixels that begin at `edges`."""
    x, y, w, h = inner
    kept = envelope(curve.ys, edges)
    across = graph.x.shares(curve.xs[place] for place in kept)
    up = graph.y.shares(curve.ys[place] for place in kept)
    return [(x + w * share, y + h * (1 - level)) for share, level in zip(across, up, strict=True)]


def _draw_dots(painter: Painter, points: Sequence[Point], colour: RGB) -> None:
    side = max(2, painter.px(DOT))
    for across, level in points:
        painter.fill(colour, (painter.px(across) - side // 2, painter.px(level) - side // 2, side, side))


# ---- what is written ------------------------------------------------------------------------------------------
def _write_ticks(painter: Painter, rect: Rect, inner: Rect, graph: Graph, probe: int | None) -> None:
    """Write the ticks; the iteration that is read out takes the place of those that it would touch."""
    x, y, w, h = inner
    for share, words in _levels(graph, h + TICK_ROW):
        painter.text(words, x - TICK_GAP, y + h * (1 - share), "small", "faint", al="r")
    row = y + h + TICK_ROW / 2 + 3
    taken = (0.0, 0.0)
    if probe is not None:
        half = painter.width(number(probe), "small_b") / 2
        at = min(max(x + w * graph.x.share(probe), x + half - TICK_GAP), x + w - half)
        painter.text(number(probe), at, row, "small_b", al="c")
        taken = at - half - TICK_GAP, at + half + TICK_GAP
    for share, words in _ticks(Straight(graph.x), max(2, int(w / TICK_ROOM))):
        half = painter.width(words, "small") / 2
        at = min(max(x + w * share, x + half - TICK_GAP), x + w - half)
        if at + half <= taken[0] or at - half >= taken[1]:
            painter.text(words, at, row, "small", "faint", al="c")
    right = rect[0] + rect[2]
    if graph.x_title and x + w + LABEL_GAP + painter.width(graph.x_title, "small") <= right + 1:
        painter.text(graph.x_title, x + w + LABEL_GAP, row, "small", "faint")


def _write_labels(
    painter: Painter,
    rect: Rect,
    inner: Rect,
    graph: Graph,
    labels: Mapping[str, tuple[str, float]],
    *,
    isolated: frozenset[str],
) -> dict[str, Rect]:
    """Write the labels, each beside its value or as near as the others let it be; return where they lie.

    A label may be told before its curve is drawn, of a run that has just come in: it waits for the curve.
    """
    _, y, _, h = inner
    by_key = {curve.key: curve for curve in graph.curves}
    labels = {key: label for key, label in labels.items() if key in by_key}
    shares = graph.y.shares(value for _, value in labels.values())
    levels = pushed_apart([y + h * (1 - share) for share in shares], LABEL_STEP, y, y + h - 2)
    left = inner[0] + inner[2] + LABEL_GAP
    places: dict[str, Rect] = {}
    for (key, (words, _)), level in zip(labels.items(), levels, strict=True):
        ink = _ink(painter, by_key[key], isolated, pale=False)
        painter.text(words, left, level, "small_b", ink, fit=rect[0] + rect[2] - left + 1)
        places[key] = (left - 4, level - LABEL_STEP / 2, rect[0] + rect[2] - left + 6, LABEL_STEP)
    return places
