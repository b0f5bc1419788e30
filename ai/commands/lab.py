"""`lab`: the runs that a YAML file describes, tracked and stored where the window finds them."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ai.commands.options import DONE, JSON_HELP, Subcommands
from ai.commands.output import check_writable, make_folder, show_progress
from game.borders import print_text, say
from game.core import Progress
from game.files import user_files


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser(
        "lab", help="solve small games as described in a YAML file, tracking every step"
    )
    parser.add_argument(
        "experiment", type=Path, help="YAML with game, blinds, variants, iterations, seeds, track, every"
    )
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FOLDER",
        help="write every series to this folder, which is made if missing",
    )
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=lab)


def lab(options: argparse.Namespace) -> int:
    """Run the experiment to its end. Print a line for each run, and trouble with the store on stderr."""
    from ai.lab import export, series  # noqa: PLC0415 - they load the compiler

    runs = export.plan_runs(options.experiment, options.csv)
    if options.csv is not None:
        make_folder(options.csv)
    for run in runs:
        if run.file is not None:
            check_writable(run.file)
    stored = series.TrackedRuns(user_files.home() / series.FOLDER)
    for item in export.run_experiments(runs, stored):
        if isinstance(item, Progress):
            show_progress(item)
        else:
            if item.warning:
                say(item.warning)
            print_text(json.dumps(_document(item)) if options.json else _line(item))
    return DONE


def _document(outcome: Any) -> dict[str, object]:
    file = None if outcome.run.file is None else str(outcome.run.file)
    return {**asdict(outcome.run.settings), "nash_conv": outcome.nash_conv, "file": file}


def _line(outcome: Any) -> str:
    run, file = outcome.run.settings, outcome.run.file
    measured = "" if outcome.nash_conv is None else f", NashConv {outcome.nash_conv:.6g}"
    written = "" if file is None else f", {file}"
    table = f"{run.game} with blinds {run.blinds:g}" if run.blinds != 1 else run.game
    return f"{table}, {run.variant}, seed {run.seed}: {run.iterations:,} iterations{measured}{written}"
