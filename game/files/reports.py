"""Reports of what went wrong, in the folder `crashes` of the user's folder."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from game.files import user_files

MAX_REPORTS = 20


@dataclass(frozen=True, slots=True)
class UncleanEnd:
    """The program ended unexpectedly. Holds the path of the report, or None if it could not be written."""

    report: Path | None


def write_report(folder: Path, text: str, at: float | None = None) -> Path | None:
    """Write a report into the user's folder, with the home folder as ~; None if it cannot be written."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    report = _free_place(folder / "crashes", f"crash-{moment}")
    try:
        user_files.atomic_write(report, _with_tilde(text).encode(errors="backslashreplace"))
    except OSError:
        return None
    for old in sorted(report.parent.glob("crash-*.txt"))[:-MAX_REPORTS]:
        with suppress(OSError):
            old.unlink()
    return report


def _free_place(folder: Path, name: str) -> Path:
    """Return a file that is not there yet: of two reports in one second the first tells more."""
    numbered = (folder / f"{name}{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
    return next(file for file in numbered if not file.exists())


def _with_tilde(text: str) -> str:
    """Write the home folder as ~, also as Python quotes it on Windows. A root is nobody's name."""
    home = str(Path.home())
    if home.endswith(("/", "\\")):
        return text
    spellings = "|".join(re.escape(spelling) for spelling in (home.replace("\\", "\\\\"), home))
    return re.sub(rf"(?<!\w)(?:{spellings})(?![\w-]|\.\w)", "~", text)
