"""One search: what it works out first, how it keeps to its budget, and what it reports."""

import random
from dataclasses import replace

import pytest

from ai.search import phased_search
from ai.search.answers import StrategyCache
from ai.search.phased_search import PhasedSearch
from game.core import Budget
from game.rules.holdem import CALL, FOLD, HoldemState
from game.study.holdem import SearchReport
from tests.ai.search.plain_tree import Bold
from tests.ai.search.spots import spot

RIVER = "QsJh2h8d5c"
TURN = spot("2c3dAsAh", RIVER[:8], 250, CALL, CALL, 500, CALL, 1_000, stacks=(1_600, 1_600))
LAST = spot("2c3dAsAh", RIVER, CALL, CALL, CALL, CALL, CALL, CALL, 300)


def search(
    state: HoldemState, budget: Budget, answers: StrategyCache | None = None, seed: int = 0
) -> SearchReport:
    info = state.information_state(state.current_player())
    done = PhasedSearch(answers or StrategyCache(Bold(), Bold()), info, budget, random.Random(seed))
    for _ in done.steps():
        pass
    return done.report()


def same(one: SearchReport, other: SearchReport) -> bool:
    return replace(one, seconds=0, hits=0) == replace(other, seconds=0, hits=0)


def test_the_same_work_and_seed_give_the_same_report_whatever_was_thought_of_before() -> None:
    answers = StrategyCache(Bold(), Bold())
    first, second = (search(TURN, Budget(work=60), answers) for _ in range(2))
    assert same(first, second)
    assert second.hits > first.hits
    assert same(first, search(TURN, Budget(work=60)))


def test_work_is_the_states_that_were_asked_about() -> None:
    for work in (10, 25, 60):
        assert search(TURN, Budget(work=work)).nodes == work
    assert search(LAST, Budget(work=10_000)).nodes < 10_000


def test_with_more_work_the_next_round_is_searched_on_more_cards() -> None:
    cards = [search(TURN, Budget(work=work)).cards for work in (6, 60, 100_000)]
    assert cards[0] == 0 < cards[1] < cards[2] == 46


def test_with_all_rivers_the_order_in_which_they_come_says_nothing() -> None:
    one, other = (search(TURN, Budget(work=100_000), seed=seed) for seed in (1, 2))
    assert one.values == pytest.approx(other.values)


def test_without_any_work_every_action_has_a_value_all_the_same() -> None:
    found = search(LAST, Budget(work=0))
    assert {FOLD, CALL} <= set(found.values)
    assert found.values[FOLD] == -100


class Clock:
    """Time that passes a tenth of a second with each look at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        self.now += 0.1
        return self.now


@pytest.mark.parametrize("seconds", [0.0, 1.0, 5.0])
def test_seconds_are_kept_as_far_as_steps_have_taken_their_time(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(phased_search, "time", clock)
    assert search(TURN, Budget(seconds=seconds)).seconds <= seconds + 1.0
    assert clock.now >= 0.5 * seconds


def test_the_lines_begin_with_the_best_action_and_alternate() -> None:
    found = search(TURN, Budget(work=60))
    assert found.best == found.lines[0].steps[0].action
    assert [line.value for line in found.lines] == sorted(found.values.values(), reverse=True)
    for line in found.lines:
        for step in line.steps:
            assert (step.share is None) == (step.player == TURN.current_player())


def test_what_the_opponent_is_taken_to_hold_follows_from_what_it_did() -> None:
    belief = search(spot("AsAh2c3d", "", 250), Budget(work=10)).belief
    assert belief.lift("KK") > 1 > belief.lift("43o")
    assert sum(belief.probability.values()) == pytest.approx(1)
