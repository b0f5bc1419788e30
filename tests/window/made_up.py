"""An invented language for tests of the layout: Cyrillic letters, and every text 35 % longer than in English."""

import re
from functools import cache

from game import texts
from game.languages import LANGUAGES
from game.texts import Texts

LONGER = 0.35
LATIN = "abcdefghijklmnopqrstuvwxyz"
CYRILLIC = "абцдефгхижклмнопярстувшхйз"
LETTERS = str.maketrans(LATIN + LATIN.upper(), CYRILLIC + CYRILLIC.upper())
FIELDS = re.compile(r"(\{[^}]*\}| \| )")
FILLING = "ошевная"


@cache
def made_up() -> Texts:
    """Return all texts in the invented language, which has the plurals of Russian."""
    english = texts.english()
    entries = {key: lengthen(english.template(key)) for key in english.keys()}  # noqa: SIM118
    for key in list(entries):
        stem = texts.plural_stem(key, english)
        if stem and key.endswith(".other"):
            entries |= {f"{stem}.{category}": entries[key] for category in LANGUAGES["ru"].categories}
            del entries[key]
    return Texts(entries, LANGUAGES["ru"], english)


def lengthen(words: str) -> str:
    """Return a text in other letters, with 35 % more of them at the ends of its words. Fields stay as they are.

    >>> lengthen("Left {age}. Good evening")
    'Лефто {age}. Гоодош евенингош'
    """
    return "".join(part if FIELDS.fullmatch(part) else _lengthen_part(part) for part in FIELDS.split(words))


def _lengthen_part(part: str) -> str:
    written, owed = "", 0.0
    for word in re.split(r"(\w+)", part):
        written += word.translate(LETTERS)
        owed += LONGER * len(word)
        if word[-1:].isalpha() and owed >= 1:
            written += FILLING[: int(owed)]
            owed -= min(int(owed), len(FILLING))
    return written
