"""Play hands between agents, and keep the running result of a series: its mean and 95% interval.

With duplicate deals the two hands of a deal count as one sample, which removes most of the luck of the cards.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

from game.core import DEFAULT_BUDGET, Action, Agent, BadInput, Budget, Decision, InformationState, Seat
from game.match.outside_agents import tell_result
from game.match.session import HandResult, Session, Step
from game.match.table_spec import TableSpec
from game.rules import games


def play_hand(
    session: Session, agents: Sequence[Agent], budget: Budget = DEFAULT_BUDGET
) -> Generator[Step, None, None]:
    """Play the current hand to its end. Yield every step, including the deals.

    `agents` are ordered by seat. The session is left at the end of the hand.
    """
    seen = 0
    while True:
        yield from session.steps[seen:]
        seen = len(session.steps)
        seat = session.seat_to_act
        if seat is None:
            tell_result(session.state, [agents[session.get_seat(player)] for player in (0, 1)])
            return
        decision = agents[seat].decide(session.info(seat), random.Random(session.decision_seed), budget)
        session.act(decision.action, decision)


NORMAL_95 = 1.96
FEW_FREEDOM = {1: 12.7062, 2: 4.3027, 3: 3.1824}
"""The 97.5% quantiles of Student's t for few degrees of freedom.

The series of `student_t` is inaccurate there.
"""
UNITS = {
    games.TIC_TAC_TOE: "points/game",
    games.KUHN_POKER: "chips/hand",
    games.KUHN_HALF_STREET: "chips/hand",
    games.HOLDEM: "mbb/hand",
}
THOUSANDTHS = 1000
MIN_CERTAIN_SAMPLES = 30  # samples. With fewer, the normal approximation is too poor.
DENSE = 60  # samples that each become a point of the course
GROWTH = 1.02  # ratio of the sample numbers of successive later points

Decide = Callable[[Seat, InformationState, random.Random], Decision]
Hear = Callable[[Session], object]
"""A function that is called with a session at the end of every hand."""


def student_t(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t with `freedom` degrees of freedom, above 3 by a series expansion.

    >>> round(student_t(2), 2), round(student_t(4), 1), round(student_t(30), 2)
    (4.3, 2.8, 2.04)
    """
    if freedom in FEW_FREEDOM:
        return FEW_FREEDOM[freedom]
    z = 1.959964
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """The mean of the first samples, and the half-width of its interval, None while unknown."""

    samples: int
    mean: float
    ci95: float | None


class Account:
    """The result of seat 0 in the unit of the game. Entering a hand twice counts it once.

    Mean and variance are updated by Welford's method (1962). `course` has a point for every early sample, and
    later at ever larger steps. It is therefore short enough to draw for a series of any length.
    """

    def __init__(self, spec: TableSpec) -> None:
        self.unit = UNITS[spec.game]
        self._spec = spec
        self._waiting: dict[int, float] = {}
        self._deviations = 0.0
        self._next_point = 1.0
        self.hands = self.wins = self.draws = self.losses = 0
        self.samples = 0
        self.mean = 0.0
        self.total = 0.0
        self.course: list[SeriesPoint] = []

    @property
    def ci95(self) -> float | None:
        """The half-width of the 95% interval. None before the second sample."""
        if self.samples < 2:
            return None
        return NORMAL_95 * math.sqrt(self._deviations / (self.samples - 1) / self.samples)

    @property
    def now(self) -> SeriesPoint:
        return SeriesPoint(self.samples, self.mean, self.ci95)

    def enter(self, result: HandResult) -> None:
        """Count a finished hand. Hands must be in order, and a repeated one is ignored."""
        if result.number <= self._spec.skip + self.hands:
            return
        net = result.returns[0]
        self.hands += 1
        self.wins += net > 0
        self.draws += net == 0
        self.losses += net < 0
        self.total += net
        in_blinds = self._spec.game == games.HOLDEM
        self._pair_up(result.number, net / self._spec.big_blind * THOUSANDTHS if in_blinds else net)

    def _pair_up(self, number: int, value: float) -> None:
        """Add a hand as a sample. With duplicate deals, wait for the second hand of the deal."""
        if not self._spec.duplicate:
            self._add(value)
            return
        deal, _ = self._spec.deal_of_hand(number)
        if deal in self._waiting:
            self._add((self._waiting.pop(deal) + value) / 2)
        else:
            self._waiting[deal] = value

    def _add(self, sample: float) -> None:
        self.samples += 1
        before = sample - self.mean
        self.mean += before / self.samples
        self._deviations += before * (sample - self.mean)
        if self.samples >= self._next_point:
            self.course.append(self.now)
            self._next_point = max(self.samples + 1, self.samples * GROWTH if self.samples > DENSE else 0)


@dataclass(frozen=True, slots=True)
class HandBatch:
    """Hands that were played in one call. `decisions` are those made in the last hand.

    `note` is the first note of a decision in all hands, such as the fault of an outside agent. It is usually
    empty.
    """

    results: tuple[HandResult, ...]
    decisions: tuple[Decision, ...]
    note: str = ""


def play_hands(
    spec: TableSpec,
    number: int,
    actions: tuple[Action, ...],
    decide: Decide,
    *,
    hands: int,
    seconds: float,
    hear: Hear | None = None,
) -> HandBatch:
    """Continue from hand `number`, after `actions`, for at most `hands` hands and `seconds`.

    At least one hand is finished. The hands are the same as if played one by one: cards and random numbers depend
    only on the seed.

    Raises:
        BadInput: If an agent breaks the rules.
    """
    session = Session(replace(spec, skip=number - 1))
    for action in actions:
        session.act(action)
    end = time.monotonic() + seconds
    note = ""
    while True:
        decisions = _play_out(session, decide)
        if hear is not None:
            hear(session)
        note = note or next((one.note for one in decisions if one.note), "")
        if len(session.results) >= hands or session.over or time.monotonic() >= end:
            results = tuple(replace(result, decisions=()) for result in session.results)
            return HandBatch(results, tuple(decisions), note)
        session.next_hand()


def _play_out(session: Session, decide: Decide) -> list[Decision]:
    """Play the hand to its end and return the decisions."""
    decisions = []
    while (seat := session.seat_to_act) is not None:
        decision = decide(seat, session.info(seat), random.Random(session.decision_seed))
        if decision.action not in session.state.legal_actions():
            raise BadInput(f"{session.spec.seats[seat]} made a move that the rules do not allow.")
        session.act(decision.action, decision)
        decisions.append(decision)
    return decisions
