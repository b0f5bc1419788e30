"""The record of the program's events, its crash reports, and the handling of a screen that fails."""

from __future__ import annotations

import faulthandler
import json
import os
import platform
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import pygame

from game.files import user_files
from game.files.manifest import CODE_VERSION
from game.files.private_files import private
from game.files.user_files import UncleanEnd, write_report
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.pages import page
from game.window.frame.screen import Screen, Services
from game.window.ui.input import Input, Key, Pointer
from game.window.ui.widgets.controls import ControlInfo

FILE_NAME = "evening.log"
MAX_NOTES = 200
MAX_NOTES_ON_DISK = 2_000


class Recorder:
    """The log of one run of the program for a bug report: the last screens, keys and clicks.

    The notes hold nothing personal: no typed text and no names. Before the call of `begin`, the notes are in memory
    only. After this call, every note is also written to a file in the user's folder at once, so the notes survive
    if the program is killed. The file is deleted when the program ends normally. If the file exists at the start,
    the last run ended abnormally, and its notes become a report.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._start = clock()
        self._notes: deque[str] = deque(maxlen=MAX_NOTES)
        self._last_place = ""
        self._file: BinaryIO | None = None
        self._on_disk = 0
        self._catches_faults = False

    # ---- the run of the program -----------------------------------------------------------------------------
    def begin(self) -> UncleanEnd | None:
        """Write the notes to disk from now on. Return the report of the last run if it ended abnormally."""
        path = self._folder / FILE_NAME
        former = _report_of_former(self._folder, path)
        with suppress(OSError):  # the player was already told of a folder that cannot be written
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "wb", buffering=0, opener=private)  # noqa: SIM115
            self._rewrite()
        return former

    def catch_faults(self) -> None:
        """After a fatal error such as a segmentation fault, append its traceback to the file of the notes."""
        if self._file is not None:
            faulthandler.enable(self._file)
            self._catches_faults = True

    def end(self) -> None:
        """Delete the file of notes, because the program ends normally."""
        if self._file is None:
            return
        if self._catches_faults:
            faulthandler.disable()
        self._file.close()
        self._file = None
        with suppress(OSError):
            (self._folder / FILE_NAME).unlink(missing_ok=True)

    # ---- notes ----------------------------------------------------------------------------------------------
    def look(self, screen: Screen) -> None:
        """Record the name and the description of the topmost screen, unless they are recorded already."""
        about = "".join(f", {name} {value}" for name, value in screen.about().items())
        place = f"screen {screen.name}{about}"
        if place != self._last_place:
            self._last_place = place
            self.note(place)

    def take(self, event: Input, screen: Screen) -> None:
        """Record a key or a click before the screen handles it. For typing, the text itself is left out."""
        match event:
            case Key(repeat=False):
                self.note(f"key {_describe_key(event, screen)}")
            case Pointer("down"):
                hovered = screen.controls.hovered
                on = f" on {hovered.name.partition('.')[0]}" if hovered is not None else ""
                self.note(f"click {event.x:.0f}, {event.y:.0f}{on}")
            case _:
                return

    def note(self, what: str) -> None:
        """Add a line with the time since the start of the run."""
        line = f"{self._clock() - self._start:9.2f} s  {what}"
        self._notes.append(line)
        if self._file is None:
            return
        with suppress(OSError):  # a full disk is reported elsewhere, where data is lost
            if self._on_disk >= MAX_NOTES_ON_DISK:
                self._rewrite()
            else:
                self._file.write(f"{line}\n".encode(errors="backslashreplace"))
                self._on_disk += 1

    def text(self) -> str:
        """Return the versions, the topmost screen, and the last notes."""
        versions = (
            f"Parlour {CODE_VERSION}, Python {sys.version}",
            f"pygame {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
            platform.platform(),
        )
        return "\n".join([*versions, "", self._last_place, "", *self._notes, ""])

    def _rewrite(self) -> None:
        assert self._file is not None
        self._file.seek(0)
        self._file.truncate()
        self._file.write(self.text().encode(errors="backslashreplace"))
        self._on_disk = len(self._notes)


def _report_of_former(folder: Path, notes: Path) -> UncleanEnd | None:
    """Turn the notes left by the last run into a report. Return None if there are no notes."""
    try:
        at = notes.stat().st_mtime
        text = user_files.read_bytes(notes, user_files.MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    return UncleanEnd(write_report(folder, f"Parlour closed unexpectedly.\n\n{text}", at))


def _describe_key(event: Key, screen: Screen) -> str:
    focused = screen.controls.focused
    if event.text and focused is not None and focused.takes_text:
        return "(typing)"
    held = [name for name, down in (("ctrl", event.ctrl), ("shift", event.shift)) if down]
    return "+".join([*held, event.name])


VARIABLE = "PARLOUR_TRACE"


class StateTrace:
    """Prints a line of JSON to stdout for every change of state, for a test outside the process.

    PARLOUR_TRACE=1 prints the state. PARLOUR_TRACE=controls adds every control with its position in pixels, so that
    a script can click a control by its name. The first line contains "ready", which means that the window now takes
    events. If the variable is not set, nothing is printed.
    """

    def __init__(self, print_line: Callable[[str], None] | None = None) -> None:
        self._mode = os.environ.get(VARIABLE, "")
        self._print = print_line or (lambda line: print(line, flush=True))
        self._last = ""

    def follow(
        self, state: Callable[[], dict[str, Any]], controls: Callable[[], Sequence[ControlInfo]]
    ) -> None:
        """Print a line if anything has changed since the last line."""
        if not self._mode:
            return
        entry = state()
        if self._mode == "controls":
            entry["controls"] = [asdict(control) for control in controls()]
        line = json.dumps(entry)
        if line != self._last:
            self._print(json.dumps({"ready": True, **entry}) if not self._last else line)
            self._last = line


MAX_IN_A_ROW = 3


class CrashGuard:
    """Writes a report on any exception in the code of screens, and passes the report's path to `on_crash`.

    `CrashGuard` is a context manager, so no other code needs a broad `except` that could hide a bug.
    """

    def __init__(self, folder: Path, recorder: Recorder, on_crash: Callable[[Path | None], None]) -> None:
        self._folder = folder
        self._recorder = recorder
        self._on_crash = on_crash
        self._in_a_row = 0

    def __enter__(self) -> None:
        """Begin a block of code that may fail."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Write a report on an exception, call `on_crash`, and suppress the exception.

        An interrupt is neither reported nor suppressed. After `MAX_IN_A_ROW` failures in a row, a failure is
        reported but not suppressed.
        """
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
    """Return a dialog which says that a screen had to close, with the path of the report."""
    where = text("app.crash.report", path=report) if report is not None else text("app.crash.no_report")
    back = Reply("menu", text("app.crash.menu"), nothing, "primary")
    return Question(app, text("app.crash.title"), f"{text('app.crash.body')} {where}", [back])
