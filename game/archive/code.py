"""The id of a hand: the table, the moves and the agents' versions as a short text that begins with `p1-`.

An id that begins with `p2-` also holds the cards, for hands that were not dealt from a seed.

The bytes of an id are numbers and short texts, followed by a CRC-32. A number has a variable length: seven bits per
byte, and the eighth bit marks continuation. The bytes are encoded in base 32 without padding, because chats and
mails leave such a text unchanged. `decode` ignores case, spaces and line breaks. Any other change to an id raises
BadInput.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast, get_args

from game.core import Action, BadInput, Player
from game.match.table_spec import DUPLICATE_BLOCK, PEOPLE, SEATS, First, Form, TableSpec
from game.rules import games
from game.rules.cards import DECK
from game.texts import number, text

VERSION = 1
DEALT_VERSION = 2
"""The version of an id that holds its cards, because no seed deals them."""
LONGEST = 5_000
"""The maximum length of an id in letters. The longest hand ever played takes a tenth of it."""
MAX_ACTIONS = 1_000
MAX_CARDS = 9
"""Four hole cards and the board."""
FIRST: tuple[First, ...] = get_args(First)
FORM: tuple[Form, ...] = get_args(Form)
CHECK_BYTES = 4

Versions = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of a hand that was not dealt by this program: hole cards by player, then the board.

    Attributes:
        cards: The cards. The cards of a hidden player are invented so that they agree with the result.
        hidden: The players (0 or 1) whose hole cards nobody knows. These cards are never shown.
        from_flop: Whether more than two players took part before the flop. The actions before the flop are
            then invented, and only build the right pot.
    """

    cards: tuple[int, ...]
    hidden: tuple[Player, ...] = ()
    from_flop: bool = False

    def __post_init__(self) -> None:
        """Check the cards and the players.

        Raises:
            BadInput: If a value in `cards` is not a card, if a card is dealt twice, or if a player is neither 0 nor
                1.
        """
        is_deal = len(set(self.cards)) == len(self.cards) <= MAX_CARDS and set(self.cards) <= set(DECK)
        if not is_deal or not set(self.hidden) <= {0, 1}:
            raise BadInput(text("input_errors.hands.cards"))


def encode(spec: TableSpec, actions: Sequence[Action], versions: Versions, dealt: Dealt | None = None) -> str:
    """Return the id of a hand that was played with `actions`.

    If `dealt` is given, the id contains its cards. If `dealt` is None, the seed of `spec` deals the cards. The
    schedule of the blinds in `spec` is not part of the id.
    """
    version = VERSION if dealt is None else DEALT_VERSION
    data = _bytes(spec, actions, versions, dealt)
    checked = data + checksum(data, version)
    return f"p{version}-{base64.b32encode(checked).decode().rstrip('=').lower()}"


def checksum(content: bytes, version: int) -> bytes:
    """Return the checksum of an id.

    The checksum also covers the prefix of the id, such as `p1-`, so that the checksum of empty content is not zero.
    """
    return zlib.crc32(b"p%d-" % version + content).to_bytes(CHECK_BYTES, "big")


# ---- what the bytes say -----------------------------------------------------------------------------------
def _bytes(
    spec: TableSpec, actions: Sequence[Action], versions: Versions, dealt: Dealt | None = None
) -> bytes:
    writer = _Writer()
    writer.number(games.NAMES.index(spec.game))
    writer.flags(
        spec.duplicate,
        spec.teaching,
        spec.form != FORM[0],
        spec.duplicate_block != DUPLICATE_BLOCK,
    )
    writer.number(FIRST.index(spec.first) + len(FIRST) * (spec.deals_first + len(SEATS) * spec.shuffled))
    writer.signed(spec.seed)
    writer.number(spec.skip)
    for name, version in zip(spec.seats, versions, strict=True):
        writer.seat(name)
        writer.text(version)
    _write_stakes(writer, spec)
    if dealt is not None:
        writer.number(spec.ante)
        writer.flags(dealt.from_flop, 0 in dealt.hidden, 1 in dealt.hidden)
        writer.number(len(dealt.cards))
        for card in dealt.cards:
            writer.number(card)
    for action in actions:
        writer.number(action)
    return bytes(writer.data)


def _write_stakes(writer: _Writer, spec: TableSpec) -> None:
    if spec.game == games.KUHN_HALF_STREET:
        writer.real(spec.blinds)
    if spec.game == games.HOLDEM:
        for chips in (spec.small_blind, spec.big_blind, *spec.stacks):
            writer.number(chips)
    if spec.duplicate_block != DUPLICATE_BLOCK:
        writer.number(spec.duplicate_block)


# ---- bytes ------------------------------------------------------------------------------------------------
class _Writer:
    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, value: int) -> None:
        """Write a whole number of at least 0."""
        while value > 0x7F:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def signed(self, value: int) -> None:
        """Write a whole number of any sign. The last bit holds the sign."""
        self.number(value * 2 if value >= 0 else -value * 2 - 1)

    def real(self, value: float) -> None:
        """Write a number above 0.

        A small whole number is written directly, any other number as 0 and eight bytes.
        """
        if value < 2**31 and value == int(value):
            self.number(int(value))
        else:
            self.data += b"\0" + struct.pack(">d", value)

    def flags(self, *values: bool) -> None:
        """Write up to seven flags."""
        self.number(sum(value << index for index, value in enumerate(values)))

    def text(self, value: str) -> None:
        """Write the length of a text, then the text."""
        encoded = value.encode()
        self.number(len(encoded))
        self.data += encoded

    def seat(self, value: str) -> None:
        """Write a seat.

        A human player is written as a number below `len(PEOPLE)`. An agent is written as the length of its name
        plus `len(PEOPLE)`, followed by the name.
        """
        if value in PEOPLE:
            self.number(PEOPLE.index(value))
        else:
            encoded = value.encode()
            self.number(len(encoded) + len(PEOPLE))
            self.data += encoded


WIDEST_NUMBER = 128
"""The maximum bits of a number in an id, far beyond every seed and stack."""

_ID = re.compile(r"p(?P<version>\d{1,4})-(?P<letters>[a-z2-7]+)", re.ASCII)
_SPACES = re.compile(r"\s+")


def decode(hand_id: str) -> tuple[TableSpec, tuple[Action, ...], Versions, Dealt | None]:
    """Parse the result of `encode`.

    Raises:
        BadInput: If `hand_id` is not a valid id.
    """
    found = _ID.fullmatch(_SPACES.sub("", hand_id).lower()) if len(hand_id) <= LONGEST else None
    if found is None:
        raise BadInput(text("input_errors.hand_id.no_id"))
    version = int(found["version"])
    if version not in (VERSION, DEALT_VERSION):
        versions = {"version": found["version"], "known": DEALT_VERSION}
        raise BadInput(text("input_errors.hand_id.version", **versions))
    return _read(_checked(found["letters"].upper(), version), has_cards=version == DEALT_VERSION)


def _checked(letters: str, version: int) -> bytes:
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error as error:
        raise BadInput(text("input_errors.hand_id.typo")) from error
    content, check = data[:-CHECK_BYTES], data[-CHECK_BYTES:]
    again = base64.b32encode(data).decode().rstrip("=")
    if again != letters or checksum(content, version) != check:
        raise BadInput(text("input_errors.hand_id.typo"))
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
            counts = {"found": number(len(actions)), "most": number(MAX_ACTIONS)}
            raise BadInput(text("input_errors.hand_id.too_long", **counts))
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise BadInput(text("input_errors.hand_id.unknown_table")) from error
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
    """Parses the output of a `_Writer`.

    Raises IndexError if the bytes end too early, or if a number or a set of flags is too large.
    """

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
