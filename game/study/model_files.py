"""Models that sit at a table by their file: what their manifests say of them, for agents no catalogue lists."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import cast

from game.agent_entries import AgentEntry, Kind
from game.core import BadInput
from game.files.manifest import read_manifest

SUFFIX = ".npz"
MOST_KEPT = 64


@lru_cache(maxsize=MOST_KEPT)
def entry_of(seat: str) -> AgentEntry | None:
    """Return what is known of the model whose file a seat names; None where it names none that can be read."""
    file = Path(seat)
    if file.suffix != SUFFIX:
        return None
    try:
        manifest = read_manifest(file.with_suffix(".yaml"))
    except BadInput:
        return None
    return AgentEntry(
        name=seat,
        game=manifest.game,
        kind=cast(Kind, manifest.kind),
        description=manifest.description or "",
        strength=manifest.strength,
        blinds=manifest.blinds,
        stage=manifest.stage,
        file=file,
        version=manifest.digest,
    )
