"""The player's results at a table, and how they are said in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.rules import games
from game.screens.texts import number, signed, text

TABLES: dict[str, tuple[str, ...]] = {
    games.TIC_TAC_TOE: (games.TIC_TAC_TOE,),
    games.KUHN_POKER: games.KUHN_GAMES,
    games.HOLDEM: (games.HOLDEM,),
}
"""The tables of the menu, and the games that are played there."""


@dataclass(frozen=True, slots=True)
class Record:
    """The player's results at one table: hands, how many ended how, and the sum won in the table's unit."""

    hands: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    net: float = 0.0

    def plus(self, net: float) -> Record:
        """Return the record with one more hand."""
        return self._counting(net, 1)

    def minus(self, net: float) -> Record:
        """Return the record without a hand that was counted in it."""
        return self._counting(net, -1)

    def _counting(self, net: float, hands: int) -> Record:
        return Record(
            self.hands + hands,
            self.wins + hands * (net > 0),
            self.draws + hands * (net == 0),
            self.losses + hands * (net < 0),
            self.net + hands * net,
        )


def total(records: Iterable[Record]) -> Record:
    """Return several records as one."""
    rows = list(records)
    return Record(
        sum(row.hands for row in rows),
        sum(row.wins for row in rows),
        sum(row.draws for row in rows),
        sum(row.losses for row in rows),
        sum(row.net for row in rows),
    )


def record_in_words(table: str, record: Record) -> str:
    """Return the player's record at a table in a few words."""
    if not record.hands:
        return text("menu.never")
    mean = record.net / record.hands
    return text(
        f"menu.records.{table}",
        wins=number(record.wins),
        draws=number(record.draws),
        losses=number(record.losses),
        hands=number(record.hands),
        mean=signed(100 * mean, 1) if table == games.HOLDEM else signed(mean, 2),
    )
