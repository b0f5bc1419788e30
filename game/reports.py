"""Reports of what went wrong, in the folder `crashes` of the user's folder."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

from game import user_files

MOST_REPORTS = 20


def write_report(folder: Path, text: str, at: float | None = None) -> Path | None:
    """Write a report into the user's folder, without the name of the user's own one; None where it refuses."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    report = _free_place(folder / "crashes", f"crash-{moment}")
    try:
        user_files.atomic_write(report, _without_own_name(text).encode())
        for old in sorted(report.parent.glob("crash-*.txt"))[:-MOST_REPORTS]:
            old.unlink()
    except OSError:
        return None
    return report


def _free_place(folder: Path, name: str) -> Path:
    """Return a file that is not there yet: of two reports in one second the first tells more."""
    numbered = (folder / f"{name}{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
    return next(file for file in numbered if not file.exists())


def _without_own_name(text: str) -> str:
    """Replace the user's folder, also as Python quotes it on Windows."""
    own = str(Path.home())
    return text.replace(own.replace("\\", "\\\\"), "~").replace(own, "~")
