"""Texts that the voice speaks at a table: steps, decisions, results, and answers to the user.

`Narration` is a part of every table, and does nothing while the voice is off. A `HandSpeaker` has the texts of
a game. Hidden cards are never spoken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.core import CHANCE, Player, Seat, State
from game.match.session import Step
from game.rules import games
from game.rules.cards import high_first
from game.rules.cards import name as card_code
from game.rules.holdem import BOARD_CARDS, BUTTON, HOLE_CARDS, HoldemState, Street
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import EMPTY, MARKS
from game.tables.holdem.bet_panel import BetPanel, BetWords, bet_sizes, usual_size
from game.tables.holdem.view import HoldemView
from game.tables.kuhn.view import KINDS, KuhnView, card_name, chips_paid, move_kinds, write_total
from game.tables.kuhn.view import chips as written_chips
from game.tables.parts import TablePart
from game.tables.tic_tac_toe.view import BoardView, TicTacToeWords, mark_name
from game.texts import capitalize, current, join_sentences, text
from game.window.frame.spoken import end_sentence, name_cards

if TYPE_CHECKING:
    from game.tables.game_view import AnyView

CARDS = 2
"""The number of cards dealt in Kuhn poker."""


def end_sentences(*parts: str) -> str:
    """Join the non-empty parts, and end each with a full stop."""
    said = (part.strip() for part in parts)
    return join_sentences(*(end_sentence(part) for part in said if part))


class HandSpeaker(ABC):
    """The texts that the voice speaks about a game."""

    @abstractmethod
    def step(self, before: State, step: Step) -> str:
        """Return the text of a step, or "" if the text of a later step includes it."""

    @abstractmethod
    def cards(self) -> str:
        """Return the person's cards, or in tic-tac-toe the person's mark."""

    @abstractmethod
    def board(self) -> str:
        """Return the board cards, the marks on the board, or the rules."""

    @abstractmethod
    def pot(self) -> str:
        """Return the pot, and the stacks or the score."""

    @abstractmethod
    def choices(self) -> str:
        """Return the possible actions of the person, each with its key."""

    def amounts(self) -> str:
        """Return the keys that choose bet amounts, if there are any."""
        return ""

    @abstractmethod
    def result(self) -> str: ...

    def opening(self) -> str:
        """Return the text at the start of a further hand, or "" if the text of the deal is enough."""
        return ""

    def decision(self, before: State, action: int, view: AnyView) -> str:
        return view.name_action(before, action)

    def history(self, view: AnyView) -> str:
        """Return the texts of all steps of the hand."""
        steps = view.seen.session.steps
        states = [view.first_state(), *(step.state for step in steps)]
        return end_sentences(*(self.step(before, step) for before, step in zip(states, steps, strict=False)))


def _who(view: AnyView, step: Step) -> str:
    return text("seats.you") if _is_you(view, step.player) else _name(view, step.player)


def _name(view: AnyView, player: Player) -> str:
    return view.seen.portrait(view.seen.session.get_seat(player)).name


def _name_seats(view: AnyView) -> tuple[tuple[Seat, str], tuple[Seat, str]]:
    """Return both seats with the names that the voice says, the seat at the bottom first."""
    below = view.seen.below
    own = text("seats.you") if _is_you(view, view.own) else _name(view, view.own)
    return (below, own), (1 - below, view.other_name)


def _is_you(view: AnyView, player: Player) -> bool:
    """Return whether the voice calls a player "you". In a replay, the person is also called "you"."""
    return view.is_person(player) or _name(view, player) == text("seats.you")


class HoldemSpeaker(HandSpeaker):
    """The spoken texts of Hold'em."""

    def __init__(self, view: HoldemView) -> None:
        self._view = view

    def step(self, before: State, step: Step) -> str:
        """Return the action, or the dealt cards once the deal of the street is complete."""
        after = step.state
        assert isinstance(before, HoldemState)
        assert isinstance(after, HoldemState)
        if step.player != CHANCE:
            own = _is_you(self._view, step.player)
            done = self._view.words.action_words(before, step.action, own=own)
            return text("speech.table.did", who=_who(self._view, step), action=done)
        if len(after.dealt) == HOLE_CARDS:
            return self._deal()
        street = after.betting.street
        if after.board and len(after.board) in BOARD_CARDS.values():
            new = after.board[BOARD_CARDS[Street(street - 1)] :]
            name = text(f"holdem.streets.{street.name.lower()}")
            return text("speech.table.street", street=name, cards=name_cards([card_code(one) for one in new]))
        return ""

    def _deal(self) -> str:
        view = self._view
        button = view.own == BUTTON
        rules = view.state.rules
        blind, other = (
            (rules.small_blind, rules.big_blind) if button else (rules.big_blind, rules.small_blind)
        )
        session = view.seen.session
        hand = text("table.hand", number=session.room_number or session.hand_number)
        if view.seen.open_players is not None:
            return end_sentences(hand, *(self._name_cards(player) for player in (view.own, 1 - view.own)))
        key = "button" if button else "big_blind"
        written = (view.amounts.write(one) for one in (blind, other))
        posted = text(f"speech.table.{key}", **dict(zip(("own", "other"), written, strict=True)))
        return end_sentences(hand, posted, self._name_cards(view.own), view.words.describe_hand(view.own, 0))

    def _name_cards(self, player: int) -> str:
        view = self._view
        if not view.sees(player) or len(view.state.dealt) < HOLE_CARDS:
            return ""
        cards = name_cards([card_code(card) for card in high_first(view.state.hole[player])])
        if _is_you(view, player):
            return text("speech.table.you_hold", cards=cards)
        return text("speech.table.they_hold", name=_name(view, player), cards=cards)

    def cards(self) -> str:
        """Return the person's two cards and the hand that they make."""
        view, count = self._view, len(self._view.state.board)
        shown = count if count in BOARD_CARDS.values() else 0
        if not view.sees(view.own) or len(view.state.dealt) < HOLE_CARDS:
            return text("speech.table.no_cards")
        return end_sentences(self._name_cards(view.own), view.words.describe_hand(view.own, shown))

    def board(self) -> str:
        board = [card_code(card) for card in self._view.state.board]
        return text("speech.table.board", cards=name_cards(board)) if board else text("speech.table.no_board")

    def pot(self) -> str:
        """Return the pot and both stacks."""
        view, write = self._view, self._view.amounts.write
        left = view.state.stacks_left
        own, other = write(left[view.own]), write(left[1 - view.own])
        pot = text("speech.table.pot", amount=write(view.state.betting.effective_pot))
        if _is_you(view, view.own):
            stacks = text("speech.table.stacks", own=own, name=view.other_name, other=other)
            return end_sentences(pot, stacks)
        names = (name for _, name in _name_seats(view))
        named = zip(names, (own, other), strict=True)
        return end_sentences(pot, *(text("speech.table.left", name=one, amount=rest) for one, rest in named))

    def choices(self) -> str:
        """Return the pot, the price of a call, and each action with its key."""
        view, betting = self._view, self._view.state.betting
        words = BetWords(betting, view.amounts)
        offers = []
        if betting.to_call:
            offers.append(offer(text("holdem.actions.fold.label"), BetPanel.fold.shown_keys))
        offers.append(offer(words.call(asks_again=False), BetPanel.call.shown_keys))
        if words.can_raise:
            offers.append(offer(words.raise_to(usual_size(betting)), BetPanel.bet.shown_keys))
            offers.append(text("speech.table.amounts", bounds=words.bounds()))
        else:
            offers.append(words.no_raise())
        pot = text("speech.table.pot", amount=view.amounts.write(betting.effective_pot))
        count = len(view.state.board)
        made = view.words.describe_hand(view.own, count) if count in BOARD_CARDS.values() else ""
        hand = made if count else ""  # the deal has told two cards
        return end_sentences(text("speech.table.your_turn"), hand, pot, *offers)

    def amounts(self) -> str:
        """Return the amount that each digit key chooses. The last digit is all-in."""
        betting = self._view.state.betting
        words, sizes = BetWords(betting, self._view.amounts), bet_sizes(betting)
        told = [f"{digit}: {words.write(size.raise_to)}" for digit, size in enumerate(sizes[:-1], 1)]
        told += [f"{digit}: {words.raise_to(size.raise_to)}" for digit, size in enumerate(sizes, 1)][-1:]
        return text("speech.table.sizes", sizes="; ".join(told)) if told else ""

    def result(self) -> str:
        """Return the shown hands, if any, and the winner."""
        view = self._view
        shown = ""
        if view.state.betting.folded is None and not view.seen.session.hidden_players:
            cards = name_cards([card_code(card) for card in high_first(view.state.hole[1 - view.own])])
            shown = text("speech.table.they_hold", name=view.other_name, cards=cards)
        if view.seen.open_players is not None:
            return _winner(view, view.amounts.write(abs(view.seen.session.net_returns[view.own])))
        return end_sentences(shown, *view.words.result())

    def decision(self, before: State, action: int, view: AnyView) -> str:
        """Return the street and the action."""
        assert isinstance(before, HoldemState)
        street = text(f"holdem.streets.{before.betting.street.name.lower()}")
        return text("speech.table.street", street=street, cards=view.name_action(before, action))


def offer(label: str, key: str) -> str:
    return text("speech.table.offer", label=label, key=key)


def _winner(view: AnyView, amount: str) -> str:
    """Return the text about the winner at a watched table."""
    net = view.seen.session.state.returns()[view.own]
    if not net:
        return text("speech.table.drawn")
    seat = view.seen.below if net > 0 else 1 - view.seen.below
    return text("speech.table.wins", name=view.seen.portrait(seat).name, amount=amount)


class KuhnSpeaker(HandSpeaker):
    """The spoken texts of Kuhn poker."""

    def __init__(self, view: KuhnView) -> None:
        self._view = view

    def step(self, before: State, step: Step) -> str:
        """Return the move or, once both cards are dealt, the number of the hand and the card of `cards`."""
        after = step.state
        assert isinstance(after, KuhnState)
        if step.player != CHANCE:
            did = text(
                f"speech.kuhn.{'you' if _is_you(self._view, step.player) else 'they'}.{move_kinds(after)[-1]}"
            )
            return text("speech.table.did", who=_who(self._view, step), action=did)
        if len(after.cards) < CARDS:
            return ""
        return end_sentences(text("table.hand", number=self._view.seen.session.hand_number), self.cards())

    def cards(self) -> str:
        """Return the card of the person or, at a watched table, the card of the player at the bottom."""
        view = self._view
        if not view.sees(view.own) or len(view.state.cards) < CARDS:
            return text("speech.table.no_cards")
        if view.is_person(view.own):
            return view.words.card_sentence()
        name = view.seen.portrait(view.seen.below).name
        return text("speech.table.they_hold", name=name, cards=card_name(view.state.cards[view.own]))

    def board(self) -> str:
        return end_sentences(*self._view.words.rules())

    def pot(self) -> str:
        """Return the pot, and the total winnings of both players at this table."""
        view = self._view
        totals = (
            text("speech.table.total", name=name, amount=write_total(view.seen.shown_total(seat)))
            for seat, name in _name_seats(view)
        )
        return end_sentences(self._pot(), *totals)

    def _pot(self) -> str:
        return text("speech.table.pot", amount=written_chips(sum(chips_paid(self._view.state))))

    def choices(self) -> str:
        """Return the situation, and both moves with their keys.

        The player's card was already announced at the deal.
        """
        words, betting = self._view.words, self._view.state.betting
        faced, card = betting.endswith("b"), words.card_sentence() if len(betting) >= CARDS else ""
        keys = ("F", "C") if faced else ("C", "B")
        moves = (capitalize(text(f"kuhn.actions.{kind}")) for kind in KINDS[faced])
        offers = (offer(move, key) for move, key in zip(moves, keys, strict=True))
        return end_sentences(text("speech.table.your_turn"), card, words.situation(), self._pot(), *offers)

    def result(self) -> str:
        """Return the winner, the amount and both cards."""
        if self._view.seen.open_players is not None:
            return _winner(self._view, written_chips(abs(self._view.state.returns()[self._view.own])))
        return end_sentences(*self._view.words.result())


def describe_marks(board: Sequence[int]) -> str:
    """Return the square of every mark on a board of tic-tac-toe."""
    taken = [
        text("speech.table.square", square=square, mark=mark_name(MARKS.index(mark)))
        for square, mark in zip(current().many("tic_tac_toe.squares"), board, strict=True)
        if mark != EMPTY
    ]
    return end_sentences(*taken) or text("speech.table.empty")


class BoardSpeaker(HandSpeaker):
    """The spoken texts of tic-tac-toe."""

    def __init__(self, view: BoardView) -> None:
        self._view = view

    @property
    def _words(self) -> TicTacToeWords:
        view = self._view
        alone = _is_you(view, view.own) and not view.seen.session.is_person(1 - view.seen.below)
        return TicTacToeWords(view.state, view.own if alone else None, view.other_name)

    def step(self, before: State, step: Step) -> str:
        """Return the player, the mark and the square."""
        square = current().many("tic_tac_toe.squares")[step.action]
        return text(
            "speech.table.marks", mark=mark_name(step.player), who=_who(self._view, step), square=square
        )

    def cards(self) -> str:
        """Return the mark of the person or, at a watched table, the mark of the player at the bottom."""
        view, mark = self._view, mark_name(self._view.own)
        if _is_you(view, view.own):
            return text("speech.table.your_mark", mark=mark)
        return text("speech.table.they_hold", name=_name(view, view.own), cards=mark)

    def opening(self) -> str:
        """Return the number of the game and the person's mark, which no deal has announced."""
        return end_sentences(text("menu.game", number=self._view.seen.session.hand_number), self.cards())

    def board(self) -> str:
        return describe_marks(self._view.state.board)

    def pot(self) -> str:
        """Return the player to act, and the score of the person at this table."""
        session, below = self._view.seen.session, self._view.seen.below
        results = [result.returns[below] for result in session.results]
        score = self._words.score(results) if session.is_person(below) else ""
        return end_sentences("" if session.hand_over else self._words.turn(), score)

    def choices(self) -> str:
        words = self._words
        return end_sentences(words.turn(), words.comment(None), text("speech.table.walk"))

    def result(self) -> str:
        return self._words.result()


SPEAKERS: Mapping[str, type[Any]] = {
    games.TIC_TAC_TOE: BoardSpeaker,
    games.KUHN_POKER: KuhnSpeaker,
    games.KUHN_HALF_STREET: KuhnSpeaker,
    games.HOLDEM: HoldemSpeaker,
}


class Narration(TablePart):
    """The part of a table that sends texts to the voice."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self.speaker: HandSpeaker = SPEAKERS[table.game](table.view)
        self._asides: tuple[str, ...] = ()
        self._change = self._phase = ""
        self._hand = table.session.hand_number

    @property
    def _is_heard(self) -> bool:
        return bool(self._table.app.is_heard)

    def on_step(self, step: Step) -> None:
        """Speak the step. The person's own step replaces all earlier announcements, such as the choices."""
        if not self._is_heard:
            return
        steps = self._table.session.steps
        index = next(at for at, one in enumerate(steps) if one is step)
        before = steps[index - 1].state if index else self._table.view.first_state()
        app, view = self._table.app, self._table.view
        tell = app.tell_at_once if view.is_person(step.player) else app.tell
        tell(self.speaker.step(before, step))

    def on_phase(self, phase: str, before: str) -> None:
        """Announce a further hand, the start of the person's turn, the result, or that the opponent has left."""
        self._phase = phase
        hand, before_hand = self._table.session.hand_number, self._hand
        self._hand = hand
        if not self._is_heard:
            return
        if hand != before_hand:
            self._table.app.tell(self.speaker.opening())
        if phase == "yours":
            self._change = ""
            self._table.app.tell(self.speaker.choices())
        elif phase == "over":
            self._table.app.tell(end_sentences(self.speaker.result(), self._table.spoken_note))
        elif phase == "lost":
            self._table.app.tell(join_sentences(*self._table.trouble))

    def tell_turn(self) -> None:
        """Announce the person's turn again if a move was undone and the person is still to act."""
        if self._is_heard and self._phase == self._table.phase == "yours":
            self._table.app.tell(self.speaker.choices())

    def update(self, dt: float) -> bool:
        """Speak advice, warnings and grades when they are new, and the amount when it has changed."""
        if not self._is_heard:
            return False
        asides = self._table.spoken_asides
        for aside in asides:
            if aside not in self._asides:
                self._table.app.tell(aside)
        self._asides = asides
        change = self._table.spoken_change
        if change and self._change and change != self._change:
            self._table.app.say_focus(change)
        self._change = change
        return False
