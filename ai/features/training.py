"""Answer the requests about training: the kinds of runs, and the stored runs.

Every handler is a generator that may yield `Progress` and finally yields its answer. Closing the generator of a run
stops the run. The run stays stored.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai import catalog
from ai.features.held_agents import release_caches
from ai.training import store
from game.agent_entries import AGENT_NAME
from game.core import BadInput, Progress
from game.study.training import (
    CreateRun,
    ForgetRun,
    HoldCheckpoint,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    RunEntry,
    RunSnapshot,
    StoredRun,
    StoredRuns,
    TakeSnapshot,
    Train,
)
from game.texts import text


@ListRuns.handler
def _runs(request: ListRuns) -> Iterator[tuple[RunEntry, ...]]:
    yield tuple(catalog.runs())


@ListStoredRuns.handler
def _stored_runs(request: ListStoredRuns) -> Iterator[Progress | StoredRuns]:
    yield (yield from store.stored_runs())


@CreateRun.handler
def _create_run(request: CreateRun) -> Iterator[StoredRun]:
    yield store.create_run(request.run, request.settings)


@Train.handler
def _train(request: Train) -> Iterator[Progress | None]:
    """Train a stored run from its last checkpoint to its end."""
    release_caches()
    yield from store.continue_run(request.id)
    yield None


@TakeSnapshot.handler
def _snapshot(request: TakeSnapshot) -> Iterator[RunSnapshot]:
    yield store.run_snapshot(request.id)


@HoldCheckpoint.handler
def _hold(request: HoldCheckpoint) -> Iterator[str]:
    yield store.protect_checkpoint(request.id, request.iteration)


@KeepCheckpoints.handler
def _keep(request: KeepCheckpoints) -> Iterator[Progress | tuple[str, ...]]:
    """Copy the checkpoints up to `request.iteration` as agents. Return the names of the agents in order.

    Raises:
        BadInput: If the requested name is not valid, or another agent has one of the names.
    """
    game, name = request.game, request.name
    if not AGENT_NAME.fullmatch(name):
        raise BadInput(text("train.keep.letters"))
    for number in catalog.read_one_by_one():
        yield Progress(number, None, 0.0)
    kept = store.kept_checkpoints(request.id, name, request.iteration)
    agents = catalog.user_folder(game)
    for agent, checkpoint in kept.items():
        if not store.is_kept(agents / f"{agent}.npz", checkpoint, name) and catalog.is_taken(game, agent):
            raise BadInput(text("input_errors.agents.name_taken", name=agent))
    names = yield from store.keep_agents(kept, agents, name)
    yield tuple(names)


@ForgetRun.handler
def _forget_run(request: ForgetRun) -> Iterator[None]:
    store.delete_run(request.id)
    yield None
