"""Solve a subgame by discounted CFR over whole ranges (Brown and Sandholm, AAAI 2019), with the re-solving gadget.

Every iteration sweeps the whole tree twice, once for each player, over every board that can still be dealt
(vector-form CFR). On the way down the tree, a sweep computes the other player's reach probabilities, and on
the way up the counterfactual values of all hands.

In the re-solving gadget (Burch, Johanson and Bowling, AAAI 2014), one player sees the hand at the root of the
subgame. This player either enters (STAY), or takes the hand's counterfactual value from the previous solve (OUT).
The other player therefore learns a strategy against which no hand gains more than that value. On a tie the hand
enters, so the gadget has no effect if no hand prefers to leave.

Every strategy learnt in this way is safe. But if almost every hand prefers to leave, the strategy is rarely trained
against the hands that could enter, and wins less from these hands than possible. A fraction k of each hand
can therefore be forced to stay. The strategy then wins more from the assumed range, but is less safe. Some
hands may then win more than their previous values. Weighted by the assumed range, the total gain of these
hands is at most k / (1 - k) times the total loss of the other hands. This bound holds if a strategy exists
that limits all hands to their previous values.

Threads sweep separate parts of the boards. Their sums are added in a fixed order, so the result doesn't depend on
the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass, field
from functools import reduce
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
from ai.solver.smaller_trees import smaller_trees
from ai.solver.spot import IP, OOP, Spot
from ai.solver.streets import PLAIN, BettingShape, StreetTables, build_streets, memory_bytes
from ai.solver.sweeps import GOLDEN_RATIO, ascend, descend, sweep_rivers
from game.core import BadInput
from game.rules.cards import DECK
from game.texts import number, text

OUT, STAY = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class OptOut:
    """The re-solving gadget of a subgame.

    Attributes:
        player: The player that may leave the subgame at the root.
        payoffs: float64[1326], the payoff of each hand that leaves, in chips, with half the pot subtracted.
        must_stay: The fraction of each hand, from 0 to 1, that cannot leave.
    """

    player: int
    payoffs: Floats = field(repr=False)
    must_stay: float = 0.0


class Gate:
    """The decision of the gadget. Every hand uses regret matching, with the same discounts as the rest of the tree.

    Args:
        opt_out: The gadget.
        hands: int32[hands], the indices of the hands of the player that may leave.
        weights: float64[1326], the range of the other player.
        pot: The pot in chips.

    Attributes:
        payoffs: float64[hands], the counterfactual value of leaving, in pots.
    """

    def __init__(self, opt_out: OptOut, hands: npt.NDArray[np.int32], weights: Floats, pot: float) -> None:
        self.player = opt_out.player
        self.payoffs: Floats = opt_out.payoffs[hands] / pot * opposing_weight(weights)[hands]
        self._regret = np.zeros((2, len(hands)))
        self._total = np.zeros((2, len(hands)))
        self._payoffs_in_chips, self._hands, self._pot = opt_out.payoffs, hands, pot
        self._must_stay = opt_out.must_stay

    def stay_probability(self, *, current: bool) -> Floats:
        """Return the probability that each hand enters, float64[hands], in the current or average strategy."""
        stay: Floats = 1.0 - (1.0 - self._must_stay) * (1.0 - self._choice(current=current))
        return stay

    def stay_probability_of_hands(self) -> Floats:
        """Return the average probability that each hand enters, float64[1326], 1 for hands outside the range."""
        stay = np.ones(len(HANDS))
        stay[self._hands] = self.stay_probability(current=False)
        return stay

    def _choice(self, *, current: bool) -> Floats:
        """Return the probability of STAY for the part of each hand that may leave, float64[hands].

        If `current` is True, the probability is from the current strategy, otherwise from the average strategy.
        """
        sums = self._regret if current else self._total
        total = sums.sum(axis=0)
        choice: Floats = np.divide(sums[STAY], total, out=np.ones_like(total), where=total > 0)
        return choice

    def update(self, values: Floats, step: SweepStep) -> None:
        """Update the regrets, given the counterfactual values of entering, float64[hands], in pots."""
        stay = self._choice(current=True)
        self._total = self._total * step.average + [1 - stay, stay]
        choices = np.array([self.payoffs, values])
        gained = choices - (choices * [1 - stay, stay]).sum(axis=0)
        self._regret = np.maximum(0.0, self._regret * step.good + gained)

    def best(self, values: Floats) -> Floats:
        """Return the counterfactual value of each hand under a best response, float64[hands].

        Each hand enters or leaves, whichever pays more.
        """
        best: Floats = self._must_stay * values + (1.0 - self._must_stay) * np.maximum(self.payoffs, values)
        return best

    def average(self, values: Floats) -> Floats:
        """Return the counterfactual value of each hand under the average strategy of the gadget, float64[hands]."""
        stay = self.stay_probability(current=False)
        won: Floats = self.payoffs * (1 - stay) + values * stay
        return won

    def opponent_values(self, weights: Floats, others: npt.NDArray[np.int32]) -> Floats:
        """Return the other player's winnings from the hands that leave, in pots.

        The result has the winnings of each hand of the other player, float64[other hands].

        Args:
            weights: float64[hands], the range of the player that may leave.
            others: int32[other hands], the indices of the other player's hands.
        """
        paid = np.zeros(len(HANDS))
        leave = 1 - self.stay_probability(current=False)
        paid[self._hands] = weights * leave * self._payoffs_in_chips[self._hands] / self._pot
        of_card = np.bincount(CARDS.ravel(), np.repeat(paid, 2), len(DECK))
        lost: Floats = paid.sum() - of_card[CARDS[others]].sum(axis=1) + paid[others]
        return -lost


Sweep = Generator[None, None, Float32s]
"""A sweep in progress. It yields while threads work, and returns values."""
EndValues = Callable[[int, Float32s], Float32s]
"""Returns the traverser's values, given the traverser and the other player's reach.

Both arrays are float32[ends, classes].
"""

BEAT_SECONDS = 0.05
"""The maximum wait for threads between two yields."""
PARTS = 12
"""The number of parts into which the rivers after a turn are divided."""


class Sweeper:
    """Sweeps the streets of a subgame, with scratch memory for each thread.

    Attributes:
        pool: The threads that run the parts of a sweep. If None, the caller's thread runs all parts.
    """

    def __init__(self, streets: Sequence[StreetTables], threads: int, ends: EndValues | None = None) -> None:
        self.pool: Executor | None = None
        self._streets = streets
        self._ends = ends
        self._scratch = streets[0].scratch()
        self._spare: SimpleQueue[list[Scratch]] = SimpleQueue()
        for _ in range(threads if len(streets) > 1 else 0):
            self._spare.put([street.scratch() for street in streets[1:]])

    def sweep(self, traverser: int, step: SweepStep, reach: Float32s) -> Sweep:
        """Return the traverser's values, float32[classes], for the other player's `reach`, float32[classes]."""
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
        """Return the values at the ends of the first street, float32[ends, classes]."""
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
        """Divide the boards of the second street into ranges.

        If this street is not the river, each board is one range.
        """
        boards = len(self._streets[1].deals.boards)
        number = min(boards, PARTS) if self._streets[1].is_river else boards
        return list(pairwise(boards * part // number for part in range(number + 1)))

    def _sweep_part(
        self, traverser: int, step: SweepStep, part: tuple[int, int], reaches: Float32s
    ) -> Float32s:
        """Return the contribution of some boards of the second street to the values of the ends."""
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
        """Return the values at the ends of the second street on a board, float32[ends, classes].

        `scratch` has the other player's reach on the board.
        """
        _, street, rivers = self._streets
        reaches = reach_at_ends(street, traverser, board, scratch[0])
        after = np.zeros((len(reaches), street.deals.classes(traverser, board)), np.float32)
        boards = rivers.deals.after(board)
        sweep_rivers(rivers.seen_by(traverser), step, boards, (reaches, after), scratch[1])
        return after


def reach_at_ends(street: StreetTables, traverser: int, board: int, scratch: Scratch) -> Float32s:
    """Return the other player's reach at the ends of a street before the river, float32[ends, classes]."""
    rows = street.trees.rows[traverser]
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
"""Discounted CFR with beta 0.

It needs as many iterations as a variant that floors regrets at 0, but its exploitability falls more steadily.
"""
MEGABYTE = 2**20
REPLY = SweepStep(BEST, 0.0, 0.0, 0.0, 0.0)
PLAY = SweepStep(AVERAGE, 0.0, 0.0, 0.0, 0.0)


class Ends(Protocol):
    """Values at the end of the first street, for a subgame that is not dealt to the river."""

    def values(self, player: int, reach: Float32s) -> Float64s:
        """Return the counterfactual value of each hand of `player`, float64[ends, 1326].

        Values are in chips, net of half the pot at the root. They are sums over the other player's hands, weighted
        by `reach`, float32[ends, 1326]. Ends are in the order of `Subgame.streets[0].ends`. The values of both
        players must sum to zero.
        """


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a solve.

    Attributes:
        memory: The maximum memory in bytes. If None, there is no limit.
        bits: The bits per number in the tables, 32 or 16. If None, 32 bits are used if the tables then fit into the
            memory, otherwise 16.
    """

    threads: int = 1
    memory: int | None = None
    bits: int | None = None


def fitting_bits(streets: Sequence[StreetTables], limits: Limits) -> int:
    """Return the bits per number in the tables under `limits`."""
    if limits.bits is not None:
        return limits.bits
    fits = limits.memory is None or memory_bytes(streets, limits.threads) <= limits.memory
    return 32 if fits else 16


@dataclass(eq=False)
class Subgame:
    """A spot with the tables of its solve.

    Attributes:
        variant: The variant of CFR. Variants with prediction are not possible, because the kernels compute no
            predicted regrets.
        everyone: Whether hands outside the ranges get values, too.
        opt_out: The re-solving gadget, or None.
        ends: The values at the end of the first street, if later streets are not dealt. The values must be
            set before the first sweep.
        locks: Decisions with a fixed strategy.
        bits: The bits per number in the tables, 32 or 16.
        iterations: The number of iterations so far.
        mass: The total weight of all pairs of hands without a common card.

    Raises:
        BadInput: If the tree is too large, or takes more memory than `limits` allows.
        BuildAbandoned: If `construction` was abandoned.
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
    bits: int = field(init=False, default=32)

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
        self.bits = fitting_bits(self.streets, self.limits)
        self._check_memory()
        for street in self.streets:
            if self.construction is not None:
                self.construction.add(0)
            street.allocate(self.bits)
        self._locked_entries = held_in(self.streets, self.locks)
        self.hold_locks()
        outside = None if self.shape.to_river else self.outside_values
        self.sweeper = Sweeper(self.streets, self.limits.threads, outside)
        oop, ip = (weights.astype(float) for weights in self.spot.ranges)
        self.mass = float((oop * opposing_weight(ip)).sum())
        hands = [of_player.place for of_player in self.streets[0].deals.hands]
        self.weights = [self.spot.ranges[player][hands[player]] for player in (OOP, IP)]
        self.gate: Gate | None = None
        if self.opt_out is not None:
            player = self.opt_out.player
            self.gate = Gate(self.opt_out, hands[player], (oop, ip)[1 - player], self.spot.pot)

    @property
    def has_rake(self) -> bool:
        return self.spot.rake.share > 0

    @property
    def memory_needed(self) -> int:
        return memory_bytes(self.streets, self.limits.threads, self.bits)

    def _check_memory(self) -> None:
        needed, allowed = self.memory_needed, self.limits.memory
        if allowed is None or needed <= allowed:
            return
        packed, threads = memory_bytes(self.streets, self.limits.threads, 16), self.limits.threads
        smaller = smaller_trees(self.spot, self.shape, self.streets, threads, allowed, bits=self.bits)
        ways = [text("solver_errors.memory.bits", size=_megabytes(packed))] if packed <= allowed else []
        ways += [
            text("solver_errors.memory.change", change=one.words, size=_megabytes(one.memory))
            for one in smaller
        ]
        advice = text("solver_errors.memory.fewer")
        if ways:
            either = reduce(lambda one, other: text("keys.either", first=one, second=other), ways)
            advice = text("solver_errors.memory.fits", ways=either)
        packing = "packed" if self.bits == 16 else "whole"
        raise BadInput(
            text(
                f"solver_errors.memory.{packing}",
                needed=_megabytes(needed),
                allowed=number(allowed // MEGABYTE),
                advice=advice,
            )
        )

    def iterate(self) -> Generator[None, None, None]:
        """Run one iteration. Yield while threads work."""
        number, rule = self.iterations + 1, self.variant.regret
        good, bad = _discount(number - 1, rule.alpha), _discount(number - 1, rule.beta)
        dither = number * GOLDEN_RATIO % 1.0
        step = SweepStep(UPDATE, good, bad, rule.floor, (1 - 1 / number) ** self.variant.average, dither)
        for player in (OOP, IP):
            values = yield from self.sweep(player, step)
            self.hold_locks()
            if self.gate is not None and self.gate.player == player:
                self.gate.update(values.astype(float), step)
        self.iterations = number

    def hold_locks(self) -> None:
        for entries in self._locked_entries:
            entries.hold()

    def sweep(self, traverser: int, step: SweepStep) -> Sweep:
        """Sweep the whole tree for one player and return the player's winnings, float32[classes], in pots."""
        return self.sweeper.sweep(traverser, step, self.root_reach(1 - traverser, step.mode))

    def root_reach(self, player: int, mode: int) -> Float32s:
        """Return the reach of a player at the root, float32[classes], reduced by the probability of leaving.

        The probability of leaving is from the current strategy if `mode` is an update, otherwise from the average
        strategy.
        """
        weights = self.weights[player]
        if self.gate is None or self.gate.player != player:
            return weights
        reach: Float32s = (weights * self.gate.stay_probability(current=mode == UPDATE)).astype(np.float32)
        return reach

    def outside_values(self, traverser: int, reaches: Float32s) -> Float32s:
        """Return the values at the ends of the first street, float32[ends, classes], in pots.

        The values come from the attribute `ends`.
        """
        assert self.ends is not None
        mine, theirs = (self.streets[0].deals.hands[player] for player in (traverser, 1 - traverser))
        reach = np.zeros((len(reaches), len(HANDS)), np.float32)
        reach[:, theirs.place] = reaches
        values = self.ends.values(traverser, reach)[:, mine.place]
        return (values / self.spot.pot).astype(np.float32, order="C")  # kernels are compiled for that order

    def exploitability(self) -> Generator[None, None, float]:
        """Return the exploitability of the average strategies in pots: the mean gain of the best responses.

        The result is exact for the solved tree. The measurement takes about as long as one iteration. With rake, it
        takes about as long as two.
        """
        if self.has_rake:
            return sum((yield from self.gains())) / 2
        won = 0.0
        for player in (OOP, IP):
            values = yield from self.sweep(player, REPLY)
            won += self._mean(player, values.astype(float), best=True)
        return won / 2

    def gains(self) -> Generator[None, None, tuple[float, float]]:
        """Return the gain of each player's best response over the player's average strategy, in pots."""
        found = []
        for player in (OOP, IP):
            best = yield from self.sweep(player, REPLY)
            played = yield from self.sweep(player, PLAY)
            values = (
                self._mean(player, one.astype(float), best=is_best)
                for one, is_best in ((best, True), (played, False))
            )
            found.append(next(values) - next(values))
        return found[OOP], found[IP]

    def evs(self) -> Generator[None, None, tuple[float, float]]:
        """Return the expected winnings of both players in chips, including the pot.

        The sum is the pot minus the mean rake.
        """
        values = yield from self.sweep(OOP, PLAY)
        net = self._mean(OOP, values.astype(float), best=False) * self.spot.pot
        if not self.has_rake:
            return self.spot.pot / 2 + net, self.spot.pot / 2 - net
        values = yield from self.sweep(IP, PLAY)
        return self.spot.pot / 2 + net, self.spot.pot * (
            0.5 + self._mean(IP, values.astype(float), best=False)
        )

    def _mean(self, player: int, values: Float64s, *, best: bool) -> float:
        """Return the mean winnings of a player in pots from the values of the player's classes, float64[classes].

        If `best` is True, the player leaves through the gadget whenever this is better. Otherwise, the player
        follows the average strategy of the gadget.
        """
        hands, gate = self.streets[0].deals.hands[player], self.gate
        if gate is not None and gate.player == player:
            values = gate.best(values) if best else gate.average(values)
        elif gate is not None:
            values = values + gate.opponent_values(self.weights[1 - player].astype(float), hands.place)
        return float((values * self.weights[player] * hands.times).sum() / self.mass)


def _discount(iteration: int, exponent: float) -> float:
    """Return the discount factor of the regrets after an iteration: d(t) of `RegretRule`."""
    if math.isinf(exponent):
        return 1.0
    power = float(iteration) ** exponent
    return float(power / (power + 1.0))


def _megabytes(size: int) -> str:
    return number(-(-size // MEGABYTE))
