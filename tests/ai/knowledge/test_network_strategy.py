import numpy as np
import pytest

from ai.evaluation.beliefs import believe
from ai.hands.canonical_boards import exchanges, standing_for
from ai.hands.combos import CARDS, left_by, place_of
from ai.hands.range_strategy import ActionLikelihood, LikelihoodCache, RangeStrategy, likelihood_of
from ai.knowledge.decisions import SIX_CLASSES, betting_plane, legal_classes, planes, seven_cards, situation
from ai.knowledge.hand_strength import hand_strengths
from ai.knowledge.network import Inputs, Network, NetworkSize
from ai.knowledge.network_strategy import NetworkStrategy, read_network
from ai.storage import Model
from game.core import BadInput
from game.files.manifest import Manifest
from game.rules.cards import parse
from game.study.holdem import Belief
from tests.ai.knowledge.tables import at

SIZES = np.tile(np.array([0, 0, 0.5, 0.9, 1.5, 0], np.float32), (4, 1))
STATES = {
    "first in": at(""),
    "flop": at("r300 c /", "QsJh2h"),
    "turn": at("r300 c / c r700 c /", "QsJh2d8h"),
    "river, facing a bet": at("r300 c / c c / c c / r900", "QsJh2d8c5c"),
    "facing all-in": at("r20000"),
}


SIZE = NetworkSize(channels=4, first=12, second=8)


TEMPERATURES = np.array([0.5, 0.8, 2.0, 3.0], np.float32)


def network(seed=0, size=SIZE):
    weights = Network.fresh(size, np.random.default_rng(seed)).weights
    return Network(size, weights, TEMPERATURES)


def plain(net, public):
    """Ask for every hand by its own planes."""
    left = np.flatnonzero(left_by(public.board))
    cards = np.array([seven_cards(CARDS[hand].tolist(), public.board) for hand in left], np.uint8)
    numbers = [[*situation(public), *hand_strengths(public.board)[hand]] for hand in left]
    inputs = Inputs(
        planes(cards),
        np.tile(betting_plane(public.betting), (len(left), 1, 1)),
        np.array(numbers, np.float32),
    )
    return left, net.probabilities(inputs, np.array([legal_classes(public.betting)]))


@pytest.mark.parametrize("name", STATES)
def test_all_hands_at_once_are_answered_as_each_alone(name):
    public, net = STATES[name], network()
    left, expected = plain(net, public)
    board = public.board
    kept = [set(exchanges((), part)) for part in (board[:3], board[3:4], board[4:])]
    least = standing_for([one for one in exchanges((), ()) if all(one in part for part in kept)])
    expected_of = dict(zip(left.tolist(), expected, strict=True))
    for kind in range(len(SIX_CLASSES)):
        of_class = np.array([expected_of[least[hand]][kind] for hand in left])
        action = _some_action(public, kind)
        if action is not None:
            found = NetworkStrategy(net, SIZES).likelihood(public, action)[left]
            assert np.allclose(found, of_class, atol=1e-5)


@pytest.mark.parametrize("name", STATES)
def test_every_hand_has_a_mix_of_legal_actions(name):
    public = STATES[name]
    mix = NetworkStrategy(network(), SIZES).range_strategy(public)
    left = left_by(public.board)
    assert np.allclose(mix.shares[left].sum(axis=1), 1, atol=1e-5)
    assert not mix.shares[~left].any()
    assert set(mix.actions) <= set(public.betting.legal_actions())


def test_the_row_of_a_hand_is_its_strategy():
    public, strategy = STATES["flop"], NetworkStrategy(network(), SIZES)
    hand = place_of(parse("AhKd"))
    row = strategy.strategy(public.with_hand(hand))
    mix = strategy.range_strategy(public)
    assert list(row) == sorted(row)
    assert row == pytest.approx(dict(zip(mix.actions, mix.shares[hand].tolist(), strict=True)))


def test_bets_are_of_the_size_that_stands_for_their_class():
    actions = NetworkStrategy(network(), SIZES).range_strategy(STATES["flop"]).actions
    assert actions == (1, 300 + 300, 300 + 540, 300 + 900, 20_000)


def test_a_bet_of_any_size_tells_of_the_hand():
    strategy, public = NetworkStrategy(network(), SIZES), STATES["flop"]
    assert isinstance(strategy, RangeStrategy)
    assert isinstance(strategy, ActionLikelihood)
    assert 437 + 300 not in strategy.range_strategy(public).actions
    *_, belief = believe(strategy, "net", [(public, 437 + 300)], parse("QsJh2h7c7d"), LikelihoodCache())
    assert isinstance(belief, Belief)
    assert belief.explained
    assert belief.width < 1080


def test_plain_strategies_are_asked_for_the_very_action():
    class Plain:
        def range_strategy(self, public):
            return NetworkStrategy(network(), SIZES).range_strategy(public)

    public = STATES["flop"]
    assert not likelihood_of(Plain(), public, 737).any()
    assert likelihood_of(Plain(), public, 600).any()


def test_hands_that_differ_by_suits_alone_do_the_same():
    mix = NetworkStrategy(network(), SIZES).range_strategy(STATES["first in"])
    assert len(np.unique(mix.shares.round(6), axis=0)) <= 169


def test_a_network_of_three_classes_bets_one_size():
    strategy, public = NetworkStrategy(network(size=NetworkSize(4, 12, 8, classes=3)), SIZES), STATES["flop"]
    mix = strategy.range_strategy(public)
    assert mix.actions == (1, 600)
    assert np.array_equal(strategy.likelihood(public, 20_000), mix.of_action(600))
    assert strategy.range_strategy(STATES["facing all-in"]).actions == (0, 1)


def test_a_strategy_is_read_from_a_model(tmp_path):
    net = network()
    halves = {name: array.astype(np.float16) for name, array in net.weights.items()}
    arrays = {**halves, "temperatures": net.temperatures, "sizes": SIZES}
    model = Model(Manifest("holdem", "imitator", "learned"), arrays, tmp_path / "one.npz")
    assert read_network(model).size == net.size
    public = STATES["flop"]
    ours, read = (
        one.range_strategy(public).shares for one in (NetworkStrategy(net, SIZES), NetworkStrategy.of(model))
    )
    assert np.abs(ours - read).max() < 0.01


def test_a_model_from_before_there_were_temperatures_does_as_its_logits_say(tmp_path):
    model = Model(Manifest("holdem", "imitator", "learned"), network().weights, tmp_path / "one.npz")
    assert read_network(model).temperatures.tolist() == [1, 1, 1, 1]


def test_a_temperature_that_is_not_above_0_is_refused(tmp_path):
    arrays = network().weights | {"temperatures": np.array([1, 0, 1, 1], np.float32)}
    model = Model(Manifest("holdem", "imitator", "learned"), arrays, tmp_path / "one.npz")
    with pytest.raises(BadInput, match="temperature"):
        read_network(model)


def test_arrays_of_another_shape_are_refused(tmp_path):
    arrays = network().weights | {"last_bias": np.zeros(2)}
    model = Model(Manifest("holdem", "imitator", "learned"), arrays, tmp_path / "one.npz")
    with pytest.raises(ValueError, match="last_bias"):
        read_network(model)


def _some_action(public, kind):
    betting = public.betting
    fractions = {2: 0.5, 3: 1.0, 4: 3.0}
    if not legal_classes(betting)[kind]:
        return None
    return kind if kind < 2 else 20_000 if kind == 5 else betting.raise_to_for_fraction(fractions[kind])
