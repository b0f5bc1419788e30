"""The form of a run: a field for every setting, made from what the run says of it.

A number is typed and looked at with every letter, so that what cannot be is said at the field and before the start;
words are chosen from a list, or typed where anything may stand, as the name of a file; where files lie ready they
are chosen, and the last line of the list is for another one. The form knows no run and no setting by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.messages.training_answers import SettingEntry, Value
from game.screens.models.run_words import (
    choice_title,
    limits_in_words,
    ready_title,
    setting_title,
    understood,
    value_in_words,
)
from game.screens.ui.input import Key
from game.screens.ui.layout import Box
from game.screens.ui.leaves import Control, Field, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Option, RadioList, TextEntry

RADIO_ROW = 32.0
AFTER = 12.0
LONGEST, LONGEST_WORDS = 15, 600
ANOTHER = "another"
"""The last line of a list of files, which stands for one that is typed."""


class ValueEntry(TextEntry):
    """A line for a number, or for words, that is looked at with every letter."""

    def __init__(
        self, entry: SettingEntry, value: Value, changed: Act, name: str = "", label: str = ""
    ) -> None:
        super().__init__(
            name or f"setting.{entry.key}",
            label or setting_title(entry.key),
            value_in_words(value),
            lambda words: self.look(),
            allowed=_letters(entry),
            longest=LONGEST_WORDS if is_words(entry) else LONGEST,
            style="label_b",
            al="l" if is_words(entry) else "r",
        )
        self.takes_words = is_words(entry)
        self._entry = entry
        self._changed = changed
        self.number: Value | None = value

    @property
    def hint(self) -> str:
        """Nothing more: what is wrong stands below the line."""
        return self.disabled

    def key(self, event: Key) -> bool:
        """Edit the line, and look at what it says now."""
        used = super().key(event)
        if used:
            self.look()
        return used

    def look(self) -> None:
        """Read the number, or note what is wrong with it."""
        before = (self.number, self.problem)
        self.number, self.problem = understood(self._entry, self.value)
        if (self.number, self.problem) != before:
            self._changed()


class FreeChoice:
    """A list of what lies ready, and a line for another file that shows while the last of the list is chosen."""

    def __init__(self, entry: SettingEntry, value: str, changed: Act) -> None:
        another = Option(ANOTHER, text("train.another_file"))
        ready = value in entry.choices
        self.list = _choice(entry, value if ready else ANOTHER, lambda _: changed(), another)
        typed = "" if ready else value
        self.line = ValueEntry(entry, typed, changed, f"setting.{entry.key}.file", text("train.its_path"))
        self.line.shows_end = True

    @property
    def is_typed(self) -> bool:
        """Whether another file is named."""
        return self.list.chosen == ANOTHER

    @property
    def value(self) -> str:
        """What is chosen or typed."""
        return self.line.value.strip() if self.is_typed else self.list.chosen

    @property
    def problem(self) -> str:
        """What is wrong: nothing, or that no file is named."""
        return "" if self.value else text("train.wrong.file")


class Form:
    """The fields of one run, filled with `values`; `changed` hears of every change."""

    def __init__(self, entries: Sequence[SettingEntry], values: Mapping[str, object], changed: Act) -> None:
        self._entries = tuple(entries)
        self._numbers: dict[str, ValueEntry] = {}
        self._choices: dict[str, RadioList] = {}
        self._free: dict[str, FreeChoice] = {}
        for entry in self._entries:
            value = values.get(entry.key, entry.default)
            if entry.choices and entry.free:
                self._free[entry.key] = FreeChoice(entry, str(value), changed)
            elif entry.choices:
                self._choices[entry.key] = _choice(entry, str(value), lambda _: changed())
            else:
                known = value if isinstance(value, int | float | str) else entry.default
                self._numbers[entry.key] = ValueEntry(entry, known, changed)

    @property
    def problem(self) -> str:
        """What keeps the run from starting, with the name of the field; empty where nothing does."""
        for entry in self._entries:
            field = self._numbers.get(entry.key)
            if field is not None and field.problem:
                return text("train.wrong.at", field=field.label, sentence=field.problem)
            free = self._free.get(entry.key)
            if free is not None and free.problem:
                return text("train.wrong.at", field=free.list.label, sentence=free.problem)
        return ""

    @property
    def values(self) -> dict[str, Value]:
        """The settings, where nothing is wrong with them."""
        chosen: dict[str, Value] = {key: choice.chosen for key, choice in self._choices.items()}
        typed = {key: field.number for key, field in self._numbers.items() if field.number is not None}
        return {**chosen, **typed, **{key: free.value for key, free in self._free.items()}}

    def parts(self) -> list[Box]:
        """Return the fields as they lie below each other."""
        return [part for entry in self._entries for part in self._parts(entry)]

    def _parts(self, entry: SettingEntry) -> list[Box]:
        if entry.key in self._numbers:
            units = [one.unit for one in self._entries if one.key in self._numbers and one.unit]
            typed = self._numbers[entry.key]
            return [Field(typed, described(entry), entry.unit, units, full_width=typed.takes_words)]
        free = self._free.get(entry.key)
        choice = self._choices[entry.key] if free is None else free.list
        line = []
        if free is not None and free.is_typed:
            line = [Field(free.line, free.problem, full_width=free.line.takes_words)]
        return [
            Words(choice.label, "label_b", "text", 0),
            Words(entry.help, "small", "dim", 2),
            Control(choice, RADIO_ROW * len(choice.options), after=0 if line else AFTER),
            *line,
        ]


def described(entry: SettingEntry) -> str:
    """Return what a setting means and, of a number, what it may be.

    >>> described(SettingEntry("alpha", 0.1, "how far a value moves", low=0, high=1))
    'how far a value moves; from 0 to 1'
    """
    if isinstance(entry.default, str) or (entry.low, entry.high, entry.above) == (None, None, None):
        return entry.help
    return "; ".join(filter(None, (entry.help, limits_in_words(entry))))


def is_words(entry: SettingEntry) -> bool:
    """Return whether a setting is typed as words."""
    return isinstance(entry.default, str)


def _letters(entry: SettingEntry) -> Callable[[str], bool]:
    """Return which letters a setting may be typed with."""
    if is_words(entry):
        return str.isprintable
    below_zero = entry.above is None and (entry.low is None or entry.low < 0)
    letters = "0123456789," + ("" if isinstance(entry.default, int) else ".e") + ("-" if below_zero else "")
    return lambda letter: letter in letters


def _choice(entry: SettingEntry, value: str, change: Callable[[str], None], *more: Option) -> RadioList:
    titles = entry.titles or ("",) * len(entry.choices)
    options = [
        Option(one, ready_title(title) or choice_title(entry.key, one))
        for one, title in zip(entry.choices, titles, strict=True)
    ]
    options += more
    chosen = value if value in (option.value for option in options) else str(entry.default)
    return RadioList(f"setting.{entry.key}", setting_title(entry.key), options, chosen, change)
