"""Choosing what to train: a run, a preset, its settings in a form; beside them the runs that were begun before.

Everything on this page comes from the catalogue: a run that is added there appears here with its presets and its
form. Enter alone starts the run that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from game.messages.training_answers import RunEntry, StoredRun
from game.request import Refusal
from game.screens.frame.page import Binding, Page
from game.screens.frame.screen import Screen, Services
from game.screens.models.run_words import own_words, preset_title, run_title, title_of
from game.screens.pages.train.form import Form
from game.screens.pages.train.head import NEW, RUNNING, Wish, train_head
from game.screens.pages.train.stored import StoredColumn
from game.screens.ui.input import ENTER
from game.screens.ui.layout import Box, Breakpoint, Column, Columns, Space
from game.screens.ui.leaves import Caps, Control, Panel, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button, Option, RadioList

OpenRun = Callable[["Services", StoredRun], Screen]
KEPT_AS = "train"  # the name in the settings of what was chosen last
PADDING, LOW_PADDING = 28.0, 20.0
LEAST_COLUMN, COLUMN_GAP = 270.0, 48.0
RADIO_ROW, WIDEST = 35.0, 1320.0
SECONDS_A_DRAWING = 0.1


class TrainSetup(Page):
    """The page of new and stored runs. `open_run` makes the screen that shows one; a wish is put into its form."""

    name: ClassVar[str] = "train_setup"
    keys: ClassVar[str] = "train"
    above, foot = 12.0, 0.0

    def __init__(self, app: Services, open_run: OpenRun, wish: Wish | None = None) -> None:
        super().__init__(app)
        self._open_run = open_run
        self._room = app.training
        self._seen, self._since_drawing = -1, SECONDS_A_DRAWING
        self._form: Form | None = None
        self._form_of: RunEntry | None = None
        self._wish, self._refused = wish, ""
        self._head = train_head(app, NEW, self.escape, self._turn)
        remembered = app.settings.tables.get(KEPT_AS, {})
        self._kind = remembered.get("kind", "")
        self._preset_of = {self._kind: remembered.get("preset", "")}
        """The preset that was chosen last, by kind of run."""
        if wish is not None:
            self._kind = wish.kind
            if wish.preset:
                self._preset_of[wish.kind] = wish.preset
        self._again = Button("again", text("table.try_again"), self._room.look, style="label_b")
        self._room.look()
        self._stored = StoredColumn(app, self._show, self._rebuild)
        self._build()
        self.controls.focus("kind")

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game of the run that is shown."""
        entry = self.entry
        return entry.game if entry is not None else ""

    @property
    def kinds(self) -> dict[str, list[RunEntry]]:
        """What can be trained: every kind of run with its presets."""
        kinds: dict[str, list[RunEntry]] = {}
        for entry in self._room.runs:
            kinds.setdefault(entry.run or entry.name, []).append(entry)
        return kinds

    @property
    def entry(self) -> RunEntry | None:
        """The preset that is shown."""
        presets, wanted = self._presets, self._preset_of.get(self._kind, "")
        return next((entry for entry in presets if entry.name == wanted), presets[0] if presets else None)

    @property
    def refusal(self) -> str:
        """Why the run cannot be started now; empty where it can."""
        if self._form is None:
            return text("train.nothing_listed")
        if self._room.at_work is not None:
            return text("train.one_at_a_time", name=title_of(self._room.at_work.run))
        return self._form.problem

    # ---- what is done ---------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Store the run and set it to work."""
        entry = self.entry
        if entry is None or self._form is None or self.refusal:
            return
        words = {"kind": self._kind, "preset": entry.name}
        self.app.change(tables={**self.app.settings.tables, KEPT_AS: words})
        self._room.start(entry.name, self._form.values, self._begun)

    def _begun(self, run: StoredRun | Refusal) -> None:
        self._refused = run.sentence if isinstance(run, Refusal) else ""
        if not isinstance(run, Refusal) and self in self.app.screens:
            self._show(run)
        self._rebuild()

    def _show(self, run: StoredRun) -> None:
        self.app.replace(self._open_run(self.app, run))

    def _turn(self, page: str) -> None:
        """Go over to the run at work, or to the stored one that is chosen."""
        self._head.switch.chosen = NEW
        work = self._room.at_work
        shown = work.run if work is not None else self._stored.run
        if page == RUNNING and shown is not None:
            self._show(shown)

    def _choose_kind(self, kind: str) -> None:
        self._kind = kind
        self._rebuild()

    def _choose_preset(self, name: str) -> None:
        self._preset_of[self._kind] = name
        self._rebuild()

    # ---- the widgets ----------------------------------------------------------------------------------------
    def _rebuild(self) -> None:
        was_empty = self.entry is None or self._form is None
        self._build()
        if was_empty and self._form is not None:
            self.controls.focus("kind")
        self.relayout()

    def _build(self) -> None:
        """Make the widgets for what is listed and chosen; what was typed stays."""
        self._listed, kinds = self._what_is_listed, self.kinds
        if self._kind not in kinds and (self._room.listed or self._wish is None):
            self._kind = next(iter(kinds), "")  # what is wished for may only come
        entry = self.entry
        names = {
            kind: own_words(f"games.{presets[0].game}", presets[0].game) for kind, presets in kinds.items()
        }
        options = [
            Option(kind, text("train.of_game", run=run_title(kind), game=game))
            for kind, game in names.items()
        ]
        self._kinds = RadioList("kind", text("train.what"), options, self._kind, self._choose_kind)
        presets = [Option(one.name, preset_title(one.name)) for one in self._presets]
        shown = entry.name if entry is not None else ""
        self._preset = RadioList("preset", text("train.preset"), presets, shown, self._choose_preset)
        if entry is not None and entry != self._form_of:
            self._form, self._form_of = self._form_for(entry), entry
        self._begin = Button(
            "begin", text("train.begin"), self.begin, kind="primary", keycap=text("keys.enter")
        )
        self._begin.disabled = self.refusal
        self._stored.build()

    def _form_for(self, entry: RunEntry) -> Form:
        """Return the form of a preset; where it is listed anew, with a log more, what was typed stays."""
        same = self._form is not None and self._form_of is not None and self._form_of.name == entry.name
        typed = self._form.values if self._form is not None and same else {}
        wish = self._wish
        fits = wish is not None and wish.kind == entry.run and wish.preset in ("", entry.name)
        wished = wish.settings if wish is not None and fits else {}
        return Form(entry.form, {**entry.settings, **typed, **wished}, self._form_changed)

    @property
    def _presets(self) -> list[RunEntry]:
        return self.kinds.get(self._kind, [])

    def _form_changed(self) -> None:
        self._refused, self._wish = "", None
        self._begin.disabled = self.refusal
        self.relayout()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        """Return the margin; a large window has the page in its middle."""
        return 20.0 if window.narrow else 24.0 if window.low else max(40.0, (window.width - WIDEST) / 2)

    def compose(self, window: Breakpoint) -> Box:
        """A panel of three columns: what to train, its settings, and what was begun before."""
        running = self._room.at_work is not None or self._stored.run is not None
        self._head.switch.disabled = "" if running else text("train.nothing_runs")
        stored = Column(*self._stored.parts()).focused_last(2)
        fields = self._form.parts() if self._form is not None else []
        columns = Column(*self._about_what()), Column(Caps(text("train.how")), *fields), stored
        by = LOW_PADDING if window.low or window.narrow else PADDING
        inside = Columns(*columns, least=LEAST_COLUMN, gap=COLUMN_GAP, ruled=True)
        return Column(Panel(inside, head=by, foot=by, side=by), Space(self.margin_at(window) / 2))

    def _about_what(self) -> list[Box]:
        entry = self.entry
        parts: list[Box] = [Caps(text("train.what"), "brass")]
        if entry is None and self._room.not_listed:
            said = Words(self._room.not_listed, "label", "bad", 12)
            return [*parts, said, Control(self._again, 46, after=8)]
        if entry is None:
            key = "train.nothing_listed" if self._room.listed else "train.listing"
            return [*parts, Words(text(key), "label", "dim")]
        parts.append(Control(self._kinds, RADIO_ROW * len(self._kinds.options), after=14))
        if len(self._presets) > 1:
            parts.append(Caps(text("train.preset")))
            parts.append(Control(self._preset, RADIO_ROW * len(self._preset.options), after=10))
        parts.append(Words(entry.description, "label", "dim", 14))
        parts.append(Control(self._begin, 46, after=8).focused_last())
        if problem := self._refused or self.refusal:
            parts.append(Words(problem, "small", "bad"))
        return parts

    # ---- keys, time, tests ----------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Follow the room: what is listed, and at most ten times a second how far the run at work has come."""
        self._since_drawing += dt
        if self._seen == self._room.version or self._since_drawing < SECONDS_A_DRAWING:
            return False
        self._seen, self._since_drawing = self._room.version, 0.0
        if self._listed != self._what_is_listed:
            self._rebuild()
        else:
            self._stored.follow()
            self.dirty = True
        return False

    @property
    def _what_is_listed(self) -> tuple[object, ...]:
        """What the widgets are made of; while it stays, only the figures of the run at work change."""
        work = self._room.at_work
        stored = tuple((run.id, run.done) for run in self._room.stored)
        at_work = work.run.id if work is not None else ""
        return self._room.runs, self._room.not_listed, self._room.warnings, stored, at_work

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter starts the run from wherever it is not used."""
        return dict.fromkeys(ENTER, Binding(self.begin))

    def trace(self) -> dict[str, Any]:
        """Say what is chosen and what is listed."""
        return {
            "kind": self._kind,
            "preset": self.entry.name if self.entry is not None else "",
            "stored": self._stored.ids,
            "refusal": self._refused or self.refusal,
            "at_work": self._room.at_work.run.id if self._room.at_work is not None else "",
        }
