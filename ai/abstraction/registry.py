"""The registry of abstractions: the built-in one, and those in files; each is loaded once and shared."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from ai.abstraction.card_abstraction import PREFLOP_BUCKETS, CardAbstraction, load
from ai.storage import read_array
from game.core import BadInput
from game.files import damage, user_files
from game.files.manifest import ABSTRACTION, SHIPPED_ABSTRACTION, read_manifest, unreadable
from game.rules import games

FOLDER = Path(__file__).parents[2] / "assets" / "models" / "holdem"
_PATTERN = f"{ABSTRACTION}*.npz"
MAX_COUNTS_BYTES = 2**10


def file_of(name: str) -> Path:
    """Return the file of an abstraction, `shipped` or a path; `BadInput` where there is none."""
    if name == SHIPPED_ABSTRACTION:
        found = sorted(FOLDER.glob(_PATTERN))
        if not found:
            raise BadInput(
                "No abstraction ships with this copy of the program: train holdem-abstraction makes one."
            )
        return found[0]
    file = user_files.typed_path(name).with_suffix(".npz")
    if read_manifest(file.with_suffix(".yaml")).kind != ABSTRACTION:
        raise BadInput(f"{file.name} is not an abstraction: train holdem-abstraction makes one.")
    return file


def lasting_name(name: str) -> str:
    """Return a name that means the same abstraction from any working directory."""
    return name if name == SHIPPED_ABSTRACTION else str(user_files.typed_path(name))


def counts_in(file: Path) -> tuple[int, ...]:
    """Return the number of buckets by street, without loading the rest. Raises `BadInput` if the file has none."""
    try:
        user_files.check_file(file)
        with zipfile.ZipFile(file) as stored:
            counts = read_array(stored, "counts", MAX_COUNTS_BYTES).tolist()
    except damage.ARRAYS as error:
        raise unreadable(file) from error
    return (PREFLOP_BUCKETS, *counts)


def with_digest(digest: str, beside: Path, named: str = SHIPPED_ABSTRACTION) -> CardAbstraction:
    """Return the abstraction with this digest: built-in, named, beside a file, or among the user's own.

    Raises:
        BadInput: If there is none.
    """
    passed_over = []
    kept = user_files.agents_folder() / games.HOLDEM
    places = [*sorted(FOLDER.glob(_PATTERN)), *_named(named), *_found_in(beside.parent), *_found_in(kept)]
    for file in dict.fromkeys(places):
        try:
            found = opened(file)
        except BadInput:
            passed_over.append(file.name)
            continue
        if found.digest == digest:
            return found
    unusable = f" Passed over, as not finished or damaged: {', '.join(passed_over)}." if passed_over else ""
    raise BadInput(
        f"{beside.name} was trained with the abstraction {digest}, which is not here: put its file beside it."
        f"{unusable}"
    )


def _named(name: str) -> Iterator[Path]:
    """Yield the file of this name, if there is one."""
    with suppress(BadInput, OSError):  # a manifest may hold any text, and name what nobody may look at
        file = user_files.typed_path(name).with_suffix(".npz")
        if name != SHIPPED_ABSTRACTION and file.exists():
            yield file


def _found_in(folder: Path) -> Iterator[Path]:
    """Yield the abstractions in a folder, by their manifests, not their names."""
    for manifest in sorted(folder.glob("*.yaml")):
        with suppress(BadInput):
            if read_manifest(manifest).kind == ABSTRACTION:
                yield manifest.with_suffix(".npz")


@lru_cache(maxsize=2)
def opened(file: Path) -> CardAbstraction:
    return load(file)
