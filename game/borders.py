"""Error handling at the edge of the program: exceptions become messages, and terminal output is escaped.

Every request to the worker and every command of the terminal runs within a `Border`. Bad input and errors of
the operating system become a one-sentence message. Any other exception is a bug, and is written to a report.
`Border` is a context manager, so no other code needs a broad `except` that could hide a bug.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TextIO

from game.core import BadInput, ConnectionFailed, IllegalAction, shortened
from game.quoting import escape_controls

OUT_OF_MEMORY = ("can't start new thread", "Not enough resources to create thread", "Out of memory")
"""The texts of other errors of Python and SDL if there is no memory for a thread or a picture."""
Report = Callable[[str], str]
"""Saves the text of a report and returns its path, or an empty text if that failed."""
NO_MEMORY = "This needs more memory than this computer or the limit of this terminal has left."


class Border:
    """Catches the exceptions that a `with` block raises.

    After an exception, `sentence` describes the exception, and `fault` says whether the exception was a bug.

    KeyboardInterrupt and SystemExit are not caught. Python sometimes wraps a KeyboardInterrupt in another
    exception, for example in a RuntimeError while a class is created. In this case, KeyboardInterrupt is raised
    again.
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
            self.sentence = shortened(escape_controls(str(error)))
        elif is_out_of_memory(error):
            self.sentence = NO_MEMORY
        elif isinstance(error, OSError):
            self.sentence = shortened(escape_controls(_refusal(error)))
        elif _is_interrupt(error):
            raise KeyboardInterrupt from error
        else:
            self.fault = True
            log_name = self._report("".join(traceback.format_exception(error)))
            self.sentence = f"This could not be done because of a fault in Parlour ({type(error).__name__})."
            self.sentence += f" The report is in {log_name}." if log_name else ""
        return True


def is_out_of_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or str(error) in OUT_OF_MEMORY


def _is_interrupt(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _refusal(error: OSError) -> str:
    """Return the operating system's reason for an error, such as a full disk or a missing file."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}."


def say(sentence: str) -> None:
    """Print a sentence on stderr, safe for a terminal. Do nothing if stderr is closed."""
    if sys.stderr is None:
        return
    try:
        print(shortened(escape_controls(sentence)), file=sys.stderr, flush=True)
    except ValueError:
        return  # stderr is closed
    except OSError:
        drop_stream(sys.stderr)


def print_text(text: str) -> None:
    """Print all lines of a result at once, with unsafe characters escaped for a terminal.

    Raises:
        BadInput: If stdout cannot be written, for example because a disk is full.
        BrokenPipeError: If the reading end of a pipe was closed.
    """
    try:
        print("\n".join(map(escape_controls, text.split("\n"))), flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_stream(sys.stdout)
        raise BadInput(_no_result(error)) from error


def check_stdout() -> None:
    """Check that stdout is open, before a computation whose result is only printed.

    Raises:
        BadInput: If stdout is closed.
    """
    with suppress(io.UnsupportedOperation):  # stdout is not a file
        number = sys.stdout.fileno()
        try:
            os.write(number, b"")
        except OSError as error:
            raise BadInput(_no_result(error)) from error


def _no_result(error: OSError) -> str:
    return f"The result cannot be written: {error.strerror or error}."


def drop_stream(stream: TextIO) -> None:
    """Redirect a stream to the null device.

    Otherwise, Python would flush the stream again at exit, and the exit code would change.
    """
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def prepare_streams() -> None:
    """Set up stdin, stdout and stderr so that no character raises an encoding error.

    A character that the encoding lacks is written as an escape, and undecodable bytes are read as escapes. An
    encoding that does not support escapes is replaced by ASCII.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            known = codecs.lookup(stream.encoding)
            assert known.incrementaldecoder is not None
            try:
                if stream is sys.stdin:
                    known.incrementaldecoder("backslashreplace").decode(b"\xff\n\xff\n", final=True)
                else:
                    "\udc80".encode(stream.encoding, "backslashreplace")
            except UnicodeError:
                stream.reconfigure(encoding="ascii")
            stream.reconfigure(errors="backslashreplace")
