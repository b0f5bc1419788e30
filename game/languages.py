"""The languages of the window: their names, plural categories, and number formats.

Plural rules and marks follow Unicode CLDR 48, "Language Plural Rules" and "Number Formatting Patterns". The
rules are for whole numbers, because the window only counts whole things. A category that CLDR reserves for
fractions, such as "other" in Russian, is left out.
"""

from __future__ import annotations

import locale
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

ONE, FEW, MANY, OTHER = "one", "few", "many", "other"
CATEGORIES = (ONE, FEW, MANY, OTHER)
MILLION = 1_000_000
NO_BREAK = "\u00a0"
CHINESE_GAP = re.compile(r"(?<=[一-鿿）”])(?:\0 \0?| \0)(?=[一-鿿（“])")
"""A space between two Chinese characters or marks at the edge of a field, which `Language.fill` marks by NUL."""
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables by which a system names its language, in the order of gettext."""


def _one_or_other(count: int) -> str:
    return ONE if count == 1 else OTHER


def _spanish(count: int) -> str:
    """Return the Spanish plural category of a count.

    Whole millions are a category of their own, because they take "de": "un millón de manos".
    """
    return ONE if count == 1 else MANY if count and count % MILLION == 0 else OTHER


def _russian(count: int) -> str:
    last, last_two = count % 10, count % 100
    if last == 1 and last_two != 11:
        return ONE
    return FEW if 2 <= last <= 4 and not 12 <= last_two <= 14 else MANY


def _other(count: int) -> str:
    return OTHER


def _sinhala(count: int) -> str:
    return ONE if count in (0, 1) else OTHER


@dataclass(frozen=True, slots=True)
class Language:
    """A language and its rules.

    Attributes:
        code: The ISO 639-1 code, which is also the name of the language's folder in assets/texts.
        name: The name of the language in the language itself.
        categories: The names of the plural categories of whole numbers.
        plural: A function that returns the category of a count.
        thousands: The separator between groups of three digits.
        decimal: The decimal separator.
        percent: The percent sign, with the space before it if the language has one.
        min_grouped: The minimum number of integer digits for which digits are grouped.
        capital_nouns: Whether nouns begin with a capital letter within a sentence.
        drops_gaps: Whether the space between a text and a field is dropped if it separates two Chinese characters.
    """

    code: str
    name: str
    categories: tuple[str, ...] = (ONE, OTHER)
    plural: Callable[[int], str] = _one_or_other
    thousands: str = ","
    decimal: str = "."
    percent: str = "%"
    min_grouped: int = 4
    capital_nouns: bool = False
    drops_gaps: bool = False

    def fill(self, words: str, fields: Mapping[str, object]) -> str:
        """Fill in the fields of a text.

        >>> said = "{name} 弃牌了。"
        >>> [LANGUAGES["zh"].fill(said, {"name": name}) for name in ("石头", "石头（专家）", "Pip")]
        ['石头弃牌了。', '石头（专家）弃牌了。', 'Pip 弃牌了。']
        """
        if not self.drops_gaps:
            return words.format(**fields)
        marked = words.format(**{name: f"\0{value}\0" for name, value in fields.items()})
        return CHINESE_GAP.sub("", marked).replace("\0", "")

    def mark(self, written: str) -> str:
        """Localize a number formatted by Python: use the separators of this language for comma and point.

        >>> LANGUAGES["de"].mark("1,234.5"), LANGUAGES["es"].mark("1,234.5"), LANGUAGES["es"].mark("12,345")
        ('1.234,5', '1234,5', '12.345')
        """
        if (self.thousands, self.decimal, self.min_grouped) == (",", ".", 4):
            return written
        whole, point, decimals = written.partition(".")
        digits = sum(letter.isdigit() for letter in whole)
        thousands = self.thousands if digits >= self.min_grouped else ""
        return whole.replace(",", thousands) + (self.decimal if point else "") + decimals

    def unmark(self, typed: str) -> str:
        """Convert a number that a user typed with the separators of this language to the notation of Python.

        A text that does not look like a number in this language is returned unchanged.

        >>> LANGUAGES["de"].unmark("1.500"), LANGUAGES["de"].unmark("2,5"), LANGUAGES["de"].unmark("2.5")
        ('1500', '2.5', '2.5')
        """
        if self.decimal == ".":
            return typed
        whole, comma, decimals = typed.strip().replace(" ", NO_BREAK).partition(self.decimal)
        first, *groups = whole.split(self.thousands)
        if not first.lstrip("+-").isdigit() or any(
            len(group) != 3 or not group.isdigit() for group in groups
        ):
            return typed
        return "".join((first, *groups)) + ("." if comma else "") + decimals


LANGUAGES: Mapping[str, Language] = {
    one.code: one
    for one in (
        Language("en", "English"),
        Language("de", "Deutsch", thousands=".", decimal=",", percent=f"{NO_BREAK}%", capital_nouns=True),
        Language(
            "es", "Español", (ONE, MANY, OTHER), _spanish, ".", ",", percent=f"{NO_BREAK}%", min_grouped=5
        ),
        Language("ru", "Русский", (ONE, FEW, MANY), _russian, NO_BREAK, ",", percent=f"{NO_BREAK}%"),
        Language("zh", "简体中文", (OTHER,), _other, drops_gaps=True),
        Language("si", "සිංහල", plural=_sinhala),
    )
}
ENGLISH = LANGUAGES["en"]


def system_language() -> str:
    """Return the code of the system's language, or "en" if no known language is set.

    The first environment variable that is set decides. LANGUAGE may hold several codes.
    """
    named = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    if not named and sys.platform == "win32":
        named = _windows_language()
    codes = (re.split(r"[-_.@]", one)[0].lower() for one in named.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH.code)


def _windows_language() -> str:
    import ctypes  # noqa: PLC0415 - only Windows has what it is asked for

    windows: object = getattr(ctypes, "windll", None)
    kernel = getattr(windows, "kernel32", None)
    return locale.windows_locale.get(kernel.GetUserDefaultUILanguage(), "") if kernel is not None else ""
