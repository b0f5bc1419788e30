"""The dialog that imports hands of poker rooms into the history: the paths, the progress, and the skipped hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from game.archive.imported import NAME, ImportedHands
from game.archive.store import EVERYTHING, FOLDER, HistoryFilter
from game.features.history.filters import name_above
from game.needs import need_of_replay
from game.rules import games
from game.study.history import BETWEEN, format_reason, group_reasons, summarize_hands
from game.study.review import IMPORTED, ReviewTarget
from game.texts import join_list, plural, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Space
from game.window.ui.leaves import Bar, Caps, Words
from game.window.ui.widgets import Act, Button, WordEntry

MAX_PATH_LETTERS, MAX_NAME_LETTERS = 4_000, 60
MAX_REASONS = 60
"""The maximum number of reasons that are listed."""


class HandImport(Dialog):
    """The dialog that imports files and folders of poker rooms. Closing the dialog does not stop the import.

    At the end of the import, the dialog shows the number of hands and lists the skipped hands. If the dialog was
    closed before the end, the next dialog shows these results. A dialog that was opened by dropping a file never
    shows earlier results. If the files of a room don't say which player is the user, the dialog asks for the user's
    name at this room. The callback `done` is called when the dialog closes after an import.
    """

    name: ClassVar[str] = "import_hands"

    def __init__(self, app: Services, done: Act, path: str = "") -> None:
        super().__init__(app, text("history.importing.title"))
        self._done = done
        self._imports = app.models.hand_imports
        is_unseen = self._imports.is_unseen and not path
        self._finished_before = self._imports.finished - is_unseen
        self._work = self._imports.at_work
        self._result: ImportedHands | None = self._imports.latest if is_unseen else None
        self._typed = path or self._imports.typed
        self._found_before = app.models.folder_watch.new_hands
        self._named: dict[str, str] = {}
        self.problem = self._imports.failed.sentence if self._imports.failed is not None and not path else ""
        self._imports.forgive()
        label = text("history.importing.path")
        self._path = WordEntry("path", label, path, self._take_edit, longest=MAX_PATH_LETTERS)
        self._name = WordEntry("name", "", "", self._take_edit, longest=MAX_NAME_LETTERS)
        self._path.entered = self._name.entered = self.submit
        self._begin = Button("import", text("history.importing.begin"), self.submit, kind="primary")
        self._mine = Button("mine", text("history.importing.mine"), self.submit, kind="primary")
        self._watch = Button("watch", text("history.watching.watch"), self.watch, style="label_b")
        self._stop = Button("stop", text("history.watching.stop"), self.stop_watching, style="label_b")
        self._review = Button("review", text("history.actions.mistakes.label"), self.review, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self._cancel = Button("cancel", text("history.importing.cancel"), self.cancel, style="label_b")
        self.controls.focus("close" if self._work is not None else self._next_step if is_unseen else "path")

    # ---- what the user can do -------------------------------------------------------------------------------
    @Dialog.submit.override
    def submit(self) -> None:
        """Import the typed paths. If the dialog asks for the user's name at a room, import again with this name."""
        if self._imports.at_work is not None:
            return
        names = {}
        if self._room:
            if not self._name.value.strip():
                self.escape()
                return
            names[self._room] = self._name.value.strip()
        else:
            self._typed = self._path.value
        self._result, self.problem, self._named = None, "", names
        self._imports.begin(self._typed, names)
        self._work = self._imports.at_work
        self.controls.focus("close")
        self.relayout()

    def watch(self) -> None:
        """Import the typed folder, and start watching it for new hands."""
        if self._imports.at_work is None:
            self._typed = self._path.value
            self._result, self.problem, self._named = None, "", {}
            self._imports.begin_to_watch(self._typed)
            self._work = self._imports.at_work
            self.controls.focus("close")
            self.relayout()

    def stop_watching(self) -> None:
        """Stop importing new hands from the watched folder."""
        self.app.change(watched_folder="")
        self.controls.focus("path")
        self.relayout()

    def review(self) -> None:
        self.escape()
        review_imports(self.app)

    def cancel(self) -> None:
        """Cancel the import. Hands that are already stored stay."""
        self._imports.cancel()
        self._work = None
        self.problem = text("history.importing.cancelled")
        self.controls.focus("path")
        self.relayout()

    def escape(self) -> None:
        """Close the dialog. A running import continues."""
        self.app.back()
        if self._imports.finished != self._finished_before:
            self._done()

    def drop(self, file: str) -> bool:
        """Add a file or folder that was dropped onto the window."""
        if self._imports.at_work is None:
            before = self._path.value if self._result is None else ""
            self._result, self.problem = None, ""
            self._path.set_words(BETWEEN.join(filter(None, (before, file)))[:MAX_PATH_LETTERS])
            self.controls.focus("path")
            self.relayout()
        return True

    def background_changed(self) -> None:
        """Show the progress, the result or the failure of the import."""
        before, self._work = self._work, self._imports.at_work
        if self._work is None and before is not None:
            failed = self._imports.failed
            self.problem = failed.sentence if failed is not None else ""
            self._result = self._imports.latest if failed is None else None
            self.controls.focus("path" if failed is not None else self._next_step)
            self.app.say("")  # the dialog shows the result itself
            self._imports.forgive()
            self._found_before = self.app.models.folder_watch.new_hands
        self.relayout()

    def _take_edit(self, words: str) -> None:
        self.problem = ""
        self.relayout()

    @property
    def _room(self) -> str:
        return self._result.nameless[0] if self._result is not None and self._result.nameless else ""

    @property
    def _next_step(self) -> str:
        """The control for the likely next step after an import: "name", "review" or "close".

        It is "name" if the dialog asks for the user's name, else "review" if any hands were read.
        """
        if self._room:
            return "name"
        return "review" if self._result is not None and self._result.read else "close"

    # ---- what the dialog shows ------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the field for paths with its note, the progress of the import, or the result of the import."""
        if self._imports.at_work is not None:
            return self._progress()
        if self._result is not None:
            return [
                Words(summarize_hands(self._result), "body", "text", 10),
                *self._tell_watched(),
                *self._ask_name(),
                *self._reasons(),
            ]
        said = self.problem or text("history.importing.note")
        ink = "bad" if self.problem else "dim"
        return [
            *name_above(self._path, 44, gap=6, after=12),
            Words(said, "label", ink, 6),
            *self._tell_watched(),
        ]

    def _tell_watched(self) -> Iterator[Box]:
        if folder := self.app.settings.watched_folder:
            watch = self.app.models.folder_watch
            problem, found = watch.problem, watch.new_hands - self._found_before
            yield Words(text("history.watching.watched", folder=folder), "label", "text", 6)
            if found and self._result is not None:
                yield Words(plural("history.watching.found", found), "label", "text", 6)
            if problem and self._result is None:
                yield Words(text("history.watching.failed", sentence=problem), "label", "bad", 6)

    def _progress(self) -> list[Box]:
        work = self._imports.at_work
        assert work is not None
        return [
            Words(work.typed, "label", "text", 10),
            Space(2),
            Bar(work.share, height=12),
            Space(12),
            Words(work.how_far, "label", "dim", 8),
            Words(text("history.importing.goes_on"), "small", "dim", 4),
        ]

    def _ask_name(self) -> Iterator[Box]:
        if self._room:
            room, typed = text(f"rooms.{self._room}"), self._named.get(self._room)
            self._name.label = text("history.importing.name", room=room)
            assert self._result is not None
            names = join_list(*self._result.frequent.get(self._room, ()))
            if typed is None:
                yield Words(text("history.importing.unnamed", room=room, names=names), "label", "dim", 8)
            else:
                yield Words(text("history.importing.absent", name=typed, names=names), "label", "bad", 8)
            yield from name_above(self._name, 44, gap=6, after=12)

    def _reasons(self) -> Iterator[Box]:
        """Yield the reasons why hands were skipped, most frequent first.

        Each text names the first skipped hand. If whole files were skipped, the text names some of these files.
        """
        skipped = group_reasons(self._result.skipped if self._result is not None else ())
        if skipped:
            yield Caps(text("history.importing.reasons"))
        for one in skipped[:MAX_REASONS]:
            yield Words(format_reason(one), "small", "dim", 4)
        if len(skipped) > MAX_REASONS:
            more = plural("history.importing.more", len(skipped) - MAX_REASONS)
            yield Words(more, "small", "faint", 4)

    def buttons(self) -> list[Button]:
        """Return the buttons: to start an import, to hide or cancel a running import, or to close the result."""
        busy = self._imports.at_work is not None
        ended = self._result is not None
        self._close.label = text("history.importing.finish" if ended else "common.close")
        if busy:
            return [self._close, self._cancel]
        if ended:
            first = {"name": [self._mine], "review": [self._review]}.get(self._next_step, [])
            return [*first, self._close]
        is_watched = bool(self.app.settings.watched_folder)
        return [self._begin, self._stop if is_watched else self._watch, self._close]


def has_imports(home: Path) -> bool:
    return (home / FOLDER / NAME).exists()


def review_imports(app: Services, wanted: HistoryFilter = EVERYTHING) -> None:
    target = ReviewTarget("imported", IMPORTED, filter=wanted)
    app.once_ready(need_of_replay(games.HOLDEM), lambda: app.open("review", target))
