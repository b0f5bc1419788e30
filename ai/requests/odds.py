"""Answers the odds pages: two ranges read, the equity as it closes in, its parts, and the table of all hands."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ai.hands import table_view
from ai.hands.combos import Floats, left_by, opposing_weight, treats_classes_alike
from ai.hands.exact_parts import class_equities, next_card_equities
from ai.hands.made_hands import made_hands
from ai.hands.quick_estimate import QuickEstimate
from ai.hands.range_equity import cleared, exact_equity
from ai.hands.ranges import BadToken, Weights, mean_by_class, parse_range, write_by_class, write_range
from ai.hands.sampled_equity import RandomDeals, sampled_equity
from game.core import BadInput, Progress
from game.messages.odds import (
    AskOdds,
    AskParts,
    CountHandTable,
    EquityParts,
    LookUpHand,
    RangeEquity,
    ReadRange,
    ReadRanges,
    ReadTexts,
)
from game.messages.odds_answers import CardLookup, HandTableStatistics
from game.rules.cards import Card, name

SAMPLED_FIRST = 100_000
"""Random deals before the count begins, so that a figure stands at once."""
FEW_SAMPLES = 500
BEARABLE_SECONDS = 20.0
TRIED_SECONDS = 1.0
NARROW_ENOUGH = 0.0005
"""The half-width at which sampling ends."""
DEALS_AT_A_TIME = 20_000
QUICK_DEALS, LONGEST_DEALS = 20_000, 600_000
SEED = 0
FLOP, RIVER = 3, 5


@ReadTexts.handler
def read(request: ReadTexts) -> Iterator[ReadRanges]:
    """Return for each side what its text says, or what is wrong with it and where; and what is wrong with both."""
    ranges: list[Weights] = []
    sides: list[ReadRange] = []
    for text in request.texts:
        try:
            ranges.append(parse_range(text))
        except BadToken as wrong:
            sides.append(ReadRange(problem=str(wrong), span=(wrong.start, wrong.end)))
        except BadInput as wrong:
            sides.append(ReadRange(problem=str(wrong), span=(0, len(text))))
        else:
            sides.append(_as_read(ranges[-1], request.board))
    problem = _trouble(ranges, request.board) if len(ranges) == len(sides) else ""
    if len(ranges) == len(sides) and not problem:
        sides = [
            replace(side, hands=_possible(own, other, request.board))
            for side, own, other in zip(sides, ranges, reversed(ranges), strict=True)
        ]
    yield ReadRanges(sides, problem)


@AskOdds.handler
def equity(request: AskOdds) -> Iterator[Progress | RangeEquity]:
    """Yield the sampled figures as they close in, then the progress of the count, and last the equity.

    A report of samples has `metrics`, one of the count none. Where the count would take too long, samples go on
    until their interval is narrow.
    """
    first, second = map(parse_range, request.texts)
    rng = np.random.default_rng(SEED)
    samples = sampled_equity(first, second, request.board, rng, at_first=FEW_SAMPLES)
    for report in samples:
        yield report
        if isinstance(report, Progress) and report.iteration >= SAMPLED_FIRST:
            break
    for item in _while_bearable(exact_equity(first, second, request.board)):
        yield item
        if isinstance(item, RangeEquity):
            return
    for report in samples:
        yield report
        if isinstance(report, Progress) and report.metrics["ci95"] < NARROW_ENOUGH:
            yield RangeEquity.of_samples(report)
            return


@AskParts.handler
def parts(request: AskParts) -> Iterator[Progress | EquityParts]:
    """Return the equity by class of both sides, that of the first after each next card, and what both make.

    A quick request is sampled, at once; of others `exact` names what was counted. Before the flop classes are
    counted where both ranges treat the hands of a class alike, and sampled for longer where not.
    """
    first, second = map(parse_range, request.texts)
    board = request.board
    one, other = cleared(first, second, board)
    if request.quick:
        yield (yield from _sampled_parts(one, other, board, QUICK_DEALS))
        return
    if board or (treats_classes_alike(one) and treats_classes_alike(other)):
        found = yield from _counted_parts(one, other, board)
    else:
        found = yield from _sampled_parts(one, other, board, LONGEST_DEALS)
    yield (yield from _with_made_hands(found, first, second, board))


@CountHandTable.handler
def count_hand_table(request: CountHandTable) -> Iterator[Progress | HandTableStatistics]:
    """Return what the hash table of all hands holds."""
    return table_view.statistics()


@LookUpHand.handler
def look_up_hand(request: LookUpHand) -> Iterator[Progress | CardLookup]:
    """Return the way of some cards through the hash table."""
    return table_view.lookup(request.cards)


PartsOnTheWay = Generator[Progress, None, EquityParts]


def _sampled_parts(one: Floats, other: Floats, board: Sequence[Card], deals: int) -> PartsOnTheWay:
    """Yield progress; return all parts as so many deals show them."""
    rng = np.random.default_rng(SEED)
    random_deals, seen = RandomDeals(one, other, board), QuickEstimate()
    for done in range(0, deals, DEALS_AT_A_TIME):
        seen.add(random_deals.throw(DEALS_AT_A_TIME, rng), len(board))
        if done + DEALS_AT_A_TIME < deals:
            yield Progress(done + DEALS_AT_A_TIME, deals, 0.0)
    return EquityParts(
        classes=[seen.class_equities(side) for side in (0, 1)],
        next=seen.next_equities(),
        made=[seen.made_shares(side) for side in (0, 1)],
    )


def _counted_parts(one: Floats, other: Floats, board: Sequence[Card]) -> PartsOnTheWay:
    """Yield progress; return the equities by class and after each next card."""
    classes = []
    for own, against in ((one, other), (other, one)):
        classes.append(class_equities(own, against, board))
        yield Progress(len(classes), None, 0.0)
    following: dict[str, float] = {}
    if FLOP <= len(board) < RIVER:
        for card, share in next_card_equities(one, other, board):
            following[name(card)] = share
            yield Progress(len(following), None, 0.0)
    return EquityParts(classes, following, exact=("classes", "next"))


def _with_made_hands(
    found: EquityParts, first: Weights, second: Weights, board: Sequence[Card]
) -> PartsOnTheWay:
    """Yield progress; return the parts with the made hands, counted where that is bearable."""
    for number, made in enumerate(made_hands(first, second, board, np.random.default_rng(SEED))):
        last = made
        yield Progress(number, None, 0.0)
    return replace(found, made=list(last.shares), exact=(*found.exact, "made") if last.exact else found.exact)


def _as_read(weights: Weights, board: Sequence[Card]) -> ReadRange:
    hands = int(np.count_nonzero(weights * left_by(board)))
    return ReadRange(mean_by_class(weights), write_by_class(weights), write_range(weights), hands)


def _possible(own: Weights, other: Weights, board: Sequence[Card]) -> int:
    """Return how many hands of a range can be dealt beside the board and a hand of the other range."""
    left = left_by(board)
    return int(np.count_nonzero(own * left * opposing_weight((other * left > 0).astype(np.float64))))


def _trouble(ranges: Sequence[Weights], board: Sequence[Card]) -> str:
    """Return why two ranges cannot be dealt on a board; empty if they can."""
    try:
        cleared(ranges[0], ranges[1], board)
    except BadInput as wrong:
        return str(wrong)
    return ""


def _while_bearable(count: Iterator[Progress | RangeEquity]) -> Iterator[Progress | RangeEquity]:
    """Yield what a count yields, until its pace shows that it would keep the player waiting too long.

    Only the time that the count itself takes is measured, without its first item, which may wait for the compiler.
    """
    worked, first = 0.0, None
    while True:
        began = time.perf_counter()
        item = next(count)
        seconds = time.perf_counter() - began
        yield item
        if isinstance(item, RangeEquity):
            return
        if first is None:
            first = item.iteration
            continue
        worked += seconds
        left = (item.total or 0) - item.iteration
        if worked > TRIED_SECONDS and worked / (item.iteration - first) * left > BEARABLE_SECONDS:
            return
