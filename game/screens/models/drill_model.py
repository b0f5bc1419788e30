"""The drills of this window: what is due today, and the mistakes of played games that become cards meanwhile.

Hands are graded while the menu or the drills are open, never while somebody plays; what is graded stays so, and the
work goes on where it was. Screens look at `version`, which every change raises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.core import Progress
from game.messages.decks import CollectMistakes
from game.messages.drills import AskDrills
from game.messages.drills_answers import DrillsToday
from game.request import Refusal
from game.screens.models import clock

if TYPE_CHECKING:
    from game.screens.models.services import Asking


class DrillModel:
    """What is due, as far as it is known; `now` is the clock."""

    def __init__(self, app: Asking, now: Callable[[], float] = clock.now) -> None:
        self._app = app
        self.now = now
        self.today: DrillsToday | None = None
        self.trouble = ""
        self.version = 0
        self._looking: int | None = None
        self._collecting: int | None = None
        self._hands_left = 0

    @property
    def badge(self) -> str:
        """How many cards are due today, empty for none."""
        return str(self.today.due) if self.today is not None and self.today.due else ""

    @property
    def hands_left(self) -> int:
        """How many played hands are still to be graded, 0 where nothing is graded."""
        return self._hands_left if self._collecting is not None else 0

    def look(self) -> None:
        """Ask what is due today, unless that is being asked."""
        if self._looking is None:
            self._looking = self._app.worker.ask(AskDrills(self.now()), self._seen)

    def heed(self, today: DrillsToday) -> None:
        """Take note of how the drills stand."""
        self.today, self.trouble = today, ""
        self.version += 1

    def collect(self) -> None:
        """Grade what was played since the last time, unless that is being done."""
        if self._collecting is None:
            self._collecting = self._app.worker.ask(CollectMistakes(self.now()), self._ended, self._report)

    def pause(self) -> None:
        """Grade nothing more for now."""
        if self._collecting is not None:
            self._app.worker.drop(self._collecting)
            self._collecting, self._hands_left = None, 0

    def _seen(self, answer: DrillsToday | Refusal) -> None:
        self._looking = None
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
            self.version += 1
        else:
            self.heed(answer)

    def _report(self, report: Progress) -> None:
        if report.total is not None:
            self._hands_left = report.total - report.iteration
            self.version += 1

    def _ended(self, answer: int | Refusal) -> None:
        self._collecting, self._hands_left = None, 0
        self.version += 1
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
        elif answer:
            self.look()
