"""Rows of results in a file, from which a stopped benchmark resumes.

A row is a line of JSON. The first line holds the options of the run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = tuple[float, ...]
NO_PART = ("kept",)
"""The options that may always change when a run resumes."""


@dataclass
class KeptRows:
    """The rows so far. Without a file, the rows are only in memory."""

    file: Path | None
    options: Mapping[str, Any]
    rows: list[Row] = field(default_factory=list)

    @staticmethod
    def of(parser: argparse.ArgumentParser, chosen: argparse.Namespace, *longer: str) -> KeptRows:
        """Read the rows of the file `--kept`. The parser reports an error if the file has other options.

        `longer` names the options that may differ, because a longer run can continue a shorter run.
        """
        options = {name: value for name, value in vars(chosen).items() if name not in (*NO_PART, *longer)}
        kept = KeptRows(chosen.kept, options)
        if chosen.kept is None:
            return kept
        if not chosen.kept.exists():
            chosen.kept.write_text(json.dumps(options) + "\n")
            return kept
        begun, *rows = _whole_lines(chosen.kept) or [{}]
        if begun != options:
            parser.error(f"{chosen.kept} holds rows of other options, {begun}: choose another file.")
        kept.rows = [tuple(row) for row in rows]
        return kept

    def add(self, row: Row) -> None:
        """Store another row."""
        self.rows.append(row)
        if self.file is not None:
            with self.file.open("a") as lines:
                lines.write(json.dumps(row) + "\n")


def _whole_lines(file: Path) -> list[Any]:
    """Parse the lines of a file, and cut off an incomplete last line."""
    text = file.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole)
    return [json.loads(line) for line in whole.splitlines()]
