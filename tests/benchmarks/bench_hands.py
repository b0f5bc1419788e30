"""Measure batches of hands, river boards, an exact equity and the hash table, against other packages.

The peers are the packages `eval7`, `phevaluator` and `treys`. Each peer gets prepared cards in its fastest
format, one hand per call. Rounds of the program and of a peer alternate and are equally long. The best round
of each counts. Times are processor times, so other work on the machine does not matter. Kernels are compiled
before the measurement.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ai.commands.benching import Measured, compared, installed, times_a_second
from ai.hands import evaluator
from ai.hands.boards import rivers
from ai.hands.combos import parse_range
from ai.hands.hash_table import HandTable
from ai.hands.hash_table_maker import build_table
from ai.hands.range_equity import exact_equity
from game.rules.cards import get_rank, get_suit, name

Hands = npt.NDArray[np.uint8]

BATCH = 500_000
PEER_HANDS = 50_000
"""The number of hands for a peer. It is smaller, because a peer needs one call per hand."""
BOARDS = 4_000
PEER_BOARDS = 10
HANDS_ON_A_BOARD = 1_081


def seven_cards_beside_eval7() -> Measured:
    return _seven_cards("eval7", _eval7)


def seven_cards_beside_phevaluator() -> Measured:
    return _seven_cards("phevaluator", _phevaluator)


def seven_cards_beside_treys() -> Measured:
    return _seven_cards("treys", _treys)


def river_boards() -> Measured:
    """Measure boards per second with all 1,081 hands ranked and sorted, against eval7 with Python's sort."""
    boards = _random_hands(BOARDS, 5)
    rivers(boards)
    peer = _one_by_one_and_sort() if installed("eval7") else None
    return compared(lambda: rivers(boards), BOARDS, peer, PEER_BOARDS, "boards/s")


def aces_against_random() -> Measured:
    """Measure the seconds for the exact equity of AsAh against a random hand, over 2,097,572,400 deals."""
    aces, all_hands = parse_range("AsAh"), parse_range("random")
    return _shortest(lambda: list(exact_equity(aces, all_hands, ())))


def hash_table_build() -> Measured:
    return _shortest(lambda: list(build_table()))


def hash_table_lookups() -> Measured:
    """Measure lookups of random hands per second, against a Python dictionary with the same hands."""
    *_, table = build_table()
    assert isinstance(table, HandTable)
    hands = np.sort(_random_hands(BATCH, 5), axis=1)
    table.ranks(hands)
    tuples = [tuple(hand) for hand in hands.tolist()]
    known = dict(zip(tuples, table.ranks(hands).tolist(), strict=True))
    return compared(
        lambda: table.ranks(hands), BATCH, lambda: [known[hand] for hand in tuples], BATCH, "hands/s"
    )


BENCHMARKS = {
    "seven-cards-eval7": seven_cards_beside_eval7,
    "seven-cards-phevaluator": seven_cards_beside_phevaluator,
    "seven-cards-treys": seven_cards_beside_treys,
    "river-boards": river_boards,
    "aces-against-random": aces_against_random,
    "hash-table-build": hash_table_build,
    "hash-table-lookups": hash_table_lookups,
}


def _seven_cards(package: str, calls: Callable[[Hands], Callable[[], object]]) -> Measured:
    hands = _random_hands(BATCH, 7)
    evaluator.ranks(hands)
    peer = calls(hands[:PEER_HANDS]) if installed(package) else None
    return compared(lambda: evaluator.ranks(hands), BATCH, peer, PEER_HANDS, "hands/s")


def _eval7(hands: Hands) -> Callable[[], object]:
    eval7 = importlib.import_module("eval7")
    cards = [eval7.Card(name(card)) for card in range(52)]
    rows = [[cards[card] for card in hand] for hand in hands.tolist()]
    return lambda: [eval7.evaluate(row) for row in rows]


def _phevaluator(hands: Hands) -> Callable[[], object]:
    evaluate = importlib.import_module("phevaluator").evaluate_cards
    suits = (3, 2, 0, 1)  # it counts clubs, diamonds, hearts, spades
    rows = [[4 * get_rank(card) + suits[get_suit(card)] for card in hand] for hand in hands.tolist()]
    return lambda: [evaluate(*row) for row in rows]


def _treys(hands: Hands) -> Callable[[], object]:
    treys = importlib.import_module("treys")
    cards = [treys.Card.new(name(card)) for card in range(52)]
    rows = [[cards[card] for card in hand] for hand in hands.tolist()]
    evaluate = treys.Evaluator().evaluate
    return lambda: [evaluate(row[:2], row[2:]) for row in rows]


def _one_by_one_and_sort() -> Callable[[], object]:
    """Return a function that ranks all hands on some boards one by one, and sorts the hands of each board."""
    eval7 = importlib.import_module("eval7")
    cards = [eval7.Card(name(card)) for card in range(52)]
    sevens = []
    for board in _random_hands(PEER_BOARDS, 5).tolist():
        left = [card for card in range(52) if card not in board]
        pairs = [(one, two) for index, one in enumerate(left) for two in left[:index]]
        sevens.append([[cards[card] for card in (*board, *pair)] for pair in pairs])
    assert all(len(hands) == HANDS_ON_A_BOARD for hands in sevens)
    return lambda: [sorted((eval7.evaluate(hand), at) for at, hand in enumerate(hands)) for hands in sevens]


def _shortest(ours: Callable[[], object]) -> Measured:
    ours()  # compiled, and in the machine's caches
    return Measured(min(1 / times_a_second(ours) for _ in range(3)), None, "s")


def _random_hands(number: int, size: int) -> Hands:
    """Return random hands without repeated cards, uint8[number, size]."""
    dice = np.random.default_rng(0)
    hands = np.empty((number, size), np.uint8)
    wrong = np.arange(number)
    while len(wrong):
        hands[wrong] = dice.integers(0, 52, (len(wrong), size), np.uint8)
        ordered = np.sort(hands[wrong], axis=1)
        wrong = wrong[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
    return hands
