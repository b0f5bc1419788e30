"""Files of solves: the spot and the tables in one .npz archive. Writes are atomic, and reads are validated."""

from __future__ import annotations

import hashlib
import json
import math
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ai.solver.forest import PackedTable
from ai.solver.held_solve import HeldSolve
from ai.solver.mixes import Lock
from ai.solver.spot_forms import spot_of_texts
from ai.solver.streets import ALL_BITS
from ai.solver.subgame import Limits
from ai.storage import read_array
from game.core import BadInput, Progress
from game.files import damage, user_files
from game.match.spot_texts import APART, read_id
from game.quoting import quoted
from game.rules.cards import names
from game.study.solved import LockSummary, LoggedMix, SolveList, StoredSolve
from game.texts import text

FOLDER, SUFFIX, VERSION = "solves", ".npz", 1
AUTOSAVE = "autosave"
"""The prefix of the names of files that `autosave` writes."""
MAX_AUTOSAVES, MAX_AUTOSAVE_BYTES = 12, 2 * 2**30
LONGEST_NAME = 60
ABOUT = "about"
MAX_ABOUT_BYTES, MAX_LOCK_BYTES = 2**22, 2**22
"""The maximum unpacked sizes of the description and of a lock."""


def folder() -> Path:
    return user_files.home() / FOLDER


def find_file(words: str) -> Path:
    """Return the file that a user names: a path that ends in `.npz`, or the name of a stored solve.

    Raises:
        BadInput: If the text is neither.
    """
    path = Path(words).expanduser()
    if path.suffix == SUFFIX:
        return path
    if path.suffix or len(path.parts) > 1:
        raise BadInput(f"{quoted(words)} does not end in {SUFFIX}. A name alone is kept for the solver page.")
    return _own_file(words)


def find_stored(words: str) -> Path | None:
    """Return the file of a stored solve.

    `words` is a path that ends in `.npz`, or a name in the list of the solver page.

    If `words` is neither, return None.

    Raises:
        BadInput: If there is no such file.
    """
    if words.endswith(SUFFIX) and APART not in words:
        try:
            if (path := Path(words)).exists():
                return path
        except OSError:
            pass
        raise BadInput(text("solver_errors.solves.not_stored", name=quoted(words)))
    try:
        file = _file(words)
    except BadInput:
        return None
    return file if file.exists() and not Path(words).exists() else None


def keep(held: HeldSolve, name: str) -> Iterator[Progress | StoredSolve]:
    """Write a solve into the user's folder under a name.

    Raises:
        BadInput: If the file cannot be written, or if the name is reserved for automatic files.
    """
    file = _own_file(name)
    yield from write(held, file)
    yield _describe(file)


def _own_file(name: str) -> Path:
    file = _file(name)
    if file.stem.lower().startswith(AUTOSAVE):
        raise BadInput(text("solver_errors.solves.automatic_name", prefix=AUTOSAVE))
    return file


def autosave(held: HeldSolve) -> Iterator[Progress]:
    """Write a solve into the automatic file for its spot and locks.

    If the file already has a solve that is at least as good, the file stays unchanged. Only a solve whose
    exploitability has been measured is written. If there are more than `MAX_AUTOSAVES` automatic files, or these
    files have more than `MAX_AUTOSAVE_BYTES` bytes, the oldest files of other spots are removed.

    Raises:
        BadInput: If the file cannot be written.
    """
    locks = json.dumps([asdict(one) for one in held.locks])
    digest = hashlib.sha256(f"{held.texts.id}{locks}".encode()).hexdigest()[:8]
    file = _file(f"{AUTOSAVE} {names(held.game.spot.board)} {digest}")
    if not held.exploitability < _exploitability_in(file):
        return
    yield from write(held, file)
    _remove_oldest(file)


def _exploitability_in(file: Path) -> float:
    """Return the exploitability of the solve in a file.

    The result is infinite if the exploitability was never measured or can't be read.
    """
    try:
        share = _describe(file).exploitability
    except BadInput:
        return math.inf
    return share if math.isfinite(share) else math.inf


def _remove_oldest(newest: Path) -> None:
    found = sorted(folder().glob(f"{AUTOSAVE}*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
    left = [file for file in found if file != newest]
    used = newest.stat().st_size
    for number, file in enumerate(left, 2):
        used += file.stat().st_size
        if number > MAX_AUTOSAVES or used > MAX_AUTOSAVE_BYTES:
            file.unlink(missing_ok=True)


def write(held: HeldSolve, file: Path) -> Iterator[Progress]:
    """Write a solve into a file, one table at a time.

    An existing file of this name stays until the new file is complete. The solve may continue during the write. The
    tables in the file are then from slightly different iterations, but a solve can still be resumed from them.

    Raises:
        BadInput: If the file cannot be written.
    """
    about = {
        "version": VERSION,
        "spot": held.texts.id,
        "exploitability": held.exploitability,
        "ev": held.ev,
        "seconds": held.seconds,
        "iterations": held.game.iterations,
        "bits": held.game.bits,
        "curve": held.curve,
        "equilibrium": held.equilibrium,
        "locks": [asdict(one) for one in held.locks],
    }
    arrays = {ABOUT: np.array(json.dumps(about))}
    arrays |= {f"lock-{number}": lock.strategy for number, lock in enumerate(held.game.locks)}
    arrays |= _tables(held)
    try:
        user_files.check_replaceable(file)
        with user_files.opened_beside(file) as opened, zipfile.ZipFile(opened, "w") as archive:
            for number, (key, array) in enumerate(arrays.items(), 1):
                with archive.open(f"{key}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)
                yield Progress(number, len(arrays), 0.0)
    except OSError as error:
        raise BadInput(
            text("input_errors.files.unwritable", file=file.name, reason=error.strerror or str(error))
        ) from error


def list_solves() -> SolveList:
    """Return the stored solves, sorted by name, and a sentence about each file that cannot be read.

    A damaged file is renamed.
    """
    found, warnings = [], []
    for file in sorted(folder().glob(f"*{SUFFIX}")):
        try:
            found.append(_describe(file))
        except BadInput as sentence:
            warnings.append(str(sentence))
    return SolveList(tuple(found), tuple(warnings))


def open_solve(name: str, limits: Limits) -> Iterator[Progress | HeldSolve]:
    yield from read(_file(name), limits)


def read(file: Path, limits: Limits) -> Iterator[Progress | HeldSolve]:
    """Read the solve of a file, one table at a time. Yield progress and finally the solve.

    Raises:
        BadInput: If the file is missing, damaged, or not a solve.
    """
    _check(file)
    try:
        with zipfile.ZipFile(file) as stored:
            held = _without_tables(stored, limits)
            tables = _tables(held)
            for number, (key, table) in enumerate(tables.items(), 1):
                array = read_array(stored, key, table.nbytes)
                fits = array.shape == table.shape and array.dtype == table.dtype
                if not fits or not math.isfinite(array.sum(dtype=float)):
                    raise ValueError("tables of another spot")
                table[:] = array
                yield Progress(number, len(tables), 0.0)
    except BadInput:
        raise
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise BadInput(text("solver_errors.solves.damaged", name=quoted(file.stem))) from error
    yield held


def _check(file: Path) -> int:
    """Return the size of a file.

    Raises:
        BadInput: If the file is missing, can't be opened or is not a regular file.
    """
    try:
        size = user_files.check_file(file)
        with file.open("rb"):
            return size
    except FileNotFoundError:
        raise BadInput(text("solver_errors.solves.missing", name=quoted(file.stem))) from None
    except OSError as error:
        raise BadInput(
            text("input_errors.files.unreadable", file=file.name, reason=error.strerror or str(error))
        ) from error


def _without_tables(stored: zipfile.ZipFile, limits: Limits) -> HeldSolve:
    """Read a solve from its archive, except its tables, which stay empty."""
    about = _about(stored)
    summaries = tuple(_summary(one) for one in about["locks"])
    locks = [
        Lock(one.actions, one.cards, np.asarray(read_array(stored, f"lock-{number}", MAX_LOCK_BYTES), float))
        for number, one in enumerate(summaries)
    ]
    texts = read_id(about["spot"])
    bits = int(about.get("bits", 32))
    if bits not in ALL_BITS:
        raise ValueError(f"tables in {bits} bits")
    held = HeldSolve.start(texts, spot_of_texts(texts), replace(limits, bits=bits), locks)
    held.locks, held.exploitability = summaries, float(about["exploitability"])
    held.ev = float(about["ev"][0]), float(about["ev"][1])
    held.seconds, held.game.iterations = float(about["seconds"]), int(about["iterations"])
    held.curve = [(float(seconds), float(share)) for seconds, share in about["curve"]]
    if (won := about.get("equilibrium")) is not None and math.isfinite(won[0]):
        held.equilibrium = float(won[0]), float(won[1])
    return held


def forget(name: str) -> None:
    _file(name).unlink(missing_ok=True)


def _file(name: str) -> Path:
    clean = name.strip()
    known = all(one.isalnum() or one in " -_.," for one in clean)
    if not known or not 0 < len(clean) <= LONGEST_NAME or clean[0] in "-.,":
        raise BadInput(text("solver_errors.solves.no_name", name=quoted(name), most=LONGEST_NAME))
    return folder() / f"{clean.replace(' ', '_')}{SUFFIX}"


def _describe(file: Path) -> StoredSolve:
    size = _check(file)
    try:
        with zipfile.ZipFile(file) as stored:
            about = _about(stored)
        return StoredSolve(
            file.stem.replace("_", " "),
            read_id(about["spot"]),
            float(about["exploitability"]),
            size,
            len(about["locks"]),
        )
    except BadInput as sentence:
        name, reason = quoted(file.stem), str(sentence)
        raise BadInput(text("solver_errors.solves.unusable", name=name, reason=reason)) from sentence
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise BadInput(_set_aside(file)) from error


def _set_aside(file: Path) -> str:
    """Rename a damaged file, if possible, and return the message about it."""
    name = quoted(file.stem)
    try:
        return text("solver_errors.solves.set_aside", name=name, aside=user_files.move_aside(file).name)
    except OSError as error:
        return text("solver_errors.solves.not_set_aside", name=name, reason=error.strerror or str(error))


def _about(stored: zipfile.ZipFile) -> dict[str, Any]:
    about = json.loads(str(read_array(stored, ABOUT, MAX_ABOUT_BYTES)))
    if about["version"] != VERSION:
        raise BadInput(text("solver_errors.solves.version", version=quoted(about["version"]), known=VERSION))
    return {**about, "spot": str(about["spot"])}


def _summary(one: Mapping[str, Any]) -> LockSummary:
    logged = one.get("logged")
    return LockSummary(
        tuple(map(str, one["actions"])),
        tuple(map(int, one["cards"])),
        int(one["player"]),
        str(one["hands"]),
        str(one["action"]),
        float(one["points"]),
        str(one.get("agent", "")),
        None if logged is None else _logged(logged),
        str(one.get("before", "")),
    )


def _logged(one: Mapping[str, Any]) -> LoggedMix:
    shares = (float(one[name]) for name in ("folds", "calls", "raises"))
    return LoggedMix(str(one["name"]), int(one["hands"]), *shares)


def _tables(held: HeldSolve) -> dict[str, Any]:
    """Return the tables of all streets and players by name. Tables in 16 bits also have scales."""
    is_packed = held.game.bits == 16
    return {
        f"{what}-{number}-{player}": getattr(table.packed or table, what)
        for number, street in enumerate(held.game.streets)
        for player, table in enumerate(street.tables)
        for what in (PackedTable._fields if is_packed else ("regret", "total"))
    }
