"""Following real hands through the tree: what is on the menu is found, what is not is taken for its neighbours."""

import random
from functools import cache

import pytest

from ai.abstraction.bet_menu import BetMenu, StreetMenu, named
from ai.abstraction.betting_tree import BettingTree, build
from ai.abstraction.following import Follower, real_action
from ai.algorithms.public_tree import DECISION
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting


@cache
def half_pot() -> BettingTree:
    return build(named("half-pot"), 100)


def betting(*rounds: str, stack: int = 10_000) -> PublicBetting:
    """Return the betting after rounds of ACPC words."""
    now = PublicBetting.start(HoldemRules(stacks=(stack, stack)))
    for number, words in enumerate(rounds):
        if number:
            now = now.next_round()
        for word in words.split():
            now = now.child(int(word[1:]) if word[0] == "r" else "fc".index(word))
    return now


def committed(follower: Follower, now: PublicBetting) -> dict[tuple[int, int], float]:
    tree = follower.tree
    return {tuple(tree.committed[node].tolist()): weight for node, weight in follower.places(now).items()}


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_that_keeps_to_the_menu_is_at_one_place_with_the_same_chips(seed: int) -> None:
    rng, follower = random.Random(seed), Follower(half_pot())
    now, node = betting(), 0
    while half_pot().public.kind[node] == DECISION:
        assert follower.places(now) == {node: 1.0}
        child = rng.choice(
            [one for one in half_pot().children(node) if half_pot().public.kind[one] == DECISION] or [-1]
        )
        if child < 0:
            break
        now = now.child(real_action(now, float(half_pot().fraction[child])))
        if now.actor is None:
            now = now.next_round()
        node = child
        assert tuple(half_pot().committed[node]) == now.committed


def test_a_bet_between_two_sizes_is_taken_for_both() -> None:
    """Into a pot of 200: 150 is three quarters, between a half and the whole pot."""
    found = committed(Follower(half_pot()), betting("c c", "r250"))
    assert found == {(200, 100): pytest.approx(3 / 7), (300, 100): pytest.approx(4 / 7)}


def test_a_bet_smaller_than_all_may_be_taken_for_a_check_but_a_raise_not() -> None:
    follower = Follower(half_pot())
    small_bet = committed(follower, betting("c c", "r200", stack=10_000))
    assert small_bet == {(200, 100): 1.0}
    smaller = committed(follower, betting("r300 c", "r400"))
    assert set(smaller) == {(300, 300), (600, 300)}
    raised = committed(follower, betting("r300 c", "r600 r900"))
    assert set(raised) == {(600, 1200)}


def test_all_in_is_all_in_at_any_depth() -> None:
    for stack in (5_000, 10_000, 30_000):
        assert committed(Follower(half_pot()), betting(f"r{stack}", stack=stack)) == {(100, 10_000): 1.0}


def test_where_the_tree_has_ended_the_street_begins_anew_with_a_like_ratio_of_stack_to_pot() -> None:
    """A call of 6,000 of 40,000 chips is all-in in a tree of 2,000 and not at the table."""
    follower = Follower(build(named("half-pot"), 20))
    now = betting("r2500 r6000 c", stack=40_000).next_round()
    assert follower.tree.public.round[next(iter(follower.places(now)))] == 1
    assert sum(follower.places(now).values()) == pytest.approx(1)


def test_a_raise_that_the_tree_does_not_know_leaves_no_place() -> None:
    no_raises = StreetMenu((), 0, all_in=False)
    follower = Follower(build(BetMenu((no_raises,) * 4), 20))
    assert follower.places(betting("c r300")) == {}
    assert len(follower.places(betting("c"))) == 1


def test_what_the_tree_advises_is_legal_at_the_table() -> None:
    facing_all_in = betting("r10000")
    assert [real_action(facing_all_in, fraction) for fraction in (-1.0, 0.0, 1.0)] == [FOLD, CALL, CALL]
    unopened = betting("c c").next_round()
    assert [real_action(unopened, fraction) for fraction in (-1.0, 0.0, 1.0, float("inf"))] == [
        1,
        1,
        300,
        10_000,
    ]
