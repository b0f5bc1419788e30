"""The requests for a review: grades for all decisions of a hand, a session or a log."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request
from game.study.review import Review, ReviewTarget

MAX_SHOWN = 500
"""The maximum number of decisions of each kind (mistakes, good, ungraded) that the window receives."""


@dataclass(frozen=True, slots=True)
class AskReview(Request[Review]):
    """Review a target. A decision with a stored grade is not graded again."""

    target: ReviewTarget
