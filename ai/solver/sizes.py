"""Bet and raise sizes: the notation that a user types, and the number of chips that a size means at a decision.

| written | means |
|---|---|
| `33%`, `33` | a part of the pot. A raise adds this part of the pot after the call |
| `20c` | chips. A raise adds these chips to the call |
| `2.5x` | a raise to this multiple of the bet faced |
| `e` | the same part of the pot on every remaining street, so that the last bet is all-in (geometric) |
| `2e`, `3e150%` | geometric over two streets, or over three and at most 150 % of the pot |
| `a`, `allin`, `all-in` | all-in |

The usual sizes are first. After a slash, a clause gives the sizes of some streets or of one player, as in `33%,75%
/ turn river 50%,a / ip 100%`. Later clauses replace earlier clauses. A number below 10 with a decimal point
needs a unit (`%`, `c` or `x`), because `0.5` could mean 0.5 % or half the pot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from game.core import BadInput
from game.match.spot_texts import split_clause
from game.quoting import quoted
from game.texts import number, text

ALL_IN = "a"
MAX_PERCENT = 10_000
MAX_SIZES = 12
MAX_FACTOR, MAX_CHIPS, MAX_STREETS = 1_000, 1e9, 9
RAISES = "raises"
"""The key of raise sizes. Only these may include multiples of the bet faced."""


class BadField(BadInput):
    """A field of a spot is unusable.

    Attributes:
        field: The name of the field. Empty if the message is about several fields.
        alone: The message without the name of the field, for display next to the field.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(text("solver_errors.field", field=field, sentence=sentence) if field else sentence)
        self.field, self.alone = field, sentence


@dataclass(frozen=True, slots=True)
class Multiple:
    """A raise to a multiple of the chips that the opponent has put in on the street."""

    factor: float


@dataclass(frozen=True, slots=True)
class Chips:
    """A number of chips."""

    amount: float


@dataclass(frozen=True, slots=True)
class Geometric:
    """A geometric size: the same part of the pot on several streets, so that the last bet is all-in.

    Attributes:
        streets: The number of streets, 0 for all remaining streets.
        max_part: The maximum part of the pot.
    """

    streets: int = 0
    max_part: float = math.inf


Size = float | Multiple | Chips | Geometric
"""A number is a fraction of the pot. Infinity is an all-in."""
Sizes = tuple[Size, ...]
"""Fractions of the pot in ascending order, then other sizes."""
Fractions = tuple[float, ...]
"""Sizes that are fractions of the pot."""
Where = tuple[int, int]
"""The number of cards on the board of a street, and a player."""


@dataclass(frozen=True, slots=True)
class BetLimits:
    """The limits of the bets and raises of a tree.

    Attributes:
        raises: The maximum number of raises after the first bet of a street. None for any number.
        all_in_below: A bet or raise becomes an all-in if the remaining stack, after a call, would be less than this
            fraction of the pot.
        min_bet: The minimum chips of a bet, and the minimum chips that a raise adds after the call. Smaller bets
            and raises are increased to this minimum.
    """

    raises: int | None = None
    all_in_below: float = 0.0
    min_bet: float = 0.0


NO_LIMITS = BetLimits()


def added_chips(size: Size, pot: float, faced: float, behind: float, streets: int) -> float:
    """Return the chips that a bet or raise of a size adds after the call.

    The added chips may exceed the player's remaining chips.

    >>> added_chips(0.5, 200.0, 50.0, 250.0, 1), added_chips(Multiple(2.5), 200.0, 50.0, 250.0, 1)
    (100.0, 75.0)

    Args:
        size: The size.
        pot: The pot after the call.
        faced: The chips that the opponent has put in on the street.
        behind: The chips that a player has left after the call.
        streets: The number of streets up to the river, including this one.
    """
    if isinstance(size, Chips):
        return size.amount
    if isinstance(size, Multiple):
        return (size.factor - 1) * faced
    if isinstance(size, Geometric):
        growth: float = (1 + 2 * behind / pot) ** (1 / (size.streets or streets))
        return min((growth - 1) / 2, size.max_part) * pot
    return size * pot


_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
_PERCENT = re.compile(rf"{_NUMBER}%?", re.ASCII)
_PART = re.compile(r"0*\d?\.\d*|0+", re.ASCII)
"""A number below 10 with a decimal point and without a sign."""
_MULTIPLE = re.compile(rf"{_NUMBER}x", re.ASCII | re.IGNORECASE)
_CHIPS = re.compile(rf"{_NUMBER}c", re.ASCII | re.IGNORECASE)
_GEOMETRIC = re.compile(rf"(\d*)e(?:{_NUMBER}%)?", re.ASCII | re.IGNORECASE)
_ALL_IN = re.compile(r"a|all[- ]?in", re.IGNORECASE)
_EXPONENT = re.compile(r"(\d+(?:\.\d*)?)e(\d+)", re.ASCII | re.IGNORECASE)
_AMBIGUOUS = re.compile(r"(?<![\d.])(\d+),(\d+)(?![\d.])(%|x|c|)", re.ASCII | re.IGNORECASE)
"""A comma between two whole numbers: one size with a decimal comma, or two sizes."""
_WRONG_FORMS = (
    (r"max|shove|jam", "all_in"),
    (r"pot", "pot"),
    (r"[\d.]+ ?(bb|chips)", "chips"),
    (r"[\d.]*e[\d.]*%?", "geometric"),
)
"""Patterns of other notations, and the key of the error about each."""
STREETS = {"flop": 3, "turn": 4, "river": 5}
PLAYERS = {"oop": 0, "ip": 1}


def parse_all_sizes(typed: str, key: str) -> tuple[Sizes, Mapping[Where, Sizes]]:
    """Return the usual sizes, and the sizes of the streets and players that have other sizes.

    >>> parse_all_sizes("50% / river ip 75%,a", "bets")
    ((0.5,), {(5, 1): (0.75, inf)})

    Raises:
        BadInput: If a part is not a size, street or side. The message names `key`.
    """
    usual, *others = typed.split("/")
    found: dict[Where, Sizes] = {}
    for clause in others:
        streets, sides, words = split_clause(clause)
        if not streets and not sides:
            donk = "donk" in clause.lower().split()
            name = "solver_errors.sizes.donk" if donk else "solver_errors.sizes.no_place"
            raise BadField(text(name, clause=quoted(clause.strip())), key)
        cards = [STREETS[street] for street in streets or STREETS]
        players = [PLAYERS[side] for side in sides or PLAYERS]
        found.update(dict.fromkeys(product(cards, players), parse_sizes(words, key)))
    return parse_sizes(usual, key), found


def parse_sizes(typed: str, key: str) -> Sizes:
    """Parse a comma-separated list of sizes.

    Fractions of the pot are first, in ascending order. Other sizes follow in the order of the text.

    >>> parse_sizes("75%, 33%, a", "bets")
    (0.33, 0.75, inf)

    Raises:
        BadInput: If a word is not a size, or if a comma between digits could be a decimal comma. The message names
            `key`.
    """
    if match := _AMBIGUOUS.search(typed):
        first, second, unit = match.groups()
        unit = unit or "%"
        one, two = f"{first}.{second}{unit}", f"{first}{unit},{second}{unit}"
        raise BadField(text("solver_errors.sizes.one_or_two", word=quoted(match[0]), one=one, two=two), key)
    words = [word.strip() for word in typed.split(",")] if typed.strip() else []
    if len(words) > MAX_SIZES:
        raise BadInput(text("solver_errors.sizes.too_many", field=key, count=len(words), most=MAX_SIZES))
    sizes = [_size(word, key) for word in words]
    fractions = {size for size in sizes if isinstance(size, float)}
    return (*sorted(fractions), *dict.fromkeys(size for size in sizes if not isinstance(size, float)))


def written_sizes(sizes: Sizes) -> str:
    """Return sizes in the notation that a user types. Numbers have up to eight significant digits.

    >>> written_sizes((0.33, 0.75, float("inf"), Multiple(2.5), Geometric(3, 1.5)))
    '33%,75%,a,2.5x,3e150%'
    """
    return ",".join(map(_write_size, sizes))


def _write_size(size: Size) -> str:
    if isinstance(size, Multiple):
        return f"{_write_number(size.factor)}x"
    if isinstance(size, Chips):
        return f"{_write_number(size.amount)}c"
    if isinstance(size, Geometric):
        most = "" if math.isinf(size.max_part) else f"{_write_number(100 * size.max_part)}%"
        return f"{size.streets or ''}e{most}"
    return ALL_IN if math.isinf(size) else f"{_write_number(100 * size)}%"


def _write_number(number: float) -> str:
    """Format a number without an exponent, because the `e` of an exponent would be read as a geometric size.

    >>> _write_number(1e-05), _write_number(1e9), _write_number(33.3)
    ('0.00001', '1000000000', '33.3')
    """
    return f"{Decimal(f'{number:.8g}'):f}"


def _size(word: str, key: str) -> Size:
    if _ALL_IN.fullmatch(word):
        return math.inf
    if match := _PERCENT.fullmatch(word):
        if _PART.fullmatch(word):
            part = _write_number(100 * float(word))
            raise BadField(
                text("solver_errors.sizes.percent_or_part", word=quoted(word), percent=word, part=part), key
            )
        return _fraction(match[1], word, key)
    if match := _CHIPS.fullmatch(word):
        if not 0 < float(match[1]) <= MAX_CHIPS:
            raise _beyond("most_chips", word, key, MAX_CHIPS)
        return Chips(float(match[1]))
    if match := _MULTIPLE.fullmatch(word):
        return _multiple(float(match[1]), word, key)
    if match := _GEOMETRIC.fullmatch(word):
        if match[1] and not 1 <= int(match[1]) <= MAX_STREETS:
            raise BadField(text("solver_errors.sizes.no_streets", word=quoted(word)), key)
        return Geometric(int(match[1] or 0), _fraction(match[2], word, key) if match[2] else math.inf)
    forms = text("solver_errors.sizes.raise_forms" if key == RAISES else "solver_errors.sizes.forms")
    raise BadField(text("solver_errors.sizes.wrong", problem=_wrong(word), forms=forms), key)


def _beyond(limit: str, word: str, key: str, most: float) -> BadField:
    return BadField(text(f"solver_errors.sizes.{limit}", word=quoted(word), most=number(most)), key)


def _fraction(percent: str, word: str, key: str) -> float:
    if not 0 < float(percent) <= MAX_PERCENT:
        raise _beyond("most_percent", word, key, MAX_PERCENT)
    return float(percent) / 100


def _multiple(factor: float, word: str, key: str) -> Multiple:
    if key != RAISES:
        raise BadField(text("solver_errors.sizes.multiple", word=quoted(word)), key)
    if not 1 < factor <= MAX_FACTOR:
        raise _beyond("most_multiple", word, key, MAX_FACTOR)
    return Multiple(factor)


def _wrong(word: str) -> str:
    """Return the error message about a word.

    If the intended notation is recognised, the message shows the right form.
    """
    if _EXPONENT.fullmatch(word):
        plain = f"{float(word):.15g}"
        return text("solver_errors.sizes.exponent", word=quoted(word), plain=plain, geometric=word.lower())
    known = (kind for pattern, kind in _WRONG_FORMS if re.fullmatch(pattern, word, re.IGNORECASE))
    return text(f"solver_errors.sizes.no_size.{next(known, 'other')}", word=quoted(word))
