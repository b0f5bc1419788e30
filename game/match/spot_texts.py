"""A spot to solve, as text: its seven fields as a player types them, and all of them in one line.

The line is the id of the spot: `QsJh2h; 22+,A2s+; random; 100; 300; 33%,75%,a; 100%`. Ranges and sizes are in the
notation of other solvers. The solver reads their content.

A spot that begins in the middle of a street has an eighth part, `begun`: the actions of the street so far, and
after a slash the bets and raises that are possible now beside the sizes (`check, bet 50 / raise 180`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields

from game.core import BadInput
from game.match.typed_numbers import read_number

APART = ";"
LONGEST = 60_000  # letters


@dataclass(frozen=True, slots=True)
class SpotTexts:
    """Board, both ranges, pot, stack behind, bets and raises, each as it was typed.

    Attributes:
        begun: The betting of this street so far, empty for a spot at the start of the street. Pot and stack are
            those at the start of the street.
    """

    board: str = ""
    oop: str = ""
    ip: str = ""
    pot: str = ""
    stack: str = ""
    bets: str = ""
    raises: str = ""
    begun: str = ""

    @property
    def earlier_actions(self) -> tuple[str, ...]:
        """The actions of this street before the spot begins.

        >>> SpotTexts(begun="check, bet 50 / raise 180").earlier_actions
        ('check', 'bet 50')
        """
        return _split_list(self.begun.partition("/")[0])

    @property
    def added_actions(self) -> tuple[str, ...]:
        """The bets and raises that are possible at the first decision beside the sizes.

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
        parts = astuple(self) if self.begun else astuple(self)[: len(FIELDS)]
        return f"{APART} ".join(" ".join(one.split()) for one in parts)

    @property
    def chips_of_pot(self) -> float:
        """The pot in chips. Raises `BadInput` if no number was typed."""
        return read_number(self.pot)

    def items(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each field that is typed, and what it says."""
        return ((name, getattr(self, name)) for name in FIELDS)


def _split_list(words: str) -> tuple[str, ...]:
    return tuple(action.strip() for action in words.split(",") if action.strip())


FIELDS = tuple(field.name for field in fields(SpotTexts) if field.name != "begun")
"""The fields that are typed."""


def read_id(line: str) -> SpotTexts:
    """Return the spot of a line. Raises `BadInput` if the line is none.

    >>> read_id("QsJh2h; AA; KK; 100; 300; 50%;").raises
    ''
    """
    parts = [part.strip() for part in line.split(APART)]
    if len(parts) not in (len(FIELDS), len(FIELDS) + 1) or len(line) > LONGEST:
        raise BadInput(
            f"A spot in one line has {len(FIELDS)} parts with semicolons between them: {', '.join(FIELDS)}."
        )
    return SpotTexts(*parts)
