"""A spot: a board, two ranges, a pot, what is behind, and the bets that may be made. What one asks to be solved.

`oop` (player 0) acts first on every street, `ip` (player 1) second. Both have the same stack behind, and the same
sizes on every street.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ai.hands.combos import beside, left_by
from ai.hands.ranges import Weights, parse_range
from ai.solver.sizes import Sizes, parse_sizes
from game.core import BadInput
from game.files import yaml_text
from game.quoting import quoted
from game.rules.cards import Card, names, parse

OOP, IP = 0, 1
SIDES = ("oop", "ip")
KEYS = ("board", "oop", "ip", "pot", "stack", "bets", "raises")
MOST_CHIPS = 1e9


class NoHands(BadInput):
    """The cards on the board leave a range no hand, or no two hands that can be held together."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What is solved; `BadInput` where it cannot be.

    ranges: two of float[1326], in the order of ai/hands/combos.py; hands that meet the board count 0. pot, stack:
    chips, the stack being what each player has behind. bets, raises: parts of the pot.
    """

    board: tuple[Card, ...]
    ranges: tuple[Weights, Weights] = field(repr=False)
    pot: float
    stack: float
    bets: Sizes = ()
    raises: Sizes = ()

    def __post_init__(self) -> None:
        if not 3 <= len(self.board) <= 5 or len(set(self.board)) < len(self.board):
            shown = names(self.board) or "nothing"
            raise BadInput(f"board: {shown} is not three, four or five different cards.")
        for key, chips in (("pot", self.pot), ("stack", self.stack)):
            if not (math.isfinite(chips) and 0 < chips <= MOST_CHIPS):
                raise BadInput(f"{key}: {quoted(chips)} is not a number of chips above 0.")
        live = left_by(self.board)
        weights = [np.where(live, weights, 0).astype(np.float32) for weights in self.ranges]
        for key, of_side in zip(SIDES, weights, strict=True):
            if not (np.isfinite(of_side).all() and (of_side >= 0).all()):
                raise BadInput(f"{key}: the weights of a range are numbers of at least 0.")
            if not of_side.any():
                raise NoHands(f"{key}: every hand of the range meets the board {names(self.board)}.")
        if not (weights[OOP] * beside(weights[IP].astype(float))).any():
            raise NoHands("Every hand of oop shares a card with every hand of ip: no deal is possible.")
        object.__setattr__(self, "ranges", tuple(weights))


def read_spot(file: Path) -> Spot:
    """Return the spot of a YAML file; `BadInput` says in a sentence what is wrong with it."""
    document = read_document(file)
    try:
        return spot_of(document)
    except BadInput as sentence:
        raise BadInput(f"{file.name}: {sentence}") from None


def read_document(file: Path) -> object:
    """Return what the YAML of a spot file says."""
    try:
        return yaml_text.read_file(file)
    except FileNotFoundError:
        raise BadInput(f"There is no spot file {quoted(str(file))}.") from None


def spot_of(document: object, board: tuple[Card, ...] | None = None) -> Spot:
    """Return the spot that a document of YAML describes, on `board` instead of its own where one is given."""
    known = ", ".join(KEYS)
    if not isinstance(document, Mapping):
        raise BadInput(f"a spot is a list of keys and values: {known}.")
    unknown = [key for key in document if key not in KEYS]
    if unknown:
        raise BadInput(f"{quoted(unknown[0])} is not a key of a spot; its keys are {known}.")
    missing = [key for key in KEYS if key not in document and not (key == "board" and board)]
    if missing:
        raise BadInput(f"the key {missing[0]} is missing; a spot has {known}.")
    return Spot(
        board if board is not None else _board(document["board"]),
        (_range(document, "oop"), _range(document, "ip")),
        _chips(document, "pot"),
        _chips(document, "stack"),
        parse_sizes(_text(document, "bets"), "bets"),
        parse_sizes(_text(document, "raises"), "raises"),
    )


def _board(written: object) -> tuple[Card, ...]:
    try:
        return parse(str(written if written is not None else ""))
    except BadInput as sentence:
        raise BadInput(f"board: {sentence}") from None


def _range(document: Mapping[str, Any], key: str) -> Weights:
    try:
        return parse_range(_text(document, key))
    except BadInput as sentence:
        raise BadInput(f"{key}: {sentence}") from None


def _text(document: Mapping[str, Any], key: str) -> str:
    """Return a text; a bare number, like a range of 77 or a bet of 50, is read as it was typed."""
    written = document[key]
    if written is None:
        return ""
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        raise BadInput(f"{key}: {quoted(written)} is not a text.")
    return str(written)


def _chips(document: Mapping[str, Any], key: str) -> float:
    written = document[key]
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise BadInput(f"{key}: {quoted(written)} is not a number of chips above 0.")
    try:
        return float(written)
    except OverflowError:
        raise BadInput(f"{key}: {quoted(written)} is not a number of chips above 0.") from None
