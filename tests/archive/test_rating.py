"""The ratings of agents in a league."""

import pytest

from game.archive.rating import Rating, rate_in_league, standing


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
