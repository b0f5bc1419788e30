"""What is chosen for a series between two agents, as words that settings can keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from game.match.table_spec import TableSpec
from game.rules import games
from game.study.table_choices import BIG_BLIND, SMALL_BLIND, STACKS_BB, VARIANTS, TableChoices

LENGTHS = ("20", "100", "1000", "10000")
DEALS = ("fresh", "duplicate")


@dataclass(frozen=True, slots=True)
class WatchChoices:
    """A series: two agents by name, the stakes, how many hands, and whether deals come twice."""

    first: str = ""
    second: str = ""
    variant: str = games.KUHN_POKER
    stack: str = "200"
    length: str = "100"
    deals: str = "fresh"

    @staticmethod
    def from_words(words: Mapping[str, str]) -> WatchChoices:
        """Read what the settings have kept; a word that is not known any more gives way to the default."""
        known = {"variant": VARIANTS, "stack": STACKS_BB, "length": LENGTHS, "deals": DEALS}
        kept = {name: words[name] for name, values in known.items() if words.get(name) in values}
        return replace(WatchChoices(words.get("first", ""), words.get("second", "")), **kept)

    def to_words(self) -> dict[str, str]:
        """Return what the settings keep."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def blinds(self) -> int:
        """S of half-street Kuhn poker."""
        return self._table.blinds

    @property
    def hands(self) -> int:
        """How many hands the series has."""
        return int(self.length)

    def game(self, table: str) -> str:
        """Return the game that is played at a table of the menu."""
        return self._table.game(table)

    def spec(self, table: str, seed: int) -> TableSpec:
        """Return the agreement that these choices stand for."""
        chips = int(self.stack) * BIG_BLIND
        return TableSpec(
            self.game(table),
            (self.first, self.second),
            seed,
            blinds=self.blinds,
            small_blind=SMALL_BLIND,
            big_blind=BIG_BLIND,
            stacks=(chips, chips),
            duplicate=self.deals == "duplicate" and table != games.TIC_TAC_TOE,
            duplicate_block=1,
        )

    @property
    def _table(self) -> TableChoices:
        return TableChoices(variant=self.variant)
