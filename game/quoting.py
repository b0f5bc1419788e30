"""Quotes a value from a file, a flag, a click or the network in a sentence, briefly; counts things in one.

However large the value, its quotation has at most `MOST_LETTERS` characters and takes no time.
"""

from __future__ import annotations

from reprlib import Repr

MOST_LETTERS = 64
MOST_SIGNS = 56
MOST_BITS = 4096
"""Python refuses to write much larger integers in digits; their length is shown instead."""
_CUT = "..."


def quoted(value: object) -> str:
    """Return the repr of `value`, shortened for a sentence: a text at its end, other values in the middle.

    >>> quoted("fold"), quoted([1, [2, [3]]])
    ("'fold'", '[1, [2, [...]]]')
    """
    written = _BRIEF.repr(value)
    if len(written) <= MOST_LETTERS:
        return written
    head = (MOST_LETTERS - len(_CUT)) // 2
    return written[:head] + _CUT + written[head + len(_CUT) - MOST_LETTERS :]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class _Brief(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2

    def repr_str(self, x: str, level: int) -> str:
        return repr(x if len(x) <= MOST_SIGNS else f"{x[:MOST_SIGNS]}{_CUT}")

    def repr_int(self, x: int, level: int) -> str:
        bits = x.bit_length()
        return repr(x) if bits <= MOST_BITS else f"<a whole number of {bits:,} bits>"

    def repr_bytes(self, x: bytes, level: int) -> str:
        return repr(x[:MOST_LETTERS])


_BRIEF = _Brief()
