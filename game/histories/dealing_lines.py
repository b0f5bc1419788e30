"""Parses hands of partypoker and 888poker: `** Dealing flop ** [ 7h, 2s, Qc ]`, `NAME raises [$2]`.

An amount in brackets is the number of chips that the player adds. `raises 2.40 to 2.65` also states the total bet.
Tournaments of partypoker may leave out the posts of the blinds.

Public samples of these layouts: jejellyroll-fr/fpdb-3, `regression-test-files/cash/PartyPoker/Flop`,
`regression-test-files/tour/PartyPoker/Flop`, `regression-test-files/cash/PacificPoker/Flop` and
`regression-test-files/tour/PacificPoker/Flop`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.core import BadInput
from game.histories.amounts import MONTHS, find_unit, parse_amount, to_seconds
from game.histories.draft import HandDraft, begin_draft
from game.histories.hand import NOTHING, POSTS, Kind, RoomHand, Unusable, refuse
from game.histories.layout import TextLayout
from game.rules.cards import quote_typed

PARTY, PACIFIC = "partypoker", "888poker"
STARTS = {
    PARTY: re.compile(r"\ufeff?\*{5} ?Hand History [Ff]or Game (?P<id>\w{1,40}) ?\*{5}"),
    PACIFIC: re.compile(r"\ufeff?\*{5} [\w.-]+(?: \w+)*? Hand History for Game (?P<id>\w{1,40}) \*{5}"),
}

_NO_LIMIT = re.compile(
    r"\bNL (?:Texas|Holdem)|No Limit Holdem|Texas Holdem Game Table \(NL\)|Texas Hold'em.*\bNL\b",
    re.IGNORECASE,
)
_OTHER_GAME = re.compile(r"short ?deck|double hold|6\+ ?hold", re.IGNORECASE)
_BLINDS = re.compile(
    r"^(?P<small>[^/]{1,16})/(?P<big>[^/]{1,16}?)(?: [A-Z]{3})? (?:Blinds|NL|Texas|Tourney)\b"
)
_LEVEL = re.compile(r"\((?P<small>[\d.,]+)/(?P<big>[\d.,]+)(?: -(?P<ante>[\d.,]+))?\)")
_DATE_PARTY = re.compile(
    r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2}),? (?P<clock>\d{1,2}:\d\d:\d\d) "
    r"(?:(?P<zone>[A-Z]{2,4}) )?(?P<year>\d{4})"
)
_DATE_PACIFIC = re.compile(r"(?P<day>\d{2}) (?P<month>\d{2}) (?P<year>\d{4}) (?P<clock>\d\d:\d\d:\d\d)")
_TABLE = re.compile(
    r"(?:Table (?P<table>.+?)|Tournament .*? - (?P<tournament>Table .+?)) ?\( ?(?:Real|Play)[^()]*\)"
)
_BUTTON = re.compile(r"(?:Table .*-- )?Seat (?P<button>\d{1,2}) is the button")
_SEAT = re.compile(r"[Ss]eat (?P<seat>\d{1,2}): (?P<name>.+) \( ?(?P<stack>[^()]*?) ?\)(?: - VPIP: .*)?")
_STREET = re.compile(
    r"\*\* Dealing (?P<word>flop|turn|river) \*\* *:? *\[(?P<cards>[^\[\]]*)\]", re.IGNORECASE
)
_RUN_TWICE = re.compile(r"\*\* Dealing (?:first|second|third) ", re.IGNORECASE)
_DEALT = re.compile(r"Dealt to (?P<name>.+?) \[(?P<cards>[^\[\]]*)\]")
_INSIDE = r"[\[(] *(?P<amount>[^\[\]()]*?) *[\])]"
_POST = re.compile(rf" posts (?P<what>ante|small blind|big blind|dead blind|big blind \+ dead) *{_INSIDE}\.?")
_ACTION = re.compile(
    rf" (?:is )?(?P<verb>calls|bets|raises|all-In) *(?:{_INSIDE}|(?P<by>\S+) to (?P<to>\S+))?\.?",
    re.IGNORECASE,
)
_CARDS = re.compile(r" (?:shows|mucks|doesn't show|did not show) \[(?P<cards>[^\[\]]*)\]")
_COLLECTED = re.compile(
    r" (?:collected|wins) "
    r"(?:\[ *(?P<inside>[^\[\]]*?) *\]|(?P<amount>[^\[\]]*?)(?: chips)?(?: from .*| with .*|))\.?"
)
_LIKE_ACTION = re.compile(
    r"(?P<name>[^\s:][^:]{0,30}?) (?:calls|bets|raises|posts small blind|posts big blind) *[\[(]"
)
_LATECOMER = re.compile(r"(?P<name>[^\s:][^:]*?) posts (?:small|big) blind *\[")
_AWAY = re.compile(r" is \w+ out(?P<glued>[^.\s].*)")
_SENTENCE_END = re.compile(r"\.(?=\S)")
_BALANCE = re.compile(r" balance .*?(?P<rest>(?:, |  )?(?:bet|lost|didn't bet).*)")
_BALANCE_COLLECTED = re.compile(r"\bcollected (?P<amount>\S+?),")
_BALANCE_CARDS = re.compile(r"\[ *(?P<cards>[^\[\]]+?) *\]")
_RAKE = re.compile(r"(?:Main Pot: .*)?Rake: (?P<amount>\S+)")
_STREETS = {"flop": 1, "turn": 2, "river": 3}
_POSTS = {"ante": Kind.ANTE, "small blind": Kind.SMALL, "big blind": Kind.BIG}


def read_dealing_lines(room: str, lines: Sequence[tuple[int, str]]) -> RoomHand:
    """Parse a hand from its numbered lines. The first line is the header of the hand.

    Raises:
        Unusable: If the hand cannot be used.
    """
    draft = begin_draft(room, lines, STARTS)
    draft.counts_uncalled = room == PARTY
    try:
        return _read_lines(draft, lines)
    except Unusable as problem:
        raise draft.blame(problem) from None


def _read_lines(draft: HandDraft, lines: Sequence[tuple[int, str]]) -> RoomHand:
    is_dealt = False
    for number, text in lines[1:]:
        draft.line, line = number, " ".join(text.split()) if number == lines[1][0] else text.strip()
        try:
            if not draft.big_blind and draft.line == lines[1][0]:
                _read_game(draft, line)
            elif line.lower().startswith("** dealing down"):
                is_dealt = True
                _post_silently(draft)
            else:
                _read_line(draft, line, is_dealt=is_dealt)
        except Unusable:
            raise
        except BadInput as error:
            raise Unusable(str(error), number) from None
    if not is_dealt:
        raise refuse("histories_errors.end.no_cards", draft.line)
    return draft.finish()


def _read_game(draft: HandDraft, line: str) -> None:
    """Parse the line with the game, the date and, in some files, the blinds."""
    if _NO_LIMIT.search(line) is None or _OTHER_GAME.search(line):
        raise refuse("histories_errors.special.game", draft.line)
    blinds = _LEVEL.search(line) or _BLINDS.match(line)
    if blinds is not None:
        draft.small_blind, draft.big_blind = parse_amount(blinds["small"]), parse_amount(blinds["big"])
        draft.unit = find_unit(blinds[0])
    elif "Trny" not in line:
        draft.unit = find_unit(line)
    if date := _DATE_PARTY.search(line):
        month = MONTHS.get(date["month"].lower())
        draft.at = to_seconds(
            int(date["year"]), month, int(date["day"]), date["clock"], date["zone"] or "UTC"
        )
    elif date := _DATE_PACIFIC.search(line):
        year, month, day = (int(date[key]) for key in ("year", "month", "day"))
        draft.at = to_seconds(year, month, day, date["clock"])


def _read_line(draft: HandDraft, line: str, *, is_dealt: bool) -> None:
    """Parse a line. Chat and messages of the room are skipped."""
    if draft.split_name(line)[1].startswith(":") and (is_dealt or not _SEAT.fullmatch(line)):
        return
    if street := _STREET.match(line):
        draft.open_street(_STREETS[street["word"].lower()], street["cards"])
    elif _RUN_TWICE.match(line):
        raise refuse("histories_errors.cards.twice_run", draft.line)
    elif line.startswith("Dealt to ") and (dealt := _DEALT.match(line)):
        draft.deal(dealt["name"], dealt["cards"])
    elif rake := _RAKE.match(line):
        draft.rake = (draft.rake or NOTHING) + parse_amount(rake["amount"].rstrip("."))
    elif is_dealt or not _read_head(draft, line):
        _read_action(draft, line)


def _read_head(draft: HandDraft, line: str) -> bool:
    """Parse a line about the table, a seat or the blinds. Return False for any other line."""
    if button := _BUTTON.match(line):
        draft.button_seat = int(button["button"])
    if table := _TABLE.match(line):
        draft.table = table["table"] or table["tournament"]
        if line.startswith("Tournament"):
            draft.unit = "chips"
    elif seat := _SEAT.fullmatch(line):
        draft.add_seat(seat["name"], int(seat["seat"]), parse_amount(seat["stack"]))
    elif line.startswith("Blinds") and (level := _LEVEL.search(line)):
        draft.small_blind, draft.big_blind = parse_amount(level["small"]), parse_amount(level["big"])
    else:
        return button is not None
    return True


def _read_action(draft: HandDraft, line: str) -> None:
    name, rest = draft.split_name(line)
    if away := _AWAY.match(rest):  # some files have the next line in this one
        line = away["glued"]
        name, rest = draft.split_name(line)
    if draft.room == PARTY and not draft.street and (late := _LATECOMER.match(line)) and not name:
        draft.add_latecomer(late["name"])
        name, rest = draft.split_name(line)
    if name:
        _act(draft, name, rest)
    if name and " wins " in rest:
        for end in _SENTENCE_END.finditer(rest):  # some files have two winners in one line
            other, more = draft.split_name(rest[end.end() :])
            if other and more.startswith(" wins "):
                _act(draft, other, more)
    elif not name and (like := _LIKE_ACTION.match(line)):
        raise refuse("histories_errors.table.no_seat", draft.line, name=quote_typed(like["name"]))


def _act(draft: HandDraft, name: str, rest: str) -> None:
    word = rest.strip().rstrip(".").lower()
    if word == "folds":
        draft.fold(name)
    elif word == "checks":
        draft.check(name)
    elif post := _POST.match(rest):
        _post(draft, name, post["what"], post["amount"])
    elif "cash-out" in word or "cashed out" in word or "cashout" in word:
        draft.has_cash_out = True
        if cards := _BALANCE_CARDS.search(rest):
            draft.show(name, cards["cards"])
    elif action := _ACTION.fullmatch(rest.rstrip()):
        _bet(draft, name, action)
    elif cards := _CARDS.match(rest):
        draft.show(name, cards["cards"])
    elif balance := _BALANCE.match(rest):
        if amount := _BALANCE_COLLECTED.search(balance["rest"]):
            draft.collect(name, parse_amount(amount["amount"]))
        if cards := _BALANCE_CARDS.search(balance["rest"]):
            draft.show(name, cards["cards"])
    elif collected := _COLLECTED.fullmatch(rest.rstrip()):
        draft.collect(name, parse_amount(collected["inside"] or collected["amount"] or ""))
    else:
        draft.note_unread(rest)


def _post(draft: HandDraft, name: str, what: str, printed: str) -> None:
    amounts = [parse_amount(piece) for piece in printed.split("+")]
    seat = draft.seats[name]
    if draft.room == PARTY and not seat.stack:
        draft.add_latecomer(name)
    if what == "big blind" and not draft.big_blind:
        if amounts[0] == seat.left:
            raise refuse("histories_errors.table.short_big_blind", draft.line)
        draft.big_blind = amounts[0]
    if what == "small blind" and not draft.small_blind:
        draft.small_blind = amounts[0]
    if what in _POSTS:
        posted = {move.kind for move in draft.moves}
        is_second = draft.room == PARTY and what == "small blind" and {Kind.SMALL, Kind.BIG} <= posted
        draft.post(name, Kind.BIG if is_second else _POSTS[what], amounts[0])  # a second small blind is live
        return
    whole = sum(amounts, NOTHING)
    is_split = what == "dead blind" and len(amounts) == 2  # the dead part, then the live one
    live = amounts[1] if is_split else min(whole, draft.big_blind)
    draft.post(name, Kind.DEAD, whole - live)
    if live:
        draft.post(name, Kind.BIG, live)


def _bet(draft: HandDraft, name: str, action: re.Match[str]) -> None:
    verb, printed = action["verb"].lower(), action["amount"]
    if action["to"]:
        draft.raise_to(name, parse_amount(action["to"]))
    elif printed is None:
        if verb != "all-in":
            raise refuse("histories_errors.action.amount", draft.line)
        draft.check_all_in(name)
    elif verb == "calls":
        draft.call(name, parse_amount(printed))
    else:
        draft.raise_by(name, parse_amount(printed))
        if verb == "all-in":
            draft.check_all_in(name)


def _post_silently(draft: HandDraft) -> None:
    """Post the blinds if the hand history of a tournament does not print the posts."""
    if not draft.big_blind or any(move.kind in (Kind.SMALL, Kind.BIG) for move in draft.moves):
        return
    order = sorted(draft.seats.values(), key=lambda seat: seat.seat)
    after = [seat for seat in order if seat.seat > draft.button_seat]
    order = after + [seat for seat in order if seat not in after]
    if len(order) == 2:
        order.reverse()
    for seat, kind, blind in zip(order, POSTS[1:3], (draft.small_blind, draft.big_blind), strict=False):
        if amount := min(blind, seat.left):
            draft.post(seat.name, kind, amount)


_CHAT_START = re.compile(r"(?![Ss]eat \d)[^:*]*[^:*\s]: ")
LAYOUTS = tuple(TextLayout(room, start, read_dealing_lines, _CHAT_START) for room, start in STARTS.items())
