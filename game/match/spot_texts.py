"""The text of a spot, which is a situation that the solver can solve, and the parsing of typed numbers.

A spot has a text for each field. The id of the spot is a line with all fields, such as
`QsJh2h; 22+,A2s+; random; 100; 300; 33%,75%,a; 100%`. Ranges and sizes are in the notation of other solvers. The
solver, not this module, parses the ranges and sizes.

A spot that begins within a street has an eighth part, `begun`: the actions of the street so far and, after a slash,
the bets and raises that are now possible in addition to the sizes (`check, bet 50 / raise 180`). Further fields
follow with their names: `; raises_a_street: 2; donk: none`.

In a typed number, a comma between groups of three digits is a thousands separator, as in the numbers of the window
("1,500"). Any other comma could be a decimal point or a typing error, so the number is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import takewhile

from game import texts
from game.core import BadInput
from game.quoting import quoted

APART = ";"
LONGEST = 60_000  # letters


@dataclass(frozen=True, slots=True)
class SpotTexts:
    """The fields of a spot as the user typed them: board, ranges, pot, stack behind, bet sizes and so on.

    Attributes:
        begun: The betting of this street so far. Empty for a spot at the start of the street. The pot and the
            stack are always those at the start of the street.
        raises_a_street: The maximum number of raises after the first bet of a street. This field and all
            fields below may be empty.
        all_in_below: A bet or raise becomes all-in if the stack left after a call would be below this limit, in
            percent of the pot after the call.
        min_bet: The minimum bet, and the minimum increase by a raise, in chips.
        donk: The sizes of donk bets, or `none`. A donk bet is a bet by the first player to act, if this player has
            called a bet on the previous street.
        rake: The rake, in percent of the pot.
        rake_cap: The maximum rake in chips.
    """

    board: str = ""
    oop: str = ""
    ip: str = ""
    pot: str = ""
    stack: str = ""
    bets: str = ""
    raises: str = ""
    begun: str = ""
    raises_a_street: str = ""
    all_in_below: str = ""
    min_bet: str = ""
    donk: str = ""
    rake: str = ""
    rake_cap: str = ""

    @property
    def earlier_actions(self) -> tuple[str, ...]:
        """The actions of this street before the spot begins.

        >>> SpotTexts(begun="check, bet 50 / raise 180").earlier_actions
        ('check', 'bet 50')
        """
        return _split_list(self.begun.partition("/")[0])

    @property
    def added_actions(self) -> tuple[str, ...]:
        """The bets and raises that the first decision offers in addition to the sizes.

        >>> SpotTexts(begun="check, bet 50 / raise 180").added_actions
        ('raise 180',)
        """
        return _split_list(self.begun.partition("/")[2])

    @property
    def id(self) -> str:
        """The spot in one line.

        >>> SpotTexts("QsJh2h", "AA", "KK", "100", "300", "50%", "").id
        'QsJh2h; AA; KK; 100; 300; 50%; '
        """
        parts = [getattr(self, name) for name in FIELDS] + [self.begun] * bool(self.begun)
        parts += [f"{name}: {words}" for name, words in self.items() if name in OPTIONS]
        return f"{APART} ".join(" ".join(one.split()) for one in parts)

    @property
    def chips_of_pot(self) -> float:
        """The pot in chips. Raises `BadInput` if the text is not a number."""
        return read_number(self.pot)

    def has(self, wanted: Mapping[str, str]) -> bool:
        return all(getattr(self, name) == words for name, words in wanted.items())

    def items(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of each field. Empty fields of `OPTIONS` are left out."""
        return (
            (name, words) for name in (*FIELDS, *OPTIONS) if (words := getattr(self, name)) or name in FIELDS
        )


def _split_list(words: str) -> tuple[str, ...]:
    return tuple(action.strip() for action in words.split(",") if action.strip())


OPTIONS = ("raises_a_street", "all_in_below", "min_bet", "donk", "rake", "rake_cap")
"""The fields that may be empty. In the line they follow by name."""
FIELDS = tuple(field.name for field in fields(SpotTexts) if field.name not in ("begun", *OPTIONS))
"""The fields that the line holds in a fixed order, without names."""
_OPTION = re.compile(r"(\w+)\s*[:=]\s*(.*)", re.ASCII | re.DOTALL)


def read_id(line: str) -> SpotTexts:
    """Parse the line of a spot.

    >>> read_id("QsJh2h; AA; KK; 100; 300; 50%;").raises
    ''

    Raises:
        BadInput: If the text is not the line of a spot.
    """
    parts = [part.strip() for part in line.split(APART)]
    named = [(match[1], match[2]) for part in parts[len(FIELDS) :] if (match := _OPTION.fullmatch(part))]
    plain = parts[: len(parts) - len(named)]
    if len(plain) not in (len(FIELDS), len(FIELDS) + 1) or len(line) > LONGEST:
        known = ", ".join(FIELDS)
        raise BadInput(texts.text("match_errors.spot.parts", parts=len(FIELDS), known=known))
    for name, _ in named:
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)
            raise BadInput(texts.text("match_errors.spot.option", name=quoted(name), known=known))
    return SpotTexts(*plain, **dict(named))


STREETS, SIDES = ("flop", "turn", "river"), ("oop", "ip")
Place = tuple[str, str]
"""A street and a side."""


def split_clause(clause: str) -> tuple[Sequence[str], Sequence[str], str]:
    """Split a clause of the text of sizes into streets, sides and sizes.

    The streets and sides come before the sizes, in any order.

    The streets and sides come before the sizes, in any order.

        >>> split_clause("ip turn river 50%,a")
        (['turn', 'river'], ['ip'], '50%,a')
    """
    words = clause.split()
    named = list(takewhile(lambda word: word in (*STREETS, *SIDES), map(str.lower, words)))
    streets, sides = ([one for one in ones if one in named] for ones in (STREETS, SIDES))
    return streets, sides, " ".join(words[len(named) :])


def split_sizes(text: str) -> dict[Place, str]:
    """Return the sizes by street and side. Slashes separate the clauses. The first clause is the default.

    >>> split_sizes("33%,75% / river 50%,a / turn ip 100%")["turn", "ip"]
    '100%'
    """
    usual, *clauses = text.split("/")
    found = {(street, side): usual.strip() for street in STREETS for side in SIDES}
    for clause in clauses:
        streets, sides, sizes = split_clause(clause)
        if streets or sides:
            found |= {(street, side): sizes for street in streets or STREETS for side in sides or SIDES}
    return found


def join_sizes(sizes: Mapping[Place, str]) -> str:
    """Format the sizes of all streets and sides as a short text, the reverse of `split_sizes`.

    >>> join_sizes(split_sizes("33%,75% / turn ip 100% / river 50%,a"))
    '33%,75% / turn ip 100% / river 50%,a'
    """
    of_side = [{sizes[street, side] for street in STREETS} for side in SIDES]
    if all(len(one) == 1 for one in of_side):
        (oop,), (ip,) = of_side
        return oop if oop == ip else f"{oop} / ip {ip}"
    values = list(sizes.values())
    usual = max(values, key=values.count)
    clauses = [usual]
    for street in STREETS:
        oop, ip = (sizes[street, side] for side in SIDES)
        if oop == ip != usual:
            clauses.append(f"{street} {oop}")
        elif oop != ip:
            clauses += [
                f"{street} {side} {sizes[street, side]}" for side in SIDES if sizes[street, side] != usual
            ]
    return " / ".join(clauses).strip()


_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?(\d[\d. ]*|),(\d+)", re.ASCII)
MAX_DIGITS = 18


def read_number(typed: str) -> float:
    """Return the number that was typed.

    >>> read_number("1,500"), read_number("97.5"), read_number("2e3")
    (1500.0, 97.5, 2000.0)

    Raises:
        BadInput: If the text is not a number, has a decimal comma or is too large.
    """
    words = typed.strip()
    plain = strip_grouping(words)
    if _PLAIN.fullmatch(plain):
        if not math.isfinite(number := float(plain)):
            raise BadInput(texts.text("match_errors.number.large", typed=quoted(words)))
        return number
    right = with_decimal_point(words)
    key = f"match_errors.number.{'decimal_point' if right else 'none'}"
    raise BadInput(texts.text(key, typed=quoted(words), right=right))


def read_whole(typed: str) -> int:
    """Return the whole number that was typed.

    >>> read_whole("25,000")
    25000

    Raises:
        BadInput: If the text is not a whole number, or has more than `MAX_DIGITS` digits.
    """
    words = typed.strip()
    digits = strip_grouping(words)
    if not re.fullmatch(rf"[+-]?\d{{1,{MAX_DIGITS}}}", digits, re.ASCII):
        raise BadInput(texts.text("match_errors.number.whole", typed=quoted(words)))
    return int(digits)


def strip_grouping(words: str) -> str:
    """Return a number without its thousands separators. Any other text is returned unchanged."""
    return words.replace(",", "") if _GROUPED.fullmatch(words) else words


def with_decimal_point(words: str) -> str:
    """Replace the decimal comma of a number by a decimal point. Return "" for any other text.

    >>> with_decimal_point("97,5"), with_decimal_point("1,500")
    ('97.5', '')
    """
    match = _DECIMAL_COMMA.fullmatch(words.strip())
    if match is None or _GROUPED.fullmatch(words.strip()):
        return ""
    whole = re.sub(r"[. ]", "", match[1]) or "0"
    return f"{whole}.{match[2]}"
