"""SplitMix64: a random number generator that gives the same numbers in plain Python and in numba kernels.

Each draw adds an odd constant to a 64-bit counter and scrambles the sum by shifts, xors and multiplications (G.
Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, section 3). The counter is
the whole state of the generator, so a checkpoint stores only the counter. The kernels do the same in uint64
(dice_kernel.py).
"""

from __future__ import annotations

import hashlib

COUNTER_BITS = 64
STEP = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio, rounded to an odd number."""
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
UNIT = 2.0**-53
"""Scales a 53-bit integer to a float below 1. `random` uses the upper 53 of the 64 bits."""

_MASK = (1 << COUNTER_BITS) - 1


class Dice:
    """A stream of random numbers. `counter`, from 0 to 2^64 - 1, determines all later numbers."""

    def __init__(self, counter: int) -> None:
        self.counter = counter

    @classmethod
    def from_seed(cls, seed: int) -> Dice:
        """Return a generator for a seed, which may be any int.

        Seeds are hashed, so the streams of neighbouring seeds are unrelated.
        """
        return cls(int.from_bytes(hashlib.sha256(b"%d" % seed).digest()[:8], "little"))

    def bits(self) -> int:
        """Return the next 64 random bits, as an int from 0 to 2^64 - 1.

        >>> dice = Dice(1234567)
        >>> dice.bits(), dice.bits()
        (6457827717110365317, 3203168211198807973)
        """
        self.counter = (self.counter + STEP) & _MASK
        mixed = ((self.counter ^ (self.counter >> 30)) * FIRST_FACTOR) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * SECOND_FACTOR) & _MASK
        return mixed ^ (mixed >> 31)

    def random(self) -> float:
        """Return the next random float x, uniform over 0 <= x < 1."""
        return (self.bits() >> 11) * UNIT
