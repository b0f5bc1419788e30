"""The ladder of opponents, the player's rung on the ladder, and the rating."""

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import catalog
from ai.features import ladder as requests
from ai.features.history import luck_of_hand
from ai.steps import run_to_end
from game.agent_entries import AgentEntry, Strength
from game.archive import rating
from game.archive.hands import PlayedHand, of
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
from game.archive.rating import (
    AGENT_DEVIATION,
    FIRST_DEVIATION,
    PERFORMANCE_DEVIATION,
    EvenMatch,
    Rating,
    even_opponent,
    rate_in_league,
    standing,
)
from game.archive.statistics import Tally
from game.archive.store import Archive
from game.core import Progress
from game.match.series import play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.ladder import AskLadder


def entry(name: str, mean: float | None, **more: object) -> AgentEntry:
    strength = None if mean is None else Strength("exploitability", mean, None, None, None)
    return AgentEntry(name, games.KUHN_POKER, "solved", "", strength, **more)  # type: ignore[arg-type]


def climb_rung(game: str, nets: list[float], bar: float = 0.0) -> RungResult:
    climb = Climb(game, Rung("somebody", bar))
    for number, net in enumerate(nets):
        climb.take(net, number % 2)
    return climb.result()


def ladder(*beaten: bool) -> Ladder:
    rungs = [RungResult(Rung(f"agent-{index}"), beaten=one) for index, one in enumerate(beaten)]
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
    """However often the results are checked, luck alone does not make a player seem better than the opponent.

    All 100 players are exactly as good as the opponent. At most one player in 40 may ever seem better.
    """
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
    first = climb_rung(games.KUHN_POKER, won)
    assert first.beaten
    assert MIN_HANDS[games.KUHN_POKER] <= first.hands < 500
    assert climb_rung(games.KUHN_POKER, won + [-5.0] * 500) == first


def test_few_hands_beat_nobody_however_clear_they_are() -> None:
    few = MIN_HANDS[games.KUHN_POKER] - 1
    assert not climb_rung(games.KUHN_POKER, [1.0] * few).beaten
    assert climb_rung(games.KUHN_POKER, [1.0] * (few + 1)).beaten


def test_the_bar_is_what_the_interval_must_lie_above() -> None:
    small_losses = [-0.01, 0.0] * 50
    assert not climb_rung(games.KUHN_POKER, small_losses).beaten
    assert climb_rung(games.KUHN_POKER, small_losses, bar=-HELD).beaten
    assert not climb_rung(games.KUHN_POKER, [-0.2, 0.0] * 50, bar=-HELD).beaten


def test_the_worst_likely_result_is_the_lower_end_of_the_interval() -> None:
    found = climb_rung(games.KUHN_POKER, [1.0, -1.0] * 10)
    assert found.ci95 is not None
    assert found.worst == pytest.approx(found.mean - found.ci95)
    assert climb_rung(games.KUHN_POKER, [1.0]).worst is None


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
    assert climb_rung(games.TIC_TAC_TOE, nets).beaten is beaten


@pytest.mark.parametrize("hands", [10, 60])
def test_the_hands_to_go_are_those_after_which_the_same_results_beat(hands: int) -> None:
    nets = [1.0, -0.8] * 1000
    found = climb_rung(games.KUHN_POKER, nets[:hands])
    left = hands_to_go(games.KUHN_POKER, found)
    assert left is not None
    beaten = climb_rung(games.KUHN_POKER, nets)
    assert beaten.beaten
    assert hands + left == pytest.approx(beaten.hands, rel=0.15)


def test_who_is_behind_or_has_no_interval_is_told_no_hands_to_go() -> None:
    assert hands_to_go(games.KUHN_POKER, climb_rung(games.KUHN_POKER, [-1.0, 0.8] * 20)) is None
    assert hands_to_go(games.KUHN_POKER, climb_rung(games.KUHN_POKER, [1.0])) is None
    assert hands_to_go(games.KUHN_POKER, climb_rung(games.KUHN_POKER, [1.0, 1.01])) is None, "too early"
    assert hands_to_go(games.KUHN_POKER, climb_rung(games.KUHN_POKER, [1.0, -0.99999] * 20)) is None
    assert hands_to_go(games.TIC_TAC_TOE, climb_rung(games.TIC_TAC_TOE, [1.0, 0.0, 1.0])) is None


def test_the_strongest_who_is_beaten_counts_for_all_below() -> None:
    found = ladder(False, True, False, False)
    assert found.rungs_beaten == 2
    assert found.next == found.rungs[2]
    assert ladder(False, False).rungs_beaten == 0
    assert ladder(True, True).next is None


def test_who_was_beaten_since_is_told_once_and_nothing_where_nothing_was_known() -> None:
    before, after = ladder(True, False, False), ladder(True, True, False)
    assert newly_beaten(before, after) == [after.rungs[1]]
    assert not newly_beaten(after, after)
    assert not newly_beaten(None, after)


AGENTS = ("random", "child", "expert", "perfect")


def test_at_first_the_rating_is_1500_and_wide_open() -> None:
    found = standing("tic-tac-toe", {}, AGENTS)
    assert (found.own.value, found.hands) == (1500, 0)
    assert found.own.ci95 == pytest.approx(1.96 * 350)
    assert list(found.agents.values()) == [1200, 1400, 1600, 1800]
    assert even_opponent(found, AGENTS) is None


def test_two_hundred_points_more_are_expected_to_win_three_of_four() -> None:
    own = rating.Standing(rating.Rating(1700, 0), {"a": 1500, "b": 1700}, 100)
    assert own.expected("a") == pytest.approx(0.76, abs=0.01)  # Elo (1978): 200 points, one class
    assert own.expected("b") == 0.5


def test_winning_raises_and_losing_lowers() -> None:
    won, lost = (standing("tic-tac-toe", {"expert": (20, net)}, AGENTS) for net in (20, -20))
    assert won.own.value > 1600
    assert lost.own.value < 1500
    assert won.agents["expert"] < 1600 < lost.agents["expert"]


def test_more_hands_make_the_interval_narrower() -> None:
    widths = [
        standing("holdem", {"expert": (hands, 0.0)}, AGENTS).own.ci95 for hands in (0, 1, 100, 1000, 100_000)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 1.96 * AGENT_DEVIATION * 0.9, "no surer than the agent's own place is"


def test_who_draws_with_the_perfect_player_and_beats_the_others_is_proposed_the_perfect_one() -> None:
    scores = {"random": (30, 27.0), "child": (30, 20.0), "perfect": (30, 0.0)}
    found = standing("tic-tac-toe", scores, AGENTS)
    assert even_opponent(found, AGENTS) == EvenMatch("perfect", "perfect")
    assert found.expected("random") > 0.85


def test_who_loses_to_all_but_the_weakest_is_proposed_the_weakest() -> None:
    scores = {"random": (30, 3.0), "child": (30, -25.0), "expert": (30, -29.0)}
    assert even_opponent(standing("tic-tac-toe", scores, AGENTS), AGENTS) == EvenMatch("random", "random")


def test_nobody_is_proposed_before_ten_hands_and_where_nobody_is_near() -> None:
    assert even_opponent(standing("tic-tac-toe", {"child": (9, 0.0)}, AGENTS), AGENTS) is None
    far_above = standing("tic-tac-toe", dict.fromkeys(AGENTS, (500, 500.0)), AGENTS)
    assert even_opponent(far_above, AGENTS) is None


@pytest.mark.parametrize("blinds", [-2_000.0, -200.0, 0.0, 200.0, 2_000.0])
@pytest.mark.parametrize("hands", [10, 20, 50, 99])
def test_a_few_hands_of_luck_move_nobody_to_another_opponent(blinds: float, hands: int) -> None:
    """Fewer than 100 hands do not suggest another opponent, even if every hand wins or loses 10 big blinds."""
    for agent in ("child", "perfect"):
        found = standing("holdem", {agent: (hands, max(-10.0 * hands, min(10.0 * hands, blinds)))}, AGENTS)
        assert even_opponent(found, AGENTS) is None


def test_clear_results_move_the_match_by_one_rung_only() -> None:
    crushed = standing("holdem", {"random": (5_000, 40_000.0)}, AGENTS)
    assert even_opponent(crushed, AGENTS) == EvenMatch("child", "random")
    crushing = standing("holdem", {"perfect": (5_000, -40_000.0)}, AGENTS)
    assert even_opponent(crushing, AGENTS) == EvenMatch("expert", "perfect")


def test_an_opponent_tried_for_a_moment_does_not_take_the_place_of_the_one_that_was_met() -> None:
    scores = {"child": (500, 0.0), "perfect": (5, 150.0)}
    match = even_opponent(standing("holdem", scores, AGENTS), AGENTS)
    assert match is not None
    assert match.basis == "child"


def test_only_those_who_are_asked_about_are_proposed() -> None:
    found = standing("tic-tac-toe", {"child": (40, 0.0)}, AGENTS)
    assert even_opponent(found, AGENTS) == EvenMatch("child", "child")
    assert even_opponent(found, ["somebody", "perfect"]) is None


def test_an_agent_trained_here_begins_in_the_middle_and_moves_nobody_else() -> None:
    alone = standing("tic-tac-toe", {"child": (20, 5.0)}, AGENTS)
    beside = standing("tic-tac-toe", {"child": (20, 5.0)}, AGENTS, ["mine", "child"])
    assert beside.agents == {**alone.agents, "mine": 1500}
    assert beside.own == alone.own
    assert standing("tic-tac-toe", {"mine": (20, 20.0)}, AGENTS, ["mine"]).own.value > 1600


@pytest.mark.parametrize("game", games.NAMES)
@given(data=st.data())
def test_the_posterior_is_that_of_the_whole_linear_model(game: str, data: st.DataObject) -> None:
    """The posterior must equal a matrix computation for the joint normal distribution of all ratings."""
    scores = {
        name: (data.draw(st.integers(1, 2000)), data.draw(st.floats(-500, 500)))
        for name in data.draw(st.sets(st.sampled_from(AGENTS)))
    }
    found = standing(game, scores, AGENTS)
    precision = np.diag([FIRST_DEVIATION**-2, *[AGENT_DEVIATION**-2] * len(AGENTS)])
    weighted = precision @ np.array([1500.0, 1200.0, 1400.0, 1600.0, 1800.0])
    sitting, deviation = rating.SITTING_HANDS[game], rating.HAND_DEVIATION[game]
    for name, (hands, total) in scores.items():
        row = np.zeros(1 + len(AGENTS))
        row[0], row[1 + AGENTS.index(name)] = 1, -1
        certainty = hands / sitting / PERFORMANCE_DEVIATION**2
        seen = PERFORMANCE_DEVIATION * math.sqrt(sitting) * total / hands / deviation
        precision += certainty * np.outer(row, row)
        weighted += certainty * seen * row
    covariance = np.linalg.inv(precision)
    means = covariance @ weighted
    assert [found.own.value, *found.agents.values()] == pytest.approx(list(means), rel=1e-6, abs=1e-6)
    assert found.own.ci95 == pytest.approx(1.96 * math.sqrt(covariance[0, 0]))


WEAK, NEXT = Rung("uniform"), Rung("vesper-3")


def play_hands(game: str, person: str, against: str, hands: int, **more: Any) -> list[PlayedHand]:
    """Return hands of the agent `person` in the person's seat against the agent `against`, one second apart."""
    agents = catalog.load(game, person), catalog.load(game, against)
    session = Session(TableSpec(game, ("you", against), seed=3, **more))
    found = []
    for number in range(hands):
        if number:
            session.next_hand()
        for _ in play_hand(session, agents):
            pass
        found.append(of(session, 1_790_000_000.0 + number))
    return found


def keep(folder: Path, hands: list[PlayedHand]) -> None:
    archive = Archive(folder)
    for hand in hands:
        archive.append(hand)


def get_ladder(game: str, *rungs: Rung) -> Ladder:
    *reports, found = requests.ask_ladder(AskLadder(game, rungs))
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Ladder)
    return found


def test_nothing_was_played(user_folder: Path) -> None:
    found = get_ladder(games.HOLDEM, Rung("station"))
    assert [rung.hands for rung in found.rungs] == [0]


def test_hands_count_without_their_luck_in_the_order_in_which_they_were_played(user_folder: Path) -> None:
    hands = play_hands(games.KUHN_POKER, "equilibrium", "uniform", 60)
    keep(user_folder, hands)
    climb = Climb(games.KUHN_POKER, WEAK)
    for number, hand in enumerate(hands):
        climb.take(run_to_end(luck_of_hand(hand)).adjusted, number % 2)
    found = get_ladder(games.KUHN_POKER, WEAK, NEXT)
    assert found.rungs[0] == climb.result()
    assert found.rungs[0].beaten
    assert found.next == found.rungs[1]
    assert found.rungs[1].hands == 0


@pytest.mark.parametrize("how", ["taught", "tutored", "duplicate", "played again", "watched"])
def test_hands_with_help_and_hands_of_others_do_not_count(how: str, user_folder: Path) -> None:
    hands = play_hands(games.KUHN_POKER, "equilibrium", "uniform", 3)
    if how == "taught":
        hands = [replace(hand, spec=replace(hand.spec, teaching=True)) for hand in hands]
    elif how == "tutored":
        hands = [replace(hand, spec=replace(hand.spec, teaching=True, tutor=True)) for hand in hands]
    elif how == "duplicate":
        hands = [replace(hand, spec=replace(hand.spec, duplicate=True)) for hand in hands]
    elif how == "watched":
        hands = [replace(hand, spec=replace(hand.spec, seats=("honest", "uniform"))) for hand in hands]
    else:
        hands = [one for hand in hands for one in (hand, replace(hand, at=hand.at + 0.5))]
    keep(user_folder, hands)
    assert get_ladder(games.KUHN_POKER, WEAK).rungs[0].hands == 0


def test_tic_tac_toe_tells_the_player_of_x_from_that_of_o(user_folder: Path) -> None:
    keep(user_folder, play_hands(games.TIC_TAC_TOE, "perfect", "random", 2 * UNLOST, first="seat-0"))
    found = get_ladder(games.TIC_TAC_TOE, Rung("random"))
    assert not found.rungs[0].beaten
    assert found.rungs[0].unlost == (2 * UNLOST, 0)
    keep(user_folder, play_hands(games.TIC_TAC_TOE, "perfect", "random", UNLOST, first="seat-1"))
    assert get_ladder(games.TIC_TAC_TOE, Rung("random")).rungs[0].beaten


def test_a_hand_that_cannot_be_played_again_is_left_out(user_folder: Path) -> None:
    good, bad = play_hands(games.KUHN_POKER, "equilibrium", "uniform", 2)
    keep(user_folder, [good, replace(bad, actions=(0, 0, 0), decisions=())])
    assert get_ladder(games.KUHN_POKER, WEAK).rungs[0].hands == 1


def test_who_was_beaten_stays_beaten_however_many_hands_follow(user_folder: Path) -> None:
    won = play_hands(games.KUHN_POKER, "equilibrium", "uniform", 60)
    keep(user_folder, won)
    before = get_ladder(games.KUHN_POKER, WEAK)
    assert before.rungs[0].beaten
    lost = [
        replace(hand, at=hand.at + 1000) for hand in play_hands(games.KUHN_POKER, "uniform", "uniform", 600)
    ]
    keep(user_folder, lost)
    assert get_ladder(games.KUHN_POKER, WEAK) == before


def test_the_answer_is_the_same_each_time(user_folder: Path) -> None:
    keep(user_folder, play_hands(games.KUHN_POKER, "honest", "vesper-3", 40))
    assert get_ladder(games.KUHN_POKER, NEXT) == get_ladder(games.KUHN_POKER, NEXT)


def test_an_agent_that_wins_as_much_as_it_loses_has_1500() -> None:
    rating = rate_in_league("holdem", [(400, 100.0, 50.0), (400, -100.0, 50.0)])
    assert rating is not None
    assert rating.value == 1_500


def test_a_margin_of_a_deviation_of_a_sitting_is_a_lead_of_283_points() -> None:
    hands, deviation = 10_000, 5_000.0
    ci95 = 1.96 * deviation / hands**0.5
    winner = rate_in_league("holdem", [(hands, deviation / 10, ci95)])
    loser = rate_in_league("holdem", [(hands, -deviation / 10, ci95)])
    assert winner is not None
    assert loser is not None
    assert winner.value - loser.value == pytest.approx(283, abs=1)
    assert winner.ci95 == pytest.approx(28, abs=1), "of 100 sittings: a tenth of a deviation each way, halved"


def test_pairs_that_share_their_luck_widen_the_interval() -> None:
    results = [(400, 100.0, 30.0), (400, 50.0, 40.0)]
    alone, together = (rate_in_league("holdem", results, field) for field in (None, 50.0))
    assert alone is not None
    assert together is not None
    assert together.ci95 == pytest.approx(2 * alone.ci95), "25 for independent pairs"
    assert together.value == alone.value


def test_a_result_without_an_interval_gives_no_rating() -> None:
    assert rate_in_league("holdem", [(400, 100.0, 0.0)]) is None
    assert rate_in_league("holdem", []) is None


def test_two_ratings_are_apart_beyond_the_interval_of_their_difference() -> None:
    assert Rating(1_550, 30).is_apart(Rating(1_500, 30))
    assert not Rating(1_540, 30).is_apart(Rating(1_500, 30))


def test_the_player_is_rated_on_the_scale_of_the_league() -> None:
    plain = standing("holdem", {}, ["weak", "strong"])
    rated = standing("holdem", {}, ["weak", "strong"], rated={"strong": 1_610})
    assert (plain.agents["strong"], rated.agents["strong"], rated.agents["weak"]) == (1_800, 1_610, 1_200)
