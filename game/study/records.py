"""The player's results at a table, and the words for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.archive.ladder import RungResult
from game.archive.luck import Luck
from game.archive.statistics import Tally
from game.match.series import LEAST_CERTAIN
from game.rules import games
from game.texts import number, signed, text

TABLES: dict[str, tuple[str, ...]] = {
    games.TIC_TAC_TOE: (games.TIC_TAC_TOE,),
    games.KUHN_POKER: games.KUHN_GAMES,
    games.HOLDEM: (games.HOLDEM,),
}
"""The games that are played at each table of the menu."""
PER_HUNDRED = 100
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 1}
OTHER_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Record:
    """The player's results at one table: hands, wins, draws, losses, and the sum of the net results.

    `net` is in the table's unit. `squares` is the sum of the squared results, in that unit squared; None if the
    record comes from a version of the program that did not keep this sum.
    """

    hands: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    net: float = 0.0
    squares: float | None = 0.0

    def plus(self, net: float) -> Record:
        """Return the record with one more hand."""
        return self._counting(net, 1)

    def minus(self, net: float) -> Record:
        """Return the record without one of the hands counted in it."""
        return self._counting(net, -1)

    def _counting(self, net: float, hands: int) -> Record:
        return Record(
            self.hands + hands,
            self.wins + hands * (net > 0),
            self.draws + hands * (net == 0),
            self.losses + hands * (net < 0),
            self.net + hands * net,
            None if self.squares is None else self.squares + hands * net * net,
        )


def total(records: Iterable[Record]) -> Record:
    """Add up several records."""
    rows = list(records)
    squares = [row.squares for row in rows]
    return Record(
        sum(row.hands for row in rows),
        sum(row.wins for row in rows),
        sum(row.draws for row in rows),
        sum(row.losses for row in rows),
        sum(row.net for row in rows),
        None if None in squares else sum(filter(None, squares)),
    )


def record_in_words(table: str, record: Record) -> str:
    """Return the record at a table in words: the mean with its interval, or the sum after only a few hands."""
    if not record.hands:
        return text("menu.never")
    ends = {"wins": record.wins, "draws": record.draws, "losses": record.losses, "hands": record.hands}
    fields = {name: number(count) for name, count in ends.items()}
    if record.hands < LEAST_CERTAIN or record.squares is None:
        key = f"menu.sums.{table}.{'one' if record.hands == 1 else 'many'}"
        return text(key, sum=signed(record.net, 0 if record.net == int(record.net) else 1), **fields)
    tally = Tally(record.hands, record.wins, record.draws, record.losses, record.net, record.squares)
    return text(f"menu.records.{table}", mean=mean_in_words(table, tally), **fields)


def scaled(game: str, value: float) -> float:
    """Return a mean result in the unit in which it is shown: for Hold'em big blinds per 100 hands."""
    return value * PER_HUNDRED if game == games.HOLDEM else value


def mean_in_words(game: str, found: Tally | RungResult) -> str:
    """Return a mean with its 95% interval, if there is one: "+12.3 ± 8.1"."""
    digits = DIGITS.get(game, OTHER_DIGITS)
    mean = signed(scaled(game, found.mean), digits)
    return mean if found.ci95 is None else f"{mean} ± {number(scaled(game, found.ci95), digits)}"


def mean_of_cards(game: str, luck: Luck) -> str:
    """Return how much luck with the cards brought per hand, in the unit in which means are shown: "+12.3"."""
    hands = max(1, luck.results.hands)
    return signed(scaled(game, luck.cards / hands), DIGITS.get(game, OTHER_DIGITS))
