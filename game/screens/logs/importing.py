"""Importing a log: its path typed, pasted or dropped, the table that it may not name, and how far the reading is.

The other process reads. Who closes the panel meanwhile takes the import back, and nothing of it stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from game.archive.imported import ImportedLog
from game.core import BadInput, Progress
from game.rules.betting import HoldemRules
from game.screens import clipboard
from game.screens.input import ENTER, Key
from game.screens.look_back.panel import Panel
from game.screens.pen import Pen, Rect
from game.screens.tables.requests import Requests
from game.screens.texts import number, percent, text
from game.screens.widgets.button import Button
from game.screens.widgets.flow import Control, Part, Words
from game.screens.widgets.text_entry import TextEntry
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

LONGEST = 4_000
LONGEST_TABLE = 40
USUAL_TABLE = HoldemRules()
BETWEEN = "; "
LIKE_A_LOG = re.compile(r"\S.*\.(log|acpc|phhs?)(\.(xz|gz))?[\"']?", re.IGNORECASE)
BAR = 12.0
FEW_SECONDS, MINUTE = 10, 60

_TABLE = re.compile(r"(\d{1,9})/(\d{1,9})/(\d{1,9})")
_NOT_TYPED = re.compile(r"[\s,]")


class ImportLog(Panel):
    """The panel; `done` gets the log once it is there, after the panel has closed."""

    name: ClassVar[str] = "import_log"

    def __init__(self, app: App, done: Callable[[ImportedLog], None], path: str = "") -> None:
        super().__init__(app, text("logs.importing.title"))
        self._done = done
        self._requests = Requests(app)
        self._ticket: int | None = None
        self._progress: Progress | None = None
        self._problem = ""
        self._path = TextEntry(
            "path",
            text("logs.importing.path"),
            path or _copied_path(),
            self._edited,
            allowed=str.isprintable,
            longest=LONGEST,
            style="label",
            al="l",
        )
        self._path.entered = self.begin
        self._table = TextEntry(
            "table",
            text("logs.importing.table"),
            table_as_typed(USUAL_TABLE),
            self._edited,
            allowed=lambda letter: letter in "0123456789/, ",
            longest=LONGEST_TABLE,
            style="label",
            al="l",
        )
        self._table.entered = self.begin
        self._begin = Button("import", text("logs.importing.begin"), self.begin, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("path")

    # ---- what is done ---------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Let the other process read the files."""
        if self._ticket is not None:
            return
        self._table.problem = ""
        try:
            table = table_typed(self._table.value)
        except BadInput as error:
            self._table.problem = str(error)
            self._say(str(error))
            return
        self._progress = None
        payload = {"paths": self._path.value, "table": table}
        self._ticket = self._requests.ask("import_log", payload, self._came, self._reported)
        self.controls.focus("close")
        self._say("")

    def escape(self) -> None:
        """Take the import back; where none is under way, close."""
        if self._ticket is None:
            self.app.back()
            return
        self._requests.drop(self._ticket)
        self._ticket = None
        self.controls.focus("path")
        self._say(text("logs.importing.cancelled"))

    def drop(self, file: str) -> bool:
        """Add a file that was dropped onto the window."""
        if self._ticket is None:
            self._path.set_words(BETWEEN.join(filter(None, (self._path.value, file)))[:LONGEST])
            self._say("")
        return True

    def receive(self, answer: Answer) -> None:
        """Hear how far it is, that it is done, or why not."""
        self._requests.take(answer)

    def _reported(self, progress: Progress) -> None:
        self._progress = progress
        self.relayout()

    def _came(self, log: ImportedLog | None, sentence: str) -> None:
        self._ticket = None
        if log is None:
            self.controls.focus("path")
            self._say(sentence)
            return
        self.app.back()
        self._done(log)
        self.app.say(_told(log))

    def _edited(self, words: str) -> None:
        if self._ticket is None:
            self._table.problem = ""
            self._say("")

    def _say(self, sentence: str) -> None:
        self._problem = sentence
        self.relayout()

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Part]:
        """The two fields with their names, or how far the reading is."""
        if self._ticket is not None:
            return [
                Words(self._path.value, "label", "text", 10),
                _Bar(self._share),
                Words(self._how_far, "label", "dim", 8),
                Words(text("logs.importing.may_go_on"), "small", "faint", 4),
            ]
        said = self._problem or text("logs.importing.note")
        return [
            Words(self._path.label, "small", "dim", 6),
            Control(self._path, 44, 12),
            Words(self._table.label, "small", "dim", 6),
            Control(self._table, 44, 12),
            Words(said, "label", "bad" if self._problem else "dim", 6),
        ]

    def inputs(self) -> list[Widget]:
        """The fields, while one may type."""
        return [self._path, self._table] if self._ticket is None else []

    def buttons(self) -> list[Button]:
        """Import and close; while it is read, nothing but the way back."""
        busy = self._ticket is not None
        self._cancel.label = text("logs.importing.cancel" if busy else "common.close")
        return [self._cancel] if busy else [self._begin, self._cancel]

    @property
    def _share(self) -> float:
        return self._progress.metrics["share"] if self._progress is not None else 0.0

    @property
    def _how_far(self) -> str:
        report = self._progress
        if report is None:
            return text("logs.importing.opening")
        said = [text("logs.importing.so_far", count=number(report.iteration), share=percent(self._share))]
        if bad := round(report.metrics["bad"]):
            said.append(text("logs.importing.bad_so_far", count=number(bad)))
        said.append(_time_left(report.seconds_left))
        return " ".join(said)

    def key(self, event: Key) -> bool:
        """Enter imports from wherever it is not used."""
        if event.name in ENTER and not event.repeat and self._ticket is None:
            self.begin()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what stands in the field, how far it is, and what is wrong."""
        return {
            "typed": self._path.value,
            "problem": self._problem,
            "reading": self._ticket is not None,
            "share": self._share,
        }


@dataclass
class _Bar(Part):
    """How much is read."""

    share: float

    def height(self, pen: Pen, width: float) -> float:
        return BAR + 14

    def draw(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        pen.bar((x, y + 2, width, BAR), self.share)


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
    """Return what lies in the clipboard where it looks like the path of a log."""
    found = clipboard.get().strip()
    return found if len(found) <= LONGEST and found.isprintable() and LIKE_A_LOG.fullmatch(found) else ""


def _time_left(seconds: float | None) -> str:
    """Say about how long it still takes."""
    if seconds is None or seconds < FEW_SECONDS:
        return text("logs.importing.moments_left")
    if seconds < MINUTE:
        return text("logs.importing.seconds_left", seconds=number(10 * round(seconds / 10)))
    return text("logs.importing.minutes_left", minutes=number(max(1, round(seconds / MINUTE))))


def _told(log: ImportedLog) -> str:
    """Say what has come of an import."""
    said = [text("logs.importing.done", count=number(log.hands))]
    if log.bad:
        key = "one_left_out" if log.bad == 1 else "left_out"
        said.append(text(f"logs.importing.{key}", count=number(log.bad)))
    if log.assumed:
        said.append(text("logs.importing.assumed"))
    return " ".join(said)
