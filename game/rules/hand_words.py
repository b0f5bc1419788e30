"""Describes a hand in words: "pair of kings, queen kicker". Before the river, draws are included.

All words come from a mapping of phrases. So the window can pass the phrases of another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.rules.cards import Card, get_rank, get_suit
from game.rules.hand_rank import Category, best_five, category, straight_top

ENGLISH: Mapping[str, str] = {
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
    "kicker": "{first} kicker",
    "kickers": "{first} and {second} kickers",
    "flush draw": "flush draw",
    "open-ended": "open-ended straight draw",
    "double gutshot": "double gutshot",
    "gutshot": "gutshot",
    "joint": ", ",
}

_KICKER_PLACE = {Category.PAIR: 2, Category.TWO_PAIR: 4}


def words(hole: Sequence[Card], board: Sequence[Card] = (), phrases: Mapping[str, str] = ENGLISH) -> str:
    """Describe two hole cards, alone or with a board of three to five cards.

    >>> from game.rules.cards import parse
    >>> words(parse("KsQs"), parse("Kd 7s 2s"))
    'pair of kings, flush draw'
    """
    if not board:
        return _starting_hand(hole, phrases)
    five = best_five((*hole, *board))
    draws = list(_draws(hole, board))
    kicker = _KICKER_PLACE.get(category(five))
    parts = [_phrase(_made_hand(five), five, phrases)]
    if kicker is not None and not draws:
        parts.append(_phrase("kicker", five[kicker:], phrases))
    parts.extend(phrases[draw] for draw in draws)
    return phrases["joint"].join(parts)


def words_against(
    hole: Sequence[Card], other: Sequence[Card], board: Sequence[Card], phrases: Mapping[str, str] = ENGLISH
) -> str:
    """Describe two hole cards with a full board.

    If `other` has the same description, add the deciding kickers.

    >>> from game.rules.cards import parse
    >>> words_against(parse("AsJs"), parse("Ac9c"), parse("Ad Kh 7s 5d 2c"))
    'pair of aces, king and jack kickers'
    """
    own = words(hole, board, phrases)
    five, others = best_five((*hole, *board)), best_five((*other, *board))
    decides = next((index for index in range(5) if get_rank(five[index]) != get_rank(others[index])), None)
    if decides is None or own != words(other, board, phrases):
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
