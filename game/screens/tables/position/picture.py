"""The position of a card as it lies on the table: the board, the Kuhn table, the Hold'em table."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping

from game.messages.drills_answers import DrillQuestion
from game.rules.cards import Card, high_first
from game.rules.holdem import BUTTON, HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.rules.tic_tac_toe import TicTacToeInformationState
from game.screens.models.opponents import Portrait
from game.screens.tables.kuhn.scene import CARD_CODES
from game.screens.tables.position.words import CardWords
from game.screens.tables.views import VIEWS
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box
from game.screens.ui.texts import text
from game.screens.views import board
from game.screens.views.board import BoardPicture, SquareValue
from game.screens.views.cards import CardPicture, code_of
from game.screens.views.kuhn_table import KuhnPicture
from game.screens.views.poker_table import BetPicture, TablePicture
from game.screens.views.seats import SeatPicture


class PositionPicture(Box):
    """The table of a card in its place; `values` lie over the squares of tic-tac-toe once the card is answered."""

    def __init__(
        self,
        question: DrillQuestion,
        words: CardWords,
        opponent: Portrait,
        values: Mapping[int, SquareValue] | None,
        *,
        least: float,
    ) -> None:
        self._question, self._words, self._opponent = question, words, opponent
        self._values, self._least = values, least
        self._table = VIEWS[question.game].table
        self.background_key: Hashable = question.game

    def measure(self, painter: Painter, width: float) -> float:
        """Return the least height."""
        return self._least

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the empty table."""
        self._table.draw_background(painter, self._table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw what lies on it."""
        info, places = self._question.info, self._table.layout(rect)
        self._table.draw(painter, places, self._picture())
        if isinstance(info, TicTacToeInformationState) and self._values is None:
            board.draw_digits(painter, places, info.legal_actions)

    def _picture(self) -> BoardPicture | KuhnPicture | TablePicture:
        info = self._question.info
        if isinstance(info, TicTacToeInformationState):
            return BoardPicture(info.board, self._values)
        if isinstance(info, KuhnInformationState):
            return self._kuhn(info)
        assert isinstance(info, HoldemInformationState)
        return self._holdem(info)

    def _kuhn(self, info: KuhnInformationState) -> KuhnPicture:
        paid = [float(info.rules.blinds) + info.betting[player::2].count("b") for player in (0, 1)]
        own = CardPicture(CARD_CODES[info.card])
        other, mine = math.ceil(paid[1 - info.player]), math.ceil(paid[info.player])
        return KuhnPicture(
            seats=self._seats("", ""),
            cards=(CardPicture(CARD_CODES[0], turned=0.0), own),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=text("kuhn.unseen"),
            pot=(other, mine),
            pot_written=self._words.chips(sum(paid)),
            pot_word=text("table.pot"),
            words=self._words.said(info),
        )

    def _holdem(self, info: HoldemInformationState) -> TablePicture:
        amounts = self._words.amounts(info)
        own, betting = info.player, info.betting
        players = (1 - own, own)
        behind = [amounts.write(betting.stacks_left[player]) for player in players]
        bets = [betting.street_committed[player] for player in players]
        shown = self._question.shown
        other = _open(shown) if shown else [CardPicture(code_of(0), turned=0.0)] * 2
        first, second = (BetPicture(bet, amounts.write(bet) if bet else "") for bet in bets)
        return TablePicture(
            seats=self._seats(*behind),
            hole=(other, _open(info.hole)),
            board=[CardPicture(code_of(card)) for card in info.board],
            bets=(first, second),
            pot_chips=info.pot - sum(bets),
            pot_written=amounts.write(info.pot),
            pot_word=text("table.pot"),
            button=players.index(BUTTON),
        )

    def _seats(self, other: str, own: str) -> tuple[SeatPicture, SeatPicture]:
        portrait = self._opponent
        mine = SeatPicture(text("seats.you"), text("drills.your_turn"), own, "owl", active=True)
        return SeatPicture(portrait.name, portrait.kind, other, portrait.device), mine


def _open(cards: tuple[Card, ...]) -> list[CardPicture]:
    return [CardPicture(code_of(card)) for card in high_first(cards)]
