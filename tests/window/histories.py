"""A made-up history, and a worker that answers for it as the real one does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ai.service import answer
from game.archive import hands
from game.archive.hands import PlayedHand
from game.archive.store import Archive
from game.core import BadInput, Decision, Progress
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Refusal, Request
from game.study.lab import ForgetLabRuns
from tests.window.fake_worker import Kind
from tests.window.tables import TableWorker

BEGAN = 1_790_000_000.0
MINUTE = 60.0


def play(spec: TableSpec, count: int, at: float = BEGAN) -> list[PlayedHand]:
    """Play hands: people take their first legal move, agents one of two by a die."""
    session = Session(spec)
    played = []
    for number in range(count):
        while not session.hand_over:
            _move(session)
        played.append(hands.of(session, at + number * MINUTE))
        session.next_hand()
    return played


def _move(session: Session) -> None:
    seat, legal = session.seat_to_act, session.state.legal_actions()
    assert seat is not None
    first, last = (legal[1], legal[1]) if session.spec.game == "holdem" else (legal[0], legal[-1])
    if session.is_person(seat):
        session.act(first)
    else:
        shares = {first: 0.5, last: 0.5} if first != last else {first: 1.0}
        session.act(last, Decision(last, shares, 0.9))


def holdem(count: int = 3, opponent: str = "tight", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("holdem", ("you", opponent), seed=5), count, at)


def kuhn(count: int = 3, opponent: str = "cfr-1000", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("kuhn-poker", ("you", opponent), seed=5), count, at)


def tic_tac_toe(count: int = 3, opponent: str = "champion", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("tic-tac-toe", ("you", opponent), seed=5), count, at)


def watched(count: int = 3, at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("kuhn-poker", ("never-bluffs", "cfr-1000"), seed=6), count, at)


def keep(folder: Path, *groups: list[PlayedHand]) -> list[PlayedHand]:
    """Write hands into the history of a folder; return them newest first."""
    archive = Archive(folder)
    everything = sorted((hand for group in groups for hand in group), key=lambda hand: hand.at)
    for hand in everything:
        archive.append(hand)
    return everything[::-1]


class HistoryWorker(TableWorker):
    """Answers from the history of the user's folder at the next poll."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = ""
        self.broken_kind: Kind | None = None  # the only kind that is broken; None for all

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if self.broken and self.broken_kind in (None, type(request)):
            self.hand_in(ticket, Refusal(self.broken))
        elif isinstance(request, ForgetLabRuns):
            self.hand_in(ticket, None)
        elif type(request) in self.answerers:
            self.hand_in(ticket, self.answerers[type(request)](request))
        else:
            try:
                items = [item for item in answer(request) if not isinstance(item, Progress)]
            except BadInput as sentence:
                self.hand_in(ticket, Refusal(str(sentence)))
            else:
                self.hand_in(ticket, items[-1])
