"""Blueprint agents: legal actions with any stacks and bets, sensible preflop play, and re-solving."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import yaml

from ai import catalog
from ai.abstraction import card_abstraction
from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.agents import blueprint
from ai.agents.blueprint import BlueprintAgent, ResolvingAgent
from ai.agents.network_agents import PhasedSearchAgent
from ai.agents.network_agents import load_phased_search as load
from ai.algorithms.mccfr import MCCFR
from ai.hands.combos import CLASS_NAMES, CLASSES, HANDS, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix, observed_decisions
from ai.storage import save_model
from game.core import PREPARING, BadInput, Budget, Decision, Progress, sample
from game.files.manifest import Manifest
from game.match.betting_line import parse_line
from game.rules import games
from game.rules.betting import FOLD, HoldemRules, PublicBetting, Street
from game.rules.holdem import CALL, HoldemState
from tests.ai.abstraction.oracles import StrengthBuckets
from tests.ai.search.oracles import spot
from tests.benchmarks.small_raises import Spot, odd_sizes, sampled_spots
from tests.contract.test_agents import holdem_decisions
from tests.played_hands import spot as played_spot

CARDS = StrengthBuckets()


def saved(file: Path, depth: int, menu: str, deals: int = 500) -> Path:
    tree = build(load_menu(menu), depth)
    training = MCCFR(tree.public, CARDS.counts, unit=0.01)
    training.learn(CARDS, deals)
    arrays = {
        "strategy": training.average(),
        "buckets": training.layout.buckets,
        "menu": np.array(tree.menu.text),
        "abstraction": np.array(CARDS.digest),
    }
    manifest = Manifest("holdem", "blueprint", "learned", config={"stack": depth}, family="b", stage="full")
    save_model(file, manifest, arrays)
    return file


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BlueprintAgent:
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: CARDS)
    blueprint.open_blueprint.cache_clear()
    saved(tmp_path / "b-5.npz", 5, "half-pot")
    return blueprint.load(saved(tmp_path / "b-30.npz", 30, "wide"), HoldemState())


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_whatever_happens_its_strategy_is_legal_adds_up_and_is_what_it_decides(agent: BlueprintAgent) -> None:
    seen = 0
    for state, _ in holdem_decisions(agent, 25):
        info = state.information_state(state.current_player())
        strategy = agent.strategy(info)
        seen += 1
        assert all(action in info.legal_actions and share > 0 for action, share in strategy.items())
        assert sum(strategy.values()) == pytest.approx(1)
        assert len(strategy) <= 7
        assert list(strategy) == sorted(strategy)
        assert agent.decide(info, random.Random(5)) == sample(strategy, random.Random(5))
    assert seen > 40


def test_a_file_that_stands_alone_plays_all_stacks(agent: BlueprintAgent, tmp_path: Path) -> None:
    alone = blueprint.load(saved(tmp_path / "alone" / "b-5.npz", 5, "half-pot", 10), HoldemState())
    assert list(alone.files) == [5]
    assert sorted(agent.files) == [5, 30]


def test_a_broken_sibling_is_left_out(agent: BlueprintAgent, tmp_path: Path) -> None:
    (tmp_path / "b-9.yaml").write_text("{", encoding="utf-8")
    assert sorted(blueprint.load(tmp_path / "b-30.npz", HoldemState()).files) == [5, 30]


def test_a_model_of_other_buckets_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blueprint.open_blueprint.cache_clear()
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: StrengthBuckets(9))
    file = saved(tmp_path / "b-5.npz", 5, "half-pot", 10)
    with pytest.raises(BadInput, match="does not have the buckets of its abstraction"):
        blueprint.load(file, HoldemState())


MIN_REACH = 1e-3

Floats = npt.NDArray[np.float64]

SHIPPED = {
    entry.depth: entry.file
    for entry in catalog.agents(games.HOLDEM)
    if entry.depth is not None and entry.file is not None and entry.stage == "all training"
}
FIRST = {name: CLASSES.index(name) for name in CLASS_NAMES}


def walk(
    agent: BlueprintAgent, betting: PublicBetting, reach: tuple[Floats, Floats]
) -> Iterator[tuple[PublicBetting, Floats, RangeMix]]:
    """Yield every preflop decision that the agent reaches with at least one hand.

    Each item is the betting, the reach of each hand of the player to act, and the player's strategy.
    """
    player = betting.actor
    if player is None or betting.street != Street.PREFLOP:
        return
    mix = agent.range_strategy(PublicState(player, (), betting))
    yield betting, reach[player], mix
    for action in set(mix.actions) - {FOLD}:
        own = reach[player] * mix.of_action(action)
        if own.max() > MIN_REACH:
            after = (own, reach[1]) if player == 0 else (reach[0], own)
            yield from walk(agent, betting.child(action), after)


@pytest.mark.parametrize("depth", sorted(SHIPPED))
def test_the_best_hands_are_never_folded_before_the_flop(depth: int) -> None:
    rules = HoldemRules(stacks=(100 * depth, 100 * depth))
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    everybody = np.ones(len(HANDS))
    seen = 0
    for betting, reach, mix in walk(agent, PublicBetting.start(rules), (everybody, everybody)):
        folded = mix.of_action(FOLD)
        for name in ("AA", "KK"):
            seen += reach[FIRST[name]] > MIN_REACH
            assert reach[FIRST[name]] <= MIN_REACH or folded[FIRST[name]] < 0.01, f"{name} at {betting.acpc}"
        if not betting.history[0]:
            assert folded[FIRST["AKs"]] == 0
            assert folded[FIRST["72o"]] == folded.max()
    assert seen > 20


@pytest.mark.parametrize(
    ("depth", "low", "high", "called"),
    [(100, 0.05, 0.15, ("AA", "KK", "QQ", "AKs")), (200, 0.03, 0.1, ("AA", "KK", "QQ"))],
)
@pytest.mark.parametrize("line", [(), (CALL,), (200,), (300,), (400,)])
def test_an_all_in_before_a_4_bet_is_never_made_and_answered_with_good_hands(
    line: tuple[int, ...], depth: int, low: float, high: float, called: tuple[str, ...]
) -> None:
    """The agent never goes all-in before a 4-bet, and calls such an all-in only with good hands.

    Only the last deals of the training include such all-ins, so that the agent learns the answers.
    """
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    betting = PublicBetting.start(games.cash_rules(depth))
    for action in line:
        betting = betting.child(action)
    assert betting.actor is not None
    made = agent.range_strategy(PublicState(betting.actor, (), betting))
    assert not any(betting.puts_all_in(action) for action in made.actions if action > CALL)
    shoved = betting.child(betting.rules.stacks[0])
    assert shoved.actor is not None
    calls = 1.0 - agent.range_strategy(PublicState(shoved.actor, (), shoved)).of_action(FOLD)
    assert low < calls.mean() < high
    assert min(calls[FIRST[name]] for name in called) > 0.85
    assert max(calls[FIRST[name]] for name in ("72o", "T2o", "J3o", "94o")) < 0.1


@pytest.mark.parametrize("depth", sorted(SHIPPED))
def test_an_odd_bet_or_raise_with_any_two_cards_does_not_win_at_once(depth: int) -> None:
    rules = HoldemRules(stacks=(100 * depth, 100 * depth))
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    menu = agent.blueprint(rules).tree.menu
    spots = sampled_spots(agent, rules, spots=24, seed=1)
    assert len(spots) == 48
    for decision in spots:
        for size, action in odd_sizes(menu, decision).items():
            assert decision.gain(agent, action) <= 0.0, f"{decision.public.betting.acpc}: {size}"


@pytest.mark.parametrize("stacks", [(3_000, 37_000), (37_000, 3_000)])
def test_a_shove_of_more_than_the_opponent_has_does_not_win_at_once(stacks: tuple[int, int]) -> None:
    agent = blueprint.load(SHIPPED[20], games.initial_state(games.HOLDEM))
    for decision in sampled_spots(agent, HoldemRules(stacks=stacks), spots=24, seed=1):
        all_in = decision.public.betting.max_raise_to
        assert all_in is not None
        assert decision.gain(agent, all_in) <= 0.0, decision.public.betting.acpc


@pytest.mark.parametrize("depth", sorted(SHIPPED))
@pytest.mark.parametrize("line", ["r200 r300", "r300 r900 r1500", "r300 c / board Qs7h2d c r600 r900"])
def test_known_small_raises_are_not_folded_to_beyond_their_price(depth: int, line: str) -> None:
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    played = parse_line(line, HoldemRules(stacks=(100 * depth, 100 * depth)))
    before, action = played.steps[-1]
    assert before.actor is not None
    theirs = np.ones(len(HANDS)) * unblocked_hands(played.dealt_board)
    for decision, own in observed_decisions(1 - before.actor, played.board, before):
        theirs *= agent.likelihood(decision, own)
    assert (
        Spot(PublicState(before.actor, tuple(played.dealt_board), before), theirs).gain(agent, action) <= 0.0
    )


ROOT = games.initial_state(games.HOLDEM)
FACING = spot("2c3d7s6s", "QsJh2h8d5c", CALL, CALL, CALL, CALL, CALL, CALL, 1_500, stacks=(20_000, 20_000))


def manifest(folder: Path, **config: str) -> Path:
    file = folder / "searcher.yaml"
    content = {"format": 1, "game": "holdem", "agent": "phased-search", "kind": "search", "config": config}
    file.write_text(yaml.safe_dump(content))
    return file


STRATEGIES = [("sound", "maniac"), ("expert-sound", "expert-tight"), ("rock", "random")]


@pytest.mark.parametrize(("own", "opposing"), STRATEGIES)
def test_it_plays_the_best_of_what_it_found(tmp_path: Path, own: str, opposing: str) -> None:
    agent = load(manifest(tmp_path, own=own, opposing=opposing), ROOT)
    info = FACING.information_state(1)
    search = agent.search(info, random.Random(0), Budget(work=20))
    assert list(search.steps())
    report = search.report()
    decision = agent.decide(info, random.Random(0), Budget(work=20))
    assert {FOLD, CALL} <= set(report.values)
    assert decision.action == report.best
    assert decision.strategy == {report.best: 1.0}


def test_where_one_action_is_advised_nothing_is_searched(tmp_path: Path) -> None:
    agent = load(manifest(tmp_path, own="sound", opposing="sound"), ROOT)
    first = spot("2c3d7s2h", "").information_state(1)
    assert agent.decide(first, random.Random(0)).action == FOLD
    assert agent.answers.hits == 0


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ({"own": "sound"}, "does not name its opposing strategy"),
        ({"own": "expert-wild", "opposing": "sound"}, "the experts are sound"),
        ({"own": "nobody", "opposing": "sound"}, "the characters are"),
        ({"own": "sound", "opposing": "network"}, "searcher.yaml lacks its searcher.npz"),
    ],
)
def test_a_strategy_that_there_is_not_is_refused_by_name(
    tmp_path: Path, config: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        load(manifest(tmp_path, **config), ROOT)


def test_the_one_that_ships_takes_the_expert_for_both() -> None:
    assert isinstance(catalog.load(games.HOLDEM, "search-expert"), PhasedSearchAgent)


FLOP = ("2c7dAsAh", CALL, CALL, "AdKc2h")
RIVER = (*FLOP, CALL, CALL, "9s", CALL, CALL, "3d")


def test_the_time_it_reports_is_that_of_the_whole_decision() -> None:
    """The reported time is the time of the whole decision.

    If the turn is not solved yet, a river decision takes two solves, and the time covers both.
    """
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    *reports, decision = agent.deliberate(played_spot(*RIVER), random.Random(0), Budget(seconds=1.0))
    assert isinstance(decision, Decision)
    seconds = []
    for report in reports:
        assert isinstance(report, Progress)
        assert report.seconds_left is not None
        if report.seconds_left > 0:
            assert report.seconds + report.seconds_left == pytest.approx(1.0)
        seconds.append(report.seconds)
    assert len(seconds) >= 4
    assert all(before <= after for before, after in pairwise(seconds))


def test_who_is_hurried_while_a_flop_is_prepared_plays_the_blueprint_at_once() -> None:
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    info, minute = played_spot(*FLOP), Budget(seconds=60.0)
    deciding = agent.deliberate(info, random.Random(0), minute)
    report = next(deciding)
    assert isinstance(report, Progress)
    assert (report.iteration, report.doing) == (0, PREPARING)
    agent.hurry()
    [decision] = deciding
    assert isinstance(decision, Decision)
    public = PublicState.of(info)
    found, trained = (one.range_strategy(public) for one in (agent.with_budget(minute), agent.trained))
    assert found.actions == trained.actions
    np.testing.assert_array_equal(found.shares, trained.shares)
