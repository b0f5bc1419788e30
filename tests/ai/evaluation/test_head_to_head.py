"""Matches: results, seeds and batches, and the exploitability of recorded play."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from statistics import fmean, stdev
from threading import Event
from time import sleep
from typing import Any

import pytest

from ai.agents import small_games
from ai.agents.small_games import UniformAgent
from ai.algorithms.best_response import expected_returns, exploitability
from ai.evaluation import head_to_head
from ai.evaluation.head_to_head import (
    HANDS_A_BATCH,
    PARTS_AHEAD,
    BatchResult,
    MatchResult,
    MatchSpec,
    _play_there,
    play_batch,
    play_match,
)
from ai.features.play import empirical_exploitability
from game.core import Agent, BadInput, Decision, InformationState, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.kuhn_poker import KuhnRules, classic, half_street
from game.study.play import RecordedExploitability


class Caller:
    """Checks and calls with every hand."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, info: object, rng: object, budget: object = None) -> object:
        from game.core import Decision

        return Decision(CALL, {CALL: 1.0})


class Folder(Caller):
    """Folds whenever folding is legal."""

    def decide(self, info: object, rng: object, budget: object = None) -> object:
        from game.core import Decision

        action = FOLD if FOLD in info.legal_actions else CALL
        return Decision(action, {action: 1.0})


def load(game: str, name: str, blinds: float) -> Agent:
    if name == "random":
        return UniformAgent(name)
    if game == games.HOLDEM:
        return {"caller": Caller, "folder": Folder}[name](name)
    street = "classic" if game == games.KUHN_POKER else "half-street"
    return small_games.by_name(name, KuhnRules(street, blinds))


def play(spec: MatchSpec, executor: ThreadPoolExecutor | None = None) -> MatchResult:
    *progress, result = play_match(spec, load, executor)
    assert all(isinstance(report, Progress) for report in progress)
    assert progress[-1].iteration == progress[-1].total == spec.hands
    assert isinstance(result, MatchResult)
    return result


def without_time(result: MatchResult) -> tuple[object, ...]:
    return tuple(
        getattr(result, name) for name in ("hands", "mean", "ci95", "wins", "draws", "losses", "records")
    )


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_a_long_match_comes_to_the_exact_expectation() -> None:
    policies = [small_games.by_name(name, KuhnRules()).strategy for name in ("honest", "bluffer")]
    opening = expected_returns(classic(), policies)[0]
    answering = expected_returns(classic(), policies[::-1])[1]
    result = play(MatchSpec("kuhn-poker", "honest", "bluffer", hands=4_000, duplicate=True))
    mirrored = play(MatchSpec("kuhn-poker", "bluffer", "honest", hands=4_000, duplicate=True))
    assert result.mean == pytest.approx(-mirrored.mean)
    assert result.ci95 is not None
    assert abs(result.mean - (opening + answering) / 2) < 2 * result.ci95


def test_the_counts_and_the_unit_tell_the_whole_match() -> None:
    result = play(MatchSpec("tic-tac-toe", "random", "random", hands=301))
    assert result.wins + result.draws + result.losses == result.hands == 301
    assert result.mean == pytest.approx((result.wins - result.losses) / 301)
    assert result.unit == "points/game"


def test_the_interval_comes_from_hands_or_from_pairs() -> None:
    plain = MatchSpec("kuhn-poker", "random", "random", hands=40)
    twice = MatchSpec("kuhn-poker", "random", "random", hands=40, duplicate=True)
    agents = [load("kuhn-poker", "random", 1)] * 2
    hands = play_batch(plain, 0, agents).results
    assert play(plain).ci95 == pytest.approx(1.96 * stdev(hands) / sqrt(40))
    pairs = play_batch(twice, 0, agents).results
    means = [fmean(pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]
    assert play(twice).ci95 == pytest.approx(1.96 * stdev(means) / sqrt(20))


def test_one_hand_has_no_interval() -> None:
    assert play(MatchSpec("kuhn-poker", "random", "random", hands=1)).ci95 is None
    assert play(MatchSpec("kuhn-poker", "random", "random", hands=2, duplicate=True)).ci95 is None


def test_duplicate_deals_of_two_fixed_players_leave_less_to_luck() -> None:
    plain = play(MatchSpec("kuhn-poker", "station", "honest", hands=400))
    twice = play(MatchSpec("kuhn-poker", "station", "honest", hands=400, duplicate=True))
    assert plain.ci95 is not None
    assert twice.ci95 is not None
    assert twice.ci95 < plain.ci95


def test_an_agent_against_itself_is_even_in_duplicate() -> None:
    assert play(MatchSpec("kuhn-poker", "station", "station", hands=60, duplicate=True)).mean == 0
    assert play(MatchSpec("holdem", "caller", "caller", hands=20, duplicate=True)).mean == 0


@pytest.mark.parametrize("workers", [1, 3])
def test_the_same_seed_plays_the_same_match_on_any_number_of_workers(workers: int) -> None:
    spec = MatchSpec("kuhn-poker", "random", "honest", hands=3 * HANDS_A_BATCH + 7, seed=5)
    with ThreadPoolExecutor(workers) as executor:
        assert without_time(play(spec, executor)) == without_time(play(spec))


def test_another_seed_plays_another_match() -> None:
    first, second = (play(MatchSpec("kuhn-poker", "random", "honest", hands=200, seed=s)) for s in (1, 2))
    assert without_time(first) != without_time(second)


def test_closing_a_match_drops_the_batches_that_have_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    closed = Event()

    def noting(spec: MatchSpec, batch: int, agents: Sequence[Agent]) -> BatchResult:
        begun.append(batch)
        if batch > 0:
            closed.wait(10)
        return play_batch(spec, batch, agents)

    monkeypatch.setattr(head_to_head, "play_batch", noting)
    with ThreadPoolExecutor(1) as executor:
        match = play_match(MatchSpec("kuhn-poker", "random", "random", hands=50_000), load, executor)
        next(match)
        match.close()
        closed.set()
    assert begun in ([0], [0, 1])


def test_a_long_match_is_given_to_the_executor_bit_by_bit() -> None:
    class Counting(ThreadPoolExecutor):
        submitted = 0

        def submit(self, *work: Any, **more: Any) -> Any:
            self.submitted += 1
            return super().submit(*work, **more)

    with Counting(1) as executor:
        match = play_match(MatchSpec("kuhn-poker", "random", "random", hands=10**15), load, executor)
        next(match)
        assert executor.submitted == PARTS_AHEAD
        next(match)
        assert executor.submitted == PARTS_AHEAD + 1
        match.close()


def test_an_agent_is_loaded_once_for_all_batches_of_a_process() -> None:
    loaded: list[str] = []

    def noting(game: str, name: str, blinds: float) -> Agent:
        loaded.append(name)
        return load(game, name, blinds)

    spec = MatchSpec("kuhn-poker", "random", "honest", hands=3 * HANDS_A_BATCH)
    for batch in spec.batches:
        _play_there(spec, batch, noting, "first")
    assert loaded == ["random", "honest"]


def test_a_process_that_lives_on_loads_agents_anew_for_another_match() -> None:
    spec = MatchSpec("holdem", "a", "b", hands=2, record=True)
    kinds: list[type[Caller]] = [Caller, Folder]

    def changing(game: str, name: str, blinds: float) -> Agent:
        return kinds[0](name)

    with ThreadPoolExecutor(1) as executor:
        [*_, before] = play_match(spec, changing, executor)
        kinds.reverse()
        [*_, after] = play_match(spec, changing, executor)
    [*_, alone] = play_match(spec, changing)
    assert after.records == alone.records != before.records


def test_a_process_with_many_threads_plays_one_batch_at_a_time() -> None:
    thinking, most = [0], [0]

    class Single(UniformAgent):
        def decide(self, *of: Any) -> Decision:
            thinking[0] += 1
            most[0] = max(most[0], thinking[0])
            sleep(0)  # another thread may run here
            thinking[0] -= 1
            return super().decide(*of)

    spec = MatchSpec("kuhn-poker", "a", "b", hands=4 * HANDS_A_BATCH)
    with ThreadPoolExecutor(4) as executor:
        list(play_match(spec, lambda game, name, blinds: Single(name), executor))
    assert most == [1]


def test_folding_the_small_blind_costs_500_mbb() -> None:
    result = play(MatchSpec("holdem", "folder", "caller", hands=1))
    assert (result.mean, result.unit) == (-500, "mbb/hand")


def test_recorded_hands_are_numbered_and_name_the_big_blind_first() -> None:
    records = play(MatchSpec("holdem", "caller", "folder", hands=HANDS_A_BATCH + 2, record=True)).records
    assert [record.number for record in records] == list(range(1, HANDS_A_BATCH + 3))
    assert records[0].names == ("folder", "caller")
    assert records[1].names == ("caller", "folder")


def test_the_stack_of_holdem_is_counted_in_big_blinds() -> None:
    result = play(MatchSpec("holdem", "caller", "folder", hands=1, stack_bb=20, record=True))
    assert result.records[0].rules.stacks == (2_000, 2_000)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"hands": 0}, "0 hands cannot be played"),
        ({"hands": 7, "duplicate": True}, "7 hands cannot be duplicate"),
        ({"record": True}, "Only hands of holdem are logged, not of kuhn-poker"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        MatchSpec("kuhn-poker", "random", "random", **settings)


ROOT = half_street(1)
PERFECT = small_games.by_name(small_games.EQUILIBRIUM, ROOT.rules).strategy


def measure_loss(counts: Mapping[str, Sequence[int]]) -> RecordedExploitability:
    return empirical_exploitability(ROOT, counts, PERFECT)


def test_the_estimate_is_no_bound_of_its_interval() -> None:
    """The interval's upper bound is below 1/3, although a player who always bets and calls has exploitability 1/3.

    A few hands without a check or a fold do not prove that the player never checks or folds.
    """
    root = classic()
    perfect = small_games.by_name(small_games.EQUILIBRIUM, root.rules).strategy
    counts = {"Q": (0, 5), "K": (0, 5), "A": (0, 5), "Qb": (0, 4), "Kb": (0, 4), "Ab": (0, 4)}
    answer = empirical_exploitability(root, counts, perfect)
    low, high = answer.interval
    assert 0 < low < answer.exploitability < high
    assert high < 1 / 3  # the exploitability of exactly these shares


def test_with_the_hands_the_estimate_comes_to_the_exploitability_of_the_shares_and_the_interval_narrows() -> (
    None
):
    table = {"Q": {0: 0.25, 1: 0.75}, "Kb": {0: 5 / 6, 1: 1 / 6}, "A": {0: 0.0, 1: 1.0}}

    def policy(info: InformationState) -> Mapping[int, float]:
        return table.get(info.key) or PERFECT(info)

    true = exploitability(ROOT, (policy, policy)).exploitability
    few, many = (measure_loss({"Q": (n, 3 * n), "Kb": (5 * n, n), "A": (0, 4 * n)}) for n in (2, 2_000))
    assert few == measure_loss({"Q": (2, 6), "Kb": (10, 2), "A": (0, 8)})
    assert many.exploitability == pytest.approx(true, rel=0.02)
    assert many.interval[1] - many.interval[0] < (few.interval[1] - few.interval[0]) / 4


def test_what_was_played_perfectly_and_what_never_was_is_worth_nothing() -> None:
    assert measure_loss({"A": (0, 9), "K": (9, 0), "Qb": (7, 0), "Q": (0, 0)}).interval == pytest.approx(
        (0, 0)
    )


def test_there_is_no_reply_to_what_was_never_done() -> None:
    reply = measure_loss({"Q": (5, 0), "K": (5, 0), "A": (5, 0)}).reply
    assert {key for key, action in reply.items() if action is None} == {"Ab", "Kb", "Qb"}
