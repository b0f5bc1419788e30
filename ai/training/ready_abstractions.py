"""The abstractions that lie ready to be learnt with and looked at: the shipped one, those kept, those of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ai.training.holdem_abstraction import GAME, NAME
from game.core import BadInput
from game.files import user_files
from game.files.manifest import ABSTRACTION, SHIPPED_ABSTRACTION, read_manifest


def ready_abstractions(kind: str = "") -> list[tuple[str, str]]:
    """Return the name and the title of each that has made all its passes, or of those of one kind.

    The first one ships, and its title is empty: whoever shows it knows a word for it. The others are named by their
    files, and told by how the file or the run is called and by their buckets.
    """
    kept = sorted((user_files.agents_folder() / GAME).glob("*.yaml"))
    folders = sorted(user_files.runs_folder().glob(f"{NAME}*-[0-9]*"))
    made = [
        file for folder in folders if user_files.is_run(folder.name) for file in sorted(folder.glob("*.yaml"))
    ]
    return [
        (SHIPPED_ABSTRACTION, ""),
        *_finished(kept, kind, lambda file: file.stem),
        *_finished(made, kind, lambda file: user_files.OF_RUN + file.parent.name),
    ]


def _finished(manifests: Sequence[Path], kind: str, name: Callable[[Path], str]) -> Iterator[tuple[str, str]]:
    for file in manifests:
        try:
            found = read_manifest(file)
        except BadInput:
            continue  # what is broken is said where it is listed
        config = found.config
        is_made = found.kind == ABSTRACTION and found.iterations == config.get("iterations")
        arrays = file.with_suffix(".npz")
        if is_made and kind in ("", config.get("kind")) and arrays.exists():
            buckets = "/".join(str(config.get(street)) for street in ("flop", "turn", "river"))
            yield str(arrays), f"{name(file)}: {buckets}"
