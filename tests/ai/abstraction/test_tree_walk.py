"""Following real hands through the tree: what is on the menu is found, what is not is taken for its neighbours."""

import random
from functools import cache

import pytest

from ai.abstraction.bet_menu import BetMenu, StreetMenu, load_menu
from ai.abstraction.betting_tree import BettingTree, build
from ai.abstraction.tree_walk import NO_NODE, TreeFollower, TreePlace, real_action, share_of_lower
from ai.algorithms.public_tree import DECISION
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting


@cache
def half_pot() -> BettingTree:
    return build(load_menu("half-pot"), 100)


def betting(*rounds: str, stack: int = 10_000, button: int | None = None) -> PublicBetting:
    """Return the betting after rounds of ACPC words; the button's stack is `stack` where it has no other."""
    now = PublicBetting.start(HoldemRules(stacks=(stack, button or stack)))
    for number, words in enumerate(rounds):
        if number:
            now = now.next_round()
        for word in words.split():
            now = now.child(int(word[1:]) if word[0] == "r" else "fc".index(word))
    return now


def committed(follower: TreeFollower, now: PublicBetting) -> dict[tuple[int, int], float]:
    tree = follower.tree
    return {
        tuple(tree.committed[place.node].tolist()): weight for place, weight in follower.places(now).items()
    }


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_that_keeps_to_the_menu_is_at_one_place_with_the_same_chips(seed: int) -> None:
    rng, follower = random.Random(seed), TreeFollower(half_pot())
    now, node = betting(), 0
    while half_pot().public.kind[node] == DECISION:
        assert follower.places(now) == {TreePlace(node): 1.0}
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
    found = committed(TreeFollower(half_pot()), betting("c c", "r250"))
    assert found == {(200, 100): pytest.approx(3 / 7), (300, 100): pytest.approx(4 / 7)}


def test_a_bet_below_the_smallest_size_may_count_as_a_check_where_the_opponent_may_act_then() -> None:
    follower = TreeFollower(half_pot())
    assert committed(follower, betting("c c", "r200", stack=10_000)) == {(200, 100): 1.0}
    smaller = committed(follower, betting("r300 c", "r400"))
    assert set(smaller) == {(300, 300), (600, 300)}


def test_a_raise_below_the_smallest_size_may_count_as_a_call_which_is_not_folded_to() -> None:
    """The raise from 600 to 900 is a quarter of the pot after a call; the smallest on the menu is half of it."""
    follower = TreeFollower(half_pot())
    now = betting("r300 c", "r600 r900")
    called, raised = sorted(follower.places(now), key=lambda place: place.unbet)[::-1]
    assert {called.node} == {raised.node}
    assert called.unbet > raised.unbet == NO_NODE
    assert (
        follower.places(now)[raised]
        == pytest.approx(1 - share_of_lower(0.25, 0.0, 0.5))
        == pytest.approx(0.6)
    )
    after = committed(follower, now.child(CALL).next_round())
    assert after == {(600, 600): pytest.approx(0.4), (1_200, 1_200): pytest.approx(0.6)}


@pytest.mark.parametrize("size", [0.02, 0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("to_call", [0.0, 0.3, 1.0])
def test_translated_folds_to_a_small_raise_keep_the_price(size: float, to_call: float) -> None:
    """Into a pot of 1, `to_call` of it from the opponent; the smallest raise is the pot after a call."""
    pot_called = 1 + to_call

    def break_even(of_size: float) -> float:
        cost = to_call + of_size * pot_called
        return cost / (cost + 1)

    counted_as_smallest = 1 - share_of_lower(size, 0.0, 1.0)
    assert counted_as_smallest * break_even(1.0) <= break_even(size) + 1e-12


def test_one_chip_less_than_all_in_counts_almost_as_all_in() -> None:
    follower = TreeFollower(half_pot())
    assert committed(follower, betting("r10000")) == {(100, 10_000): 1.0}
    one_less = committed(follower, betting("r9999"))
    assert one_less[(100, 10_000)] > 0.999


def test_all_in_with_a_deeper_stack_is_all_in() -> None:
    assert committed(TreeFollower(half_pot()), betting("r30000", stack=30_000)) == {(100, 10_000): 1.0}


def test_all_in_with_a_shorter_stack_is_one_size_among_the_others() -> None:
    found = committed(TreeFollower(half_pot()), betting("r1000", stack=1_000))
    assert set(found) == {(100, 300), (100, 10_000)}


def test_a_bet_beyond_the_opponent_s_stack_counts_as_a_bet_of_all_of_it() -> None:
    follower = TreeFollower(half_pot())
    of_more = committed(follower, betting("r10000", stack=1_000, button=10_000))
    assert of_more == committed(follower, betting("r1000", stack=1_000, button=10_000))
    assert of_more == committed(follower, betting("r1000", stack=1_000))


def test_where_the_tree_has_ended_the_street_begins_anew_with_a_like_ratio_of_stack_to_pot() -> None:
    """A call of 6,000 of 40,000 chips is all-in in a tree of 2,000 and not at the table."""
    follower = TreeFollower(build(load_menu("half-pot"), 20))
    now = betting("r2500 r6000 c", stack=40_000).next_round()
    assert follower.tree.public.round[next(iter(follower.places(now))).node] == 1
    assert sum(follower.places(now).values()) == pytest.approx(1)


def test_a_raise_that_the_tree_does_not_know_leaves_no_place() -> None:
    no_raises = StreetMenu((), 0, all_in=False)
    follower = TreeFollower(build(BetMenu((no_raises,) * 4), 20))
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
