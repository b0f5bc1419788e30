"""The borders of the program, where exceptions become sentences.

Every request to the worker and every command of the terminal runs within a `Border`. Bad input, and refusals of the
system, become a sentence; any other exception is a bug, which leaves a report. The border is a context manager, so
the rest of the program needs no broad handler that could hide a mistake.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from game.core import BadInput, ConnectionFailed, IllegalAction, shortened

Report = Callable[[str], str]
"""Saves the text of a report and returns its path, or an empty text if that failed."""


class Border:
    """Catches every exception of its block; `sentence` then says what happened, and `fault` whether it was a bug.

    KeyboardInterrupt and SystemExit pass.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self.sentence = ""
        self.fault = False

    def __enter__(self) -> Border:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        if isinstance(error, BadInput | IllegalAction | ConnectionFailed):
            self.sentence = shortened(str(error))
        elif isinstance(error, OSError):
            self.sentence = shortened(_refusal(error))
        else:
            self.fault = True
            place = self._report("".join(traceback.format_exception(error)))
            self.sentence = f"This could not be done because of a fault in Parlour ({type(error).__name__})."
            self.sentence += f" The report is in {place}." if place else ""
        return True


def _refusal(error: OSError) -> str:
    """Return what the system refused: a full disk, a missing file."""
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}."


def say(sentence: str) -> None:
    """Print a sentence on stderr; do nothing if stderr is closed."""
    if sys.stderr is None:
        return
    try:
        print(sentence, file=sys.stderr, flush=True)
    except ValueError:
        return  # stderr is closed
    except OSError:
        # or it would be tried again at the end, and change the exit code
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
