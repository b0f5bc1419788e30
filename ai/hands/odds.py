"""What the odds screen asks: two ranges read, the equity as it closes in, and its parts.

A request holds `texts`, the ranges as they were typed, and `board`, the cards. Everything is answered in plain
words and numbers, so that the window needs nothing of what counted them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ai.hands.combos import Floats, beside, left_by, treats_classes_alike
from ai.hands.exact_parts import class_equities, next_card_equities
from ai.hands.glance import Glance
from ai.hands.made_hands import made_hands
from ai.hands.range_equity import RangeEquity, cleared, exact_equity
from ai.hands.ranges import BadToken, Weights, mean_by_class, parse_range, write_by_class, write_range
from ai.hands.sampled_equity import RandomDeals, sampled_equity
from game.core import BadInput, Progress
from game.rules.cards import Card, name

Payload = Mapping[str, Any]

SAMPLED_FIRST = 100_000
"""Random deals before the count begins, so that a figure stands at once."""
FEW_SAMPLES = 500
BEARABLE_SECONDS = 20.0
TRIED_SECONDS = 1.0
NARROW_ENOUGH = 0.0005
"""The half-width at which sampling ends."""
DEALS_AT_A_TIME = 20_000
GLANCE, LONG_LOOK = 20_000, 600_000
SEED = 0
FLOP, RIVER = 3, 5


def read(payload: Payload) -> Iterator[dict[str, Any]]:
    """Return for each side what its text says, or what is wrong with it and where; and what is wrong with both.

    A side that can be read has `weights` (by class, the mean of its hands), `parts` (by class, its notation),
    `text` (the whole in short) and `hands`, the number that the board leaves, and the other side where that can be
    read; another has `problem` and `span`.
    """
    board: Sequence[Card] = payload["board"]
    ranges: list[Weights] = []
    sides: list[dict[str, Any]] = []
    for text in payload["texts"]:
        try:
            ranges.append(parse_range(text))
        except BadToken as wrong:
            sides.append({"problem": str(wrong), "span": (wrong.start, wrong.end)})
        except BadInput as wrong:
            sides.append({"problem": str(wrong), "span": (0, len(text))})
        else:
            sides.append(_told(ranges[-1], board))
    problem = _trouble(ranges, board) if len(ranges) == len(sides) else ""
    if len(ranges) == len(sides) and not problem:
        for told, own, other in zip(sides, ranges, reversed(ranges), strict=True):
            told["hands"] = _possible(own, other, board)
    yield {"sides": sides, "problem": problem}


def equity(payload: Payload) -> Iterator[Progress | dict[str, Any]]:
    """Yield the sampled figures as they close in, then the progress of the count, and last the equity.

    A report of samples has `metrics`, one of the count none. Where the count would take too long, samples go on
    until their interval is narrow.
    """
    first, second, board = _asked(payload)
    rng = np.random.default_rng(SEED)
    samples = sampled_equity(first, second, board, rng, at_first=FEW_SAMPLES)
    for report in samples:
        yield _plain(report)
        if isinstance(report, Progress) and report.iteration >= SAMPLED_FIRST:
            break
    for item in _while_bearable(exact_equity(first, second, board)):
        yield _plain(item)
        if isinstance(item, RangeEquity):
            return
    for report in samples:
        yield _plain(report)
        if isinstance(report, Progress) and report.metrics["ci95"] < NARROW_ENOUGH:
            yield _of_report(report)
            return


def parts(payload: Payload) -> Iterator[Progress | dict[str, Any]]:
    """Return the equity by class of both sides, that of the first after each next card, and what both make.

    With `glance` in the payload all are sampled, at once; else `exact` names what was counted. Before the flop
    classes are counted where both ranges treat the hands of a class alike, and sampled for longer where not.
    """
    first, second, board = _asked(payload)
    one, other = cleared(first, second, board)
    if payload.get("glance"):
        yield (yield from _sampled_parts(one, other, board, GLANCE))
        return
    if board or (treats_classes_alike(one) and treats_classes_alike(other)):
        found = yield from _counted_parts(one, other, board)
    else:
        found = yield from _sampled_parts(one, other, board, LONG_LOOK)
    yield (yield from _with_made_hands(found, first, second, board))


PartsOnTheWay = Generator[Progress, None, dict[str, Any]]


def _sampled_parts(one: Floats, other: Floats, board: Sequence[Card], deals: int) -> PartsOnTheWay:
    """Yield progress; return all parts as so many deals show them."""
    rng = np.random.default_rng(SEED)
    random_deals, seen = RandomDeals(one, other, board), Glance()
    for done in range(0, deals, DEALS_AT_A_TIME):
        seen.add(random_deals.throw(DEALS_AT_A_TIME, rng), len(board))
        if done + DEALS_AT_A_TIME < deals:
            yield Progress(done + DEALS_AT_A_TIME, deals, 0.0)
    return {
        "classes": [seen.class_equities(side) for side in (0, 1)],
        "next": seen.next_equities(),
        "made": [seen.made_shares(side) for side in (0, 1)],
        "exact": [],
    }


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
    return {"classes": classes, "next": following, "exact": ["classes", "next"]}


def _with_made_hands(
    found: dict[str, Any], first: Weights, second: Weights, board: Sequence[Card]
) -> PartsOnTheWay:
    """Yield progress; return the parts with the made hands, counted where that is bearable."""
    for number, made in enumerate(made_hands(first, second, board, np.random.default_rng(SEED))):
        last = made
        yield Progress(number, None, 0.0)
    exact = [*found["exact"], "made"] if last.exact else found["exact"]
    return {**found, "made": list(last.shares), "exact": exact}


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "ranges": read,
    "odds": equity,
    "odds_parts": parts,
}


def _asked(payload: Payload) -> tuple[Weights, Weights, Sequence[Card]]:
    first, second = map(parse_range, payload["texts"])
    return first, second, payload["board"]


def _told(weights: Weights, board: Sequence[Card]) -> dict[str, Any]:
    left = weights * left_by(board)
    return {
        "weights": mean_by_class(weights),
        "parts": write_by_class(weights),
        "text": write_range(weights),
        "hands": int(np.count_nonzero(left)),
    }


def _possible(own: Weights, other: Weights, board: Sequence[Card]) -> int:
    """Return how many hands of a range can be dealt beside the board and a hand of the other range."""
    left = left_by(board)
    return int(np.count_nonzero(own * left * beside((other * left > 0).astype(np.float64))))


def _trouble(ranges: Sequence[Weights], board: Sequence[Card]) -> str:
    """Return the sentence about two ranges that cannot be dealt on a board; empty where they can."""
    try:
        cleared(ranges[0], ranges[1], board)
    except BadInput as wrong:
        return str(wrong)
    return ""


def _plain(item: Progress | RangeEquity) -> Progress | dict[str, Any]:
    return item if isinstance(item, Progress) else asdict(item)


def _while_bearable(count: Iterator[Progress | RangeEquity]) -> Iterator[Progress | RangeEquity]:
    """Yield what a count yields, until its pace tells that it would keep the player waiting too long.

    Only the time counts that it works itself, but for its first item, which may wait for the compiler.
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


def _of_report(report: Progress) -> dict[str, Any]:
    """Return the figures of the last report in the form of an equity."""
    share, win, tie, ci95 = (report.metrics[part] for part in ("equity", "win", "tie", "ci95"))
    return asdict(
        RangeEquity((share, 1 - share), (win, max(0.0, 1 - win - tie)), tie, ci95, False, report.iteration)
    )
