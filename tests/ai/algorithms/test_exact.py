"""The compiled best response against the plain one."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.algorithms import exact
from ai.algorithms.best_response import best_response, exploitability
from ai.algorithms.game_tree import Vector, flatten, normalise_strategy, sequence_form, uniform_strategy
from game.rules.kuhn_poker import classic, half_street
from tests.ai.algorithms.leduc_poker import LeducState

GAMES = {"classic": classic(), "half-street 1": half_street(1), "half-street 0.5": half_street(0.5)}
TREES = {name: flatten(root) for name, root in GAMES.items()}


def some_strategy(first: Vector, seed: int) -> Vector:
    """Return a strategy in which every action may be certain, impossible or in between."""
    rng = random.Random(seed)
    return normalise_strategy(
        first, np.array([rng.choice((0.0, 1.0, rng.random())) for _ in range(first[-1])])
    )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(seed=st.integers(0, 1_000_000))
def test_measures_and_replies_are_those_of_the_plain_best_response(game: str, seed: int) -> None:
    root, tree = GAMES[game], TREES[game]
    strategy = some_strategy(tree.first, seed)
    table = tree.table(strategy)
    form = sequence_form(tree)
    plain = exploitability(root, (lambda info: table[info.key],) * 2)
    fast = exact.exploitability(form, strategy)
    assert fast.nash_conv == pytest.approx(plain.nash_conv, abs=1e-12)
    assert fast.value == pytest.approx(plain.value, abs=1e-12)
    replies = exact.best_replies(form, strategy)
    for player in (0, 1):
        theirs = best_response(root, player, lambda info: table[info.key])
        assert replies.values[player] == pytest.approx(theirs.value, abs=1e-12)


def test_the_replies_win_what_they_say() -> None:
    root, tree = GAMES["classic"], TREES["classic"]
    strategy = some_strategy(tree.first, 5)
    replies = exact.best_replies(sequence_form(tree), strategy)
    for player in (0, 1):
        table = tree.table(strategy)
        for number, infoset in enumerate(tree.infosets):
            if infoset.player == player:
                table[infoset.key] = {infoset.actions[replies.actions[number]]: 1.0}
        value = exploitability(root, (lambda info, table=table: table[info.key],) * 2).value
        assert (value if player == 0 else -value) == pytest.approx(replies.values[player], abs=1e-12)


def test_nash_conv_of_the_uniform_policy_is_eleven_twelfths_in_classic_kuhn() -> None:
    tree = TREES["classic"]
    measured = exact.exploitability(sequence_form(tree), uniform_strategy(tree.first))
    assert measured.nash_conv == pytest.approx(11 / 12)


def test_nash_conv_of_the_uniform_policy_in_leduc_is_the_known_one() -> None:
    tree = flatten(LeducState())
    measured = exact.exploitability(sequence_form(tree), uniform_strategy(tree.first))
    assert measured.nash_conv == pytest.approx(4.747222, abs=1e-6)
