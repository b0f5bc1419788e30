"""A response that is learnt: never better than the best one, near it in small games, the same for the same dice."""

import numpy as np
import pytest

from ai.algorithms import mccfr_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import MCCFR, SmallGame, trained_response
from ai.algorithms.mccfr_kernel import Strategy, play
from ai.algorithms.public_tree import Layout, PublicTree
from ai.steps import relay, run_to_end
from tests.ai.algorithms.plain_mccfr import best_response, expected, mix_of
from tests.ai.algorithms.small_public_trees import CardDealer, kuhn_tree, leduc_tree

GAMES = {"kuhn": (kuhn_tree(), CardDealer(1, 1)), "leduc": (leduc_tree(), CardDealer(2, 2))}


def response(
    tree: PublicTree, dealer: CardDealer, strategy: Strategy, deals: int
) -> tuple[Strategy, list[int]]:
    game = SmallGame(tree, Layout.of(tree, dealer.buckets), dealer)
    learning = trained_response(game, strategy, deals, Dice.from_seed(1))
    steps: list[int] = []
    return run_to_end(relay(learning, steps.append)), steps


def value(tree: PublicTree, dealer: CardDealer, first: Strategy, second: Strategy) -> float:
    """Return exactly what player 0 wins with one strategy when player 1 has the other."""
    layout = Layout.of(tree, dealer.buckets)
    both = first.copy()
    other = slice(*layout.entry_range(1))
    both[other] = second[other]
    return expected(tree, mix_of(both, tree, layout), dealer.deals_of(dealer.all))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("learnt", [0, 200])
def test_it_wins_nearly_what_the_best_response_wins_and_never_more(name: str, learnt: int) -> None:
    tree, dealer = GAMES[name]
    training = MCCFR(tree, dealer.buckets)
    training.learn(dealer, learnt)
    strategy = training.average()
    found, _ = response(tree, dealer, strategy, 20_000)
    won = value(tree, dealer, found, strategy) - value(tree, dealer, strategy, found)
    mix, deals = mix_of(strategy, tree, training.layout), dealer.deals_of(dealer.all)
    best = sum(best_response(tree, mix, deals, player) for player in range(2))
    assert 0.93 * best < won <= best + 1e-9


def test_what_it_wins_in_fresh_deals_is_its_value() -> None:
    tree, dealer = GAMES["kuhn"]
    uniform = np.zeros(Layout.of(tree, dealer.buckets).entries, np.uint8)
    found, _ = response(tree, dealer, uniform, 5_000)
    exact = (value(tree, dealer, found, uniform) - value(tree, dealer, uniform, found)) / 2
    packed = mccfr_kernel.kernel_tree(tree, Layout.of(tree, dealer.buckets))
    sampled = play(packed, found, uniform, dealer.deal(40_000, Dice(3)), Dice(4))
    assert sampled.mean() == pytest.approx(exact, abs=0.02)


def test_every_batch_is_reported_and_the_same_dice_give_the_same_response() -> None:
    tree, dealer = GAMES["kuhn"]
    uniform = np.zeros(Layout.of(tree, dealer.buckets).entries, np.uint8)
    one, steps = response(tree, dealer, uniform, 1_300)
    other, _ = response(tree, dealer, uniform, 1_300)
    assert (one == other).all()
    assert steps == [512, 1_024, 1_300, 1_812, 2_324, 2_600]
