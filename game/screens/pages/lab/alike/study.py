"""What the explorer looks at, what is known of it, and what is being asked.

The hand itself is answered at once; only then are its neighbours asked for, since the first of these questions
looks at all flop hands. An answer to what is not looked at any more is dropped. Which abstractions there are is
asked whenever the page is opened: a run may have made another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.alike import AlikeHand, Apart, Neighbours, Spot
from game.core import Progress
from game.screens.frame.requests import Requests
from game.screens.models.preparation import share_done
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

MOST_REMEMBERED = 100


class AlikeStudy:
    """The state of the page; `note` is called when anything has changed."""

    def __init__(self, app: Services, spot: Spot, abstraction: str, note: Act) -> None:
        self.spot = spot
        self.abstraction = abstraction
        """The name of the one whose buckets are looked at."""
        self.abstractions: tuple[tuple[str, str], ...] = ()
        """The names and titles of all that there are."""
        self.found: AlikeHand | None = None
        self.near: Neighbours | None = None
        self.beside: AlikeHand | None = None
        """The hand that is compared with."""
        self.apart: Apart | None = None
        self.report: Progress | None = None
        self.share = 0.0
        """How much is done of what the last report tells of: it never goes back."""
        self.problem = ""
        self._wanted_beside: Spot | None = None
        self._listed = False
        self._seen: list[Spot] = []
        self._requests = Requests(app)
        self._note = note

    # ---- what is looked at ----------------------------------------------------------------------------------
    def look(self, spot: Spot, beside: Spot | None = None) -> None:
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

    def _turn_to(self, spot: Spot) -> None:
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
            self._requests.ask("alike_abstractions", {}, self._take_abstractions)
        if self.stale:
            self._requests.ask("alike_hand", self._payload(self.spot), self._take_hand, self._take_report)
        else:
            self._ask_around()
        self._note()

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self.report = None

    def take(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self._requests.take(answer)

    def _ask_around(self) -> None:
        """Ask for the hand to compare with, how far it lies away, and the neighbours."""
        wanted, flop = self._wanted_beside, self.spot.flop
        if wanted is not None and (self.beside is None or self.beside.spot != wanted):
            self._requests.ask("alike_hand", self._payload(wanted), self._take_beside)
        if wanted is not None and self.apart is None and wanted.flop != flop:
            pair = {**self._payload(self.spot), "other": (wanted.hand, wanted.board)}
            self._requests.ask("alike_pair", pair, self._take_apart)
        if self.near is None or self.near.spot != flop:
            self._requests.ask("alike_neighbours", self._payload(flop), self._take_near, self._take_report)

    def _take_abstractions(self, found: Any, sentence: str) -> None:
        self._listed = not sentence  # a sentence of the same kind is on its way about the hand
        if not sentence:
            self.abstractions = found
        self._note()

    def _take_report(self, report: Progress) -> None:
        goes_on = self.report is not None and self.report.metrics == report.metrics
        self.share = max(self.share if goes_on else 0.0, share_done(report))
        self.report = report
        self._note()

    def _take_hand(self, found: Any, sentence: str) -> None:
        self.report, self.problem = None, sentence
        if not sentence:
            self.found = found
            self._ask_around()
        self._note()

    def _take_beside(self, found: Any, sentence: str) -> None:
        self.problem = self.problem or sentence
        self.beside = found
        self._note()

    def _take_apart(self, found: Any, sentence: str) -> None:
        self.problem = self.problem or sentence
        self.apart = found
        self._note()

    def _take_near(self, found: Any, sentence: str) -> None:
        self.report = None
        self.problem = self.problem or sentence
        self.near = found if not sentence else None
        self._note()

    def _payload(self, spot: Spot) -> dict[str, Any]:
        return {"abstraction": self.abstraction, "hand": spot.hand, "board": spot.board}
