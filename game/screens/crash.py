"""What happens when a screen fails: the one place that catches any exception, and the report it leaves."""

from __future__ import annotations

import platform
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pygame

from game import user_files

MOST_REPORTS = 20
MOST_IN_A_ROW = 3


class CrashGuard:
    """Runs what screens do. An exception becomes a report in the user's folder and a call of `on_crash`.

    It is a context manager so that the rest of the program has no handler that could hide a mistake.
    """

    def __init__(self, folder: Path, on_crash: Callable[[Path | None], None]) -> None:
        self._folder = folder
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
        report = write_report(self._folder, error)
        if self._in_a_row > MOST_IN_A_ROW:
            return False
        self._on_crash(report)
        return True


def write_report(folder: Path, error: Exception) -> Path | None:
    """Write what is needed to understand `error`; None when the folder refuses it."""
    report = folder / "crashes" / f"crash-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    lines = [
        f"Python {sys.version}",
        f"pygame {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
        platform.platform(),
        "",
        *traceback.format_exception(error),
    ]
    try:
        user_files.atomic_write(report, "\n".join(lines).encode())
        _drop_old(report.parent)
    except OSError:
        return None
    return report


def _drop_old(folder: Path) -> None:
    for old in sorted(folder.glob("crash-*.txt"))[:-MOST_REPORTS]:
        old.unlink()
