"""The borders of the program, where whatever a piece of work raises becomes a sentence.

A request to the other process and a command of the terminal each run within a `Border`. What is bad input, or is
refused by the system, is said as it is; any other exception is a fault of ours, which leaves a report. The border
is a context manager, so that the rest of the program has no handler that could hide a mistake.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from game.core import BadInput, ConnectionFailed, IllegalAction, shortened

Report = Callable[[str], str]
"""Keeps the text of a report and returns where, or nothing where it could not be kept."""


class Border:
    """Ends every exception of the work within; `sentence` then says what happened, and `fault` whether it was ours.

    An interrupt, and the end of the program, are let through.
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
    """Say what the system refuses: a full disk, a file that is away."""
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}."


def say(sentence: str) -> None:
    """Print a sentence on stderr, or nowhere where stderr takes nothing."""
    if sys.stderr is None:
        return
    try:
        print(sentence, file=sys.stderr, flush=True)
    except ValueError:
        return  # stderr is closed
    except OSError:
        # or it would be tried again at the end, and change the exit code
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
