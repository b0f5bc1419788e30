"""Exports series and figures of the lab as CSV, for spreadsheets and notebooks. A file is written whole."""

from __future__ import annotations

import io
import time
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from game.core import BadInput, Progress
from game.files import locks
from game.quoting import csv_line, quoted
from game.study.lab import AVERAGE, CURRENT, REGRET, LabField, LabPart, LabSets, LabSettings

ROWS_AT_ONCE = 200
"""Points written between two reports: some hundredths of a second."""

FIELD_COLUMNS = ("p1", "p2", "u1", "du1_dp1", "minus_du1_dp2", "blinds")
RUN_COLUMNS = ("game", "blinds", "variant", "seed")

Row = list[Any]


def write_series(file: Path, part: LabPart, sets: LabSets, settings: LabSettings) -> Generator[Progress]:
    """Write a series, one point a line: the tracked values of every (information set, action), and exploitability.

    Exploitability is in chips a hand, half of NashConv, as the page shows it. Strategies and regrets have nine
    digits, enough for float32. The last columns name the run in every line, so that files can be concatenated.
    """
    run = [getattr(settings, name) for name in RUN_COLUMNS]
    rows = (line + run for line in _lines(part))
    yield from write(file, [*_columns(part, sets), *RUN_COLUMNS], rows, len(part.iterations))


def write_field(file: Path, field: LabField, blinds: float) -> Generator[Progress]:
    """Write U1 and its gradient, a line for each (p1, p2), with their S."""
    rows = (
        [p1, p2, u1, along_p1, along_p2, blinds]
        for p1, values, along_p2 in zip(field.axis, field.u1, field.along_p2, strict=True)
        for p2, u1, along_p1 in zip(field.axis, values, field.along_p1, strict=True)
    )
    yield from write(file, list(FIELD_COLUMNS), rows, len(field.axis) ** 2)


def _columns(part: LabPart, sets: LabSets) -> Row:
    names = [f"{sets.keys[place]} {sets.actions[place][turn]}" for place, turn in sets.sequences]
    series = [name for name in (CURRENT, AVERAGE, REGRET) if getattr(part, name)]
    exploitability = ["exploitability"] if part.nash_conv else []
    return ["iteration", *exploitability, *(f"{name} {one}" for name in series for one in names)]


def _lines(part: LabPart) -> Iterator[Row]:
    points = len(part.iterations)
    widths = {name: len(getattr(part, name)) // max(points, 1) for name in (CURRENT, AVERAGE, REGRET)}
    for point, iteration in enumerate(part.iterations):
        line: Row = [iteration]
        if part.nash_conv:
            line.append(part.nash_conv[point] / 2)
        for name, width in widths.items():
            line += [f"{value:.9g}" for value in getattr(part, name)[point * width : (point + 1) * width]]
        yield line


def write(file: Path, columns: Row, rows: Iterator[Row], total: int) -> Generator[Progress]:
    """Write a CSV file of `total` rows; `BadInput` where it cannot be written, and then nothing is left."""
    start, text = time.monotonic(), io.StringIO(newline="")
    text.write(csv_line(columns, end="\r\n"))
    for done in range(0, total, ROWS_AT_ONCE):
        text.writelines(csv_line(row, end="\r\n") for row in islice(rows, ROWS_AT_ONCE))
        yield Progress(min(done + ROWS_AT_ONCE, total), total, time.monotonic() - start)
    try:
        locks.write_alone(file, text.getvalue().encode())
    except BadInput:
        raise
    except ValueError as error:  # a name with a zero byte
        raise BadInput(f"{quoted(str(file))} is not a file name: {error}.") from error
