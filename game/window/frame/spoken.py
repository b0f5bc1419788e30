"""Texts for the voice: descriptions of controls, and the words for signs and cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from game.rules.cards import RANKS
from game.texts import MINUS, current, join_list, join_sentences, text
from game.window.ui.canvas.lettering import TextMark
from game.window.ui.widgets.controls import ControlInfo

OF_CARDS = ("grid", "cards", "picture", "chart", "path", "table")
"""The roles of controls whose values contain cards and hand classes."""
_CARDS = re.compile(r"(?<![\w:])((?:[2-9TJQKA][shdc])+)(?!\w)")
_RUN = re.compile(r"(?<!\w)((?:[2-9TJQKA][shdc]){2,})(?!\w)")
_CLASS = re.compile(r"(?<![\w.,])([2-9TJQKA])([2-9TJQKA])([so]?)(?![\w.,%，。；])")
_SIGN = re.compile(r"(?<![\w])(-|\u2212|\u00b1)(?=\d)|\bbb\b|(?<=\d)x\b|\s?[\u2192\u00b7]")

_KEY_SIGNS = {"←": "left", "→": "right", "↑": "up", "↓": "down", "–": "to", "…": "to", "?": "question"}
_KEY_SIGN = re.compile("[" + "".join(_KEY_SIGNS) + "]")


def card_name(code: str) -> str:
    """Return the name of a card in words.

    >>> card_name("As"), card_name("Td")
    ('ace of spades', 'ten of diamonds')
    """
    return text("speech.card", rank=rank_name(code[0]), suit=text(f"speech.suits.{code[1]}"))


def rank_name(letter: str) -> str:
    return text("holdem.hands.ranks").split()[RANKS.index(letter)]


def name_cards(codes: Sequence[str]) -> str:
    return join_list(*map(card_name, codes))


def name_key(key: str) -> str:
    """Return the words for a displayed key. Arrows and other signs become words.

    >>> name_key("← →"), name_key("1 – 9")
    ('key left arrow right arrow', 'key 1 to 9')
    """
    named = _KEY_SIGN.sub(lambda found: f" {text(f'speech.key_signs.{_KEY_SIGNS[found.group()]}')} ", key)
    return text("speech.key", key=" ".join(named.split()))


def read_mark(mark: TextMark) -> TextMark:
    """Return a drawn text as the voice reads it: keys and cards by their names, all other texts unchanged."""
    if mark.kind == "words":
        return mark
    words = name_key(mark.words) if mark.kind == "key" else name_cards(mark.written.split())
    return replace(mark, words=words, written=words)


def _name_run(found: re.Match[str]) -> str:
    run = found.group(1)
    return name_cards([run[index : index + 2] for index in range(0, len(run), 2)])


def _name_class(found: re.Match[str]) -> str:
    first, second, kind = found.groups()
    key = "pair" if first == second else {"s": "suited", "o": "offsuit", "": "either"}[kind]
    ranks = text("holdem.hands.plural ranks" if key == "pair" else "holdem.hands.ranks").split()
    named = (ranks[RANKS.index(letter)] for letter in (first, second))
    return text(f"speech.classes.{key}", **dict(zip(("first", "second"), named, strict=True)))


def end_sentence(words: str) -> str:
    """Add a full stop unless the text is empty or already ends with a punctuation mark."""
    return words if words[-1:] in ".!?:。！？：" else text("speech.sentence", words=words)


def name_hands(words: str) -> str:
    """Replace cards and hand classes in a text by their names.

    >>> name_hands("AKs: raise 80%")
    'ace king suited: raise 80%'
    """
    return _CLASS.sub(_name_class, _CARDS.sub(_name_run, words))


def read_signs(words: str) -> str:
    """Replace signs in a text by words, and runs of cards by their names.

    >>> read_signs("+2.5 bb with AsKd")
    '+2.5 big blinds with ace of spades, king of diamonds'
    """
    return _SIGN.sub(_name_sign, _RUN.sub(_name_run, words))


def _name_sign(found: re.Match[str]) -> str:
    sign = found.group()
    if sign in ("-", MINUS):
        return text("speech.signs.minus")
    names = {"bb": "blinds", "x": "times", "\u00b1": "give_or_take"}
    return text(f"speech.signs.{names[sign]}") if sign in names else ","


def spoken_control(control: ControlInfo) -> ControlInfo:
    """Return a control with its texts as words for the voice.

    For a list, the value includes the position of the selected option.
    """
    read = name_hands if control.role in OF_CARDS else str
    value = control.value if control.role == "option" else _describe_value(control)
    return replace(
        control,
        label=read_signs(read(control.label)),
        value=read_signs(read(value)),
        reason=read_signs(control.reason),
        notes=tuple(end_sentence(read_signs(one)) for one in control.notes),
    )


def describe(control: ControlInfo) -> tuple[str, str, str]:
    """Return three texts about a control: name and role, value with its position, and further details."""
    label = name_hands(control.label) if control.role in OF_CARDS else control.label
    role = text(key) if current().has(key := f"speech.roles.{control.role}") else ""
    said = [label, "" if role.casefold() == label.casefold() else role]
    if control.reason:
        said.append(text("speech.off", reason=control.reason))
    more = join_sentences(*map(end_sentence, control.notes))
    return join_list(*said), _describe_value(control), more


def _describe_value(control: ControlInfo) -> str:
    """Return the value of a control, and its position among the options or rows."""
    value = name_hands(control.value) if control.role in OF_CARDS else control.value
    at, count = control.position
    return join_list(value, text("speech.place", place=at, count=count) if at else "")
