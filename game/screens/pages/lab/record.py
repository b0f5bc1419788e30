"""The tracked points of a run as the window holds them: a column of numbers for every quantity.

A sequence is a pair of an information set and an action. `average[s][i]` is the average strategy of sequence `s` at
point `i`; `current` and `regret` likewise. Points come in stretches and in order; nothing is ever taken back.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from game.messages.lab_answers import START, LabPart, LabSets


class RunRecord:
    """What is known of one run so far."""

    def __init__(self, sets: LabSets) -> None:
        self.sets = sets
        count = len(sets.sequences)
        self.iterations: array[int] = array("q")
        self.exploitability: array[float] = array("d")
        self.average: list[array[float]] = [array("f") for _ in range(count)]
        self.current: list[array[float]] = [array("f") for _ in range(count)]
        self.regret: list[array[float]] = [array("f") for _ in range(count)]
        self.visited: array[int] = array("i")

    def __len__(self) -> int:
        return len(self.iterations)

    @property
    def done(self) -> int:
        """The last iteration that is known; `START` at the beginning."""
        return self.iterations[-1] if self.iterations else START

    def add(self, part: LabPart) -> None:
        """Take the next stretch; what is known already is passed over."""
        first = bisect_right(part.iterations, self.done)
        self.iterations.extend(part.iterations[first:])
        self.exploitability.extend(value / 2 for value in part.nash_conv[first:])
        self.visited.extend(part.visited[first:])
        for columns, flat in (
            (self.average, part.average),
            (self.current, part.current),
            (self.regret, part.regret),
        ):
            step = len(columns)
            for sequence, column in enumerate(columns):
                column.extend(flat[first * step + sequence :: step])

    def place(self, iteration: int) -> int:
        """Return the last point at or before an iteration; -1 before the first."""
        return bisect_right(self.iterations, iteration) - 1

    def point_from(self, iteration: int) -> int:
        """Return the first iteration with a point that is not before this one, else the last there is."""
        return self.iterations[min(bisect_left(self.iterations, iteration), len(self) - 1)]

    def point_until(self, iteration: int) -> int:
        """Return the last iteration with a point that is not after this one, else the first there is."""
        return self.iterations[max(0, self.place(iteration))]

    def bets(self) -> list[int]:
        """Return the sequence of the last action (bet, or call) of every information set, in the order of sets."""
        last: dict[int, int] = {}
        for sequence, (place, _) in enumerate(self.sets.sequences):
            last[place] = sequence
        return [last[place] for place in range(len(self.sets.keys))]
