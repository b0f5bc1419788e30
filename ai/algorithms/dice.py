"""Dice that plain Python and a kernel throw alike: SplitMix64.

A counter of 64 bits goes up by one odd constant at every throw, and what it then holds is mixed until no pattern is
left (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, section 3). The
counter is all that a checkpoint has to keep. Kernels do the same with uint64 (dice_kernel.py).
"""

from __future__ import annotations

import hashlib

COUNTER_BITS = 64
STEP = 0x9E3779B97F4A7C15
"""2^64 / the golden ratio, odd."""
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
UNIT = 2.0**-53
"""A float has 53 bits: the throw is the upper 53 of the mixed ones, times this."""

_MASK = (1 << COUNTER_BITS) - 1


class Dice:
    """A stream of numbers that its counter decides."""

    def __init__(self, counter: int) -> None:
        self.counter = counter

    @classmethod
    def seeded(cls, seed: int) -> Dice:
        """Return the dice of a seed of any size; those of neighbouring seeds have nothing in common."""
        return cls(int.from_bytes(hashlib.sha256(b"%d" % seed).digest()[:8], "little"))

    def bits(self) -> int:
        """Return the next 64 bits.

        >>> dice = Dice(1234567)
        >>> dice.bits(), dice.bits()
        (6457827717110365317, 3203168211198807973)
        """
        self.counter = (self.counter + STEP) & _MASK
        mixed = ((self.counter ^ (self.counter >> 30)) * FIRST_FACTOR) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * SECOND_FACTOR) & _MASK
        return mixed ^ (mixed >> 31)

    def random(self) -> float:
        """Return the next number, 0 <= number < 1."""
        return (self.bits() >> 11) * UNIT
