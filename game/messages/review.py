"""The requests for a review: grades for all decisions of a hand, a session or a log."""

from __future__ import annotations

from dataclasses import dataclass

from game.messages.review_answers import Review, ReviewTarget
from game.request import Request

MOST_SHOWN = 500
"""How many mistakes are reported to the window at most."""


@dataclass(frozen=True, slots=True)
class AskReview(Request[Review]):
    """Review this; what was graded before is not graded again."""

    target: ReviewTarget
