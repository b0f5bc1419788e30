"""Parses the formats of research: PHH with any number of players, and logs of the poker competition (ACPC).

A PHH hand lists the players from the left of the button, so the last player has the button. If there are two
players, the first player posts the big blind. Cards may be unknown, and amounts may be decimals. Another module,
`game.match.phh`, writes the format. Its parser is faster than the parser here, but only accepts complete heads-up
hands in whole chips.

In an ACPC log, each line is a complete heads-up hand. `game.match.acpc` parses the lines. This module only converts
the parsed hands to hands of the history, which have no room and no time.

Public samples of PHH: uoftcprg/phh-std (`required.rst`, arXiv 2312.11753), uoftcprg/pokerkit (`data`) and
uoftcprg/phh-dataset (`data/handhq`).
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import dropwhile
from typing import Any

from game import texts
from game.core import BadInput
from game.histories.amounts import read_number, to_seconds
from game.histories.conversion import record_to_played
from game.histories.draft import MAX_PLAYERS, HandDraft
from game.histories.files import FileLine
from game.histories.hand import NOTHING, Kind, RoomHand, Unusable, refuse
from game.histories.layout import (
    MAX_HAND_LETTERS,
    TOO_LONG,
    Found,
    Numbered,
    ReadingState,
    Refused,
    RoomLayout,
    convert_hand,
)
from game.match.acpc import from_acpc, rules_from_header
from game.match.phh import check_keys
from game.rules.betting import HoldemRules

ACPC = "acpc"
PHH = "phh"

_ACTIONS = re.compile(r"\s*(?:actions|\"actions\"|'actions')\s*=")
_HOLE = re.compile(r"d dh p(?P<player>\d{1,2}) (?P<cards>\S+)")
_BOARD = re.compile(r"d db (?P<cards>\S+)")
_ACTION = re.compile(r"p(?P<player>\d{1,2}) (?P<verb>f|cc|cbr|sm)(?: (?P<rest>\S+))?")
_DAY = re.compile(r"""\s*["']?day["']?\s*=""")
_CLOCK = re.compile(r"\d\d:\d\d(:\d\d)?")


def read_phh(lines: Sequence[tuple[int, str]]) -> RoomHand:
    """Parse a hand from the numbered lines of its section, without the title of the section.

    Raises:
        Unusable: If the hand cannot be used.
    """
    first = lines[0][0]
    text = "\n".join(line for _, line in lines)
    try:
        check_keys(text)
        fields = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise refuse("histories_errors.document.nested", first) from None
    except (BadInput, ValueError) as error:
        said = str(error) if isinstance(error, BadInput) else re.sub(r" \(at .*\)$", "", str(error))
        raise refuse("histories_errors.document.phh", first + _error_line(error), reason=said) from None
    draft = HandDraft(PHH, first, first, is_settled=False, counts_uncalled=True)
    draft.number = hashlib.sha256(text.strip().encode()).hexdigest()[:24]
    try:
        _fill(draft, fields, lines)
    except Unusable:
        raise
    except (BadInput, TypeError, ValueError, KeyError, IndexError, ArithmeticError) as error:
        if isinstance(error, BadInput):
            raise Unusable(str(error), draft.line) from None
        raise refuse("histories_errors.document.field", draft.line) from None
    return draft.finish()


def _error_line(error: Exception) -> int:
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) - 1 if found is not None else 0


def _fill(draft: HandDraft, fields: Mapping[str, Any], lines: Sequence[tuple[int, str]]) -> None:
    if fields.get("variant") != "NT":
        raise refuse("histories_errors.special.game", draft.first_line)
    stacks = [read_number(one) for one in fields["starting_stacks"]]
    count = len(stacks)
    if not 2 <= count <= MAX_PLAYERS:
        said = texts.plural("histories_errors.table.players", count, most=MAX_PLAYERS)
        raise Unusable(said, draft.first_line)
    names = [str(one) for one in fields.get("players") or [f"p{index}" for index in range(1, count + 1)]]
    if len(names) != count or len(set(names)) != count:
        names = [f"p{index}" for index in range(1, count + 1)]
    for index, (name, stack) in enumerate(zip(names, stacks, strict=True), 1):
        draft.add_seat(name or f"p{index}", index, stack)
    names = list(draft.seats)
    draft.button_seat = count
    draft.unit = str(fields.get("currency") or "chips")
    draft.table = str(fields.get("table") or fields.get("event") or fields.get("venue") or "")
    draft.line = next((number for number, text in lines if _DAY.match(text)), draft.first_line)
    draft.at = _seconds(fields)
    draft.line = draft.first_line
    _post(draft, fields, names)
    events = [str(one) for one in fields["actions"]]
    _play(draft, names, events, _event_lines(events, lines))
    finishing = fields.get("finishing_stacks")
    if finishing is not None:
        _settle(draft, names, [read_number(one) for one in finishing])


def _post(draft: HandDraft, fields: Mapping[str, Any], names: Sequence[str]) -> None:
    """Post antes and blinds. If there are two players, the first player posts the larger blind.

    At a larger table, the first player posts the small blind. A newcomer to the table may post up to a big blind.
    """
    for name, ante in zip(names, map(read_number, fields["antes"]), strict=True):
        if ante:
            draft.post(name, Kind.ANTE, min(ante, draft.seats[name].left))
    blinds = [read_number(abs(one)) for one in fields["blinds_or_straddles"]]
    if len(names) == 2:
        blinds.sort(reverse=True)
    posted = sorted(blind for blind in blinds[:2] if blind)
    if not posted:
        raise refuse("histories_errors.table.blindless", draft.first_line)
    if max(blinds) > posted[-1]:
        raise refuse("histories_errors.special.straddle", draft.first_line)
    draft.big_blind = posted[-1]
    draft.small_blind = posted[0] if len(posted) > 1 else posted[0] / 2
    if "min_bet" in fields and read_number(fields["min_bet"]) not in (draft.big_blind, NOTHING):
        raise refuse("histories_errors.table.smallest_bet", draft.first_line)
    first_is_small = len(names) > 2
    for index, blind in enumerate(blinds):
        if blind:
            kind = Kind.SMALL if (index == 0) == first_is_small else Kind.BIG
            draft.post(names[index], kind, min(blind, draft.seats[names[index]].left))


def _event_lines(events: Sequence[str], lines: Sequence[tuple[int, str]]) -> list[int]:
    """Return the line number of each event.

    An event that is written with escapes gets the line number of the previous event.
    """
    rest = [(number, text) for number, text in lines if not text.lstrip().startswith("#")]
    rest = list(dropwhile(lambda line: _ACTIONS.match(line[1]) is None, rest)) or rest
    row, column, found = 0, 0, list[int]()
    for event in events:
        for ahead in range(row, len(rest)):
            place = rest[ahead][1].find(event, column if ahead == row else 0)
            if place >= 0:
                row, column = ahead, place + len(event)
                break
        found.append(rest[row][0])
    return found


def _play(draft: HandDraft, names: Sequence[str], events: Sequence[str], lines: Sequence[int]) -> None:
    known: list[str] = []
    for event, line in zip(events, lines, strict=True):
        draft.line = line
        words = event.partition("#")[0].strip()
        if not words:
            continue
        if hole := _HOLE.fullmatch(words):
            name = names[int(hole["player"]) - 1]
            draft.show(name, hole["cards"])
            known += [name] if "?" not in hole["cards"] else []
        elif board := _BOARD.fullmatch(words):
            draft.open_street(draft.street + 1, board["cards"])
        elif action := _ACTION.fullmatch(words):
            _act(draft, names[int(action["player"]) - 1], action)
        else:
            raise refuse("histories_errors.action.event", draft.line, event=repr(words[:40]))
    if len(known) == 1:
        draft.hero = known[0]


def _act(draft: HandDraft, name: str, action: re.Match[str]) -> None:
    verb, rest = action["verb"], action["rest"]
    if verb == "f":
        draft.fold(name)
    elif verb == "cbr":
        draft.raise_to(name, read_number(rest))
    elif verb == "cc":
        if draft.owes(name):
            draft.call(name)
        else:
            draft.check(name)
    elif rest and rest != "-":
        draft.show(name, rest)


def _settle(draft: HandDraft, names: Sequence[str], finishing: Sequence[Decimal]) -> None:
    """Compute the winnings from the final stacks."""
    for name, after in zip(names, finishing, strict=True):
        seat = draft.seats[name]
        if after > seat.left:
            draft.collect(name, after - seat.left)
    draft.is_settled = True


def _seconds(fields: Mapping[str, Any]) -> float:
    """Return the time of the hand in seconds since 1970.

    Without a zone, the time counts as UTC. Without a day, the time is unknown.
    """
    day = [fields.get(key) for key in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in day):
        return 0.0
    clock = _CLOCK.match(str(fields.get("time") or ""))
    year, month, date = day
    return to_seconds(int(year or 0), int(month or 0), int(date or 0), clock[0] if clock else "0:0:0")


# ---- cutting ----------------------------------------------------------------------------------------------
_PHH_LINE = re.compile(r"\s*(?:\[[^\[\]]+\]\s*(?:#.*)?|[\w.-]+\s*=.*)")
_PHH_FIELD = re.compile(
    r"\s*(?:variant|antes|blinds_or_straddles|min_bet|starting_stacks|actions|players)\s*="
)
_PHH_TITLE = re.compile(r"\s*\[[^\[\]]+\]\s*(?:#.*)?")


def _cut_phh(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    section: Numbered = []
    letters = 0
    for line in lines:
        if _PHH_TITLE.fullmatch(line.text):
            yield from _finish_phh(name, section, letters, reading)
            section, letters = [], 0
        else:
            letters += len(line.text)
            if letters <= MAX_HAND_LETTERS:
                section.append((line.number, line.text))
    yield from _finish_phh(name, section, letters, reading)


def _finish_phh(name: str, section: Numbered, letters: int, reading: ReadingState) -> Iterator[Found]:
    if letters > MAX_HAND_LETTERS:
        yield Refused(name, section[0][0], texts.text(TOO_LONG))
    elif any(text.strip() and not text.lstrip().startswith("#") for _, text in section):
        yield from convert_hand(name, section, reading, read_phh)


def _is_phh(head: Sequence[str]) -> bool:
    first = next((text for text in head if text and not text.startswith("#")), "")
    return _PHH_LINE.fullmatch(first) is not None and any(map(_PHH_FIELD.match, head))


PHH_LAYOUT = RoomLayout(PHH, _is_phh, _cut_phh)


def _cut_acpc(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    rules = HoldemRules()
    for line in lines:
        text = line.text.strip()
        try:
            if text.startswith("#"):
                rules = rules_from_header(text) or rules
            elif text and not text.startswith("SCORE:") and reading.wants(line.number):
                table = f"{rules.small_blind}/{rules.big_blind}/{rules.stacks}"
                number = hashlib.sha256(f"{table}/{text}".encode()).hexdigest()[:24]
                record = from_acpc(text, rules)
                yield record_to_played(record, ACPC, number, reading.names.get(ACPC, ""))
                reading.count_players(ACPC, record.names)
        except BadInput as error:
            reason = texts.capitalize(texts.as_clause(str(error)))
            yield Refused(name, line.number, texts.text("histories_errors.sentence", reason=reason))


def _is_acpc(head: Sequence[str]) -> bool:
    first = next((text for text in head if text and not text.startswith("#")), "")
    return first.startswith("SCORE:") or any(text.startswith("STATE:") for text in head)


ACPC_LAYOUT = RoomLayout(ACPC, _is_acpc, _cut_acpc)
