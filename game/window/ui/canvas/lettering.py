"""Text on a canvas: lines and paragraphs, measured, shortened and wrapped.

If `log` is a list, every text drawn is appended to it, so that tests can find overlapping or cut texts.

A cut never splits the code points of a letter (UAX 29, "Grapheme Clusters"). A line ends at a space, or next
to a Chinese character unless a punctuation mark forbids it (UAX 14, "Line Breaking"). Only the rules that the
window's languages need are implemented.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from game.window.ui.canvas import faces
from game.window.ui.canvas.canvas import Canvas, Colour, Look
from game.window.ui.canvas.faces import font
from game.window.ui.theme import tokens

JOINERS = "\u200c\u200d"
VIRAMA = "\u0dca"
BREAKING_SPACE = re.compile("[ \t\n]+")
IDEOGRAPHS = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))
NOT_FIRST = frozenset("、。〉》」』】〕！），．：；？～％·…—”’!),.:;?%]}")
NOT_LAST = frozenset("〈《「『【〔（“‘([{")


def split_clusters(words: str) -> list[str]:
    """Split a text into grapheme clusters, which a reader perceives as letters.

    >>> split_clusters("ශ්\u200dරී ලං")
    ['ශ්\u200dරී', ' ', 'ලං']
    """
    clusters: list[str] = []
    for letter in words:
        if clusters and _continues(clusters[-1], letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _continues(cluster: str, letter: str) -> bool:
    return (
        letter in JOINERS
        or unicodedata.category(letter) in ("Mn", "Mc", "Me")
        or (cluster.endswith("\u200d") and cluster[-2:-1] == VIRAMA)
    )


def cut(words: str, is_short_enough: Callable[[str], bool]) -> str:
    """Return the longest prefix of whole letters that is short enough. The result may be empty."""
    beginnings = _beginnings(split_clusters(words))
    count = bisect_left(beginnings, True, key=lambda beginning: not is_short_enough(beginning))
    return beginnings[count - 1] if count else ""


def _beginnings(clusters: Sequence[str]) -> list[str]:
    beginnings = [""]
    for cluster in clusters:
        beginnings.append(beginnings[-1] + cluster)
    return beginnings


def wrap(words: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """Break a text into lines for which `fits` is true.

    A word that is wider than a line is broken between letters. If the last word is a single letter (with or without
    a full stop), such as the name of a key, the word before this letter moves to the last line too.
    """
    rows: list[str] = []
    row = ""
    for space, piece in _pieces(words):
        longer = row + space + piece if row else piece
        if fits(longer):
            row = longer
            continue
        *whole, rest = _break_piece(piece, fits)
        rows += ([row] if row else []) + whole
        row = rest
    if rows and len(row.rstrip(".!?。")) == 1 and words.endswith(f" {row}"):
        start, space, last = rows[-1].rpartition(" ")
        if space and fits(f"{last} {row}"):
            rows[-1], row = start, f"{last} {row}"
    return (*rows, row)


def breaks_word(words: str, fits: Callable[[str], bool]) -> bool:
    """Return whether `wrap` breaks a word of this text between letters."""
    return not all(fits(piece) for _, piece in _pieces(words))


def _pieces(words: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text between possible line breaks, each with the space before it."""
    for word in filter(None, BREAKING_SPACE.split(words)):
        space, start = " ", 0
        for index in range(1, len(word)):
            if _may_end_line(word[index - 1], word[index]):
                yield space, word[start:index]
                space, start = "", index
        yield space, word[start:]


def _may_end_line(before: str, after: str) -> bool:
    return (
        (_is_ideograph(before) or _is_ideograph(after))
        and after not in NOT_FIRST
        and before not in NOT_LAST
        and not _continues(before, after)
    )


def _is_ideograph(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in IDEOGRAPHS)


def _break_piece(piece: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Break a word that is wider than a line, such as a path or a web address, and yield its parts."""
    while not fits(piece):
        part = cut(piece, fits) or split_clusters(piece)[0]
        if part == piece:
            break
        yield part
        piece = piece[len(part) :]
    yield piece


Align = Literal["l", "c", "r"]

LEADING = 1.38
CAPITAL_MIDDLE = 0.33  # em from the baseline to the middle of the capitals
SMALLEST_TYPE = 6  # pixels
MIN_SHRINK = 0.8  # the smallest factor for a line without enough room


MarkKind = Literal["words", "key", "cards"]


@dataclass(frozen=True, slots=True)
class TextMark:
    """A drawn text in the log: its rectangle in pixels, and the clip under which it was drawn.

    `written` has the text before its conversion to capitals. In a row of cards, the mark of the first card's rank
    has the codes of all cards in `written`, like "Ad 2d". For the other ranks, `written` is empty.
    """

    words: str
    rect: pygame.Rect
    clip: pygame.Rect
    written: str = ""
    kind: MarkKind = "words"


CAPITALS = re.compile(r"[^\W\d_]{4,}")
"""Matches the capitals of section names, which a voice would spell.

Short words like OOP and EV should be spelled.
"""
SAME_PARAGRAPH = 1.9
"""The maximum distance of two lines of a paragraph, as a multiple of their height."""
SAME_LEFT, MIN_SPACES = 0.4, 2
"""The limits for lines of one paragraph: the distance of their left ends, and the spaces in the second line.

The distance is in heights of a line. The spaces are the minimum for a line that continues in lower case.
"""


def join_lines(marks: list[TextMark]) -> str:
    """Join drawn texts to sentences. Lines of one paragraph stay together."""
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
            words = (mark.written or mark.words).strip()
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
        return faces.width(s.upper() if tracking else s, pixels, heavy, tracking) / self.u

    def reach(self, s: str, style: str = "body", col: Colour = "text") -> tuple[float, float]:
        """Return the heights in dp that the letters of a line take above and below its y.

        The heights depend on the letters of the text. Tall scripts take more.
        """
        pixels, heavy, tracking = self._type(style, None, None)
        if tracking:
            s = s.upper()
        box = faces.word_raster(s, pixels, heavy, tracking, self.col(col)).get_bounding_rect()
        top = round(pixels * CAPITAL_MIDDLE - font(pixels, heavy).get_ascent())
        return -(top + box.top) / self.u, (top + box.bottom) / self.u

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
        kind: MarkKind = "words",
        cards: str = "",
    ) -> float:
        """Draw one line of text, and return its width in dp.

        `kind` and `cards` are stored in the log: the kind of the text, and the codes of the cards for
        `TextMark.written`.

        `y` is the middle of the capital letters, so texts of different sizes align. A line wider than `fit`
        dp shrinks by up to a fifth. If the line is still too wide, it is cut and ends with an ellipsis.
        """
        pixels, heavy, tracking = self._type(style, size, weight)
        if fit is not None and (wide := self.width(s, style, size, weight)) > max(0.0, fit):
            pixels = max(SMALLEST_TYPE, round(pixels * MIN_SHRINK), math.floor(pixels * fit / wide))
            s = self.shortened(s, fit, style, pixels / self.u, weight)
        written = cards if kind == "cards" else s
        if tracking:
            s = s.upper()
        if not s:
            return 0.0
        wide = faces.width(s, pixels, heavy, tracking)
        left = self.px(x) - (wide if al == "r" else wide / 2 if al == "c" else 0)
        ascent = font(pixels, heavy).get_ascent()
        place = (round(left), round(self.px(y) + pixels * CAPITAL_MIDDLE - ascent))
        words = faces.word_raster(s, pixels, heavy, tracking, self.col(col))
        if words.get_alpha() != alpha:
            words.set_alpha(alpha)
        self.s.blit(words, place)
        if self.log is not None:
            rect = words.get_bounding_rect().move(place)
            self.log.append(TextMark(s, rect, self.s.get_clip(), written, kind))
        return wide / self.u

    def shortened(
        self, s: str, fit: float, style: str = "body", size: float | None = None, weight: str | None = None
    ) -> str:
        """Return the text `s`. A text that is wider than `fit` dp is cut and ends with an ellipsis."""
        if self.width(s, style, size, weight) <= fit:
            return s
        if self.width("…", style, size, weight) > fit:
            return ""

        def fits(words: str) -> bool:
            return self.width(words.rstrip() + "…", style, size, weight) <= fit

        return cut(s, fits).rstrip() + "…"

    def short_name(self, name: str, fit: float, style: str = "body", size: float | None = None) -> str:
        """Return a name, shortened if it is wider than `fit` dp.

        A name that ends with a number is cut in the middle, so that the number stays. "Strategist, 20 big
        blinds, run 2" becomes "Strategist, 20 big… run 2", then "Strategist… run 2".
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
        """Draw a paragraph of at most `limit` lines, and return the y of the next line."""
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
        return faces.width(words, pixels, weight, tracking) <= width

    return wrap(s, fits)
