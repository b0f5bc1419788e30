"""Texts for the voice: descriptions of controls, and signs and cards as they are read aloud."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from game.rules.cards import RANKS
from game.texts import MINUS, current, join_list, join_sentences, text
from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.controls import ControlInfo, Controls
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.widget import Widget

OF_CARDS = ("grid", "cards", "picture", "chart", "path", "table")
"""The roles of controls whose values contain cards and hand classes."""
WITH_LABEL_ALONE = ("button", "control")
_CARDS = re.compile(r"(?<![\w:])((?:[2-9TJQKA][shdc])+)(?!\w)")
_RUN = re.compile(r"(?<!\w)((?:[2-9TJQKA][shdc]){2,})(?!\w)")
_CLASS = re.compile(r"(?<![\w.,])([2-9TJQKA])([2-9TJQKA])([so]?)(?![\w.,%])")
_SIGN = re.compile(r"(?<![\w])(-|\u2212|\u00b1)(?=\d)|\bbb\b|(?<=\d)x\b|\s?[\u2192\u00b7]")


def card_name(code: str) -> str:
    """Return a card in words.

    >>> card_name("As"), card_name("Td")
    ('ace of spades', 'ten of diamonds')
    """
    return text("speech.card", rank=rank_name(code[0]), suit=text(f"speech.suits.{code[1]}"))


def rank_name(letter: str) -> str:
    return text("holdem.hands.ranks").split()[RANKS.index(letter)]


def name_cards(codes: Sequence[str]) -> str:
    return join_list(*map(card_name, codes))


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
    """Add a full stop unless the text already ends with a punctuation mark."""
    return words if words[-1] in ".!?:。！？：" else text("speech.sentence", words=words)


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
    """Return a control whose label and value are read as words."""
    read = name_hands if control.role in OF_CARDS else str
    return replace(control, label=read_signs(read(control.label)), value=read_signs(read(control.value)))


def describe(controls: Controls) -> tuple[str, str, str]:
    """Return the name and role of the focused control, its value with its place, and more about both."""
    widget = controls.focused
    if widget is None:
        return "", "", ""
    label = name_hands(widget.label) if widget.role in OF_CARDS else widget.label
    role = text(key) if current().has(key := f"speech.roles.{widget.role}") else ""
    said = [label, "" if role.casefold() == label.casefold() else role]
    if widget.disabled:
        said.append(text("speech.off", reason=widget.disabled))
    more = widget.tooltip if not widget.disabled else ""
    if isinstance(widget, Choice):
        more = join_sentences(*(end_sentence(words) for words in (*widget.notes, more) if words))
    return join_list(*said), _describe_value(widget), more


def _describe_value(widget: Widget) -> str:
    """Return the value of a control, and its place among the options or rows."""
    value = name_hands(widget.value) if widget.role in OF_CARDS else widget.value
    place = ""
    if isinstance(widget, Rows) and widget.count:
        place = text("speech.place", place=widget.chosen + 1, count=widget.count)
    elif isinstance(widget, Choice) and len(widget.options) > 1:
        at = next((at for at, one in enumerate(widget.options, 1) if one.value == widget.chosen), 0)
        place = text("speech.place", place=at, count=len(widget.options)) if at else ""
    return join_list(value, place)
