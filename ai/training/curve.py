"""The curve of a stored run: the measurements by iteration, thinned out as their number grows.

The curve is written before its checkpoint, and read only up to the iteration of the last checkpoint, so the two
agree even if the program is killed in between. Only charts need the curve: if it cannot be read, a new one is
started.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from game.core import BadInput, Progress
from game.files import user_files
from game.study.lab import thinned

FILE = "curve.json"
MOST_POINTS = 400
LARGEST = 1e12  # nothing that is measured comes near; a chart could not draw it
_KIND, _VERSION = "training-curve", 1

Point = tuple[int, Mapping[str, float]]


class CurveFile:
    """The points of the run in the folder `place`, up to iteration `end`."""

    def __init__(self, place: Path, end: int) -> None:
        self._file = place / FILE
        loaded = user_files.read_versioned(self._file, _KIND, _VERSION, _points)
        self.warning = loaded.warning
        self.points = [point for point in loaded.content or [] if point[0] <= end]

    def note(self, report: Progress) -> None:
        """Add what a report has measured."""
        if report.metrics and report.iteration > (self.points[-1][0] if self.points else 0):
            self.points.append((report.iteration, dict(report.metrics)))
        if len(self.points) > MOST_POINTS:
            self.points = thinned(self.points)

    def write(self) -> None:
        """Write the points; `BadInput` if that cannot be."""
        content = {"points": [[iteration, dict(metrics)] for iteration, metrics in self.points]}
        try:
            user_files.write_versioned(self._file, _KIND, _VERSION, content, durable=False)
        except OSError as error:
            raise BadInput(f"{self._file} cannot be written: {error.strerror or error}.") from error


def _points(content: Mapping[str, Any]) -> list[Point]:
    try:
        points: list[Point] = [
            (int(iteration), {str(key): float(value) for key, value in metrics.items()})
            for iteration, metrics in content["points"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadInput("its points cannot be read") from error
    if not all(before < after for (before, _), (after, _) in pairwise([(0, {}), *points])):
        raise BadInput("its iterations do not rise from 1")
    if not all(abs(value) <= LARGEST for _, metrics in points for value in metrics.values()):
        raise BadInput(f"it has a value beyond {LARGEST:g}")
    return points
