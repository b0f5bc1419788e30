"""A spot that is being solved or was: its subgame with all locks, how far it is, and what is known of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, Bools, opposing_weight
from ai.solver.betting import Construction
from ai.solver.hand_kinds import kinds_of
from ai.solver.locks import Lock, Strategy
from ai.solver.mixes import mix_as_logged, shifted_mix
from ai.solver.results import Walk
from ai.solver.solving import EXPLOITABILITY, Foresight, Goal, Solved, measured, solve
from ai.solver.spot import Spot
from ai.solver.spot_forms import shape_of
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput, Progress
from game.match.spot_texts import SpotTexts
from game.quoting import quoted
from game.rules.cards import Card
from game.study.solved import HAND_KINDS, MIN_LOGGED_HANDS, LockSummary, SolveState

Ev = tuple[float, float]
NOBODY_KNOWS = math.nan


@dataclass(eq=False)
class HeldSolve:
    """A solve. free: the same spot without locks, as far as it was solved; None where there are no locks.

    One that was read from a file has no `free` one, but knows what both won there: `equilibrium`.
    """

    texts: SpotTexts
    game: Subgame
    locks: tuple[LockSummary, ...] = ()
    free: HeldSolve | None = None
    equilibrium: Ev | None = None
    exploitability: float = NOBODY_KNOWS
    ev: Ev = (NOBODY_KNOWS, NOBODY_KNOWS)
    seconds: float = 0.0
    curve: list[tuple[float, float]] = field(default_factory=list)
    is_solving: bool = False
    is_just_measured: bool = False
    _walk: Walk | None = None

    @staticmethod
    def begun(
        texts: SpotTexts,
        spot: Spot,
        limits: Limits,
        locks: Sequence[Lock] = (),
        construction: Construction | None = None,
    ) -> HeldSolve:
        """Return a solve without iterations. Its trees are counted by `construction`."""
        shape = shape_of(texts, spot.stack)
        game = Subgame(spot, shape=shape, limits=limits, locks=locks, construction=construction)
        return HeldSolve(texts, game)

    @property
    def walk(self) -> Walk:
        """The states as they are solved now; `BadInput` where no iteration was done."""
        if not self.game.iterations:
            raise BadInput("Nothing is solved yet.")
        if self._walk is None:
            self._walk = Walk(self.game)
        return self._walk

    @property
    def state(self) -> SolveState:
        """How it stands."""
        memory = self.game.memory_needed + (self.free.game.memory_needed if self.free is not None else 0)
        return SolveState(
            self.texts,
            self.exploitability,
            self.game.iterations,
            self.seconds,
            memory,
            self.ev,
            self.locks,
            self.equilibrium,
            tuple(self.curve),
        )

    def solve_on(self, target: float) -> Iterator[Progress | SolveState]:
        """Solve to a target, in percent of the pot; a solve that is closed on the way can go on later."""
        foresight = Foresight(target)
        for item in self.solve_to(Goal(target=target)):
            if isinstance(item, Progress):
                yield foresight.heed(item)
            else:
                self.walk.at()  # done now, so that the first look at the solution is quick
                yield item

    def solve_to(self, goal: Goal) -> Iterator[Progress | SolveState]:
        """Solve until the goal is reached. A solve that is closed on the way can continue later."""
        self._walk, self.is_solving = None, True
        before = self.seconds
        try:
            for item in solve(self.game, goal):
                if isinstance(item, Solved):
                    self.exploitability, self.ev = item.exploitability, item.ev
                    self.is_just_measured = True
                    self._note(before + item.seconds)
                else:
                    self._take(item, before)
                    yield replace(item, seconds=self.seconds)
        finally:
            self.is_solving = False
            self._walk = None  # the states seen meanwhile were solved less
        yield self.state

    def measure(self) -> Iterator[Progress]:
        """Measure the exploitability, unless it is that of the tables as they are. Takes about one iteration."""
        if self.is_just_measured or not self.game.iterations:
            return
        done = yield from measured(self.game)
        self.exploitability, self.ev, self.is_just_measured = done.exploitability, done.ev, True
        self._note(self.seconds)

    def locked(self, lock: Lock, summary: LockSummary) -> HeldSolve:
        """Return the spot with one more lock, of which nothing is known yet."""
        locks = (*self.game.locks, lock)
        game = _with_locks(self.game, locks)
        free = self if not self.locks else self.free
        equilibrium = self.ev if not self.locks else self.equilibrium
        return HeldSolve(self.texts, game, (*self.locks, summary), free, equilibrium)

    def unlocked(self) -> HeldSolve:
        """Return the spot without locks, as far as it was solved."""
        if not self.locks:
            return self
        return self.free or HeldSolve(self.texts, _with_locks(self.game, ()))

    def lock(self, summary: LockSummary, wanted: Strategy | None = None) -> Lock:
        """Return the strategy of a lock: some hands take an action oftener than now, by points of their whole.

        wanted: float64[1326, actions], what they do instead where that is given; rows that add up to 1, NaN for
        hands of which nothing is known, which stay free.
        """
        state = self.walk.at(summary.actions, summary.cards)
        reach = [np.nan_to_num(one) for one in state.reach]
        which = np.isfinite(state.reach[state.player]) & _hands_of(summary.hands, state.board)
        met = reach[state.player] * opposing_weight(reach[1 - state.player]) * which
        if not met.any():
            raise BadInput(f"{summary.hands or 'No hand'} does not come here.")
        strategy = np.nan_to_num(state.strategy)
        if summary.logged is not None:
            if summary.logged.hands < MIN_LOGGED_HANDS:
                raise BadInput(f"{summary.logged.name} made such decisions in too few hands.")
            wanted = mix_as_logged(strategy, met, state.actions, summary.logged)
        elif wanted is None:
            if summary.action not in state.actions:
                raise BadInput(f"There is no {summary.action} here.")
            place = state.actions.index(summary.action)
            wanted = shifted_mix(strategy, met, place, summary.points / 100)
        return Lock(summary.actions, summary.cards, np.where(which[:, None], wanted, np.nan))

    def _take(self, report: Progress, before: float) -> None:
        self.seconds = before + report.seconds
        known = report.metrics.get(EXPLOITABILITY)
        self.is_just_measured = known is not None and known != self.exploitability
        if known is not None and self.is_just_measured:
            self.exploitability = known
            self._note(self.seconds)

    def _note(self, seconds: float) -> None:
        self.seconds = seconds
        if not self.curve or self.curve[-1][1] != self.exploitability:
            self.curve.append((seconds, self.exploitability))


def _with_locks(game: Subgame, locks: Sequence[Lock]) -> Subgame:
    return Subgame(game.spot, shape=game.shape, limits=game.limits, locks=locks)


def _hands_of(name: str, board: Sequence[Card]) -> Bools:
    """Return bool[1326]: the hands of a class or of a kind on a board, or all hands for ""."""
    if not name:
        return np.ones(len(CLASS_OF), np.bool_)
    if name in CLASS_NAMES:
        return np.asarray(CLASS_NAMES.index(name) == CLASS_OF)
    if name in HAND_KINDS:
        return np.asarray(kinds_of(board) == HAND_KINDS.index(name))
    raise BadInput(f"{quoted(name)} is neither a class of hands nor a kind of them.")
