"""The requests for a review: grades for all decisions of a hand, a session or a log."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request
from game.study.review import Review, ReviewTarget

MAX_SHOWN = 500
"""The number of mistakes, of good decisions and of ungraded ones that the window gets."""


@dataclass(frozen=True, slots=True)
class AskReview(Request[Review]):
    """Review a target. A decision that was graded before is not graded again."""

    target: ReviewTarget
