"""Names of error rates: in the order of backgammon players, beside what chance would cost, from a checked file."""

import math
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from ai.agents.kuhn_tables import by_name
from ai.evaluation.grading.records import RANKS_FILE, ErrorRanks, shipped_ranks
from ai.evaluation.grading.small_games import judge_in_kuhn
from game.archive.statistics import Rank, Tally
from game.core import CHANCE, BadInput, Player
from game.files import yaml_text
from game.rules import games
from game.rules.kuhn_poker import KuhnRules, KuhnState


@pytest.mark.parametrize("game", games.NAMES)
def test_no_errors_are_world_class_and_chance_is_a_beginner(game: str) -> None:
    ranks, chance = shipped_ranks(), yaml_text.read_file(RANKS_FILE)["random"][game]
    assert ranks.of(game, 0.0) == Rank.WORLD_CLASS
    assert ranks.of(game, chance) == ranks.of(game, math.inf) == Rank.BEGINNER


@pytest.mark.parametrize("game", games.NAMES)
def test_a_higher_rate_is_never_called_better(game: str) -> None:
    order, chance = list(Rank), yaml_text.read_file(RANKS_FILE)["random"][game]
    found = [shipped_ranks().of(game, chance * step / 200) for step in range(201)]
    assert found == sorted(found, key=order.index)
    assert set(found) == set(order)


def tally(*costs: float) -> Tally:
    found = Tally()
    for cost in costs:
        found.add(cost)
    return found


def test_a_rank_is_told_only_where_the_interval_leaves_it_to_the_next_names() -> None:
    ranks, game = shipped_ranks(), games.KUHN_POKER
    assert ranks.certain_rank(game, tally(*[0.0] * 30)) == Rank.WORLD_CLASS
    assert ranks.certain_rank(game, tally(*[0.0] * 29)) is None
    assert ranks.certain_rank(game, tally(*[0.0] * 59, 1.0)) is None
    assert ranks.certain_rank(game, tally(*[0.1, 0.2] * 30)) == Rank.BEGINNER


def costs_at_random(state: KuhnState, player: Player, weight: float) -> Iterator[tuple[float, float]]:
    """Yield the probability and the cost of every decision of one who plays at random against the equilibrium."""
    perfect, root = by_name("equilibrium", state.rules), KuhnState(state.rules)
    if state.is_terminal():
        return
    actor = state.current_player()
    if actor == CHANCE:
        shares = dict(state.chance_outcomes())
    elif actor == player:
        shares = dict.fromkeys(state.legal_actions(), 0.5)
    else:
        shares = dict(perfect.strategy(state.information_state(actor)))
    for action, share in shares.items():
        if share > 0.0:
            if actor == player:
                info = state.information_state(player)
                yield weight * share, judge_in_kuhn(root, info, perfect).grade(action).cost
            yield from costs_at_random(state.child(action), player, weight * share)


@pytest.mark.parametrize(
    ("game", "rules"),
    [(games.KUHN_POKER, KuhnRules()), (games.KUHN_HALF_STREET, KuhnRules("half-street", 1))],
)
def test_what_chance_costs_at_kuhn_poker_is_as_the_file_says(game: str, rules: KuhnRules) -> None:
    found = [one for player in (0, 1) for one in costs_at_random(KuhnState(rules), player, 1.0)]
    rate = sum(weight * cost for weight, cost in found) / sum(weight for weight, _ in found)
    assert rate == pytest.approx(yaml_text.read_file(RANKS_FILE)["random"][game], abs=5e-4)


def without_a_rank(stored: Any) -> None:
    del stored["ranks"]["casual"]


def with_another_key(stored: Any) -> None:
    stored["names"] = {}


def with_words(stored: Any) -> None:
    stored["random"]["holdem"] = "much"


def out_of_order(stored: Any) -> None:
    stored["ranks"]["expert"] = 0.5


def with_an_end(stored: Any) -> None:
    stored["ranks"]["beginner"] = 1.0


@pytest.mark.parametrize("spoil", [without_a_rank, with_another_key, with_words, out_of_order, with_an_end])
def test_a_file_that_is_wrong_is_refused_in_a_sentence(spoil: Any) -> None:
    stored = deepcopy(yaml_text.read_file(RANKS_FILE))
    spoil(stored)
    with pytest.raises(BadInput, match=r"^[A-Zh].*\.$"):
        ErrorRanks(stored)
