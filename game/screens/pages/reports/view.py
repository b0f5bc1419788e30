"""Which boards of a report are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core import Player
from game.messages.reports_answers import TEXTURES, BoardRow
from game.rules.cards import RANKS, rank_of

HIGH = ("A", "K", "Q", "J", "T", "9")
"""The highest cards of a board by which rows are filtered; "9" stands for all lower ones too."""
BOARD, TEXTURE, BETS, OOP, IP, EQUITY = "board", "texture", "bets", "oop", "ip", "equity"


class ReportView:
    """The filter and order of a report's boards.

    `rows` are the boards of one `texture` and one highest card `high` ("" for all), sorted by the column `order`.
    The column of bets shows those of `player`.
    """

    def __init__(self) -> None:
        self.player: Player = 0
        self.texture, self.high = "", ""
        self.order, self.descending = BOARD, False
        self.rows: Sequence[BoardRow] = ()
        self._all: Sequence[BoardRow] = ()

    def take(self, rows: Sequence[BoardRow]) -> None:
        """Take the boards of a report."""
        self._all = rows
        self._update()

    def sort(self, order: str, descending: bool) -> None:
        """Sort by a column, a key of `KEYS`; if `descending`, the largest first."""
        self.order, self.descending = order, descending
        self._update()

    def filter(self, *, texture: str | None = None, high: str | None = None) -> None:
        """Filter by texture or highest card; "" shows all, None leaves that filter as it is."""
        self.texture = self.texture if texture is None else texture
        self.high = self.high if high is None else high
        self._update()

    def turn(self, player: Player) -> None:
        """Show the bets of a player."""
        self.player = player
        self._update()

    def _update(self) -> None:
        kept = [row for row in self._all if self._shows(row)]
        self.rows = sorted(kept, key=self._key, reverse=self.descending)

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
