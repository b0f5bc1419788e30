"""A field for the id of a hand, which is rebuilt and opens as a replay. What is wrong is said at the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from game.archive import code, text_id
from game.archive.code import LONGEST
from game.core import BadInput
from game.needs import need_of_replay
from game.tables.replay import Replay
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Services
from game.window.ui import clipboard
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Button, WordEntry

T = TypeVar("T")
LIKE_AN_ID = re.compile(r"p\d{1,4}-", re.IGNORECASE)


class PasteId(Dialog):
    """Asks for an id. If the clipboard contains an id, the field shows it at the start."""

    name: ClassVar[str] = "paste_id"

    def __init__(self, app: Services) -> None:
        super().__init__(app, text("history.pasting.title"))
        self.entered = self.open
        found = clipboard.get().strip()
        words = found if LIKE_AN_ID.match(found) and len(found) <= LONGEST else ""
        self._entry = WordEntry(
            "id", text("history.id"), words, self._check, longest=LONGEST, entered=self.open
        )
        self._open = Button("open", text("history.pasting.open"), self.open, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("id")

    def open(self) -> None:
        """Rebuild the hand and play it again."""
        hand = self._read(partial(text_id.from_id, self._entry.value, self.app.agents))
        if hand is not None:
            self.app.back()
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand)))
            others = text_id.other_versions(hand, self.app.agents)
            if others:
                self.app.say(text("history.pasting.other_version", names=", ".join(others)))

    def _check(self, words: str) -> None:
        """Say what is wrong with the letters; the hand itself is played again only when it is opened."""
        self._read(partial(code.decode, words))

    def _read(self, read: Callable[[], T]) -> T | None:
        """Return what is read; None with the sentence at the field where it cannot be."""
        self._entry.problem = ""
        try:
            return read()
        except BadInput as error:
            self._entry.problem = str(error)
            self.relayout()
            return None

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """The field, and below it what an id is or what is wrong with this one."""
        problem = self._entry.problem
        said = Words(problem or text("history.pasting.note"), "label", "bad" if problem else "dim", 6)
        return [Control(self._entry, 44, after=10), said]

    def buttons(self) -> list[Button]:
        """Open, or close."""
        return [self._open, self._cancel]

    def trace(self) -> dict[str, Any]:
        """Say what stands in the field, and what is wrong with it."""
        return {"typed": self._entry.value, "problem": self._entry.problem}
