"""Text on a canvas: lines and paragraphs, measured, shortened and wrapped.

If `log` is a list, every text drawn is appended to it, so that tests can find overlapping or cut texts.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from game.window.ui.canvas import fonts
from game.window.ui.canvas.canvas import Canvas, Colour, Look
from game.window.ui.canvas.faces import font
from game.window.ui.canvas.line_breaks import cut, wrap
from game.window.ui.theme import tokens

Align = Literal["l", "c", "r"]

LEADING = 1.38
CAPITAL_MIDDLE = 0.33  # em from the baseline to the middle of the capitals
SMALLEST_TYPE = 6  # pixels
MIN_SHRINK = 0.8  # the smallest factor for a line without enough room


@dataclass(frozen=True, slots=True)
class TextMark:
    """A drawn text: its rectangle in pixels, and the clip it was drawn under."""

    words: str
    rect: pygame.Rect
    clip: pygame.Rect


CAPITALS = re.compile(r"[^\W\d_]{4,}")
"""Names of sections, which a voice would spell. It should spell OOP and EV."""
SAME_PARAGRAPH = 1.9
"""The distance of two lines of a paragraph at most, as a multiple of their height."""
SAME_LEFT, MIN_SPACES = 0.4, 2
"""The distance of the first letters in heights of a line, and the spaces in a line that continues in lower case."""


def join_lines(marks: list[TextMark]) -> str:
    """Join texts to sentences. Lines of one paragraph stay together."""
    joined: list[str] = []
    before: TextMark | None = None
    for mark in marks:
        continues = mark.words[:1].islower() and before is not None and before.words.count(" ") >= MIN_SPACES
        slack = SAME_LEFT * mark.rect.height if continues else 0
        near = before is not None and (
            abs(mark.rect.left - before.rect.left) <= slack
            and 0
            < mark.rect.top - before.rect.top
            < SAME_PARAGRAPH * max(mark.rect.height, before.rect.height)
        )
        if not near and joined and joined[-1][-1:] not in ".:!?,;":
            joined[-1] += "."
        if mark.words.strip():
            words = mark.words.strip()
            if words.isupper():
                small = CAPITALS.sub(lambda found: found.group().lower(), words)
                words = small[0].upper() + small[1:]
            joined.append(words)
            before = mark
    return " ".join(joined)


class Lettering(Canvas):
    """A canvas that draws text."""

    def __init__(self, surface: pygame.Surface, look: Look | None = None) -> None:
        super().__init__(surface, look)
        self.log: list[TextMark] | None = None

    def _type(self, style: str, size: float | None, weight: str | None) -> tuple[int, str, float]:
        chosen = tokens().type[style]
        pixels = max(SMALLEST_TYPE, self.px(size or chosen.size))
        return pixels, weight or chosen.weight, chosen.tracking

    def width(
        self, s: str, style: str = "body", size: float | None = None, weight: str | None = None
    ) -> float:
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
        """Draw one line of text, and return its width in dp.

        `y` is the middle of the capitals, so rows of different sizes align. A line wider than `fit` shrinks
        by up to a fifth. If that is not enough, it ends with an ellipsis.
        """
        pixels, heavy, tracking = self._type(style, size, weight)
        if fit is not None and (wide := self.width(s, style, size, weight)) > max(0.0, fit):
            pixels = max(SMALLEST_TYPE, round(pixels * MIN_SHRINK), math.floor(pixels * fit / wide))
            s = self.shortened(s, fit, style, pixels / self.u, weight)
        if tracking:
            s = s.upper()
        if not s:
            return 0.0
        wide = fonts.width(s, pixels, heavy, tracking)
        left = self.px(x) - (wide if al == "r" else wide / 2 if al == "c" else 0)
        ascent = font(pixels, heavy).get_ascent()
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
        """Return a text cut with an ellipsis if it is wider than `fit`."""
        if self.width(s, style, size, weight) <= fit:
            return s
        if self.width("…", style, size, weight) > fit:
            return ""

        def fits(words: str) -> bool:
            return self.width(words.rstrip() + "…", style, size, weight) <= fit

        return cut(s, fits).rstrip() + "…"

    def short_name(self, name: str, fit: float, style: str = "body", size: float | None = None) -> str:
        """Return a name that fits.

        A name that ends with a number is cut in the middle, so that the number stays.

        "Strategist, 20 big blinds, run 2" becomes "Strategist, 20 big… run 2", then "Strategist… run 2".
        """
        if self.width(name, style, size) <= fit or not name[-1:].isdigit():
            return self.shortened(name, fit, style, size)
        head, _, number = name.rpartition(", " if ", " in name else " ")
        kept = f"… {number}"
        while " " in head:
            head = head.rpartition(" ")[0].rstrip(",")
            if self.width(head + kept, style, size) <= fit:
                return head + kept
        beginning = self.shortened(f"{head}…", fit - self.width(kept[1:], style, size), style, size)
        return f"{beginning}{kept[1:]}" if beginning else self.shortened(name, fit, style, size)

    def wrap(self, s: str, width: float, style: str = "body") -> tuple[str, ...]:
        pixels, heavy, tracking = self._type(style, None, None)
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
        limit: int = 99,
    ) -> float:
        """Draw a paragraph, and return the y of the next line."""
        step = tokens().type[style].size * lead
        lines = self.wrap(s, width, style)
        shown = list(lines[:limit])
        if len(lines) > limit:
            shown[-1] = self.shortened(shown[-1] + " …", width, style)
        for i, line in enumerate(shown):
            self.text(line, x, y + i * step, style, col)
        return y + len(shown) * step

    def caps(
        self, s: str, x: float, y: float, col: Colour = "faint", al: Align = "l", *, fit: float | None = None
    ) -> float:
        return self.text(s, x, y, "caps", col, al=al, fit=fit)


@lru_cache(maxsize=1024)
def _wrapped(s: str, width: int, pixels: int, weight: str, tracking: float) -> tuple[str, ...]:
    def fits(words: str) -> bool:
        return fonts.width(words, pixels, weight, tracking) <= width

    return wrap(s, fits)
