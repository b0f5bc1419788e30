"""Phased search: its order, budget and speed, and its tree compared with the plain search."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import cast

import numpy as np
import pytest

from ai import catalog, preparation
from ai.agents.blueprint import ResolvingAgent
from ai.agents.network_agents import PhasedSearchAgent
from ai.features.held_agents import held_agents
from ai.hands.combos import HANDS, Floats, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix
from ai.search import flop_solving, phased_search, resolving
from ai.search.answers import StrategyCache
from ai.search.phased_search import UNBOUNDED, PhasedSearch, opponent_values
from ai.search.phased_tree import PhasedNode, PhasedTree, Role, candidates, every_kind
from ai.search.resolving import Resolver
from ai.service import answer
from ai.solver import solving
from ai.solver.solving import Goal, iterate
from ai.steps import MEASUREMENTS, SECONDS, StepPace, step_pace
from game.core import Budget, Decision
from game.needs import Need
from game.rules import games
from game.rules.holdem import BUTTON, CALL, FOLD, HoldemState
from game.study.holdem import SearchReport
from game.study.judgements import OpponentValues
from game.study.play import AgentKey, Decide
from tests.ai.search.oracles import Bold, plain_values, spot, weighted
from tests.ai.search.test_resolving import RIVER as RESOLVED_RIVER
from tests.ai.search.test_resolving import blueprint, public
from tests.played_hands import spot as played_spot

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


class FoldsAtRandom:
    """A toy strategy: every hand folds to a bet with the same probability, and never raises."""

    def __init__(self, share: float) -> None:
        self._share = share

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        folds = np.full(len(hands), self._share * bool(public.betting.to_call))
        return RangeMix.of({FOLD: folds, CALL: 1 - folds}, hands)


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_the_values_against_an_opponent_tell_how_often_it_folds(share: float) -> None:
    state = spot("2c3dAsAh", RIVER, CALL, CALL, CALL, CALL, CALL, CALL)
    info = state.information_state(state.current_player())
    *_, known = opponent_values(info, Bold(), FoldsAtRandom(share), (CALL, 300, 2_000))
    assert isinstance(known, OpponentValues)
    assert known.folds == {300: pytest.approx(share), 2_000: pytest.approx(share)}


class Shoves:
    """A toy strategy: every hand goes all-in, and calls an all-in."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of({public.betting.max_raise_to or CALL: np.ones(len(hands))}, hands)


@pytest.mark.parametrize(("stacks", "worth"), [(20_000, 2.0), (600, 7.0)])
def test_the_values_against_an_opponent_count_on_no_later_all_in_of_many_pots(
    stacks: int, worth: float
) -> None:
    """With the nuts on the turn, a check wins the pot, or all chips if the all-in on the river is not large."""
    state = spot("2c3dAsKs", "QsJsTs2h", *(CALL,) * 5, stacks=(stacks, stacks))
    info = state.information_state(state.current_player())
    *_, known = opponent_values(info, Shoves(), FoldsAtRandom(0.0), (CALL,))
    assert isinstance(known, OpponentValues)
    assert known.values[CALL] == pytest.approx(worth)


def test_an_opponent_that_almost_always_folds_folds_no_more_than_always() -> None:
    """A fold frequency never exceeds 1, even after rounding.

    The opponent calls with a probability below 1 %, which the search leaves out. A stored judgement with a
    frequency above 1 could not be read.
    """
    state = spot("2c3dAsAh", RIVER, CALL, CALL, CALL, CALL, CALL, CALL)
    info = state.information_state(state.current_player())
    *_, known = opponent_values(info, Bold(), FoldsAtRandom(0.9906610169491525), (CALL, 300, 2_000))
    assert isinstance(known, OpponentValues)
    assert known.folds == {300: 1.0, 2_000: 1.0}


def test_with_the_equity_as_a_control_variate_a_sample_of_cards_is_less_a_matter_of_luck() -> None:
    state = spot("9d4s4h4c", "9hTc2c", CALL, CALL)
    info = state.information_state(state.current_player())
    answers = StrategyCache(Bold(), FoldsAtRandom(0.25))

    def run(seed: int, cards: int) -> PhasedSearch:
        made = PhasedSearch(
            answers, info, UNBOUNDED, random.Random(seed), compared=(CALL, 300, 2_000), cards=cards
        )
        for _ in made.steps():
            pass
        return made

    exact, missed, missed_plainly, within = run(0, 47).values(), 0.0, 0.0, []
    values, noise = run(0, 47).controlled_values()
    assert values == exact
    assert not any(one.any() for one in noise.values())
    for seed in range(10):
        found = run(seed, 12)
        values, noise = found.controlled_values()
        missed += sum(abs(values[action] - exact[action]) for action in exact)
        missed_plainly += sum(abs(found.values()[action] - exact[action]) for action in exact)
        within += [abs(values[action] - exact[action]) <= np.linalg.norm(noise[action]) for action in exact]
    assert missed < missed_plainly / 2
    assert sum(within) >= 0.85 * len(within)


def test_a_hand_that_no_card_can_beat_keeps_its_values() -> None:
    state = spot("AsKs4h4c", "QsJsTs2h", CALL, CALL, CALL, CALL)
    info = state.information_state(state.current_player())
    made = PhasedSearch(
        StrategyCache(Bold(), FoldsAtRandom(0.0)),
        info,
        UNBOUNDED,
        random.Random(0),
        compared=(CALL, 600),
        cards=12,
    )
    for _ in made.steps():
        pass
    values, noise = made.controlled_values()
    assert values == made.values()
    assert {action: np.linalg.norm(one) for action, one in noise.items()} == pytest.approx(made.margins())


@pytest.mark.parametrize(("board", "count", "error"), [("", 3, 0.02), ("9hTc2c8d", 1, 1e-9)])
def test_the_mean_equity_after_the_next_cards_is_the_equity(board: str, count: int, error: float) -> None:
    state = spot("9d4s4h4c", board, CALL, CALL, CALL, CALL) if board else spot("9d4s4h4c", "", CALL)
    info = state.information_state(state.current_player())
    made = PhasedSearch(StrategyCache(Bold(), FoldsAtRandom(0.0)), info, UNBOUNDED, random.Random(0))
    left = [card for card in range(52) if card not in (*info.hole, *info.board)]
    rng = random.Random(1)
    drawn = [rng.sample(left, 3) for _ in range(600)] if count == 3 else [[card] for card in left]
    found = [made._equity_after(tuple(sorted(cards))) for cards in drawn]
    assert sum(found) / len(found) == pytest.approx(made.equity, abs=error)
    assert made._mean_equity() == pytest.approx(made.equity, abs=1e-9)


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
    """A clock that advances by a tenth of a second whenever it is read."""

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


FEW = weighted(QdQc=1.0, AdKd=2.0, Th9h=0.5, **{"7s6s": 1.5, "8s8c": 1.0, "AcJc": 1.0, "4c3c": 3.0})


def build_tree(
    state: HoldemState, weights: Floats, strategy: Bold | None = None, *, follows: bool = False
) -> PhasedTree:
    player = state.current_player()
    strategy = strategy or Bold()
    held = weights * unblocked_hands((*state.hole[player], *state.board))
    public = PublicState(player, state.board, state.betting)
    answers, hand = StrategyCache(strategy, strategy), hand_index(state.hole[player])
    return PhasedTree(answers, public, hand, held, follows=follows)


def unfold(tree: PhasedTree, root: PhasedNode) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_open and node.weight > 0:
            waiting.extend(tree.expand(node))


def as_hands(weights: Floats) -> dict[tuple[int, int], float]:
    return {HANDS[index]: float(weights[index]) for index in np.flatnonzero(weights)}


@pytest.mark.parametrize("own", ["AsAh", "Jd9d", "Kc7d"])
@pytest.mark.parametrize("bet", [(), (300,)])
@pytest.mark.parametrize("follows", [False, True])
def test_a_river_is_worth_what_the_plain_search_finds(own: str, bet: tuple[int, ...], follows: bool) -> None:
    dealt = own + "2c3d" if not bet else "2c3d" + own
    state = spot(dealt, RIVER, CALL, CALL, CALL, CALL, CALL, CALL, *bet)
    tree = build_tree(state, FEW, follows=follows)
    unfold(tree, tree.root)
    assert tree.values() == pytest.approx(plain_values(state, Bold(), as_hands(FEW), follows=follows))


@pytest.mark.parametrize("follows", [False, True])
def test_a_turn_with_all_its_rivers_is_worth_what_the_plain_search_finds(follows: bool) -> None:
    few = weighted(QdQc=1.0, **{"7s6s": 1.5})
    state = spot("JdTd2c3d", RIVER[:8], CALL, CALL, CALL, CALL, stacks=(300, 300))
    tree = build_tree(state, few, follows=follows)
    unfold(tree, tree.root)
    known = {*state.hole[0], *state.board}
    for end in list(tree.closed()):
        for card in set(range(52)) - known:
            unfold(tree, tree.deal(end, (card,)))
    tree.passes = 46
    assert tree.values() == pytest.approx(plain_values(state, Bold(), as_hands(few), follows=follows))


def test_an_all_in_before_the_river_is_the_share_of_all_run_outs() -> None:
    state = spot("AsAh2c3d", RIVER[:8], CALL, CALL, CALL, CALL, stacks=(150, 150))
    tree = build_tree(state, weighted(KdKc=1.0))
    unfold(tree, tree.root)
    shown = tree.root.children[150].children[CALL]
    assert shown.role is Role.SHOWN
    assert tree.value(shown) / shown.weight == pytest.approx(150 * (2 * 42 / 44 - 1))


class Polar:
    """Always bets the pot with AsAh, and half of the time with any other hand. Never raises or folds."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        if public.betting.to_call:
            return RangeMix.of({CALL: np.ones(len(hands))}, hands)
        bets = np.where(np.isin(hands, [hand_index(hand) for hand in HANDS if hand == (12, 25)]), 1.0, 0.5)
        return RangeMix.of({CALL: 1 - bets, public.betting.pot // 2 + public.betting.pot: bets}, hands)


def test_checking_to_somebody_who_bluffs_is_worth_what_paper_says() -> None:
    """A check against a bluffer has the value that was computed by hand.

    The pot is 200. The player to act holds kings and is out of position. The opponent holds aces (weight 1), which
    win, or a missed draw (weight 3), which loses.

    After a check, the opponent bets 200 with all aces and half the draws. A call wins 300 with probability 1.5 /
    2.5 and loses 300 with probability 1 / 2.5, so its value is +60. The value of a fold is -100. The other draws
    (1.5) check and lose, so the player wins 100.
    """
    state = spot("KdKc2c3d", RIVER, CALL, CALL, CALL, CALL, CALL, CALL)
    tree = build_tree(state, weighted(AsAh=1.0, Tc7c=3.0), Polar())
    unfold(tree, tree.root)
    facing = tree.root.children[CALL].children[300]
    assert {action: tree.value(child) / 2.5 for action, child in facing.children.items()} == pytest.approx(
        {FOLD: -100, CALL: 60}
    )
    assert tree.values()[CALL] == pytest.approx((2.5 * 60 + 1.5 * 100) / 4)


def test_we_branch_as_our_strategy_advises_and_late_in_the_hand_also_passively() -> None:
    early = spot("AsKh2c3d", RIVER[:6], CALL, CALL, 200)
    late = spot("AsKh2cAd", RIVER, CALL, CALL, CALL, CALL, CALL, CALL, 300)
    found = []
    for state in (early, late):
        public = PublicState.of(state.information_state(BUTTON))
        found.append(candidates(StrategyCache(Bold(), Bold()), public, hand_index(state.hole[BUTTON])))
    assert found == [[FOLD, CALL, 400], [FOLD, CALL, 600]]


def test_hands_that_hold_a_sampled_card_get_no_further() -> None:
    tree = build_tree(spot("AsKh2c3d", RIVER[:8], CALL, CALL, CALL, CALL), FEW)
    unfold(tree, tree.root)
    end = next(tree.closed())
    begun = tree.deal(end, (51 - 26,))
    assert begun.weight <= end.weight
    assert not begun.reach[[index for index, hand in enumerate(HANDS) if 25 in hand]].any()


FLOP = ("2c7dAsAh", 300, 900, CALL, "Qh8c5s")
KEY = AgentKey(games.HOLDEM, "architect-thinks")


class StepClock:
    """A clock that advances only when a test advances it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_slowest_of_the_last_measurements_counts() -> None:
    clock = StepClock()
    pace = StepPace(clock)
    assert pace.seconds("turn card", 10.0) == 10 * SECONDS["turn card"]
    for seconds in (9.0, 2.0, 4.0, 1.0, 3.0):
        with pace.measure("turn card", 2.0):
            clock.now += seconds
    assert MEASUREMENTS == 4
    assert pace.seconds("turn card", 3.0) == 6.0
    assert pace.seconds("turn card", of="elsewhere") == SECONDS["turn card"]


class SlowGame:
    """A game in which each iteration takes some seconds on the test's clock."""

    streets = (None,)

    def __init__(self, clock: StepClock, seconds: Iterator[float]) -> None:
        self.iterations = 0
        self._clock, self._seconds = clock, seconds

    def iterate(self) -> Iterator[None]:
        self._clock.now += next(self._seconds)
        self.iterations += 1
        yield


def test_no_iteration_starts_that_would_end_late_at_the_pace_of_the_slowest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = StepClock()
    monkeypatch.setattr(solving.time, "perf_counter", clock)
    game = SlowGame(clock, iter([0.1, 0.1, 0.4, 0.1, 0.1, 0.1, 0.1]))
    list(iterate(game, Goal(seconds=1.0)))  # type: ignore[arg-type]
    assert clock.now == pytest.approx(0.6)


@pytest.mark.parametrize("kind", ["tree", "leaf", "turn card", "first iteration", "continuations"])
def test_a_flop_with_a_step_that_cannot_end_in_time_is_left_to_the_blueprint(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = StepPace(lambda: 0.0)
    pace.note(kind, 1e3)
    pace.note(kind, 1e3, of="flop")
    for module in (resolving, flop_solving, flop_solving):
        monkeypatch.setattr(module, "step_pace", pace)
    flop_solving._continuations.clear()
    flop, goal = public(*FLOP), Goal(seconds=3.0)
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    assert resolver.resolves(flop, goal)
    assert not any(report.iteration and not report.doing for report in resolver.solve_decision(flop, goal))
    mix, trained = resolver.range_strategy(flop, goal), blueprint().range_strategy(flop)
    assert np.array_equal(mix.shares, trained.shares)


def test_a_river_is_left_to_the_blueprint_once_its_time_is_over() -> None:
    river, goal = public(*RESOLVED_RIVER), Goal(seconds=3.0)
    resolver = Resolver(blueprint())
    assert list(resolver.solve_decision(river, goal, step_pace.clock())) == []
    mix, trained = resolver.range_strategy(river, goal), blueprint().range_strategy(river)
    assert np.array_equal(mix.shares, trained.shares)


def test_until_the_solver_is_compiled_the_blueprint_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    agent, _ = held_agents.take(KEY)
    assert isinstance(agent, ResolvingAgent)
    monkeypatch.setattr(
        Resolver, "solve_decision", lambda *_: pytest.fail("a solve would compile its kernels")
    )
    monkeypatch.setattr(preparation, "_awaited", {Need.SOLVER})
    info = played_spot(*FLOP)
    [decision] = answer(Decide(KEY, info, 5, Budget(seconds=1.0)))
    assert isinstance(decision, Decision)
    assert decision == agent.quick.decide(info, random.Random(5))


def test_what_is_prepared_at_the_deal_is_not_computed_on_the_flop() -> None:
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    info = played_spot("2c7dAsAh", CALL, CALL, "AdKc2h")
    list(agent.prepare(info))
    assert list(agent.prepare(info)) == []


DEEP = (20_000, 20_000)
SPOTS = [
    spot("AsKd8c4h", "", stacks=DEEP),
    spot("AsKd8c4h", "", 250, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d5c", 300, CALL, CALL, 400, CALL, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d5c3h", 300, CALL, CALL, CALL, CALL, CALL, 500, stacks=DEEP),
]


def look(state: HoldemState, cards: int, seed: int = 0) -> SearchReport:
    agent = cast(PhasedSearchAgent, catalog.load(games.HOLDEM, "search-expert"))
    search = agent.look_ahead(state.information_state(state.current_player()), random.Random(seed), cards)
    assert list(search.steps())
    return search.report()


@cache
def farthest_look(state: HoldemState) -> SearchReport:
    return look(state, 64)


@pytest.mark.parametrize("state", SPOTS)
def test_every_kind_of_action_has_a_value(state: HoldemState) -> None:
    values = look(state, 4).values
    betting = state.information_state(state.current_player()).betting
    assert CALL in values
    assert (FOLD in values) == bool(betting.to_call)
    assert 2 <= sum(action > CALL for action in values) <= 3
    if FOLD in values:
        assert values[FOLD] == -betting.committed[state.current_player()]


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(SPOTS[0], marks=pytest.mark.long),
        *SPOTS[1:3],
        pytest.param(SPOTS[3], marks=pytest.mark.long),
        SPOTS[4],
    ],
    ids=["deal", "before the flop", "flop", "turn", "river"],
)
def test_a_farther_look_agrees_with_a_nearer_one(state: HoldemState) -> None:
    near, far = look(state, 4), farthest_look(state)
    assert set(near.values) == set(far.values)
    for action, value in near.values.items():
        spread = near.margins.get(action, 0.0) + far.margins.get(action, 0.0)
        assert abs(far.values[action] - value) <= spread + 1e-6, action


@pytest.mark.parametrize("state", SPOTS[2:3])
def test_with_every_card_no_luck_is_left(state: HoldemState) -> None:
    one, other = farthest_look(state), look(state, 64, seed=1)
    assert set(one.margins.values()) == {0.0}
    assert one.values == pytest.approx(other.values)


def test_sizes_that_a_strategy_advises_come_first_and_usual_ones_fill_up() -> None:
    betting = SPOTS[2].information_state(SPOTS[2].current_player()).betting
    assert every_kind(betting, {FOLD: 0.2, CALL: 0.7, 900: 0.1})[:2] == [FOLD, CALL]
    assert 900 in every_kind(betting, {CALL: 0.9, 900: 0.1})
    assert 900 not in every_kind(betting, {CALL: 0.99, 900: 0.01})
    assert len(every_kind(betting, {700: 0.3, 800: 0.3, 900: 0.2, 1_000: 0.2})) == 5


def test_an_opponent_who_is_all_in_can_be_folded_to_or_called() -> None:
    betting = spot("AsKd8c4h", "", 20_000, stacks=DEEP).information_state(0).betting
    assert every_kind(betting, {CALL: 1.0}) == [FOLD, CALL]
