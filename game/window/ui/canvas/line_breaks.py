"""Find where a text may be cut and where a line may end, for all scripts of the window.

A cut never splits the code points of a letter (UAX 29, "Grapheme Clusters"). A line ends at a space, or next
to a Chinese character unless a punctuation mark forbids it (UAX 14, "Line Breaking"). Only the rules that the
window's languages need are implemented.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

JOINERS = "\u200c\u200d"
VIRAMA = "\u0dca"
BREAKING_SPACE = re.compile("[ \t\n]+")
IDEOGRAPHS = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))
NOT_FIRST = frozenset("、。〉》」』】〕！），．：；？～％·…—”’!),.:;?%]}")
NOT_LAST = frozenset("〈《「『【〔（“‘([{")


def split_clusters(words: str) -> list[str]:
    """Return the letters of a text as a reader counts them.

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
    """Return the longest prefix of whole letters that is short enough. It may be empty."""
    beginnings = _beginnings(split_clusters(words))
    count = bisect_left(beginnings, True, key=lambda beginning: not is_short_enough(beginning))
    return beginnings[count - 1] if count else ""


def _beginnings(clusters: Sequence[str]) -> list[str]:
    beginnings = [""]
    for cluster in clusters:
        beginnings.append(beginnings[-1] + cluster)
    return beginnings


def wrap(words: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the lines of a text. A piece that is longer than a line is cut between letters."""
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
    return (*rows, row)


def _pieces(words: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text between possible line ends, each with the space before it."""
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
    """Yield the parts of a piece that is longer than a line, such as a path or a web address."""
    while not fits(piece):
        part = cut(piece, fits) or split_clusters(piece)[0]
        if part == piece:
            break
        yield part
        piece = piece[len(part) :]
    yield piece
