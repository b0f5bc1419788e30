"""What each side of a watched hand believes the other holds, as computed by the worker after every step.

A belief stays on show until the next one has arrived.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from functools import partial

from game.core import Progress, Seat
from game.match.session import Session
from game.request import Refusal
from game.rules.holdem import HOLE_CARDS, HoldemState
from game.study.holdem import AskBelief, Belief
from game.study.play import AgentKey
from game.window.frame.requests import Requests
from game.window.ui.widgets import Act


@dataclass(slots=True)
class _Asked:
    """The last request about a seat, and its answers.

    about: the state of the hand that was asked about; done: progress, 0 to 1; arrived: the answer, until the table
    is at rest; belief: the answer on show, which belongs to hand number `hand`.
    """

    about: Hashable = None
    ticket: int | None = None
    done: float = 0.0
    failed: bool = False
    arrived: Belief | None = None
    belief: Belief | None = None
    hand: int = 0


class Beliefs:
    """The beliefs about the hands of both seats; `changed` is called when a belief or a progress changes."""

    def __init__(self, session: Session, requests: Requests, changed: Act) -> None:
        self._session, self._requests, self._changed = session, requests, changed
        self._asked = {0: _Asked(), 1: _Asked()}

    def follow(self, seats: Collection[Seat], *, at_rest: bool) -> None:
        """Request the beliefs about these seats if the hand has changed.

        Beliefs that have arrived are shown once the table is `at_rest`.
        """
        state = self._session.state
        assert isinstance(state, HoldemState)
        if len(state.dealt) < HOLE_CARDS:
            return
        for seat in seats:
            about, asked = self._question(seat, state), self._asked[seat]
            if about != asked.about:
                self._requests.drop(asked.ticket)
                self._ask(seat, about, state)
            if at_rest and asked.arrived is not None:
                asked.belief, asked.arrived = asked.arrived, None
                asked.hand = self._session.hand_number
                self._changed()

    def forget(self) -> None:
        """Forget all requests and beliefs, because the worker died; `follow` asks again."""
        self._asked = {0: _Asked(), 1: _Asked()}

    def of(self, seat: Seat) -> Belief | None:
        """Return what the other side believes that a seat holds; None before the first answer in this hand."""
        asked = self._asked[seat]
        return asked.belief if asked.hand == self._session.hand_number else None

    def progress(self, seat: Seat) -> float | None:
        """Return the progress of the request about a seat, 0 to 1; None if there is none."""
        asked = self._asked[seat]
        return None if asked.ticket is None else asked.done

    def failed(self, seat: Seat) -> bool:
        """Return whether the worker refused the last request about a seat."""
        return self._asked[seat].failed

    def _question(self, seat: Seat, state: HoldemState) -> Hashable:
        return self._session.hand_number, seat, state.dealt, state.betting.history

    def _ask(self, seat: Seat, about: Hashable, state: HoldemState) -> None:
        session, asked = self._session, self._asked[seat]
        player = session.player_of(seat)
        spec, seen = session.spec, (*state.hole[1 - player], *state.board)
        agent = AgentKey(spec.game, spec.seats[seat], spec.blinds)
        request = AskBelief(agent, player, state.board, state.betting, seen)
        asked.about, asked.done, asked.arrived = about, 0.0, None
        asked.ticket = self._requests.ask(request, partial(self._take, seat), partial(self._report, seat))

    def _take(self, seat: Seat, answer: Belief | Refusal) -> None:
        asked = self._asked[seat]
        asked.ticket = None
        if isinstance(answer, Refusal):
            asked.failed = not answer.died
            asked.arrived = asked.belief = None
        else:
            asked.failed, asked.arrived = False, answer

    def _report(self, seat: Seat, progress: Progress) -> None:
        self._asked[seat].done = progress.iteration / (progress.total or 1)
        self._changed()
