"""Parsers for amounts, dates and cards as rooms print them, in the languages of their players.

Rooms print amounts in the format of the computer's region, such as `$1,234.50`, `1.234,50 €`, `1 234,50 €` or
`€0.05 EUR`. All of these formats are parsed. A single separator before exactly three digits marks thousands,
because no amount has three decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from game import texts
from game.core import BadInput
from game.rules.cards import RANKS, SUITS, Card, parse, quote_typed

MAX_DIGITS = 15
"""The number of digits of the largest amount. No room has more chips."""
UNITS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₹": "INR",
    "₽": "RUB",
    "\x80": "EUR",
}
"""Currencies by their signs."""
CHIPS = "chips"

_SPACES = " \u00a0\u2009\u202f\t"
_AMOUNT = re.compile(
    rf"[{_SPACES}]*(?:[^\W\d_]{{1,4}}\.|[^\d.,{_SPACES}\-+()]{{1,4}})?[{_SPACES}]*"
    rf"(?P<number>\d(?:[\d.,'’{_SPACES}]*\d)?|\.\d+)[{_SPACES}]*"
    rf"(?:[^\d.,{_SPACES}\-+()]{{1,4}})?(?:[{_SPACES}]+[A-Z]{{3}})?[{_SPACES}]*"
)
_LAST_SEPARATOR = re.compile(r"[.,](?=\d*$)")
_NO_DIGIT = re.compile(r"\D")


@lru_cache(maxsize=4096)
def parse_amount(text: str) -> Decimal:
    """Parse an amount with or without a currency.

    >>> [str(parse_amount(text)) for text in ("$1,234.50", "1.550 $", "0,02€", "5 000 $", "€0.05 EUR")]
    ['1234.5', '1550', '0.02', '5000', '0.05']

    Raises:
        BadInput: If the text is not an amount.
    """
    found = _AMOUNT.fullmatch(text) if len(text) <= 40 else None
    if found is None:
        raise BadInput(texts.text("histories_errors.amount.none", amount=repr(quote_typed(text))))
    number = found["number"]
    marks = {mark for mark in number if mark in ".,"}
    separator = _LAST_SEPARATOR.search(number)
    decimals = len(number) - separator.end() if separator is not None else 0
    alone = len(marks) == 1 and (number.count(next(iter(marks))) > 1 or decimals == 3)
    leading_zero = number.startswith(("0,", "0.")) and number.count(number[1]) == 1
    if separator is None or (alone and not leading_zero):
        whole, part = number, ""
    else:
        whole, part = number[: separator.start()], number[separator.end() :]
    digits = _NO_DIGIT.sub("", whole)
    if len(digits) + len(part) > MAX_DIGITS:
        raise BadInput(texts.text("histories_errors.amount.large", amount=repr(quote_typed(text))))
    return Decimal(f"{digits or '0'}.{part or '0'}").normalize() + 0 if part else Decimal(digits)


def find_unit(text: str) -> str:
    """Return the currency of a printed amount, or "chips" if it has no currency.

    >>> find_unit("$0.50/$1.00 USD"), find_unit("50/100"), find_unit("0.02€")
    ('USD', 'chips', 'EUR')
    """
    code = re.search(r"\b[A-Z]{3}\b", text)
    sign = next((UNITS[mark] for mark in text if mark in UNITS), "")
    return code[0] if code is not None else sign or CHIPS


# ---- dates ------------------------------------------------------------------------------------------------
_ZONES: Mapping[str, tuple[str, int]] = {
    "ET": ("America/New_York", -5),
    "CT": ("America/Chicago", -6),
    "MT": ("America/Denver", -7),
    "PT": ("America/Los_Angeles", -8),
    "CET": ("Europe/Paris", 1),
    "EET": ("Europe/Helsinki", 2),
    "WET": ("Europe/Lisbon", 0),
    "MSK": ("Europe/Moscow", 3),
    "BRT": ("America/Sao_Paulo", -3),
    "IST": ("Asia/Kolkata", 5),
    "CCT": ("Asia/Shanghai", 8),
}
"""Time zones with summer time, by the names that rooms print, with their offset in winter, in hours."""
_FIXED = {
    "UTC": 0,
    "GMT": 0,
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "PST": -8,
    "PDT": -7,
    "CEST": 2,
    "MESZ": 2,
    "MEZ": 1,
    "EEST": 3,
    "BST": 1,
}
MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}


def to_seconds(year: int, month: int | None, day: int, clock: str = "0:0:0", zone: str = "UTC") -> float:
    """Return a local time as seconds since 1970, or 0 if year, month or day is unknown (0 or None).

    An unknown zone counts as UTC.

    Raises:
        BadInput: If there is no such date or time.
    """
    if not (year and month and day):
        return 0.0
    try:
        hour, minute, second = (int(part) for part in (*clock.split(":"), "0")[:3])
        local = datetime(year, month, day, hour, minute, second)
        if zone in _ZONES:
            name, winter = _ZONES[zone]
            try:
                return max(0.0, local.replace(tzinfo=ZoneInfo(name)).timestamp())
            except (ZoneInfoNotFoundError, OSError):
                return max(0.0, (local.replace(tzinfo=UTC) - timedelta(hours=winter)).timestamp())
        fixed = timedelta(hours=_FIXED.get(zone, 0))
        return max(0.0, (local.replace(tzinfo=UTC) - fixed).timestamp())
    except (ValueError, OverflowError):
        date = f"{year:04}-{month:02}-{day:02} {clock}"
        raise BadInput(texts.text("histories_errors.table.date", date=date)) from None


# ---- cards ------------------------------------------------------------------------------------------------
_PICTURES: tuple[Mapping[str, str], ...] = (
    {"B": "J", "V": "Q", "H": "K", "A": "A"},
    {"KN": "J", "D": "Q", "K": "K", "E": "A"},
    {"B": "J", "D": "Q", "K": "K", "A": "A"},
    {"B": "J", "D": "Q", "K": "K", "E": "A"},
    {"V": "J", "D": "Q", "R": "K", "A": "A"},
    {"J": "J", "D": "Q", "R": "K", "A": "A"},
    {"W": "J", "D": "Q", "K": "K", "A": "A"},
    {"В": "J", "Д": "Q", "К": "K", "Т": "A"},
    {"Â": "J", "Ä": "Q", "Ê": "K", "Ò": "A"},
)
"""The picture cards of other languages: Dutch, Swedish, German, Danish, French (two), Polish and Russian.

The last one is Russian in cp1251, which is read as cp1252.
"""
_IBERIAN = ({"p": "s", "c": "h", "d": "d", "t": "c"}, {"e": "s", "c": "h", "o": "d", "p": "c"})
"""The suits in Spanish and Portuguese, by their first letters. The clients with these suits print a ten as D."""
_SUIT_WORDS = {
    "s": ("pik", "pique"),
    "h": ("kier", "herz", "coeur", "cœur"),
    "d": ("karo", "carreau"),
    "c": ("trefl", "kreuz", "trèfle"),
}
"""The suits as German, Polish and French words. Single letters of these languages have several meanings."""
_SUITS_BY_WORD = {word: suit for suit, words in _SUIT_WORDS.items() for word in words}
_SUIT_WORD = re.compile(rf"(?<=\w)(?:{'|'.join(_SUITS_BY_WORD)})\b", re.IGNORECASE)
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc")
_CARD = re.compile(rf"(?P<rank>10|[^\W\d_]{{1,2}}|[2-9])(?P<suit>[{SUITS}])", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,\[\]]+")


def split_cards(text: str) -> list[str]:
    """Split printed cards into single cards. Placeholders for unknown cards are left out.

    >>> split_cards("[Ah 10d,Q♠]"), split_cards("AhKd"), split_cards("X X")
    (['Ah', '10d', 'Qs'], ['Ah', 'Kd'], [])
    """
    found: list[str] = []
    plain = _SUIT_WORD.sub(lambda word: _SUITS_BY_WORD[word[0].lower()], text.translate(_SIGNS))
    for word in _BETWEEN.split(plain):
        if word and not set(word.upper()) <= {"X", "?", "*"}:
            whole = [piece[0] for piece in _CARD.finditer(word)]
            found += whole if "".join(whole) == word else [word]
    return found


class CardReader:
    """Parses the cards of one hand. The letters of the face cards depend on the language of the hand history.

    The letters of all cards together determine the language. If several languages fit and disagree about a card,
    the card is refused.
    """

    def __init__(self) -> None:
        self._languages = list(_PICTURES)
        self._is_foreign = False
        self._suits: set[str] = set()

    def hear(self, texts: Iterable[str]) -> None:
        """Rule out the languages that do not have the letters of these printed cards."""
        for word in (word for text in texts for word in split_cards(text)):
            rank = word[:-1].upper()
            self._suits.add(word[-1].lower())
            if rank == "10" or rank in set(RANKS) - {"J", "Q", "K", "A"}:
                continue
            self._is_foreign |= rank not in RANKS
            self._languages = [one for one in self._languages if rank in one]

    def read(self, text: str) -> tuple[Card, ...]:
        """Parse printed cards.

        Raises:
            BadInput: If a card is unknown, or if its letters mean different cards in the possible languages.
        """
        return parse(" ".join(map(self._translate, split_cards(text))))

    def _translate(self, word: str) -> str:
        rank, suit = word[:-1].upper(), word[-1:]
        if self._suits & set("pteo"):
            suits = {one[suit.lower()] for one in _IBERIAN if self._suits <= set(one)} or {suit}
            if len(suits) == 1:
                return rank.replace("D", "T") + suits.pop()
        elif rank == "10":
            return f"T{suit}"
        elif not self._is_foreign or rank in "23456789T":
            return word
        elif rank != "D" or not self._suits <= set("cd"):
            meanings = {one[rank] for one in self._languages}
            if len(meanings) == 1:
                return meanings.pop() + suit
        raise BadInput(texts.text("histories_errors.cards.unclear", card=repr(quote_typed(word))))


def read_number(stored: Any) -> Decimal:
    """Return an amount that a file stores as a number or as digits.

    Raises:
        BadInput: If the value is not an amount.
    """
    try:
        amount = Decimal(str(stored)) if not isinstance(stored, bool) else Decimal("NaN")
    except InvalidOperation:
        amount = Decimal("NaN")
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -6 or not 0 <= amount <= 10**MAX_DIGITS:
        raise BadInput(texts.text("histories_errors.amount.none", amount=repr(str(stored)[:40])))
    return amount
