"""The store of the window's training runs: create, continue and delete runs, and keep their checkpoints as agents.

The folder `runs/<run>-<number>` in the user's folder contains the checkpoints of a run and its curve up to the last
checkpoint (ai/training/checkpoints.py). A run continues from its last checkpoint, and writes another checkpoint
when it is stopped. The folder of an unreadable run is renamed, and a warning tells the user. The other runs are not
affected.

Long operations are generators that yield progress, as the worker requires.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ai.storage import load_model, model_files, save_model
from ai.training import runs
from ai.training.checkpoints import (
    Checkpoint,
    Checkpoints,
    CurveFile,
    is_milestone,
    strongest_checkpoint,
    tables_file,
)
from ai.training.config import MAX_ITERATIONS
from ai.training.run import ModelRun, saved_reports
from game.core import BadInput, Progress
from game.files import locks, user_files
from game.files.manifest import ABSTRACTION, read_manifest
from game.quoting import quoted
from game.study.training import RunSnapshot, StoredRun, StoredRuns, Value
from game.texts import join_sentences, number, text

CHECKPOINT_SECONDS = 2.0
"""The seconds between checkpoints. Writing a checkpoint takes about 1 % of this time.

The interval is short, because the window proposes the strongest checkpoint as an agent.
"""

_GOING = ".forgotten-"


def runs_folder() -> Path:
    return user_files.runs_folder()


def create_run(name: str, settings: Mapping[str, Value]) -> StoredRun:
    """Store a new run at iteration 0.

    Raises:
        BadInput: If a setting is not possible. The message names the setting.
    """
    run = runs.start_with(name, settings)
    place = _free_folder(runs.name_for(name, settings))
    _checkpoints(place).write(run)
    return _read_run(place)[0]


def stored_runs() -> Generator[Progress, None, StoredRuns]:
    """Return every run that can be continued or kept as an agent. Yield progress after each run.

    The folders of damaged runs are renamed, and a warning reports this.
    """
    for going in runs_folder().glob(f"{_GOING}*"):  # the remains of interrupted deletions
        shutil.rmtree(going, ignore_errors=True)
    found, warnings = [], []
    changed = {place: max(file.stat().st_mtime for file in place.glob("*.yaml")) for place in _run_folders()}
    places = sorted(changed, key=changed.__getitem__, reverse=True)
    start = time.monotonic()
    for index, place in enumerate(places):
        try:
            run, said = _read_run(place)
        except BadInput as reason:
            warnings += _set_aside(place, reason)
        else:
            found.append(run)
            warnings += said
        yield Progress(index + 1, len(places), time.monotonic() - start)
    return StoredRuns(tuple(found), tuple(warnings))


def continue_run(run_id: str) -> Generator[Progress]:
    """Train from the last checkpoint to the end, with a checkpoint every few seconds.

    Closing the generator writes a last checkpoint.

    Raises:
        BadInput: If the run is already running.
    """
    place = _run_folder(run_id)
    if run_id in _running:
        raise BadInput(text("agent_errors.run.going", run=run_id))
    checkpoints = _checkpoints(place)
    run = _reopen(checkpoints)
    curve = CurveFile(place, run.iteration)

    def save() -> Path:
        curve.write()
        return checkpoints.write(run)

    _running[run_id] = run
    try:
        yield Progress(run.iteration, run.total, 0.0)
        reports = _record_curve(run, curve)
        yield from saved_reports(
            reports, save, every=CHECKPOINT_SECONDS, wanted=lambda report: is_milestone(report.iteration)
        )
    finally:
        del _running[run_id]


def run_snapshot(run_id: str) -> RunSnapshot:
    run = _running.get(run_id) or _reopen(_checkpoints(_run_folder(run_id)))
    return run.snapshot()


def protect_checkpoint(run_id: str, iteration: int) -> str:
    """Protect a checkpoint from deletion, because the user plays against this checkpoint.

    Return the name of the checkpoint as an opponent.

    The protection ends when the run is deleted.
    """
    checkpoints = _checkpoints(_run_folder(run_id))
    checkpoint = _checkpoints_up_to(run_id, iteration)[-1]
    checkpoints.hold(checkpoint)
    return checkpoint.stage.agent


def kept_checkpoints(run_id: str, name: str, iteration: int) -> dict[str, Checkpoint]:
    """Return the checkpoints that `keep_agents` will write, by agent name.

    The checkpoint of `iteration` gets the name `name`. Earlier checkpoints at powers of ten are included as
    stages if they can play.
    """
    *earlier, chosen = _checkpoints_up_to(run_id, iteration)
    stages = {
        f"{name}-{one.iteration}": one
        for one in earlier
        if is_milestone(one.iteration) and one.manifest.kind != ABSTRACTION
    }
    return {**stages, name: chosen}


def keep_agents(
    kept: Mapping[str, Checkpoint], agents: Path, family: str
) -> Generator[Progress, None, list[str]]:
    """Write checkpoints as agents of one family into the folder `agents`, and return their names."""
    models = {name: load_model(one.file) for name, one in kept.items()}
    start = time.monotonic()
    for index, (name, model) in enumerate(models.items()):
        yield Progress(index, len(models), time.monotonic() - start)
        save_model(agents / f"{name}.npz", replace(model.manifest, family=family), model.arrays)
    return list(models)


def is_kept(file: Path, checkpoint: Checkpoint, family: str) -> bool:
    """Return whether `file` is a complete or interrupted copy of this checkpoint as an agent of `family`."""
    arrays, manifest = model_files(file)
    if not manifest.exists():
        return _has_content(
            arrays, user_files.read_bytes(checkpoint.file, user_files.check_file(checkpoint.file))
        )
    try:
        return read_manifest(manifest) == replace(checkpoint.manifest, family=family)
    except BadInput:
        return False


def _has_content(file: Path, content: bytes) -> bool:
    """Return whether `file` is a regular file with exactly this content."""
    try:
        return user_files.read_bytes(file, len(content)) == content
    except OSError:
        return False


def delete_run(run_id: str) -> None:
    """Delete a run and its files, except the checkpoints kept as agents.

    Raises:
        BadInput: If the run is running or cannot be deleted.
    """
    place = _run_folder(run_id)
    if run_id in _running:
        raise BadInput(text("agent_errors.run.stop_first", run=run_id))
    going = place.with_name(_GOING + place.name)
    try:
        if going.exists():
            shutil.rmtree(going)
        place.rename(going)
        shutil.rmtree(going)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("agent_errors.file.unremovable", path=str(place), reason=reason)) from error


_running: dict[str, ModelRun] = {}


def _record_curve(run: ModelRun, curve: CurveFile) -> Iterator[Progress]:
    for report in run.reports():
        curve.note(report)
        yield report


def _reopen(checkpoints: Checkpoints) -> ModelRun:
    """Return the run, resumed from its last checkpoint.

    A checkpoint that cannot be loaded is renamed.

    Raises:
        BadInput: If there is no checkpoint, or the last checkpoint cannot be loaded.
    """
    last = _complete_checkpoints(checkpoints)[0][-1]
    if last.manifest.run not in runs.KINDS:
        raise BadInput(text("agent_errors.run.unknown_kind", name=quoted(last.manifest.run)))
    try:
        return runs.reopen(last.file)
    except BadInput as reason:
        raise BadInput(checkpoints.set_aside(last.file, reason)) from reason


def _checkpoints_up_to(run_id: str, iteration: int) -> list[Checkpoint]:
    """Return the checkpoints up to and including `iteration`."""
    found, _ = _complete_checkpoints(_checkpoints(_run_folder(run_id)))
    up_to = [one for one in found if one.iteration <= iteration]
    if not up_to or up_to[-1].iteration != iteration:
        raise BadInput(text("agent_errors.run.no_checkpoint", run=run_id, iteration=number(iteration)))
    return up_to


def _complete_checkpoints(checkpoints: Checkpoints) -> tuple[list[Checkpoint], list[str]]:
    """Return the complete checkpoints, at least one, and a warning for each damaged checkpoint."""
    found, said = checkpoints.whole()
    if not found:
        raise BadInput(join_sentences(*said) or text("agent_errors.run.empty"))
    return found, said


def _read_run(place: Path) -> tuple[StoredRun, list[str]]:
    """Return the run in a folder, and a warning for each damaged part. Damaged parts are renamed."""
    found, said = _complete_checkpoints(_checkpoints(place))
    last = found[-1]
    settings = dict(last.manifest.config)
    _check_game(last, settings)
    total = settings.get("iterations")
    if not isinstance(total, int) or not last.iteration <= total <= MAX_ITERATIONS:
        raise BadInput(text("agent_errors.run.no_length", checkpoint=last.file.stem))
    curve = CurveFile(place, last.iteration)
    run = StoredRun(
        place.name,
        _run_name(place),
        last.manifest.game,
        last.iteration,
        total,
        settings,
        tuple(curve.points),
        stages=tuple(one.stage for one in found),
        proposed=strongest_checkpoint(found).iteration,
        references=runs.references(last.manifest.run, settings),
    )
    return run, [*said, curve.warning] if curve.warning else said


def _set_aside(place: Path, reason: BadInput) -> list[str]:
    """Rename the folder of a damaged run and return warnings. If the run is deleted or running, do nothing."""
    if not place.is_dir() or place.name in _running:
        return []
    try:
        kept = user_files.move_aside(place)
    except OSError as error:
        fields = {"problem": error.strerror or str(error), "reason": str(reason)}
        return [text("agent_errors.run.not_set_aside", run=place.name, **fields)]
    return [text("agent_errors.run.set_aside", run=place.name, kept=kept.name, reason=str(reason))]


def _check_game(checkpoint: Checkpoint, settings: Mapping[str, object]) -> None:
    """Raise `BadInput` if a checkpoint and its run's settings have different games."""
    game, kind = checkpoint.manifest.game, runs.KINDS.get(checkpoint.manifest.run or "")
    if kind is not None and game != settings.get("game", kind.game):
        raise BadInput(text("agent_errors.run.game", checkpoint=checkpoint.file.stem, game=game))


def _checkpoints(place: Path) -> Checkpoints:
    return Checkpoints(place, _run_name(place))


def _run_folders() -> Iterator[Path]:
    """Yield the folders that contain a checkpoint.

    A folder without a checkpoint is skipped. The run of such a folder was interrupted before its first
    checkpoint, so no data is lost.
    """
    for place in runs_folder().glob("*"):
        if user_files.is_run(place.name) and any(place.glob("*.yaml")):
            yield place


def _free_folder(name: str) -> Path:
    number = 1
    while (place := runs_folder() / f"{name}-{number}").exists():
        number += 1
    return place


def _run_folder(run_id: str) -> Path:
    place = runs_folder() / run_id
    if not user_files.is_run(run_id) or not place.is_dir():
        raise BadInput(text("agent_errors.run.missing", run=quoted(run_id), folder=str(runs_folder())))
    return place


def _run_name(place: Path) -> str:
    return place.name.rpartition("-")[0]


@contextmanager
def claim_model_file(file: Path) -> Iterator[None]:
    """Lock the model `file` for this process.

    The operating system frees the lock when the process ends for any reason.

    Raises:
        BadInput: If another process holds the lock, or the file belongs to a stored run.
    """
    if _resolve(file).is_relative_to(_resolve(runs_folder())):
        raise BadInput(f"{file} belongs to a run of the window: name another file with --out.")
    otherwise = f"Another run is writing {file}: wait for it, or name another file with --out."
    with locks.only_writer(file, otherwise, *model_files(file), tables_file(file)):
        yield


def _resolve(path: Path) -> Path:
    """Resolve the links of a path. `Path.resolve` raises RuntimeError on a cycle of links."""
    return Path(os.path.realpath(path))
