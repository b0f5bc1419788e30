"""Parses hands of PokerStars, GGPoker and Winamax: `NAME: raises $2 to $4`, with or without the colon.

Samples of these layouts (public repository jejellyroll-fr/fpdb-3): `regression-test-files/cash/Stars/Flop`,
`regression-test-files/tour/Stars/Flop`, `regression-test-files/tour/GGPoker/Flop`, `tests/fixtures/hands/ggpoker`,
`regression-test-files/cash/Winamax/Flop` and `regression-test-files/tour/Winamax/Flop`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from game.core import BadInput
from game.histories.amounts import find_unit, parse_amount, to_seconds
from game.histories.draft import HandDraft, begin_draft
from game.histories.hand import Kind, RoomHand, Unusable, refuse
from game.histories.layout import TextLayout
from game.rules.cards import quote_typed

POKERSTARS, GGPOKER, WINAMAX = "pokerstars", "ggpoker", "winamax"
STARTS = {
    POKERSTARS: re.compile(r"\ufeff?PokerStars (?:Zoom |Home Game |Go )?(?:Hand|Game) #(?P<id>\w{1,40})"),
    GGPOKER: re.compile(r"\ufeff?Poker Hand #(?P<id>\w{1,40})"),
    WINAMAX: re.compile(r"\ufeff?Winamax Poker - .*?HandId: #(?P<id>[\w-]{1,60})"),
}

_NO_LIMIT = re.compile(r"hold'?em no limit", re.IGNORECASE)
_OTHER_GAME = re.compile(r"short ?deck|6\+ ?hold|split hold|\d cap\b", re.IGNORECASE)
_STAKES = re.compile(r"\((?P<stakes>[^()]*/[^()]*)(?:\([^()]*\))?\)")
_AMOUNT = (
    r"[^\s\d]{0,4}[ \u00a0]?\d(?:[\d.,'’\u00a0\u2009\u202f]|[ ](?=\d{3}(?!\d)))*(?: ?[^\s\d.,()\[\]/]{1,3})?"
)
_STAKE = re.compile(rf"\s*(?P<amount>{_AMOUNT})")
_DATE = re.compile(
    r"(?P<year>\d{4})[/-](?P<month>\d{1,2})[/-](?P<day>\d{1,2}) +(?:- )?"
    r"(?P<clock>\d{1,2}:\d\d(?::\d\d)?) ?\(?(?P<zone>[A-Z]{2,4})?"
)
_TABLE = re.compile(r"Table:? (?P<table>.*) Seat #?(?P<button>\d{1,9}) is the button")
_AFTER_NAME = re.compile(r" (?:\d{1,2}-max|\()")
_SEATS = (
    re.compile(r"Seat (?P<seat>\d{1,2}): (?P<name>.+) \((?P<stack>[^()]*?) in chips[^()]*\).*"),
    re.compile(r"Seat (?P<seat>\d{1,2}): (?P<name>.+) \((?P<stack>[^()]*)\).*"),
)
_STREET = re.compile(r"\*\*\* *(?P<word>[A-Z -]+?) *\*\*\*(?P<cards>.*)")
_BOARD = re.compile(r"\[([^\[\]]*)\]")
_DEALT = re.compile(r"Dealt to (?P<name>.+?) \[(?P<cards>[^\[\]]*)\]")
_UNCALLED = re.compile(r"Uncalled bet \((?P<amount>[^()]*)\) returned to (?P<name>.+?)\s*")
_VERB = re.compile(
    r":? (?P<verb>posts|folds|checks|calls|bets|raises|shows|mucks|collected|cashed out)\b(?P<rest>.*)"
)
_POST = re.compile(
    rf" (?:the )?(?P<what>ante|small blind|big blind|missed blind|dead|small & big blinds)"
    rf"(?:\b.*?)? (?P<amount>{_AMOUNT})(?: out of position)?(?: and is all-in)?\s*"
)
_STRADDLE = re.compile(r"straddle|button blind", re.IGNORECASE)
_FIRST = re.compile(rf" (?P<amount>{_AMOUNT})(?= |$)")
_COLLECTED = re.compile(rf" (?P<amount>{_AMOUNT}) from\b")
_RAISE = re.compile(rf" (?P<by>{_AMOUNT}) to (?P<to>{_AMOUNT})(?: and is all-in)?\s*")
_LIKE_ACTION = re.compile(
    r"(?P<name>\S.{0,40}?): (?:folds|checks|calls|bets|raises|posts (?:the ante|small|big))\b"
)
_SHOWN = re.compile(r"Seat \d{1,2}: (?P<text>.+)")
_SUMMARY_CARDS = re.compile(r"\b(?:showed|mucked) \[(?P<cards>[^\[\]-]*)\]")
_SUMMARY_WON = re.compile(rf" (?:won|collected) \(?(?P<amount>{_AMOUNT})")
_TOTAL_POT = re.compile(rf"Total pot (?P<amount>{_AMOUNT})")
_CHAT = re.compile(r'\S.*? said, ".*"')
_RUN_TWICE = re.compile(r"hand was run (?:two|three|twice)", re.IGNORECASE)
_BOMB_POT = re.compile(r"\bbomb ?pot\b", re.IGNORECASE)
_CASH_OUT = re.compile(r": (?:chooses to ev|receives|pays) cash-?out\b", re.IGNORECASE)
_FRENCH_LINES = tuple(
    (re.compile(french, re.IGNORECASE), english)
    for french, english in (
        (r"^(Table:? .*) Si[èe]ge #(\d+) est (?:le bouton|au bouton)", r"\1 Seat #\2 is the button"),
        (r"^Si[èe]ge (\d+) ?:", r"Seat \1:"),
        (r"^(?:Distribué|Donné|Cartes données) à ", "Dealt to "),
        (r"^\*\*\* *R[ÉE]SUM[ÉE] *\*\*\*", "*** SUMMARY ***"),
        (r"^\*\*\* *PR[ÉE]-?FLOP *\*\*\*", "*** PRE-FLOP ***"),
        (r"^\*\*\* *TOURNANT *\*\*\*", "*** TURN ***"),
        (r"^\*\*\* *RIVI[ÈE]RE *\*\*\*", "*** RIVER ***"),
        (r"^\*\*\* *ABATTAGE *\*\*\*", "*** SHOW DOWN ***"),
        (r"^Pot total (.*?) \| (?:Pas de (?:rake|prélèvement)|Sans rake)", r"Total pot \1 | No rake"),
        (r"^Pot total (.*?) \| (?:Prélèvement|Rake) ", r"Total pot \1 | Rake "),
    )
)
_FRENCH_ACTIONS = tuple(
    (re.compile(f"^{french}", re.IGNORECASE), english)
    for french, english in (
        (r" (?:abandonne|se couche|passe)\b", " folds"),
        (r" (?:parole|checke)\b", " checks"),
        (r" (?:suit|paie|paye)(?: de)? (?=[^a-z]*\d)", " calls "),
        (r" (?:mise|ouvre)(?: de)? (?=[^a-z]*\d)", " bets "),
        (r" relance(?: de)? (.*?) à (?=[^a-z]*\d)", r" raises \1 to "),
        (r" (?:met|poste|paie|paye) (?:la |une )?petite blinde? ", " posts small blind "),
        (r" (?:met|poste|paie|paye) (?:la |une )?(?:grosse|grande) blinde? ", " posts big blind "),
        (r" (?:met|poste|paie|paye) (?:l'|une )?ante ", " posts ante "),
        (r" (?:montre|dévoile) (?=\[)", " shows "),
        (r" (?:remporte|gagne|a gagné) (.*?) du pot\b", r" collected \1 from pot"),
    )
)
"""Words of the French client of Winamax with their English words. The files of most clients are in English."""
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_POSTS = {"ante": Kind.ANTE, "small blind": Kind.SMALL, "big blind": Kind.BIG}


def read_action_lines(room: str, lines: Sequence[tuple[int, str]]) -> RoomHand:
    """Parse a hand from its numbered lines. The first line is the header of the hand.

    Raises:
        Unusable: If the hand cannot be used.
    """
    draft, header = begin_draft(room, lines, STARTS), lines[0][1]
    _read_header(draft, header)
    try:
        return _read_lines(draft, lines)
    except Unusable as problem:
        raise draft.blame(problem) from None


def _read_lines(draft: HandDraft, lines: Sequence[tuple[int, str]]) -> RoomHand:
    part = ""
    for number, text in lines[1:]:
        draft.line = number
        line = text.strip() if draft.room != WINAMAX else translate_line(draft, text.strip())
        if _CHAT.fullmatch(line):
            continue
        try:
            if street := _STREET.match(line):
                part = street["word"]
                if part.startswith(("FIRST ", "SECOND ", "THIRD ")):
                    raise refuse("histories_errors.cards.twice_run", number)
                if part in _STREETS:
                    cards = _BOARD.findall(street["cards"])
                    draft.open_street(_STREETS[part], cards[-1] if cards else "")
            elif part == "SUMMARY":
                _read_summary(draft, line)
            else:
                _read_line(draft, line, is_seated=bool(part))
        except Unusable:
            raise
        except BadInput as error:
            raise Unusable(str(error), number) from None
    if part != "SUMMARY" and draft.room == WINAMAX:
        raise refuse("histories_errors.end.no_summary", draft.line)
    return draft.finish()


def _read_header(draft: HandDraft, header: str) -> None:
    if _NO_LIMIT.search(header) is None or _OTHER_GAME.search(header):
        raise refuse("histories_errors.special.game", draft.line)
    stakes = _STAKES.findall(header)
    amounts = [_STAKE.match(piece) for piece in stakes[-1].split("/")] if stakes else []
    if not 2 <= len(amounts) <= 3 or None in amounts:
        raise refuse("histories_errors.table.header", draft.line)
    date = _DATE.search(header)
    try:
        *_, draft.small_blind, draft.big_blind = (
            parse_amount(amount["amount"].strip()) for amount in amounts if amount is not None
        )
        if date is not None:
            year, month, day = (int(date[key]) for key in ("year", "month", "day"))
            draft.at = to_seconds(year, month, day, date["clock"], date["zone"] or "UTC")
    except BadInput as error:
        raise Unusable(str(error), draft.line) from None
    draft.unit = find_unit(stakes[-1])


def _read_line(draft: HandDraft, line: str, *, is_seated: bool) -> None:
    """Parse a line before the summary. Chat and messages of the room are skipped."""
    if not is_seated and line.startswith("Seat "):
        patterns = _SEATS if draft.room != WINAMAX else _SEATS[1:]
        seat = next(filter(None, (pattern.fullmatch(line) for pattern in patterns)), None)
        if seat is not None:
            stack = re.split(r", (?=\d[\d.,]*\D? bounty)", seat["stack"])[0]
            draft.add_seat(seat["name"], int(seat["seat"]), parse_amount(stack))
            return
    if line.startswith("Table") and (table := _TABLE.match(line)):
        draft.table, draft.button_seat = _find_name(table["table"]), int(table["button"])
        return
    if line.startswith("Dealt to ") and (dealt := _DEALT.match(line)):
        draft.deal(dealt["name"], dealt["cards"])
        return
    if line.startswith("Uncalled bet") and (back := _UNCALLED.fullmatch(line)):
        draft.give_back(back["name"], parse_amount(back["amount"]))
        return
    if line.startswith("Hand cancelled"):
        raise refuse("histories_errors.special.cancelled", draft.line)
    if line.startswith("Cash Drop to Pot"):
        raise refuse("histories_errors.special.cash_drop", draft.line)
    name, rest = draft.split_name(line)
    if not name and _BOMB_POT.search(line):
        raise refuse("histories_errors.special.bomb_pot", draft.line)
    verb = _VERB.fullmatch(rest) if name else None
    draft.has_cash_out |= bool(name and _CASH_OUT.match(rest))
    if verb is not None:
        _act(draft, name, verb["verb"], verb["rest"])
        if verb["rest"].endswith("is all-in"):
            draft.check_all_in(name)
    elif name:
        draft.note_unread(rest)
    elif like := _LIKE_ACTION.match(line):
        raise refuse("histories_errors.table.no_seat", draft.line, name=quote_typed(like["name"]))


def translate_line(draft: HandDraft, line: str) -> str:
    """Return a line with its French words, if any, replaced by the English words of the room.

    >>> translate_line(HandDraft(WINAMAX), "*** RÉSUMÉ ***")
    '*** SUMMARY ***'
    """
    name, rest = draft.split_name(line)
    if name and rest[:1] != " ":
        return line
    for french, english in _FRENCH_ACTIONS if name else _FRENCH_LINES:
        rest, count = french.subn(english, rest)
        if count:
            break
    return name + re.sub(r" (?:et est )?(?:à tapis|(?<!is )all-in)$", " and is all-in", rest)


def _find_name(table: str) -> str:
    """Return the table's name, given the text after the word "Table". The name may contain blanks and apostrophes.

    >>> _find_name("'Head's Up 1' 2-max (real money)"), _find_name("Vega II 6-max")
    ("Head's Up 1", 'Vega II')
    """
    end = f"{table} ".rfind("' ")
    return table[1:end] if table.startswith("'") and end > 0 else _AFTER_NAME.split(table, maxsplit=1)[0]


def _act(draft: HandDraft, name: str, verb: str, rest: str) -> None:
    if verb == "posts":
        _post(draft, name, rest)
    elif verb == "folds":
        draft.fold(name)
    elif verb == "checks":
        draft.check(name)
    elif verb == "calls":
        draft.call(name, _amount(draft, _FIRST.match(rest), "amount"))
    elif verb == "bets":
        draft.raise_by(name, _amount(draft, _FIRST.match(rest), "amount"))
    elif verb == "raises":
        found = _RAISE.match(rest)
        total = _amount(draft, found, "to")
        draft.note_increase(_amount(draft, found, "by"), total)
        draft.raise_to(name, total)
    elif verb in ("shows", "mucks"):
        for cards in _BOARD.findall(rest)[:1]:
            draft.show(name, cards)
    elif verb == "cashed out" or "not awarded" in rest:
        draft.has_cash_out = True
    elif amount := _COLLECTED.match(rest):
        draft.collect(name, parse_amount(amount["amount"].strip()))
    else:
        draft.note_unread(f": {verb}{rest}")


def _post(draft: HandDraft, name: str, rest: str) -> None:
    if _STRADDLE.search(rest):
        raise refuse("histories_errors.special.straddle", draft.line)
    post = _POST.match(rest)
    if post is None:
        raise refuse("histories_errors.action.post", draft.line, post=quote_typed(rest.strip()))
    what, amount = post["what"], parse_amount(post["amount"].strip())
    if what == "small & big blinds":
        draft.post(name, Kind.DEAD, amount - draft.big_blind)
        draft.post(name, Kind.BIG, draft.big_blind)
        return
    draft.post(name, _POSTS.get(what, Kind.DEAD), amount)


def _amount(draft: HandDraft, found: re.Match[str] | None, group: str) -> Decimal:
    if found is None:
        raise refuse("histories_errors.action.amount", draft.line)
    return parse_amount(found[group].strip())


def _read_summary(draft: HandDraft, line: str) -> None:
    """Parse the rake, the fees, and the cards that only the summary shows."""
    if _RUN_TWICE.match(line):
        raise refuse("histories_errors.cards.twice_run", draft.line)
    if line.startswith("Total pot"):
        total, *fees = (piece.strip() for piece in line.split("|"))
        if pot := _TOTAL_POT.match(total):
            draft.printed_pot = parse_amount(pot["amount"])
        for fee in fees:
            if fee == "No rake":
                draft.rake = draft.rake or Decimal(0)
            elif amount := re.fullmatch(r"[A-Za-z ]+? (?P<amount>\S.*)", fee):
                value = parse_amount(amount["amount"])
                if fee.startswith("Rake"):
                    draft.rake = value
                else:
                    draft.fees += value
    elif line.startswith("Seat ") and (shown := _SHOWN.match(line)):
        name, rest = draft.split_name(shown["text"])
        cards = _SUMMARY_CARDS.search(rest) if name else None
        if cards is not None:
            draft.show(name, cards["cards"])
        if name and (won := _SUMMARY_WON.search(rest)):
            draft.seats[name].printed_winnings = parse_amount(won["amount"].strip())


_CHAT_START = re.compile(r'.* said, "')
LAYOUTS = tuple(TextLayout(room, start, read_action_lines, _CHAT_START) for room, start in STARTS.items())
