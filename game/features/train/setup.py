"""Choosing what to train: a run, a preset, its settings in a form; beside them the runs that were begun before.

Everything on this page comes from the catalogue: a run that is added there appears here with its presets and its
form. Enter alone starts the run that is shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

from game.features.train.form import Form
from game.features.train.head import NEW, RUNNING, train_head
from game.features.train.stored import StoredColumn
from game.request import Refusal
from game.study.run_words import own_words, preset_title, run_title, title_of
from game.study.training import RunEntry, StoredRun
from game.study.training_model import Wish
from game.texts import text
from game.window.frame.page import Binding, Page
from game.window.frame.screen import Services
from game.window.ui.input import ENTER
from game.window.ui.layout import Box, Breakpoint, Column, Columns, Space
from game.window.ui.leaves import Caps, Control, Panel, Words
from game.window.ui.widgets import Button, Option, RadioList

KEPT_AS = "train"  # the name in the settings of what was chosen last
PADDING, LOW_PADDING = 28.0, 20.0
LEAST_COLUMN, COLUMN_GAP = 270.0, 48.0
RADIO_ROW, WIDEST = 35.0, 1320.0


class TrainSetup(Page):
    """The page of new and stored runs. A wish is put into its form."""

    name: ClassVar[str] = "train_setup"
    keys: ClassVar[str] = "train"
    above, foot = 12.0, 0.0

    def __init__(self, app: Services, wish: Wish | None = None) -> None:
        super().__init__(app)
        self._training = app.training
        self._form: Form | None = None
        self._form_of: RunEntry | None = None
        self._wish, self._refused = wish, ""
        self._begins = False
        self._head = train_head(app, NEW, self.escape, self._turn)
        remembered = app.settings.tables.get(KEPT_AS, {})
        kind = wish.kind if wish is not None else remembered.get("kind", "")
        self._kinds = RadioList("kind", text("train.what"), [], kind, lambda _: self.show())
        self._preset_of = {remembered.get("kind", ""): remembered.get("preset", "")}
        """The preset that was chosen last, by kind of run."""
        if wish is not None and wish.preset:
            self._preset_of[wish.kind] = wish.preset
        self._preset = RadioList("preset", text("train.preset"), [], "", self._choose_preset)
        self._begin = Button(
            "begin", text("train.begin"), self.begin, kind="primary", keycap=text("keys.enter")
        )
        self._again = Button("again", text("table.try_again"), self._training.look, style="label_b")
        self._stored = StoredColumn(app, self._open, self.show)
        self._training.look()
        self.show()
        self.controls.focus("kind")

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game of the run that is shown."""
        return self.entry.game if self.entry is not None else ""

    @property
    def _kinds_listed(self) -> dict[str, list[RunEntry]]:
        """What can be trained: every kind of run with its presets."""
        kinds: dict[str, list[RunEntry]] = {}
        for entry in self._training.runs:
            kinds.setdefault(entry.run or entry.name, []).append(entry)
        return kinds

    @property
    def entry(self) -> RunEntry | None:
        """The preset that is shown."""
        kind = self._kinds.chosen
        presets, wanted = self._kinds_listed.get(kind, []), self._preset_of.get(kind, "")
        return next((entry for entry in presets if entry.name == wanted), presets[0] if presets else None)

    @property
    def refusal(self) -> str:
        """Why the run cannot be started now; empty where it can."""
        if self._form is None:
            return text("train.nothing_listed")
        if self._training.at_work is not None:
            return text("train.one_at_a_time", name=title_of(self._training.at_work.run))
        return self._form.problem

    @property
    def followed(self) -> Hashable:
        """What the training knows: what is listed, and how far the run at work has come."""
        return self._training.version

    # ---- what is done ---------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Store the run and set it to work; while the runs are still being listed, once they are."""
        entry = self.entry
        self._begins = not self._training.listed
        if entry is None or self._form is None or self.refusal:
            return
        words = {"kind": self._kinds.chosen, "preset": entry.name}
        self.app.change(tables={**self.app.settings.tables, KEPT_AS: words})
        self._training.start(entry.name, self._form.values, self._begun)

    def _begun(self, run: StoredRun | Refusal) -> None:
        self._refused = run.sentence if isinstance(run, Refusal) else ""
        if not isinstance(run, Refusal) and self in self.app.screens:
            self._open(run)
        self.show()

    def _open(self, run: StoredRun) -> None:
        self.app.replace(self.app.routes.train_run(self.app, run))

    def _turn(self, page: str) -> None:
        """Go over to the run at work, or to the stored one that is chosen."""
        self._head.switch.chosen = NEW
        shown = self._shown_run
        if page == RUNNING and shown is not None:
            self._open(shown)

    @property
    def _shown_run(self) -> StoredRun | None:
        work = self._training.at_work
        return work.run if work is not None else self._stored.run

    def _choose_preset(self, name: str) -> None:
        self._preset_of[self._kinds.chosen] = name
        self.show()

    # ---- what is listed -------------------------------------------------------------------------------------
    def show(self) -> None:
        """Offer every kind of run that is listed now, and the presets of the one that is chosen with their form."""
        kinds = self._kinds_listed
        if self._kinds.chosen not in kinds and (self._training.listed or self._wish is None):
            self._kinds.chosen = next(iter(kinds), "")  # what is wished for may only come
        self._kinds.options = tuple(
            Option(kind, text("train.of_game", run=run_title(kind), game=own_words(f"games.{game}", game)))
            for kind, game in ((kind, presets[0].game) for kind, presets in kinds.items())
        )
        entry = self.entry
        self._preset.options = tuple(
            Option(one.name, preset_title(one.name)) for one in kinds.get(self._kinds.chosen, ())
        )
        self._preset.chosen = entry.name if entry is not None else ""
        if entry is not None and entry != self._form_of:
            if self._form is None:
                self.controls.focus("kind")
            self._form, self._form_of = self._form_for(entry), entry
        super().show()
        if self._begins and self._training.listed:
            self.begin()

    def _form_for(self, entry: RunEntry) -> Form:
        """Return the form of a preset; where it is listed anew, with a log more, what was typed stays."""
        same = self._form_of is not None and self._form_of.name == entry.name
        typed = self._form.values if self._form is not None and same else {}
        wish = self._wish
        fits = wish is not None and wish.kind == entry.run and wish.preset in ("", entry.name)
        wished = wish.settings if wish is not None and fits else {}
        return Form(entry.form, {**entry.settings, **typed, **wished}, self._form_changed)

    def _form_changed(self) -> None:
        self._refused, self._wish = "", None
        self.relayout()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        """Return the margin; a large window has the page in its middle."""
        return 20.0 if window.narrow else 24.0 if window.low else max(40.0, (window.width - WIDEST) / 2)

    def compose(self, window: Breakpoint) -> Box:
        """A panel of three columns: what to train, its settings, and what was begun before."""
        self._head.switch.disabled = "" if self._shown_run is not None else text("train.nothing_runs")
        stored = Column(*self._stored.parts()).focused_last(2)
        fields = self._form.parts() if self._form is not None else []
        columns = Column(*self._about_what()), Column(Caps(text("train.how")), *fields), stored
        by = LOW_PADDING if window.low or window.narrow else PADDING
        inside = Columns(*columns, least=LEAST_COLUMN, gap=COLUMN_GAP, ruled=True)
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
        problem, has_presets = self._refused or self.refusal, len(self._preset.options) > 1
        return [
            caps,
            Control(self._kinds, RADIO_ROW * len(self._kinds.options), after=14),
            Caps(text("train.preset")).when(has_presets),
            Control(self._preset, RADIO_ROW * len(self._preset.options), after=10).when(has_presets),
            Words(entry.description, "label", "dim", 14),
            Control(self._begin, 46, after=8).focused_last(),
            Words(problem, "small", "bad").when(problem),
        ]

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter starts the run from wherever it is not used."""
        return dict.fromkeys(ENTER, Binding(self.begin))

    def trace(self) -> dict[str, Any]:
        """Say what is chosen and what is listed."""
        return {
            "kind": self._kinds.chosen,
            "preset": self._preset.chosen,
            "stored": self._stored.ids,
            "refusal": self._refused or self.refusal,
            "at_work": self._training.at_work.run.id if self._training.at_work is not None else "",
        }
