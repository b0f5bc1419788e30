"""The user's choices for a table or a series."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from game.match.table_spec import DUPLICATE_BLOCK, BlindLevel, First, TableSpec
from game.rules import games

GUEST = "guest"
FIRST: tuple[First, ...] = ("alternate", "seat-0", "seat-1")
FORMS = ("cash", "match")
STACKS_BB = ("20", "50", "100", "200")
"""The offered stacks in big blinds. An opponent that has learnt only other stacks plays with its own."""
THINKING = ("0.5", "1", "3", "10")
"""The offered seconds of a decision for opponents that solve."""
USUAL_THINKING = "1"
BLOCKS = ("3", "5", "10", "20")
"""The offered numbers of deals before the deals are repeated."""
RISES = ("never", "slowly", "quickly")
VARIANTS = (games.KUHN_POKER, "half-1", "half-2")
STYLES = ("match", "adaptive", "teaching", "tutor", "duplicate")


def find_style(spec: TableSpec) -> str:
    """Return the style of a table, one of `STYLES`."""
    if spec.teaching:
        return "tutor" if spec.tutor else "teaching"
    return "duplicate" if spec.duplicate else "adaptive" if spec.adaptive else "match"


SMALL_BLIND, BIG_BLIND = games.HOLDEM_BLINDS
LEVELS = (
    (50, 100),
    (75, 150),
    (100, 200),
    (150, 300),
    (200, 400),
    (300, 600),
    (400, 800),
    (500, 1000),
    (1000, 2000),
)
_STACK = re.compile("[1-9][0-9]{0,4}")
HANDS_A_LEVEL = {"slowly": 20, "quickly": 10}


def with_last(
    kept: Mapping[str, Mapping[str, str]], name: str, words: Mapping[str, str]
) -> dict[str, Mapping[str, str]]:
    return {**{other: choice for other, choice in kept.items() if other != name}, name: words}


@dataclass(frozen=True, slots=True)
class TableChoices:
    """The choices for a table. `agent` is the name of an agent, or the guest (a second person), or empty.

    `think` is empty if the opponent has no thinking time. In duplicate play, a block of `block` deals is
    played and then repeated.
    """

    agent: str = ""
    first: str = "alternate"
    form: str = "cash"
    stack: str = "200"
    rise: str = "slowly"
    variant: str = games.KUHN_POKER
    style: str = "match"
    think: str = ""
    block: str = "5"

    @staticmethod
    def from_words(words: Mapping[str, str], style: str) -> TableChoices:
        """Parse stored settings. An unknown value is replaced by the default."""
        known = {
            "first": FIRST,
            "form": FORMS,
            "rise": RISES,
            "variant": VARIANTS,
            "style": STYLES,
            "think": THINKING,
            "block": BLOCKS,
        }
        kept = {name: words[name] for name, values in known.items() if words.get(name) in values}
        if _STACK.fullmatch(words.get("stack", "")):
            kept["stack"] = words["stack"]
        return replace(TableChoices(agent=words.get("agent", ""), style=style), **kept)

    def to_words(self) -> dict[str, str]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def blinds(self) -> int:
        return 2 if self.variant == "half-2" else 1

    def game(self, table: str) -> str:
        """Return the game at a table of the menu."""
        if table == games.KUHN_POKER and self.variant != games.KUHN_POKER:
            return games.KUHN_HALF_STREET
        return table

    def spec(self, table: str, seed: int) -> TableSpec:
        """Return the table for these choices."""
        twice, follows = self.deals_twice(table), self.style == "adaptive" and self.agent != GUEST
        first: First = FIRST[FIRST.index(self.first)] if self.first in FIRST else "alternate"
        spec = TableSpec(
            self.game(table),
            ("you", self.agent),
            seed,
            first,
            blinds=1 if table == games.HOLDEM else self.blinds,
            duplicate=twice,
            duplicate_block=int(self.block) if twice else DUPLICATE_BLOCK,
            teaching=self.style in ("teaching", "tutor"),
            tutor=self.style == "tutor",
            adaptive="on" if follows and not self.is_match(table) else "",
            deals_first=1 if twice and first == "seat-1" else 0,
            shuffled=twice,
        )
        if table != games.HOLDEM:
            return spec
        chips = int(self.stack) * BIG_BLIND
        return replace(
            spec,
            form="match" if self.is_match(table) else "cash",
            small_blind=SMALL_BLIND,
            big_blind=BIG_BLIND,
            stacks=(chips, chips),
            schedule=self.schedule,
            think=float(self.think) if self.think else None,
        )

    def is_match(self, table: str) -> bool:
        return table == games.HOLDEM and self.form == "match"

    def deals_twice(self, table: str) -> bool:
        return self.style == "duplicate" and table != games.TIC_TAC_TOE and not self.is_match(table)

    @property
    def schedule(self) -> tuple[BlindLevel, ...]:
        """The blind levels of a Hold'em match. Empty if the blinds never rise."""
        if self.form == "cash" or self.rise == "never":
            return ()
        return tuple((small, big, HANDS_A_LEVEL[self.rise]) for small, big in LEVELS)


LENGTHS = ("20", "100", "1000", "10000")
DEALS = ("fresh", "duplicate")


@dataclass(frozen=True, slots=True)
class WatchChoices:
    """The choices for a series: the names of two agents, the stakes, the number of hands, and duplicate play.

    `think` is empty if neither agent solves.
    """

    first: str = ""
    second: str = ""
    variant: str = games.KUHN_POKER
    stack: str = "200"
    length: str = "100"
    deals: str = "fresh"
    think: str = ""

    @staticmethod
    def from_words(words: Mapping[str, str]) -> WatchChoices:
        """Parse stored settings. An unknown value is replaced by the default."""
        known = {
            "variant": VARIANTS,
            "stack": STACKS_BB,
            "length": LENGTHS,
            "deals": DEALS,
            "think": THINKING,
        }
        kept = {name: words[name] for name, values in known.items() if words.get(name) in values}
        return replace(WatchChoices(words.get("first", ""), words.get("second", "")), **kept)

    def to_words(self) -> dict[str, str]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def blinds(self) -> int:
        return self._table.blinds

    @property
    def hands(self) -> int:
        return int(self.length)

    def game(self, table: str) -> str:
        return self._table.game(table)

    def spec(self, table: str, seed: int) -> TableSpec:
        """Return the table spec of these choices."""
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
            think=float(self.think) if self.think else None,
        )

    @property
    def _table(self) -> TableChoices:
        return TableChoices(variant=self.variant)
