"""The betting tree, action translation, deals, and minimum defence frequencies."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction import card_deals
from ai.abstraction.bet_menu import MAX_RAISES, BetMenu, StreetMenu, load_menu
from ai.abstraction.betting_tree import BettingTree, build, check_memory, size
from ai.abstraction.blueprint import Blueprint, break_even_folds, defence_shares
from ai.abstraction.card_abstraction import CardAbstraction, Tables
from ai.abstraction.card_deals import CardDealer
from ai.abstraction.isomorphism import cells
from ai.abstraction.tree_walk import NO_NODE, TreeFollower, TreePlace, real_action, share_of_lower
from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import DECISION, FOLD, SHOWDOWN, Layout
from ai.hands.combos import HANDS, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState
from game.core import BadInput
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.betting import FOLD as BETTING_FOLD
from game.rules.cards import parse
from game.rules.hand_rank import rank
from tests.ai.abstraction.oracles import PlainNode, StrengthBuckets, plain_tree

BUCKETS = (169, 200, 200, 200)

fractions = st.lists(st.sampled_from([0.25, 0.33, 0.5, 0.75, 1.0, 1.5, 3.0]), max_size=2, unique=True)
street_menus = st.builds(
    StreetMenu,
    st.lists(fractions.map(lambda sizes: tuple(sorted(sizes))), max_size=2).map(tuple),
    st.integers(0, 2),
    st.booleans(),
)
menus = st.builds(
    BetMenu,
    st.tuples(street_menus, street_menus, street_menus, street_menus),
    st.sampled_from([0.4, 0.75, 1.0]),
)


def assert_same(tree: BettingTree, node: int, plain: PlainNode) -> int:
    """Check that a subtree equals the plain tree. Return the number of nodes in the subtree."""
    public, betting = tree.public, plain.betting
    assert tuple(tree.committed[node]) == betting.committed or betting.folded is not None
    assert public.stake[node] == min(betting.committed)
    assert tree.fraction[node] == np.float32(plain.fraction)
    if plain.children:
        assert public.kind[node] == DECISION
        assert (public.player[node], public.round[node]) == (betting.actor, betting.street)
    elif betting.folded is None:
        assert public.kind[node] == SHOWDOWN
    else:
        assert (public.kind[node], public.player[node]) == (FOLD, betting.folded)
    children = tree.children(node)
    assert len(children) == len(plain.children)
    return 1 + sum(assert_same(tree, *both) for both in zip(children, plain.children, strict=True))


@settings(max_examples=15, deadline=None)
@given(menus, st.integers(1, 10))
def test_the_tree_is_the_one_of_the_plain_rules(menu: BetMenu, depth: int) -> None:
    tree = build(menu, depth)
    assert assert_same(tree, 0, plain_tree(menu, depth)) == len(tree.public) == size(menu, depth).nodes


def test_the_shipped_menu_at_twenty_big_blinds_is_the_tree_of_the_plain_rules() -> None:
    menu = load_menu("half-pot")
    tree = build(menu, 20)
    assert assert_same(tree, 0, plain_tree(menu, 20)) == len(tree.public)


def test_the_entries_counted_beforehand_are_those_laid_out() -> None:
    menu = load_menu("half-pot")
    counted, layout = size(menu, 50), Layout.of(build(menu, 50).public, BUCKETS)
    assert (counted.entries == layout.lengths).all()
    assert layout.entries == (counted.entries * np.array(BUCKETS)).sum()


def test_no_two_information_sets_share_an_entry() -> None:
    tree = build(load_menu("half-pot"), 5)
    layout = Layout.of(tree.public, (3, 4, 5, 6))
    used = np.zeros(layout.entries, np.int64)
    for node in np.flatnonzero(tree.public.kind == DECISION):
        for entry in layout.rows(tree.public, int(node)):
            used[entry : entry + tree.public.actions[node]] += 1
    assert (used == 1).all()


def test_after_the_cap_all_in_is_left_where_the_menu_has_it() -> None:
    one_bet = StreetMenu(((1.0,),), 1)
    with_all_in, without = (
        build(BetMenu((street, one_bet, one_bet, one_bet)), 100)
        for street in (one_bet, StreetMenu(((1.0,),), 1, all_in=0))
    )
    for tree, answers in ((with_all_in, 3), (without, 2)):
        raised = tree.children(0)[2]
        assert tree.committed[raised].tolist() == [100, 300]
        assert len(tree.children(raised)) == answers


def test_all_ins_before_the_raise_that_the_menu_names_are_only_answered() -> None:
    street = StreetMenu(((1.0,),), 4, all_in=3)
    later = StreetMenu((), 0)
    tree = build(BetMenu((street, later, later, later)), 100)
    early = tree.early_all_ins()
    lines = {tuple(tree.committed[tree.children(node)[action]].tolist()) for node, action in early}
    assert lines == {(100, 10_000), (10_000, 100), (10_000, 300), (300, 10_000)}
    assert all(tree.fraction[tree.children(node)[action]] == np.inf for node, action in early)
    assert tree.early_all_ins() == build(tree.menu, 100).early_all_ins()
    assert not build(BetMenu((StreetMenu(((1.0,),), 4), later, later, later)), 100).early_all_ins()


def test_a_size_that_commits_the_stack_is_all_in() -> None:
    street = StreetMenu(((1.0, 4.0),), 1, all_in=0)
    tree = build(BetMenu((street, street, street, street), commit=0.75), 12)
    assert [tree.committed[child].max() for child in tree.children(0)] == [100, 100, 300, 1200]


def test_a_menu_that_exceeds_the_memory_is_refused_by_how_much() -> None:
    with pytest.raises(BadInput, match=r"needs 219 MB, 169 MB beyond the 50 MB allowed"):
        check_memory(load_menu("half-pot"), 100, BUCKETS, 50)
    check_memory(load_menu("half-pot"), 100, BUCKETS, 220)


def test_a_menu_beyond_any_memory_is_refused_before_it_is_counted_to_the_end() -> None:
    street = StreetMenu(((0.1, 0.2, 0.3, 0.4, 0.5, 0.6),), MAX_RAISES)
    menu = BetMenu((street,) * 4)
    with pytest.raises(BadInput, match=r"needs more than [\d,]+ MB, more than [\d,]+ MB beyond the 4,000 MB"):
        check_memory(menu, 200, BUCKETS, 4_000)
    with pytest.raises(BadInput, match="more than 10,000,000 nodes at 200 big blinds"):
        build(menu, 200)


def test_a_depth_below_one_big_blind_is_no_stack() -> None:
    with pytest.raises(BadInput, match="at least 1"):
        size(load_menu("half-pot"), 0)


def test_a_layout_wants_as_many_bucket_counts_as_rounds() -> None:
    with pytest.raises(BadInput, match="3 bucket counts do not fit 4 rounds"):
        Layout.of(build(load_menu("half-pot"), 5).public, (1, 2, 3))


def test_all_streets_are_played() -> None:
    assert build(load_menu("half-pot"), 20).public.rounds == len(Street)


@cache
def half_pot() -> BettingTree:
    return build(load_menu("half-pot"), 100)


def betting(*rounds: str, stack: int = 10_000, button: int | None = None) -> PublicBetting:
    """Return the betting after `rounds` in ACPC notation.

    Both players have `stack` chips. If `button` is given, the player on the button has `button` chips
    instead.
    """
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
        tuple(tree.committed[index.node].tolist()): weight for index, weight in follower.places(now).items()
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
    found = committed(TreeFollower(half_pot()), betting("c c", "r250"))
    assert found == {(200, 100): pytest.approx(3 / 7), (300, 100): pytest.approx(4 / 7)}


def test_a_bet_below_the_smallest_size_may_count_as_a_check_where_the_opponent_may_act_then() -> None:
    follower = TreeFollower(half_pot())
    assert committed(follower, betting("c c", "r200", stack=10_000)) == {(200, 100): 1.0}
    smaller = committed(follower, betting("r300 c", "r400"))
    assert set(smaller) == {(300, 300), (600, 300)}


def test_a_raise_below_the_smallest_size_may_count_as_a_call_which_is_not_folded_to() -> None:
    """A raise from 600 to 900 counts partly as a call and partly as the smallest raise of the menu.

    The raise adds 300 chips to a pot that is 1,200 after a call, so its size is a quarter of the pot. The
    smallest raise on the menu is half the pot.
    """
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
    """The fold frequency against a small raise must not exceed the frequency at which a bluff breaks even.

    A raise of `size` pots counts partly as a call and partly as the smallest raise of the tree, which is
    pot-sized. The pot before the raise is 1 and includes the opponent's bet of `to_call`.
    """
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
    """If the tree has ended in an all-in, the next street uses a tree node with a similar stack-to-pot ratio.

    A call of 6,000 is all-in in a tree with stacks of 2,000. At the table, the stacks are 40,000.
    """
    follower = TreeFollower(build(load_menu("half-pot"), 20))
    now = betting("r2500 r6000 c", stack=40_000).next_round()
    assert follower.tree.public.round[next(iter(follower.places(now))).node] == 1
    assert sum(follower.places(now).values()) == pytest.approx(1)


def test_a_raise_that_the_tree_does_not_know_leaves_no_place() -> None:
    no_raises = StreetMenu((), 0, all_in=0)
    follower = TreeFollower(build(BetMenu((no_raises,) * 4), 20))
    assert follower.places(betting("c r300")) == {}
    assert len(follower.places(betting("c"))) == 1


def test_what_the_tree_advises_is_legal_at_the_table() -> None:
    facing_all_in = betting("r10000")
    assert [real_action(facing_all_in, fraction) for fraction in (-1.0, 0.0, 1.0)] == [
        BETTING_FOLD,
        CALL,
        CALL,
    ]
    unopened = betting("c c").next_round()
    assert [real_action(unopened, fraction) for fraction in (-1.0, 0.0, 1.0, float("inf"))] == [
        1,
        1,
        300,
        10_000,
    ]


@pytest.fixture(scope="module")
def dealer() -> CardDealer:
    rng = np.random.default_rng(0)
    flop, turn, river = (rng.integers(0, 50, cells(cards), np.uint8) for cards in (3, 4, 5))
    return CardDealer(CardAbstraction((169, 50, 50, 50), Tables(flop, turn, river), "random"))


def draw_deals(number: int, seed: int) -> np.ndarray:
    """Deal `number` hands from a seed.

    Return for each deal the cards of both hands, then the board, uint8[number, 9].
    """
    counter = np.array([Dice(seed).counter], np.uint64)
    found = np.empty((number, 9), np.uint8)
    for cards in found:
        card_deals._draw(cards, counter)
    return found


def test_buckets_and_results_are_those_of_the_cards(dealer: CardDealer) -> None:
    deals, dealt = dealer.deal(60, Dice(5)), draw_deals(60, 5)
    for number, cards in enumerate(dealt.tolist()):
        one, other, board = cards[:2], cards[2:4], cards[4:]
        for player, hand in enumerate((one, other)):
            known = [dealer.cards.bucket(hand, board[:shown]) for shown in (0, 3, 4, 5)]
            assert deals.buckets[number, player].tolist() == known
        ranks = rank((*one, *board)), rank((*other, *board))
        assert deals.results[number] == np.sign(ranks[1] - ranks[0])


def test_nine_different_cards_are_drawn_and_all_come_alike() -> None:
    dealt = draw_deals(20_000, 1)
    assert all(len(set(cards)) == 9 for cards in dealt[:500].tolist())
    counts = Counter(dealt.ravel().tolist())
    assert len(counts) == 52
    assert max(abs(count - 20_000 * 9 / 52) for count in counts.values()) < 5 * (20_000 * 9 / 52) ** 0.5


def test_the_dice_go_on_where_the_last_deals_ended(dealer: CardDealer) -> None:
    dice = Dice(9)
    parts = [dealer.deal(10, dice) for _ in range(2)]
    whole = dealer.deal(20, Dice(9))
    assert np.array_equal(np.concatenate([part.buckets for part in parts]), whole.buckets)
    assert np.array_equal(np.concatenate([part.results for part in parts]), whole.results)


BOARD = parse("QsJh2h8d5c")
EVERY = np.ones(len(HANDS))
ROOT = PublicBetting.start(HoldemRules())


def test_a_bet_of_half_the_pot_breaks_even_where_a_third_folds() -> None:
    flop = ROOT.child(CALL).child(CALL).next_round()
    assert break_even_folds(flop, 200) == pytest.approx(1 / 3)


def test_a_raise_pays_the_call_as_well() -> None:
    assert break_even_folds(ROOT.child(200), 600) == pytest.approx(500 / 800)


def test_chips_that_the_opponent_cannot_match_cost_nothing() -> None:
    """An all-in risks only the chips that the opponent can match.

    An all-in of 19,000 into a pot of 2,000 risks only 1,000 chips, because the opponent has no more.
    """
    deep_button = PublicBetting.start(HoldemRules(stacks=(2_000, 20_000)))
    flop = deep_button.child(CALL).child(CALL).next_round().child(1_000).child(CALL).next_round()
    turn = flop.child(CALL)
    assert turn.pot == 2_000
    assert break_even_folds(turn, 20_000) == break_even_folds(turn, 2_000) == pytest.approx(1 / 3)


@pytest.mark.parametrize("most", [0.1, 0.4, 0.9])
def test_the_strongest_of_the_folding_hands_call_until_the_range_folds_as_often_as_allowed(
    most: float,
) -> None:
    left = unblocked_hands(BOARD)
    shares = defence_shares(EVERY, EVERY, BOARD, most)
    folds = EVERY * (1 - shares)
    assert folds[left].mean() == pytest.approx(most, abs=1e-5)
    assert shares[hand_index(parse("Td9d"))] == 1
    assert shares[hand_index(parse("4d3d"))] == 0


def test_a_range_that_folds_little_enough_is_left_alone() -> None:
    assert not defence_shares(EVERY * 0.3, EVERY, BOARD, 0.4).any()


def test_only_hands_that_are_held_count() -> None:
    nuts = np.zeros(len(HANDS))
    nuts[hand_index(parse("Td9d"))] = 1.0
    nuts[hand_index(parse("4d3d"))] = 1.0
    shares = defence_shares(EVERY, nuts, BOARD, 0.75)
    assert shares[hand_index(parse("Td9d"))] == pytest.approx(0.5, abs=1e-5)
    assert shares[hand_index(parse("4d3d"))] == 0


def test_a_range_that_is_empty_counts_as_every_hand() -> None:
    assert defence_shares(EVERY, 0 * EVERY, BOARD, 0.5).any()


def test_a_blueprint_that_always_folds_answers_a_raise_as_the_price_asks() -> None:
    cards, tree = StrengthBuckets(), build(load_menu("half-pot"), 10)
    layout = Layout.of(tree.public, cards.counts)
    always_folds = Blueprint(tree, layout, np.zeros(layout.entries, np.uint8), cards)
    raised = PublicBetting.start(HoldemRules(stacks=(1_000, 1_000))).child(200).child(400)
    mix = always_folds.range_strategy(PublicState(1, (), raised))
    folds = mix.of_action(BETTING_FOLD).mean()
    assert folds == pytest.approx(break_even_folds(ROOT.child(200), 400), abs=1e-5)
