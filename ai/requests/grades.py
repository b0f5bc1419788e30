"""Answers what is asked after a hand: how good each decision was."""

from __future__ import annotations

from collections.abc import Iterator

from ai import catalog
from ai.agents.adviser_names import ADVISERS, TRAINED
from ai.evaluation.grading.holdem import EARLY, FULL
from ai.preparation import once_met
from ai.requests.held_advisers import advisers
from game.core import Progress
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.needs import Need
from game.rules import games

EDITION = 5
"""Rises when decisions are graded in another way, so that no older grade is taken for one of this program."""


def edition(game: str, blinds: float = 1) -> str:
    """Return what names who grades: grades of one edition are comparable."""
    graders = (ADVISERS[game], TRAINED) if game == games.HOLDEM else (ADVISERS[game],)
    return "/".join([str(EDITION), game, *(catalog.find(game, name, blinds).version for name in graders)])


@GradeDecision.handler
def grade(request: GradeDecision) -> Iterator[Progress | Grade]:
    """Grade a decision: exactly in the small games, by a solve or by training in Hold'em."""
    if request.game == games.HOLDEM:
        yield from once_met(Need.SOLVER)
    effort = EARLY if request.early else FULL
    yield from advisers.grade(request.game, request.info, request.action, request.blinds, effort)
