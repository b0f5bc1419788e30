"""The dialog that copies the answer as text, or a range in the notation of another program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from game.features.odds.answer import as_text
from game.features.odds.model import OddsModel
from game.request import Refusal
from game.study.odds import RANGE_FORMS, RangeForm, WriteRange
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Button, Segmented, options

CHOICE = 40.0
ANSWER, SIDES = "answer", ("first", "second")


class CopyOdds(Dialog):
    """The dialog that copies the answer, or a range in the notation of another program, which the worker writes."""

    name: ClassVar[str] = "copy_odds"

    def __init__(self, app: Services, model: OddsModel) -> None:
        super().__init__(app, text("odds.copying.title"))
        self._model, self._requests = model, Requests(app)
        self.problem = ""
        parts = options("odds.copying.parts.{}", (ANSWER, *SIDES))
        self._part = Segmented("part", text("odds.copying.part"), parts, ANSWER, self._choose)
        forms = options("odds.copying.forms.{}", RANGE_FORMS)
        self._form = Segmented("form", text("odds.copying.form"), forms, RANGE_FORMS[0], self._choose)
        self._copy = Button("copy-now", text("odds.copying.copy"), self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("copy-now")

    @Dialog.submit.override
    def submit(self) -> None:
        """Copy the answer, or request the text of a range from the worker."""
        if self._part.chosen == ANSWER:
            self._put(as_text(self._model), text("odds.copied.done"))
            return
        typed = self._model.texts[SIDES.index(self._part.chosen)]
        self._requests.ask(WriteRange(typed, cast(RangeForm, self._form.chosen)), self._take)

    def _take(self, written: str | Refusal) -> None:
        if isinstance(written, Refusal):
            self.problem = written.sentence
            self.relayout()
        else:
            form = text(f"odds.copying.forms.{self._form.chosen}")
            self._put(written, text("odds.copying.done", form=form))

    def _put(self, words: str, done: str) -> None:
        if words and input.put(words):
            self.app.back()
            self.app.say(done)
        else:
            self.problem = text("odds.copied.failed")
            self.relayout()

    def _choose(self, _: str) -> None:
        self.problem = ""
        self.relayout()

    def parts(self) -> Sequence[Box]:
        """Return the choices, and below them a note on the notation, or the problem of the last attempt."""
        is_range = self._part.chosen != ANSWER
        note = self._form.chosen if is_range else ANSWER
        said = self.problem or text(f"odds.copying.notes.{note}")
        return [
            Control(self._part, CHOICE, after=10),
            *([Control(self._form, CHOICE, after=10)] if is_range else []),
            Words(said, "label", "bad" if self.problem else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        return [self._copy, self._close]
