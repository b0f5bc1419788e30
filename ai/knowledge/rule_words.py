"""The language of an expert's rules: parse conditions, hands, moves and mixes, and resolve names.

- Choices: a word, or a list of words. For made hands and draws, phrases such as "top pair or better" and "low pair
  or worse" are allowed, too.
- Numbers: "at least 60%", "under 2.5", "40% to 60%" (40 included, 60 excluded). A name may replace a number.
- Hands: the name of a group, or a range in poker notation, such as "TT+,AQs".
- Moves: "fold", "check", "call", and "bet" or "raise" with a size. Sizes are "33%" or "pot" (a share of the pot),
  "2.5bb" (big blinds in total), "3x" (times the bet to call), "min" and "all-in".
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ai.hands.combos import Bools, parse_range
from ai.knowledge.rules import (
    ALL_IN,
    CHOICE_WORDS,
    NUMBER_LIMITS,
    ORDERED_TOPICS,
    Condition,
    HandCondition,
    NumberCondition,
    RuleAction,
    Unit,
    WordCondition,
)
from game import texts
from game.core import BadInput

CONDITIONS = ("street", "position", "facing", "initiative", "hand", "made", "draw", *NUMBER_LIMITS)
"""The topics of conditions, in the order of display."""

_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?|-?\.\d+)\s*(%?)")
_SIZE = re.compile(r"(\d+(?:\.\d+)?)(%|bb|x)")
_UNITS: Mapping[str, tuple[float, Unit]] = {"%": (0.01, "pot"), "bb": (1.0, "bb"), "x": (1.0, "x")}


def parse_number(written: object, named: Mapping[str, float]) -> float:
    """Parse a number, a percentage, or the name of a number.

    Raises:
        BadInput: If the text is neither a number nor a known name.

    >>> parse_number("62%", {}), parse_number("value bet", {"value bet": 0.6})
    (0.62, 0.6)
    """
    if (
        isinstance(written, int | float)
        and not isinstance(written, bool)
        and abs(written) <= sys.float_info.max
    ):
        return float(written)
    text = str(written).strip()
    if match := _NUMBER.fullmatch(text):
        return round(float(match[1]) / 100, 10) if match[2] else float(match[1])
    if text in named:
        return named[text]
    if not named:
        raise BadInput(texts.text("input_errors.rules.no_number", value=text[:60]))
    names = ", ".join(named)
    raise BadInput(texts.text("input_errors.rules.no_named_number", value=text[:60], names=names))


def parse_choice(what: str, written: object) -> WordCondition:
    """Parse a choice for the topic `what`.

    Raises:
        BadInput: If a word is unknown.
    """
    known = CHOICE_WORDS[what]
    words = [word for entry in _entries(written) for word in _words(what, str(entry).strip(), known)]
    if not words:
        raise BadInput(texts.text("input_errors.rules.no_choice", topic=what, known=", ".join(known)))
    chosen = frozenset(words)
    places = [index for index, word in enumerate(known) if word in chosen]
    return WordCondition(chosen, np.array(places, np.int64))


def parse_span(what: str, written: object, named: Mapping[str, float]) -> NumberCondition:
    """Parse a span of numbers.

    Raises:
        BadInput: If the text is not a span within the limits of the topic `what`. The message shows the syntax.
    """
    text = str(written).strip()
    low: float | None = None
    high: float | None = None
    first, to, second = text.partition(" to ")
    if to:
        low, high = parse_number(first, named), parse_number(second, named)
    elif text.startswith("at least "):
        low = parse_number(text.removeprefix("at least "), named)
    elif text.startswith("under "):
        high = parse_number(text.removeprefix("under "), named)
    else:
        raise BadInput(texts.text("input_errors.rules.no_span", topic=what, value=text))
    return _checked_span(what, text, low, high)


def span_ends(text: str) -> tuple[str, ...]:
    """Return the limits of a span as text: numbers or names.

    >>> span_ends("at least value"), span_ends("40% to strong")
    (('value',), ('40%', 'strong'))
    """
    return tuple(text.removeprefix("at least ").removeprefix("under ").split(" to "))


def value_text(written: object) -> str:
    """Return a value from a rule file as one line of text."""
    if isinstance(written, dict):
        return ", ".join(f"{move}: {share}" for move, share in written.items())
    return ", ".join(map(str, written)) if isinstance(written, list) else str(written)


def parse_hands(written: object, groups: Mapping[str, Bools]) -> HandCondition:
    """Parse one or more groups or ranges of hands."""
    hands = np.zeros(1326, np.bool_)
    for entry in _entries(written):
        hands |= _hands(str(entry).strip(), groups)
    return HandCondition(hands)


def parse_move(written: object) -> RuleAction:
    """Parse a move.

    >>> parse_move("bet 33%"), parse_move("raise 3x").unit, parse_move("check").kind
    (RuleAction(kind='bet', amount=0.33, unit='pot'), 'x', 'check')
    """
    kind, _, size = str(written).strip().partition(" ")
    if kind == "fold" and not size:
        return RuleAction("fold")
    if kind == "check" and not size:
        return RuleAction("check")
    if kind == "call" and not size:
        return RuleAction("call")
    if kind == "bet":
        return RuleAction("bet", *_size(size, str(written)))
    if kind == "raise":
        return RuleAction("raise", *_size(size, str(written)))
    raise BadInput(texts.text("input_errors.rules.no_move", value=written))


def _size(text: str, written: str) -> tuple[float, Unit]:
    plain = {"pot": 1.0, "all-in": ALL_IN, "min": 0.0}
    if text in plain:
        return plain[text], "pot"
    match = _SIZE.fullmatch(text)
    if match is None:
        raise BadInput(texts.text("input_errors.rules.no_size", value=written))
    scale, unit = _UNITS[match[2]]
    return round(float(match[1]) * scale, 10), unit


def _entries(written: object) -> Iterable[Any]:
    return written if isinstance(written, list) else [written]


def _words(what: str, text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that one item of a choice stands for. `what` is the topic, and `known` are its words."""
    word, _, order = text.partition(" or ")
    if word in known and what in ORDERED_TOPICS and order in ("better", "worse"):
        index = known.index(word)
        return known[index:] if order == "better" else known[: index + 1]
    if text not in known:
        fields = {"topic": what, "value": text, "known": ", ".join(known)}
        raise BadInput(texts.text("input_errors.rules.unknown_choice", **fields))
    return (text,)


def _hands(text: str, groups: Mapping[str, Bools]) -> Bools:
    if text in groups:
        return groups[text]
    try:
        return parse_range(text) > 0
    except BadInput as error:
        fields = {"value": text, "reason": str(error)}
        if groups:
            sentence = texts.text("input_errors.rules.no_named_hands", names=", ".join(groups), **fields)
        else:
            sentence = texts.text("input_errors.rules.no_hands", **fields)
        raise BadInput(sentence) from None


def _checked_span(what: str, text: str, low: float | None, high: float | None) -> NumberCondition:
    least, most = NUMBER_LIMITS[what]
    for value in (low, high):
        if value is not None and not least <= value <= most:
            fields = {"topic": what, "value": text, "least": f"{least:g}"}
            if math.isinf(most):
                raise BadInput(texts.text("input_errors.rules.too_small", **fields))
            raise BadInput(texts.text("input_errors.rules.beyond", **fields, most=f"{most:g}"))
    if low is not None and high is not None and low >= high:
        raise BadInput(texts.text("input_errors.rules.falling", topic=what, value=text))
    return NumberCondition(low, high)


NAMED_SECTIONS = ("numbers", "hands", "mixes")
PROBABILITY_TOLERANCE = 1e-6
"""The tolerance for a sum of probabilities."""

Mix = Mapping[RuleAction, float]


@dataclass(slots=True)
class RuleNames:
    """The defined names, with the file and section of their last definition, and the names that the rules use."""

    numbers: dict[str, float] = field(default_factory=dict)
    hands: dict[str, Bools] = field(default_factory=dict)
    mixes: dict[str, Mix] = field(default_factory=dict)
    definitions: dict[tuple[str, str], str] = field(default_factory=dict)
    mentions: set[str] = field(default_factory=set)
    _texts: dict[str, str] = field(default_factory=dict)

    def give(self, section: str, name: str, written: object, where: str) -> None:
        """Define a name of a section. `where` is the place of the definition in a file.

        Raises:
            BadInput: If the value of the name cannot be parsed.
        """
        self.definitions[section, name] = where
        if section == "numbers":
            self.numbers[name] = parse_number(written, {})
        elif section == "hands":
            self.hands[name] = parse_hands(written, self.hands).hands
        else:
            self.mixes[name] = self._mix(written)
            self._texts[name] = value_text(written)

    def condition(self, what: str, written: object) -> Condition:
        """Parse a condition on the topic `what`.

        Raises:
            BadInput: If the condition is not valid.
        """
        if what in CHOICE_WORDS:
            return parse_choice(what, written)
        if what in NUMBER_LIMITS:
            self._mention(*span_ends(str(written)))
            return parse_span(what, written, self.numbers)
        self._mention(*(written if isinstance(written, list) else [written]))
        return parse_hands(written, self.hands)

    def mix(self, written: object) -> Mix:
        """Parse the mix under `do`: moves with their probabilities, the name of a mix, or one move.

        Raises:
            BadInput: If `written` is not a mix. The message lists the named mixes.
        """
        if isinstance(written, str) and written.strip() in self.mixes:
            self._mention(written)
            return self.mixes[written.strip()]
        try:
            return self._mix(written)
        except BadInput as error:
            if not isinstance(written, str) or not self.mixes:
                raise
            known = texts.text("input_errors.rules.mixes", names=", ".join(self.mixes))
            raise BadInput(texts.join_sentences(str(error), known)) from None

    def condition_text(self, what: str, written: object) -> str:
        """Return a condition on the topic `what` as text. Each name is followed by its number."""
        text = value_text(written)
        if what not in NUMBER_LIMITS:
            return text
        ends = span_ends(text)
        return text.removesuffix(" to ".join(ends)) + " to ".join(
            self._with_figure(what, end) for end in ends
        )

    def mix_text(self, written: object) -> str:
        text = value_text(written)
        return self._texts.get(text, text)

    def idle(self) -> list[tuple[str, str]]:
        """Return a pair (place in the file, sentence) for each name that no rule uses.

        Such a name is probably a typo.
        """
        found = []
        for (section, name), where in self.definitions.items():
            if name not in self.mentions:
                others = [
                    other for kind, other in self.definitions if kind == section and other in self.mentions
                ]
                if others:
                    known = ", ".join(others)
                    sentence = texts.text("input_errors.rules.idle_among", name=name, others=known)
                else:
                    sentence = texts.text("input_errors.rules.idle", name=name)
                found.append((where, sentence))
        return found

    def _with_figure(self, what: str, end: str) -> str:
        """Return a limit of a span as text. If the limit is a name, the number with this name follows."""
        if end not in self.numbers:
            return end
        value = self.numbers[end]
        return f"{end} ({value * 100:g}%)" if abs(NUMBER_LIMITS[what][1]) <= 1 else f"{end} ({value:g})"

    def _mention(self, *names: object) -> None:
        self.mentions |= {str(name).strip() for name in names}

    def _mix(self, written: object) -> Mix:
        if not isinstance(written, dict) or not written:
            return {parse_move(written): 1.0}
        mix: dict[RuleAction, float] = {}
        for move, share in written.items():
            self._mention(share)
            probability = parse_number(share, self.numbers)
            if not 0.0 <= probability <= 1.0:
                raise BadInput(texts.text("input_errors.rules.probability", move=move, share=share))
            mix[parse_move(move)] = probability
        whole = sum(mix.values())
        if abs(whole - 1.0) > PROBABILITY_TOLERANCE:
            text = value_text(written)
            raise BadInput(texts.text("input_errors.rules.sum", mix=text, sum=f"{whole * 100:g}"))
        return {move: share for move, share in mix.items() if share > 0.0}
