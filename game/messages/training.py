"""Requests about training: what can be trained, the stored runs, and agents made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.messages.training_answers import RunEntry, RunSnapshot, StoredRun, StoredRuns, Value
from game.request import Request


@dataclass(frozen=True, slots=True)
class ListRuns(Request[tuple[RunEntry, ...]]):
    """What can be trained."""


@dataclass(frozen=True, slots=True)
class ListStoredRuns(Request[StoredRuns]):
    """The runs in the user's folder."""


@dataclass(frozen=True, slots=True)
class CreateRun(Request[StoredRun]):
    """Store a new run; `Train` starts it."""

    run: str
    settings: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Train(Request[None]):
    """Train a stored run from its last checkpoint to its end."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeSnapshot(Request[RunSnapshot]):
    """The current state of a run."""

    id: str


@dataclass(frozen=True, slots=True)
class HoldCheckpoint(Request[str]):
    """Mark a checkpoint as played, so that it is never deleted; the answer is its name at the table."""

    id: str
    iteration: int


@dataclass(frozen=True, slots=True)
class KeepCheckpoints(Request[tuple[str, ...]]):
    """Make agents of the checkpoints up to `iteration`; the answer is their names, `name` last."""

    id: str
    game: str
    name: str
    iteration: int


@dataclass(frozen=True, slots=True)
class ForgetRun(Request[None]):
    """Delete a run; the agents made of it stay."""

    id: str
