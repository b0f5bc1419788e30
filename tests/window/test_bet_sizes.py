"""The sizes that stand ready: named as players name them, always legal, never twice the same amount."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.tables.holdem.bet_panel import bet_sizes, usual_size


def hand(*actions: int, blinds: tuple[int, int] = (50, 100), stack: int = 20_000) -> PublicBetting:
    betting = PublicBetting.start(HoldemRules(*blinds, (stack, stack)))
    for action in actions:
        betting = betting.child(action)
    return betting


def flop(pot_each: int, stack: int = 20_000) -> PublicBetting:
    return hand(pot_each, CALL, stack=stack).next_round()


def named(betting: PublicBetting) -> list[tuple[str, int]]:
    return [(size.name, size.raise_to) for size in bet_sizes(betting)]


def test_an_open_is_2_or_2_and_a_half_or_3_big_blinds() -> None:
    assert named(hand()) == [("blinds 2", 200), ("blinds 5/2", 250), ("blinds 3", 300), ("all_in", 20_000)]
    assert usual_size(hand()) == 200


def test_a_raise_over_a_limp_is_counted_in_big_blinds() -> None:
    assert [raise_to for _, raise_to in named(hand(CALL))] == [300, 400, 500, 20_000]


def test_a_re_raise_is_a_multiple_of_the_raise() -> None:
    assert named(hand(200)) == [("times 5/2", 500), ("times 3", 600), ("times 4", 800), ("all_in", 20_000)]
    assert [raise_to for _, raise_to in named(hand(200, 600))] == [1320, 1500, 1800, 20_000]
    assert usual_size(hand(200)) == 600


@pytest.mark.parametrize(("place", "on_street"), [(0, 200), (1, 300), (2, 400), (3, 600)])
def test_a_part_of_the_pot_is_a_round_amount(place: int, on_street: int) -> None:
    assert bet_sizes(flop(311))[place].raise_to == 311 + on_street


def test_parts_of_the_pot_below_the_smallest_raise_are_offered_once_as_that_raise() -> None:
    betting = flop(200).child(900)
    assert named(betting)[:3] == [("least", 1600), ("pot 1/2", 1800), ("pot 2/3", 2100)]


def test_what_would_take_the_shorter_stack_is_left_to_all_in() -> None:
    assert [name for name, _ in named(flop(311, stack=733))] == ["pot 1/3", "pot 1/2", "pot 2/3", "all_in"]


@given(st.integers(1, 60), st.integers(0, 60), st.integers(2, 400), st.lists(st.integers(0, 9), max_size=12))
def test_every_size_is_legal_and_no_amount_stands_twice(
    small: int, more: int, big_blinds: int, choices: list[int]
) -> None:
    big = small + more
    betting = PublicBetting.start(HoldemRules(small, big, (big * big_blinds, big * (big_blinds + 3))))
    for choice in choices:
        if betting.actor is None:
            if betting.folded is not None or betting.is_all_in or betting.street == 3:
                break
            betting = betting.next_round()
        amounts = [size.raise_to for size in bet_sizes(betting)]
        assert amounts == sorted(set(amounts))
        assert all(amount in betting.legal_actions() for amount in amounts)
        assert len(amounts) <= 5
        assert usual_size(betting) in (*amounts, 0)
        betting = betting.child(amounts[choice % len(amounts)] if amounts and choice else CALL)


def test_no_raise_no_size() -> None:
    assert bet_sizes(hand(20_000)) == ()
    assert usual_size(hand(20_000)) == 0
