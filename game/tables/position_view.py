"""The position of a drill card or of a review, as text and as a picture."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core import Action
from game.match.spot_texts import read_id
from game.match.table_spec import ChipUnit
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import Card, high_first, parse
from game.rules.holdem import BUTTON, HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.rules.tic_tac_toe import TicTacToeInformationState, TicTacToeState
from game.study.amounts import Amounts, format_table
from game.study.drills import GAMES, SPOT_BLINDS, Deck, DrillQuestion, Verdict
from game.study.judgements import Grade
from game.study.opponents import Portrait
from game.study.words import ends_betting, format_best, format_cost, format_equity, format_mark, format_source
from game.tables.holdem.bet_panel import BetWords
from game.tables.holdem.scene import pot_word
from game.tables.kuhn.view import (
    CARD_CODES,
    KINDS,
    card_name,
    chips,
    chips_paid,
    decision_name,
    move_kinds,
    why_played,
)
from game.tables.narration import describe_marks, end_sentences, offer
from game.tables.screen import VIEWS
from game.tables.tic_tac_toe.view import TicTacToeWords, mark_name, verdict
from game.texts import capitalize, day_and_time, join_list, join_sentences, number, percent, signed, text
from game.window.frame.spoken import name_cards
from game.window.frame.table_frame import TableBox
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Space
from game.window.ui.leaves import Ink, Pair, Picture, Words
from game.window.views import board, marks
from game.window.views.board import BoardPicture, SquareValue
from game.window.views.cards import CardPicture, SeatPicture, card_code
from game.window.views.kuhn_table import KuhnPicture
from game.window.views.marks import WorthRow
from game.window.views.poker_table import BetPicture, TablePicture


def deck_note(deck: Deck) -> str:
    game = GAMES.get(deck)
    return text(f"games.{game}") if game is not None else text("drills.every_game")


def _habit(kind: str, shares: Mapping[Card, float]) -> str:
    """Return a text with the cards with which an opponent bets or calls."""
    cards = []
    for card in sorted(shares, reverse=True):
        if shares[card] > 0:
            key = "always" if shares[card] == 1 else "at_times"
            cards.append(text(f"drills.cards.{key}", card=card_name(card), share=percent(shares[card])))
    if not cards:
        return text(f"drills.{kind}.never")
    if len(cards) == len(shares) and set(shares.values()) == {1.0}:
        return text(f"drills.{kind}.all")
    joined = (
        text("drills.cards.last", cards=join_list(*cards[:-1]), last=cards[-1])
        if len(cards) > 1
        else cards[0]
    )
    return text(f"drills.{kind}.some", cards=joined)


@dataclass(frozen=True, slots=True)
class CardWords:
    """The texts for one drill card. `opponent` is the name of the opponent."""

    question: DrillQuestion
    opponent: str
    in_blinds: bool = True

    # ---- the question ---------------------------------------------------------------------------------------
    def prompt(self) -> str:
        """Return the question of the card."""
        info = self.question.info
        if isinstance(info, TicTacToeInformationState):
            return text("drills.ask.square", mark=mark_name(info.player))
        if isinstance(info, KuhnInformationState):
            where = decision_name(info)
            card = card_name(info.card)
            against = self._against()
            asked = text("drills.ask.kuhn", card=card, where=where)
            half = info.rules.street == "half-street"
            table = text("drills.ask.half_street", blinds=chips(info.rules.blinds)) if half else ""
            return join_sentences(table, asked, against)
        assert isinstance(info, HoldemInformationState)
        if self.question.shown:
            return text("drills.ask.odds", opponent=self.opponent)
        if not info.to_call:
            return text("drills.ask.free")
        key = "bet" if info.history[0] else "open"
        return text(f"drills.ask.{key}", amount=self.amounts(info).write(info.to_call))

    def _against(self) -> str:
        """Return a text with the cards with which the opponent bets and calls in Kuhn poker."""
        if not self.question.against:
            return text("drills.ask.best") if self.question.deck == "bluffs" else ""
        habits = (("bets", self.question.bets), ("calls", self.question.calls))
        how = join_list(*(_habit(kind, shares) for kind, shares in habits if shares))
        return text("drills.ask.against", name=self.opponent, how=how)

    def announcements(self, info: KuhnInformationState) -> tuple[str, ...]:
        return tuple(capitalize(text(f"kuhn.actions.{kind}")) for kind in move_kinds(info))

    def streets(self) -> Sequence[str]:
        """Return one sentence per round about the actions before a Hold'em decision.

        For a solved spot, a sentence about the board, the pot and the stacks comes first. Empty in the other games.
        """
        info = self.question.info
        if not isinstance(info, HoldemInformationState):
            return ()
        amounts, by_street = self.amounts(info), dict[Street, list[str]]()
        for before, action in info.betting.steps():
            if before.street < self._begins:
                continue
            own = before.actor == info.player
            who = "you" if own else "they"
            kind, chips = before.name(action)
            what = text(f"holdem.did.{who}.{kind}", amount=amounts.write(chips))
            by_street.setdefault(before.street, []).append(text(f"drills.did.{who}", what=what))
        begun = []
        if self.question.spot:
            spot = read_id(self.question.spot)
            begun = [text("drills.spot", board=spot.board, pot=spot.pot, stack=spot.stack)]
        return begun + [
            text("drills.street", street=text(f"holdem.streets.{street.name.lower()}"), done=join_list(*done))
            for street, done in by_street.items()
        ]

    def read_question(self) -> str:
        """Return a text for the voice: the position, the question, and the answers with their keys."""
        info = self.question.info
        offers = (offer(self.label(one), self.keycap(one)) for one in self.question.actions)
        if isinstance(info, TicTacToeInformationState):
            return end_sentences(
                self.table(), self.prompt(), describe_marks(info.board), text("tic_tac_toe.keys")
            )
        if isinstance(info, KuhnInformationState):
            pot = text("speech.table.pot", amount=chips(sum(chips_paid(info))))
            return end_sentences(self.table(), self.prompt(), pot, *offers)
        assert isinstance(info, HoldemInformationState)
        named = [name_cards([card_code(one) for one in row]) for row in (high_first(info.hole), info.board)]
        shown = name_cards([card_code(one) for one in self.question.shown])
        write, left = self.amounts(info).write, info.betting.stacks_left
        behind = {"own": write(left[info.player]), "other": write(left[1 - info.player])}
        return end_sentences(
            self.table(),
            text("speech.table.you_hold", cards=named[0]),
            text("speech.table.board", cards=named[1]) if named[1] else text("speech.table.no_board"),
            text("speech.table.they_hold", name=self.opponent, cards=shown) if shown else "",
            *self.streets(),
            text("speech.table.pot", amount=write(info.betting.effective_pot)),
            text("speech.table.stacks", name=self.opponent, **behind),
            self.prompt(),
            *offers,
        )

    def read_verdict(self, given: Verdict) -> str:
        """Return a text for the voice: the answer, its mark, its cost, the reason, and the next due day."""
        grade = given.grade
        said = text("drills.answered", action=self.label(grade.action))
        return end_sentences(
            self.played(),
            said,
            format_mark(grade),
            self.cost(grade),
            self.why(grade),
            self.describe_rating(given),
        )

    # ---- the answers ----------------------------------------------------------------------------------------
    def label(self, action: Action) -> str:
        """Return the label of an answer."""
        info = self.question.info
        if isinstance(info, TicTacToeInformationState):
            return text(f"tic_tac_toe.squares.{action}")
        if isinstance(info, KuhnInformationState):
            return capitalize(text(f"kuhn.actions.{KINDS[info.facing_bet][action]}"))
        assert isinstance(info, HoldemInformationState)
        words = BetWords(info.betting, self.amounts(info))
        if action == FOLD:
            return text("holdem.actions.fold.label")
        return words.call(asks_again=False) if action == CALL else words.raise_to(action)

    def keycap(self, action: Action) -> str:
        """Return the digit key of an answer.

        In tic-tac-toe, the key is the number of the square. In the other games, the key is the position of the
        answer in the list.
        """
        if self.question.game == games.TIC_TAC_TOE:
            return str(action + 1)
        return str(self.question.actions.index(action) + 1)

    def value(self, value: float, *, is_bound: bool = False) -> str:
        written = self._value(value)
        return text("holdem.counsel.at_most", value=written) if is_bound else written

    def _value(self, value: float) -> str:
        if self.question.game == games.TIC_TAC_TOE:
            return text(f"tic_tac_toe.truly.{verdict(value)}")
        if self.question.game in games.KUHN_GAMES:
            return signed(value, 2)
        if self.question.spot:
            return signed(value * self._chips_a_blind, 1)
        return text("holdem.in_blinds", amount=signed(value, 2))

    def played(self) -> str:
        """Return the action that the user took in the card's played hand, or "" without such a hand."""
        hand = self.question.hand
        return text("review.played", action=self.label(hand.action)) if hand is not None else ""

    # ---- the result -----------------------------------------------------------------------------------------
    def cost(self, grade: Grade) -> str:
        chips = self._chips_a_blind if self.question.spot else None
        return format_cost(self.question.game, grade, chips_a_blind=chips)

    def why(self, grade: Grade) -> str:
        """Explain in one or two sentences what would have been better, and why."""
        judgement, info = grade.judgement, self.question.info
        said = format_best(grade, self.opponent, self.label)
        if isinstance(info, TicTacToeInformationState):
            state = TicTacToeState(info.board)
            words = TicTacToeWords(state, info.player, self.opponent)
            said += [words.comment(judgement.values), words.why(judgement.values)]
        elif isinstance(info, KuhnInformationState):
            best = max(grade.values.values())
            said += [text("drills.why.worth", value=signed(best, 2)), self._why_kuhn(info, grade)]
        elif self.question.shown:
            share, price = percent(judgement.equity or 0.0), percent(judgement.price or 0.0)
            said.append(text("drills.why.odds", have=share, need=price))
        elif judgement.equity is not None:
            assert isinstance(info, HoldemInformationState)
            said.append(format_equity(judgement, last=ends_betting(info.betting)))
            if grade.is_unknown:
                said.append(text("grades.unknown"))
            if not self.question.spot:
                said.append(format_source(judgement, self.opponent, grade.action))
        return join_sentences(*said)

    def squares(self, grade: Grade) -> dict[Action, SquareValue]:
        """Return the value of every square, as the board shows it."""
        values = grade.judgement.values
        most = max(values.values())
        return {
            cell: SquareValue(value, text(f"tic_tac_toe.truly.{verdict(value)}"), value == most)
            for cell, value in values.items()
        }

    def describe_rating(self, given: Verdict) -> str:
        when = ("today", "tomorrow")[given.days] if given.days < 2 else "days"
        return text(f"drills.back.{when}", days=number(given.days))

    def table(self) -> str:
        """Return a text with the blinds, the stacks and the time of the hand. Unknown parts are left out."""
        info, hand = self.question.info, self.question.hand
        stakes = ""
        if isinstance(info, HoldemInformationState) and not self.question.spot:
            stakes = format_table(info.rules, self.question.unit)
        return join_list(stakes, day_and_time(hand.at) if hand is not None and hand.at else "")

    # ---- cards that come from the solver ----------------------------------------------------------------------
    def amounts(self, info: HoldemInformationState) -> Amounts:
        """Return the format of amounts: as in the settings, or in the chips of the solved spot."""
        if not self.question.spot:
            return Amounts(self.in_blinds, info.rules.big_blind, self.question.unit)
        return Amounts(False, info.rules.big_blind, ChipUnit(self._chips_a_blind / info.rules.big_blind))

    @property
    def _chips_a_blind(self) -> float:
        return read_id(self.question.spot).chips_of_pot / SPOT_BLINDS

    @property
    def _begins(self) -> int:
        return len(parse(read_id(self.question.spot).board)) - 2 if self.question.spot else Street.PREFLOP

    def _why_kuhn(self, info: KuhnInformationState, grade: Grade) -> str:
        """Return the reason for the best play. Empty if the solution is a best response to an agent."""
        if self.question.against:
            return ""
        name = text("kuhn.why.opponent") if grade.against is None else self.opponent
        return why_played(info, grade.judgement, name)


class PositionPicture(TableBox):
    """The table of a drill card. After the answer, `values` cover the squares of tic-tac-toe.

    The argument `player` is the portrait of the player to act, if this player is not the user.
    """

    def __init__(
        self,
        question: DrillQuestion,
        words: CardWords,
        opponent: Portrait,
        values: Mapping[int, SquareValue] | None,
        *,
        least: float,
        player: Portrait | None = None,
    ) -> None:
        super().__init__(VIEWS[question.game].table, self._position)
        self._question, self._words, self._opponent = question, words, opponent
        self._values, self._height, self._player = values, least, player
        self.background_key: Hashable = question.game

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the position. In tic-tac-toe, draw the digit keys of the free squares."""
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
        own, by_player = CardPicture(CARD_CODES[info.card]), chips_paid(info)
        other, mine = (math.ceil(by_player[player]) for player in (1 - info.player, info.player))
        return KuhnPicture(
            seats=self._seats("", ""),
            cards=(CardPicture(CARD_CODES[0], turned=0.0), own),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=text("kuhn.unseen"),
            pot=(other, mine),
            pot_written=chips(sum(by_player)),
            pot_word=text("table.pot"),
            words=self._words.announcements(info),
        )

    def _holdem(self, info: HoldemInformationState) -> TablePicture:
        amounts = self._words.amounts(info)
        own, betting = info.player, info.betting
        players = (1 - own, own)
        behind = [amounts.write(betting.stacks_left[player]) for player in players]
        bets = [betting.street_committed[player] for player in players]
        shown = self._question.shown
        other = _open(shown) if shown else [CardPicture(card_code(0), turned=0.0)] * 2
        first, second = (BetPicture(bet, amounts.write(bet) if bet else "") for bet in bets)
        return TablePicture(
            seats=self._seats(*behind),
            hole=(other, _open(info.hole)),
            board=[CardPicture(card_code(card)) for card in info.board],
            bets=(first, second),
            pot_chips=betting.pot - sum(bets),
            pot_written=amounts.write(info.betting.effective_pot),
            pot_word=pot_word(betting.effective_pot, betting.pot),
            button=players.index(BUTTON),
        )

    def _seats(self, other: str, own: str) -> tuple[SeatPicture, SeatPicture]:
        portrait = self._opponent
        if (player := self._player) is None:
            mine = SeatPicture(text("seats.you"), text("drills.your_turn"), own, "owl", active=True)
        else:
            mine = SeatPicture(player.name, text("drills.their_turn"), own, player.device, active=True)
        return SeatPicture(portrait.name, portrait.kind, other, portrait.device), mine


def hand_so_far(words: CardWords) -> Box:
    lines = [Words(one, "small", "dim", 2) for one in (words.table(), *words.streets()) if one]
    return Column(*lines, Space(10).when(lines))


def worth_of_answers(words: CardWords, grade: Grade) -> Sequence[Box]:
    """Return a row for every answer, with its value and its frequency in the solution.

    The given answer is first, so that it is in view if the rows do not fit.
    """
    judgement, known = grade.judgement, grade.against
    best, info = judgement.best_actions, words.question.info
    worth = grade.values
    unit = "holdem.counsel.unit_against" if judgement.equity is not None else "kuhn.chips_against"
    heading = text("drills.worth") if known is None else text(unit, name=words.opponent)
    bars = text("holdem.counsel.often" if known is None else "holdem.counsel.often_in_theory")
    actions = sorted(worth)
    if isinstance(info, HoldemInformationState):
        actions = info.betting.distinct(worth, grade.action, judgement.choice, judgement.best)
    rows = [
        WorthRow(
            words.label(action),
            words.value(worth[action], is_bound=known is None and action in judgement.bounds),
            judgement.shares.get(action, 0.0),
            given=action == grade.action,
            best=action in best,
        )
        for action in sorted(actions, key=lambda action: (action != grade.action, action))
    ]
    return [
        Pair(bars, heading, height=20, inks=(Ink("small", "faint"),) * 2),
        *(Picture(partial(marks.draw_worth_row, row), marks.WORTH_ROW_HEIGHT) for row in rows),
    ]


def _open(cards: tuple[Card, ...]) -> list[CardPicture]:
    return [CardPicture(card_code(card)) for card in high_first(cards)]
