"""The decisions of a finished hand are the same for its review, for luck and skill, and for the drills."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.drills.mistakes import collect
from ai.drills.store import DrillStore
from ai.evaluation.grading.hands import decisions_by_seat, decisions_of
from ai.review.hands import decisions
from game.archive.store import Archive
from game.core import CHANCE, Progress
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade, Mark
from game.rules import games
from tests.archive.hands_for_tests import hand


@pytest.mark.parametrize("game", games.NAMES)
def test_every_decision_of_a_hand_is_asked_with_what_its_player_knew(game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    session, found = played.session(), list(decisions_by_seat(played))
    steps = [step for step in session.steps if step.player != CHANCE]
    assert [(session.player_of(seat), asked.action) for seat, asked in found] == [
        (step.player, step.action) for step in steps
    ]
    for seat, asked in found:
        assert asked.info.player == session.player_of(seat)
        assert asked.action in asked.info.legal_actions
        assert (asked.game, asked.blinds) == (game, played.spec.blinds)


@pytest.mark.parametrize("game", games.NAMES)
def test_review_and_drills_grade_the_same_decisions(user_folder: Path, game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    Archive(user_folder).append(played)
    graded: list[GradeDecision] = []

    def grading(asked: GradeDecision) -> Iterator[Progress | Grade]:
        graded.append(asked)
        yield Grade(asked.action, asked.action, {asked.action: 0.0}, {asked.action: 1.0}, Mark.BEST, "exact")

    list(collect(user_folder, DrillStore(user_folder), grading, played.at))
    assert graded == list(decisions_of(played)) == [made.asked for made in decisions(played)]
    assert graded


def test_who_watched_two_others_decided_nothing() -> None:
    watched = hand(seats=("ada-20", "ada-20"))
    assert not list(decisions_of(watched))
    assert len(list(decisions_by_seat(watched))) == len(decisions(watched)) > 0
