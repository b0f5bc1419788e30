"""A card as it is seen: its position on the table of its game, what was done before, what each answer was worth."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from functools import partial

from game.rules.cards import Card, high_first
from game.rules.holdem import BUTTON, HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.rules.tic_tac_toe import TicTacToeInformationState
from game.study.drills import DrillQuestion
from game.study.judgements import Grade
from game.study.opponents import Portrait
from game.tables.kuhn.labels import chips
from game.tables.kuhn.view import CARD_CODES, paid
from game.tables.position.words import CardWords
from game.tables.screen import VIEWS
from game.texts import text
from game.window.frame.table_frame import TableBox
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Space
from game.window.ui.leaves import Caps, Picture, Words
from game.window.views import board, worth_row
from game.window.views.board import BoardPicture, SquareValue
from game.window.views.cards import CardPicture, code_of
from game.window.views.kuhn_table import KuhnPicture
from game.window.views.poker_table import BetPicture, TablePicture
from game.window.views.seats import SeatPicture
from game.window.views.worth_row import WorthRow


class PositionPicture(TableBox):
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
        super().__init__(VIEWS[question.game].table, self._position)
        self._question, self._words, self._opponent = question, words, opponent
        self._values, self._least = values, least
        self.background_key: Hashable = question.game

    def measure(self, painter: Painter, width: float) -> float:
        """Return the least height."""
        return self._least

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the position; at tic-tac-toe also the digit keys of the free squares."""
        super().draw(painter, rect)
        info = self._question.info
        if isinstance(info, TicTacToeInformationState) and self._values is None:
            board.draw_digits(painter, board.layout(rect), info.legal_actions)

    def _position(self) -> BoardPicture | KuhnPicture | TablePicture:
        info = self._question.info
        if isinstance(info, TicTacToeInformationState):
            return BoardPicture(info.board, self._values)
        if isinstance(info, KuhnInformationState):
            return self._kuhn(info)
        assert isinstance(info, HoldemInformationState)
        return self._holdem(info)

    def _kuhn(self, info: KuhnInformationState) -> KuhnPicture:
        own, by_player = CardPicture(CARD_CODES[info.card]), paid(info)
        other, mine = (math.ceil(by_player[player]) for player in (1 - info.player, info.player))
        return KuhnPicture(
            seats=self._seats("", ""),
            cards=(CardPicture(CARD_CODES[0], turned=0.0), own),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=text("kuhn.unseen"),
            pot=(other, mine),
            pot_written=chips(sum(by_player)),
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


def hand_so_far(words: CardWords) -> Box:
    """Return the actions so far, one line for each round."""
    streets = [Words(one, "small", "dim", 2) for one in words.streets()]
    return Column(*streets, Space(10).when(streets))


def worth_of_answers(words: CardWords, grade: Grade) -> Sequence[Box]:
    """Return every answer with its value, and how often the solution chooses it."""
    judgement = grade.judgement
    rows = [
        WorthRow(
            words.label(action),
            words.value(value, is_bound=action in judgement.bounds),
            judgement.shares.get(action, 0.0),
            given=action == grade.action,
            best=action == judgement.best,
        )
        for action, value in sorted(judgement.values.items())
    ]
    return [
        Caps(text("drills.worth")),
        *(Picture(partial(worth_row.draw, row), worth_row.ROW) for row in rows),
    ]


def _open(cards: tuple[Card, ...]) -> list[CardPicture]:
    return [CardPicture(code_of(card)) for card in high_first(cards)]
