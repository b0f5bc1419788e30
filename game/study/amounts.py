"""Chips as the player wants to read and type them: as chips ("1,500") or in big blinds ("15 bb")."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import BadInput
from game.match.typed_numbers import decimal_point_hint, read_number
from game.texts import MINUS, number, text


@dataclass(frozen=True, slots=True)
class Amounts:
    """How amounts are written at a table with this big blind.

    worth: what is written for a chip, where a table counts in other chips than the one who reads.
    """

    in_blinds: bool
    big_blind: int
    worth: float = 1.0

    def write(self, chips: int) -> str:
        """Write an amount.

        >>> Amounts(False, 100).write(1500), Amounts(True, 100).write(1550)
        ('1,500', '15.5 bb')
        """
        return text("holdem.in_blinds", amount=self.bare(chips)) if self.in_blinds else self.bare(chips)

    def bare(self, chips: int) -> str:
        """Write an amount without its unit, as it is typed."""
        if not self.in_blinds and self.worth == 1:
            return number(chips)
        written = number(chips / self.big_blind if self.in_blinds else chips * self.worth, 2)
        return written.rstrip("0").rstrip(".")

    def signed(self, chips: int) -> str:
        """Write a gain or a loss."""
        sign = "+" if chips > 0 else MINUS if chips < 0 else ""
        return sign + self.write(abs(chips))

    def read(self, words: str) -> int:
        """Return the chips of a typed amount.

        >>> Amounts(True, 100).read("2.5")
        250

        Raises:
            BadInput: If it is no amount, or has a decimal comma.
        """
        try:
            value = read_number(words)
        except BadInput:
            hint = decimal_point_hint(words)
            raise BadInput(text("holdem.no_amount", words=words, hint=hint)) from None
        if not self.in_blinds and self.worth == 1 and value % 1:
            raise BadInput(text("holdem.whole_chips", words=words))
        return round(value * self.big_blind if self.in_blinds else value / self.worth)
