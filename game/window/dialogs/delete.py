"""Deleting what was kept of the player: what goes and what stays is said first, and keeping it is the first answer.

The other process deletes the files, of the history first; then the window forgets what it has in mind of them. A
history that could not be deleted leaves the record as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.request import Refusal
from game.study.history import EraseHistory
from game.study.lab import ForgetLabRuns
from game.texts import text
from game.window.dialogs.dialog import Dialog, nothing
from game.window.frame.requests import Requests
from game.window.ui.layout.box import Box
from game.window.ui.leaves.words import Caps, Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services


class DeleteData(Dialog):
    """The question; `deleted` is called once everything has gone."""

    name: ClassVar[str] = "delete_data"

    def __init__(self, app: Services, deleted: Act = nothing) -> None:
        super().__init__(app, text("history.deleting.title"))
        self._requests = Requests(app)
        self._deleted = deleted
        self._busy = False
        self._problem = ""
        self._keep = Button("keep", text("history.deleting.keep"), self.escape, style="label_b")
        label = text("history.deleting.delete")
        self._delete = Button("delete-now", label, self.delete, kind="danger", style="label_b")
        self.controls.focus("keep")

    def delete(self) -> None:
        """Let the other process delete what the lab keeps, then history and records."""
        if not self._busy:
            self._busy, self._problem = True, ""
            self._requests.ask(ForgetLabRuns(spare=self.app.saves.seated()), self._forgotten)
            self.relayout()

    def escape(self) -> None:
        """Keep everything; once the deleting has begun, wait for its end."""
        if not self._busy:
            self.app.back()

    def _forgotten(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._refused(answer)
        else:
            self._requests.ask(EraseHistory(), self._erased)

    def _refused(self, refusal: Refusal) -> None:
        self._busy, self._problem = False, refusal.sentence
        self.relayout()

    def _erased(self, count: int | Refusal) -> None:
        if isinstance(count, Refusal):
            self._refused(count)
            return
        self._busy, self._problem = False, ""
        self.app.saves.forget_records()
        self.app.archive.forget_waiting()
        self.app.back()
        self._deleted()
        self.app.say(text("history.deleting.done"))

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """What goes, what stays, and what went wrong."""
        parts: list[Box] = [
            Caps(text("history.deleting.goes_caps"), "brass"),
            Words(text("history.deleting.goes"), "body", "text", 10),
            Caps(text("history.deleting.stays_caps"), "brass"),
            Words(text("history.deleting.stays"), "body", "dim", 10),
        ]
        if self._problem:
            parts.append(Words(self._problem, "label", "bad"))
        return parts

    def buttons(self) -> list[Button]:
        """Keep it, or delete it."""
        self._delete.disabled = text("history.deleting.busy") if self._busy else ""
        return [self._keep, self._delete]

    def trace(self) -> dict[str, Any]:
        """Say what went wrong."""
        return {"problem": self._problem}
