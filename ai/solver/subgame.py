"""A subgame with the arrays of its solve: the iterations of CFR, the re-solving gadget.

Before the subgame begins, its player looks at the hand and either stays, or takes what the hand was promised
(Burch, Johanson and Bowling: Solving imperfect information games using decomposition, AAAI 2014). The other player
then finds a strategy against which no hand wins more than its promise. A hand for which neither choice has been
better stays, so that opting out changes nothing at all where nobody wants it.

That strategy may be any that is safe: where almost every hand does best to leave, it is hardly tried against those
hands, and wins less from them than it could. So a part k of each hand can be made to stay whatever it was promised.
More is then won from the range as it is believed to be, and the promise is loosened: what hands gain beyond it,
weighed by that range, is at most k / (1 - k) of what the range falls short of it, if it can be kept at all.

Each part of the boards adds up for itself, and parts are added in order, so that the number of threads changes
nothing.

Every iteration sweeps the whole tree twice, once for each player: down with the other player's reach, up with the
values of all hands, over every board that can still come.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass, field
from itertools import pairwise
from queue import SimpleQueue
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.algorithms.variants import FullWidth, RegretRule
from ai.hands.combos import CARDS, HANDS, Floats, opposing_weight
from ai.solver.betting import Construction
from ai.solver.deals import NO_MOVES
from ai.solver.forest import AVERAGE, BEST, UPDATE, Float32s, Place, Scratch, SweepStep
from ai.solver.mixes import Lock, held_in, moves_under
from ai.solver.spot import IP, OOP, Spot
from ai.solver.streets import PLAIN, BettingShape, StreetTables, build_streets, memory_bytes
from ai.solver.sweeps import ascend, descend, sweep_rivers
from game.core import BadInput
from game.rules.cards import DECK

OUT, STAY = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class OptOut:
    """Who may opt out, and what each hand is promised: float[1326], chips net of half the pot.

    must_stay: the part of each hand, from 0 to 1, that cannot opt out.
    """

    player: int
    promised: Floats = field(repr=False)
    must_stay: float = 0.0


class Gate:
    """The decision before the root; promised: float64[hands] of its player, in pots, weighed by what each meets.

    Its strategy is that of regret matching, discounted like the others.
    """

    def __init__(self, opt_out: OptOut, place: npt.NDArray[np.int32], weights: Floats, pot: float) -> None:
        self.player = opt_out.player
        self.promised: Floats = opt_out.promised[place] / pot * opposing_weight(weights)[place]
        self._regret = np.zeros((2, len(place)))
        self._total = np.zeros((2, len(place)))
        self._in_chips, self._place, self._pot, self._must_stay = (
            opt_out.promised,
            place,
            pot,
            opt_out.must_stay,
        )

    def staying(self, *, current: bool) -> Floats:
        """Return float64[hands]: how often each is in the subgame, now or on average."""
        staying: Floats = 1.0 - (1.0 - self._must_stay) * (1.0 - self._chosen(current=current))
        return staying

    def staying_of_hands(self) -> Floats:
        """Return float64[1326]: how often each hand stays on average; 1 for those that are not in the range."""
        staying = np.ones(len(HANDS))
        staying[self._place] = self.staying(current=False)
        return staying

    def _chosen(self, *, current: bool) -> Floats:
        """Return float64[hands]: how often each stays where it may choose."""
        known = self._regret if current else self._total
        total = known.sum(axis=0)
        chosen: Floats = np.divide(known[STAY], total, out=np.ones_like(total), where=total > 0)
        return chosen

    def update(self, values: Floats, step: SweepStep) -> None:
        """Learn from what each hand wins in the subgame, in pots."""
        staying = self._chosen(current=True)
        self._total = self._total * step.kept + [1 - staying, staying]
        choices = np.array([self.promised, values])
        gained = choices - (choices * [1 - staying, staying]).sum(axis=0)
        self._regret = np.maximum(0.0, self._regret * step.good + gained)

    def best(self, values: Floats) -> Floats:
        """Return what each hand wins with the better choice."""
        best: Floats = self._must_stay * values + (1.0 - self._must_stay) * np.maximum(self.promised, values)
        return best

    def average(self, values: Floats) -> Floats:
        """Return what each hand wins by its average choice."""
        staying = self.staying(current=False)
        won: Floats = self.promised * (1 - staying) + values * staying
        return won

    def left_to_the_other(self, weights: Floats, others: npt.NDArray[np.int32]) -> Floats:
        """Return float64[hands]: what hands of the other player win where hands opt out on average, in pots.

        weights: float[hands], of those who may opt out; others: the places of the other player's hands.
        """
        paid = np.zeros(len(HANDS))
        paid[self._place] = (
            weights * (1 - self.staying(current=False)) * self._in_chips[self._place] / self._pot
        )
        of_card = np.bincount(CARDS.ravel(), np.repeat(paid, 2), len(DECK))
        lost: Floats = paid.sum() - of_card[CARDS[others]].sum(axis=1) + paid[others]
        return -lost


Sweep = Generator[None, None, Float32s]
"""Yields while others work, and returns values."""
EndValues = Callable[[int, Float32s], Float32s]
"""Values of a traverser, float32[ends, classes], by the other's reach there: the same."""

BEAT_SECONDS = 0.05
"""How long a sweep waits for its threads until it yields."""
PARTS = 12
"""Into how many parts the rivers after a turn fall."""


class Sweeper:
    """The streets, and scratch for each thread. `pool` runs the threads; without one, this thread does all."""

    def __init__(self, streets: Sequence[StreetTables], threads: int, ends: EndValues | None = None) -> None:
        self.pool: Executor | None = None
        self._streets = streets
        self._ends = ends
        self._scratch = streets[0].scratch()
        self._spare: SimpleQueue[list[Scratch]] = SimpleQueue()
        for _ in range(threads if len(streets) > 1 else 0):
            self._spare.put([street.scratch() for street in streets[1:]])

    def sweep(self, traverser: int, step: SweepStep, reach: Float32s) -> Sweep:
        """Return float32[classes], what the traverser wins; reach: float32[classes] of the other player."""
        street, scratch = self._streets[0], self._scratch
        view, place = street.seen_by(traverser), Place(0, 0)
        value = np.zeros((1, street.deals.classes(traverser, 0)), np.float32)
        if street.is_river:
            sweep_rivers(view, step, (0, 1), (reach[None], value), scratch)
            return np.asarray(value[0])
        descend(view, step, place, reach[None], scratch)
        after = yield from self.after_first(traverser, step, reach_at_ends(street, traverser, 0, scratch))
        ascend(view, step, place, (after, value), scratch)
        return np.asarray(value[0])

    def after_first(self, traverser: int, step: SweepStep, reaches: Float32s) -> Sweep:
        """Return float32[ends, classes]: what the ends of the first street are worth."""
        if self._ends is not None:
            return self._ends(traverser, reaches)
        parts = self._parts()
        if self.pool is None:
            values = []
            for part in parts:
                values.append(self._sweep_part(traverser, step, part, reaches))
                yield
            return _sum(values)
        futures = [self.pool.submit(self._sweep_part, traverser, step, part, reaches) for part in parts]
        try:
            while wait(futures, BEAT_SECONDS).not_done:
                yield
            return _sum([future.result() for future in futures])
        finally:
            for future in futures:
                future.cancel()
            wait(futures)

    def _parts(self) -> list[tuple[int, int]]:
        """Divide the boards of the second street into ranges; if it is not the river, each board is one part."""
        boards = len(self._streets[1].deals.boards)
        number = min(boards, PARTS) if self._streets[1].is_river else boards
        return list(pairwise(boards * part // number for part in range(number + 1)))

    def _sweep_part(
        self, traverser: int, step: SweepStep, part: tuple[int, int], reaches: Float32s
    ) -> Float32s:
        """Return float32[ends, classes]: the part of the ends' values from some boards of the second street."""
        street, scratch = self._streets[1], self._spare.get()
        view = street.seen_by(traverser)
        value = np.zeros((len(reaches), self._streets[0].deals.classes(traverser, 0)), np.float32)
        if street.is_river:
            sweep_rivers(view, step, part, (reaches, value), scratch[0])
        else:
            place = Place(part[0], 0)
            descend(view, step, place, reaches, scratch[0])
            after = self.after_turn(traverser, step, part[0], scratch)
            ascend(view, step, place, (after, value), scratch[0])
        self._spare.put(scratch)
        return value

    def after_turn(self, traverser: int, step: SweepStep, board: int, scratch: Sequence[Scratch]) -> Float32s:
        """Return what the ends of the second street are worth on a board whose reaches are in `scratch`."""
        _, street, rivers = self._streets
        reaches = reach_at_ends(street, traverser, board, scratch[0])
        after = np.zeros((len(reaches), street.deals.classes(traverser, board)), np.float32)
        boards = rivers.deals.after(board)
        sweep_rivers(rivers.seen_by(traverser), step, boards, (reaches, after), scratch[1])
        return after


def reach_at_ends(street: StreetTables, traverser: int, board: int, scratch: Scratch) -> Float32s:
    """Return float32[ends, classes]: the other player's reach where a street before the river is over."""
    rows = street.planted.rows[traverser]
    classes = street.deals.classes(1 - traverser, board)
    reach = scratch.reach[: int(rows.size[0]) * classes].reshape(-1, classes)
    found: Float32s = reach[rows.row[street.end_nodes]]
    return found


def _sum(values: Sequence[Float32s]) -> Float32s:
    total = values[0]
    for value in values[1:]:
        total += value
    return total


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
