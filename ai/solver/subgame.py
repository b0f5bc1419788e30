"""A subgame of Hold'em with full ranges, solved by discounted CFR (Brown and Sandholm, 2019).

Every iteration sweeps the whole tree twice, once for each player: down with the other player's reach, up with the
values of all hands, over every board that can still come. The boards of the next street are swept side by side by
threads; each part adds up for itself, and parts are added in order, so that the number of threads changes nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor, wait
from dataclasses import dataclass, field
from itertools import pairwise
from queue import SimpleQueue
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ai.algorithms.full_width import kept as kept_of
from ai.algorithms.variant import FullWidth, RegretRule
from ai.hands.combos import HANDS, beside
from ai.solver.betting import DEAL
from ai.solver.opt_out import Gate, OptOut
from ai.solver.spot import IP, OOP, Spot
from ai.solver.streets import PLAIN, Shape, Street, build_streets, memory_bytes
from ai.solver.sweeps import AVERAGE, BEST, UPDATE, Scratch, Step, ascend, descend, sweep_rivers
from ai.solver.symmetry import NO_MOVES
from game.core import BadInput

REPLY = Step(BEST, 0.0, 0.0, 0.0, 0.0)
PLAY = Step(AVERAGE, 0.0, 0.0, 0.0, 0.0)
Float32s = npt.NDArray[np.float32]
Float64s = npt.NDArray[np.float64]
Result = TypeVar("Result")
Sweep = Generator[None, None, Float32s]
"""Yields while others work, and returns float32[classes], what each class of the traverser wins."""

DISCOUNTED = FullWidth(RegretRule(alpha=1.5, beta=0.0), average=4.0)
"""Needs as many iterations as with regrets floored at 0, and its exploitability falls without jumping up again."""
BEAT_SECONDS = 0.05
"""How long a sweep waits for its threads until it yields."""
MEGABYTE = 2**20
PARTS = 12
"""Into how many parts the boards of the next street fall."""


class Ends(Protocol):
    """Values at the end of the first street, for a subgame that is not dealt to the river."""

    def values(self, player: int, reach: Float32s) -> Float64s:
        """Return float[ends, 1326]: chips that each hand of `player` wins, net of half the pot at the beginning.

        They are summed over the other player's hands, weighed by `reach`, float32[ends, 1326]; ends are in the
        order of `Subgame.streets[0].ends`. The values of both players must sum to zero.
        """


def finished(work: Generator[None, None, Result]) -> Result:
    """Do a piece of work to its end and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result


@dataclass(slots=True, eq=False)
class Subgame:
    """A spot, all that is known of its solution so far, and how far it has come.

    everyone: whether hands that are not in a range get values too. BadInput where more than `memory` bytes are
    needed, or the tree is too large.
    """

    spot: Spot
    variant: FullWidth = DISCOUNTED
    shape: Shape = PLAIN
    threads: int = 1
    memory: int | None = None
    everyone: bool = False
    opt_out: OptOut | None = None
    ends: Ends | None = None
    iterations: int = 0
    streets: list[Street] = field(init=False)
    weights: tuple[Float32s, Float32s] = field(init=False)
    mass: float = field(init=False)
    gate: Gate | None = field(init=False, default=None)
    pool: Executor | None = field(init=False, default=None)
    _scratch: list[Scratch] = field(init=False)
    _spare: SimpleQueue[list[Scratch]] = field(init=False)

    def __post_init__(self) -> None:
        alike = self.opt_out is None and self.ends is None
        kept = [np.ones(len(one), np.bool_) if self.everyone else one > 0 for one in self.spot.ranges]
        self.streets = build_streets(self.spot, kept, self.shape, None if alike else NO_MOVES)
        if self.memory is not None and self.memory_needed > self.memory:
            raise BadInput(
                f"This solve takes {-(-self.memory_needed // MEGABYTE):,} MB, and {self.memory // MEGABYTE:,} MB "
                "may be used: name fewer sizes or narrower ranges."
            )
        for street in self.streets:
            street.allocate()
        first = self.streets[0]
        self._scratch = [first.scratch()]
        self._spare = SimpleQueue()
        for _ in range(self.threads if len(self.streets) > 1 else 0):
            self._spare.put([street.scratch() for street in self.streets[1:]])
        self.weights = tuple(
            self.spot.ranges[player][first.deals.hands[player].place] for player in (OOP, IP)
        )  # type: ignore[assignment]
        oop, ip = (weights.astype(float) for weights in self.spot.ranges)
        self.mass = float((oop * beside(ip)).sum())
        if self.opt_out is not None:
            player = self.opt_out.player
            place = first.deals.hands[player].place
            others = self.spot.ranges[1 - player].astype(float)
            self.gate = Gate(self.opt_out, place, others, self.spot.pot)

    @property
    def memory_needed(self) -> int:
        """Return how many bytes the solve takes."""
        return memory_bytes(self.streets, self.threads)

    # ---- one iteration ------------------------------------------------------------------------------------------
    def iterate(self) -> Generator[None, None, None]:
        """Run one iteration, yielding while threads work."""
        number = self.iterations + 1
        rule = self.variant.regret
        good, bad = kept_of(number - 1, rule.alpha), kept_of(number - 1, rule.beta)
        step = Step(UPDATE, good, bad, rule.floor, (1 - 1 / number) ** self.variant.average)
        for player in (OOP, IP):
            values = yield from self.sweep(player, step)
            if self.gate is not None and self.gate.player == player:
                self.gate.update(values, step)
        self.iterations = number

    def sweep(self, traverser: int, step: Step) -> Sweep:
        """Sweep the whole tree for one player."""
        street = self.streets[0]
        reach = self.root_reach(1 - traverser, step.mode)[None]
        value = np.zeros((1, len(self.weights[traverser])), np.float32)
        if street.is_river:
            self.sweep_boards(street, traverser, step, (0, 1), reach, value, self._scratch[0])
            return value[0]
        self.descend(street, traverser, step, 0, reach, self._scratch[0])
        reaches = self.reach_at_ends(street, traverser, 0, self._scratch[0])
        if self.ends is not None:
            after = self.outside_values(traverser, reaches)
        else:
            after = yield from self.sweep_next(traverser, step, reaches)
        self.ascend(street, traverser, step, 0, after, value, self._scratch[0])
        return value[0]

    def root_reach(self, player: int, mode: int) -> Float32s:
        """Return float32[classes]: the weights with which a player begins, less what opts out."""
        weights = self.weights[player]
        if self.gate is None or self.gate.player != player:
            return weights
        return (weights * self.gate.staying(current=mode == UPDATE)).astype(np.float32)

    def sweep_next(self, traverser: int, step: Step, reaches: Float32s) -> Sweep:
        """Sweep all boards of the second street; return float32[ends, classes], what the ends of the first are worth."""
        boards, values = self._parts(), []
        if self.pool is None:
            for part in boards:
                values.append(self._sweep_part(traverser, step, part, reaches))
                yield
        else:
            futures = [self.pool.submit(self._sweep_part, traverser, step, part, reaches) for part in boards]
            try:
                while wait(futures, BEAT_SECONDS).not_done:
                    yield
                values = [future.result() for future in futures]
            finally:
                for future in futures:
                    future.cancel()
                wait(futures)
        total = values[0]
        for value in values[1:]:
            total += value
        return total

    def _parts(self) -> list[tuple[int, int]]:
        """Divide the boards of the second street; a board before the river is a part of its own."""
        boards = len(self.streets[1].deals.boards)
        number = min(boards, PARTS) if self.streets[1].is_river else boards
        cuts = [boards * part // number for part in range(number + 1)]
        return list(pairwise(cuts))

    def _sweep_part(self, traverser: int, step: Step, part: tuple[int, int], reaches: Float32s) -> Float32s:
        """Return float32[ends, classes]: what the ends of the first street are worth on some boards of the second."""
        street, scratch = self.streets[1], self._spare.get()
        value = np.zeros((len(reaches), len(self.weights[traverser])), np.float32)
        if street.is_river:
            self.sweep_boards(street, traverser, step, part, reaches, value, scratch[0])
        else:
            board, _ = part
            self.descend(street, traverser, step, board, reaches, scratch[0])
            after = self.sweep_rivers_after(traverser, step, board, scratch)
            self.ascend(street, traverser, step, board, after, value, scratch[0])
        self._spare.put(scratch)
        return value

    def sweep_rivers_after(self, traverser: int, step: Step, board: int, scratch: list[Scratch]) -> Float32s:
        """Sweep the rivers of a turn whose reaches are in `scratch`; return what the ends of the turn are worth."""
        street, rivers = self.streets[1:]
        reaches = self.reach_at_ends(street, traverser, board, scratch[0])
        after = np.zeros((len(reaches), street.deals.classes(traverser, board)), np.float32)
        self.sweep_boards(rivers, traverser, step, rivers.deals.after(board), reaches, after, scratch[1])
        return after

    # ---- one board ----------------------------------------------------------------------------------------------
    def sweep_boards(
        self,
        street: Street,
        traverser: int,
        step: Step,
        boards: tuple[int, int],
        reach: Float32s,
        value: Float32s,
        scratch: Scratch,
    ) -> None:
        """Sweep rivers from the first to the last, exclusive, and add their values to `value`."""
        rows, (mine, theirs), (own, other) = street.seen_by(traverser)
        sweep_rivers(
            street.planted.forest,
            rows,
            traverser,
            mine,
            theirs,
            own,
            other,
            step,
            *boards,
            reach,
            value,
            scratch,
        )

    def descend(
        self, street: Street, traverser: int, step: Step, board: int, reach: Float32s, scratch: Scratch
    ) -> None:
        """Go down the trees of one board before the river; reach: that of the other player at their roots."""
        rows, (_, theirs), (_, other) = street.seen_by(traverser)
        descend(street.planted.forest, rows, traverser, theirs, other, step, board, 0, reach, scratch)

    def ascend(
        self,
        street: Street,
        traverser: int,
        step: Step,
        board: int,
        after: Float32s,
        value: Float32s,
        scratch: Scratch,
    ) -> None:
        """Come up the trees of one board before the river; after: what the ends of its street are worth."""
        rows, (mine, theirs), (own, _) = street.seen_by(traverser)
        ascend(
            street.planted.forest, rows, traverser, mine, theirs, own, step, board, 0, after, value, scratch
        )

    def reach_at_ends(self, street: Street, traverser: int, board: int, scratch: Scratch) -> Float32s:
        """Return float32[ends, classes]: the other player's reach where the street is over."""
        rows = street.planted.rows[traverser]
        classes = street.deals.classes(1 - traverser, board)
        ends = np.flatnonzero(street.planted.forest.kind == DEAL)
        reach = scratch.reach[: int(rows.size[0]) * classes].reshape(-1, classes)
        found: Float32s = reach[rows.row[ends]]
        return found

    def outside_values(self, traverser: int, reaches: Float32s) -> Float32s:
        """Return float32[ends, classes]: what the ends are worth by whoever values them from outside."""
        assert self.ends is not None
        mine, theirs = (self.streets[0].deals.hands[player] for player in (traverser, 1 - traverser))
        reach = np.zeros((len(reaches), len(HANDS)), np.float32)
        reach[:, theirs.place] = reaches
        values = self.ends.values(traverser, reach)[:, mine.place]
        return (values / self.spot.pot).astype(np.float32)

    # ---- what is known ------------------------------------------------------------------------------------------
    def exploitability(self) -> Generator[None, None, float]:
        """Return how far the average is from equilibrium: what both best responses win more than the pot.

        Half of it, in pots: exact for the tree that is solved.
        """
        won = 0.0
        for player in (OOP, IP):
            values = yield from self.sweep(player, REPLY)
            won += self._worth(player, values.astype(float), best=True)
        return won / 2

    def evs(self) -> Generator[None, None, tuple[float, float]]:
        """Return what both players win on average, in chips; together they win the pot."""
        values = yield from self.sweep(OOP, PLAY)
        net = self._worth(OOP, values.astype(float), best=False) * self.spot.pot
        return self.spot.pot / 2 + net, self.spot.pot / 2 - net

    def _worth(self, player: int, values: Float64s, *, best: bool) -> float:
        """Return what a player wins on average, in pots, of the values of its classes."""
        hands, gate = self.streets[0].deals.hands[player], self.gate
        if gate is not None and gate.player == player:
            values = gate.best(values) if best else gate.average(values)
        elif gate is not None:
            values = values + gate.left_to_the_other(self.weights[1 - player].astype(float), hands.place)
        return float((values * self.weights[player] * hands.times).sum() / self.mass)
