"""The mistakes of a review in the order of their cost, as more and more of them are found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import merge

from game.messages.review import MOST_SHOWN
from game.messages.review_answers import Review, Reviewed


class FoundMistakes:
    """What is known of a review; `review` is None before anything is."""

    def __init__(self) -> None:
        self.review: Review | None = None
        self._begins = True

    @property
    def mistakes(self) -> Sequence[Reviewed]:
        """The mistakes, the most costly first."""
        return self.review.mistakes if self.review is not None else ()

    def begin(self) -> None:
        """Let the next that is found replace what is known: it tells everything once more."""
        self._begins = True

    def add(self, found: Review) -> None:
        """Take figures of all that is graded, and the mistakes that were not told before.

        They stand behind those of equal order.
        """
        known = () if self._begins else self.mistakes
        self._begins = False
        ordered = tuple(merge(known, found.mistakes, key=lambda one: one.order))
        self.review = replace(found, mistakes=ordered[:MOST_SHOWN])

    def end(self, review: Review) -> None:
        """Take the whole review."""
        self.review, self._begins = review, True

    def place_of(self, one: Reviewed | None) -> int:
        """Return where a mistake stands now; the last place where it is no longer listed, the first for None."""
        if one is None:
            return 0
        last = max(0, len(self.mistakes) - 1)
        return next((place for place, other in enumerate(self.mistakes) if other == one), last)
