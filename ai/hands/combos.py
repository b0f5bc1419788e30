"""The 1,326 two-card hands (combos), blockers, and weighted ranges in the notation of poker players.

A range is a list of tokens:

- a pair ("77"), or two ranks suited, offsuit or both ("AKs", "AKo", "AK"),
- one hand, with its cards joined or separated ("QhJh", "Qh Jh", "10♥9♥"),
- `random` or `any` for all hands, or a percentage for the strongest hands ("10%"),
- "+" for a class and all above it ("22+" for all pairs, "A2s+" for A2s to AKs),
- "-" for a span of classes ("99-66", "A5s-A2s", "JTs-54s"),
- "Ax" for an ace with any lower rank,
- any of these with ":" and a weight ("AKo:0.25").

Weights are from 0.000001 to 1. With this minimum, the smallest weight in a sum is never lost to rounding.
`range_scanner` describes how other programs write weights. If several tokens contain the same hand, the last of
these tokens counts. Case is ignored.

`write_range_as` writes ranges in the notations of other programs, with weights rounded to 1/1000. `parse_range`
reads all these notations:

- `pio`: PioSOLVER and GTO Wizard. Every class or hand is a separate token: "AA,AKs:0.5,AhKh:0.25".
- `gto-plus`: GTO+ and Flopzilla. Brackets enclose hands of the same weight: "AA,[25%]AKs,AhKh[/25%]".
- `wasm-postflop`: WASM Postflop and Desktop Postflop. Neighbouring classes form spans: "QQ+,A2s+:0.5".
- `weights`: 1,326 numbers in the order of PioSOLVER, from 2d2c to AsAh.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, groupby

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from ai.hands.range_scanner import HAND, BadToken, read_weights, scan_range
from game import texts
from game.core import BadInput
from game.rules.cards import DECK, RANKS, Card, hand_class, names, parse, quote_typed
from game.study.odds import RangeForm

Hole = tuple[Card, Card]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

HANDS: tuple[Hole, ...] = tuple(combinations(DECK, 2))
HAND_INDICES = {hand: index for index, hand in enumerate(HANDS)}
CARDS: Ints = np.array(HANDS, dtype=np.int64)
CLASSES: tuple[str, ...] = tuple(map(hand_class, HANDS))
"""The class of every hand."""
CLASS_NAMES: tuple[str, ...] = tuple(dict.fromkeys(CLASSES))
"""The 169 classes, in the order of their first hands."""
CLASS_OF: Ints = np.array([CLASS_NAMES.index(name) for name in CLASSES])
"""The index of each hand's class in CLASS_NAMES, int64[1326]."""
MASKS: Ints = (1 << CARDS).sum(axis=1)
"""The two cards of each hand as bits, int64[1326]."""


@cache
def apart() -> Bools:
    """Return for every pair of hands whether they share no card, bool[1326, 1326]."""
    found: Bools = (MASKS[:, None] & MASKS) == 0
    return found


def hand_index(hole: Iterable[Card]) -> int:
    """Return the index of a hand in HANDS.

    >>> hand_index((1, 0)), hand_index((51, 50))
    (0, 1325)
    """
    low, high = sorted(hole)
    return HAND_INDICES[low, high]


def unblocked_hands(known: Iterable[Card]) -> Bools:
    """Return a mask of the hands that contain none of the `known` cards, bool[1326]."""
    unblocked: Bools = (MASKS & sum(1 << card for card in known)) == 0
    return unblocked


def opposing_weight(weights: Floats) -> Floats:
    """Return for each hand the total weight of the opponent's compatible hands, float64[1326].

    Two hands are compatible if they share no card.

    Args:
        weights: The opponent's range, float64[1326].
    """
    of_card = np.bincount(CARDS.ravel(), np.repeat(weights, 2), len(DECK))
    met: Floats = np.maximum(0.0, weights.sum() - of_card[CARDS].sum(axis=1) + weights)
    return met


def class_means(weights: Floats) -> Floats:
    """Return the mean weight of each hand's class, float64[1326].

    Args:
        weights: A range, float64[1326].
    """
    hands = np.bincount(CLASS_OF, minlength=len(CLASS_NAMES))
    means: Floats = (np.bincount(CLASS_OF, weights, len(CLASS_NAMES)) / hands)[CLASS_OF]
    return means


def treats_classes_alike(weights: Floats) -> bool:
    """Return whether all hands of each class have the same weight, up to rounding.

    Args:
        weights: A range, float64[1326].
    """
    return bool(np.allclose(class_means(weights), weights, rtol=1e-6, atol=0.0))


Weights = npt.NDArray[np.float32]

ALL = "random"
EVERY = (ALL, "any", "any2")
"""Words for all hands."""
_RANK = f"[{RANKS}]"
_CLASS = re.compile(f"({_RANK})({_RANK})([so]?)", re.IGNORECASE)
_HAND = re.compile(HAND, re.IGNORECASE)
_ANY_LOWER = re.compile(f"({_RANK})x([so]?)", re.IGNORECASE)
_SHARE = re.compile(r"\d{1,3}(?:\.\d{1,6})?%", re.ASCII)
_CLASS_INDICES: dict[str, list[int]] = {}
for _index, _class in enumerate(CLASSES):
    _CLASS_INDICES.setdefault(_class, []).append(_index)


def parse_range(text: str) -> Weights:
    """Return the weights of a range, float32[1326] from 0 to 1, in the order of `HANDS`.

    The text may also be 1,326 numbers in the order of PioSOLVER: 2d2c, 2h2c, 2h2d, 2s2c, up to AsAh.

    >>> float(parse_range("QQ+, AKs:0.5").sum())
    20.0
    >>> float(parse_range("[50%]AA, KK[/50%] QQ").sum())
    12.0

    Raises:
        BadToken: If a token does not name hands, or its weight is wrong.
        BadInput: If the range is empty.
    """
    weights = np.zeros(len(HANDS), np.float32)
    listed = read_weights(text, len(HANDS))
    if listed is not None:
        weights[order_of_numbers()] = listed
        if not weights.any():
            raise BadInput(texts.text("input_errors.range.empty"))
        return weights
    for token in scan_range(text):
        try:
            weights[_indices(token.hands, token.text)] = token.weight
        except BadToken:
            raise
        except BadInput as error:
            raise BadToken(str(error), token.start, token.end) from None
    return weights


@cache
def order_of_numbers() -> Ints:
    """Return the indices of all hands, listed in the order of PioSOLVER, int64[1326]."""
    suits = "cdhs"
    order = [rank + suit for rank in RANKS for suit in suits]
    cards = [parse(one)[0] for one in order]
    pairs = [(cards[high], cards[low]) for high in range(len(cards)) for low in range(high)]
    return np.array([hand_index(pair) for pair in pairs])


def write_range(weights: Weights) -> str:
    """Write a range, float32[1326], as text: pairs first, then the other hands by rank.

    Weights are rounded to 1/1000.

    >>> write_range(parse_range("QhJh, 22, JJ+, AQ+, AJs, KQs:0.5"))
    'JJ+,22,AQ+,AJs,KQs:0.5,QhJh'
    """
    rounded = np.round(weights.astype(float), 3)
    return ALL if (rounded == 1).all() else join_spans(weights)


def join_spans(weights: Weights) -> str:
    """Write a range, float32[1326], as `write_range` does.

    The range of all hands is not abbreviated to a single word.
    """
    rounded = np.round(weights.astype(float), 3)
    return ",".join([*_whole_classes(rounded), *_single_hands(rounded)])


def write_by_class(weights: Weights) -> dict[str, str]:
    """Return the notation of each class of a range, float32[1326], with AA first. Classes of weight 0 are left out.

    >>> write_by_class(parse_range("AA:0.5, QhJh, QsJs"))
    {'AA': 'AA:0.5', 'QJs': 'QsJs,QhJh'}
    """
    rounded = np.round(weights.astype(float), 3)
    written: dict[str, str] = {}
    for name in reversed(CLASS_NAMES):
        of_class = rounded[_CLASS_INDICES[name]]
        if _is_whole(of_class):
            written[name] = name + _weight_suffix(of_class[0])
        elif of_class.any():
            written[name] = ",".join(_write_hands(name, rounded))
    return written


def mean_by_class(weights: Weights) -> dict[str, float]:
    """Return the mean weight of the hands of each class, AA first. The weights are float32[1326]."""
    return {name: float(weights[_CLASS_INDICES[name]].mean()) for name in reversed(CLASS_NAMES)}


def _indices(what: str, token: str) -> list[int]:
    """Return the indices of the hands that a token names. `what` is the token without its weight."""
    if what.lower() in EVERY:
        return list(range(len(HANDS)))
    if _SHARE.fullmatch(what):
        return _strongest(float(what[:-1]), token)
    if _HAND.fullmatch(what):
        return [hand_index(parse(what))]
    return [index for name in _classes(what, token) for index in _CLASS_INDICES[name]]


_ORDER = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s
A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o
A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o
22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s
76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o
82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o
32o
"""
BY_EQUITY = _ORDER.split()
"""The 169 classes by equity against a random hand, the strongest first, as ai/hands/preflop.py computes them."""


def _strongest(percent: float, token: str) -> list[int]:
    """Return the indices of the strongest `percent` of hands, rounded to whole classes.

    Strength is the equity against a random hand.
    """
    if not 0 < percent <= 100:
        raise BadInput(texts.text("input_errors.range.too_many", token=quote_typed(token)))
    found: list[int] = []
    for name in BY_EQUITY:
        of_class = _CLASS_INDICES[name]
        if len(found) + len(of_class) / 2 > percent / 100 * len(HANDS):
            break
        found += of_class
    if not found:
        raise BadInput(texts.text("input_errors.range.too_few", token=quote_typed(token)))
    return found


def _classes(what: str, token: str) -> list[str]:
    """Return the classes of a token: one class ("99"), a class and all above it ("99+"), or a span ("99-66")."""
    if lower := _ANY_LOWER.fullmatch(what):
        high = RANKS.index(lower[1].upper())
        if not high:
            raise BadInput(texts.text("input_errors.range.below_two", token=quote_typed(token)))
        return [RANKS[high] + RANKS[low] + suit for low in range(high) for suit in lower[2].lower() or "so"]
    first, dash, last = what.partition("-")
    high, low, suits = _ranks(first.removesuffix("+") if not dash else first, token)
    if not dash:
        top = low if not first.endswith("+") else len(RANKS) - 1 if high == low else high - 1
        bottom = low
    else:
        other_high, other_low, other_suits = _ranks(last, token)
        paired = high == low and other_high == other_low
        if (
            suits == other_suits
            and not paired
            and high - low == other_high - other_low != 0
            and high != other_high
        ):
            steps = range(min(high, other_high), max(high, other_high) + 1)
            return [RANKS[top] + RANKS[top - high + low] + suit for top in steps for suit in suits]
        if suits != other_suits or not (
            paired or (high == other_high and high != low and other_high != other_low)
        ):
            raise BadInput(texts.text("input_errors.range.two_kinds", token=quote_typed(token)))
        bottom, top = sorted((low, other_low))
    lows = range(bottom, top + 1)
    if high == low:
        return [RANKS[rank] * 2 for rank in lows]
    return [f"{RANKS[high]}{RANKS[rank]}{suit}" for rank in lows for suit in suits]


def _ranks(what: str, token: str) -> tuple[int, int, str]:
    """Return the higher and the lower rank of a class, and "s", "o" or "so": suited, offsuit or both."""
    match = _CLASS.fullmatch(what)
    if match is None:
        raise BadInput(texts.text("input_errors.range.no_token", token=quote_typed(token)))
    high, low = sorted((RANKS.index(rank.upper()) for rank in match.group(1, 2)), reverse=True)
    if high == low and match[3]:
        raise BadInput(texts.text("input_errors.range.pair", token=quote_typed(token)))
    return high, low, match[3].lower() or "so"


def _whole_classes(weights: npt.NDArray[np.float64]) -> Iterator[str]:
    """Yield the notation of classes in which all hands have the same weight.

    Pairs are first, then the other classes by their higher rank.

    If suited and offsuit hands have the same weight, they are combined ("AK"). Neighbouring classes of the same
    weight become a span.
    """
    whole = {
        name: float(weights[indices[0]])
        for name, indices in _CLASS_INDICES.items()
        if _is_whole(weights[indices])
    }
    top = len(RANKS) - 1
    yield from _runs([(rank, whole.get(RANKS[rank] * 2, 0.0)) for rank in range(top, -1, -1)], top, _pair)
    for high in range(top, 0, -1):
        lows = range(high - 1, -1, -1)
        suited, offsuit = ([whole.get(RANKS[high] + RANKS[low] + suit, 0.0) for low in lows] for suit in "so")
        both = [one if one == other else 0.0 for one, other in zip(suited, offsuit, strict=True)]
        for suit, given in (("", both), ("s", suited), ("o", offsuit)):
            kept = [0.0 if suit and same else one for one, same in zip(given, both, strict=True)]
            name = partial(_two_ranks, high, suit)
            yield from _runs(list(zip(lows, kept, strict=True)), high - 1, name)


def _pair(rank: int) -> str:
    return RANKS[rank] * 2


def _two_ranks(high: int, suit: str, low: int) -> str:
    return RANKS[high] + RANKS[low] + suit


def _runs(weights: Sequence[tuple[int, float]], top: int, name: Callable[[int], str]) -> Iterator[str]:
    """Yield spans of equal weight, such as "QQ+" or "99-66", from `top` down. Ranks of weight 0 are left out."""
    for weight, run in groupby(weights, key=lambda one: one[1]):
        ranks = [rank for rank, _ in run]
        if not weight:
            continue
        high, low = name(ranks[0]), name(ranks[-1])
        several = f"{low}+" if ranks[0] == top else f"{high}-{low}"
        yield (several if len(ranks) > 1 else high) + _weight_suffix(weight)


def _single_hands(weights: npt.NDArray[np.float64]) -> Iterator[str]:
    for name, indices in _CLASS_INDICES.items():
        if not _is_whole(weights[indices]):
            yield from _write_hands(name, weights)


def _write_hands(name: str, weights: npt.NDArray[np.float64]) -> Iterator[str]:
    """Yield the notation of each hand of a class with its weight."""
    for index in _CLASS_INDICES[name]:
        if weights[index]:
            hand = sorted(HANDS[index], key=lambda card: (card % 13, -card), reverse=True)
            yield names(hand) + _weight_suffix(weights[index])


def _is_whole(weights: Sequence[float] | npt.NDArray[np.float64]) -> bool:
    return bool(weights[0] > 0 and all(weight == weights[0] for weight in weights))


def _weight_suffix(weight: float) -> str:
    return "" if weight == 1 else f":{weight:g}"


def write_range_as(weights: Weights, form: RangeForm) -> str:
    """Return a range, float32[1326], in the notation of another program.

    >>> from ai.hands.combos import parse_range
    >>> some = parse_range("QQ+, AKs:0.25, 7h6h:0.25")
    >>> write_range_as(some, "pio")
    'AA,KK,AKs:0.25,QQ,7h6h:0.25'
    >>> write_range_as(some, "gto-plus")
    'AA,KK,QQ,[25%]AKs,7h6h[/25%]'
    >>> write_range_as(some, "wasm-postflop")
    'QQ+,AKs:0.25,7h6h:0.25'

    Raises:
        BadInput: If no hand has a weight of at least 1/1000.
    """
    rounded = np.round(weights.astype(float), 3)
    if not rounded.any():
        raise BadInput(texts.text("input_errors.range.nothing_to_write"))
    if form == "weights":
        return " ".join(f"{weight:g}" for weight in rounded[order_of_numbers()])
    if form == "wasm-postflop":
        return join_spans(weights)
    tokens = [token for written in write_by_class(weights).values() for token in written.split(",")]
    return ",".join(_bracket(tokens) if form == "gto-plus" else tokens)


def _bracket(tokens: list[str]) -> Iterator[str]:
    """Yield the tokens without weights, and enclose tokens of the same weight in brackets with the weight."""
    by_weight: dict[float, list[str]] = {}
    for token in tokens:
        hands, _, weight = token.partition(":")
        by_weight.setdefault(float(weight or 1), []).append(hands)
    for share, group in sorted(by_weight.items(), reverse=True):
        percent = f"{100 * share:.4g}%"
        yield ",".join(group) if share == 1 else f"[{percent}]{','.join(group)}[/{percent}]"
