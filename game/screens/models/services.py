"""What rooms and models may ask of the running program: to reach the worker, and to say a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.match.worker import Worker


class Asking(Protocol):
    """Who reaches the other process."""

    @property
    def worker(self) -> Worker:
        """The other process."""


class Saying(Protocol):
    """Who shows a sentence for a few seconds, on whatever screen is open."""

    def say(self, sentence: str) -> None:
        """Show it."""


class AskingAloud(Asking, Saying, Protocol):
    """Who reaches the other process, and says what came of it."""

    def refresh_agents(self) -> None:
        """Look again who can be played."""
