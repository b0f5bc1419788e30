"""The decisions of a finished hand are the same for its review, for luck and skill, and for the drills."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.drills.mistakes import collect_mistakes
from ai.drills.store import DrillStore
from ai.evaluation.grading.records import decisions_by_seat, own_decisions
from ai.review.hands import decisions
from game.archive.store import Archive
from game.core import CHANCE, Progress
from game.rules import games
from game.study.judgements import AskJudgement, Judgement
from tests.archive.hands_for_tests import hand
from tests.judged import judged


@pytest.mark.parametrize("game", games.NAMES)
def test_every_decision_of_a_hand_is_asked_with_what_its_player_knew(game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    session, found = played.session(), list(decisions_by_seat(played))
    steps = [step for step in session.steps if step.player != CHANCE]
    assert [(session.player_of(seat), action) for seat, (asked, action) in found] == [
        (step.player, step.action) for step in steps
    ]
    for seat, (asked, action) in found:
        assert asked.info.player == session.player_of(seat)
        assert asked.action == action
        assert action in asked.info.legal_actions
        assert (asked.game, asked.blinds) == (game, played.spec.blinds)


@pytest.mark.parametrize("game", games.NAMES)
def test_review_and_drills_grade_the_same_decisions(user_folder: Path, game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    Archive(user_folder).append(played)
    graded: list[AskJudgement] = []

    def judge(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        graded.append(asked)
        assert asked.action is not None
        yield judged({asked.action: 0.0})

    list(collect_mistakes(user_folder, DrillStore(user_folder), judge, played.at))
    assert (
        graded == [asked for asked, _ in own_decisions(played)] == [made.asked for made in decisions(played)]
    )
    assert graded


def test_who_watched_two_others_decided_nothing() -> None:
    watched = hand(seats=("ada-20", "ada-20"))
    assert not list(own_decisions(watched))
    assert len(list(decisions_by_seat(watched))) == len(decisions(watched)) > 0
