"""Export of hands as text in five formats, parsing of such texts, and rebuilding of hands from their ids.

- "text": sentences for people. This text cannot be parsed again.
- "json": all data of a hand, including the agents' mixed strategies and random numbers. Parsing returns the same
  hands.
- "csv": one line per hand, for spreadsheets. The last column is the id, from which the hand can be rebuilt.
- "phh" (a .phhs file) and "acpc": Hold'em for other programs. Parsing returns records of cards and moves.

An id holds the table, the moves and the versions of the agents (game/archive/code.py). The cards follow from the
seed of the table, or are in the id. The result follows from the cards and the moves. An id holds neither the time
of the hand nor the mixed strategies of the agents.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, cast, get_args

from game import texts
from game.agent_entries import AgentEntry
from game.archive.code import decode
from game.archive.hands import LARGEST, PlayedHand, moment
from game.archive.imported import ImportedHand
from game.core import CHANCE, BadInput, InformationState, Seat, State
from game.files import damage
from game.match import acpc, phh
from game.match.acpc import from_acpc
from game.match.phh import HandRecord
from game.match.series import UNITS
from game.match.session import Session, Step
from game.match.table_spec import PEOPLE, SEATS, find_room
from game.match.terminal import CARD_NAMES, speaker
from game.quoting import csv_line, quoted
from game.rules import cards, games
from game.rules.betting import HoldemRules
from game.rules.hand_rank import describe_hand_against
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemInformationState, HoldemState, Street
from game.rules.kuhn_poker import CARD_LETTERS, KuhnState
from game.rules.tic_tac_toe import EMPTY, TicTacToeState, X

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
        BadInput: If the format cannot express one of the hands.
    """
    return "".join(pieces(hands, form))


def pieces(hands: Iterable[PlayedHand], form: Format) -> Iterator[str]:
    """Yield the exported text hand by hand, so that a long export never blocks."""
    return _find_format(form).write(hands)


def read_back(text: str, form: Format) -> list[Record]:
    """Parse an exported text. Return played hands (JSON, CSV) or records of cards and moves (PHH, ACPC)."""
    return _find_format(form).read(text)


def to_record(hand: PlayedHand) -> HandRecord:
    """Return a hand of Hold'em as a record, with the big blind as the first player.

    Raises:
        BadInput: If the hand is of another game, or is an imported hand whose record is incomplete.
    """
    if hand.game != games.HOLDEM:
        raise BadInput(texts.text("input_errors.export.other_game", game=hand.game))
    if hand.from_flop:
        raise BadInput(texts.text("input_errors.export.from_flop"))
    if hand.hidden_seats:
        raise BadInput(texts.text("input_errors.export.hidden_cards"))
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

    A comment with the blinds and stacks precedes the first hand, and every hand whose blinds or stacks differ from
    the previous hand.
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
        unit = f"{hand.chip_unit.currency or 'chips'}/hand" if hand.game == games.HOLDEM else UNITS[hand.game]
        date = datetime.fromtimestamp(hand.at, UTC).isoformat() if hand.at else ""
        number = hand.room_number or hand.number
        results = hand.results if hand.origin is None else map(hand.chip_unit.convert, hand.results)
        cells = (date, hand.game, number, *hand.spec.seats, *results, unit, moves, hand.id)
        yield csv_line(cells, end="\r\n")


# ---- reading ----------------------------------------------------------------------------------------------
def _read_text(text: str) -> list[Record]:
    raise BadInput(texts.text("input_errors.export.text"))


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
                raise BadInput(texts.text("input_errors.export.no_header", line=number))
            records.append(acpc.from_acpc(line, rules))
    return records


def _read_json(text: str) -> list[Record]:
    try:
        document = json.loads(text)
    except damage.JSON as error:
        raise BadInput(texts.text("input_errors.export.json")) from error
    if not isinstance(document, dict) or document.get("kind") != JSON_KIND:
        raise BadInput(texts.text("input_errors.export.other_json"))
    if document.get("version") != JSON_VERSION:
        fields = {"version": quoted(document.get("version")), "known": JSON_VERSION}
        raise BadInput(texts.text("input_errors.export.version", **fields))
    entries = document.get("hands")
    if not isinstance(entries, list):
        raise BadInput(texts.text("input_errors.export.no_hands"))
    return [_read_entry(number, entry) for number, entry in enumerate(entries, 1)]


def _read_entry(number: int, entry: Any) -> PlayedHand:
    try:
        hand = PlayedHand.from_dict(entry)
        returns = hand.session().results[-1].returns
    except BadInput as error:
        raise BadInput(texts.text("input_errors.export.hand", number=number, reason=str(error))) from error
    if returns != hand.returns:
        fields = {"number": number, "found": str(hand.returns), "right": str(returns)}
        raise BadInput(texts.text("input_errors.export.result", **fields))
    return hand


def _read_csv(text: str) -> list[Record]:
    rows = csv.reader(io.StringIO(text, newline=""))
    try:
        if tuple(next(rows, ())) != COLUMNS:
            raise BadInput(texts.text("input_errors.export.columns", known=", ".join(COLUMNS)))
        return [_read_row(number, row) for number, row in enumerate(rows, 2) if row]
    except csv.Error as error:
        fields = {"line": rows.line_num, "reason": str(error)}
        raise BadInput(texts.text("input_errors.export.csv", **fields)) from error


def _read_row(number: int, row: Sequence[str]) -> PlayedHand:
    if len(row) != len(COLUMNS):
        said = texts.plural("input_errors.export.row", len(row), line=number, most=len(COLUMNS))
        raise BadInput(said)
    try:
        hand = from_id(row[-1])
        return replace(hand, at=moment(datetime.fromisoformat(row[0]).timestamp()) if row[0] else 0.0)
    except (ValueError, TypeError) as error:
        raise BadInput(texts.text("input_errors.export.line", line=number, reason=str(error))) from error


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
        raise BadInput(texts.text("input_errors.export.format", form=quoted(form), known=", ".join(_BY_NAME)))
    return _BY_NAME[form]


TITLES = {
    games.TIC_TAC_TOE: "Tic-tac-toe, game",
    games.KUHN_POKER: "Kuhn poker, hand",
    games.KUHN_HALF_STREET: "Half-street Kuhn poker, hand",
    games.HOLDEM: "Hold'em, hand",
}
ROLES = {
    games.TIC_TAC_TOE: ("X", "O"),
    games.KUHN_POKER: ("first", "second"),
    games.KUHN_HALF_STREET: ("first", "second"),
    games.HOLDEM: ("big blind", "button"),
}
"""What player 0 and player 1 of a game are called."""

_STREETS = {
    cards_out: street.name.lower() for street, cards_out in BOARD_CARDS.items() if street != Street.PREFLOP
}


def sentences(hand: PlayedHand) -> str:
    """Return a hand as lines of text."""
    session = hand.session()
    lines = [
        ", ".join(
            filter(None, (f"{TITLES[hand.game]} {hand.room_number or hand.number}", format_date(hand.at)))
        ),
        f"  {_table(hand, session)}",
    ]
    before: State | None = None
    for step in session.steps:
        if said := _format_step(hand, session, before, step):
            lines.append(f"  {said}")
        before = step.state
    lines += [f"  {line}" for line in _ending(hand, session)]
    return "\n".join((*lines, f"  Id: {hand.id}", ""))


def format_date(at: float) -> str:
    """Format a time in seconds since the epoch: "2026-09-21 14:13 UTC". Return "" if the time is unknown."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC") if at > 0 else ""


def _table(hand: PlayedHand, session: Session) -> str:
    sits = " against ".join(f"{_name(hand, session, seat)}" for seat in SEATS)
    spec = hand.spec
    if hand.game == games.HOLDEM:
        write, (first, second) = hand.chip_unit.write, spec.stacks
        blinds = write(spec.small_blind, spec.big_blind)
        return f"{sits}; blinds {blinds}, stacks {write(first)} and {write(second)}."
    if hand.game == games.KUHN_HALF_STREET:
        return f"{sits}; blinds {spec.blinds:g}."
    return f"{sits}."


def _name(hand: PlayedHand, session: Session, seat: Seat) -> str:
    return f"{hand.spec.seats[seat]} ({ROLES[hand.game][session.get_player(seat)]})"


def _format_step(hand: PlayedHand, session: Session, before: State | None, step: Step) -> str:
    """Return the text of a step.

    If several cards are dealt together, the step of the last card has the text for all cards. The steps of the
    other cards have the text "".
    """
    if step.player == CHANCE:
        return _format_deal(hand, session, step.state)
    acted = before if before is not None else games.initial_state(hand.game)
    name = hand.spec.seats[session.get_seat(step.player)]
    return f"{name}: {speaker(hand.game, hand.chip_unit).did(acted, step.action)}"


def _format_deal(hand: PlayedHand, session: Session, state: State) -> str:
    names = [hand.spec.seats[session.get_seat(player)] for player in (0, 1)]
    if isinstance(state, KuhnState):
        held = [CARD_NAMES[CARD_LETTERS[card]] for card in state.cards]
        return f"Dealt: {_each(names, held)}" if len(held) == 2 else ""
    table = cast(HoldemState, state)
    if len(table.dealt) == HOLE_CARDS:
        hidden = session.hidden_players
        hole = ["unknown cards" if player in hidden else _cards(table.hole[player]) for player in (0, 1)]
        return f"Dealt: {_each(names, hole)}"
    street = _STREETS.get(len(table.board))
    return f"{street.capitalize()}: {_cards(table.board)}" if street else ""


def _ending(hand: PlayedHand, session: Session) -> Iterator[str]:
    state = session.state
    if isinstance(state, TicTacToeState):
        signs = ["." if mark == EMPTY else "X" if mark == X else "O" for mark in state.board]
        yield from (" ".join(signs[row : row + 3]) for row in (0, 3, 6))
    if isinstance(state, HoldemState) and state.showdown() is not None:
        for player, hole in enumerate(state.hole if not session.hidden_players else ()):
            name = hand.spec.seats[session.get_seat(player)]
            shows = "You show" if name == "you" else f"{name} shows"
            yield f"{shows} {describe_hand_against(hole, state.hole[1 - player], state.board)}"
    write = hand.chip_unit.write
    nets = [f"{'-' if net < 0 else '+'}{write(abs(net))}" for net in hand.results]
    raked = f" after a rake of {write(hand.rake)}" if hand.rake else ""
    by_cards = (
        " by the cards, with a cash-out" if hand.origin is not None and hand.origin.is_cashed_out else ""
    )
    yield f"Result{by_cards}{raked}: {_each(hand.spec.seats, nets)}"


def _each(names: Sequence[str], held: Sequence[str]) -> str:
    return ", ".join(f"{name} {what}" for name, what in zip(names, held, strict=True))


def _cards(dealt: tuple[int, ...]) -> str:
    return " ".join(map(cards.name, dealt))


PASTED_AT = 0.0
"""The time of a hand that was rebuilt from an id. It means that the time is unknown."""


def from_id(text: str, agents: Sequence[AgentEntry] | None = None) -> PlayedHand:
    """Return the hand with the id `text`. If `agents` is given, it must include all agents of the hand.

    Raises:
        BadInput: If the text is not an id, an agent is missing, or the hand cannot be played.
    """
    spec, actions, versions, dealt = decode(text)
    unplayed = PlayedHand(PASTED_AT, spec, actions, (0.0, 0.0), versions=versions, deal=dealt)
    if agents is not None:
        known = {entry.name for entry in agents if entry.game == unplayed.game}
        for name in unplayed.spec.seats:
            if name not in PEOPLE and name not in known and find_room(name) is None:
                fields = {"name": name, "game": unplayed.game}
                raise BadInput(texts.text("input_errors.hand_id.no_agent", **fields))
    try:
        returns = unplayed.session().results[-1].returns
    except BadInput as error:
        raise BadInput(texts.text("input_errors.hand_id.unplayable", reason=str(error))) from error
    if max(map(abs, returns)) > LARGEST:
        raise BadInput(texts.text("input_errors.hand_id.large_stacks"))
    return replace(unplayed, returns=returns)


def other_versions(hand: PlayedHand, agents: Sequence[AgentEntry]) -> tuple[str, ...]:
    """Return the agents whose version in the hand differs from the installed version."""
    here = {entry.name: entry.version for entry in agents if entry.game == hand.game}
    played = zip(hand.spec.seats, hand.versions, strict=True)
    return tuple(name for name, version in played if version and here.get(name, version) != version)


ACPC = "STATE:"


def rebuild_session(hand_id: str, info: InformationState) -> Session:
    """Return the table at the end of a hand.

    `info` is the information state at a decision in the hand. If `hand_id` is a line of an ACPC log, `info`
    supplies the blinds and stacks.

    Raises:
        BadInput: If `hand_id` is not a hand.
    """
    if isinstance(info, HoldemInformationState) and hand_id.startswith(ACPC):
        return ImportedHand(1, from_acpc(hand_id, info.rules), first=0, net=0, reached=0).session()
    return from_id(hand_id).session()
