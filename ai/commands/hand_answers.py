"""The commands `rank` and `equity`: the rank of a hand, and the equity of two ranges."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ai.commands.options import BAD_INPUT, DONE
from ai.commands.output import print_document, show_progress
from ai.hands import evaluator
from ai.hands.combos import parse_range, write_range_as
from ai.hands.equities import sampled_equity
from ai.hands.range_equity import exact_equity
from game.borders import print_text
from game.core import BadInput, Progress
from game.rules import hand_rank
from game.rules.cards import name, parse
from game.study.odds import RangeEquity

FROM_STDIN = "-"
MAX_LINE = 10_000
"""The maximum characters of a line. A longer line of stdin is read in parts, so that it can't fill the memory."""


def rank(options: argparse.Namespace) -> int:
    """Print the rank of a hand. If the hand is given as "-", print the rank of every hand on stdin.

    The ranks of the hands on stdin are printed as one JSON object per line.
    """
    if options.cards == [FROM_STDIN]:
        return _rank_lines()
    found = _ranked(" ".join(options.cards))
    best = " ".join(found["best_five"])
    return print_document(options, found, [f"{found['category']}, rank {found['rank']} of 7462: {best}"])


def equity(options: argparse.Namespace) -> int:
    """Print the exact or the sampled equity of two ranges."""
    ranges = parse_range(options.a), parse_range(options.b)
    board = parse(options.board)
    if options.samples or options.seconds:
        rng = np.random.default_rng(options.seed)
        items = sampled_equity(*ranges, board, rng, samples=options.samples, seconds=options.seconds)
    else:
        items = exact_equity(*ranges, board)
    found = _last(items)
    document = {part: getattr(found, part) for part in RangeEquity.__slots__}
    written = [write_range_as(weights, options.ranges) for weights in ranges] if options.ranges else []
    if written:
        document["ranges"] = written
    how = (
        f"{found.deals:,} deals, all of them" if found.exact else f"{found.deals:,} deals, ± {found.ci95:.2%}"
    )
    lines = [
        f"{side}: {share:8.3%}   wins {win:8.3%}   ties {found.tie:.3%}"
        for side, share, win in zip((options.a, options.b), found.equity, found.win, strict=True)
    ]
    return print_document(options, document, [*lines, how, *written])


def _rank_lines() -> int:
    code = DONE
    if sys.stdin is None:
        raise BadInput("There is no standard input to read from.")
    for line in iter(partial(sys.stdin.readline, MAX_LINE), ""):
        try:
            found = _ranked(line)
        except BadInput as sentence:
            found, code = {"error": str(sentence)}, BAD_INPUT
        print_text(json.dumps(found))
    return code


def _ranked(text: str) -> dict[str, Any]:
    cards = parse(text)
    if not 5 <= len(cards) <= 7:
        raise BadInput(f"A hand to rank has five, six or seven cards, not {len(cards)}.")
    found = evaluator.rank(cards)
    return {
        "category": hand_rank.category_of_rank(found).label,
        "rank": found,
        "best_five": [name(card) for card in hand_rank.best_five(cards)],
    }


def _last(items: Iterator[Progress | RangeEquity]) -> RangeEquity:
    """Show the progress, and return the last item."""
    for item in items:
        if isinstance(item, RangeEquity):
            return item
        show_progress(item)
    raise AssertionError("an equity comes last")
