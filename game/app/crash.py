"""What happens when a screen fails: the one place that catches any exception, and the report it leaves."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from game.app.recorder import Recorder
from game.files.reports import write_report
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.pages import page
from game.window.frame.screen import Services

MAX_IN_A_ROW = 3


class CrashGuard:
    """Runs what screens do. An exception becomes a report in the user's folder and a call of `on_crash`.

    It is a context manager so that the rest of the program has no handler that could hide a mistake.
    """

    def __init__(self, folder: Path, recorder: Recorder, on_crash: Callable[[Path | None], None]) -> None:
        self._folder = folder
        self._recorder = recorder
        self._on_crash = on_crash
        self._in_a_row = 0

    def __enter__(self) -> None:
        """Begin what may fail."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Report an exception and go on; an interrupt, and what fails again and again, is let through."""
        if not isinstance(error, Exception):
            self._in_a_row = 0
            return False
        self._in_a_row += 1
        self._recorder.note(f"error {type(error).__name__}")
        failure = "".join(traceback.format_exception(error))
        report = write_report(self._folder, f"{self._recorder.text()}\n{failure}")
        if self._in_a_row > MAX_IN_A_ROW:
            return False
        self._on_crash(report)
        return True


@page("crash")
def tell_of_crash(app: Services, report: Path | None) -> Question:
    """Say that a screen had to close, and the path of the report."""
    where = text("app.crash.report", path=report) if report is not None else text("app.crash.no_report")
    back = Reply("menu", text("app.crash.menu"), nothing, "primary")
    return Question(app, text("app.crash.title"), f"{text('app.crash.body')} {where}", [back])
