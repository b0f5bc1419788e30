"""Importing a log: its path typed, pasted or dropped, the table that it may not name, and how far the reading is.

The other process reads, and goes on reading when the panel is closed. The import model knows how far it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from game.archive.imported import ImportedLog
from game.core import BadInput
from game.rules.betting import HoldemRules
from game.study.import_model import BETWEEN
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Services
from game.window.ui import clipboard
from game.window.ui.layout import Box, Space
from game.window.ui.leaves import Bar, Words, named
from game.window.ui.widgets import Button, WordEntry

LONGEST = 4_000
LONGEST_TABLE, IN_A_TABLE = 40, "0123456789/, ".__contains__
USUAL_TABLE = HoldemRules()
LIKE_A_LOG = re.compile(r"\S.*\.(log|acpc|phhs?)(\.(xz|gz))?[\"']?", re.IGNORECASE)

_TABLE = re.compile(r"(\d{1,9})/(\d{1,9})/(\d{1,9})")
_NOT_TYPED = re.compile(r"[\s,]")


class ImportLog(Dialog):
    """The panel; `done` gets the log where the panel is still open when it is there, after it has closed.

    While another log is read, one waits here with the path of the next.
    """

    name: ClassVar[str] = "import_log"

    def __init__(self, app: Services, done: Callable[[ImportedLog], None], path: str = "") -> None:
        super().__init__(app, text("logs.importing.title"))
        self.entered = self.begin
        self._done = done
        self._imports = app.imports
        failed = None if path else self._imports.failed
        self._next = bool(path) and self._imports.at_work is not None
        self._work = self._imports.at_work
        self._problem = failed.sentence if failed is not None else ""
        self._imports.forgive()
        typed = failed.importing.typed if failed is not None else path or _copied_path()
        table = failed.importing.table if failed is not None else USUAL_TABLE
        path_label, table_label = text("logs.importing.path"), text("logs.importing.table")
        edited, given = self._edited, table_as_typed(table)
        self._path = WordEntry("path", path_label, typed, edited, longest=LONGEST)
        self._table = WordEntry(
            "table", table_label, given, edited, longest=LONGEST_TABLE, allowed=IN_A_TABLE
        )
        self._path.entered = self._table.entered = self.begin
        self._begin = Button("import", text("logs.importing.begin"), self.begin, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self._cancel = Button("cancel", text("logs.importing.cancel"), self.cancel, style="label_b")
        self.controls.focus("path" if self._imports.at_work is None else "close")

    # ---- what is done ---------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Let the other process read the files."""
        if self._imports.at_work is not None:
            return
        self._table.problem = ""
        try:
            table = table_typed(self._table.value)
        except BadInput as error:
            self._table.problem = str(error)
            self._say(str(error))
            return
        self._imports.begin(self._path.value, table)
        self._work = self._imports.at_work
        self.controls.focus("close")
        self._say("")

    def cancel(self) -> None:
        """Take the import back."""
        self._imports.cancel()
        self._work = None
        self.controls.focus("path")
        self._say(text("logs.importing.cancelled"))

    def escape(self) -> None:
        """Close the panel. A log that is being read goes on."""
        self.app.back()

    def drop(self, file: str) -> bool:
        """Add a file that was dropped onto the window."""
        if self._imports.at_work is None:
            self._path.set_words(BETWEEN.join(filter(None, (self._path.value, file)))[:LONGEST])
            self._say("")
        return True

    def background_changed(self) -> None:
        """Hear how far it is, that it is done, or why not."""
        imports, before = self._imports, self._work
        self._work = imports.at_work
        if self._work is not None:
            self.relayout()
        elif before is not None and imports.failed is None and imports.latest is not None and not self._next:
            self.app.back()
            self._done(imports.latest)
        elif before is not None:
            self._next = False
            self.controls.focus("path")
            self._say(imports.failed.sentence if imports.failed is not None else "")
            self.app.say("")  # the panel says it
            imports.forgive()

    def _edited(self, words: str) -> None:
        if self._imports.at_work is None:
            self._table.problem = ""
            self._say("")

    def _say(self, sentence: str) -> None:
        self._problem = sentence
        self.relayout()

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """The two fields with their names, or how far the reading is."""
        work = self._imports.at_work
        if work is not None:
            return [
                Words(work.typed, "label", "text", 10),
                Space(2),
                Bar(work.share, height=12),
                Space(12),
                Words(work.how_far, "label", "dim", 8),
                Words(
                    text("logs.importing.next" if self._next else "logs.importing.goes_on"), "small", "dim", 4
                ),
            ]
        said = self._problem or text("logs.importing.note")
        return [
            *named(self._path, 44, gap=6, after=12),
            *named(self._table, 44, gap=6, after=12),
            Words(said, "label", "bad" if self._problem else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        """Import and close. While it is read, let it go on or take it back."""
        busy = self._imports.at_work is not None
        self._close.label = text("logs.importing.meanwhile" if busy else "common.close")
        return [self._close, self._cancel] if busy else [self._begin, self._close]

    def trace(self) -> dict[str, Any]:
        """Say what stands in the field, how far it is, and what is wrong."""
        work = self._imports.at_work
        return {
            "typed": self._path.value,
            "problem": self._problem,
            "reading": work is not None,
            "share": work.share if work is not None else 0.0,
        }


def table_typed(words: str) -> HoldemRules:
    """Read blinds and stack; BadInput where they are none.

    >>> table_typed("1 / 2 / 1,000").stacks
    (1000, 1000)
    """
    found = _TABLE.fullmatch(_NOT_TYPED.sub("", words))
    if found is None:
        raise BadInput(text("logs.importing.no_table", example=table_as_typed(USUAL_TABLE)))
    small, big, stack = map(int, found.groups())
    return HoldemRules(small, big, (stack, stack))


def table_as_typed(rules: HoldemRules) -> str:
    """Write blinds and stack as they are typed: "50 / 100 / 20,000"."""
    return " / ".join(map(number, (rules.small_blind, rules.big_blind, rules.stacks[0])))


def _copied_path() -> str:
    """Return the text in the clipboard if it looks like the path of a log, otherwise an empty string."""
    found = clipboard.get().strip()
    return found if len(found) <= LONGEST and found.isprintable() and LIKE_A_LOG.fullmatch(found) else ""
