import numpy as np
import pytest

from ai.knowledge.batches import FEWEST, FrequencyTable, JudgementSums, legal_three, three_given, three_of
from tests.ai.knowledge.tables import random_decisions


def judged(given, done, legal=None, street=None):
    given = np.array(given, np.float32)
    sums = JudgementSums.none()
    legal = np.ones(given.shape, np.bool_) if legal is None else legal
    street = np.zeros(len(given), np.int64) if street is None else np.array(street)
    sums.add(given, legal, np.array(done), street)
    return sums


def test_log_loss_and_accuracy_are_those_of_the_book():
    found = judged([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]], [0, 1]).judged()
    assert found.log_loss == pytest.approx(-(np.log(0.5) + np.log(0.2)) / 2)
    assert found.accuracy == 0.5
    assert found.decisions == 2


def test_a_forecast_that_keeps_its_word_has_no_calibration_error():
    given = [[0.25, 0.75, 0.0]] * 400
    right = judged(given, [0] * 100 + [1] * 300).judged()
    wrong = judged(given, [0] * 200 + [1] * 200).judged()
    assert right.calibration_error == pytest.approx(0, abs=1e-6)
    assert wrong.worst_bin == pytest.approx(0.25)
    assert wrong.calibration_error == pytest.approx(0.5 / 3)


def test_where_every_bin_has_few_forecasts_there_is_no_worst_bin():
    found = judged(
        [[0.25, 0.75, 0.0]] * (FEWEST - 1), [2] * (FEWEST - 1), legal=np.ones((FEWEST - 1, 3), bool)
    )
    assert found.judged().worst_bin is None
    assert found.judged().calibration_error > 0.3


def test_classes_that_are_illegal_count_for_no_bin():
    legal = np.array([[False, True, True]] * 4)
    assert judged([[0.0, 0.5, 0.5]] * 4, [1, 1, 2, 2], legal).judged().calibration_error == 0


def test_streets_are_told_apart():
    sums = judged([[0.9, 0.1, 0], [0.9, 0.1, 0]], [0, 1], street=[0, 3])
    assert sums.judged([0]).accuracy == 1
    assert sums.judged([3]).accuracy == 0
    assert sums.judged([1]).decisions == 0


def test_parts_add_up():
    given, done = np.random.default_rng(0).dirichlet(np.ones(3), 50).astype(np.float32), np.arange(50) % 3
    whole, parts = judged(given, done), JudgementSums.none()
    for part in (slice(0, 20), slice(20, None)):
        parts.add(
            given[part], np.ones((len(given[part]), 3), bool), done[part], np.zeros(len(done[part]), np.int64)
        )
    assert whole.judged() == pytest.approx(parts.judged()) or whole.judged().log_loss == pytest.approx(
        parts.judged().log_loss
    )


def test_the_table_of_frequencies_learns_what_is_public():
    found = random_decisions(600)
    table = FrequencyTable()
    table.count(found)
    given = table.probabilities(found)
    assert np.allclose(given.sum(axis=1), 1, atol=1e-5)
    assert not given[~legal_three(found.legal)].any()
    nothing = FrequencyTable().probabilities(found)
    done = three_of(found.done)
    rows = np.arange(len(found))
    assert np.log(given[rows, done]).mean() > np.log(nothing[rows, done]).mean()


def test_six_classes_are_three():
    assert three_of(np.array([0, 1, 2, 3, 4, 5])).tolist() == [0, 1, 2, 2, 2, 2]
    assert three_given(np.full((1, 6), 1 / 6, np.float32))[0].tolist() == pytest.approx([1 / 6, 1 / 6, 4 / 6])
    assert three_given(np.full((1, 3), 1 / 3, np.float32)).shape == (1, 3)
