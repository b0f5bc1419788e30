"""Plays hands between agents, and maintains the result of a series: its mean and 95% interval.

A duplicate deal is played twice. The second time, each player has the cards that the opponent had the first time.
Both hands count as one sample, which removes most of the luck of the cards. An agent cannot recognise that a deal
is repeated, because it gets only its information state and a random generator. `play_from` continues a hand from
one of its decisions.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace

from game.core import (
    CHANCE,
    DEFAULT_BUDGET,
    Action,
    Agent,
    BadInput,
    Budget,
    Decision,
    InformationState,
    Seat,
)
from game.match.outside_agents import tell_result
from game.match.session import HandResult, Session, Step
from game.match.table_spec import TableSpec
from game.rules import games
from game.texts import text


def play_hand(
    session: Session, agents: Sequence[Agent], budget: Budget = DEFAULT_BUDGET
) -> Generator[Step, None, None]:
    """Play the current hand to its end. Yield every step, including the deals.

    `agents` are ordered by seat. Afterwards, the session is at the end of the hand.
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
    """Return the 97.5% quantile of Student's t with `freedom` degrees of freedom.

    Above 3 degrees of freedom, the quantile is computed by a series expansion.

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
    """The mean of the samples so far, and the half-width of its 95% interval (None while unknown)."""

    samples: int
    mean: float
    ci95: float | None


class Account:
    """The result of seat 0 so far, in the unit of the game. A hand that is entered twice counts once.

    Mean and variance are updated by Welford's method (1962). `course` has the running means for a chart: a point
    for every early sample, and then points at increasing distances. So a chart of a series of any length is fast to
    draw.
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
        """Count a finished hand. Hands must be entered in order, and a repeated hand is ignored."""
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
        """Add a hand as a sample. For duplicate deals, wait for the second hand of the deal."""
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
    """The hands that one call of `play_hands` has played. `decisions` has the decisions of the last hand.

    `note` is the first `Decision.note` in these hands, or "" if no agent failed to decide.
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
    """Continue from hand `number`, after `actions`, for at most `hands` hands and about `seconds` seconds.

    At least one hand is finished. The seed alone determines the cards and random numbers, so it does not matter how
    many hands one call plays.

    Raises:
        BadInput: If an agent chooses an illegal action.
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
    """Play the current hand to its end and return its decisions."""
    decisions = []
    while (seat := session.seat_to_act) is not None:
        decision = decide(seat, session.info(seat), random.Random(session.decision_seed))
        if decision.action not in session.state.legal_actions():
            raise BadInput(text("match_errors.series.illegal", name=session.spec.seats[seat]))
        session.act(decision.action, decision)
        decisions.append(decision)
    return decisions


MIN_CLEAR_DEALS = 5
"""The minimum number of deals for a clear difference. Fewer deals may agree by chance."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The position of a hand in its block of duplicate deals.

    The fields are the number of the deal (from 1), the number of deals in the block, and whether the seats are
    swapped.
    """

    deal: int
    deals: int
    swapped: bool

    @property
    def ends_block(self) -> bool:
        return self.swapped and self.deal == self.deals


@dataclass(frozen=True, slots=True)
class TwicePlayed:
    """A deal that was played twice: the winnings of the player (`own`) and of the opponent with the same cards.

    `deal` is the number of the deal, from 1.
    """

    own: float
    other: float
    deal: int = 0

    @property
    def difference(self) -> float:
        return self.own - self.other


@dataclass(frozen=True, slots=True)
class BlockResult:
    """The results of deals that were played twice, in chips or points.

    The deals are those of one block or of all blocks.
    """

    deals: tuple[TwicePlayed, ...]

    @property
    def own(self) -> float:
        """The player's total winnings, from the first time that each deal was played."""
        return sum(deal.own for deal in self.deals)

    @property
    def other(self) -> float:
        """The opponent's total winnings with the same cards, from the second time that each deal was played."""
        return sum(deal.other for deal in self.deals)

    @property
    def difference(self) -> float:
        return self.own - self.other

    @property
    def ci95(self) -> float | None:
        """The half-width of the 95% interval of `own` - `other`, by Student's t. None below two deals."""
        count = len(self.deals)
        if count < 2:
            return None
        mean = self.difference / count
        variance = sum((deal.difference - mean) ** 2 for deal in self.deals) / (count - 1)
        return student_t(count - 1) * math.sqrt(variance * count)

    @property
    def is_clear(self) -> bool:
        return len(self.deals) >= MIN_CLEAR_DEALS and abs(self.difference) > (self.ci95 or 0.0)


def find_pass(spec: TableSpec, number: int) -> Pass:
    """Return the position of hand `number` in its block, at a table with duplicate deals."""
    index = (number - 1) % (2 * spec.duplicate_block)
    return Pass(index % spec.duplicate_block + 1, spec.duplicate_block, index >= spec.duplicate_block)


def pair_deals(spec: TableSpec, results: Iterable[HandResult], seat: Seat) -> BlockResult:
    """Return the results of `seat` in all deals that occur twice in `results`."""
    first: dict[int, float] = {}
    deals = []
    for result in results:
        deal = spec.deal_of_hand(result.number)[0] + 1
        if not find_pass(spec, result.number).swapped:
            first[deal] = result.returns[seat]
        elif deal in first:
            deals.append(TwicePlayed(first[deal], -result.returns[seat], deal))
    return BlockResult(tuple(deals))


def build_block(spec: TableSpec, results: Sequence[HandResult], seat: Seat) -> BlockResult:
    """Return the results of `seat` in the block that contains the last hand of `results`.

    A deal that was played only once so far is left out.
    """
    hands = 2 * spec.duplicate_block
    blocks = [(result.number - 1) // hands for result in results]
    here = (result for result, block in zip(results, blocks, strict=True) if block == blocks[-1])
    return pair_deals(spec, here, seat)


def play_from(whole: Session, info: InformationState, agent: str, seed: int) -> Session:
    """Return a session at a new table, in which the user continues the hand of `whole` from the decision `info`.

    The opponent is `agent`. Cards that were dealt in `whole` are dealt again. The seed determines later cards and
    the next hands. The continued hand does not count in records.

    Raises:
        BadInput: If the hand has no such decision.
    """
    spec, number = whole.spec, whole.hand_number
    opener = spec.deal_of_hand(number)[1]  # who sits in seat 0 of the new table, and opens its first hand
    small, big = spec.blinds_of_hand(number)
    stacks = whole.stacks_before
    table = TableSpec(
        spec.game,
        ("you", agent) if whole.get_seat(info.player) == opener else (agent, "you"),
        seed,
        blinds=spec.blinds,
        small_blind=small,
        big_blind=big,
        stacks=(stacks[opener], stacks[1 - opener]),
        teaching=True,
    )
    session = Session(table, cards=tuple(step.action for step in whole.steps if step.player == CHANCE))
    session.seen_hand = session.hand_number
    for step in whole.steps:
        if step.player == CHANCE:
            continue
        if step.player == info.player and session.info(session.get_seat(info.player)) == info:
            return session
        session.act(step.action, step.decision)
    raise BadInput(text("match_errors.series.no_decision"))
