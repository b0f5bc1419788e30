"""Cards as ints, and their notation.

A card is `suit * 13 + rank`. Suits 0..3 are spades, hearts, clubs, diamonds, and ranks 0..12 are 2..A. A card
is also a flat index into an array of 4 suits x 13 ranks. In text, a card is its rank and its suit: "As",
"Td", "2c".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from game import texts
from game.core import BadInput
from game.quoting import escape_controls

Card = int

RANKS = "23456789TJQKA"
SUITS = "shcd"
DECK: tuple[Card, ...] = tuple(range(52))
MAX_SHOWN = 40
"""The maximum length of typed text that an error quotes."""

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc")
_CARDS = {name.lower(): card for card, name in enumerate(_NAMES)}


def get_rank(card: Card) -> int:
    """Return the rank of a card, from 0 (a two) to 12 (an ace)."""
    return card % 13


def get_suit(card: Card) -> int:
    """Return the suit of a card: 0 for spades, 1 for hearts, 2 for clubs, 3 for diamonds."""
    return card // 13


def high_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in descending order of rank.

    >>> names(high_first(parse("TsQd")))
    'QdTs'
    """
    return tuple(sorted(cards, key=get_rank, reverse=True))


def name(card: Card) -> str:
    """Return the text of a card.

    >>> name(12), name(51), name(13)
    ('As', 'Ad', '2h')
    """
    return _NAMES[card]


def hand_class(hole: Sequence[Card]) -> str:
    """Return the class of two hole cards.

    >>> hand_class((12, 11)), hand_class((11, 25)), hand_class((0, 18))
    ('AKs', 'AKo', '72o')
    """
    high, low = sorted(map(get_rank, hole), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if get_suit(hole[0]) == get_suit(hole[1]) else "o")


def class_at(row: int, column: int) -> str:
    """Return the hand class in a cell of the 13 x 13 grid. Aces have row 0 and column 0.

    Suited hands are above the diagonal of pairs.

    >>> class_at(0, 0), class_at(0, 1), class_at(1, 0)
    ('AA', 'AKs', 'AKo')
    """
    first, second = (RANKS[len(RANKS) - 1 - index] for index in sorted((row, column)))
    return first + second + ("" if row == column else "s" if column > row else "o")


def names(cards: Iterable[Card]) -> str:
    """Return the text of several cards without spaces, as in ACPC and PHH: `AsKd`."""
    return "".join(_NAMES[card] for card in cards)


def parse(text: str) -> tuple[Card, ...]:
    """Parse cards without separators, or with spaces or commas. Case does not matter.

    A ten may be written "10", and a suit may be a symbol like "♠".

    Raises:
        BadInput: If the text is not a list of cards. The message is a full sentence.

    >>> names(parse("as Kd, Th2c"))
    'AsKdTh2c'
    """
    cards = tuple(chain.from_iterable(_parse_word(word) for word in text.replace(",", " ").split()))
    if len(set(cards)) < len(cards):
        twice = next(card for position, card in enumerate(cards) if card in cards[:position])
        raise BadInput(texts.text("rules_errors.card.twice", card=name(twice)))
    return cards


def quote_typed(typed: str) -> str:
    r"""Return typed text in a safe form for a sentence: invisible characters are escaped, long text is cut.

    >>> quote_typed("AKx"), quote_typed("A\nK"), quote_typed("A" * 100) == "A" * 40 + "..."
    ('AKx', 'A\\nK', True)
    """
    written = escape_controls(typed[: MAX_SHOWN + 1])
    return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}..."


def _parse_word(word: str) -> tuple[Card, ...]:
    word = word.translate(_SIGNS).replace("10", "T")
    tokens = [word[start : start + 2] for start in range(0, len(word), 2)]
    for token in tokens:
        if token.lower() not in _CARDS:
            fields = {"token": quote_typed(token), "ranks": RANKS, "suits": SUITS}
            raise BadInput(texts.text("rules_errors.card.unknown", **fields))
    return tuple(_CARDS[token.lower()] for token in tokens)
