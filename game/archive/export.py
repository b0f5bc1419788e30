"""Hands as text in five formats, and back.

- "text": sentences for people; it is not read back.
- "json": everything, with the agents' mixes and random numbers. It is read back to equal hands.
- "csv": a line a hand for spreadsheets. Its last column is the id, from which the hand is read back.
- "phh" (a .phhs file) and "acpc": Hold'em for other programs; read back to records of cards and moves.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from game.archive import text_id
from game.archive.hands import PlayedHand, moment
from game.archive.readable import sentences
from game.core import CHANCE, BadInput
from game.files import damage
from game.match import acpc, phh
from game.match.history import HandRecord
from game.match.series import UNITS
from game.quoting import csv_line, quoted
from game.rules import cards, games
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import CARD_LETTERS

Format = Literal["text", "phh", "acpc", "json", "csv"]
FORMATS: tuple[Format, ...] = get_args(Format)
SUFFIXES: Mapping[Format, str] = {
    "text": ".txt",
    "phh": ".phhs",
    "acpc": ".log",
    "json": ".json",
    "csv": ".csv",
}
"""The suffix of a file, by format."""

JSON_KIND = "parlour hands"
JSON_VERSION = 1
COLUMNS = (
    "date",
    "game",
    "hand",
    "seat 0",
    "seat 1",
    "won by seat 0",
    "won by seat 1",
    "unit",
    "moves",
    "id",
)

Record = PlayedHand | HandRecord


def export(hands: Sequence[PlayedHand], form: Format) -> str:
    """Return the hands as one text, in order.

    Raises:
        BadInput: If the format cannot hold one of them.
    """
    return "".join(pieces(hands, form))


def pieces(hands: Iterable[PlayedHand], form: Format) -> Iterator[str]:
    """Yield the text hand by hand, so that a long export never blocks."""
    return _find_format(form).write(hands)


def read_back(text: str, form: Format) -> list[Record]:
    """Return the hands of a text: played hands (JSON, CSV) or records of cards and moves (PHH, ACPC)."""
    return _find_format(form).read(text)


def to_record(hand: PlayedHand) -> HandRecord:
    """Return a hand of Hold'em as its record, the big blind first.

    Raises:
        BadInput: For another game, and for an imported hand that is not known from the deal to the end.
    """
    if hand.game != games.HOLDEM:
        raise BadInput(f"PHH and ACPC hold Hold'em only: choose text, JSON or CSV for {hand.game}.")
    if hand.from_flop:
        raise BadInput("PHH and ACPC hold whole hands, and this one begins on the flop: choose JSON or CSV.")
    if hand.hidden_seats:
        raise BadInput("PHH and ACPC need all hole cards, and some are not known: choose JSON or CSV.")
    session = hand.session()
    state = session.state
    assert isinstance(state, HoldemState)
    names = hand.spec.seats[session.get_seat(0)], hand.spec.seats[session.get_seat(1)]
    return HandRecord(state.rules, tuple(int(step.action) for step in session.steps), names, hand.number)


# ---- writing ----------------------------------------------------------------------------------------------
def _write_text(hands: Iterable[PlayedHand]) -> Iterator[str]:
    for index, hand in enumerate(hands):
        yield ("\n" if index else "") + sentences(hand)


def _write_phh(hands: Iterable[PlayedHand]) -> Iterator[str]:
    for index, hand in enumerate(hands, 1):
        yield ("\n" if index > 1 else "") + f"[{index}]\n{phh.to_phh(to_record(hand))}"


def _write_acpc(hands: Iterable[PlayedHand]) -> Iterator[str]:
    """Yield a line for each hand.

    A comment with blinds and stacks precedes the first, and every change of these.
    """
    named: HoldemRules | None = None
    for hand in hands:
        record = to_record(hand)
        header = "" if record.rules == named else acpc.header(record.rules) + "\n"
        named = record.rules
        yield f"{header}{acpc.to_acpc(record)}\n"


def _write_json(hands: Iterable[PlayedHand]) -> Iterator[str]:
    yield f'{{"kind": {json.dumps(JSON_KIND)}, "version": {JSON_VERSION}, "hands": ['
    for index, hand in enumerate(hands):
        dealt = [step.action for step in hand.session().steps if step.player == CHANCE]
        entry = {
            "id": hand.id,
            "dealt": [
                cards.name(card) if hand.game == games.HOLDEM else CARD_LETTERS[card] for card in dealt
            ],
            **hand.to_dict(),
        }
        yield (",\n" if index else "\n") + json.dumps(entry, ensure_ascii=False)
    yield "\n]}\n"


def _write_csv(hands: Iterable[PlayedHand]) -> Iterator[str]:
    yield csv_line(COLUMNS, end="\r\n")
    for hand in hands:
        moves = " ".join(map(str, hand.actions))
        unit = "chips/hand" if hand.game == games.HOLDEM else UNITS[hand.game]
        date = datetime.fromtimestamp(hand.at, UTC).isoformat()
        cells = (date, hand.game, hand.number, *hand.spec.seats, *hand.returns, unit, moves, hand.id)
        yield csv_line(cells, end="\r\n")


# ---- reading ----------------------------------------------------------------------------------------------
def _read_text(text: str) -> list[Record]:
    raise BadInput("Hands as text cannot be imported: use JSON, CSV, PHH or ACPC.")


def _read_phh(text: str) -> list[Record]:
    return list(phh.from_phhs(text))


def _read_acpc(text: str) -> list[Record]:
    rules: HoldemRules | None = None
    records: list[Record] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            rules = acpc.rules_from_header(line) or rules
        elif line.strip():
            if rules is None:
                raise BadInput(
                    f"line {number}: a comment with sb, bb and stack must come before the first hand"
                )
            records.append(acpc.from_acpc(line, rules))
    return records


def _read_json(text: str) -> list[Record]:
    try:
        document = json.loads(text)
    except damage.JSON as error:
        raise BadInput("This is not complete JSON.") from error
    if not isinstance(document, dict) or document.get("kind") != JSON_KIND:
        raise BadInput("This JSON text contains no Parlour hands.")
    if document.get("version") != JSON_VERSION:
        raise BadInput(
            f"These hands are of version {quoted(document.get('version'))}; this program reads {JSON_VERSION}."
        )
    entries = document.get("hands")
    if not isinstance(entries, list):
        raise BadInput("The list of hands is missing.")
    return [_read_entry(number, entry) for number, entry in enumerate(entries, 1)]


def _read_entry(number: int, entry: Any) -> PlayedHand:
    try:
        hand = PlayedHand.from_dict(entry)
        returns = hand.session().results[-1].returns
    except BadInput as error:
        raise BadInput(f"Hand {number}: {error}.") from error
    if returns != hand.returns:
        raise BadInput(f"Hand {number}: its result is {hand.returns}, by the rules it is {returns}.")
    return hand


def _read_csv(text: str) -> list[Record]:
    rows = csv.reader(io.StringIO(text, newline=""))
    try:
        if tuple(next(rows, ())) != COLUMNS:
            raise BadInput(f"The first line of the table must name its columns: {', '.join(COLUMNS)}.")
        return [_read_row(number, row) for number, row in enumerate(rows, 2) if row]
    except csv.Error as error:
        raise BadInput(f"Line {rows.line_num}: this is not a table of hands ({error}).") from error


def _read_row(number: int, row: Sequence[str]) -> PlayedHand:
    if len(row) != len(COLUMNS):
        raise BadInput(f"Line {number}: it has {len(row)} columns, not {len(COLUMNS)}.")
    try:
        hand = text_id.from_id(row[-1])
        return replace(hand, at=moment(datetime.fromisoformat(row[0]).timestamp()))
    except (ValueError, TypeError) as error:
        raise BadInput(f"Line {number}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Format:
    write: Callable[[Iterable[PlayedHand]], Iterator[str]]
    read: Callable[[str], list[Record]]


_BY_NAME: Mapping[str, _Format] = {
    "text": _Format(_write_text, _read_text),
    "phh": _Format(_write_phh, _read_phh),
    "acpc": _Format(_write_acpc, _read_acpc),
    "json": _Format(_write_json, _read_json),
    "csv": _Format(_write_csv, _read_csv),
}


def _find_format(form: str) -> _Format:
    if form not in _BY_NAME:
        raise BadInput(f"There is no format {quoted(form)}: the formats are {', '.join(_BY_NAME)}.")
    return _BY_NAME[form]
