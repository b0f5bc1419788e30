"""The 169 starting hands: how often each wins against a random hand, before any board.

The exact shares stand in assets/tables/preflop-equity.txt, written by

    python -m ai.hands.preflop

which deals all 2,598,960 boards. Boards that differ only by exchanged suits treat a class of hands ("AKs") alike,
so 134,459 of them suffice, each with its weight. On each, all 1,081 hands are ranked once, and the hands that hold
one of our two cards are taken out of the count by inclusion and exclusion. It takes some minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, product
from math import factorial, prod
from operator import itemgetter
from pathlib import Path

from game.rules.cards import DECK, RANKS, Card, rank_of, suit_of
from game.rules.hand_rank import CARD_KEYS, Rank, key, rank_of_key

TABLE_FILE = Path(__file__).parents[2] / "assets" / "tables" / "preflop-equity.txt"
OPPONENTS = 990
"""Hands that an opponent may hold on a full board when our two cards are known."""
BOARDS_AT_A_TIME = 2000

Board = tuple[Card, ...]
SuitMasks = tuple[int, ...]

CARDS_OF_SUITS = ((0, 0, 0, 5), (0, 0, 1, 4), (0, 0, 2, 3), (0, 1, 1, 3), (0, 1, 2, 2), (1, 1, 1, 2))
"""How the five cards of a board may fall on the suits."""


@dataclass(frozen=True, slots=True)
class StartingHand:
    """Shares of all deals that a starting hand wins and ties, and the share of hands that are weaker."""

    win: float
    tie: float
    percentile: float

    @property
    def equity(self) -> float:
        """The share of the pot that the hand gets on average."""
        return self.win + self.tie / 2


def hand_class(hole: Sequence[Card]) -> str:
    """Return the class of two cards.

    >>> hand_class((12, 11)), hand_class((11, 25)), hand_class((0, 18))
    ('AKs', 'AKo', '72o')
    """
    high, low = sorted(map(rank_of, hole), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit_of(hole[0]) == suit_of(hole[1]) else "o")


def starting_hand(hole: Sequence[Card]) -> StartingHand:
    """Return what is known of two cards before the flop."""
    return table()[hand_class(hole)]


@cache
def table() -> Mapping[str, StartingHand]:
    """Read the shipped table, weakest hand first."""
    lines = [line.split() for line in TABLE_FILE.read_text().splitlines() if not line.startswith("#")]
    shares = sorted((float(win) + float(tie) / 2, float(win), float(tie), name) for name, win, tie in lines)
    hands: dict[str, StartingHand] = {}
    weaker = 0
    for _, win, tie, name in shares:
        hands[name] = StartingHand(win, tie, weaker / 1326)
        weaker += combinations_of(name)
    return hands


def combinations_of(name: str) -> int:
    """Return how many pairs of cards a class holds: 6 for a pair, 4 suited, 12 offsuit."""
    return 6 if len(name) == 2 else 4 if name.endswith("s") else 12


# ---- making the table -------------------------------------------------------------------------------------
def canonical_boards() -> Counter[SuitMasks]:
    """Return one board (the sorted bit masks of its suits) for all that differ by suits only, and their number."""
    of_size = [[sum(1 << rank for rank in ranks) for ranks in combinations(range(13), n)] for n in range(6)]
    boards = Counter[SuitMasks]()
    for sizes in CARDS_OF_SUITS:
        for masks in product(*(of_size[size] for size in sizes)):
            boards[tuple(sorted(masks))] = _exchanges_of_suits(masks)
    return boards


def board_of(masks: SuitMasks) -> Board:
    """Return the board that these bit masks describe."""
    return tuple(suit * 13 + rank for suit in range(4) for rank in range(13) if masks[suit] >> rank & 1)


def count_board(board: Board) -> Iterator[tuple[str, int, int]]:
    """Yield (class, wins, ties) of every hand that a full board leaves, each against 990 opponents."""
    ranked = _ranked_hands(board)
    below = Counter[Card]()
    seen = 0
    for _, group in groupby(ranked, key=itemgetter(0)):
        equal = [hole for _, hole in group]
        beside = Counter(card for hole in equal for card in hole)
        for first, second in equal:
            wins = seen - below[first] - below[second]
            ties = len(equal) - beside[first] - beside[second] + 1
            yield hand_class((first, second)), wins, ties
        below.update(beside)
        seen += len(equal)


def make_table(executor: Executor) -> dict[str, tuple[float, float]]:
    """Deal every board; return (win, tie) by class."""
    boards = list(canonical_boards().items())
    parts = [boards[start : start + BOARDS_AT_A_TIME] for start in range(0, len(boards), BOARDS_AT_A_TIME)]
    wins, ties, deals = Counter[str](), Counter[str](), Counter[str]()
    for part_wins, part_ties, part_deals in executor.map(_count_boards, parts):
        wins.update(part_wins)
        ties.update(part_ties)
        deals.update(part_deals)
    return {name: (wins[name] / deals[name], ties[name] / deals[name]) for name in deals}


def write_table() -> None:
    """Write TABLE_FILE, best hand first."""
    with ProcessPoolExecutor() as executor:
        shares = make_table(executor)
    by_equity = sorted(shares, key=lambda name: shares[name][0] + shares[name][1] / 2, reverse=True)
    rows = [f"{name:3} {shares[name][0]:.7f} {shares[name][1]:.7f}" for name in by_equity]
    head = (
        "# Starting hand, share of deals won, share tied, against a random hand (python -m ai.hands.preflop)."
    )
    TABLE_FILE.write_text("\n".join([head, *rows]) + "\n")


def _count_boards(
    boards: Iterable[tuple[SuitMasks, int]],
) -> tuple[Counter[str], Counter[str], Counter[str]]:
    wins, ties, deals = Counter[str](), Counter[str](), Counter[str]()
    for masks, number in boards:
        for name, won, tied in count_board(board_of(masks)):
            wins[name] += number * won
            ties[name] += number * tied
            deals[name] += number * OPPONENTS
    return wins, ties, deals


def _ranked_hands(board: Board) -> list[tuple[Rank, tuple[Card, Card]]]:
    """Return every hand beside the board with its rank, the worst hand first."""
    board_key = key(board)
    left = [card for card in DECK if card not in board]
    ranked = [
        (rank_of_key(board_key + CARD_KEYS[first] + CARD_KEYS[second]), (first, second))
        for first, second in combinations(left, 2)
    ]
    return sorted(ranked, reverse=True)


def _exchanges_of_suits(masks: SuitMasks) -> int:
    """Return how many boards these masks are, when every suit may be any other.

    >>> _exchanges_of_suits((0, 0, 0, 31)), _exchanges_of_suits((1, 2, 4, 24))
    (4, 24)
    """
    return factorial(4) // prod(map(factorial, Counter(masks).values()))


if __name__ == "__main__":
    write_table()
