"""What the window is told of luck: hands of every game, remembered, with progress, and what cannot be told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ai.evaluation.grading.records import own_decisions
from ai.features import history as requests
from ai.features.judgements import judge
from game.archive.statistics import ErrorRate, Luck, Rank, sum_luck
from game.archive.store import Archive, HistoryFilter
from game.core import BadInput, Progress
from game.rules import games
from game.study.history import AskLuck, CountErrors, CountLuck
from tests.archive.hands_for_tests import MOMENT, hand
from tests.judged import judged

KUHN = [
    hand(games.KUHN_POKER, MOMENT + number, seats=seats, seed=number)
    for number in range(8)
    for seats in (("you", "vesper-3"), ("honest", "you"))
]


def answer(items: Iterator[Any]) -> Any:
    *reports, value = items
    assert all(isinstance(report, Progress) for report in reports)
    return value


def test_tic_tac_toe_has_no_luck() -> None:
    [found] = answer(requests.ask_luck(AskLuck((hand(games.TIC_TAC_TOE),))))
    assert found.cards == 0


@pytest.mark.parametrize("game", [games.KUHN_HALF_STREET, games.HOLDEM])
def test_results_are_told_in_the_unit_of_the_statistics(game: str) -> None:
    played = hand(game, seats=("you", "guest"), seed=5, blinds=2)
    [found] = answer(requests.ask_luck(AskLuck((played,))))
    assert found.net == pytest.approx((played.net or 0) / (100 if game == games.HOLDEM else 2))


def test_a_hand_without_the_player_is_refused_in_a_sentence() -> None:
    watched = hand(games.KUHN_POKER, seats=("honest", "bluffer"))
    with pytest.raises(BadInput, match="Luck is computed only for hands that you played"):
        answer(requests.ask_luck(AskLuck((watched,))))


def test_the_history_is_counted_hand_by_hand_and_watched_hands_are_left_out(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for played in (*KUHN, hand(games.KUHN_POKER, seats=("honest", "bluffer"))):
        archive.append(played)
    found = answer(requests.count_luck(CountLuck(HistoryFilter(games.KUHN_POKER))))
    each = answer(requests.ask_luck(AskLuck(tuple(KUHN))))
    expected = sum_luck(games.KUHN_POKER, each)
    assert isinstance(found, Luck)
    assert found.results.hands == len(KUHN)
    assert found.adjusted.total == pytest.approx(expected.adjusted.total)
    assert found.cards == pytest.approx(sum(one.cards for one in each))


def test_a_model_that_is_no_longer_the_one_that_played_counts_as_unknown() -> None:
    played = next(one for one in KUHN if one.opponent == "honest")
    known = requests.luck_of_hand(replace(played, versions=("", "")))
    other = requests.luck_of_hand(replace(played, versions=("00000000", "")))
    unknown = requests.luck_of_hand(replace(played, spec=replace(played.spec, seats=("guest", "you"))))
    assert other == unknown
    assert (known.known, unknown.known) == (True, False)


def test_the_account_of_no_hands_is_nothing() -> None:
    empty = sum_luck(games.HOLDEM, ())
    assert (empty.cards, empty.results.hands, empty.adjusted.ci95) == (0, 0, None)


def test_luck_is_counted_for_one_game_at_a_time() -> None:
    with pytest.raises(BadInput, match="one game at a time"):
        answer(requests.count_luck(CountLuck(HistoryFilter())))


def test_errors_of_the_newest_hands_are_the_grades_of_their_decisions(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for played in KUHN:
        archive.append(played)
    found = answer(requests.count_errors(CountErrors(HistoryFilter(games.KUHN_POKER), 4)))
    newest = sorted(KUHN, key=lambda played: -played.at)[:4]
    decisions = [one for played in newest for one in own_decisions(played)]
    costs = [answer(judge(asked)).grade(action).sure_cost for asked, action in decisions]
    assert isinstance(found, ErrorRate)
    assert (found.hands, found.total, found.costs.hands) == (4, len(KUHN), len(costs))
    assert found.costs.total == pytest.approx(sum(costs))
    assert found.rank is None


def test_enough_decisions_have_a_rank(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for seed in range(20):
        archive.append(hand(games.TIC_TAC_TOE, MOMENT + seed, seed=seed))
    found = answer(requests.count_errors(CountErrors(HistoryFilter(games.TIC_TAC_TOE), 20)))
    assert found.costs.hands >= 60
    assert found.rank == Rank.BEGINNER


@pytest.mark.parametrize("game", games.NAMES)
def test_every_own_decision_of_a_hand_is_found_with_what_was_known_then(game: str) -> None:
    played = hand(game, seats=("guest", "you"), seed=9)
    session = played.session()
    player = session.player_of(1)
    found = list(own_decisions(played))
    assert [action for _, action in found] == [step.action for step in session.steps if step.player == player]
    assert all(one.info.player == player and action in one.info.legal_actions for one, action in found)


def test_a_cost_within_the_error_of_its_judgement_is_no_error_of_the_player() -> None:
    values = {0: 1.0, 1: 0.7}
    judgements = [judged(values, error=error, source="blueprint") for error in (0.0, 0.1, 0.5)]
    assert [one.grade(1).sure_cost for one in judgements] == pytest.approx([0.3, 0.3, 0.0])
