"""Decode the id of a hand (game/archive/code.py).

Case, spaces and line breaks are ignored. Any other change to an id raises BadInput.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from dataclasses import replace
from typing import cast

from game import texts
from game.archive.code import (
    CHECK_BYTES,
    DEALT_VERSION,
    FIRST,
    FORM,
    LONGEST,
    MAX_ACTIONS,
    MAX_CARDS,
    VERSION,
    Dealt,
    Versions,
    checksum,
)
from game.core import Action, BadInput
from game.match.table_spec import DUPLICATE_BLOCK, PEOPLE, SEATS, TableSpec
from game.rules import games

WIDEST_NUMBER = 128
"""The maximum bits of a number in an id, far beyond every seed and stack."""

_ID = re.compile(r"p(?P<version>\d{1,4})-(?P<letters>[a-z2-7]+)", re.ASCII)
_SPACES = re.compile(r"\s+")


def decode(text: str) -> tuple[TableSpec, tuple[Action, ...], Versions, Dealt | None]:
    """Parse the result of `encode`.

    Raises:
        BadInput: If `text` is not a valid id.
    """
    found = _ID.fullmatch(_SPACES.sub("", text).lower()) if len(text) <= LONGEST else None
    if found is None:
        raise BadInput(texts.text("input_errors.hand_id.no_id"))
    version = int(found["version"])
    if version not in (VERSION, DEALT_VERSION):
        versions = {"version": found["version"], "known": DEALT_VERSION}
        raise BadInput(texts.text("input_errors.hand_id.version", **versions))
    return _read(_checked(found["letters"].upper(), version), has_cards=version == DEALT_VERSION)


def _checked(letters: str, version: int) -> bytes:
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error as error:
        raise BadInput(texts.text("input_errors.hand_id.typo")) from error
    content, check = data[:-CHECK_BYTES], data[-CHECK_BYTES:]
    again = base64.b32encode(data).decode().rstrip("=")
    if again != letters or checksum(content, version) != check:
        raise BadInput(texts.text("input_errors.hand_id.typo"))
    return content


def _read(data: bytes, *, has_cards: bool) -> tuple[TableSpec, tuple[Action, ...], Versions, Dealt | None]:
    reader = _Reader(data)
    dealt: Dealt | None = None
    try:
        spec, versions = _read_table(reader)
        if has_cards:
            spec = replace(spec, ante=reader.number())
            from_flop, *hidden = reader.flags(3)
            cards = tuple(reader.number() for _ in range(min(reader.number(), MAX_CARDS)))
            dealt = Dealt(cards, tuple(player for player in (0, 1) if hidden[player]), from_flop)
        actions = []
        while reader.more:
            actions.append(reader.number())
        if len(actions) > MAX_ACTIONS:
            counts = {"found": texts.number(len(actions)), "most": texts.number(MAX_ACTIONS)}
            raise BadInput(texts.text("input_errors.hand_id.too_long", **counts))
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise BadInput(texts.text("input_errors.hand_id.unknown_table")) from error
    return spec, tuple(actions), versions, dealt


def _read_table(reader: _Reader) -> tuple[TableSpec, Versions]:
    game = games.NAMES[reader.number()]
    duplicate, teaching, other_form, other_block = reader.flags(4)
    order, first = divmod(reader.number(), len(FIRST))
    shuffled, deals_first = divmod(order, len(SEATS))
    if shuffled > 1:
        raise IndexError("an order of deals that this version does not know")
    seed, skip = reader.signed(), reader.number()
    seats, versions = zip(*((reader.seat(), reader.text()) for _ in range(2)), strict=True)
    usual = TableSpec(game, PEOPLE)
    blinds = reader.real() if game == games.KUHN_HALF_STREET else usual.blinds
    holdem = [reader.number() for _ in range(4)] if game == games.HOLDEM else None
    small, big, *stacks = holdem or (usual.small_blind, usual.big_blind, *usual.stacks)
    spec = TableSpec(
        game=game,
        seats=cast(tuple[str, str], seats),
        seed=seed,
        first=FIRST[first],
        blinds=blinds,
        form=FORM[other_form],
        small_blind=small,
        big_blind=big,
        stacks=(stacks[0], stacks[1]),
        duplicate_block=reader.number() if other_block else DUPLICATE_BLOCK,
        duplicate=duplicate,
        teaching=teaching,
        skip=skip,
        deals_first=deals_first,
        shuffled=bool(shuffled),
    )
    return spec, cast(Versions, versions)


class _Reader:
    """Parses the output of a `_Writer`. Raises IndexError if the bytes end too early or are out of range."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    @property
    def more(self) -> bool:
        return self._place < len(self._data)

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self._take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte <= 0x7F:
                return value
            shift += 7
            if shift >= WIDEST_NUMBER:
                raise IndexError(shift)

    def signed(self) -> int:
        value = self.number()
        return -(value + 1) // 2 if value % 2 else value // 2

    def real(self) -> float:
        whole = self.number()
        return whole if whole else float(struct.unpack(">d", self._take(8))[0])

    def flags(self, count: int) -> tuple[bool, ...]:
        bits = self.number()
        if bits >> count:
            raise IndexError(bits)
        return tuple(bool(bits >> index & 1) for index in range(count))

    def text(self) -> str:
        return self._take(self.number()).decode()

    def seat(self) -> str:
        length = self.number()
        return PEOPLE[length] if length < len(PEOPLE) else self._take(length - len(PEOPLE)).decode()

    def _take(self, count: int) -> bytes:
        if self._place + count > len(self._data):
            raise IndexError(count)
        self._place += count
        return self._data[self._place - count : self._place]
