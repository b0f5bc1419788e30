from functools import cache

import numpy as np

from ai.knowledge import batches
from ai.knowledge.batches import (
    Examination,
    FrequencyTable,
    TrainingBatches,
    median_sizes,
    network_inputs,
    targets,
)
from ai.knowledge.decisions import Decisions
from ai.knowledge.network import Network, NetworkSize
from tests.ai.knowledge.tables import random_decisions

PLACES = np.arange(300)


@cache
def found() -> Decisions:
    return random_decisions(400)


def test_a_pass_shows_every_decision_once(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 50)
    course = TrainingBatches(found(), PLACES, 6, seed=0)
    assert course.a_pass == 6
    seen = np.concatenate([course.batch(number)[0].numbers for number in range(6)])
    assert np.array_equal(
        np.unique(seen, axis=0), np.unique(network_inputs(found().of(PLACES)).numbers, axis=0)
    )


def test_the_same_batch_comes_again_whatever_came_between(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 50)
    course, other = TrainingBatches(found(), PLACES, 6, seed=3), TrainingBatches(found(), PLACES, 6, seed=3)
    for number in (0, 7, 3):
        one, again = course.batch(number), other.batch(number)
        assert np.array_equal(one[0].planes, again[0].planes)
        assert np.array_equal(one[2], again[2])
    assert not np.array_equal(course.batch(0)[2], TrainingBatches(found(), PLACES, 6, seed=4).batch(0)[2])


def test_suits_are_exchanged_and_nothing_else(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 300)
    course = TrainingBatches(found(), PLACES, 6, seed=0)
    exchanged = 0
    for number in range(5):
        inputs, _, _ = course.batch(number)
        plain = {row.tobytes() for row in network_inputs(found().of(PLACES)).planes}
        exchanged += any(row.tobytes() not in plain for row in inputs.planes)
        of_rank = np.sort(inputs.planes.sum(axis=2).reshape(300, -1), axis=0)
        assert np.array_equal(
            of_rank, np.sort(network_inputs(found().of(PLACES)).planes.sum(axis=2).reshape(300, -1), axis=0)
        )
    assert exchanged > 0


def test_an_examination_looks_at_everything_once():
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    test = Examination(network, found(), np.arange(len(found())), FrequencyTable())
    network.weights["last_bias"] += 100  # what is learnt meanwhile makes no difference
    while not test.is_over:
        test.go_on()
    network.weights["last_bias"] -= 100
    legal, done = targets(found(), 6)
    given = network.probabilities(network_inputs(found()), legal)
    expected = -np.log(given[np.arange(len(found())), done]).mean()
    assert np.isclose(test.own_classes.log_loss, expected, atol=1e-5)
    assert test.network.judged().decisions == test.table.judged().decisions == len(found())
    assert test.network.judged().log_loss < test.own_classes.log_loss


def test_three_classes_are_learnt_where_three_are_wanted():
    legal, done = targets(found(), 3)
    assert legal.shape == (len(found()), 3)
    assert done.max() == 2


def test_a_class_is_bet_by_its_middle_size():
    sizes = median_sizes(found(), np.arange(400), 6)
    flop_small = found().size[(found().street == 1) & (found().done == 2)]
    assert np.isclose(sizes[1, 2], np.median(flop_small))
    assert median_sizes(found(), np.arange(0), 6)[0].tolist() == [0, 0, 0.5, np.float32(0.8), 1.5, 0]
    any_size = found().size[(found().street == 1) & (found().done >= 2)]
    assert np.isclose(median_sizes(found(), np.arange(400), 3)[1, 2], np.median(any_size))
