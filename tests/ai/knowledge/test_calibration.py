import numpy as np
import pytest

from ai.knowledge.batches import (
    MAX_TEMPERATURE,
    Calibration,
    fit_temperature,
    fit_temperatures,
    legal_three,
    network_inputs,
    targets,
    three_given,
    three_of,
)
from ai.knowledge.network import Network, NetworkSize, softmax
from tests.ai.knowledge.tables import random_decisions

FOUND = random_decisions(600)
MANY = 6_000


def drawn(true_temperature, many=MANY, seed=0):
    """Return logits, legal classes, and classes drawn by what the logits say at a temperature."""
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
    assert fit_temperature(*drawn(true)) == pytest.approx(true, rel=0.05)


def test_no_other_temperature_makes_what_was_done_more_probable():
    drawn_at = drawn(1.4)
    found = fit_temperature(*drawn_at)
    assert loss(*drawn_at, found) < min(loss(*drawn_at, at) for at in (0.7, 1.0, found * 0.95, found * 1.05))


def test_where_nothing_is_seen_the_network_is_taken_at_its_word():
    assert fit_temperature(*drawn(2.0, many=0)) == pytest.approx(1, abs=1e-3)


def test_where_all_is_foretold_it_does_not_become_certain():
    logits, legal, _ = drawn(1.0)
    best = np.where(legal, logits, -np.inf).argmax(axis=1)
    assert 1 / MAX_TEMPERATURE < fit_temperature(logits, legal, best) < 0.6


def test_every_street_has_its_own():
    parts = [drawn(true, seed=seed) for seed, true in enumerate((0.5, 1.0, 1.5))]
    logits, legal, done = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    street = np.repeat([0, 1, 3], MANY)
    assert fit_temperatures(logits, legal, done, street) == pytest.approx([0.5, 1.0, 1.0, 1.5], rel=0.05)


def test_a_network_is_calibrated_as_it_was_when_it_began():
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    calibration = Calibration(network, FOUND, np.arange(len(FOUND)))
    network.weights["last_bias"] += 100  # what is learnt meanwhile makes no difference
    while not calibration.is_over:
        calibration.go_on()
    network.weights["last_bias"] -= 100
    found, judged = calibration.calibrated()
    legal, done = targets(FOUND, 6)
    expected = fit_temperatures(network.logits(network_inputs(FOUND)), legal, done, FOUND.street)
    assert np.allclose(found.temperatures, expected)
    given = three_given(found.probabilities(network_inputs(FOUND), legal))
    rows = np.arange(len(FOUND))
    assert judged.decisions == len(FOUND)
    assert judged.log_loss == pytest.approx(-np.log(given[rows, three_of(FOUND.done)]).mean(), rel=1e-4)
    assert legal_three(FOUND.legal)[given > 0.01].all()


def test_temperatures_change_how_sure_a_network_is_and_not_what_it_would_do():
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    hot = Network(network.size, network.weights, np.array([2, 2, 2, 2], np.float32))
    legal, _ = targets(FOUND, 6)
    plain, flat = (one.probabilities(network_inputs(FOUND), legal) for one in (network, hot))
    assert np.array_equal(plain.argmax(axis=1), flat.argmax(axis=1))
    assert (flat.max(axis=1) <= plain.max(axis=1) + 1e-6).all()
    assert np.array_equal(network.logits(network_inputs(FOUND)), hot.logits(network_inputs(FOUND)))
