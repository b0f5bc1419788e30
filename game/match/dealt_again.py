"""Deals that are played again: duplicate deals, and a hand that continues from one of its decisions.

A duplicate deal is played twice, and the second time the players have each other's cards. The difference of
both results is free from the luck of the deal. An agent cannot use that it has seen the deal before, because
it gets only its information state and a random generator, as in a new hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core import CHANCE, BadInput, InformationState, Seat
from game.match.series import student_t
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec

MIN_CLEAR_DEALS = 5
"""The minimum number of deals for a clear difference. Fewer deals may agree by chance."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The position of a hand in its pass from 1 on, the number of deals, and whether the seats are swapped."""

    deal: int
    deals: int
    swapped: bool

    @property
    def ends_block(self) -> bool:
        return self.swapped and self.deal == self.deals


@dataclass(frozen=True, slots=True)
class TwicePlayed:
    """A deal that was played twice: the winnings of both sides with the same cards.

    `deal` is its number, from 1.
    """

    own: float
    other: float
    deal: int = 0

    @property
    def difference(self) -> float:
        return self.own - self.other


@dataclass(frozen=True, slots=True)
class BlockResult:
    """Results of deals that were played twice, of one block or of all, in chips or points."""

    deals: tuple[TwicePlayed, ...]

    @property
    def own(self) -> float:
        """The winnings of one side with the cards of the first pass."""
        return sum(deal.own for deal in self.deals)

    @property
    def other(self) -> float:
        """The winnings of the other side with the same cards."""
        return sum(deal.other for deal in self.deals)

    @property
    def difference(self) -> float:
        return self.own - self.other

    @property
    def ci95(self) -> float | None:
        """Return the half-width of the 95% interval of the difference, by Student's t. None below two deals."""
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
    """Return the position of hand `number` within its block at a duplicate table."""
    index = (number - 1) % (2 * spec.duplicate_block)
    return Pass(index % spec.duplicate_block + 1, spec.duplicate_block, index >= spec.duplicate_block)


def pair_deals(spec: TableSpec, results: Iterable[HandResult], seat: Seat) -> BlockResult:
    """Return the results of the deals for which these hands include both passes, from the view of `seat`."""
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
    """Return the results of the block of the last hand, from the view of `seat`.

    A deal with only one pass here is left out.
    """
    hands = 2 * spec.duplicate_block
    blocks = [(result.number - 1) // hands for result in results]
    here = (result for result, block in zip(results, blocks, strict=True) if block == blocks[-1])
    return pair_deals(spec, here, seat)


def play_from(whole: Session, info: InformationState, agent: str, seed: int) -> Session:
    """Return a new table at which the person continues the hand `whole` from the decision `info`.

    The opponent is `agent`.

    The seed determines the cards that were not dealt in this hand, and the next hands. The hand does not
    count in records.

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
    raise BadInput("The hand has no such decision.")
