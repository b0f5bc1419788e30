import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ai.knowledge.decisions import (
    ALL_IN,
    CALLS,
    FOLDS,
    LARGE,
    MEDIUM,
    SMALL,
    action_class,
    class_action,
    legal_classes,
    sum_raises,
)
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from tests.ai.knowledge.tables import at


def test_a_raise_is_measured_by_the_pot_after_the_call():
    first_in = at("").betting  # 150 in the pot, 50 to call: a pot-sized raise is to 300
    assert first_in.fraction_of(300) == 1.0
    assert [action_class(first_in, to) for to in (FOLD, CALL, 200, 300, 320, 321, 20_000)] == [
        FOLDS,
        CALLS,
        SMALL,
        MEDIUM,
        MEDIUM,
        LARGE,
        ALL_IN,
    ]


def test_classes_are_legal_where_an_action_is():
    assert legal_classes(at("").betting) == (True,) * 6
    assert legal_classes(at("c").betting) == (False, True, True, True, True, True)
    assert legal_classes(at("r20000").betting) == (True, True, False, False, False, False)


def test_with_little_left_a_raise_is_all_in():
    facing = at("r15000").betting
    assert legal_classes(facing) == (True, True, False, False, False, True)
    assert class_action(facing, ALL_IN, 1.0) == 20_000


def test_a_raise_beyond_what_the_other_can_pay_is_all_in():
    betting = PublicBetting.start(HoldemRules(stacks=(1_000, 20_000)))
    assert action_class(betting, 1_000) == action_class(betting, 5_000) == ALL_IN


def test_sizes_stand_for_their_class():
    betting = at("r300 c /", "QsJh2h").betting
    assert [class_action(betting, kind, size) for kind, size in ((CALLS, 0), (SMALL, 0.5), (LARGE, 2))] == [
        CALL,
        600,
        1_500,
    ]


@given(st.integers(200, 20_000), st.floats(0.05, 30), st.integers(2, 5))
def test_every_class_that_holds_an_action_is_legal_and_gives_one(opened, size, kind):
    betting = at(f"r{opened}").betting
    for action in betting.legal_actions()[:2]:
        assert legal_classes(betting)[action_class(betting, action)]
    wanted = betting.raise_to_for_fraction(size)
    if wanted is not None:
        assert legal_classes(betting)[action_class(betting, wanted)]
    if legal_classes(betting)[kind]:
        assert class_action(betting, kind, size) in betting.legal_actions()


def test_three_classes_are_the_six_summed_up():
    six = np.array([[0.1, 0.2, 0.3, 0.2, 0.1, 0.1]], np.float32)
    assert np.allclose(sum_raises(six), [[0.1, 0.2, 0.7]])
    assert math.isclose(float(sum_raises(six).sum()), 1.0, rel_tol=1e-6)
