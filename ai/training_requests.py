"""What the window asks about training: what there is to train, and the runs that are stored.

Every answer is a generator, as the worker wants it: it may yield `Progress` and yields its value last. A run that
is trained reports until it is done; closing it stops it, and it lies stored as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ai import catalog
from ai.spare_memory import make_room
from ai.training import store
from game.core import AGENT_NAME, BadInput, Progress, RunEntry, RunSnapshot, StoredRun, StoredRuns

Payload = Mapping[str, Any]


def _runs(payload: Payload) -> Iterator[list[RunEntry]]:
    """Return what can be trained."""
    yield catalog.runs()


def _stored_runs(payload: Payload) -> Iterator[Progress | StoredRuns]:
    """Return what was trained here and not yet thrown away."""
    yield (yield from store.stored())


def _new_run(payload: Payload) -> Iterator[StoredRun]:
    """Store a fresh run; the request `train` sets it to work."""
    yield store.create(payload["run"], payload["settings"])


def _train(payload: Payload) -> Iterator[Progress | None]:
    """Train a stored run from its last checkpoint to its end."""
    make_room()
    yield from store.go_on(payload["id"])
    yield None


def _snapshot(payload: Payload) -> Iterator[RunSnapshot]:
    """Return what a run knows now."""
    yield store.snapshot(payload["id"])


def _hold(payload: Payload) -> Iterator[str]:
    """Let a checkpoint stay, since it is played; return its name at the table."""
    yield store.hold(payload["id"], payload["iteration"])


def _keep(payload: Payload) -> Iterator[Progress | list[str]]:
    """Make agents of the checkpoints up to that of `iteration`, under a free name; return theirs, it last."""
    game, name = payload["game"], payload["name"]
    if not AGENT_NAME.fullmatch(name):
        raise BadInput("Use lowercase letters, digits and hyphens.")
    for number in catalog.read_one_by_one():
        yield Progress(number, None, 0.0)
    kept = store.kept_names(payload["id"], name, payload["iteration"])
    agents = catalog.user_folder(game)
    for agent, checkpoint in kept.items():
        if not store.is_kept(agents / f"{agent}.npz", checkpoint, name) and catalog.is_taken(game, agent):
            raise BadInput(f"An agent called {agent} already exists: choose another name.")
    yield (yield from store.keep(kept, agents, name))


def _forget_run(payload: Payload) -> Iterator[None]:
    """Throw a run away; what was kept of it stays."""
    store.forget(payload["id"])
    yield None


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "runs": _runs,
    "stored_runs": _stored_runs,
    "new_run": _new_run,
    "train": _train,
    "snapshot": _snapshot,
    "hold": _hold,
    "keep": _keep,
    "forget_run": _forget_run,
}
