"""Rasters that are kept while they are in use: least recently used leaves first, bounded by bytes.

Everything the window shows is drawn by code at several times its size and reduced once, which takes far longer
than a frame has. So each raster is made once per (shape, pixels, colour) and then only copied.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1 << 20


class SurfaceCache:
    """Surfaces by key, at most `budget` bytes of them; the newest always stays."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.bytes = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._surfaces)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface kept under `key`, made now if it is not there."""
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
            return surface
        surface = make()
        self._surfaces[key] = surface
        self.bytes += _size(surface)
        while self.bytes > self.budget and len(self._surfaces) > 1:
            self.bytes -= _size(self._surfaces.popitem(last=False)[1])
        return surface

    def clear(self) -> None:
        """Forget everything: the display's format has changed."""
        self._surfaces.clear()
        self.bytes = 0


RASTERS = SurfaceCache(40 * MEGABYTE)  # shapes, cards, chips, shadows
WORDS = SurfaceCache(12 * MEGABYTE)  # rendered text
LAYERS = SurfaceCache(40 * MEGABYTE)  # whole backgrounds of the window's size


def kept(make: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
    """Keep what `make` returns in `RASTERS`, by its arguments, which must be hashable.

    The surface is shared: callers copy it before they change it.
    """

    @wraps(make)
    def lookup(*args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        key = (make.__name__, args, tuple(sorted(kwargs.items())))
        return RASTERS.get(key, lambda: make(*args, **kwargs))

    return lookup


def clear_all() -> None:
    """Forget every raster, word and layer."""
    for cache in (RASTERS, WORDS, LAYERS):
        cache.clear()


def _size(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
