"""The checkpoints of a training run on disk: models, tables for resuming the run, and the curve of its metrics.

A checkpoint is a model named `<stem>-<iteration>` in the run's folder. A checkpoint never overwrites an earlier
checkpoint. The manifest of a checkpoint is written last. A checkpoint without a manifest is incomplete and ignored.
So the last complete checkpoint stays usable if the program is killed or the disk is full.

The model contains the data of an agent. The tables contain the data for resuming the run. The tables are written
first, and atomically, so a complete checkpoint always has its tables. Model and tables each have a checksum. The
tables also have the identity of their run.

When a new checkpoint is complete, most older checkpoints are deleted. Four kinds are kept:

- checkpoints at powers of ten,
- the strongest checkpoint, or the latest of equally strong checkpoints,
- the last two checkpoints, in case the last one is damaged,
- checkpoints that the user has played against, because interrupted games and the history refer to them.

Tables are large. They are kept only for the last two checkpoints, because a run is resumed only from one of these
two checkpoints.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ai.storage import Array, Model, model_files, unpacked
from ai.training.run import ModelRun
from game.agent_entries import Strength, checkpoint_name
from game.core import BadInput, Progress
from game.files import damage, user_files
from game.files.manifest import ABSTRACTION, Manifest, check_archive, read_manifest
from game.files.user_files import PLAYED
from game.quoting import quoted
from game.rules import games
from game.study.lab import pick_spread
from game.study.training import RunStage
from game.texts import number, text


def checkpoint_iterations(model: Model, total: int) -> int:
    """Return the number of iterations in the checkpoint `model`.

    Raises:
        BadInput: If the number is negative or above `total`.
    """
    done = int(model.array("iteration", (), "i"))
    if done < 0:
        raise BadInput(text("agent_errors.checkpoint.negative", file=model.file.name, done=f"{done:,}"))
    if done > total:
        fields = {"done": number(done), "total": number(total)}
        raise BadInput(text("agent_errors.checkpoint.beyond_end", file=model.file.name, **fields))
    return done


TABLES_SUFFIX = ".tables"
MAX_TABLES_RATIO, MAX_SMALL_TABLES_BYTES = 32, 2**24
"""The maximum memory of tables, as a multiple of their model's memory, but at least a fixed number of bytes."""


def tables_file(model_file: Path) -> Path:
    return model_file.with_suffix(TABLES_SUFFIX)


def max_tables_bytes(model: Model) -> int:
    return max(MAX_SMALL_TABLES_BYTES, MAX_TABLES_RATIO * sum(one.nbytes for one in model.arrays.values()))


def save_tables(model_file: Path, identity: str, arrays: Mapping[str, Array]) -> None:
    """Write the tables next to a model. If writing fails, the old file stays.

    Raises:
        BadInput: If the tables cannot be written.
    """
    file = tables_file(model_file)
    try:
        with user_files.opened_beside(file) as part:
            np.savez(part, allow_pickle=False, identity=np.array(identity), **arrays)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("input_errors.files.unwritable", file=str(file), reason=reason)) from error


def load_tables(model: Model, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
    """Return the tables of a model as arrays by name.

    `shapes` gives the names and shapes of the arrays, with -1 for any length.

    Raises:
        BadInput: If the tables are missing, damaged or of another run.
    """
    file = tables_file(model.file)
    try:
        found = unpacked(file, max_tables_bytes(model))
    except FileNotFoundError as error:
        raise BadInput(
            text("agent_errors.checkpoint.no_tables", file=model.file.name, tables=file.name)
        ) from error
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise BadInput(text("agent_errors.file.truncated", file=file.name)) from error
    if str(found.get("identity")) != model.manifest.identity:
        raise BadInput(text("agent_errors.file.mismatch", first=file.name, second=model.file.name))
    for name, shape in shapes.items():
        if name not in found or not _fits(found[name].shape, shape):
            fields = {"file": file.name, "name": quoted(name)}
            raise BadInput(text("agent_errors.checkpoint.wrong_tables", **fields))
    return found


def _fits(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(found) == len(wanted) and all(
        size in (-1, there) for size, there in zip(wanted, found, strict=True)
    )


CURVE_FILE = "curve.json"
MAX_POINTS = 400
MAX_METRIC = 1e12  # far above every metric, because charts cannot draw larger values
_KIND, _VERSION = "training-curve", 1

CurvePoint = tuple[int, Mapping[str, float]]


class CurveFile:
    """The curve of metrics of the run in a folder, up to a given iteration.

    The curve is written before the checkpoint, and read only up to the iteration of the last checkpoint. So curve
    and checkpoint agree even if the program is killed between the two writes. Only charts need the curve, so an
    unreadable curve is replaced by an empty curve.
    """

    def __init__(self, place: Path, end: int) -> None:
        self._file = place / CURVE_FILE
        loaded = user_files.read_versioned(self._file, _KIND, _VERSION, _points)
        self.warning = loaded.warning
        self.points = [point for point in loaded.content or [] if point[0] <= end]

    def note(self, report: Progress) -> None:
        """Add the metrics of a report."""
        if report.metrics and report.iteration > (self.points[-1][0] if self.points else 0):
            self.points.append((report.iteration, dict(report.metrics)))
        if len(self.points) > MAX_POINTS:
            self.points = pick_spread(self.points)

    def write(self) -> None:
        """Write the points to the file.

        Raises:
            BadInput: If the file is not writable.
        """
        content = {"points": [[iteration, dict(metrics)] for iteration, metrics in self.points]}
        try:
            user_files.write_versioned(self._file, _KIND, _VERSION, content, durable=False)
        except OSError as error:
            reason = error.strerror or str(error)
            path = str(self._file)
            raise BadInput(text("input_errors.files.unwritable", file=path, reason=reason)) from error


def _points(content: Mapping[str, Any]) -> list[CurvePoint]:
    try:
        points: list[CurvePoint] = [
            (int(iteration), {str(key): float(value) for key, value in metrics.items()})
            for iteration, metrics in content["points"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadInput(text("agent_errors.checkpoint.points.unreadable")) from error
    if not all(before < after for (before, _), (after, _) in pairwise([(0, {}), *points])):
        raise BadInput(text("agent_errors.checkpoint.points.rising"))
    if not all(abs(value) <= MAX_METRIC for _, metrics in points for value in metrics.values()):
        raise BadInput(text("agent_errors.checkpoint.points.beyond", most=f"{MAX_METRIC:g}"))
    return points


FIRST_MILESTONE = 100
_NUMBERED = re.compile(r"(.+)-([0-9]+)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A complete checkpoint."""

    iteration: int
    file: Path
    manifest: Manifest

    @property
    def stage(self) -> RunStage:
        """The description of the checkpoint for a screen."""
        plays = self.manifest.kind != ABSTRACTION
        name = checkpoint_name(self.file.parent.name, self.iteration) if plays else ""
        return RunStage(self.iteration, self.file, name, self.manifest.strength)


class Checkpoints:
    """The checkpoints in a folder. The name of a checkpoint is the stem of the run and the iteration."""

    def __init__(self, place: Path, stem: str) -> None:
        self.place = place
        self._stem = stem
        self._read: dict[int, Checkpoint] = {}

    def write(self, run: ModelRun) -> Path:
        """Write a checkpoint of the run's current state if it does not exist yet. Return its file."""
        file = self.place / f"{self._stem}-{run.iteration}.npz"
        if not file.with_suffix(".yaml").exists():
            run.save(file)
            self._tidy()
        return file

    def hold(self, checkpoint: Checkpoint) -> None:
        """Mark a checkpoint as played, so that it is never deleted.

        Raises:
            BadInput: If the mark cannot be written.
        """
        mark = checkpoint.file.with_suffix(PLAYED)
        try:
            mark.touch()
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput(text("input_errors.files.unwritable", file=str(mark), reason=reason)) from error

    def whole(self) -> tuple[list[Checkpoint], list[str]]:
        """Return the complete checkpoints in order, and a warning for each damaged checkpoint.

        Damaged checkpoints are renamed.
        """
        found, said = [], []
        for iteration, file in self._files():
            try:
                found.append(self._checked(iteration, file))
            except BadInput as reason:
                said.append(self.set_aside(file, reason))
        return found, said

    def set_aside(self, file: Path, reason: BadInput) -> str:
        """Rename a damaged checkpoint, and return a warning.

        The run then continues from the previous checkpoint.
        """
        try:
            for part in (*model_files(file), tables_file(file)):
                if part.exists():
                    user_files.move_aside(part)
        except OSError as error:
            fields = {"problem": error.strerror or str(error), "reason": str(reason)}
            return text("agent_errors.checkpoint.not_set_aside", checkpoint=file.stem, **fields)
        return text("agent_errors.checkpoint.set_aside", checkpoint=file.stem, reason=str(reason))

    def _checked(self, iteration: int, file: Path) -> Checkpoint:
        """Read a checkpoint. Checkpoints never change, so each checkpoint is read only once."""
        if iteration not in self._read:
            manifest = read_manifest(file.with_suffix(".yaml"))
            check_archive(file, manifest.agent)
            if manifest.iterations != iteration or manifest.run is None:
                raise BadInput(text("agent_errors.checkpoint.other", file=f"{file.stem}.yaml"))
            if manifest.game not in games.NAMES:
                fields = {"file": f"{file.stem}.yaml", "game": quoted(manifest.game)}
                raise BadInput(text("agent_errors.checkpoint.game", **fields))
            self._read[iteration] = Checkpoint(iteration, file, manifest)
        return self._read[iteration]

    def _tidy(self) -> None:
        """Delete old checkpoints, manifests first, and files of interrupted writes."""
        found = [self._checked(*known) for known in self._files()]
        kept = {one.iteration for one in (*found[-2:], strongest_checkpoint(found))}
        for one in found:
            stays = (
                one.iteration in kept or is_milestone(one.iteration) or one.file.with_suffix(PLAYED).exists()
            )
            if not stays:
                _remove(*reversed(model_files(one.file)))
        goes_on = {tables_file(one.file) for one in found[-2:]}
        _remove(*(tables for tables in self.place.glob(f"*{TABLES_SUFFIX}") if tables not in goes_on))
        for arrays in self.place.glob("*.npz"):
            if not arrays.with_suffix(".yaml").exists():
                _remove(arrays)

    def _files(self) -> list[tuple[int, Path]]:
        """Return the iteration and the file of each complete checkpoint."""
        named = [(_NUMBERED.fullmatch(file.stem), file) for file in self.place.glob("*.yaml")]
        return sorted(
            (int(name[2]), file.with_suffix(".npz")) for name, file in named if name and name[1] == self._stem
        )


def strongest_checkpoint(found: list[Checkpoint]) -> Checkpoint:
    """Return the strongest checkpoint, or the latest of equally strong checkpoints.

    Strength is measured as a loss, so a lower strength is better.
    """
    return min(found, key=lambda one: (_given_away(one.manifest.strength), -one.iteration))


def is_milestone(iteration: int) -> bool:
    """Return whether the number of iterations is a power of ten of at least `FIRST_MILESTONE`.

    The checkpoint of such an iteration is always kept.

    >>> [n for n in (10, 100, 300, 1_000) if is_milestone(n)]
    [100, 1000]
    """
    return iteration >= FIRST_MILESTONE and set(str(iteration)[1:]) == {"0"} and str(iteration)[0] == "1"


def _remove(*parts: Path) -> None:
    """Delete files in this order. If a file cannot be deleted, the next checkpoint tries again."""
    with suppress(OSError):
        for part in parts:
            part.unlink(missing_ok=True)


def _given_away(strength: Strength | None) -> float:
    return math.inf if strength is None else strength.mean
