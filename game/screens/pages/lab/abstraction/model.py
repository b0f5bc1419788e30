"""What the explorer looks at, what is known of it, and what is being asked.

The hand itself is answered at once; only then are its neighbours asked for, since the first of these questions
looks at all flop hands. An answer to what is not looked at any more is dropped. Which abstractions there are is
asked whenever the page is opened: a run may have made another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from game.core import Progress
from game.messages.abstraction import FindNeighbours, ListAbstractions, LookUpBucket, MeasureDistance
from game.messages.abstraction_answers import AbstractionHand, Apart, BoardHand, Neighbours
from game.request import Refusal
from game.screens.frame.requests import Requests
from game.screens.models.preparation import share_done
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

A = TypeVar("A")

MOST_REMEMBERED = 100


class AbstractionModel:
    """The state of the page; `note` is called when anything has changed."""

    def __init__(self, app: Services, spot: BoardHand, abstraction: str, note: Act) -> None:
        self.spot = spot
        self.abstraction = abstraction
        """The name of the one whose buckets are looked at."""
        self.abstractions: tuple[tuple[str, str], ...] = ()
        """The names and titles of all that there are."""
        self.found: AbstractionHand | None = None
        self.near: Neighbours | None = None
        self.beside: AbstractionHand | None = None
        """The hand that is compared with."""
        self.apart: Apart | None = None
        self.report: Progress | None = None
        self.share = 0.0
        """How much is done of what the last report tells of: it never goes back."""
        self.problem = ""
        self._wanted_beside: BoardHand | None = None
        self._listed = False
        self._seen: list[BoardHand] = []
        self._requests = Requests(app)
        self._note = note

    # ---- what is looked at ----------------------------------------------------------------------------------
    def look(self, spot: BoardHand, beside: BoardHand | None = None) -> None:
        """Look at a hand, and perhaps at another one beside it; the one before is remembered."""
        if spot != self.spot:
            self._seen = [*self._seen, self.spot][-MOST_REMEMBERED:]
        if beside is not None:
            self._wanted_beside = beside
        self._turn_to(spot)

    def go_back(self) -> bool:
        """Look at the hand before this one again; return whether there was one."""
        if not self._seen:
            return False
        self._turn_to(self._seen.pop())
        return True

    def _turn_to(self, spot: BoardHand) -> None:
        self.spot = spot
        self.apart = None
        self.ask()

    def choose(self, abstraction: str) -> None:
        """Look at the same hand in the buckets of another abstraction."""
        if abstraction != self.abstraction:
            self.abstraction = abstraction
            self.found = self.near = self.beside = self.apart = None
            self.ask()

    def compare(self) -> None:
        """Keep the hand to compare others with, or forget the one that is kept."""
        if self._wanted_beside is not None:
            self._wanted_beside, self.beside, self.apart = None, None, None
        elif self.found is not None:
            self._wanted_beside, self.beside = self.found.spot, self.found
        self._note()

    def show(self) -> None:
        """Let the page show what is known now."""
        self._note()

    @property
    def compares(self) -> bool:
        """Whether a hand is kept to compare with."""
        return self._wanted_beside is not None

    @property
    def opens(self) -> bool:
        """Whether nothing is known yet: there is nothing to turn, to deal or to compare."""
        return self.found is None and not self.problem

    @property
    def stale(self) -> bool:
        """Whether what is shown belongs to another hand than the one that is asked for."""
        return self.found is None or self.found.spot != self.spot

    # ---- what is asked --------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Ask which abstractions there are now, and for what is not known of the hand."""
        self._listed = False
        self.ask()

    def ask(self) -> None:
        """Ask for what is not known of the hand; what was asked before is dropped."""
        self.drop()
        self.problem = ""
        if not self._listed:
            self._requests.ask(ListAbstractions(), self._take_abstractions)
        if self.stale:
            self._requests.ask(self._bucket_of(self.spot), self._take_hand, self._take_report)
        else:
            self._ask_around()
        self._note()

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self.report = None

    def _ask_around(self) -> None:
        """Ask for the hand to compare with, how far it lies away, and the neighbours."""
        wanted, flop = self._wanted_beside, self.spot.flop
        if wanted is not None and (self.beside is None or self.beside.spot != wanted):
            self._requests.ask(self._bucket_of(wanted), self._take_beside)
        if wanted is not None and self.apart is None and wanted.flop != flop:
            spot, other = self.spot, (wanted.hand, wanted.board)
            pair = MeasureDistance(self.abstraction, spot.hand, spot.board, other)
            self._requests.ask(pair, self._take_apart)
        if self.near is None or self.near.spot != flop:
            around = FindNeighbours(self.abstraction, flop.hand, flop.board)
            self._requests.ask(around, self._take_near, self._take_report)

    def _take_abstractions(self, found: tuple[tuple[str, str], ...] | Refusal) -> None:
        self._listed = not isinstance(found, Refusal)  # a refusal of the hand says the same
        if not isinstance(found, Refusal):
            self.abstractions = found
        self._note()

    def _take_report(self, report: Progress) -> None:
        goes_on = self.report is not None and self.report.metrics == report.metrics
        self.share = max(self.share if goes_on else 0.0, share_done(report))
        self.report = report
        self._note()

    def _take_hand(self, found: AbstractionHand | Refusal) -> None:
        self.report, self.problem = None, ""
        if (known := self._known(found)) is not None:
            self.found = known
            self._ask_around()
        self._note()

    def _take_beside(self, found: AbstractionHand | Refusal) -> None:
        self.beside = self._known(found)
        self._note()

    def _take_apart(self, found: Apart | Refusal) -> None:
        self.apart = self._known(found)
        self._note()

    def _take_near(self, found: Neighbours | Refusal) -> None:
        self.report, self.near = None, self._known(found)
        self._note()

    def _known(self, found: A | Refusal) -> A | None:
        """Return an answer; of a refusal note why, unless something is wrong already."""
        if isinstance(found, Refusal):
            self.problem = self.problem or found.sentence
            return None
        return found

    def _bucket_of(self, spot: BoardHand) -> LookUpBucket:
        return LookUpBucket(self.abstraction, spot.hand, spot.board)
