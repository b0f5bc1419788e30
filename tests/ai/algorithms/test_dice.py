"""The dice: the published generator, one stream for a seed."""

import numpy as np

from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, random_float


def test_the_bits_are_those_of_the_published_generator() -> None:
    dice = Dice(1234567)
    assert [dice.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_lie_evenly_from_0_up_to_1() -> None:
    dice = Dice.from_seed(1)
    numbers = [dice.random() for _ in range(4_000)]
    assert all(0 <= number < 1 for number in numbers)
    tenths = [sum(int(number * 10) == tenth for number in numbers) for tenth in range(10)]
    assert min(tenths) > 340
    assert max(tenths) < 460


def test_dice_go_on_from_their_counter() -> None:
    dice = Dice.from_seed(5)
    dice.random()
    twin = Dice(dice.counter)
    assert [twin.random() for _ in range(10)] == [dice.random() for _ in range(10)]


def test_kernels_throw_the_same_numbers() -> None:
    dice = Dice.from_seed(3)
    counters = np.uint64(dice.counter) + STEP * np.arange(1, 1_001, dtype=np.uint64)
    assert [random_float(counter) for counter in counters] == [dice.random() for _ in range(1_000)]


def test_seeds_of_any_size_have_streams_of_their_own() -> None:
    seeds = (0, 1, 2, 2**64, 2**64 + 1, 10**40)
    assert len({Dice.from_seed(seed).bits() for seed in seeds}) == len(seeds)
