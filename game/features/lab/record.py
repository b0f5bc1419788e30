"""The tracked points of runs, as the window keeps them: one column of numbers for each quantity.

For the run that is shown, all quantities are kept. For the runs compared with it, only the exploitability is kept.

A sequence is a pair of an information set and an action. `average[s][i]` is the probability of sequence `s` in the
average strategy at point `i`; `current` and `regret` likewise. Points arrive in batches and in order, and are never
removed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from game.study.lab import START, LabPart, LabSets


@dataclass(frozen=True, slots=True)
class RunCurve:
    """The exploitability of a run's average strategy, in chips a hand, at its tracked iterations up to `end`."""

    end: int
    iterations: array[int]
    exploitability: array[float]

    @classmethod
    def of(cls, part: LabPart, end: int) -> RunCurve:
        """Return the curve of a run from its tracked points."""
        return cls(end, part.iterations, array("d", (value / 2 for value in part.nash_conv)))

    def at(self, iteration: int) -> float:
        """Return the value at the last point up to an iteration, or at the first point if there is none."""
        return self.exploitability[max(0, bisect_right(self.iterations, iteration) - 1)]


class RunRecord:
    """The tracked points of one run received so far."""

    def __init__(self, sets: LabSets) -> None:
        self.sets = sets
        self.of_set: list[list[int]] = [[] for _ in sets.keys]
        """The sequences of each information set, in the order of its actions."""
        for sequence, (place, _) in enumerate(sets.sequences):
            self.of_set[place].append(sequence)
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
        """The iteration of the last point; `START` before the first."""
        return self.iterations[-1] if self.iterations else START

    def add(self, part: LabPart) -> None:
        """Append the points of a batch, except those that are here already."""
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
        """Return the index of the last point at or before an iteration; -1 before the first."""
        return bisect_right(self.iterations, iteration) - 1

    @property
    def free_choices(self) -> tuple[int, int]:
        """The sequences of p1 and p2, in the game of one betting round."""
        return self.sets.sequence("Q", "b"), self.sets.sequence("Kb", "b")

    def choices(self, strategies: Sequence[Sequence[float]], place: int) -> tuple[float, float]:
        """Return (p1, p2) of one kind of the strategies at a point, in the game of one betting round."""
        first, second = self.free_choices
        return strategies[first][place], strategies[second][place]

    def bet(self, place: int) -> int:
        """Return the sequence of the last action of an information set: the bet, or the call."""
        return self.of_set[place][-1]

    def actions(self, place: int) -> list[tuple[int, str]]:
        """Return the sequences of an information set, each with the letter of its action."""
        return list(zip(self.of_set[place], self.sets.actions[place], strict=True))

    @property
    def nearest_alpha(self) -> float:
        """The bluffing frequency with the queen of the equilibrium nearest to the run's average strategy."""
        bluff = self.average[self.sets.sequence("Q", "b")][-1]
        return min(max(round(bluff, 2), 0.0), self.sets.most_alpha)

    @property
    def equilibrium(self) -> tuple[float | None, ...]:
        """The equilibrium by sequence; of a family of equilibria, the one that bluffs most like the run."""
        sets = self.sets
        return sets.equilibrium_of(self.nearest_alpha) if sets.per_alpha else sets.equilibrium


def point_towards(points: Sequence[int], now: int, goal: int) -> int:
    """Return the point nearest to `goal`, at or beyond it as seen from `now`.

    If there is no point beyond the goal, return the last one in that direction.
    """
    place = bisect_left(points, goal) if goal > now else bisect_right(points, goal) - 1
    return points[max(0, min(place, len(points) - 1))]
