"""Hand ranking: the best of five, six or seven cards, and descriptions of hands ("pair of kings, queen kicker").

`five_card_strength` defines the order: the category, then the ranks that break ties within the category. The
function has 7,462 different values. The order of these values determines the number of every hand, from 1 (royal
flush) to 7462 (seven-high).

Ranking is one sum and one lookup. Every card has an integer key, and the keys of a hand are added. The bits of a
key are 13 counters of ranks, 4 counters of suits (with a bias, so that bit 3 of a counter is set from five cards
on), and a bit mask of ranks per suit. If there is a flush, the mask of the flush suit determines the rank, because
seven cards with a flush cannot contain four of a kind or a full house. Otherwise, the rank counters determine the
rank. Each of the 73,775 possible values of the rank counters is ranked on its first use and cached, so importing
this module costs nothing. For a fixed board, a caller can keep the sum of the board's keys and add only the keys of
the hole cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from game.rules.cards import Card, get_rank, get_suit

Rank = int
Key = int
Strength = tuple[int, ...]

WORST_RANK: Rank = 7462


class Category(IntEnum):
    """The nine categories of hands, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


def rank(cards: Iterable[Card]) -> Rank:
    """Return the rank of the best five of `cards` (five, six or seven cards), from 1 (best) to 7462.

    >>> from game.rules.cards import parse
    >>> rank(parse("AsKsQsJsTs")), rank(parse("7s5h4c3d2s")), rank(parse("AsKsQsJsTs7h2d"))
    (1, 7462, 1)
    """
    return rank_of_key(key(cards))


def key(cards: Iterable[Card]) -> Key:
    """Return the sum of the cards' keys. To include a further card later, add the card's entry of `CARD_KEYS`."""
    return _NO_CARDS + sum(map(CARD_KEYS.__getitem__, cards))


def rank_of_key(hand: Key) -> Rank:
    """Return the rank of the five, six or seven cards with this `key`."""
    flush = hand & _FLUSH_BITS
    if flush:
        return _flush_ranks()[(hand >> _MASK_SHIFTS[flush]) & _RANK_MASK]
    counts = hand & _COUNTS
    found = _rank_of_counts.get(counts)
    if found is None:
        found = _ranks_of_strengths()[_strength_of_counts(counts)]
        _rank_of_counts[counts] = found
    return found


def category(cards: Iterable[Card]) -> Category:
    return category_of_rank(rank(cards))


def category_of_rank(number: Rank) -> Category:
    return next(kind for kind, worst in _WORST_RANKS.items() if number <= worst)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards that play, in descending order of importance. The ace of a wheel is last."""
    return _by_weight(min(combinations(cards, 5), key=rank))


def five_card_strength(cards: Sequence[Card]) -> Strength:
    """Return (category, tie-breaking ranks) of exactly five cards. Greater is better."""
    ranks = sorted((get_rank(card) for card in cards), reverse=True)
    by_count = sorted(set(ranks), key=lambda one: (ranks.count(one), one), reverse=True)
    shape = tuple(ranks.count(one) for one in by_count)
    flush = len({get_suit(card) for card in cards}) == 1
    top = straight_top(ranks)
    if top is not None:
        return (Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, top)
    if flush:
        return (Category.FLUSH, *by_count)
    return (_CATEGORY_OF_SHAPE[shape], *by_count)


def straight_top(ranks: Iterable[int]) -> int | None:
    """Return the top rank of the best straight in `ranks`, or None. An ace also counts as low."""
    held = 0
    for one in ranks:
        held |= 1 << one + 1 if one < 12 else _ACE_HIGH_AND_LOW
    run_starts = held & held >> 1 & held >> 2 & held >> 3 & held >> 4
    return run_starts.bit_length() + 2 if run_starts else None


_ACE_HIGH_AND_LOW = 1 << 13 | 1
_WHEEL = {12, 0, 1, 2, 3}
_RANK_MASK = (1 << 13) - 1
_SUIT_COUNTERS = 13 * 3
_SUIT_MASKS = _SUIT_COUNTERS + 4 * 4
_COUNTS = (1 << _SUIT_COUNTERS) - 1
_MASK_SHIFTS = {1 << _SUIT_COUNTERS + 4 * suit + 3: _SUIT_MASKS + 13 * suit for suit in range(4)}
_FLUSH_BITS = sum(_MASK_SHIFTS)
_NO_CARDS: Key = sum(3 << _SUIT_COUNTERS + 4 * suit for suit in range(4))

_CATEGORY_OF_SHAPE = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}
_CATEGORY_OF_GROUPS = {
    (4, False): Category.FOUR_OF_A_KIND,
    (3, True): Category.FULL_HOUSE,
    (3, False): Category.THREE_OF_A_KIND,
    (2, True): Category.TWO_PAIR,
    (2, False): Category.PAIR,
    (1, False): Category.HIGH_CARD,
}
_WORST_RANKS = {
    Category.STRAIGHT_FLUSH: 10,
    Category.FOUR_OF_A_KIND: 166,
    Category.FULL_HOUSE: 322,
    Category.FLUSH: 1599,
    Category.STRAIGHT: 1609,
    Category.THREE_OF_A_KIND: 2467,
    Category.TWO_PAIR: 3325,
    Category.PAIR: 6185,
    Category.HIGH_CARD: WORST_RANK,
}
_rank_of_counts: dict[int, Rank] = {}


def _card_key(card: Card) -> Key:
    one_of_rank = 1 << 3 * get_rank(card)
    one_of_suit = 1 << _SUIT_COUNTERS + 4 * get_suit(card)
    return one_of_rank + one_of_suit + (1 << _SUIT_MASKS + card)


CARD_KEYS: tuple[Key, ...] = tuple(_card_key(card) for card in range(52))


def _strength_of_counts(counts: int) -> Strength:
    """Return the strength of five to seven cards without a flush, given their rank counters."""
    held = [(counts >> 3 * one) & 7 for one in range(13)]
    of_a_kind = _of_a_kind(held)
    top = straight_top(one for one in range(13) if held[one])
    return of_a_kind if top is None else max(of_a_kind, (Category.STRAIGHT, top))


def _of_a_kind(held: Sequence[int]) -> Strength:
    """Return the strength of a hand, ignoring straights and flushes.

    `held` counts the cards of each rank.
    """
    groups = sorted(((count, one) for one, count in enumerate(held) if count), reverse=True)
    (most, first), (more, second) = groups[:2]
    plays_second = most < 4 and more >= 2
    grouped = (first, second) if plays_second else (first,)
    kickers = [one for one in range(12, -1, -1) if held[one] and one not in grouped]
    number = 5 - most - 2 * plays_second
    return (_CATEGORY_OF_GROUPS[most, plays_second], *grouped, *kickers[:number])


@cache
def _ranks_of_strengths() -> dict[Strength, Rank]:
    ordered = sorted(_all_strengths(), reverse=True)
    return {strength: index for index, strength in enumerate(ordered, start=1)}


def _all_strengths() -> Iterator[Strength]:
    high_to_low = range(12, -1, -1)
    for top in range(3, 13):
        yield (Category.STRAIGHT_FLUSH, top)
        yield (Category.STRAIGHT, top)
    for ranks in combinations(high_to_low, 5):
        if straight_top(ranks) is None:
            yield (Category.FLUSH, *ranks)
            yield (Category.HIGH_CARD, *ranks)
    for first in high_to_low:
        others = [one for one in high_to_low if one != first]
        for second in others:
            yield (Category.FOUR_OF_A_KIND, first, second)
            yield (Category.FULL_HOUSE, first, second)
            if second < first:
                yield from (
                    (Category.TWO_PAIR, first, second, kicker) for kicker in others if kicker != second
                )
        yield from ((Category.THREE_OF_A_KIND, first, *kickers) for kickers in combinations(others, 2))
        yield from ((Category.PAIR, first, *kickers) for kickers in combinations(others, 3))


def _flush_strength(ranks: Sequence[int]) -> Strength:
    top = straight_top(ranks)
    if top is not None:
        return (Category.STRAIGHT_FLUSH, top)
    return (Category.FLUSH, *sorted(ranks, reverse=True)[:5])


@cache
def _flush_ranks() -> dict[int, Rank]:
    """Return the ranks of flushes. The key is the bit mask of the ranks of five to seven cards of one suit."""
    ranks = _ranks_of_strengths()
    return {
        sum(1 << one for one in held): ranks[_flush_strength(held)]
        for size in (5, 6, 7)
        for held in combinations(range(13), size)
    }


def _by_weight(five: Sequence[Card]) -> tuple[Card, ...]:
    ranks = [get_rank(card) for card in five]
    wheel = set(ranks) == _WHEEL

    def weight(card: Card) -> tuple[int, int]:
        one = get_rank(card)
        return (ranks.count(one), -1 if wheel and one == 12 else one)

    return tuple(sorted(five, key=weight, reverse=True))


ENGLISH_PHRASES: Mapping[str, str] = {
    "ranks": "two three four five six seven eight nine ten jack queen king ace",
    "plural ranks": "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces",
    "pocket pair": "pocket {first_plural}",
    "suited": "{first}-{second} suited",
    "offsuit": "{first}-{second} offsuit",
    "high card": "{first}-high",
    "pair": "pair of {first_plural}",
    "two pair": "two pair, {first_plural} and {second_plural}",
    "three of a kind": "three {first_plural}",
    "straight": "{first}-high straight",
    "flush": "{first}-high flush",
    "full house": "{first_plural} full of {second_plural}",
    "four of a kind": "four {first_plural}",
    "straight flush": "{first}-high straight flush",
    "royal flush": "royal flush",
    "on the board": "{hand} on the board",
    "kicker": "{first} kicker",
    "kickers": "{first} and {second} kickers",
    "flush draw": "flush draw",
    "open-ended": "open-ended straight draw",
    "double gutshot": "double gutshot",
    "gutshot": "gutshot",
    "joint": ", ",
}

_KICKER_PLACE = {Category.PAIR: 2, Category.TWO_PAIR: 4}
_SIZES = {**_KICKER_PLACE, Category.THREE_OF_A_KIND: 3, Category.FOUR_OF_A_KIND: 4}
"""The number of cards that make a hand, where it is not five."""


def describe_hand(
    hole: Sequence[Card], board: Sequence[Card] = (), phrases: Mapping[str, str] = ENGLISH_PHRASES
) -> str:
    """Describe two hole cards, alone or with a board of three to five cards. Before the river, add the draws.

    `phrases` has all words of the description, so the window can pass words of another language.

    >>> from game.rules.cards import parse
    >>> describe_hand(parse("KsQs"), parse("Kd 7s 2s"))
    'pair of kings, flush draw'

    If the board alone makes the hand, the description says so.

    >>> describe_hand(parse("9s7d"), parse("6h 6c 2s"))
    'pair of sixes on the board, nine kicker'
    """
    if not board:
        return _starting_hand(hole, phrases)
    five = best_five((*board, *hole))  # of equal cards, those on the board
    draws = list(_draws(hole, board))
    kicker = _KICKER_PLACE.get(category(five))
    made = _phrase(_made_hand(five), five, phrases)
    if category(five) > Category.HIGH_CARD and set(five[: _SIZES.get(category(five), 5)]) <= set(board):
        kind, joint, ranks = made.partition(phrases["joint"])  # a short form may drop what follows the comma
        made = phrases["on the board"].format(hand=kind) + joint + ranks
    parts = [made]
    if kicker is not None and not draws:
        parts.append(_phrase("kicker", five[kicker:], phrases))
    parts.extend(phrases[draw] for draw in draws)
    return phrases["joint"].join(parts)


def describe_hand_against(
    hole: Sequence[Card],
    other: Sequence[Card],
    board: Sequence[Card],
    phrases: Mapping[str, str] = ENGLISH_PHRASES,
) -> str:
    """Describe two hole cards with a full board.

    If `other` has the same description, add the deciding kickers. `phrases` is as in `describe_hand`.

    >>> from game.rules.cards import parse
    >>> describe_hand_against(parse("AsJs"), parse("Ac9c"), parse("Ad Kh 7s 5d 2c"))
    'pair of aces, king and jack kickers'
    """
    plain = {**phrases, "on the board": "{hand}"}
    own = describe_hand(hole, board, plain)
    five, others = best_five((*hole, *board)), best_five((*other, *board))
    decides = next((index for index in range(5) if get_rank(five[index]) != get_rank(others[index])), None)
    if decides is None or own != describe_hand(other, board, plain):
        return own
    first = _KICKER_PLACE.get(category(five))
    kickers = (five[decides],) if first is None else (five[first], five[decides])
    made = _phrase(_made_hand(five), five, phrases)
    return phrases["joint"].join((made, _phrase("kicker" if first is None else "kickers", kickers, phrases)))


def _starting_hand(hole: Sequence[Card], phrases: Mapping[str, str]) -> str:
    high, low = sorted(hole, key=get_rank, reverse=True)
    if get_rank(high) == get_rank(low):
        return _phrase("pocket pair", (high, low), phrases)
    return _phrase("suited" if get_suit(high) == get_suit(low) else "offsuit", (high, low), phrases)


def _made_hand(five: Sequence[Card]) -> str:
    kind = category(five)
    if kind == Category.STRAIGHT_FLUSH and get_rank(five[0]) == 12:
        return "royal flush"
    return kind.label


def _phrase(key: str, cards: Sequence[Card], phrases: Mapping[str, str]) -> str:
    """Fill the phrase `key` with the rank of the first card, and the next rank that is different."""
    singular, plural = phrases["ranks"].split(), phrases["plural ranks"].split()
    first = get_rank(cards[0])
    second = next((get_rank(card) for card in cards if get_rank(card) != first), first)
    return phrases[key].format(
        first=singular[first],
        second=singular[second],
        first_plural=plural[first],
        second_plural=plural[second],
    )


def _draws(hole: Sequence[Card], board: Sequence[Card]) -> Iterator[str]:
    """Yield the draws of a hand. A draw on the board alone does not count."""
    if len(board) == 5:
        return
    made = category((*hole, *board))
    suits = [get_suit(card) for card in (*hole, *board)]
    if made < Category.FLUSH and any(suits.count(get_suit(card)) == 4 for card in hole):
        yield "flush draw"
    if made < Category.STRAIGHT:
        yield from _straight_draw(hole, board)


def _straight_draw(hole: Sequence[Card], board: Sequence[Card]) -> Iterator[str]:
    shared = [get_rank(card) for card in board]
    held = [*shared, *(get_rank(card) for card in hole)]
    completing = [
        one
        for one in range(13)
        if straight_top([*held, one]) is not None
        and straight_top([*held, one]) != straight_top([*shared, one])
    ]
    if len(completing) == 1:
        yield "gutshot"
    elif completing:
        open_ended = any((one + 5) % 13 in completing for one in completing)
        yield "open-ended" if open_ended else "double gutshot"
