"""Parses hands of the iPoker network: XML with one `<game>` element per hand inside a `<session>`.

The text of a session is cut into games before it is parsed. So only one hand is in memory, and a damaged hand
does not affect the others. Document types and entities are refused, so no entity can expand.

Public samples of this layout: jejellyroll-fr/fpdb-3, `regression-test-files/cash/iPoker/Flop` and
`regression-test-files/tour/iPoker/Flop`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from xml.parsers import expat

from game import texts
from game.core import BadInput
from game.histories.amounts import MONTHS, find_unit, parse_amount, to_seconds
from game.histories.draft import HandDraft
from game.histories.files import BadFile, FileLine
from game.histories.hand import NOTHING, POSTS, Kind, RoomHand, Unusable, refuse
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

IPOKER = "ipoker"
_FORBIDDEN = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_GAME = re.compile(r"<game\b(?=[^>]*\bgamecode=)", re.IGNORECASE)
_GAME_END = "</game>"

_NO_LIMIT = re.compile(r"hold'?em.*?\b(?:NL|SL|БЛ|No Limit)\b|\b(?:NL|No Limit) .*?hold'?em", re.IGNORECASE)
_OTHER_GAME = re.compile(r"6\+|short", re.IGNORECASE)
_STAKES = re.compile(
    r"(?P<small>[^\s\d]{0,4}\d[\d.,]*[^\s\d/]{0,3})/(?P<big>[^\s\d]{0,4}\d[\d.,]*[^\s\d]{0,3})"
)
_HEAD = re.compile(
    r"<(?P<tag>gametype|tablename|nickname|tournamentname|currency|tablecurrency)>(?P<text>[^<]*)</"
)
_DATE = re.compile(
    r"(?P<a>\d{1,4})[-./](?P<b>\d{1,2}|[A-Za-z]{3})[-./](?P<c>\d{1,4})[ T]"
    r"(?P<hour>\d\d?)(?P<clock>:\d\d(?::\d\d)?)(?: ?(?P<half>[AP])\.?M\b)?",
    re.IGNORECASE,
)
_CARD = re.compile(r"\b([SHDC])(10|[2-9TJQKA])\b", re.IGNORECASE)
FOLD, SMALL, BIG, CALL, CHECK, BET, RAISE_BY, ALL_IN, ANTE, RAISE_TO = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "15",
    "23",
)
_NO_NUMBER = "histories_errors.document.no_number"
_STREETS = {"flop": 1, "turn": 2, "river": 3}


@dataclass(slots=True)
class _DateOrder:
    """The order of day and month in the dates of a file.

    `is_month_first` is None as long as every date could be read in either order. `guess` is the order that was
    assumed for such a date: True if the month is first.
    """

    is_month_first: bool | None = None
    guess: bool | None = None

    def sort(self, first: int, second: int, *, has_half: bool) -> tuple[int, int]:
        """Return the month and the day of a date with these two numbers.

        If no date has shown the order yet, the month is assumed to be first if the clock has twelve hours
        (`has_half`).
        """
        if max(first, second) > len(MONTHS):
            self.is_month_first = first <= len(MONTHS)
        is_month_first = has_half if self.is_month_first is None else self.is_month_first
        if self.is_month_first is None and first != second:
            self.guess = is_month_first
        return (first, second) if is_month_first else (second, first)


@dataclass(slots=True)
class SessionHead:
    """The head of a session, which has the facts that all its hands share."""

    game: str = ""
    table: str = ""
    nickname: str = ""
    currency: str = ""
    is_tournament: bool = False
    dates: _DateOrder = field(default_factory=_DateOrder)

    def hear(self, text: str) -> None:
        """Parse a line outside of the games."""
        for found in _HEAD.finditer(text):
            value = html.unescape(found["text"].strip())
            match found["tag"]:
                case "gametype":
                    self.game = value
                case "tablename":
                    self.table = value
                case "nickname":
                    self.nickname = value
                case "tournamentname":
                    self.is_tournament = True
                case _ if not self.currency:
                    self.currency = value


@dataclass(slots=True)
class _Action:
    line: int
    number: int
    player: str
    type: str
    sum: str


@dataclass(slots=True)
class _Game:
    """The content of a game element.

    `rounds` has a list of moves for each round: posts, preflop, flop, turn, river.
    """

    code: str = ""
    date: str = ""
    players: list[tuple[int, Mapping[str, str]]] = field(default_factory=list)
    rounds: list[list[_Action]] = field(default_factory=list)
    open_round: int = 0
    cards: list[tuple[int, str, str, str]] = field(default_factory=list)


def read_ipoker(session: SessionHead, lines: Sequence[tuple[int, str]]) -> RoomHand:
    """Parse a hand from the numbered lines of its `<game>` element.

    Raises:
        Unusable: If the hand cannot be used.
    """
    first = lines[0][0]
    if _NO_LIMIT.search(session.game) is None or _OTHER_GAME.search(session.game):
        raise refuse("histories_errors.special.game", first)
    game = _parse(lines)
    draft = HandDraft(IPOKER, first, first, number=game.code, table=session.table, counts_uncalled=True)
    try:
        if date := _DATE.search(game.date):
            draft.line = next((number for number, text in lines if "<startdate" in text), first)
            draft.at = _seconds(date, session.dates)
            draft.line = first
        _fill(draft, session, game)
    except Unusable:
        raise
    except BadInput as error:
        raise Unusable(str(error), draft.line) from None
    except ValueError:
        raise refuse(_NO_NUMBER, draft.line) from None
    return draft.finish()


def _fill(draft: HandDraft, session: SessionHead, game: _Game) -> None:
    for line, player in game.players:
        draft.line = line
        name = player.get("name", "")
        if not name and re.search(r"[1-9]", player.get("chips", "")) is None:
            continue  # an empty seat
        draft.add_seat(name, int(player.get("seat", "0") or 0), parse_amount(player.get("chips", "")))
        if player.get("dealer") == "1":
            draft.button_seat = int(player.get("seat", "0"))
    if not draft.button_seat:
        draft.button_seat = _find_dead_button(draft, game)
    _find_blinds(draft, session, game)
    draft.hero = session.nickname if session.nickname in draft.seats else ""
    streets = {street: (line, cards) for line, kind, _, cards in game.cards if (street := _STREETS.get(kind))}
    for number, actions in enumerate(game.rounds):
        street = max(0, number - 1)
        if street and street != draft.street:
            line, cards = streets.get(street, (draft.line, ""))
            draft.line = line
            draft.open_street(street, _cards(cards))
        for action in sorted(actions, key=lambda one: one.number):
            draft.line = action.line
            _act(draft, action)
    for line, kind, name, cards in game.cards:
        draft.line = line
        if kind == "pocket" and name in draft.seats and _CARD.search(cards):
            draft.show(name, _cards(cards))
    for line, player in game.players:
        draft.line = line
        if (won := parse_amount(player.get("win") or "0")) > 0:
            draft.collect(player["name"], won)


def _find_dead_button(draft: HandDraft, game: _Game) -> int:
    """Return the number of the empty seat before the small blind, which has the button if no player is the dealer.

    Raises:
        Unusable: If no small blind is posted, or only two players are at the table.
    """
    posts = game.rounds[0] if game.rounds else []
    small = next((one.player for one in posts if one.type == SMALL and one.player in draft.seats), "")
    if not small or len(draft.seats) == 2:
        raise refuse("histories_errors.table.no_dealer", draft.first_line)
    return draft.seats[small].seat - 1


def _find_blinds(draft: HandDraft, session: SessionHead, game: _Game) -> None:
    """Find the blinds in the name of the game, or else in the posts.

    In a tournament, the name of the game may state other blinds, so the posts are used. A post may be too small
    because the player is all-in. In this case, the other post shows the blinds, because the big blind is twice the
    small blind.
    """
    stakes = _STAKES.search(session.game) if not session.is_tournament else None
    if stakes is not None:
        draft.small_blind, draft.big_blind = parse_amount(stakes["small"]), parse_amount(stakes["big"])
        draft.unit = session.currency or find_unit(stakes[0])
    else:
        posted = {one.type: parse_amount(one.sum) for one in game.rounds[0]} if game.rounds else {}
        small, big = posted.get(SMALL, NOTHING), posted.get(BIG, NOTHING)
        draft.small_blind, draft.big_blind = max(small, big / 2), max(big, 2 * small)


def _act(draft: HandDraft, action: _Action) -> None:
    name, amount = action.player, _sum(action)
    if action.type == FOLD:
        draft.fold(name)
    elif action.type == CHECK:
        draft.check(name)
    elif action.type == SMALL:
        draft.post(name, Kind.SMALL, amount)
    elif action.type == BIG:
        draft.post(name, Kind.BIG, min(amount, draft.big_blind))
        if amount > draft.big_blind:
            draft.post(name, Kind.DEAD, amount - draft.big_blind)
    elif action.type == ANTE:
        draft.post(name, Kind.ANTE, amount)
    elif action.type == CALL:
        draft.call(name, amount)
    elif action.type in (BET, RAISE_BY, ALL_IN):
        draft.raise_by(name, amount)
    elif action.type == RAISE_TO:
        draft.raise_to(name, amount)
    elif amount >= 2 * draft.big_blind and all(move.kind in POSTS for move in draft.moves):
        raise refuse("histories_errors.special.straddle", action.line)
    elif amount:
        raise refuse("histories_errors.action.type", action.line, type=action.type)


def _sum(action: _Action) -> Decimal:
    return parse_amount(action.sum) if action.sum.strip() else NOTHING


def _cards(text: str) -> str:
    """Return cards with the rank first: "D10" becomes "10d"."""
    return " ".join(f"{rank}{suit.lower()}" for suit, rank in _CARD.findall(text))


def _seconds(date: re.Match[str], order: _DateOrder) -> float:
    """Return a date as seconds since 1970. The year is first or last, and the zone is not printed."""
    first, second, last = date["a"], date["b"], date["c"]
    year, day = (int(first), int(last)) if len(first) == 4 else (int(last), int(first))
    month = MONTHS.get(second.lower()) if second.isalpha() else int(second)
    if month is not None and not second.isalpha() and len(first) < 4:
        month, day = order.sort(day, month, has_half=bool(date["half"]))
    hour = int(date["hour"])
    if half := date["half"]:
        hour = hour % 12 + 12 * (half in "Pp")
    return to_seconds(year, month, day, f"{hour}{date['clock']}")


def _parse(lines: Sequence[tuple[int, str]]) -> _Game:
    """Parse a game element without expanding entities."""
    game, first = _Game(), lines[0][0]
    text = "\n".join(line for _, line in lines)
    if _FORBIDDEN.search(text):
        raise refuse("histories_errors.document.entities", first)
    parser = expat.ParserCreate("utf-8")
    words: list[str] = []
    opened: list[Mapping[str, str]] = []

    def line() -> int:
        return first + parser.CurrentLineNumber - 1

    def start(tag: str, found: Mapping[str, str]) -> None:
        words.clear()
        opened.append(found)
        if tag == "game":
            game.code = found.get("gamecode", "")
        elif tag == "player":
            game.players.append((line(), found))
        elif tag == "round":
            number = int(found.get("no", "0") or 0)
            if not 0 <= number <= 4:
                raise refuse("histories_errors.cards.twice_run", line())
            game.open_round = number
            while len(game.rounds) <= number:
                game.rounds.append([])
        elif tag == "action" and game.rounds:
            action_number = found.get("no", "0")
            game.rounds[game.open_round].append(
                _Action(
                    line(),
                    int(action_number) if action_number.isdecimal() else 0,
                    found.get("player", ""),
                    found.get("type", ""),
                    found.get("sum", ""),
                )
            )

    def end(tag: str) -> None:
        found = opened.pop() if opened else {}
        if tag == "cards":
            kind = found.get("type", "").lower()
            if kind in _STREETS and any(other == kind for _, other, _, _ in game.cards):
                raise refuse("histories_errors.cards.twice_run", line())
            game.cards.append((line(), kind, found.get("player", ""), "".join(words)))
        elif tag == "startdate" and not game.date:
            game.date = "".join(words)

    _set_handlers(parser, start, end, words.append)
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise refuse(
            "histories_errors.document.xml", first + error.lineno - 1, reason=expat.ErrorString(error.code)
        ) from None
    except ValueError as error:
        if isinstance(error, Unusable):
            raise
        raise refuse(_NO_NUMBER, line()) from None
    return game


def _set_handlers(
    parser: expat.XMLParserType,
    start: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str], None],
    hear: Callable[[str], None],
) -> None:
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = hear


# ---- cutting ----------------------------------------------------------------------------------------------
def _cut_xml(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    dates = _DateOrder()
    yield from _cut_games(name, lines, reading, dates)
    if dates.guess not in (None, dates.is_month_first):
        yield Refused(name, 0, texts.text("histories_errors.file.dates"), 0)


def _cut_games(
    name: str, lines: Iterator[FileLine], reading: ReadingState, dates: _DateOrder
) -> Iterator[Found]:
    session, game, letters, is_open = SessionHead(dates=dates), Numbered(), 0, False
    for line in lines:
        if _FORBIDDEN.search(line.text):
            raise BadFile(texts.text("histories_errors.document.doctype"), line.number)
        text = line.text
        while text:
            if not is_open:
                if "<session" in text:
                    session = SessionHead(dates=dates)
                begin = _GAME.search(text)
                if _GAME_END in text[: begin.start() if begin else None].lower():
                    yield Refused(name, line.number, texts.text("histories_errors.document.beginning"))
                session.hear(text[: begin.start()] if begin else text)
                if begin is None:
                    break
                text, game, letters, is_open = text[begin.start() :], [], 0, True
            end = text.lower().find(_GAME_END)
            piece = text if end < 0 else text[: end + len(_GAME_END)]
            letters += len(piece)
            if letters <= MAX_HAND_LETTERS:
                game.append((line.number, piece))
            if end < 0:
                break
            text, is_open = text[end + len(_GAME_END) :], False
            if letters > MAX_HAND_LETTERS:
                yield Refused(name, line.number, texts.text(TOO_LONG))
            else:
                whole = join_pieces(game)
                yield from convert_hand(name, whole, reading, partial(read_ipoker, session))
    if is_open and game:
        yield Refused(name, game[0][0], texts.text("histories_errors.document.middle"))


def _fits(head: Sequence[str]) -> bool:
    first = next((text for text in head if text), "")
    return first.startswith("<") and any("<session" in text or _GAME.search(text) for text in head)


LAYOUT = RoomLayout(IPOKER, _fits, _cut_xml)
