"""Which boards of a report are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core import Player
from game.messages.reports_answers import TEXTURES, BoardRow
from game.rules.cards import RANKS, rank_of

HIGH = ("A", "K", "Q", "J", "T", "9")
"""Highest cards of a board; the last stands for all lower ones too."""
BOARD, TEXTURE, BETS, OOP, IP, EQUITY = "board", "texture", "bets", "oop", "ip", "equity"


class ReportView:
    """The view: `rows` are those of one texture and highest card ("" for all), sorted; bets are of `player`."""

    def __init__(self) -> None:
        self.player: Player = 0
        self.texture, self.high = "", ""
        self.order, self.descending = BOARD, False
        self.rows: Sequence[BoardRow] = ()
        self._all: Sequence[BoardRow] = ()

    def take(self, rows: Sequence[BoardRow]) -> None:
        """Take the boards of a report."""
        self._all = rows
        self._look()

    def sort(self, order: str, descending: bool) -> None:
        """Sort by a column, the largest first or last."""
        self.order, self.descending = order, descending
        self._look()

    def filter(self, *, texture: str | None = None, high: str | None = None) -> None:
        """Show the boards of a texture, or of a highest card."""
        self.texture = self.texture if texture is None else texture
        self.high = self.high if high is None else high
        self._look()

    def turn(self, player: Player) -> None:
        """Show the bets of a player."""
        self.player = player
        self._look()

    def _look(self) -> None:
        kept = [row for row in self._all if self._shows(row)]
        self.rows = sorted(kept, key=self._key, reverse=self.descending)

    def _shows(self, row: BoardRow) -> bool:
        return self.texture in ("", row.texture) and self.high in ("", high_card(row))

    def _key(self, row: BoardRow) -> tuple[float, ...]:
        """Order by the column, then by the cards; boards without figures come last."""
        failed = bool(row.problem) != self.descending
        return (failed, *KEYS[self.order](row, self.player), *_by_cards(row))


def high_card(row: BoardRow) -> str:
    """Return the highest card of a board as `HIGH` names it."""
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
