"""The flattened betting beside the plain rules, its size counted beforehand, and menus that are too large."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction.bet_menu import MAX_RAISES, BetMenu, StreetMenu, load_menu
from ai.abstraction.betting_tree import BettingTree, build, check_memory, size
from ai.algorithms.public_tree import DECISION, FOLD, SHOWDOWN, Layout
from game.core import BadInput
from game.rules.betting import Street
from tests.ai.abstraction.plain_tree import PlainNode, plain_tree

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
    """Compare a subtree; return how many nodes it has."""
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
        for street in (one_bet, StreetMenu(((1.0,),), 1, all_in=False))
    )
    for tree, answers in ((with_all_in, 3), (without, 2)):
        raised = tree.children(0)[2]
        assert tree.committed[raised].tolist() == [100, 300]
        assert len(tree.children(raised)) == answers


def test_a_size_that_commits_the_stack_is_all_in() -> None:
    street = StreetMenu(((1.0, 4.0),), 1, all_in=False)
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
