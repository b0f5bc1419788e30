"""What ships as near equilibrium plays with sense before the flop."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from ai import catalog
from ai.agents import blueprint
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import CLASS_NAMES, CLASSES, HANDS, left_by
from ai.hands.range_strategy import PublicState, RangeMix, observed_decisions
from game.match.betting_line import parse_line
from game.rules import games
from game.rules.betting import FOLD, HoldemRules, PublicBetting, Street
from tests.benchmarks.small_raises import Spot, odd_sizes, sampled_spots

LEAST_REACH = 1e-3

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
    """Yield all decisions before the flop that the agent comes to with any hand: its reach and what it does."""
    player = betting.actor
    if player is None or betting.street != Street.PREFLOP:
        return
    mix = agent.range_strategy(PublicState(player, (), betting))
    yield betting, reach[player], mix
    for action in set(mix.actions) - {FOLD}:
        own = reach[player] * mix.of_action(action)
        if own.max() > LEAST_REACH:
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
            seen += reach[FIRST[name]] > LEAST_REACH
            assert reach[FIRST[name]] <= LEAST_REACH or folded[FIRST[name]] < 0.01, (
                f"{name} at {betting.acpc}"
            )
        if not betting.history[0]:
            assert folded[FIRST["AKs"]] == 0
            assert folded[FIRST["72o"]] == folded.max()
    assert seen > 20


@pytest.mark.parametrize("depth", sorted(SHIPPED))
def test_an_odd_bet_or_raise_with_any_two_cards_does_not_win_at_once(depth: int) -> None:
    rules = HoldemRules(stacks=(100 * depth, 100 * depth))
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    menu = agent.blueprint(rules).tree.menu
    spots = sampled_spots(agent, rules, spots=24, seed=1)
    assert len(spots) == 48
    for spot in spots:
        for size, action in odd_sizes(menu, spot).items():
            assert spot.gain(agent, action) <= 0.0, f"{spot.public.betting.acpc}: {size}"


@pytest.mark.parametrize("stacks", [(3_000, 37_000), (37_000, 3_000)])
def test_a_shove_of_more_than_the_opponent_has_does_not_win_at_once(stacks: tuple[int, int]) -> None:
    agent = blueprint.load(SHIPPED[20], games.initial_state(games.HOLDEM))
    for spot in sampled_spots(agent, HoldemRules(stacks=stacks), spots=24, seed=1):
        all_in = spot.public.betting.max_raise_to
        assert all_in is not None
        assert spot.gain(agent, all_in) <= 0.0, spot.public.betting.acpc


@pytest.mark.parametrize("depth", sorted(SHIPPED))
@pytest.mark.parametrize("line", ["r200 r300", "r300 r900 r1500", "r300 c / board Qs7h2d c r600 r900"])
def test_known_small_raises_are_not_folded_to_beyond_their_price(depth: int, line: str) -> None:
    agent = blueprint.load(SHIPPED[depth], games.initial_state(games.HOLDEM))
    played = parse_line(line, HoldemRules(stacks=(100 * depth, 100 * depth)))
    before, action = played.steps[-1]
    assert before.actor is not None
    theirs = np.ones(len(HANDS)) * left_by(played.shown)
    for decision, own in observed_decisions(1 - before.actor, played.board, before):
        theirs *= agent.likelihood(decision, own)
    assert Spot(PublicState(before.actor, tuple(played.shown), before), theirs).gain(agent, action) <= 0.0
