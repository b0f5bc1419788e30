"""Bet sizes as players write them: percent of the pot, and `a` for all-in.

Sizes of one street or one side follow the usual ones after a slash: `33%,75% / river 50%,a / turn ip 100%`. Later
clauses replace earlier ones. The notations of other solvers are refused by name, because the same letters mean
something else there.
"""

from __future__ import annotations

import math
import re
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
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%?", re.ASCII)
_AMBIGUOUS = re.compile(r"[\d.]+,\d[\d.]*%?", re.ASCII)
"""A comma between two digits: one size with a decimal comma, or two sizes."""
OTHER_NOTATIONS = (
    (
        r"[\d.]*e[\d.]*%?",
        "is a geometric size of wasm-postflop, or a number with an exponent: neither is supported",
    ),
    (
        r"[\d.]+x",
        "is a multiple of the bet before it, as in PioSOLVER and wasm-postflop: that is not supported",
    ),
    (r"[\d.]+c", "is a size in chips, as in wasm-postflop: that is not supported"),
    (r"all-?in|allin|max|shove", 'is not the word for all-in: write "a"'),
)
"""What other solvers write, and how a sentence about it goes on."""
STREETS = {"flop": 3, "turn": 4, "river": 5}
PLAYERS = {"oop": 0, "ip": 1}


def parse_all_sizes(text: str, key: str) -> tuple[Sizes, Mapping[Where, Sizes]]:
    """Return the usual sizes, and those of streets and players that have others.

    >>> parse_all_sizes("50% / river ip 75%,a", "bets")
    ((0.5,), {(5, 1): (0.75, inf)})

    Raises:
        BadInput: If something is not a size, street or side. It names `key`.
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
            donk = "donk" in clause.lower().split()
            reason = "is about donk bets, which are not supported" if donk else "names no street or side"
            raise BadInput(f'{key}: {quoted(clause.strip())} {reason}; write "turn 75%" or "river ip 50%,a".')
        sizes = parse_sizes(" ".join(words[named:]), key)
        found.update(dict.fromkeys(product(streets, players), sizes))
    return parse_sizes(usual, key), found


def parse_sizes(text: str, key: str) -> Sizes:
    """Return the sizes of a comma list, lowest first.

    >>> parse_sizes("75%, 33%, a", "bets")
    (0.33, 0.75, inf)

    Raises:
        BadInput: If a word is no size, or if a comma between digits could be a decimal comma. It names `key`.
    """
    if match := _AMBIGUOUS.search(text):
        first, _, second = match[0].removesuffix("%").partition(",")
        right = f'"{first}.{second}%" or "{first}%,{second}%"'
        raise BadInput(f"{key}: {quoted(match[0])} could be one size or two; write {right}.")
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
    if not _PERCENT.fullmatch(word):
        known = (said for pattern, said in OTHER_NOTATIONS if re.fullmatch(pattern, word, re.IGNORECASE))
        raise BadInput(f"{key}: {quoted(word)} {next(known, 'is not a bet size')}; {EXAMPLE}.")
    percent = float(word.removesuffix("%"))
    if not 0 < percent <= MOST_PERCENT:
        raise BadInput(f"{key}: {quoted(word)} is not above 0% and at most {MOST_PERCENT:,}%.")
    return percent / 100
