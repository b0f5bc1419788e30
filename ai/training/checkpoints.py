"""The checkpoints of one stored run, in a folder of its own.

A checkpoint is a model of its own name, `<stem>-<iteration>`, written beside the ones before it and never over
them; its manifest comes last, so one without a manifest was cut off and does not count. Whatever kills the program
therefore leaves the last whole checkpoint, and a disk that is full takes nothing that was there. Once a newer one
is whole, those go that nobody will look back at: kept are the powers of ten, the strongest (the latest of equals),
the last two, so that little is lost should the last one break, and those that somebody has played: a game that
was left, and the history, name them. Large tables (ai/training/tables.py) stay with the last two only, since only
from there a run goes on.
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ai.storage import model_files
from ai.training.run import ModelRun
from ai.training.tables import SUFFIX as TABLES
from ai.training.tables import tables_file
from game.agent_entries import Strength, checkpoint_name
from game.core import BadInput
from game.files import user_files
from game.files.checkpoint_files import PLAYED
from game.files.manifest import ABSTRACTION, Manifest, check_archive, read_manifest
from game.messages.training_answers import RunStage
from game.quoting import quoted
from game.rules import games

FIRST_LOOK_BACK = 100
_NUMBERED = re.compile(r"(.+)-([0-9]+)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint that is whole."""

    iteration: int
    file: Path
    manifest: Manifest

    @property
    def stage(self) -> RunStage:
        """Return what a screen is told of it."""
        plays = self.manifest.kind != ABSTRACTION
        name = checkpoint_name(self.file.parent.name, self.iteration) if plays else ""
        return RunStage(self.iteration, self.file, name, self.manifest.strength)


class Checkpoints:
    """The checkpoints in the folder `place`, named `stem-iteration`."""

    def __init__(self, place: Path, stem: str) -> None:
        self.place = place
        self._stem = stem
        self._read: dict[int, Checkpoint] = {}

    def write(self, run: ModelRun) -> Path:
        """Write a checkpoint of `run` as it is now, unless there is one, and return its file."""
        file = self.place / f"{self._stem}-{run.iteration}.npz"
        if not file.with_suffix(".yaml").exists():
            run.save(file)
            self._tidy()
        return file

    def hold(self, checkpoint: Checkpoint) -> None:
        """Mark a checkpoint as played, so that it is never deleted; `BadInput` where the mark cannot be written."""
        mark = checkpoint.file.with_suffix(PLAYED)
        try:
            mark.touch()
        except OSError as error:
            raise BadInput(f"{mark} cannot be written: {error.strerror or error}.") from error

    def whole(self) -> tuple[list[Checkpoint], list[str]]:
        """Return the checkpoints, the last one last, and a sentence for each broken one: those are set aside."""
        found, said = [], []
        for iteration, file in self._files():
            try:
                found.append(self._checked(iteration, file))
            except BadInput as reason:
                said.append(self.set_aside(file, reason))
        return found, said

    def set_aside(self, file: Path, reason: BadInput) -> str:
        """Move a broken checkpoint aside, so that the run goes on from the one before; return the sentence."""
        try:
            for part in (*model_files(file), tables_file(file)):
                if part.exists():
                    user_files.move_aside(part)
        except OSError as error:
            return f"The checkpoint {file.stem} cannot be set aside ({error.strerror or error}): {reason}"
        return f"The checkpoint {file.stem} was set aside: {reason}"

    def _checked(self, iteration: int, file: Path) -> Checkpoint:
        """Read a checkpoint; its files never change, so it is looked at once."""
        if iteration not in self._read:
            manifest = read_manifest(file.with_suffix(".yaml"))
            check_archive(file, manifest.agent)
            if manifest.iterations != iteration or manifest.run is None:
                raise BadInput(f"{file.stem}.yaml is of another checkpoint.")
            if manifest.game not in games.NAMES:
                raise BadInput(
                    f"{file.stem}.yaml is of the game {quoted(manifest.game)}, which is not played here."
                )
            self._read[iteration] = Checkpoint(iteration, file, manifest)
        return self._read[iteration]

    def _tidy(self) -> None:
        """Remove what nobody will look back at, manifests first, and what was cut off."""
        found = [self._checked(*known) for known in self._files()]
        kept = {one.iteration for one in (*found[-2:], strongest(found))}
        for one in found:
            stays = one.iteration in kept or is_looked_back_at(one.iteration) or _is_played(one)
            if not stays:
                _remove(*reversed(model_files(one.file)))
        goes_on = {tables_file(one.file) for one in found[-2:]}
        _remove(*(tables for tables in self.place.glob(f"*{TABLES}") if tables not in goes_on))
        for arrays in self.place.glob("*.npz"):
            if not arrays.with_suffix(".yaml").exists():
                _remove(arrays)

    def _files(self) -> list[tuple[int, Path]]:
        """Return iteration and file of the checkpoints that were written to their end."""
        named = [(_NUMBERED.fullmatch(file.stem), file) for file in self.place.glob("*.yaml")]
        return sorted(
            (int(name[2]), file.with_suffix(".npz")) for name, file in named if name and name[1] == self._stem
        )


def strongest(found: list[Checkpoint]) -> Checkpoint:
    """Return the latest of the strongest checkpoints; strength is what can be won from it, the less the better."""
    return min(found, key=lambda one: (_given_away(one.manifest.strength), -one.iteration))


def is_looked_back_at(iteration: int) -> bool:
    """Return whether a checkpoint stays for good: at the powers of ten, where runs stop.

    >>> [n for n in (10, 100, 300, 1_000) if is_looked_back_at(n)]
    [100, 1000]
    """
    return iteration >= FIRST_LOOK_BACK and set(str(iteration)[1:]) == {"0"} and str(iteration)[0] == "1"


def _is_played(checkpoint: Checkpoint) -> bool:
    return checkpoint.file.with_suffix(PLAYED).exists()


def _remove(*parts: Path) -> None:
    """Remove files in this order; what the folder does not let go is tried again at the next checkpoint."""
    with suppress(OSError):
        for part in parts:
            part.unlink(missing_ok=True)


def _given_away(strength: Strength | None) -> float:
    return math.inf if strength is None else strength.mean
