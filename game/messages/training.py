"""What the window asks of training: what can be trained, the runs that are stored, and agents made of them."""

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
    """What was trained here and not thrown away."""


@dataclass(frozen=True, slots=True)
class CreateRun(Request[StoredRun]):
    """Store a fresh run; `Train` sets it to work."""

    run: str
    settings: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Train(Request[None]):
    """Train a stored run from its last checkpoint to its end."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeSnapshot(Request[RunSnapshot]):
    """What a run knows now."""

    id: str


@dataclass(frozen=True, slots=True)
class HoldCheckpoint(Request[str]):
    """Let a checkpoint stay, since it is played; the answer is its name at the table."""

    id: str
    iteration: int


@dataclass(frozen=True, slots=True)
class KeepCheckpoints(Request[tuple[str, ...]]):
    """Make agents of the checkpoints up to that of `iteration`; the answer is their names, `name` last."""

    id: str
    game: str
    name: str
    iteration: int


@dataclass(frozen=True, slots=True)
class ForgetRun(Request[None]):
    """Throw a run away; the agents that were made of it stay."""

    id: str
