"""Read the numbers that people type, in the window, in a spot and in the terminal.

A comma between groups of three digits counts thousands, as the window itself writes them ("1,500"). Every other
comma could be a decimal point or a typing error, so such a number is refused and never guessed.
"""

from __future__ import annotations

import math
import re

from game.core import BadInput
from game.quoting import quoted

_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?(\d[\d. ]*|),(\d+)", re.ASCII)
MAX_DIGITS = 18


def read_number(typed: str) -> float:
    """Return the number that was typed.

    >>> read_number("1,500"), read_number("97.5"), read_number("2e3")
    (1500.0, 97.5, 2000.0)

    Raises:
        BadInput: If it is no number, has a decimal comma or is too large.
    """
    words = typed.strip()
    plain = strip_grouping(words)
    if _PLAIN.fullmatch(plain):
        if not math.isfinite(number := float(plain)):
            raise BadInput(f"{quoted(words)} is too large.")
        return number
    raise BadInput(f"{quoted(words)} is not a number{decimal_point_hint(words)}.")


def read_whole(typed: str) -> int:
    """Return the whole number that was typed.

    >>> read_whole("25,000")
    25000

    Raises:
        BadInput: If it is no whole number, or has more than `MAX_DIGITS` digits.
    """
    words = typed.strip()
    digits = strip_grouping(words)
    if not re.fullmatch(rf"[+-]?\d{{1,{MAX_DIGITS}}}", digits, re.ASCII):
        raise BadInput(f"{quoted(words)} is not a whole number.")
    return int(digits)


def strip_grouping(words: str) -> str:
    """Return a number without the commas that count thousands. Every other text is returned as it is."""
    return words.replace(",", "") if _GROUPED.fullmatch(words) else words


def decimal_point_hint(words: str) -> str:
    """Return the right spelling of a number with a decimal comma, as the end of a sentence, or "".

    >>> decimal_point_hint("97,5")
    ': write 97.5, with a decimal point'
    """
    match = _DECIMAL_COMMA.fullmatch(words.strip())
    if match is None or _GROUPED.fullmatch(words.strip()):
        return ""
    whole = re.sub(r"[. ]", "", match[1]) or "0"
    return f": write {whole}.{match[2]}, with a decimal point"
