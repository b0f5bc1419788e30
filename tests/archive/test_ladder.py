"""The ladder: its order, when an opponent is beaten, and that luck alone beats nobody."""

import math
import random

import pytest

from game.agent_entries import AgentEntry, Strength
from game.archive.ladder import (
    HELD,
    MIN_HANDS,
    RISK,
    UNLOST,
    Climb,
    Ladder,
    Rung,
    RungResult,
    always_ci95,
    build_rungs,
    hands_to_go,
    newly_beaten,
)
from game.archive.statistics import Tally
from game.rules import games


def entry(name: str, mean: float | None, **more: object) -> AgentEntry:
    strength = None if mean is None else Strength("exploitability", mean, None, None, None)
    return AgentEntry(name, games.KUHN_POKER, "solved", "", strength, **more)  # type: ignore[arg-type]


def climbed(game: str, nets: list[float], bar: float = 0.0) -> RungResult:
    climb = Climb(game, Rung("somebody", bar))
    for number, net in enumerate(nets):
        climb.take(net, number % 2)
    return climb.result()


def ladder(*beaten: bool) -> Ladder:
    rungs = [RungResult(Rung(f"agent-{place}"), beaten=one) for place, one in enumerate(beaten)]
    return Ladder(games.KUHN_POKER, tuple(rungs))


def test_the_rungs_are_the_measured_agents_of_the_game_in_the_order_of_the_catalogue() -> None:
    entries = [entry("weak", 0.4), entry("strong", 0.1), entry("new", None), entry("run-1@30", 0.1)]
    other = AgentEntry("ada", games.TIC_TAC_TOE, "learned", "", Strength("lost lines", 1, None, None, None))
    assert build_rungs(games.KUHN_POKER, [*entries, other]) == (Rung("weak"), Rung("strong"))


def test_who_can_hardly_be_beaten_is_held_by_losing_little() -> None:
    assert build_rungs(games.KUHN_POKER, [entry("solved", 0.0)]) == (Rung("solved", -HELD),)


def test_agents_that_play_together_are_one_rung() -> None:
    both = [entry(f"b-{depth}", 0.1, family="b", stage="all", depth=depth) for depth in (20, 200)]
    assert build_rungs(games.KUHN_POKER, both) == (Rung("b-200"),)


def test_the_interval_is_that_of_the_paper() -> None:
    tally = Tally()
    for net in [1.0, -1.0] * 100:
        tally.add(net)
    rate = (-2 * math.log(RISK) + math.log(-2 * math.log(RISK)) + 1) / (2 * MIN_HANDS[games.HOLDEM])
    deviation = math.sqrt(200 / 199)
    inner = 2 * (200 * rate + 1) / (200**2 * rate) * math.log(math.sqrt(200 * rate + 1) / RISK)
    assert always_ci95(games.HOLDEM, tally) == pytest.approx(deviation * math.sqrt(inner))
    assert always_ci95(games.HOLDEM, Tally()) is None


def test_luck_alone_beats_nobody_however_often_one_looks() -> None:
    """Of 100 players who are as good as their opponent one in 40 is ever found ahead; usually far more."""
    found = plainly = 0
    for seed in range(100):
        rng = random.Random(seed)
        climb, tally, ahead = Climb(games.KUHN_POKER, Rung("equal")), Tally(), False
        for number in range(500):
            net = rng.choice([-2.0, -1.0, 1.0, 2.0])
            climb.take(net, number % 2)
            tally.add(net)
            ahead = ahead or (number >= 30 and tally.mean - (tally.ci95 or 0.0) > 0)
        found += climb.beaten
        plainly += ahead
    assert found <= 100 * RISK / 2
    assert plainly > 100 * RISK


def test_a_better_player_is_found_out_and_stays_so() -> None:
    rng = random.Random(1)
    won = [rng.gauss(0.3, 1.0) for _ in range(500)]
    first = climbed(games.KUHN_POKER, won)
    assert first.beaten
    assert MIN_HANDS[games.KUHN_POKER] <= first.hands < 500
    assert climbed(games.KUHN_POKER, won + [-5.0] * 500) == first


def test_few_hands_beat_nobody_however_clear_they_are() -> None:
    few = MIN_HANDS[games.KUHN_POKER] - 1
    assert not climbed(games.KUHN_POKER, [1.0] * few).beaten
    assert climbed(games.KUHN_POKER, [1.0] * (few + 1)).beaten


def test_the_bar_is_what_the_interval_must_lie_above() -> None:
    small_losses = [-0.01, 0.0] * 50
    assert not climbed(games.KUHN_POKER, small_losses).beaten
    assert climbed(games.KUHN_POKER, small_losses, bar=-HELD).beaten
    assert not climbed(games.KUHN_POKER, [-0.2, 0.0] * 50, bar=-HELD).beaten


def test_what_is_short_is_the_way_from_the_interval_to_the_bar() -> None:
    found = climbed(games.KUHN_POKER, [1.0, -1.0] * 10)
    assert found.ci95 is not None
    assert found.short == pytest.approx(found.ci95 - found.mean)
    assert climbed(games.KUHN_POKER, [1.0]).short is None


@pytest.mark.parametrize(
    ("nets", "beaten"),
    [
        ([0.0] * (2 * UNLOST), True),
        ([0.0] * (2 * UNLOST - 1), False),
        ([0.0, -1.0] * (2 * UNLOST), False),
        ([-1.0] + [0.0, 1.0] * (UNLOST - 1) + [0.0], False),
        ([-1.0, 1.0] + [0.0, 1.0] * UNLOST, True),
    ],
    ids=["unlost", "too few", "lost as O", "one short as X", "after a loss"],
)
def test_at_tic_tac_toe_games_in_a_row_as_either_player_must_not_be_lost(
    nets: list[float], beaten: bool
) -> None:
    assert climbed(games.TIC_TAC_TOE, nets).beaten is beaten


@pytest.mark.parametrize("hands", [10, 60])
def test_the_hands_to_go_are_those_after_which_the_same_results_beat(hands: int) -> None:
    nets = [1.0, -0.8] * 1000
    found = climbed(games.KUHN_POKER, nets[:hands])
    left = hands_to_go(games.KUHN_POKER, found)
    assert left is not None
    beaten = climbed(games.KUHN_POKER, nets)
    assert beaten.beaten
    assert hands + left == pytest.approx(beaten.hands, rel=0.15)


def test_who_is_behind_or_has_no_interval_is_told_no_hands_to_go() -> None:
    assert hands_to_go(games.KUHN_POKER, climbed(games.KUHN_POKER, [-1.0, 0.8] * 20)) is None
    assert hands_to_go(games.KUHN_POKER, climbed(games.KUHN_POKER, [1.0])) is None
    assert hands_to_go(games.KUHN_POKER, climbed(games.KUHN_POKER, [1.0, -0.99999] * 20)) is None


def test_the_strongest_who_is_beaten_counts_for_all_below() -> None:
    found = ladder(False, True, False, False)
    assert found.climbed == 2
    assert found.next == found.rungs[2]
    assert ladder(False, False).climbed == 0
    assert ladder(True, True).next is None


def test_who_was_beaten_since_is_told_once_and_nothing_where_nothing_was_known() -> None:
    before, after = ladder(True, False, False), ladder(True, True, False)
    assert newly_beaten(before, after) == [after.rungs[1]]
    assert not newly_beaten(after, after)
    assert not newly_beaten(None, after)
