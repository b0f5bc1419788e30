"""The form of a run: a field for every setting, made from what the run says of it.

A number is typed and looked at with every letter, so that what cannot be is said at the field and before the start;
words are chosen from a list, or typed where anything may stand, as the name of a file; where files lie ready they
are chosen, and the last line of the list is for another one. The form knows no run and no setting by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.study.run_words import (
    choice_title,
    limits_in_words,
    ready_title,
    setting_title,
    understood,
    value_in_words,
)
from game.study.training import SettingEntry, Value
from game.texts import text
from game.window.ui.input import Key
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Field, Words
from game.window.ui.widgets import Act, Option, RadioList, TextEntry

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
        self.setting: Value | None = value

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
        before = (self.setting, self.problem)
        self.setting, self.problem = understood(self._entry, self.value)
        if (self.setting, self.problem) != before:
            self._changed()

    def boxes(self, units: Sequence[str]) -> list[Box]:
        """Return the line with its name, unit and what it means. `units` are those of the lines around it."""
        return [Field(self, described(self._entry), self._entry.unit, units, full_width=self.takes_words)]


class ListField:
    """One of the choices of a setting; where it is `free`, the last of them is another file, which is typed."""

    def __init__(self, entry: SettingEntry, value: str, changed: Act) -> None:
        self.label, self._help = setting_title(entry.key), entry.help
        self._line: ValueEntry | None = None
        titles = entry.titles or ("",) * len(entry.choices)
        options = [
            Option(one, ready_title(title) or choice_title(entry.key, one))
            for one, title in zip(entry.choices, titles, strict=True)
        ]
        name, ready = f"setting.{entry.key}", value in entry.choices
        if entry.free:
            options.append(Option(ANOTHER, text("train.another_file")))
            typed, label = "" if ready else value, text("train.its_path")
            self._line = ValueEntry(entry, typed, changed, f"{name}.file", label)
            self._line.shows_end = True
        chosen = value if ready else ANOTHER if entry.free else str(entry.default)
        self._list = RadioList(name, self.label, options, chosen, lambda _: changed())

    @property
    def _typed(self) -> ValueEntry | None:
        """The line of another file, where one is named."""
        return self._line if self._list.chosen == ANOTHER else None

    @property
    def setting(self) -> str:
        """What is chosen or typed."""
        return self._typed.value.strip() if self._typed is not None else self._list.chosen

    @property
    def problem(self) -> str:
        """What is wrong: nothing, or that no file is named."""
        return text("train.wrong.file") if self._line is not None and not self.setting else ""

    def boxes(self, units: Sequence[str]) -> list[Box]:
        """Return the list below its name and what it means, and the line to type in."""
        typed = self._typed
        line = [] if typed is None else [Field(typed, self.problem, full_width=typed.takes_words)]
        return [
            Words(self.label, "label_b", "text", 0),
            Words(self._help, "small", "dim", 2),
            Control(self._list, RADIO_ROW * len(self._list.options), after=0 if line else AFTER),
            *line,
        ]


class Form:
    """The fields of one run, filled with `values`; `changed` hears of every change."""

    def __init__(self, entries: Sequence[SettingEntry], values: Mapping[str, object], changed: Act) -> None:
        self._fields: dict[str, ValueEntry | ListField] = {}
        self._units = [entry.unit for entry in entries if not entry.choices and entry.unit]
        for entry in entries:
            value = values.get(entry.key, entry.default)
            if entry.choices:
                self._fields[entry.key] = ListField(entry, str(value), changed)
            else:
                known = value if isinstance(value, int | float | str) else entry.default
                self._fields[entry.key] = ValueEntry(entry, known, changed)

    @property
    def problem(self) -> str:
        """What keeps the run from starting, with the name of the field; empty where nothing does."""
        wrong = next((field for field in self._fields.values() if field.problem), None)
        return "" if wrong is None else text("train.wrong.at", field=wrong.label, sentence=wrong.problem)

    @property
    def values(self) -> dict[str, Value]:
        """The settings, where nothing is wrong with them."""
        return {key: field.setting for key, field in self._fields.items() if field.setting is not None}

    def parts(self) -> list[Box]:
        """Return the fields as they lie below each other."""
        return [box for field in self._fields.values() for box in field.boxes(self._units)]


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
    """Return which letters a setting may be typed with.

    All that a number can hold may be typed and is judged as a whole. A point that is left out would make 25 of 2.5.
    """
    return str.isprintable if is_words(entry) else lambda letter: letter in "0123456789,.e+-"
