"""Where the checkpoints of the window's runs lie, by the names under which they sit at a table.

The run `kuhn-cfr-1` has the folder `runs/kuhn-cfr-1` in the user's folder, and its checkpoint `kuhn-cfr-1@300` the
manifest `kuhn-cfr-300.yaml` there. A mark beside it says that it was played: it stays as long as its run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from game.agent_entries import AT, checkpoint_name
from game.core import BadInput
from game.files import user_files

PLAYED = ".played"
OF_RUN = "runs/"
"""What comes before the id of a run where it stands among files."""

_NAME = re.compile(rf"(?P<run>[a-z0-9-]+)-(?P<number>[0-9]+){AT}(?P<iteration>[0-9]+)", re.ASCII)
_RUN = re.compile(r"[a-z0-9-]+-[0-9]+", re.ASCII)
_MARK = re.compile(r".+-(?P<iteration>[0-9]+)", re.ASCII)


def is_run(name: str) -> bool:
    """Return whether a folder of this name holds a run; one that was set aside holds none.

    >>> is_run("kuhn-cfr-1"), is_run("kuhn-cfr-1.broken-1")
    (True, False)
    """
    return _RUN.fullmatch(name) is not None


def runs_folder() -> Path:
    """Return the folder of all runs."""
    return user_files.home() / OF_RUN


def manifest_of(name: str) -> Path:
    """Return the manifest of the checkpoint of this name; `BadInput` if there is none any more."""
    if (found := _NAME.fullmatch(name)) is not None:
        place = runs_folder() / f"{found['run']}-{found['number']}"
        file = place / f"{found['run']}-{found['iteration']}.yaml"
        if file.exists():
            return file
    raise BadInput(f"There is no checkpoint {name} any more: its run was deleted or no longer keeps it.")


def played() -> Iterator[str]:
    """Return the names of the checkpoints that were played."""
    for mark in sorted(runs_folder().glob(f"*/*{PLAYED}")):
        if (found := _MARK.fullmatch(mark.stem)) is not None:
            yield checkpoint_name(mark.parent.name, int(found["iteration"]))
