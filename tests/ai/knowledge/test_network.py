"""The network: strategy and calibration, and a comparison of logits and gradients with torch."""

from itertools import permutations

import numpy as np
import pytest

from ai.features.holdem import believe
from ai.hands.canonical_boards import exchanges, standing_for
from ai.hands.combos import CARDS, hand_index, unblocked_hands
from ai.hands.range_strategy import ActionLikelihood, LikelihoodCache, RangeStrategy, action_likelihood
from ai.knowledge.batches import (
    MAX_TEMPERATURE,
    Calibration,
    fit_temperature,
    fit_temperatures,
    legal_three,
    merge_classes,
    network_inputs,
    targets,
    three_given,
)
from ai.knowledge.decisions import SIX_CLASSES, betting_plane, legal_classes, planes, seven_cards, situation
from ai.knowledge.hand_strength import hand_strengths
from ai.knowledge.network import Adam, Inputs, Network, NetworkSize, softmax, spread_out, sum_taps
from ai.knowledge.network_strategy import NetworkStrategy, read_network
from ai.storage import Model
from game.core import BadInput
from game.files.manifest import Manifest
from game.rules.cards import parse
from game.study.holdem import Belief
from tests.ai.knowledge.tables import at, random_decisions

SMALL = NetworkSize(channels=3, first=7, second=5)


def batch(number=40, kind=np.float64):
    found = random_decisions(number)
    numbers = np.concatenate([found.situation, found.strength], axis=1)
    inputs = Inputs(planes(found.cards).astype(kind), found.betting.astype(kind), numbers.astype(kind))
    return inputs, found.legal, found.done.astype(np.int64)


def fresh(size=SMALL, kind=np.float64, seed=0):
    network = Network.fresh(size, np.random.default_rng(seed))
    rng = np.random.default_rng(1)
    weights = {name: array.astype(kind) for name, array in network.weights.items()}
    for name in ("kernel_bias", "first_bias", "second_bias", "last_bias"):
        weights[name] += rng.normal(0, 0.1, weights[name].shape)
    return Network(size, weights)


def get_loss(network, inputs, legal, done):
    return -np.log(network.probabilities(inputs, legal)[np.arange(len(done)), done]).mean()


@pytest.mark.parametrize("name", SMALL.shapes)
def test_gradients_are_the_slopes_of_the_loss(name):
    network, (inputs, legal, done) = fresh(), batch()
    loss, gradients = network.gradients(inputs, legal, done)
    assert loss == pytest.approx(get_loss(network, inputs, legal, done))
    rng = np.random.default_rng(2)
    weights = network.weights[name].reshape(-1)
    for index in rng.choice(weights.size, min(weights.size, 12), replace=False):
        before, step = weights[index], 1e-6
        weights[index] = before + step
        above = get_loss(network, inputs, legal, done)
        weights[index] = before - step
        below = get_loss(network, inputs, legal, done)
        weights[index] = before
        slope = (above - below) / (2 * step)
        assert gradients[name].reshape(-1)[index] == pytest.approx(slope, rel=1e-4, abs=1e-8)


def test_logits_and_gradients_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    network, (inputs, legal, done) = fresh(), batch()
    weights = {name: torch.tensor(array, requires_grad=True) for name, array in network.weights.items()}
    ring = torch.tensor(inputs.planes)
    ring = torch.cat([ring, ring[:, :, :3]], dim=2)  # cyclic, so that the kernel meets all four suits
    kernel = weights["kernel"].permute(3, 0, 1, 2)
    seen = torch.relu(torch.nn.functional.conv2d(ring, kernel, weights["kernel_bias"], padding=(0, 2)))
    pooled = seen.mean(dim=2).permute(0, 2, 1).reshape(len(inputs), -1)
    read = torch.cat(
        [pooled, torch.tensor(inputs.betting).reshape(len(inputs), -1), torch.tensor(inputs.numbers)], dim=1
    )
    first = torch.relu(read @ weights["first"] + weights["first_bias"])
    second = torch.relu(first @ weights["second"] + weights["second_bias"])
    logits = second @ weights["last"] + weights["last_bias"]
    assert np.allclose(logits.detach().numpy(), network.logits(inputs))
    masked = logits.masked_fill(torch.tensor(~legal), -1e9)
    torch.nn.functional.cross_entropy(masked, torch.tensor(done)).backward()
    _, gradients = network.gradients(inputs, legal, done)
    for name, tensor in weights.items():
        assert np.allclose(tensor.grad.numpy(), gradients[name], atol=1e-9), name


def test_the_kernel_is_a_convolution_around_the_suits():
    rng = np.random.default_rng(0)
    kernel, card_planes = rng.normal(size=(4, 4, 5, 2)), rng.normal(size=(4, 4, 13))
    spread = np.einsum("pi,pijc->jc", card_planes.reshape(4, 52), spread_out(kernel)).reshape(4, 13, 2)
    plain = np.zeros((4, 13, 2))
    for suit in range(4):
        for rank in range(13):
            for shift in range(4):
                for along in range(5):
                    other = rank + along - 2
                    if 0 <= other < 13:
                        cell = card_planes[:, (suit + shift) % 4, other]
                        plain[suit, rank] += cell @ kernel[:, shift, along]
    assert np.allclose(spread, plain)


def test_gathering_is_spreading_out_backwards():
    rng = np.random.default_rng(0)
    kernel, upstream = rng.normal(size=(4, 4, 5, 2)), rng.normal(size=(4, 52, 52, 2))
    assert (spread_out(kernel) * upstream).sum() == pytest.approx((kernel * sum_taps(upstream)).sum())


def test_which_suit_comes_first_makes_no_difference():
    network, (inputs, _, _) = fresh(), batch()
    turned = Inputs(np.roll(inputs.planes, 1, axis=2), inputs.betting, inputs.numbers)
    assert np.allclose(network.logits(inputs), network.logits(turned))
    swapped = [
        Inputs(inputs.planes[:, :, order], inputs.betting, inputs.numbers) for order in permutations(range(4))
    ]
    assert len({round(float(network.logits(one).sum()), 6) for one in swapped}) <= 6


def test_illegal_classes_have_no_probability():
    network, (inputs, legal, _) = fresh(), batch()
    found = network.probabilities(inputs, legal)
    assert (found[~legal] == 0).all()
    assert np.allclose(found.sum(axis=1), 1)


def test_adam_takes_the_first_step_by_its_rate_against_the_sign():
    weights = {"last_bias": np.zeros(3, np.float32)}
    Adam(weights).step(weights, {"last_bias": np.array([2.0, -0.5, 0.0], np.float32)}, 0.01)
    assert weights["last_bias"].tolist() == pytest.approx([-0.01, 0.01, 0.0], rel=1e-4)


def test_decay_shrinks_weights_and_no_biases():
    weights = {"last": np.ones((1, 1), np.float32), "last_bias": np.ones(1, np.float32)}
    zeros = {name: np.zeros_like(array) for name, array in weights.items()}
    Adam(weights, decay=0.1).step(weights, zeros, 0.5)
    assert weights["last"].item() == pytest.approx(0.95)
    assert weights["last_bias"].item() == 1.0


def test_a_network_learns_what_follows_from_its_inputs():
    inputs, legal, _ = batch(300, np.float32)
    done = np.where(inputs.numbers[:, 27] > 0.5, 2, 1)  # by the standing of the hand
    legal = np.ones_like(legal)
    network, rng = Network.fresh(SMALL, np.random.default_rng(0)), np.random.default_rng(0)
    adam = Adam(network.weights)
    first, _ = network.gradients(inputs, legal, done)
    for _ in range(150):
        some = rng.choice(len(inputs), 64, replace=False)
        part = Inputs(inputs.planes[some], inputs.betting[some], inputs.numbers[some])
        _, gradients = network.gradients(part, legal[some], done[some])
        adam.step(network.weights, gradients, 0.01)
    last, _ = network.gradients(inputs, legal, done)
    assert last < first / 4


def test_everything_stays_single_precision():
    inputs, legal, done = batch(20, np.float32)
    network = Network.fresh(SMALL, np.random.default_rng(0))
    _, gradients = network.gradients(inputs, legal, done)
    Adam(network.weights).step(network.weights, gradients, 0.01)
    assert {array.dtype for array in (*gradients.values(), *network.weights.values())} == {
        np.dtype(np.float32)
    }


def test_softmax_of_large_logits_is_finite():
    found = softmax(np.array([[1e4, 0.0, -1e4]], np.float32), np.array([[True, True, False]]))
    assert found.tolist() == [[1.0, 0.0, 0.0]]


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
    """Evaluate `net` separately for every hand, each with its own input planes."""
    left = np.flatnonzero(unblocked_hands(public.board))
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
    left = unblocked_hands(public.board)
    assert np.allclose(mix.shares[left].sum(axis=1), 1, atol=1e-5)
    assert not mix.shares[~left].any()
    assert set(mix.actions) <= set(public.betting.legal_actions())


def test_the_row_of_a_hand_is_its_strategy():
    public, strategy = STATES["flop"], NetworkStrategy(network(), SIZES)
    hand = hand_index(parse("AhKd"))
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
    assert not action_likelihood(Plain(), public, 737).any()
    assert action_likelihood(Plain(), public, 600).any()


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


MANY = 6_000


@pytest.fixture(scope="module")
def decisions():
    return random_decisions(600)


def draw_classes(true_temperature, many=MANY, seed=0):
    """Return logits, legal classes, and classes sampled from the logits at a temperature."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 3, (many, 6)).astype(np.float32)
    legal = rng.random((many, 6)) < 0.7
    legal[:, 1] = True
    chances = softmax(logits / np.float32(true_temperature), legal).cumsum(axis=1)
    done = (rng.random((many, 1)) * chances[:, -1:] >= chances).sum(axis=1)
    return logits, legal, done


def loss(logits, legal, done, at):
    given = softmax(logits / np.float32(at), legal)
    return -np.log(given[np.arange(len(done)), done]).sum()


@pytest.mark.parametrize("true", [0.5, 1.0, 1.7])
def test_the_temperature_by_which_classes_were_drawn_is_found(true):
    assert fit_temperature(*draw_classes(true)) == pytest.approx(true, rel=0.05)


def test_no_other_temperature_makes_what_was_done_more_probable():
    drawn_at = draw_classes(1.4)
    found = fit_temperature(*drawn_at)
    assert loss(*drawn_at, found) < min(loss(*drawn_at, at) for at in (0.7, 1.0, found * 0.95, found * 1.05))


def test_where_nothing_is_seen_the_network_is_taken_at_its_word():
    assert fit_temperature(*draw_classes(2.0, many=0)) == pytest.approx(1, abs=1e-3)


def test_where_all_is_foretold_it_does_not_become_certain():
    logits, legal, _ = draw_classes(1.0)
    best = np.where(legal, logits, -np.inf).argmax(axis=1)
    assert 1 / MAX_TEMPERATURE < fit_temperature(logits, legal, best) < 0.6


def test_every_street_has_its_own():
    parts = [draw_classes(true, seed=seed) for seed, true in enumerate((0.5, 1.0, 1.5))]
    logits, legal, done = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    street = np.repeat([0, 1, 3], MANY)
    assert fit_temperatures(logits, legal, done, street) == pytest.approx([0.5, 1.0, 1.0, 1.5], rel=0.05)


def test_a_network_is_calibrated_as_it_was_when_it_began(decisions):
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    calibration = Calibration(network, decisions, np.arange(len(decisions)))
    network.weights["last_bias"] += 100  # training after the save makes no difference
    while not calibration.is_over:
        calibration.go_on()
    network.weights["last_bias"] -= 100
    found, judged = calibration.fit()
    legal, done = targets(decisions, 6)
    expected = fit_temperatures(network.logits(network_inputs(decisions)), legal, done, decisions.street)
    assert np.allclose(found.temperatures, expected)
    given = three_given(found.probabilities(network_inputs(decisions), legal))
    rows = np.arange(len(decisions))
    assert judged.decisions == len(decisions)
    assert judged.log_loss == pytest.approx(
        -np.log(given[rows, merge_classes(decisions.done)]).mean(), rel=1e-4
    )
    assert legal_three(decisions.legal)[given > 0.01].all()


def test_temperatures_change_how_sure_a_network_is_and_not_what_it_would_do(decisions):
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    hot = Network(network.size, network.weights, np.array([2, 2, 2, 2], np.float32))
    legal, _ = targets(decisions, 6)
    plain, flat = (one.probabilities(network_inputs(decisions), legal) for one in (network, hot))
    assert np.array_equal(plain.argmax(axis=1), flat.argmax(axis=1))
    assert (flat.max(axis=1) <= plain.max(axis=1) + 1e-6).all()
    assert np.array_equal(network.logits(network_inputs(decisions)), hot.logits(network_inputs(decisions)))
