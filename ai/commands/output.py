"""Print the results and the progress of commands, and write result files."""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from ai import kernel_cache
from ai.commands.options import DONE
from ai.kernel_cache import KernelSet
from game.borders import drop_stream, print_text
from game.core import BadInput, Progress
from game.files import locks, user_files
from game.files.memory_limit import threads_under_limit
from game.quoting import count_noun, escape_controls

MAX_DECIMALS = 12  # further digits are rounding errors


def format_number(value: float, digits: int) -> str:
    """Format a number with `digits` significant digits. Digits before the decimal point are never dropped.

    >>> [format_number(value, 3) for value in (66950.4, 0.45833, 0.5, 9.63e-06, 2.8e-17)]
    ['66,950', '0.458', '0.5', '0.00000963', '0']
    """
    size = abs(value)
    decimals = digits - 1 - math.floor(math.log10(size)) if size else 0
    text = f"{value:z,.{min(max(0, decimals), MAX_DECIMALS)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_signed(value: float, digits: int) -> str:
    """Format a gain or a loss with its sign. 0 has no sign.

    >>> format_signed(2210.4, 4), format_signed(-0.05556, 4), format_signed(0.0, 4)
    ('+2,210', '-0.05556', '0')
    """
    text = format_number(value, digits)
    return text if text.startswith("-") or text == "0" else f"+{text}"


Result = TypeVar("Result")

NOTICE_SECONDS = 1.0
"""The seconds until the first notice that kernels are being prepared. Each later notice waits twice as long."""
ESTIMATE_SECONDS = 2.0
"""The seconds of work after which an estimate is reliable enough."""
MINUTE_SECONDS = 60.0
EXPLOITABILITY = "exploitability_pct"
"""The metric of a solve for its exploitability, in percent of the pot."""


def print_document(options: argparse.Namespace, document: Mapping[str, object], lines: Sequence[str]) -> int:
    """Print a JSON object if `--json` is given, otherwise lines of text. Return the exit code."""
    text = "\n".join(map(escape_controls, lines))
    print_text(json.dumps(document, allow_nan=False) if options.json else text)
    return DONE


class Reports:
    """Prints reports of long work. The work continues if stdout fails."""

    def __init__(self) -> None:
        self._lost: OSError | None = None

    def print(self, text: str) -> None:
        """Print a line without buffering, unless stdout has failed before."""
        if self._lost is not None:
            return
        try:
            print(escape_controls(text), flush=True)
        except OSError as error:
            drop_stream(sys.stdout)
            self._lost = error

    def check(self) -> None:
        """After the work, report a failure of stdout.

        Raises:
            BadInput: If printing failed for a reason other than a closed pipe.
        """
        if self._lost is not None and not isinstance(self._lost, BrokenPipeError):
            raise BadInput(f"The reports cannot be written: {self._lost.strerror or self._lost}.")


class _TerminalLine:
    """The progress line of the terminal. The line is printed again only if its text changes."""

    def __init__(self) -> None:
        self._text = ""

    def show(self, words: str, *, ends: bool) -> None:
        """Print the line. If `ends` is True, end the line."""
        if words != self._text or ends:
            print(f"\r{words}    ", end="\n" if ends else "", file=sys.stderr, flush=True)
        self._text = "" if ends else words


_line = _TerminalLine()


def show_progress(report: Progress) -> None:
    """Update the progress line of the terminal."""
    if not sys.stderr.isatty():
        return
    share = f"{report.iteration / report.total:4.0%} " if report.total else ""
    left = "measuring" if report.seconds_left is None else f"about {report.seconds_left:,.0f} s left"
    measured = report.metrics.get(EXPLOITABILITY)
    reached = "" if measured is None else f", exploitability {measured:.3g}%"
    _line.show(f"{share}{report.iteration:,}{reached}, {left}", ends=report.iteration == report.total)


def show_import(report: Progress) -> None:
    """Update the progress line of an import. The finished share is known, but not the total number of hands."""
    if sys.stderr.isatty():
        seconds = report.seconds_left
        left = "measuring" if seconds is None else f"about {seconds:,.0f} s left"
        share = report.metrics["share"]
        _line.show(f"{share:4.0%} {count_noun(report.iteration, 'hand')}, {left}", ends=share >= 1)


class Estimate:
    """Prints the remaining time at growing intervals if stderr is not a terminal.

    A terminal has the progress line instead.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._due_seconds = ESTIMATE_SECONDS if wanted and not sys.stderr.isatty() else math.inf
        self._last_sentence = ""

    def heed(self, report: Progress) -> None:
        """Print the remaining time after `ESTIMATE_SECONDS` and whenever the elapsed time has doubled."""
        if report.seconds_left and report.seconds >= self._due_seconds:
            self._due_seconds = 2 * report.seconds
            minutes = round(report.seconds_left / MINUTE_SECONDS)
            said = f"About {count_noun(minutes, 'minute')} left." if minutes else "Less than a minute left."
            if (measured := report.metrics.get(EXPLOITABILITY)) is not None:
                said = f"Exploitability {measured:.3g}% of the pot. {said}"
            if said != self._last_sentence:
                print(said, file=sys.stderr, flush=True)
            self._last_sentence = said


class PreparationNotice:
    """Prints notices to stderr while kernels are being prepared, until `end` is called.

    If all kernels are in the cache, nothing is printed. A thread prints the notices, because the main thread is
    busy.
    """

    def __init__(self, subject: str, *, wanted: bool) -> None:
        self._subject = subject
        self._is_wanted = wanted or sys.stderr.isatty()
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start watching the cache of kernels. Further calls do nothing."""
        if self._thread is None and self._is_wanted and threads_under_limit(1):
            self._thread = threading.Thread(target=self._watch, daemon=True)
            self._thread.start()

    def end(self) -> None:
        self._done.set()

    def _watch(self) -> None:
        began, before = time.monotonic(), _count_kernels()
        told, due, is_new = before, NOTICE_SECONDS, not kernel_cache.has(KernelSet.PLAY)
        while not self._done.wait(due - (time.monotonic() - began)):
            compiled = _count_kernels()
            if is_new or compiled > told:
                made = f", {count_noun(compiled - before, 'kernel')} compiled" if compiled > before else ""
                with suppress(OSError):
                    begin = "\r" if sys.stderr.isatty() else ""
                    said = f"{begin}Preparing {self._subject} ({due:.0f} s{made})."
                    print(said, file=sys.stderr, flush=True)
            told, due, is_new = compiled, 2 * due, False


def _count_kernels() -> int:
    return sum(1 for _ in kernel_cache.folder().rglob("*.nbc"))


def run_measurement(items: Iterator[Progress | Result]) -> Result:
    """Show the progress of a measurement and return its result."""
    for item in items:
        if not isinstance(item, Progress):
            return item
        show_progress(item)
    raise AssertionError("a measurement ends with its result")


def check_writable(file: Path) -> None:
    """Check that `file` can be written. Commands call this before work whose result goes into the file.

    Raises:
        BadInput: If the file cannot be written. The message gives the reason.
    """
    if not file.parent.is_dir():
        raise BadInput(f"There is no folder {file.parent} to write {file.name} into.")
    if file.is_dir():
        raise BadInput(f"{file} cannot be written: it is a folder.")
    try:
        user_files.check_replaceable(file)
        with user_files.written_beside(file, b"", durable=False):
            pass
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def make_folder(folder: Path) -> None:
    """Make a folder and its parents.

    Raises:
        BadInput: If the folder cannot be made. The message gives the reason.
    """
    try:
        user_files.make_folder(folder)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror or error}.") from error


def write_text(file: Path, text: str) -> None:
    """Write a text file atomically.

    Raises:
        BadInput: If the file is not writable.
    """
    locks.write_alone(file, text.encode(errors="backslashreplace"))
