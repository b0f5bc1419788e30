"""The model of the bucket explorer, its pending requests, and the text forms of hands and distances.

The worker answers at once about a hand. The model requests the neighbours only after this answer, because the first
request for neighbours takes longer: it reads all flop hands. An answer about a hand that is no longer shown is
dropped. The abstractions are requested whenever the page opens, because a training run may have created a new
abstraction.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core import BadInput, Progress
from game.features.lab import FindNeighbours, ListAbstractions, LookUpBucket, MeasureDistance
from game.rules import cards
from game.study import abstraction as answers
from game.study.abstraction import AbstractionHand, Apart, BoardHand, Neighbours
from game.texts import number, text
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

HAND, FLOP, RIVER = 2, 3, 5
MIN_CARDS, MAX_CARDS = HAND + FLOP, HAND + RIVER


def format_spot(spot: BoardHand) -> str:
    """Write a hand and its board.

    >>> format_spot(BoardHand((12, 25), (10, 18, 13)))
    'AsAh Qs7h2h'
    """
    return f"{cards.names(spot.hand)} {cards.names(spot.board)}"


def read(typed: str) -> BoardHand:
    """Parse the two cards of a hand and the three to five cards of a board.

    Raises:
        BadInput: If the text does not have this form.
    """
    found = cards.parse(typed)
    if not MIN_CARDS <= len(found) <= MAX_CARDS:
        raise BadInput(text("lab.abstraction.wrong.number", count=len(found)))
    return BoardHand(found[:HAND], found[HAND:])


def points(distance: float) -> str:
    """Format a distance between strengths (0 to 1) in hundredths.

    >>> points(0.1004)
    '10.0'
    """
    return number(100 * distance, 1)


@dataclass(frozen=True, slots=True)
class HandExample:
    """An example: its name in the texts, a hand, and optionally a second hand for comparison."""

    name: str
    spot: BoardHand
    beside: BoardHand | None = None


def parse_spot(hand: str, board: str) -> BoardHand:
    return BoardHand(cards.parse(hand), cards.parse(board))


EXAMPLES = (
    HandExample("draw", parse_spot("AhKh", "Qs7h2h")),
    HandExample("same_mean", parse_spot("KhQh", "Js8h3h"), parse_spot("8d7c", "Js8h3h")),
    HandExample("same_end", parse_spot("9d5c", "7d5d3d"), parse_spot("QdTc", "Qh9h7h")),
    HandExample("small_pair", parse_spot("7d7c", "AsKs2d")),
)
MAX_REMEMBERED = 100
PHASES = {answers.COMPILING: "compiling", answers.RIVERS: "rivers", answers.LOOKING: "hands"}


class AbstractionModel:
    """The state of the bucket explorer. It calls the callback `note` after every change."""

    def __init__(self, app: Services, spot: BoardHand, abstraction: str, note: Act) -> None:
        self.spot = spot
        self.abstraction = abstraction
        """The name of the abstraction whose buckets are shown."""
        self.share = 0.0
        """The progress of the pending request, 0 to 1. It never decreases."""
        self._last_report: Progress | None = None
        self._wanted_beside: BoardHand | None = None
        self._past_spots: list[BoardHand] = []
        self._note = note
        self._dice = random.Random(app.new_seed())
        self.abstractions = Asked[tuple[tuple[str, str], ...]](app, note)
        """The names and titles of all abstractions."""
        self.hand = Asked[AbstractionHand](app, self._take_hand)
        """The current hand, or the previous hand while the answer is pending."""
        self.near = Asked[Neighbours](app, self._take_near)
        self.beside = Asked[AbstractionHand](app, self._take_beside)
        """The hand with which the current hand is compared."""
        self.apart = Asked[Apart](app, note)
        """The distance between both hands."""
        self._of_hand: Sequence[Asked[Any]] = (self.hand, self.near, self.beside, self.apart)
        self.questions: Sequence[Asked[Any]] = (self.abstractions, *self._of_hand)

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def report(self) -> Progress | None:
        return self.hand.report or self.near.report

    @property
    def phase(self) -> str:
        metrics = self.report.metrics if self.report is not None else {}
        return PHASES.get(int(metrics.get(answers.PHASE, -1)), "opening")

    @property
    def problem(self) -> str:
        return next((asked.problem for asked in self._of_hand if asked.problem), "")

    @property
    def compares(self) -> bool:
        return self._wanted_beside is not None

    @property
    def opens(self) -> bool:
        return self.hand.value is None and not self.problem

    @property
    def stale(self) -> bool:
        return self.hand.value is None or self.hand.value.spot != self.spot

    # ---- what is looked at ----------------------------------------------------------------------------------
    def look(self, spot: BoardHand, beside: BoardHand | None = None) -> None:
        """Show a hand, and optionally compare it with `beside`. The previous hand is remembered for `go_back`."""
        if spot != self.spot:
            self._past_spots = [*self._past_spots, self.spot][-MAX_REMEMBERED:]
        if beside is not None:
            self._wanted_beside = beside
        self._turn_to(spot)

    def start_from(self, example: HandExample) -> None:
        """Show an example, and the hand with which it is compared, if any."""
        if self.compares:
            self.compare()
        self.look(example.spot, example.beside)

    def type(self, typed: str) -> None:
        """Show a typed hand.

        Raises:
            BadInput: If the text is not a hand and a board.
        """
        self.look(read(typed))

    def lay(self, laid: Sequence[cards.Card]) -> None:
        if len(laid) >= MIN_CARDS:
            self.look(BoardHand(tuple(laid[:HAND]), tuple(laid[HAND:])))

    def deal(self) -> None:
        self.lay(self._dice.sample(cards.DECK, MIN_CARDS))

    def go_back(self) -> bool:
        """Show the previous hand again. Return False if there is no previous hand."""
        if not self._past_spots:
            return False
        self._turn_to(self._past_spots.pop())
        return True

    def _turn_to(self, spot: BoardHand) -> None:
        self.spot = spot
        self.apart.forget()
        self._ask()

    def choose(self, abstraction: str) -> None:
        """Show the current hand in the buckets of another abstraction."""
        if abstraction != self.abstraction:
            self.abstraction = abstraction
            for asked in self._of_hand:
                asked.forget()
            self._ask()

    def compare(self) -> None:
        """Remember the current hand, so that the next hands are compared with this hand.

        If a hand is remembered already, only forget that hand.
        """
        if self._wanted_beside is not None:
            self._wanted_beside = None
            self.beside.forget()
            self.apart.forget()
        elif (found := self.hand.value) is not None:
            self._wanted_beside, self.beside.value = found.spot, found
        self._note()

    # ---- what is asked --------------------------------------------------------------------------------------
    def begin(self) -> None:
        self.abstractions.ask(ListAbstractions())
        self._ask()

    def _ask(self) -> None:
        """Request the missing data of the hand. Earlier requests are dropped."""
        for asked in self._of_hand:
            asked.drop()
        if self.abstractions.state in ("idle", "failed"):
            self.abstractions.ask(ListAbstractions())
        if self.stale:
            self.hand.ask(self._bucket_request(self.spot))
        else:
            self._ask_around()
        self._note()

    def _ask_around(self) -> None:
        """Request the hand to compare with, its distance from the current hand, and the neighbours."""
        wanted, spot, flop = self._wanted_beside, self.spot, self.spot.flop
        beside, near = self.beside.value, self.near.value
        if wanted is not None and (beside is None or beside.spot != wanted):
            self.beside.ask(self._bucket_request(wanted))
        if wanted is not None and self.apart.value is None and wanted.flop != flop:
            other = wanted.hand, wanted.board
            self.apart.ask(MeasureDistance(self.abstraction, spot.hand, spot.board, other))
        if near is None or near.spot != flop:
            self.near.ask(FindNeighbours(self.abstraction, flop.hand, flop.board))

    def _bucket_request(self, spot: BoardHand) -> LookUpBucket:
        return LookUpBucket(self.abstraction, spot.hand, spot.board)

    def _take_hand(self) -> None:
        if self.hand.state == "answered":
            self._ask_around()
        self._take_report()

    def _take_near(self) -> None:
        if self.near.problem:
            self.near.value = None  # the neighbours of another hand
        self._take_report()

    def _take_beside(self) -> None:
        if self.beside.problem:
            self.beside.value = None
        self._note()

    def _take_report(self) -> None:
        before, self._last_report = self._last_report, self.report
        if self._last_report is not None:
            goes_on = before is not None and before.metrics == self._last_report.metrics
            self.share = max(self.share if goes_on else 0.0, self._last_report.time_share)
        self._note()
