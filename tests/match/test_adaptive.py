"""When the level of an opponent follows the results, and that it does not go to and fro."""

import random
from itertools import pairwise

import pytest

from game.core import BadInput
from game.match.session import Session
from game.match.table_spec import GO_ON, HANDS_STEP, TURN_BACK, Adaptive, TableSpec, change_of_level
from game.rules import games

LEAST = HANDS_STEP[games.HOLDEM]


def results(standard_errors: float, count: int = 3 * LEAST) -> list[float]:
    """Return results whose mean lies so many standard errors above zero, about."""
    shift = standard_errors / (count - 1) ** 0.5
    return [shift + (1.0 if place % 2 else -1.0) for place in range(count)]


@pytest.mark.parametrize(
    ("standard_errors", "last", "change"),
    [
        (GO_ON + 0.1, "on", "up"),
        (GO_ON - 0.1, "on", ""),
        (-GO_ON - 0.1, "on", "down"),
        (GO_ON + 0.1, "up", "up"),
        (GO_ON + 0.1, "down", ""),
        (TURN_BACK - 0.1, "down", ""),
        (TURN_BACK + 0.1, "down", "up"),
        (-GO_ON - 0.1, "up", ""),
        (-TURN_BACK - 0.1, "up", "down"),
    ],
)
def test_to_turn_back_takes_clearer_results_than_to_go_on(
    standard_errors: float, last: Adaptive, change: str
) -> None:
    assert change_of_level(games.HOLDEM, results(standard_errors), last) == change


def test_a_few_hands_change_nothing_however_clear_they_are() -> None:
    assert change_of_level(games.HOLDEM, [50.0] * (LEAST - 1), "on") == ""
    assert change_of_level(games.HOLDEM, [50.0] * LEAST, "on") == "up"


def test_draws_alone_change_nothing() -> None:
    assert change_of_level(games.TIC_TAC_TOE, [0.0] * 96, "on") == ""


def changes(seed: int, hands: int, *, steady: bool) -> list[str]:
    """Return how the level changed for a player who is even with everybody."""
    rng, last, nets, found = random.Random(seed), "on", [], []
    for _ in range(hands):
        nets.append(rng.gauss(0.0, 1.0))
        change = change_of_level(games.HOLDEM, nets, last if steady else "on")  # type: ignore[arg-type]
        if change:
            found.append(change)
            last, nets = change, []
    return found


def test_an_even_player_is_sent_to_and_fro_less_often_than_without_the_second_threshold() -> None:
    def turns(*, steady: bool) -> int:
        every = [changes(seed, 600, steady=steady) for seed in range(20)]
        return sum(one != other for found in every for one, other in pairwise(found))

    assert turns(steady=True) < 0.6 * turns(steady=False)


def test_chance_moves_half_of_the_even_players_and_few_of_them_both_ways() -> None:
    every = [changes(seed, 200, steady=True) for seed in range(200)]
    assert sum(map(bool, every)) <= 120
    assert sum(len(set(found)) > 1 for found in every) <= 20


@pytest.mark.parametrize(
    "more",
    [{"form": "match"}, {"duplicate": True}, {"teaching": True}, {"teaching": True, "tutor": True}],
    ids=["match", "duplicate", "teaching", "tutor"],
)
def test_a_level_follows_only_at_serious_tables(more: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="serious hands"):
        TableSpec("holdem", ("you", "rock"), adaptive="on", **more)  # type: ignore[arg-type]


def test_another_word_is_refused() -> None:
    with pytest.raises(BadInput, match="no way in which a level follows"):
        TableSpec("holdem", ("you", "rock"), adaptive="sideways")  # type: ignore[arg-type]


def test_a_table_keeps_how_its_level_changed() -> None:
    spec = TableSpec("kuhn-poker", ("you", "honest"), adaptive="down", skip=7)
    assert TableSpec.from_dict(spec.to_dict()) == spec
    assert TableSpec.from_dict({"game": "kuhn-poker", "seats": ["you", "honest"]}).adaptive == ""


def test_a_session_that_passes_over_hands_is_read_back_with_its_numbers() -> None:
    session = Session(TableSpec("kuhn-poker", ("you", "honest"), seed=3, skip=7))
    while session.seat_to_act is not None:
        session.act(0)
    session.next_hand()
    again = Session.from_dict(session.to_dict())
    assert again.results == session.results
    assert [result.number for result in again.results] == [8]
    assert again.hand_number == 9
