"""Bet sizes as players write them: percent of the pot, and `a` for all-in.

Sizes of one street or one side stand after the usual ones, apart by "/": `33%,75% / river 50%,a / turn ip 100%`.
What is said later counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product

from game.core import BadInput
from game.quoting import quoted

ALL_IN = "a"
MOST_PERCENT = 10_000
MOST_SIZES = 12
EXAMPLE = 'sizes are percent of the pot, and "a" for all-in, like "33%,75%,a"'

Sizes = tuple[float, ...]
"""Parts of the pot, lowest first; infinity stands for all-in."""
Where = tuple[int, int]
"""A street, by the number of cards on its board, and a player."""
STREETS = {"flop": 3, "turn": 4, "river": 5}
PLAYERS = {"oop": 0, "ip": 1}


def parse_all_sizes(text: str, key: str) -> tuple[Sizes, Mapping[Where, Sizes]]:
    """Return the usual sizes, and those of streets and players that have others; `BadInput` names the `key`.

    >>> parse_all_sizes("50% / river ip 75%,a", "bets")
    ((0.5,), {(5, 1): (0.75, inf)})
    """
    usual, *others = text.split("/")
    found: dict[Where, Sizes] = {}
    for clause in others:
        words, streets, players = clause.split(), list(STREETS.values()), list(PLAYERS.values())
        named = 0
        for word in words[:2]:
            if word.lower() in STREETS:
                streets = [STREETS[word.lower()]]
            elif word.lower() in PLAYERS:
                players = [PLAYERS[word.lower()]]
            else:
                break
            named += 1
        if not named:
            raise BadInput(
                f'{key}: {quoted(clause.strip())} names no street or side; write "turn 75%" or "river ip 50%,a".'
            )
        sizes = parse_sizes("".join(words[named:]), key)
        found.update(dict.fromkeys(product(streets, players), sizes))
    return parse_sizes(usual, key), found


def parse_sizes(text: str, key: str) -> Sizes:
    """Return the sizes that a comma list names, none for an empty one; `BadInput` names its `key`.

    >>> parse_sizes("75%, 33%, a", "bets")
    (0.33, 0.75, inf)
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > MOST_SIZES:
        raise BadInput(f"{key} has {len(words)} sizes: at most {MOST_SIZES} can be solved.")
    return tuple(sorted({_size(word, key) for word in words}))


def written_sizes(sizes: Sizes) -> str:
    """Return sizes as they are typed.

    >>> written_sizes((0.33, 0.75, float("inf")))
    '33%,75%,a'
    """
    return ",".join(ALL_IN if math.isinf(size) else f"{100 * size:.8g}%" for size in sizes)


def _size(word: str, key: str) -> float:
    if word.lower() == ALL_IN:
        return float("inf")
    try:
        percent = float(word.removesuffix("%"))
    except ValueError:
        raise BadInput(f"{key}: {quoted(word)} is not a bet size; {EXAMPLE}.") from None
    if not 0 < percent <= MOST_PERCENT:
        raise BadInput(f"{key}: {quoted(word)} is not above 0% and at most {MOST_PERCENT:,}%.")
    return percent / 100
