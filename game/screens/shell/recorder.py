"""What happened last, for a report: screens, keys and clicks. Nothing personal: no typed text, no names.

The notes are kept in memory and, as they come, in a file of the user's folder, so that they outlive a program that
is killed. The file is removed at a clean end; one that is found at the start tells that the evening before had
none, and becomes the report of it.
"""

from __future__ import annotations

import faulthandler
import platform
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pygame

from game.files.manifest import CODE_VERSION
from game.files.private_files import private
from game.files.reports import UncleanEnd, write_report
from game.screens.frame.screen import Screen
from game.screens.ui.input import Input, Key, Pointer

FILE_NAME = "evening.log"
MOST_NOTES = 200
MOST_NOTES_ON_DISK = 2_000


class Recorder:
    """The notes of one evening. Until `begin` they are kept in memory alone."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._start = clock()
        self._notes: deque[str] = deque(maxlen=MOST_NOTES)
        self._last_place = ""
        self._file: BinaryIO | None = None
        self._on_disk = 0
        self._catches_faults = False

    # ---- the evening ----------------------------------------------------------------------------------------
    def begin(self) -> UncleanEnd | None:
        """Keep the notes on the disk from now on; return how the evening before ended, if that was unclean."""
        path = self._folder / FILE_NAME
        former = _report_of_former(self._folder, path)
        with suppress(OSError):  # a folder that refuses has been said, and an evening does without notes
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "wb", buffering=0, opener=private)  # noqa: SIM115
            self._rewrite()
        return former

    def catch_faults(self) -> None:
        """Let the notes also hold where a fault below Python struck."""
        if self._file is not None:
            faulthandler.enable(self._file)
            self._catches_faults = True

    def end(self) -> None:
        """Forget the evening: it has come to a clean end."""
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
        """Note which screen is on top, and what it tells of itself, if that is news."""
        place = f"screen {screen.name}{_in_words(screen.about())}"
        if place != self._last_place:
            self._last_place = place
            self.note(place)

    def take(self, event: Input, screen: Screen) -> None:
        """Note a key or a click before the screen gets it; of what is typed only that it was."""
        match event:
            case Key(repeat=False):
                self.note(f"key {_key_in_words(event, screen)}")
            case Pointer("down"):
                hovered = screen.controls.hovered
                on = f" on {hovered.name.partition('.')[0]}" if hovered is not None else ""
                self.note(f"click {event.x:.0f}, {event.y:.0f}{on}")
            case _:
                return

    def note(self, what: str) -> None:
        """Add a line."""
        line = f"{self._clock() - self._start:9.2f} s  {what}"
        self._notes.append(line)
        if self._file is None:
            return
        with suppress(OSError):  # a full disk is said where it loses something
            if self._on_disk >= MOST_NOTES_ON_DISK:
                self._rewrite()
            else:
                self._file.write(f"{line}\n".encode())
                self._on_disk += 1

    def text(self) -> str:
        """Return the versions, where the program is, and what happened last."""
        return "\n".join([*_versions(), "", self._last_place, "", *self._notes, ""])

    def _rewrite(self) -> None:
        assert self._file is not None
        self._file.seek(0)
        self._file.truncate()
        self._file.write(self.text().encode())
        self._on_disk = len(self._notes)


def _report_of_former(folder: Path, notes: Path) -> UncleanEnd | None:
    """Turn the notes that an evening has left into its report."""
    try:
        at, text = notes.stat().st_mtime, notes.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return UncleanEnd(write_report(folder, f"Parlour closed unexpectedly.\n\n{text}", at))


def _versions() -> list[str]:
    return [
        f"Parlour {CODE_VERSION}, Python {sys.version}",
        f"pygame {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
        platform.platform(),
    ]


def _in_words(about: Mapping[str, object]) -> str:
    return "".join(f", {name} {value}" for name, value in about.items())


def _key_in_words(event: Key, screen: Screen) -> str:
    focused = screen.controls.focused
    if event.text and focused is not None and focused.takes_text:
        return "(typing)"
    held = [name for name, down in (("ctrl", event.ctrl), ("shift", event.shift)) if down]
    return "+".join([*held, event.name])
