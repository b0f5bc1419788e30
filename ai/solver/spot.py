"""Spots to solve: board, ranges, pot, stack and bet sizes, read from texts and validated.

`oop` (player 0) acts first on every street, `ip` (player 1) second. Both players have the same remaining stack.
Every street uses the usual sizes, unless the spot gives other sizes for the street.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ai.hands.combos import Weights, opposing_weight, parse_range, unblocked_hands
from ai.solver.sizes import (
    MAX_CHIPS,
    MAX_PERCENT,
    NO_LIMITS,
    BadField,
    BetLimits,
    Sizes,
    Where,
    parse_all_sizes,
)
from game.core import BadInput
from game.match.spot_texts import read_number, read_whole, with_decimal_point
from game.quoting import quoted
from game.rules.cards import Card, names, parse
from game.texts import number, text

OOP, IP = 0, 1
SIDES = ("oop", "ip")
KEYS = ("board", "oop", "ip", "pot", "stack", "bets", "raises")
OPTIONAL_KEYS = ("raises_a_street", "all_in_below", "min_bet", "donk", "rake", "rake_cap")
NO_DONK = "none"
MAX_RAISES_A_STREET, MAX_RAKE_PERCENT = 100, 50


class NoHands(BadField):
    """A range has only hands that contain a board card, or every two hands of the two ranges share a card."""


@dataclass(frozen=True, slots=True)
class Rake:
    """The part of the pot that the house takes after a showdown or a fold.

    An uncalled bet is returned first. If the pot is split, each player pays half of the rake.

    Attributes:
        share: The fraction of the pot.
        cap: The maximum rake in chips.
    """

    share: float = 0.0
    cap: float = math.inf

    def chips(self, pot: float) -> float:
        return min(self.share * pot, self.cap)


NO_RAKE = Rake()


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot to solve. Players are `oop` (0) and `ip` (1).

    Attributes:
        ranges: The range of each player, float32[1326], in the order of ai/hands/combos.py. Hands with a board card
            have weight 0.
        pot: The pot in chips.
        stack: The remaining chips of each player.
        bets: The usual bet sizes.
        raises: The usual raise sizes.
        other_bets: The bet sizes of the streets and players that don't have the usual sizes.
        other_raises: The raise sizes of the streets and players that don't have the usual sizes.
        limits: The limits of bets and raises.
        donk: The usual sizes of donk bets, which are bets of `oop` after calling a bet on the previous street. If
            None, donk bets have the same sizes as other bets of `oop`.
        other_donk: The sizes of donk bets on the streets that don't have the usual sizes.
        rake: The rake, by which the players' total winnings are less than the pot.

    Raises:
        BadInput: If the spot cannot be solved.
    """

    board: tuple[Card, ...]
    ranges: tuple[Weights, Weights] = field(repr=False)
    pot: float
    stack: float
    bets: Sizes = ()
    raises: Sizes = ()
    other_bets: Mapping[Where, Sizes] = field(default_factory=dict)
    other_raises: Mapping[Where, Sizes] = field(default_factory=dict)
    limits: BetLimits = NO_LIMITS
    donk: Sizes | None = None
    other_donk: Mapping[Where, Sizes] = field(default_factory=dict)
    rake: Rake = NO_RAKE

    def __post_init__(self) -> None:
        _check_board(self.board)
        for key, chips in (("pot", self.pot), ("stack", self.stack)):
            _check_chips(key, chips)
        live = unblocked_hands(self.board)
        weights = [np.where(live, weights, 0).astype(np.float32) for weights in self.ranges]
        for key, of_side in zip(SIDES, weights, strict=True):
            if not (np.isfinite(of_side).all() and (of_side >= 0).all()):
                raise BadInput(f"{key}: the weights of a range are numbers of at least 0.")
            if not of_side.any():
                raise NoHands(text("solver_errors.spot.no_hand", board=names(self.board)), key)
        if not (weights[OOP] * opposing_weight(weights[IP].astype(float))).any():
            raise NoHands(text("solver_errors.spot.no_deal"))
        object.__setattr__(self, "ranges", tuple(weights))

    def street_sizes(self, cards: int, player: int) -> tuple[Sizes, Sizes]:
        where = cards, player
        return self.other_bets.get(where, self.bets), self.other_raises.get(where, self.raises)

    def donk_sizes(self, cards: int) -> Sizes | None:
        return self.other_donk.get((cards, OOP), self.donk)


def parse_spot(document: object, board: tuple[Card, ...] | None = None) -> Spot:
    """Return the spot described by a YAML document. `board`, if given, replaces the document's board.

    Raises:
        BadInput: If a key is unknown, missing or has a bad value, or if the spot cannot be solved.
    """
    known, every = ", ".join(KEYS), (*KEYS, *OPTIONAL_KEYS)
    if not isinstance(document, Mapping):
        raise BadInput(f"a spot is a list of keys and values: {known}.")
    unknown = [key for key in document if key not in every]
    if unknown:
        raise BadInput(f"{quoted(unknown[0])} is not a key of a spot; its keys are {', '.join(every)}.")
    missing = [key for key in KEYS if key not in document and not (key == "board" and board)]
    if missing:
        raise BadInput(f"the key {missing[0]} is missing; a spot has {known}.")
    bets, other_bets = _sizes(document, "bets")
    raises, other_raises = _sizes(document, "raises")
    donk, other_donk = _donk(document)
    return Spot(
        board if board is not None else _board(document),
        (_range(document, "oop"), _range(document, "ip")),
        _chips(document, "pot"),
        _chips(document, "stack"),
        bets,
        raises,
        other_bets,
        other_raises,
        BetLimits(_raises_a_street(document), _all_in_below(document), _min_bet(document)),
        donk,
        other_donk,
        _rake(document),
    )


def _board(document: Mapping[str, Any]) -> tuple[Card, ...]:
    written = document["board"]
    try:
        cards = parse(str(written if written is not None else ""))
    except BadInput as sentence:
        raise BadField(str(sentence), "board") from None
    _check_board(cards)
    return cards


def _check_board(board: tuple[Card, ...]) -> None:
    if not 3 <= len(board) <= 5 or len(set(board)) < len(board):
        key = "solver_errors.spot.not_a_board" if board else "solver_errors.spot.no_board"
        raise BadField(text(key, cards=names(board)), "board")


def _range(document: Mapping[str, Any], key: str) -> Weights:
    try:
        return parse_range(_text(document, key))
    except BadInput as sentence:
        raise BadField(str(sentence), key) from None


def _text(document: Mapping[str, Any], key: str) -> str:
    """Return the value under a key as text, even if YAML has read a text such as "77" as a number."""
    written = document[key]
    if written is None:
        return ""
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        raise BadInput(f"{key}: {quoted(written)} is not a text.")
    return str(written)


def _chips(document: Mapping[str, Any], key: str) -> float:
    written = document[key]
    try:
        chips = read_number(written) if isinstance(written, str) else float(written)
    except OverflowError:
        chips = math.inf
    except (BadInput, TypeError, ValueError):
        chips = None
    if chips is None or isinstance(written, bool):
        raise _no_number(key, "chips", written, str(written))
    _check_chips(key, chips)
    return chips


def _check_chips(key: str, chips: float) -> None:
    if not (math.isfinite(chips) and 0 < chips <= MAX_CHIPS):
        raise BadField(
            text("solver_errors.spot.chips_beyond", chips=f"{chips:.15g}", most=number(MAX_CHIPS)), key
        )


def _no_number(key: str, kind: str, written: object, words: str, **fields: str) -> BadField:
    """Return the error about a field whose text is not a number of the right kind: chips or a percentage."""
    right = with_decimal_point(words)
    name = f"solver_errors.spot.{kind}_with_comma" if right else f"solver_errors.spot.no_{kind}"
    return BadField(text(name, written=quoted(written), number=right, **fields), key)


def _sizes(document: Mapping[str, Any], key: str) -> tuple[Sizes, Mapping[Where, Sizes]]:
    return parse_all_sizes(_text(document, key), key)


def _raises_a_street(document: Mapping[str, Any]) -> int | None:
    key = "raises_a_street"
    if not _is_given(document, key):
        return None
    words = _text(document, key)
    try:
        raises = read_whole(words)
    except BadInput:
        raises = -1
    if not 0 <= raises <= MAX_RAISES_A_STREET:
        raise BadField(
            text("solver_errors.spot.no_raises", written=quoted(document[key]), most=MAX_RAISES_A_STREET), key
        )
    return raises


def _all_in_below(document: Mapping[str, Any]) -> float:
    return _percent(document, "all_in_below", MAX_PERCENT) / 100


def _percent(document: Mapping[str, Any], key: str, most: float) -> float:
    """Return a percentage from 0 to `most`, 0 if the key is missing."""
    if not _is_given(document, key):
        return 0.0
    words = _text(document, key)
    try:
        percent = read_number(words.strip().removesuffix("%"))
    except BadInput:
        percent = math.nan
    if not 0 <= percent <= most:
        words = words.strip().removesuffix("%")
        raise _no_number(key, "percent", document[key], words, most=number(most))
    return percent


def _min_bet(document: Mapping[str, Any]) -> float:
    return _chips(document, "min_bet") if _is_given(document, "min_bet") else 0.0


def _donk(document: Mapping[str, Any]) -> tuple[Sizes | None, Mapping[Where, Sizes]]:
    """Return the usual sizes of donk bets, and the sizes for the streets with other sizes.

    The word `none` means no sizes.
    """
    if not _is_given(document, "donk"):
        return None, {}
    clauses = [clause.strip() for clause in _text(document, "donk").split("/")]
    words = [re.sub(rf"\b{NO_DONK}$", "", clause, flags=re.IGNORECASE) for clause in clauses]
    usual, others = parse_all_sizes("/".join(words), "donk")
    if any(SIDES[IP] in clause.lower().split() for clause in clauses):
        raise BadField(text("solver_errors.spot.donk_of_ip"), "donk")
    return usual, others


def _rake(document: Mapping[str, Any]) -> Rake:
    share = _percent(document, "rake", MAX_RAKE_PERCENT) / 100
    if not _is_given(document, "rake_cap"):
        return Rake(share)
    if not share:
        raise BadField(text("solver_errors.spot.cap_without_rake"), "rake_cap")
    return Rake(share, _chips(document, "rake_cap"))


def _rake_cap(document: Mapping[str, Any]) -> float:
    return _chips(document, "rake_cap") if _is_given(document, "rake_cap") else math.inf


def _is_given(document: Mapping[str, Any], key: str) -> bool:
    return document.get(key) is not None and str(document[key]).strip() != ""


READERS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "board": _board,
    **{key: partial(_range, key=key) for key in SIDES},
    **{key: partial(_chips, key=key) for key in ("pot", "stack")},
    **{key: partial(_sizes, key=key) for key in ("bets", "raises")},
    "raises_a_street": _raises_a_street,
    "all_in_below": _all_in_below,
    "min_bet": _min_bet,
    "donk": _donk,
    "rake": partial(_percent, key="rake", most=MAX_RAKE_PERCENT),
    "rake_cap": _rake_cap,
}
"""The reader of each key of a document."""
