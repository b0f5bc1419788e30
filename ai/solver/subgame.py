"""A subgame of Hold'em with full ranges, solved by discounted CFR (Brown and Sandholm, 2019).

Every iteration sweeps the whole tree twice, once for each player: down with the other player's reach, up with the
values of all hands, over every board that can still come.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.algorithms.variants import FullWidth, RegretRule
from ai.hands.combos import HANDS, opposing_weight
from ai.solver.betting import Construction
from ai.solver.forest import AVERAGE, BEST, UPDATE, Float32s, SweepStep
from ai.solver.locks import Lock, held_in, moves_under
from ai.solver.opt_out import Gate, OptOut
from ai.solver.spot import IP, OOP, Spot
from ai.solver.streets import PLAIN, BettingShape, StreetTables, build_streets, memory_bytes
from ai.solver.sweeper import Sweep, Sweeper
from ai.solver.symmetry import NO_MOVES
from game.core import BadInput

Float64s = npt.NDArray[np.float64]

DISCOUNTED = FullWidth(RegretRule(alpha=1.5, beta=0.0), average=4.0)
"""Needs as many iterations as with regrets floored at 0, and its exploitability falls without jumping up again."""
MEGABYTE = 2**20
REPLY = SweepStep(BEST, 0.0, 0.0, 0.0, 0.0)
PLAY = SweepStep(AVERAGE, 0.0, 0.0, 0.0, 0.0)


class Ends(Protocol):
    """Values at the end of the first street, for a subgame that is not dealt to the river."""

    def values(self, player: int, reach: Float32s) -> Float64s:
        """Return float[ends, 1326]: chips that each hand of `player` wins, net of half the pot at the beginning.

        They are summed over the other player's hands, weighed by `reach`, float32[ends, 1326]; ends are in the
        order of `Subgame.streets[0].ends`. What both players win must sum to zero.
        """


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solve may use: threads, and bytes of memory (None: what it needs, unchecked)."""

    threads: int = 1
    memory: int | None = None


@dataclass(eq=False)
class Subgame:
    """A spot, all that is known of its solution so far, and how many iterations that took.

    everyone: whether hands that are not in a range get values too. ends: for a shape that is not dealt to the
    river; they may be set until the first sweep. locks: what is played at some decisions, whatever would be best.
    mass: the weight of all pairs of hands that can be held together. BadInput where the tree is too large, or takes
    more memory than may be used.
    """

    spot: Spot
    variant: FullWidth = DISCOUNTED
    shape: BettingShape = PLAIN
    limits: Limits = field(default_factory=Limits)
    everyone: bool = False
    opt_out: OptOut | None = None
    ends: Ends | None = None
    locks: Sequence[Lock] = ()
    construction: Construction | None = None
    iterations: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        counted = [np.ones(len(one), np.bool_) if self.everyone else one > 0 for one in self.spot.ranges]
        plain = self.opt_out is None and self.shape.to_river
        self.streets: list[StreetTables] = build_streets(
            self.spot,
            counted,
            self.shape,
            moves_under(self.spot, self.locks) if plain else NO_MOVES,
            self.construction,
        )

        self._check_memory()
        for street in self.streets:
            if self.construction is not None:
                self.construction.add(0)
            street.allocate()
        self._held = held_in(self.streets, self.locks)
        self.hold_locks()
        outside = None if self.shape.to_river else self.outside_values
        self.sweeper = Sweeper(self.streets, self.limits.threads, outside)
        oop, ip = (weights.astype(float) for weights in self.spot.ranges)
        self.mass = float((oop * opposing_weight(ip)).sum())
        places = [hands.place for hands in self.streets[0].deals.hands]
        self.weights = [self.spot.ranges[player][places[player]] for player in (OOP, IP)]
        self.gate: Gate | None = None
        if self.opt_out is not None:
            player = self.opt_out.player
            self.gate = Gate(self.opt_out, places[player], (oop, ip)[1 - player], self.spot.pot)

    @property
    def memory_needed(self) -> int:
        return memory_bytes(self.streets, self.limits.threads)

    def _check_memory(self) -> None:
        needed, allowed = self.memory_needed, self.limits.memory
        if allowed is not None and needed > allowed:
            raise BadInput(
                f"This solve takes {-(-needed // MEGABYTE):,} MB, and {allowed // MEGABYTE:,} MB may be used: "
                "name fewer sizes or narrower ranges."
            )

    def iterate(self) -> Generator[None, None, None]:
        """Run one iteration, yielding while threads work."""
        number, rule = self.iterations + 1, self.variant.regret
        good, bad = _kept(number - 1, rule.alpha), _kept(number - 1, rule.beta)
        step = SweepStep(UPDATE, good, bad, rule.floor, (1 - 1 / number) ** self.variant.average)
        for player in (OOP, IP):
            values = yield from self.sweep(player, step)
            self.hold_locks()
            if self.gate is not None and self.gate.player == player:
                self.gate.update(values.astype(float), step)
        self.iterations = number

    def hold_locks(self) -> None:
        """Let locked decisions play what they were told."""
        for held in self._held:
            held.hold()

    def sweep(self, traverser: int, step: SweepStep) -> Sweep:
        """Sweep the whole tree for one player and return its winnings, float32[classes], in pots."""
        return self.sweeper.sweep(traverser, step, self.root_reach(1 - traverser, step.mode))

    def root_reach(self, player: int, mode: int) -> Float32s:
        """Return float32[classes]: the weights with which a player begins, less what opts out."""
        weights = self.weights[player]
        if self.gate is None or self.gate.player != player:
            return weights
        staying: Float32s = (weights * self.gate.staying(current=mode == UPDATE)).astype(np.float32)
        return staying

    def outside_values(self, traverser: int, reaches: Float32s) -> Float32s:
        """Return float32[ends, classes]: what the ends are worth by whoever values them from outside, in pots."""
        assert self.ends is not None
        mine, theirs = (self.streets[0].deals.hands[player] for player in (traverser, 1 - traverser))
        reach = np.zeros((len(reaches), len(HANDS)), np.float32)
        reach[:, theirs.place] = reaches
        values = self.ends.values(traverser, reach)[:, mine.place]
        return (values / self.spot.pot).astype(np.float32, order="C")  # kernels are compiled for that order

    def exploitability(self) -> Generator[None, None, float]:
        """Return how far the average is from equilibrium: half of what both best responses win beyond the pot.

        In pots, and exact for the tree that is solved.
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


def _kept(iteration: int, exponent: float) -> float:
    """Return which part of a regret is left after an iteration: d(t) of `RegretRule`."""
    if math.isinf(exponent):
        return 1.0
    power = float(iteration) ** exponent
    return float(power / (power + 1.0))
