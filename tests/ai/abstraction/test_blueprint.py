"""Blueprints in play: after any bet, the strategy of a hand agrees with the strategy of its range."""

import random
from functools import cache

import numpy as np
import pytest

from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import BettingTree, build
from ai.abstraction.blueprint import Blueprint
from ai.abstraction.tree_walk import real_action
from ai.algorithms.mccfr import MCCFR
from ai.algorithms.mccfr_kernel import CERTAIN
from ai.algorithms.public_tree import DECISION, Layout
from ai.hands.combos import hand_index, unblocked_hands
from ai.hands.range_strategy import ActionLikelihood, PublicState, action_likelihood
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState
from tests.ai.abstraction.oracles import StrengthBuckets

CARDS = StrengthBuckets()
ROOT = PublicBetting.start(HoldemRules(stacks=(1_000, 1_000)))


@cache
def tree() -> BettingTree:
    return build(load_menu("half-pot"), 10)


@pytest.fixture(scope="module")
def trained() -> Blueprint:
    training = MCCFR(tree().public, CARDS.counts, unit=0.01)
    training.learn(CARDS, 4_000)
    return Blueprint(tree(), training.layout, training.average(), CARDS)


def spots() -> list[PublicState]:
    """Return decisions before and on the flop, some of them after bets that are not on the bet menu."""
    flop = ROOT.child(CALL).child(CALL).next_round()
    board = parse("QsJh2h")
    return [
        PublicState(1, (), ROOT),
        PublicState(0, (), ROOT.child(230)),
        PublicState(0, board, flop),
        PublicState(1, board, flop.child(273)),
        PublicState(1, board, flop.child(1_000)),
    ]


@pytest.mark.parametrize("public", spots(), ids=lambda public: public.betting.acpc or "root")
def test_every_hand_has_a_legal_mix_that_is_its_own_strategy(trained: Blueprint, public: PublicState) -> None:
    mix = trained.range_strategy(public)
    left = unblocked_hands(public.board)
    assert set(mix.actions) <= set(public.betting.legal_actions())
    assert mix.shares[left].sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not mix.shares[~left].any()
    for index in random.Random(0).sample(np.flatnonzero(left).tolist(), 8):
        own = trained.strategy(public.with_hand(index))
        row = dict(zip(mix.actions, mix.shares[index].tolist(), strict=True))
        assert own == pytest.approx({action: share for action, share in row.items() if share > 0}, abs=1e-6)


@pytest.mark.parametrize("public", spots(), ids=lambda public: public.betting.acpc or "root")
def test_what_is_seen_is_as_likely_as_it_is_played(trained: Blueprint, public: PublicState) -> None:
    assert isinstance(trained, ActionLikelihood)
    mix = trained.range_strategy(public)
    on_menu = action_likelihood(trained, public, CALL)
    assert on_menu == pytest.approx(mix.of_action(CALL), abs=1e-5)
    assert on_menu.dtype == np.float32


def test_an_odd_bet_is_likely_where_its_neighbours_are(trained: Blueprint) -> None:
    odd = trained.likelihood(PublicState(1, (), ROOT), 260)
    around = [trained.range_strategy(PublicState(1, (), ROOT)).of_action(to) for to in (200, 300)]
    assert (odd <= np.maximum(*around) + 1e-5).all()
    assert odd.sum() > 0


def test_aces_are_not_folded_before_the_flop(trained: Blueprint) -> None:
    info = HoldemInformationState(1, parse("AsAh"), (), ROOT)
    assert trained.strategy(info).get(FOLD, 0) < 0.05


def test_what_the_training_never_saw_is_folded_or_checked() -> None:
    layout = Layout.of(tree().public, CARDS.counts)
    blank = Blueprint(tree(), layout, np.zeros(layout.entries, np.uint8), CARDS)
    assert blank.range_strategy(PublicState(1, (), ROOT)).actions == (FOLD,)
    checked = ROOT.child(CALL)
    assert blank.range_strategy(PublicState(0, (), checked)).actions == (CALL,)


@pytest.mark.parametrize(
    "choices", [(), (1,), (1, 0), (2, 1), (1, 0, 1), (1, 0, 0, 0), (1, 0, 0, 0, 0, 0, 1)]
)
def test_what_is_measured_is_what_is_played(trained: Blueprint, choices: tuple[int, ...]) -> None:
    """At the table, every hand plays the strategy that `effective_strategy` has for the hand's bucket."""
    tree, betting, node = trained.tree, ROOT, 0
    for choice in choices:
        node = tree.children(node)[choice]
        betting = betting.child(real_action(betting, float(tree.fraction[node])))
        betting = betting if betting.actor is not None else betting.next_round()
    assert betting.actor is not None
    board = parse("QsJh2h8d5c")[: (0, 3, 4, 5)[betting.street]]
    mixes = trained.range_strategy(PublicState(betting.actor, board, betting))
    actions = [real_action(betting, float(tree.fraction[child])) for child in tree.children(node)]
    sets = trained.layout.rows(tree.public, node)[:, None] + np.arange(len(actions))
    shares = trained.effective_strategy()[sets] / CERTAIN
    for index in np.flatnonzero(unblocked_hands(board)):
        at_the_table = dict(zip(mixes.actions, mixes.shares[index].tolist(), strict=True))
        measured = dict.fromkeys(mixes.actions, 0.0)
        for action, share in zip(actions, shares[trained.buckets(board)[index]], strict=True):
            measured[action] = measured.get(action, 0.0) + share
        assert measured == pytest.approx(
            {action: at_the_table.get(action, 0) for action in measured}, abs=0.01
        )


def test_shares_in_fifteenths_are_played_as_in_bytes_and_what_was_never_seen_for_certain() -> None:
    layout = Layout.of(tree().public, CARDS.counts)
    fifteenths = np.zeros(layout.entries, np.uint8)
    for row in layout.rows(tree().public, 0):
        fifteenths[row : row + 3] = (0, 10, 5)
    one, other = (
        Blueprint(tree(), layout, shares.astype(np.uint8), CARDS).effective_strategy()
        for shares in (fifteenths, 17 * fifteenths)
    )
    assert (one == other).all()
    for node in np.flatnonzero(tree().public.kind == DECISION).tolist():
        actions = int(tree().public.actions[node])
        sums = one[layout.rows(tree().public, node)[:, None] + np.arange(actions)].sum(axis=1)
        assert set(sums.tolist()) == {CERTAIN}


def test_a_share_that_is_only_a_remnant_is_left_out() -> None:
    layout = Layout.of(tree().public, CARDS.counts)
    shares = np.zeros(layout.entries, np.uint8)
    for row in layout.rows(tree().public, 0):
        shares[row : row + 3] = (3, 150, 102)
    mix = Blueprint(tree(), layout, shares, CARDS).range_strategy(PublicState(1, (), ROOT))
    assert FOLD not in mix.actions
    assert mix.shares[hand_index(parse("AsAh"))].tolist() == pytest.approx([150 / 252, 102 / 252], abs=1e-4)


def test_a_hand_at_several_places_bets_the_sizes_of_the_likeliest(trained: Blueprint) -> None:
    """Against a bet between two sizes of the tree, the agent has the raises that follow the more likely size.

    A bet of 130 into 200 may count as a half-pot bet or as a pot-sized bet. In the tree, different raises follow
    these two bets.
    """
    flop = ROOT.child(CALL).child(CALL).next_round()
    public = PublicState(1, parse("QsJh2h"), flop.child(230))
    assert len(trained._follower.places(public.betting)) == 2
    raises = [action for action in trained.range_strategy(public).actions if action > CALL]
    assert len(raises) <= 3
