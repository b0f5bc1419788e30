"""What happens when a screen fails: the one place that catches any exception, and the report it leaves."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from game.app.recorder import Recorder
from game.files.reports import write_report

MOST_IN_A_ROW = 3


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
        if self._in_a_row > MOST_IN_A_ROW:
            return False
        self._on_crash(report)
        return True
