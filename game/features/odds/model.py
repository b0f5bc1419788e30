"""The model of the odds page: the current question, and the answers so far.

A change cancels the pending requests. The old answer stays in a pale colour until the first result of the new
answer arrives. The worker parses both texts first. If the two ranges don't block each other, the model
requests the equity, and the worker sends better and better estimates. The model then requests the parts of
the equity, first as a quick sample and then in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core import Progress
from game.features.odds import AskOdds, AskParts
from game.rules.cards import Card
from game.study.odds import (
    NO_FILTERS,
    EquityParts,
    RangeEquity,
    ReadRange,
    ReadRanges,
    ReadTexts,
    Span,
    paint_classes,
)
from game.study.play import Board
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

PAUSE = 0.15  # seconds without a change before a question is sent (debounce)


@dataclass(frozen=True, slots=True)
class OddsExample:
    """An example of a question: its key in the texts, the two sides, and the board."""

    name: str
    first: str
    second: str
    board: str = ""


EXAMPLES = (
    OddsExample("range", "AhKh", "TT-QQ,AQ,KQs,JTs", "Qs7h2h"),
    OddsExample("draw", "9h8h", "AsQc", "Qh7h2s"),
    OddsExample("aces", "AA", "KK"),
    OddsExample("slick", "AKs", "QQ"),
    OddsExample("race", "88", "AQo,KQs,AJs"),
)
"""The examples. The page begins with an example, so that the page is never empty."""


class OddsModel:
    """The question: two texts and a board. The callback `changed` is called when there is something new to show.

    `equity` is the latest result, and `course` has all estimates since the question was sent.
    """

    def __init__(self, app: Services, changed: Act) -> None:
        self.texts, self.filters = ["", ""], ["", ""]
        self.board: Sequence[Card] = ()
        self.painted = [False, False]
        self.ranges = [ReadRange(), ReadRange()]
        self.spans: list[Span | None] = [None, None]
        self.problem = ""
        self.equity: RangeEquity | None = None
        self.course: list[RangeEquity] = []
        self.parts: EquityParts | None = None
        self.stale = False
        self.stopped = False
        self._stale_parts = False
        self._due: float | None = None
        self._on_change = changed
        self._ranges = Asked[ReadRanges](app, self._read)
        self._odds = Asked[RangeEquity](app, self._take_odds)
        self._glance = Asked[EquityParts](app, self._take_estimate)
        self._whole = Asked[EquityParts](app, lambda: self._take_parts(self._whole))

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self._ranges, self._odds, self._glance, self._whole

    @property
    def waits_for(self) -> str:
        """The missing part of the question, or "" if the question is complete."""
        if not all(words.strip() for words in self.texts):
            return "side"
        return {1: "two", 2: "one"}.get(len(self.board), "")

    @property
    def counting(self) -> bool:
        return self._odds.state in ("waiting", "partly")

    @property
    def count(self) -> Progress | None:
        report = self._odds.report
        return report if report is not None and not report.metrics else None

    @property
    def pale_parts(self) -> bool:
        return self.stale or self._stale_parts

    # ---- what changes the question --------------------------------------------------------------------------
    def begin(self, texts: tuple[str, str], board: Sequence[Card]) -> None:
        """Replace the question. The new question has no filters."""
        self.texts[:], self.painted[:], self.board = texts, (False, False), tuple(board)
        self.filters[:] = NO_FILTERS
        self.change()

    def type(self, side: int, words: str) -> None:
        """Set the range of a side to the typed text."""
        if words != self.texts[side]:
            self.texts[side], self.painted[side] = words, False
            self.change()

    def filter(self, side: int, hands: str) -> None:
        self.filters[side] = hands
        self.change()

    def filter_question(self, side: int, hands: str) -> ReadTexts:
        """Return the request that checks a filter before it is used."""
        filters = [hands if index == side else other for index, other in enumerate(self.filters)]
        return ReadTexts(*self._question[:2], (filters[0], filters[1]))

    def lay(self, cards: Sequence[Card]) -> None:
        self.board = tuple(cards)
        self.change()

    def change(self) -> None:
        """Mark the question as changed. The question is sent after a short pause."""
        self.drop()
        self.stale = True
        self._due = PAUSE
        self.ranges = [
            read if words.strip() else ReadRange()
            for read, words in zip(self.ranges, self.texts, strict=True)
        ]
        self._on_change()

    def forget(self) -> None:
        self.equity, self.parts, self.course = None, None, []

    def paint(self, side: int, weights: Mapping[str, float]) -> None:
        """Set the weights of some classes in the range of a side. The weight 0 removes a class."""
        self.ranges[side] = paint_classes(self.ranges[side], weights)
        self.texts[side], self.painted[side] = self.ranges[side].text, True
        self.change()

    def swap(self) -> None:
        """Swap the sides."""
        self.texts.reverse()
        self.filters.reverse()
        self.ranges.reverse()
        self.painted.reverse()
        self.change()
        self._due = 0.0

    def update(self, dt: float) -> bool:
        """Advance the time, and send a changed question after a pause.

        Return whether the pause is still running.
        """
        if self._due is None:
            return False
        self._due -= dt
        if self._due <= 0:
            self._due = None
            self.ask()
        return self._due is not None

    # ---- asking ---------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Send the question, unless a part is missing."""
        self.drop()
        if self.waits_for:
            self.problem, self.spans = "", [None, None]
            self._on_change()
            return
        self._ranges.ask(ReadTexts(*self._question))

    def stop(self) -> None:
        """Stop the exact count. The results so far are kept."""
        self.drop()
        self.stopped = True
        self._on_change()

    def drop(self) -> None:
        """Cancel the pending requests."""
        for asked in self.questions:
            asked.drop()
        self._due, self.stopped = None, False

    @property
    def _question(self) -> tuple[tuple[str, str], Board, tuple[str, str]]:
        first, second = (words.strip().rstrip(",") for words in self.texts)
        return (first, second), tuple(self.board), (self.filters[0], self.filters[1])

    def _read(self) -> None:
        """Store the parsed texts, and request the equity if both texts are valid."""
        if self._ranges.state == "waiting":
            return
        found = self._ranges.fresh or ReadRanges((), self._ranges.problem)
        self.problem, self.spans = found.problem, [None, None]
        for side, read in enumerate(found.sides):
            if read.problem:
                self.problem = self.problem or read.problem
                self.spans[side] = read.span
            else:
                self.ranges[side] = read
        if not self.problem:
            self.course, self._stale_parts = [], True
            self._odds.ask(AskOdds(*self._question))
            self._glance.ask(replace(AskParts(*self._question), quick=True))
        self._on_change()

    def _take_odds(self) -> None:
        """Store an estimate, the progress of the count, or the final result."""
        report, found = self._odds.report, self._odds.fresh
        self.problem = self.problem or self._odds.problem
        if report is not None and report.metrics:
            self.equity, self.stale = RangeEquity.of_samples(report), False
            self.course.append(self.equity)
        elif found is not None:
            self.equity, self.stale = found, False
        self._on_change()

    def _take_estimate(self) -> None:
        """Show the sampled parts, and request the exact parts."""
        self._take_parts(self._glance)
        if self._glance.fresh is not None:
            self._whole.ask(AskParts(*self._question))

    def _take_parts(self, asked: Asked[EquityParts]) -> None:
        self.problem = self.problem or asked.problem
        if asked.fresh is not None:
            self.parts, self._stale_parts = asked.fresh, False
        self._on_change()
