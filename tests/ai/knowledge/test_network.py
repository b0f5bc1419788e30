from itertools import permutations

import numpy as np
import pytest

from ai.knowledge.decisions import planes
from ai.knowledge.network import Adam, Inputs, Network, NetworkSize, gathered, softmax, spread_out
from tests.ai.knowledge.tables import random_decisions

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


def loss_of(network, inputs, legal, done):
    return -np.log(network.probabilities(inputs, legal)[np.arange(len(done)), done]).mean()


@pytest.mark.parametrize("name", SMALL.shapes)
def test_gradients_are_the_slopes_of_the_loss(name):
    network, (inputs, legal, done) = fresh(), batch()
    loss, gradients = network.gradients(inputs, legal, done)
    assert loss == pytest.approx(loss_of(network, inputs, legal, done))
    rng = np.random.default_rng(2)
    weights = network.weights[name].reshape(-1)
    for place in rng.choice(weights.size, min(weights.size, 12), replace=False):
        before, step = weights[place], 1e-6
        weights[place] = before + step
        above = loss_of(network, inputs, legal, done)
        weights[place] = before - step
        below = loss_of(network, inputs, legal, done)
        weights[place] = before
        slope = (above - below) / (2 * step)
        assert gradients[name].reshape(-1)[place] == pytest.approx(slope, rel=1e-4, abs=1e-8)


def test_logits_and_gradients_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    network, (inputs, legal, done) = fresh(), batch()
    weights = {name: torch.tensor(array, requires_grad=True) for name, array in network.weights.items()}
    ring = torch.tensor(inputs.planes)
    ring = torch.cat([ring, ring[:, :, :3]], dim=2)  # a kernel of four suits meets them all, going round
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
    assert (spread_out(kernel) * upstream).sum() == pytest.approx((kernel * gathered(upstream)).sum())


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
