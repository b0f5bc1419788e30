"""Decisions, equities and beliefs of a hand, street by street."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from game.core import CHANCE, Progress, Seat
from game.match.session import Session, Step
from game.request import Refusal
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState, Street
from game.study.holdem import AskBelief, AskDuel, Belief, HandEquity
from game.study.play import AgentKey, LoadEquities
from game.tables.game_view import Seen
from game.tables.parts import AnyTable
from game.window.frame.requests import Answers, Requests

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Board = tuple[Card, ...]


class PastDecision(NamedTuple):
    """A decision: the seat, the state before it, and the step."""

    seat: Seat
    before: HoldemState
    step: Step


class DecisionList:
    """The decisions of the current hand that were ever shown. Going back removes none of them."""

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

    The worker loads what the equities need when the table opens, so that the first all-in does not wait for it.
    """

    def __init__(self, session: Session, requests: Requests) -> None:
        self._session = session
        self._answers: Answers[tuple[Hands, Board], HandEquity] = Answers(requests)
        self._hands: Hands | None = None
        requests.ask(LoadEquities(), lambda _: None)

    def follow(self) -> None:
        """Request the equities of every street that the hand has reached, each once."""
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
    """Return the boards of the streets up to this one.

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
        about: The state of the hand in the request.
        done: The progress, 0 to 1.
        new_belief: The answer, until the table is at rest.
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
    """The beliefs about the hands of both seats. The table is redrawn when a belief or its progress changes."""

    def __init__(self, table: AnyTable) -> None:
        self._table, self._session, self._requests = table, table.session, table.requests
        self._requests_by_seat = {0: _Asked(), 1: _Asked()}

    def follow(self, seats: Collection[Seat], *, at_rest: bool) -> None:
        """Request the beliefs about these seats if the hand has changed.

        Beliefs that have arrived are shown once the table is `at_rest`.
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
        """Drop all requests and beliefs, because the worker died. `follow` sends the requests again."""
        self._requests_by_seat = {0: _Asked(), 1: _Asked()}

    def of(self, seat: Seat) -> Belief | None:
        """Return the opponent's belief about the hand of a seat. None before the first answer in this hand."""
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
        self._requests_by_seat[seat].done = progress.iteration / (progress.total or 1)
        self._table.relayout()
