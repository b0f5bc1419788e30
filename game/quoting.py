"""Makes values and texts from outside safe to show in a sentence, on a terminal and in a CSV table.

`quoted` shortens a value from a file, a flag, a click or the network to at most `MAX_QUOTED_LENGTH` characters.
`escape_controls` and `csv_line` make untrusted text safe, such as the name of a player or a file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from reprlib import Repr

MAX_QUOTED_LENGTH = 64
MAX_CHARACTERS = 56
MAX_BITS = 4096
"""Python refuses to write much larger integers in digits. Their length is shown instead."""
_CUT = "..."
LIST_LETTERS = 140
"""The room for a list of names in a sentence, in characters."""
_NUMBER = re.compile(r"[+-]?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?", re.ASCII)
_NO_BREAK = "\u00a0"
_CONJUNCT = "\u0dca\u200d"
"""Joins two Sinhala consonants to one letter. Elsewhere, the invisible second character is escaped."""
"""The space within a number of some languages. It is seen, though Python counts it as not printable."""
_FORMULA = ("=", "+", "-", "@")
"""A spreadsheet computes a cell that begins with one of these."""


def quoted(value: object) -> str:
    """Return the repr of `value`, shortened for a sentence.

    Texts are cut at the end, other values in the middle.

    >>> quoted("fold"), quoted([1, [2, [3]]])
    ("'fold'", '[1, [2, [...]]]')
    """
    written = _BRIEF.repr(value)
    if len(written) <= MAX_QUOTED_LENGTH:
        return written
    head = (MAX_QUOTED_LENGTH - len(_CUT)) // 2
    return written[:head] + _CUT + written[head + len(_CUT) - MAX_QUOTED_LENGTH :]


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> count_noun(1, "hand"), count_noun(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def escape_controls(text: str) -> str:
    r"""Return a text with every invisible character escaped, so that it is a single line on any terminal.

    >>> escape_controls("ann"), escape_controls("\x1b[2J\n"), escape_controls("\u202egnp.exe")
    ('ann', '\\x1b[2J\\n', '\\u202egnp.exe')
    """
    if text.replace(_NO_BREAK, " ").replace(_CONJUNCT, " ").isprintable():
        return text
    parts = text.split(_CONJUNCT)
    return _CONJUNCT.join(
        "".join(sign if sign.isprintable() or sign == _NO_BREAK else repr(sign)[1:-1] for sign in part)
        for part in parts
    )


def csv_line(cells: Iterable[object], end: str = "\n") -> str:
    r"""Return a line of a CSV table. A text that a spreadsheet would run as a formula gets a leading quote.

    >>> csv_line(["=1+1", -5, "-0.5", "ann, bob"], end="")
    '\'=1+1,-5,-0.5,"ann, bob"'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator=end).writerow(map(_csv_cell, cells))
    return line.getvalue()


def _csv_cell(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = escape_controls(cell)
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def list_names(names: Iterable[str], letters: int = LIST_LETTERS) -> str:
    """Return names separated by commas.

    If the text would be longer than `letters`, a count replaces the last names.

    >>> list_names(["ann", "bob", "cid"]), list_names(["ann", "bob", "cid"], 8)
    ('ann, bob, cid', 'ann, bob and 1 more')
    """
    known, used = list(names), 0
    for index, name in enumerate(known):
        used += len(name) + 2
        if index and used - 2 > letters:
            return f"{', '.join(known[:index])} and {len(known) - index:,} more"
    return ", ".join(known)


class _Brief(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2

    def repr_str(self, x: str, level: int) -> str:
        return repr(x if len(x) <= MAX_CHARACTERS else f"{x[:MAX_CHARACTERS]}{_CUT}")

    def repr_int(self, x: int, level: int) -> str:
        bits = x.bit_length()
        return repr(x) if bits <= MAX_BITS else f"<a whole number of {bits:,} bits>"

    def repr_bytes(self, x: bytes, level: int) -> str:
        return repr(x[:MAX_QUOTED_LENGTH])


_BRIEF = _Brief()
