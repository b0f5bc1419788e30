"""The tree against the plain search, and spots that are worked out by hand."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, Floats, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix
from ai.search.answers import StrategyCache
from ai.search.phased_tree import PhasedNode, PhasedTree, Role, candidates
from game.rules.holdem import BUTTON, CALL, FOLD, HoldemState
from tests.ai.search.plain_tree import Bold, plain_values
from tests.ai.search.spots import spot, weighted

RIVER = "QsJh2h8d5c"
FEW = weighted(QdQc=1.0, AdKd=2.0, Th9h=0.5, **{"7s6s": 1.5, "8s8c": 1.0, "AcJc": 1.0, "4c3c": 3.0})


def tree_of(
    state: HoldemState, weights: Floats, strategy: Bold | None = None, *, follows: bool = False
) -> PhasedTree:
    player = state.current_player()
    strategy = strategy or Bold()
    held = weights * left_by((*state.hole[player], *state.board))
    public = PublicState(player, state.board, state.betting)
    answers, hand = StrategyCache(strategy, strategy), place_of(state.hole[player])
    return PhasedTree(answers, public, hand, held, follows=follows)


def unfold(tree: PhasedTree, root: PhasedNode) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_open and node.weight > 0:
            waiting.extend(tree.expand(node))


def as_hands(weights: Floats) -> dict[tuple[int, int], float]:
    return {HANDS[place]: float(weights[place]) for place in np.flatnonzero(weights)}


@pytest.mark.parametrize("own", ["AsAh", "Jd9d", "Kc7d"])
@pytest.mark.parametrize("bet", [(), (300,)])
@pytest.mark.parametrize("follows", [False, True])
def test_a_river_is_worth_what_the_plain_search_finds(own: str, bet: tuple[int, ...], follows: bool) -> None:
    dealt = own + "2c3d" if not bet else "2c3d" + own
    state = spot(dealt, RIVER, CALL, CALL, CALL, CALL, CALL, CALL, *bet)
    tree = tree_of(state, FEW, follows=follows)
    unfold(tree, tree.root)
    assert tree.values() == pytest.approx(plain_values(state, Bold(), as_hands(FEW), follows=follows))


@pytest.mark.parametrize("follows", [False, True])
def test_a_turn_with_all_its_rivers_is_worth_what_the_plain_search_finds(follows: bool) -> None:
    few = weighted(QdQc=1.0, **{"7s6s": 1.5})
    state = spot("JdTd2c3d", RIVER[:8], CALL, CALL, CALL, CALL, stacks=(300, 300))
    tree = tree_of(state, few, follows=follows)
    unfold(tree, tree.root)
    known = {*state.hole[0], *state.board}
    for end in list(tree.closed()):
        for card in set(range(52)) - known:
            unfold(tree, tree.deal(end, (card,)))
    tree.passes = 46
    assert tree.values() == pytest.approx(plain_values(state, Bold(), as_hands(few), follows=follows))


def test_an_all_in_before_the_river_is_the_share_of_all_run_outs() -> None:
    state = spot("AsAh2c3d", RIVER[:8], CALL, CALL, CALL, CALL, stacks=(150, 150))
    tree = tree_of(state, weighted(KdKc=1.0))
    unfold(tree, tree.root)
    shown = tree.root.children[150].children[CALL]
    assert shown.role is Role.SHOWN
    assert tree.value(shown) / shown.weight == pytest.approx(150 * (2 * 42 / 44 - 1))


class Polar:
    """On the river bets the pot with its aces, and every other hand half the time; never raises, never folds."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(left_by(public.board))
        if public.betting.to_call:
            return RangeMix.of({CALL: np.ones(len(hands))}, hands)
        bets = np.where(np.isin(hands, [place_of(hand) for hand in HANDS if hand == (12, 25)]), 1.0, 0.5)
        return RangeMix.of({CALL: 1 - bets, public.betting.pot // 2 + public.betting.pot: bets}, hands)


def test_checking_to_somebody_who_bluffs_is_worth_what_paper_says() -> None:
    """We hold kings, first to act, pot 200. Against aces (weight 1) we lose, against a missed draw (3) we win.

    Bets of 200 come with all aces and half the draws: calling wins 300 with 1.5 / 2.5 and loses 300 with 1 / 2.5,
    so +60, against -100 for a fold. Checked draws (1.5) lose us nothing and bring 100.
    """
    state = spot("KdKc2c3d", RIVER, CALL, CALL, CALL, CALL, CALL, CALL)
    tree = tree_of(state, weighted(AsAh=1.0, Tc7c=3.0), Polar())
    unfold(tree, tree.root)
    facing = tree.root.children[CALL].children[300]
    assert {action: tree.value(child) / 2.5 for action, child in facing.children.items()} == pytest.approx(
        {FOLD: -100, CALL: 60}
    )
    assert tree.values()[CALL] == pytest.approx((2.5 * 60 + 1.5 * 100) / 4)


def test_we_branch_as_our_strategy_advises_and_late_in_the_hand_also_passively() -> None:
    early = spot("AsKh2c3d", RIVER[:6], CALL, CALL, 200)
    late = spot("AsKh2cAd", RIVER, CALL, CALL, CALL, CALL, CALL, CALL, 300)
    found = []
    for state in (early, late):
        public = PublicState.of(state.information_state(BUTTON))
        found.append(candidates(StrategyCache(Bold(), Bold()), public, place_of(state.hole[BUTTON])))
    assert found == [[FOLD, CALL, 400], [FOLD, CALL, 600]]


def test_hands_that_hold_a_sampled_card_get_no_further() -> None:
    tree = tree_of(spot("AsKh2c3d", RIVER[:8], CALL, CALL, CALL, CALL), FEW)
    unfold(tree, tree.root)
    end = next(tree.closed())
    begun = tree.deal(end, (51 - 26,))
    assert begun.weight <= end.weight
    assert not begun.reach[[place for place, hand in enumerate(HANDS) if 25 in hand]].any()
