"""The decisions, equities and beliefs of a hand by street, and the review of a finished hand."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from game.core import CHANCE, Player, Progress, Seat
from game.match.session import Session, Step
from game.needs import Need
from game.request import Refusal
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import Card, high_first
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState
from game.study.background import Preparation
from game.study.holdem import AskBelief, AskDuel, Belief, HandEquity
from game.study.judgements import Grade
from game.study.play import AgentKey, LoadEquities
from game.study.words import ends_betting, format_best, format_cost, format_equity, format_source
from game.tables.game_view import MAX_ROWS, Seen, mix_rows
from game.tables.holdem.view import HoldemView
from game.tables.parts import AnyTable, HandGrades
from game.texts import join_sentences, percent, text
from game.window.frame.requests import Answers, Requests
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Balanced, Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Picture, Words
from game.window.ui.widgets import Button
from game.window.views import marks
from game.window.views.cards import card_code
from game.window.views.hand_log import CARD_SIZE
from game.window.views.marks import Equities, mix_bars

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Board = tuple[Card, ...]


class PastDecision(NamedTuple):
    """A decision: the seat, the state before it, and the step."""

    seat: Seat
    before: HoldemState
    step: Step


class DecisionList:
    """The decisions of the current hand that were shown so far.

    The decisions stay in the list if the user goes back.
    """

    def __init__(self, table: Seen) -> None:
        self._table = table
        self._hand = 0
        self._steps: tuple[Step, ...] = ()

    def follow(self) -> None:
        """Add the steps that the table has shown since the last call."""
        shown, hand = self._table.shown_steps, self._table.session.hand_number
        if hand != self._hand or _done(self._steps[: len(shown)]) != _done(shown):
            self._hand, self._steps = hand, shown
        elif len(shown) > len(self._steps):
            self._steps = shown

    @property
    def made_count(self) -> int:
        return sum(step.player != CHANCE for step in self._table.shown_steps)

    @property
    def board(self) -> Board:
        state = self._steps[-1].state if self._steps else None
        return state.board if isinstance(state, HoldemState) else ()

    def all(self) -> list[PastDecision]:
        """Return all decisions."""
        session = self._table.session
        return [
            PastDecision(session.get_seat(step.player), before.state, step)
            for before, step in pairwise(self._steps)
            if step.player != CHANCE and isinstance(before.state, HoldemState)
        ]


class Odds:
    """The equity of each player's hand against the other hand, by board.

    When the table opens, the worker loads all data for equities, so that the first all-in does not have to
    wait.
    """

    def __init__(self, session: Session, requests: Requests) -> None:
        self._session = session
        self._answers: Answers[tuple[Hands, Board], HandEquity] = Answers(requests)
        self._hands: Hands | None = None
        requests.ask(LoadEquities(), lambda _: None)

    def follow(self) -> None:
        """Request the equities of the streets that the hand has reached, unless they were requested before."""
        state = self._state
        if len(state.dealt) < HOLE_CARDS:
            return
        if state.hole != self._hands:
            self._answers.forget()
            self._hands = state.hole
        for board in boards_reached(state.board):
            self._answers.ask((state.hole, board), AskDuel(state.hole, board))

    def forget(self) -> None:
        self._answers.forget()

    def of(self, seat: Seat, board: Board) -> float | None:
        """Return the equity of a seat, or None until it is known."""
        answer = self._answers.get((self._state.hole, board))
        if answer is None:
            return None
        return answer.equity if self._session.get_player(seat) == 0 else 1 - answer.equity

    @property
    def _state(self) -> HoldemState:
        state = self._session.state
        assert isinstance(state, HoldemState)
        return state


def boards_reached(board: Board) -> list[Board]:
    """Return the board of each street up to the street of `board`.

    >>> boards_reached((7, 8, 9, 10))
    [(), (7, 8, 9), (7, 8, 9, 10)]
    """
    return [board_at(street, board) for street in streets_reached(board)]


def streets_reached(board: Board) -> list[Street]:
    return [street for street in Street if BOARD_CARDS[street] <= len(board)]


def _done(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in steps]


def board_at(street: Street, board: Board) -> Board:
    return board[: BOARD_CARDS[street]]


@dataclass(slots=True)
class _Asked:
    """The last request about a seat, and its answers.

    Attributes:
        about: The state of the hand to which the request refers.
        done: The progress of the request, from 0 to 1.
        new_belief: The answer, while it waits for the table to be at rest.
        belief: The displayed belief, which belongs to hand number `hand`.
    """

    about: Hashable = None
    ticket: int | None = None
    done: float = 0.0
    failed: bool = False
    new_belief: Belief | None = None
    belief: Belief | None = None
    hand: int = 0


class Beliefs:
    """The estimated ranges of both seats. The table is redrawn when a belief or its progress changes."""

    def __init__(self, table: AnyTable) -> None:
        self._table, self._session, self._requests = table, table.session, table.requests
        self._requests_by_seat = {0: _Asked(), 1: _Asked()}

    def follow(self, seats: Collection[Seat], *, at_rest: bool) -> None:
        """Request the beliefs about these seats if the hand has changed.

        A belief that has arrived is shown as soon as the table is `at_rest`.
        """
        state = self._session.state
        assert isinstance(state, HoldemState)
        if len(state.dealt) < HOLE_CARDS:
            return
        for seat in seats:
            about = (self._session.hand_number, seat, state.dealt, state.betting.history)
            asked = self._requests_by_seat[seat]
            if about != asked.about:
                self._requests.drop(asked.ticket)
                self._ask(seat, about, state)
            if at_rest and asked.new_belief is not None:
                asked.belief, asked.new_belief = asked.new_belief, None
                asked.hand = self._session.hand_number
                self._table.relayout()

    def forget(self) -> None:
        """Drop all requests and beliefs, because the worker died. The next `follow` sends the requests again."""
        self._requests_by_seat = {0: _Asked(), 1: _Asked()}

    def of(self, seat: Seat) -> Belief | None:
        """Return the belief of the opponent about the hand of a seat.

        None before the first answer in this hand.
        """
        asked = self._requests_by_seat[seat]
        return asked.belief if asked.hand == self._session.hand_number else None

    def progress(self, seat: Seat) -> float | None:
        """Return the progress of the request about a seat, 0 to 1, or None if there is no request."""
        asked = self._requests_by_seat[seat]
        return None if asked.ticket is None else asked.done

    def failed(self, seat: Seat) -> bool:
        return self._requests_by_seat[seat].failed

    def _ask(self, seat: Seat, about: Hashable, state: HoldemState) -> None:
        session, asked = self._session, self._requests_by_seat[seat]
        player = session.get_player(seat)
        spec, seen = session.spec, (*state.hole[1 - player], *state.board)
        agent = AgentKey(spec.game, spec.seats[seat], spec.blinds)
        request = AskBelief(agent, player, state.board, state.betting, seen)
        asked.about, asked.done, asked.new_belief = about, 0.0, None
        asked.ticket = self._requests.ask(request, partial(self._take, seat), partial(self._report, seat))

    def _take(self, seat: Seat, answer: Belief | Refusal) -> None:
        asked = self._requests_by_seat[seat]
        asked.ticket = None
        if isinstance(answer, Refusal):
            asked.failed = not answer.died
            asked.new_belief = asked.belief = None
        else:
            asked.failed, asked.new_belief = False, answer

    def _report(self, seat: Seat, progress: Progress) -> None:
        self._requests_by_seat[seat].done = progress.share
        self._table.relayout()


HAND = 48.0
STREET, LINE = 28.0, 23.0
ROW = 21.0
INDENT, DIE_ICON = 14.0, 22.0
DECISION_GAP, STREET_GAP = 7.0, 12.0
COLUMN_GAP = 32.0
LABEL_SHARE, MAX_LABEL = 0.42, 120.0
BUTTON, BUTTON_GAP = 40.0, 10.0

Made = tuple[HoldemState, Step]


class HandReview:
    """The review of a finished hand.

    The button `retry` goes back to the most costly decision.
    """

    def __init__(
        self,
        view: HoldemView,
        requests: Requests,
        preparation: Preparation,
        grades: HandGrades,
        retry: Button,
    ) -> None:
        self._view, self._preparation, self.grades, self._retry = view, preparation, grades, retry
        self._odds = Odds(view.seen.session, requests)

    def follow(self) -> None:
        if self._view.state.is_terminal():
            self._odds.follow()

    def equity(self, board: int) -> Equities | None:
        """Return both equities on the first `board` cards, and their text.

        Return None until the equities are known.
        """
        share = self._odds.of(self._view.seen.below, self._view.state.board[:board])
        if share is None:
            return None
        named = ((text("seats.you"), share), (self._view.other_name, 1 - share))
        yours, theirs = (
            text("holdem.review.equity", name=name, share=percent(equity, 1)) for name, equity in named
        )
        return Equities(share, (yours, theirs))

    def compose(self, columns: int = 1) -> Box:
        """Return both hands, then the decisions of each street, in columns of about equal height."""
        by_street = groupby(self._view.words.actions(), key=lambda made: made[0].street)
        made = {street: list(decisions) for street, decisions in by_street}
        hands = [self._hand(player) for player in (self._view.own, 1 - self._view.own)]
        again = self._view.seen.session.spec.teaching and self.grades.costliest() is not None
        waits = self._preparation.awaited(Need.SOLVER, "") if self.grades.ungraded() else ""
        line = Column(
            Words(self.grades.summary(), "label_b", "text", 0.0),
            Words(waits, "small", "faint", 0.0).when(waits),
        )
        button = Column(Space(BUTTON_GAP), Control(self._retry, BUTTON)).when(again)
        decided = any(step.player == self._view.own for _, step in self._view.words.actions())
        parts: list[Box] = [
            Column(*hands, Words(text("holdem.review.open"), "small", "faint", 0.0)),
            Column(Column(Space(BUTTON_GAP), line, button).when(decided), Space(STREET_GAP)),
        ]
        for street in streets_reached(self._view.state.board):
            parts += self._street(street, made.get(street, []))
        return Balanced(*parts, columns=columns, gap=COLUMN_GAP)

    def _name(self, player: Player) -> str:
        return text("seats.you") if player == self._view.own else self._view.other_name

    def _hand(self, player: Player) -> Box:
        """Return a box with the hole cards of a player."""
        state = self._view.state
        cards = [card_code(card) for card in high_first(state.hole[player])]
        words = self._view.words.describe_hand(player, len(state.board))
        return Picture(partial(_draw_hand, self._name(player), cards, words), HAND)

    def _street(self, street: Street, made: Sequence[Made]) -> Iterator[Box]:
        """Yield the cards, both equities, and the decisions of a street.

        Equities that will arrive soon already have their space. During the preparation, no space is reserved.
        """
        name, cards = text(f"holdem.streets.{street.name.lower()}"), self._view.words.street_cards(street)
        yield Picture(partial(_draw_street, name, cards), STREET)
        known = self.equity(len(board_at(street, self._view.state.board)))
        if known is not None or not self._preparation.holds_up(Need.SOLVER):
            yield marks.equity_box(known)
        yield from map(self._decision, made)
        yield Column(Space(STREET_GAP))

    def _decision(self, made: Made) -> Box:
        """Return the row of an action, with a further box below.

        For the person, the box below has the grade. For the opponent, it has the mixed strategy and the die.
        """
        (before, step), words = made, self._view.words
        own, decision = step.player == self._view.own, step.decision
        said = words.action_words(before, step.action, own=own)
        line = Picture(partial(_draw_decision, self._name(step.player), said, own), LINE)
        if own:
            return Column(line, self._grade_box(before, step))
        if decision is None:
            return line
        if decision.is_replacement:
            return Column(line, _indented(Words(text("table.replacement"), "small", "dim", 6.0)))
        rows = mix_rows(self._view, before, decision)[:MAX_ROWS]
        mix = mix_bars(rows, pitch=ROW, label=MAX_LABEL, max_share=LABEL_SHARE)
        rolled = words.die(before, decision)
        icon = Picture(lambda painter, rect: painter.icon("dice", rect[0] + 7, rect[1] + 9.7, 15, "dim"))
        die = Row(icon.sized(fixed(DIE_ICON)), Words(rolled, "small", "dim", 0.0).sized(grow()))
        explanation = Column(mix, die.when(rolled), Space(DECISION_GAP))
        return Column(line, _indented(explanation))

    # ---- the grades of the player's own decisions -----------------------------------------------------------
    def _grade_box(self, before: HoldemState, step: Step) -> Box:
        """Return the box below a decision with its final grade: the mark, the cost and the reason."""
        grade = self.grades.of(step)
        if grade is None:
            return _indented(Words(self._waiting(step), "small", "faint", 6.0))
        mark = marks.GradeBox(grade.shown_mark, format_cost(games.HOLDEM, grade))
        return _indented(mark, Words(join_sentences(*self.why(before, grade)), "small", "dim", 8.0))

    def _waiting(self, step: Step) -> str:
        """Return the reason why a decision has no grade yet."""
        if self.grades.has_failed(step):
            return text("grades.failed")
        done = self.grades.progress(step)
        if done is None:
            return text("grades.waiting")
        return text("grades.grading", share=percent(done))

    def why(self, before: HoldemState, grade: Grade) -> Sequence[str]:
        """Return sentences about the best action, the hand's equity, and the source of the values.

        The source is left out if the decision cost nothing, as most decisions do.
        """
        judgement = grade.judgement
        said = format_best(grade, self._view.other_name, partial(self._view.name_action, before))
        if judgement.equity is not None:
            said.append(format_equity(judgement, last=ends_betting(before.betting)))
        if grade.is_unknown:
            said.append(text("grades.unknown"))
        if grade.sure_cost or grade.is_unknown:
            said.append(format_source(judgement, self._view.other_name, grade.action))
        return said


def _indented(*boxes: Box) -> Box:
    return Row(Space(INDENT), Column(*boxes).sized(grow()))


def _draw_hand(name: str, cards: Sequence[str], words: str, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    cards_width = painter.inline_cards(cards, x + w, y + 12, CARD_SIZE, "r")
    painter.text(painter.short_name(name, w - cards_width - 12, "label_b"), x, y + 12, "label_b")
    painter.text(words, x, y + 33, "small", "dim", fit=w)


def _draw_street(name: str, cards: Sequence[str], painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    painter.line(x, y, x + w, y)
    painter.caps(name, x, y + 16, "dim")
    painter.inline_cards(cards, x + w, y + 16, CARD_SIZE, "r")


def _draw_decision(name: str, said: str, own: bool, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    style, ink = ("label_b", "text") if own else ("label", "dim")
    after_name = x + painter.text(painter.short_name(name, w * 0.5, style), x, y + 11, style) + 8
    painter.text(said, after_name, y + 11, "label", ink, fit=x + w - after_name)
