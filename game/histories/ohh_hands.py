"""Parses the Open Hand History format: one JSON object per hand under the key `ohh`.

Public samples of this layout: the specification at hh-specs.handhistory.org, whose example is repeated in
many repositories, and whywaita/pokernow2gw, `docs/OHH_FORMAT.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any

from game import texts
from game.core import BadInput
from game.histories.amounts import read_number, to_seconds
from game.histories.draft import HandDraft
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
    join_pieces,
)

OHH = "ohh"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d(?::\d\d)?)")
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_POSTS = {
    "post sb": Kind.SMALL,
    "post bb": Kind.BIG,
    "post ante": Kind.ANTE,
    "post dead": Kind.DEAD,
    "post extra blind": Kind.BIG,
}
_REMARKS = "sits down", "stands up", "add to pot", "added to pot", "added chips", "mucks card"


def read_open_history(lines: Sequence[tuple[int, str]]) -> RoomHand:
    """Parse a hand from the numbered lines of its JSON object.

    In most files, the amount of a raise is the total bet. In others, it is the number of chips added. If the hand
    is not valid with total bets, the amounts are taken as chips added.

    Raises:
        Unusable: If the hand cannot be used.
    """
    first = lines[0][0]
    try:
        stored = json.loads("\n".join(text for _, text in lines), parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise refuse("histories_errors.document.json", first + error.lineno - 1, reason=error.msg) from None
    except (RecursionError, ValueError):
        raise refuse("histories_errors.document.nested_json", first) from None
    hand = stored.get("ohh", stored) if isinstance(stored, dict) else None
    if not isinstance(hand, dict) or "rounds" not in hand:
        raise refuse("histories_errors.document.no_rounds", first)
    try:
        return _read(hand, lines, raises_to=True)
    except Unusable as problem:
        try:
            return _read(hand, lines, raises_to=False)
        except Unusable:
            raise problem from None


def _read(hand: Mapping[str, Any], lines: Sequence[tuple[int, str]], *, raises_to: bool) -> RoomHand:
    first = lines[0][0]
    draft = HandDraft(OHH, first, first)
    try:
        _fill(draft, hand, lines, raises_to=raises_to)
    except Unusable:
        raise
    except (BadInput, TypeError, ValueError, KeyError, AttributeError, IndexError, ArithmeticError) as error:
        if isinstance(error, BadInput):
            raise Unusable(str(error), draft.line) from None
        raise refuse("histories_errors.document.part", draft.line) from None
    return draft.finish()


def _find_lines(
    lines: Sequence[tuple[int, str]], key: str, entries: Sequence[Any]
) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a list of objects with their line numbers. Every object must have the key `key`.

    If the number of keys differs from the number of entries, each entry gets the number of the first line of the
    hand.
    """
    mark = re.compile(rf'"{key}"\s*:')
    found = [number for number, text in lines for _ in mark.finditer(text)]
    yield from zip(
        found if len(found) == len(entries) else [lines[0][0]] * len(entries), entries, strict=True
    )


def _fill(
    draft: HandDraft, hand: Mapping[str, Any], lines: Sequence[tuple[int, str]], *, raises_to: bool
) -> None:
    limit = (hand.get("bet_limit") or {}).get("bet_type", "NL")
    if str(hand.get("game_type", "")).lower() not in ("holdem", "hold'em") or str(limit).upper() != "NL":
        raise refuse("histories_errors.special.game", draft.first_line)
    draft.number = "/".join(filter(None, (str(hand.get("site_name") or ""), str(hand["game_number"]))))
    draft.table = str(hand.get("table_name") or "")
    draft.unit = str(hand.get("currency") or "chips") if not hand.get("tournament") else "chips"
    draft.small_blind, draft.big_blind = (
        read_number(hand["small_blind_amount"]),
        read_number(hand["big_blind_amount"]),
    )
    printed = str(hand.get("start_date_utc") or "")
    ((draft.line, _),) = _find_lines(lines, "start_date_utc", [printed])
    if date := _DATE.match(printed):
        year, month, day, clock = date.groups()
        draft.at = to_seconds(int(year), int(month), int(day), clock)
    draft.line = draft.first_line
    names: dict[Any, str] = {}
    for draft.line, player in _find_lines(lines, "starting_stack", hand["players"]):
        name = str(player.get("name") or f"Player {player['id']}")
        names[player["id"]] = name
        draft.add_seat(name, int(player["seat"]), read_number(player["starting_stack"]))
    draft.line = draft.first_line
    draft.button_seat = int(hand["dealer_seat"])
    hero = hand.get("hero_player_id")
    draft.hero = names.get(hero, "")
    if any("run" in str(flag).lower() for flag in hand.get("flags") or ()):
        raise refuse("histories_errors.cards.twice_run", draft.first_line)
    stages = [(stage, list(stage.get("actions") or ())) for stage in hand["rounds"]]
    acts = _find_lines(lines, "action", [action for _, actions in stages for action in actions])
    for line, (stage, actions) in _find_lines(lines, "street", stages):
        draft.line = line
        street = _STREETS.get(str(stage["street"]).lower())
        if street:
            draft.open_street(street, _cards(stage.get("cards")))
        for action_line, action in islice(acts, len(actions)):
            draft.line = action_line
            _act(draft, names, action, raises_to=raises_to)
    for player in hand["players"]:
        if player.get("cards"):
            draft.show(names[player["id"]], _cards(player["cards"]))
    pots = [(pot, list(pot.get("player_wins") or ())) for pot in hand.get("pots") or ()]
    wins = _find_lines(lines, "win_amount", [win for _, won in pots for win in won])
    for pot, won in pots:
        draft.rake = (draft.rake or NOTHING) + read_number(pot.get("rake") or 0)
        draft.fees += read_number(pot.get("jackpot") or 0)
        for line, win in islice(wins, len(won)):
            draft.line = line
            draft.collect(names[win["player_id"]], read_number(win["win_amount"]))
            draft.has_cash_out |= bool(win.get("cashout_amount"))


def _act(draft: HandDraft, names: Mapping[Any, str], action: Mapping[str, Any], *, raises_to: bool) -> None:
    what = str(action["action"]).lower().replace("cards", "card")
    if what in ("add to pot", "added to pot") and read_number(action.get("amount") or 0):
        raise refuse("histories_errors.special.cash_drop", draft.line)
    if what in _REMARKS and not action.get("cards"):
        return
    name, amount = names[action["player_id"]], read_number(action.get("amount") or 0)
    match what:
        case "dealt card" | "shows card" | "mucks card":
            draft.show(name, _cards(action.get("cards")))
        case _ if "straddle" in what:
            raise refuse("histories_errors.special.straddle", draft.line)
        case "fold":
            draft.fold(name)
        case "check":
            draft.check(name)
        case "call":
            draft.call(name, amount)
        case "bet":
            draft.raise_by(name, amount)
        case "raise" if raises_to:
            draft.raise_to(name, amount)
        case "raise":
            draft.raise_by(name, amount)
        case _ if what in _POSTS:
            draft.post(name, _POSTS[what], amount)
        case _:
            raise refuse("histories_errors.action.word", draft.line, word=repr(what))


def _cards(stored: Any) -> str:
    return " ".join(map(str, stored)) if isinstance(stored, list) else str(stored or "")


# ---- cutting ----------------------------------------------------------------------------------------------
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_WRAPPER = re.compile(r'\{\s*"(?:hands|histories|hand_histories|ohhs|data)"\s*:\s*\[')
_JSON_MARK = re.compile(r'["{}]')


@dataclass(slots=True)
class _Objects:
    """Cuts JSON into its outermost objects by counting braces outside of strings.

    A string never spans lines.
    """

    depth: int = 0
    letters: int = 0
    pieces: Numbered = field(default_factory=list)

    def add(self, number: int, text: str) -> Iterator[Numbered]:
        """Add a line.

        Yield the numbered lines of every object that ends in this line, or an empty list if the object is too long.
        """
        start, at = 0, 0
        while mark := _JSON_MARK.search(text, at):
            at = mark.end()
            if mark[0] == '"':
                string = _JSON_STRING.match(text, mark.start())
                at = string.end() if string is not None else len(text)
            elif mark[0] == "{":
                if not self.depth:
                    start, self.pieces, self.letters = mark.start(), [], 0
                self.depth += 1
            elif self.depth:
                self.depth -= 1
                if not self.depth:
                    self._keep(number, text[start:at])
                    yield join_pieces(self.pieces) if self.letters <= MAX_HAND_LETTERS else []
        if self.depth:
            self._keep(number, text[start:])

    def _keep(self, number: int, text: str) -> None:
        self.letters += len(text)
        if self.letters <= MAX_HAND_LETTERS:
            self.pieces.append((number, text))


def _cut_json(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    objects = _Objects()
    head: str | None = ""
    for line in lines:
        text = line.text
        if head is not None:  # the hands may be a list within an object
            head += text.strip().lstrip("\ufeff")
            wrapped = _WRAPPER.match(head)
            if wrapped is not None:
                objects, text = _Objects(), head[wrapped.end() :]
            if len(head) > len("{"):
                head = None
        for hand in objects.add(line.number, text):
            if not hand:
                yield Refused(name, line.number, texts.text(TOO_LONG))
            else:
                yield from convert_hand(name, hand, reading, read_open_history)
    if objects.depth and objects.pieces:
        yield Refused(name, objects.pieces[0][0], texts.text("histories_errors.document.middle"))


def _fits(head: Sequence[str]) -> bool:
    first = next((text for text in head if text and not text.startswith("#")), "")
    is_json = first.startswith(("{", "[{")) or (first == "[" and any(text.startswith("{") for text in head))
    return is_json and any('"ohh"' in text or '"rounds"' in text for text in head)


LAYOUT = RoomLayout(OHH, _fits, _cut_json)
