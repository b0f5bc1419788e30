"""Two open hands: the share of the pot of each if all remaining cards came, counted over every run-out.

Before the flop these are 1,712,304 boards, on the flop 990, on the turn 44. They are counted in parts, so that
nobody waits for all of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb

import numpy as np

from ai.hands.equity import Equity
from ai.hands.seven_card import Cards, prepare
from game.core import Progress
from game.rules.cards import DECK, Card

BOARDS_AT_A_TIME = 100_000


def duel(first: Sequence[Card], second: Sequence[Card], board: Sequence[Card]) -> Iterator[Progress | Equity]:
    """Yield progress in boards, and last the equity of the first hand."""
    began = time.perf_counter()
    known = {*first, *second, *board}
    left = [card for card in DECK if card not in known]
    missing = 5 - len(board)
    total = comb(len(left), missing)
    run_outs = combinations(left, missing)
    for _ in prepare():
        yield Progress(0, total, time.perf_counter() - began)
    shared = Cards.of(np.array(board, dtype=np.int64))
    one, other = (Cards.of(np.array(hole)) + shared for hole in (first, second))
    done = won = tied = 0
    while done < total:
        count = min(BOARDS_AT_A_TIME, total - done)
        cards = np.fromiter(chain.from_iterable(islice(run_outs, count)), np.int64, count * missing)
        to_come = Cards.of(cards.reshape(count, missing))
        mine, theirs = (one + to_come).ranks(), (other + to_come).ranks()
        won += int((mine < theirs).sum())
        tied += int((mine == theirs).sum())
        done += count
        yield Progress(done, total, time.perf_counter() - began)
    yield Equity(won / total + tied / total / 2, won / total, tied / total, 0.0, True, total)
