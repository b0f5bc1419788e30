"""Hands dealt at random, many at a time."""

import numpy as np
import numpy.typing as npt


def random_hands(number: int, size: int, seed: int = 0) -> npt.NDArray[np.uint8]:
    """Return uint8[number, size], each row different cards."""
    order = np.random.default_rng(seed).random((number, 52), np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(np.uint8))
