"""The drills in this window: due cards, decks that are being filled, and mistakes that become cards.

A deck that the user has started fills on every page, until it is full or the user stops it. Played hands are graded
only while the menu or the drills are open, and never while the user plays. Each new card is stored at once, so both
can stop at any moment. Every change increases `version`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core import Progress
from game.request import Refusal
from game.study import play
from game.study.drills import AskDrills, BeginDeck, CollectMistakes, Deck, DrillsToday

if TYPE_CHECKING:
    from game.study.background import Asking


@dataclass(slots=True)
class Filling:
    """The request that fills a deck, and its last report."""

    ticket: int = 0
    report: Progress | None = None

    @property
    def share(self) -> float:
        report = self.report
        return min(1.0, report.iteration / report.total) if report is not None and report.total else 0.0


class DrillModel:
    """The drills as far as they are known. `now` is the clock.

    Attributes:
        filling: The decks that are being filled.
        grading: The last report on played hands, None if nothing is graded.
        is_grading_stopped: Whether the user stopped the grading of played hands.
    """

    def __init__(self, app: Asking, now: Callable[[], float] = play.now) -> None:
        self._app = app
        self.now = now
        self.today: DrillsToday | None = None
        self.trouble = ""
        self.version = 0
        self.filling: dict[Deck, Filling] = {}
        self.filling_trouble = ""
        self.grading: Progress | None = None
        self.is_grading_stopped = False
        self._look_ticket: int | None = None
        self._collect_ticket: int | None = None
        self._new_mistakes = 0.0

    @property
    def badge(self) -> str:
        return str(self.today.due) if self.today is not None and self.today.due else ""

    @property
    def hands_left(self) -> int:
        report = self.grading
        return report.total - report.iteration if report is not None and report.total is not None else 0

    # ---- what is due ----------------------------------------------------------------------------------------
    def look(self) -> None:
        if self._look_ticket is None:
            self._look_ticket = self._app.worker.ask(AskDrills(self.now()), self._take_today)

    def heed(self, today: DrillsToday) -> None:
        self.today, self.trouble = today, ""
        self.version += 1

    def _take_today(self, answer: DrillsToday | Refusal) -> None:
        self._look_ticket = None
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
            self.version += 1
        else:
            self.heed(answer)

    # ---- decks ----------------------------------------------------------------------------------------------
    def fill(self, deck: Deck) -> None:
        """Fill a deck, unless it is already being filled."""
        if deck in self.filling:
            return
        self.filling_trouble = ""
        work = self.filling[deck] = Filling()
        request = BeginDeck(self.now(), deck, play.new_seed())
        report = partial(self._report_cards, work)
        work.ticket = self._app.worker.ask(request, partial(self._finish_filling, deck), report)
        self.version += 1

    def stop_filling(self, deck: Deck) -> None:
        """Stop filling a deck. It keeps its cards."""
        if deck in self.filling:
            self._app.worker.drop(self.filling.pop(deck).ticket)
            self.version += 1
            self.look()

    def _report_cards(self, work: Filling, report: Progress) -> None:
        before, work.report = work.report, report
        if report.iteration > (before.iteration if before is not None else 0):
            self.look()
        self.version += 1

    def _finish_filling(self, deck: Deck, answer: DrillsToday | Refusal) -> None:
        self.filling.pop(deck, None)
        if isinstance(answer, Refusal):
            self.filling_trouble = answer.sentence
            self.version += 1
        else:
            self.heed(answer)

    # ---- mistakes -------------------------------------------------------------------------------------------
    def collect(self) -> None:
        """Grade the hands played since the last time, unless the user has stopped the grading."""
        if self._collect_ticket is None and not self.is_grading_stopped:
            self._new_mistakes = 0.0
            self._collect_ticket = self._app.worker.ask(
                CollectMistakes(self.now()), self._finish_collecting, self._report_hands
            )

    def pause(self) -> None:
        """Stop grading for now."""
        if self._collect_ticket is not None:
            self._app.worker.drop(self._collect_ticket)
            self._collect_ticket, self.grading = None, None

    def stop_or_resume_grading(self) -> None:
        """Stop grading played hands, or resume it after the user has stopped it."""
        self.is_grading_stopped = not self.is_grading_stopped
        if self.is_grading_stopped:
            self.pause()
        else:
            self.collect()
        self.version += 1

    def _report_hands(self, report: Progress) -> None:
        if report.total is None:
            return
        self.grading = report
        found = report.metrics.get("cards", 0.0)
        if found > self._new_mistakes:
            self._new_mistakes = found
            self.look()
        self.version += 1

    def _finish_collecting(self, answer: int | Refusal) -> None:
        self._collect_ticket, self.grading = None, None
        self.version += 1
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
        elif answer > self._new_mistakes:
            self.look()
