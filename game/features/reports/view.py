"""Which boards of a report are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.core import Player
from game.rules.cards import RANKS, rank_of
from game.study.reports import TEXTURES, BoardRow

HIGH = ("A", "K", "Q", "J", "T", "9")
"""The highest cards of a board by which rows are filtered; "9" stands for all lower ones too."""
BOARD, TEXTURE, BETS, OOP, IP, EQUITY = "board", "texture", "bets", "oop", "ip", "equity"


@dataclass(frozen=True)
class ReportView:
    """The filter and order of the `boards` of a report.

    `rows` are those of one `texture` and one highest card `high` ("" for all), sorted by the column `order`, a key
    of `KEYS`; if `descending`, the largest first. The column of bets shows those of `player`.
    """

    boards: Sequence[BoardRow] = ()
    player: Player = 0
    texture: str = ""
    high: str = ""
    order: str = BOARD
    descending: bool = False

    @cached_property
    def rows(self) -> Sequence[BoardRow]:
        """The boards that are shown, in their order."""
        return sorted(filter(self._shows, self.boards), key=self._key, reverse=self.descending)

    def _shows(self, row: BoardRow) -> bool:
        return self.texture in ("", row.texture) and self.high in ("", high_card(row))

    def _key(self, row: BoardRow) -> tuple[float, ...]:
        """Return the sort key: boards without figures last, then the column, then the cards from the highest."""
        failed = bool(row.problem) != self.descending
        return (failed, *KEYS[self.order](row, self.player), *_by_cards(row))


def high_card(row: BoardRow) -> str:
    """Return the highest card of a board as an item of `HIGH`."""
    high = RANKS[max(map(rank_of, row.board))]
    return high if high in HIGH else HIGH[-1]


def _by_cards(row: BoardRow) -> tuple[float, ...]:
    return tuple(-rank for rank in sorted(map(rank_of, row.board), reverse=True))


KEYS: Mapping[str, Callable[[BoardRow, Player], tuple[float, ...]]] = {
    BOARD: lambda row, player: (),
    TEXTURE: lambda row, player: (TEXTURES.index(row.texture),),
    BETS: lambda row, player: (row.bets[player],),
    OOP: lambda row, player: (row.ev[0],),
    IP: lambda row, player: (row.ev[1],),
    EQUITY: lambda row, player: (row.equity,),
}
