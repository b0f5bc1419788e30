"""The commands `train` and `lab`: training runs of agents, and tracked experiments in small games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

from ai import catalog
from ai.commands.interrupts import SAVE_LOCK, interrupts_noted
from ai.commands.options import DONE, INTERRUPTED, Subcommands, positive_number, whole_number
from ai.commands.output import Reports, check_writable, make_folder, show_progress
from ai.storage import is_cut_off, keep_former, model_files, take_back
from ai.training import runs
from ai.training.run import ModelRun, train
from ai.training.store import claim_model_file
from game.borders import print_text, say
from game.core import BadInput, Progress
from game.files import user_files
from game.files.manifest import read_manifest
from game.quoting import count_noun

Measured = Mapping[str, tuple[float, int]]
"""For each metric, its last value and the iteration at which it was measured."""

NOT_TOLD = ("doing", "next_measured")
"""Fields of a report that only the window shows."""


def add_train(words: Subcommands) -> None:
    """Add the command `train`."""
    parser = words.add("train", train_run)
    parser.add_argument("run")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--iterations", type=whole_number(1), metavar="N")
    parser.add_argument("--seconds", type=positive_number, metavar="S")
    parser.add_argument("--seed", type=whole_number(0), metavar="N")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--resume", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")


def train_run(options: argparse.Namespace) -> int:
    """Train an agent, or resume its training."""
    run, reports = _run(options), Reports()
    file, _ = model_files(options.out or options.resume or _free_place(options.run, run))
    if options.out is not None:
        _check_model_place(file, run)
    with claim_model_file(file):
        former_kept = options.resume not in model_files(file) and keep_former(file)
        try:
            trained = _train(run, file, options, reports)
        except BadInput:
            if options.resume is None and not run.iteration:
                take_back(file, former_kept=former_kept)
            raise
    if trained is None:
        say(f"Interrupted; {file} continues with --resume.")
        return INTERRUPTED
    if not options.json:
        reports.print(_summary(file, *trained, runs.length_unit(run)))
        if former_kept:
            reports.print(f"What {file.name} was before is kept as {file.name}.bak and {file.stem}.yaml.bak.")
    reports.check()
    return DONE


def _train(
    run: ModelRun, file: Path, options: argparse.Namespace, printed: Reports
) -> tuple[Progress, Measured] | None:
    """Train until the run is complete, and return the last report and the measurements.

    If the training is interrupted, return None. The checkpoint stays.
    """
    measured: dict[str, tuple[float, int]] = {}
    with interrupts_noted() as interrupted:
        reports = train(run, file, options.seconds)
        for report in reports:
            if options.json:
                told = {key: value for key, value in asdict(report).items() if key not in NOT_TOLD}
                printed.print(json.dumps(told, allow_nan=False))
            show_progress(report)
            measured |= {key: (value, report.iteration) for key, value in report.metrics.items()}
            if interrupted.is_set() and not report.done:
                with SAVE_LOCK:
                    reports.close()
                return None
    return report, measured


def _summary(file: Path, report: Progress, measured: Measured, unit: str) -> str:
    """Return a line of text with the length of a run and its metrics.

    A metric that was measured earlier is followed by its iteration.

    >>> _summary(Path("new.npz"), Progress(9, 9, 1.0), {"gain": (0.5, 9), "response": (7.0, 8)}, "deals")
    'new.npz: 9 deals, gain 0.5, response 7 at 8'
    """
    figures = (
        f"{key} {value:.6g}" + (f" at {at:,}" if at != report.iteration else "")
        for key, (value, at) in measured.items()
    )
    return ", ".join([f"{file}: {report.iteration:,} {unit}", *figures])


def _run(options: argparse.Namespace) -> ModelRun:
    if options.resume is None:
        return runs.start(options.run, options.set, options.iterations, options.seed)
    if options.set or options.seed is not None:
        raise BadInput("A resumed run keeps its settings and its seed: leave out --set and --seed.")
    return runs.resume(options.run, options.resume, options.iterations)


def _free_place(name: str, run: ModelRun) -> Path:
    """Return the first free numbered file name among the user's agents."""
    folder = catalog.user_folder(run.manifest().game)
    return next(
        file
        for number in count(1)
        if not (file := folder / f"{name}-{number}.npz").with_suffix(".yaml").exists()
    )


def _check_model_place(file: Path, run: ModelRun) -> None:
    """Check that the agent can be named after `file`, and that the file is not another agent.

    Raises:
        BadInput: If the name is not valid, or the file is another agent.
    """
    catalog.check_name(file)
    if not any(part.exists() for part in model_files(file)) or is_cut_off(file):
        return
    ours = run.manifest()
    try:
        kept = read_manifest(model_files(file)[1])
    except BadInput as sentence:
        raise BadInput(f"{file} already exists and is not overwritten: {sentence}") from sentence
    if (kept.run, kept.game) != (ours.run, ours.game):
        raise BadInput(f"{file} holds an agent of {kept.run} for {kept.game}: it is not overwritten.")


def add_lab(words: Subcommands) -> None:
    """Add the command `lab`."""
    parser = words.add("lab", lab)
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--csv", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true")


def lab(options: argparse.Namespace) -> int:
    """Run the experiment until it is complete.

    Print a line for each run to stdout, and warnings of the store to stderr.
    """
    from ai.lab import series  # noqa: PLC0415 - it loads the compiler

    planned = series.plan_runs(options.experiment, options.csv)
    if options.csv is not None:
        make_folder(options.csv)
    for run in planned:
        if run.file is not None:
            check_writable(run.file)
    stored = series.TrackedRuns(user_files.home() / series.FOLDER)
    for item in series.run_experiments(planned, stored):
        if isinstance(item, Progress):
            show_progress(item)
        else:
            if item.warning:
                say(item.warning)
            print_text(json.dumps(_lab_document(item)) if options.json else _lab_line(item))
    return DONE


def _lab_document(outcome: Any) -> dict[str, object]:
    file = None if outcome.run.file is None else str(outcome.run.file)
    return {**asdict(outcome.run.settings), "nash_conv": outcome.nash_conv, "file": file}


def _lab_line(outcome: Any) -> str:
    run, file = outcome.run.settings, outcome.run.file
    measured = "" if outcome.nash_conv is None else f", NashConv {outcome.nash_conv:.6g}"
    written = "" if file is None else f", {file}"
    table = f"{run.game} with blinds {run.blinds:g}" if run.blinds != 1 else run.game
    return f"{table}, {run.variant}, seed {run.seed}: {count_noun(run.iterations, 'iteration')}{measured}{written}"
