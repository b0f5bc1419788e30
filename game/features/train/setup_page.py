"""The page on which the user chooses a run and a preset, fills in the settings, and sees the stored runs.

All choices come from the catalogue of runs. A kind of run that is added to the catalogue appears here with
its presets and its form. Enter starts the selected run.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from game.features.train.acts import NEW, RUNNING, StoredColumn, train_head
from game.request import Refusal
from game.study.training import (
    RunEntry,
    SettingEntry,
    StoredRun,
    Value,
    choice_title,
    format_limits,
    format_value,
    get_run_title,
    own_words,
    parse_setting,
    preset_title,
    ready_title,
    run_title,
    setting_title,
    tell_catalogue,
)
from game.study.training_model import Wish
from game.texts import retellable, text
from game.window.frame.actions import action
from game.window.frame.page import Page
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Breakpoint, Column, Columns, Space
from game.window.ui.leaves import Caps, Control, Field, Panel, Words
from game.window.ui.widgets import Button, Option, RadioList, TextEntry

RADIO_ROW = 32.0
AFTER = 12.0
LONGEST, LONGEST_WORDS = 15, 600
ANOTHER = "another"
"""The last option of a list of files, for a file name that the user types."""


class ValueEntry(TextEntry):
    """A field for a number or a text, checked on every keystroke."""

    def __init__(
        self, page: TrainSetup, entry: SettingEntry, value: Value, name: str = "", label: str = ""
    ) -> None:
        allowed = str.isprintable if is_words(entry) else lambda letter: letter in "0123456789,.e+-"
        super().__init__(
            name or f"setting.{entry.key}",
            label or setting_title(entry.key),
            format_value(value),
            lambda words: self.look(),
            allowed=allowed,
            longest=LONGEST_WORDS if is_words(entry) else LONGEST,
            style="label_b",
            al="l" if is_words(entry) else "r",
        )
        self.takes_words = is_words(entry)
        self._entry = entry
        self._page = page
        self.setting: Value | None = value

    @property
    def hint(self) -> str:
        return self.disabled

    def key(self, event: Key) -> bool:
        """Edit the text, and check it."""
        used = super().key(event)
        if used:
            self.look()
        return used

    def look(self) -> None:
        """Parse the text, or store the problem with it."""
        before = (self.setting, self.problem)
        self.setting, self.problem = parse_setting(self._entry, self.value)
        if (self.setting, self.problem) != before:
            self._page.form_changed()

    def boxes(self, units: Sequence[str]) -> list[Box]:
        """Return the field with its name, unit and description.

        `units` are the units of all fields in the column, so that all units get the same width.
        """
        return [
            Field(
                self,
                describe_entry(self._entry),
                tell_catalogue(self._entry.unit),
                units,
                full_width=self.takes_words,
            )
        ]


class ListField:
    """The field of a setting with a list of options.

    If the setting allows other files, the last option has a text field for the path of another file.
    """

    def __init__(self, page: TrainSetup, entry: SettingEntry, value: str) -> None:
        self.label, self._help = setting_title(entry.key), tell_catalogue(entry.help)
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
            self._line = ValueEntry(page, entry, typed, f"{name}.file", label)
            self._line.shows_end = True
        chosen = value if ready else ANOTHER if entry.free else str(entry.default)
        self._list = RadioList(name, self.label, options, chosen, lambda _: page.form_changed())

    @property
    def _typed(self) -> ValueEntry | None:
        return self._line if self._list.chosen == ANOTHER else None

    @property
    def setting(self) -> str:
        return self._typed.value.strip() if self._typed is not None else self._list.chosen

    @property
    def problem(self) -> str:
        return text("train.wrong.file") if self._line is not None and not self.setting else ""

    def boxes(self, units: Sequence[str]) -> list[Box]:
        """Return the name and description, the list below them, and the text field."""
        typed = self._typed
        line = [] if typed is None else [Field(typed, self.problem, full_width=typed.takes_words)]
        return [
            Words(self.label, "label_b", "text", 0),
            Words(self._help, "small", "dim", 2),
            Control(self._list, RADIO_ROW * len(self._list.options), after=0 if line else AFTER),
            *line,
        ]


class Form:
    """The form of a run: a field for every setting, built from the description of the setting.

    A number is checked on every keystroke, so an error appears at its field before the run starts. A text is chosen
    from a list, or typed if any text is allowed. For a file, the available files are listed, and the last option is
    a field for the path of another file. The form has no code for particular runs or settings.

    Args:
        page: The page to notify of every change.
        values: The initial values of the settings, by key.
    """

    def __init__(
        self, page: TrainSetup, entries: Sequence[SettingEntry], values: Mapping[str, object]
    ) -> None:
        self._fields: dict[str, ValueEntry | ListField] = {}
        self._units = [tell_catalogue(entry.unit) for entry in entries if not entry.choices and entry.unit]
        for entry in entries:
            value = values.get(entry.key, entry.default)
            if entry.choices:
                self._fields[entry.key] = ListField(page, entry, str(value))
            else:
                known = value if isinstance(value, int | float | str) else entry.default
                self._fields[entry.key] = ValueEntry(page, entry, known)

    @property
    def problem(self) -> str:
        wrong = next((field for field in self._fields.values() if field.problem), None)
        return "" if wrong is None else text("train.wrong.at", field=wrong.label, sentence=wrong.problem)

    @property
    def values(self) -> dict[str, Value]:
        return {key: field.setting for key, field in self._fields.items() if field.setting is not None}

    def parts(self) -> list[Box]:
        return [box for field in self._fields.values() for box in field.boxes(self._units)]


@retellable
def describe_entry(entry: SettingEntry) -> str:
    """Return the description of a setting and, for a number, its limits.

    >>> describe_entry(SettingEntry("alpha", 0.1, "how far a value moves", low=0, high=1))
    'how far a value moves; from 0 to 1'
    """
    if isinstance(entry.default, str) or (entry.low, entry.high, entry.above) == (None, None, None):
        return tell_catalogue(entry.help)
    return "; ".join(filter(None, (tell_catalogue(entry.help), format_limits(entry))))


def is_words(entry: SettingEntry) -> bool:
    return isinstance(entry.default, str)


KEPT_AS = "train"  # the key of the last choices in the settings
PADDING, LOW_PADDING = 28.0, 20.0
MIN_COLUMN, COLUMN_GAP = 270.0, 48.0
SETUP_RADIO_ROW, WIDEST = 35.0, 1320.0


@page("train_with")
class TrainSetup(Page):
    """The page of new and stored runs. The form starts with the settings of `wish`, if given."""

    name: ClassVar[str] = "train_setup"
    keys: ClassVar[str] = "train"
    above, foot = 12.0, 0.0

    def __init__(self, app: Services, wish: Wish | None = None) -> None:
        super().__init__(app)
        self._training = app.models.training
        self._form: Form | None = None
        self._form_entry: RunEntry | None = None
        self._wish, self._refusal = wish, ""
        self._begins = False
        self._head = train_head(app, NEW, self.escape, self._turn)
        remembered = app.settings.tables.get(KEPT_AS, {})
        kind = wish.kind if wish is not None else remembered.get("kind", "")
        self._kinds = RadioList("kind", text("train.what"), [], kind, lambda _: self.show())
        self._presets = {remembered.get("kind", ""): remembered.get("preset", "")}
        """The preset that was chosen last, by kind of run."""
        if wish is not None and wish.preset:
            self._presets[wish.kind] = wish.preset
        self._preset = RadioList("preset", text("train.preset"), [], "", self._choose_preset)
        self._begin = Button(
            "begin", text("train.begin"), self.begin, kind="primary", keycap=text("keys.enter")
        )
        self._again = Button("again", text("table.try_again"), self._training.look, style="label_b")
        self.stored = StoredColumn(self)
        self._training.look()
        self.show()
        self.controls.focus("kind")

    # ---- choices --------------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.entry.game if self.entry is not None else ""

    @property
    def _kinds_listed(self) -> dict[str, list[RunEntry]]:
        """The kinds of run, each with a list of its presets."""
        kinds: dict[str, list[RunEntry]] = {}
        for entry in self._training.runs:
            kinds.setdefault(entry.run or entry.name, []).append(entry)
        return kinds

    @property
    def entry(self) -> RunEntry | None:
        """The selected preset."""
        kind = self._kinds.chosen
        presets, wanted = self._kinds_listed.get(kind, []), self._presets.get(kind, "")
        return next((entry for entry in presets if entry.name == wanted), presets[0] if presets else None)

    @property
    def refusal(self) -> str:
        """The reason why the run cannot be started now, or ""."""
        if self._form is None:
            return text("train.nothing_listed")
        if self._training.at_work is not None:
            return text("train.one_at_a_time", name=get_run_title(self._training.at_work.run))
        return self._form.problem

    @property
    def live_version(self) -> Hashable:
        return self._training.version

    # ---- actions --------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Store the run and start it. If the list of stored runs is still pending, wait for it."""
        entry = self.entry
        self._begins = not self._training.listed
        if entry is None or self._form is None or self.refusal:
            return
        words = {"kind": self._kinds.chosen, "preset": entry.name}
        self.app.change(tables={**self.app.settings.tables, KEPT_AS: words})
        self._training.start(entry.name, self._form.values, self._take_run)

    def _take_run(self, run: StoredRun | Refusal) -> None:
        self._refusal = run.sentence if isinstance(run, Refusal) else ""
        if not isinstance(run, Refusal) and self in self.app.screens:
            self._open(run)
        self.show()

    def _open(self, run: StoredRun) -> None:
        self.app.open("train_run", run, in_place=True)

    def _turn(self, page: str) -> None:
        """Open the page of the active run, or of the selected stored run."""
        self._head.switch.chosen = NEW
        shown = self._shown_run
        if page == RUNNING and shown is not None:
            self._open(shown)

    @property
    def _shown_run(self) -> StoredRun | None:
        work = self._training.at_work
        return work.run if work is not None else self.stored.run

    def _choose_preset(self, name: str) -> None:
        self._presets[self._kinds.chosen] = name
        self.show()

    # ---- lists ----------------------------------------------------------------------------------------------
    def show(self) -> None:
        """Offer every kind of run that is available, and the presets and the form of the selected kind."""
        kinds = self._kinds_listed
        if self._kinds.chosen not in kinds and (self._training.listed or self._wish is None):
            self._kinds.chosen = next(iter(kinds), "")  # the run of `wish` may only be listed later
        self._kinds.options = tuple(
            Option(kind, text("train.of_game", run=run_title(kind), game=own_words(f"games.{game}", game)))
            for kind, game in ((kind, presets[0].game) for kind, presets in kinds.items())
        )
        entry = self.entry
        self._preset.options = tuple(
            Option(one.name, preset_title(one.name)) for one in kinds.get(self._kinds.chosen, ())
        )
        self._preset.chosen = entry.name if entry is not None else ""
        if entry is not None and entry != self._form_entry:
            if self._form is None:
                self.controls.focus("kind")
            same = self._form_entry is not None and self._form_entry.name == entry.name
            typed = self._form.values if self._form is not None and same else {}
            wish = self._wish
            fits = wish is not None and wish.kind == entry.run and wish.preset in ("", entry.name)
            wished = wish.settings if wish is not None and fits else {}
            values = {**entry.settings, **typed, **wished}
            self._form, self._form_entry = Form(self, entry.form, values), entry
        super().show()
        if self._begins and self._training.listed:
            self.begin()

    def form_changed(self) -> None:
        self._refusal, self._wish = "", None
        self.relayout()

    # ---- the layout -----------------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        return 20.0 if window.narrow else 24.0 if window.low else max(40.0, (window.width - WIDEST) / 2)

    def compose(self, window: Breakpoint) -> Box:
        """Return a panel of three columns: the kind of run, its settings, and the stored runs."""
        self._head.switch.disabled = "" if self._shown_run is not None else text("train.nothing_runs")
        stored = Column(*self.stored.parts()).focused_last(2)
        fields = self._form.parts() if self._form is not None else []
        columns = Column(*self._about_what()), Column(Caps(text("train.how")), *fields), stored
        by = LOW_PADDING if window.low or window.narrow else PADDING
        inside = Columns(*columns, least=MIN_COLUMN, gap=COLUMN_GAP, ruled=True)
        return Column(Panel(inside, head=by, foot=by, side=by), Space(self.margin_at(window) / 2))

    def _about_what(self) -> list[Box]:
        entry, not_listed = self.entry, self._training.not_listed
        caps = Caps(text("train.what"), "brass")
        if entry is None and not_listed:
            return [caps, Words(not_listed, "label", "bad", 12), Control(self._again, 46, after=8)]
        if entry is None:
            key = "train.nothing_listed" if self._training.listed else "train.listing"
            return [caps, Words(text(key), "label", "dim")]
        self._begin.disabled = self.refusal
        problem, has_presets = self._refusal or self.refusal, len(self._preset.options) > 1
        return [
            caps,
            Control(self._kinds, SETUP_RADIO_ROW * len(self._kinds.options), after=14),
            Caps(text("train.preset")).when(has_presets),
            Control(self._preset, SETUP_RADIO_ROW * len(self._preset.options), after=10).when(has_presets),
            Words(tell_catalogue(entry.description), "label", "dim", 14),
            Control(self._begin, 46, after=8).focused_last(),
            Words(problem, "small", "bad").when(problem),
        ]

    # ---- actions --------------------------------------------------------------------------------------------
    @action(*ENTER, hinted=False)
    def start(self) -> None:
        self.begin()


@page("train", key="t", icon="train", position=20, badge=lambda models: models.training.badge)
def open_training(app: Services) -> None:
    """Open the page of the active run, or the page of all runs if no run is active."""
    work = app.models.training.at_work
    if work is None:
        app.open("train_with")
    else:
        app.open("train_run", work.run)
