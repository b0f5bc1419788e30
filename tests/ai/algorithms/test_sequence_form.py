"""The sequence form says what the game says, and merging equals changes nothing but the size."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ai.algorithms import full_width
from ai.algorithms.game_tree import (
    GameTree,
    SequenceForm,
    SolverState,
    flatten,
    initial_state,
    merge_infosets,
    sequence_form,
)
from ai.algorithms.trace import empty_trace
from ai.algorithms.variants import FAMILY
from game.rules.kuhn_poker import classic, half_street
from tests.ai.algorithms.leduc_poker import LeducState


@cache
def leduc() -> GameTree:
    return flatten(LeducState())


def iterated(form: SequenceForm, variant: str, iterations: int) -> SolverState:
    totals = initial_state(form.first)
    full_width.iterate(form, FAMILY[variant], totals, empty_trace(form.sequences), iterations)
    return totals


def test_payoffs_are_zero_sum_and_weighed_by_chance() -> None:
    form = sequence_form(leduc())
    matrix = np.zeros((form.sequences + 2,) * 2)
    matrix[np.repeat(np.arange(len(matrix)), np.diff(form.row)), form.column] = form.payoff
    assert np.array_equal(matrix, -matrix.T)
    assert np.abs(form.payoff).max() == pytest.approx(13 / (6 * 5 * 4))


def test_leduc_poker_says_everything_once_for_each_suit() -> None:
    form = merge_infosets(sequence_form(leduc()))
    assert len(form.parent) == 288
    assert form.sequences == 672


@pytest.mark.parametrize("root", [classic(), half_street(2)])
def test_kuhn_poker_says_nothing_twice(root: object) -> None:
    whole = sequence_form(flatten(root))
    form = merge_infosets(whole)
    assert form.sequences == whole.sequences
    assert all(map(np.array_equal, form, whole))


@pytest.mark.parametrize("variant", ["cfr", "pdcfr+"])
def test_solving_one_of_each_class_goes_through_the_same_iterates(variant: str) -> None:
    whole = sequence_form(leduc())
    once = merge_infosets(whole)
    all_of_them, one_of_each = iterated(whole, variant, 10), iterated(once, variant, 10)
    for ours, theirs in zip(one_of_each[:3], all_of_them[:3], strict=True):
        assert ours[once.stands_for] == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def test_a_form_merged_again_stays_as_it_is() -> None:
    once = merge_infosets(sequence_form(leduc()))
    again = merge_infosets(once)
    assert np.array_equal(again.first, once.first)
    assert again.repeats == pytest.approx(once.repeats)
    assert np.array_equal(again.stands_for, once.stands_for)


class Forgetful(LeducState):
    """Leduc poker in which the first round is forgotten once the public card lies there."""

    def child(self, action: int) -> "Forgetful":
        after = super().child(action)
        return Forgetful(after.cards, after.rounds)

    def information_state(self, player: int) -> object:
        info = super().information_state(player)
        return replace(info, rounds=((), info.rounds[1])) if self.street else info


def test_a_player_that_forgets_is_refused() -> None:
    with pytest.raises(ValueError, match="its player forgets what led there"):
        sequence_form(flatten(Forgetful()))
