"""What is said of a trained response: what it shows, or how much longer it would have to learn."""

from ai.commands.measuring import verdict
from ai.evaluation.trained_response import ResponseResult


def test_a_response_that_wins_bounds_the_best_one() -> None:
    assert "at least as much there" in verdict(ResponseResult(57.3, 29.5, 819_200, 300.0, 0.0002), 1_000_000)


def test_one_that_may_have_won_by_chance_shows_nothing() -> None:
    sentence = verdict(ResponseResult(5.0, 31.0, 819_200, 300.0, 0.0002), 1_000_000)
    assert sentence.startswith("Chance alone could give that. Train it on more deals: 5,000,000")


def test_one_that_wins_nothing_is_told_from_how_many_deals_to_learn_and_how_long_that_takes() -> None:
    sentence = verdict(ResponseResult(-54.4, 31.6, 819_200, 12.0, 0.0003), 20_000)
    assert sentence.endswith("1,000,000 for each seat take about 5 minutes here.")
    assert "5,000,000 for each seat" in verdict(ResponseResult(-1.0, 30.0, 819_200, 300.0, 0.0002), 1_000_000)
    assert sentence.count("minute") == 1


def test_what_takes_no_time_is_said_to_take_a_minute() -> None:
    assert verdict(ResponseResult(0.0, 1.0, 2, 0.1, 1e-8), 900_000).endswith("about 1 minute here.")
