"""What pages and models need from the running program: access to the worker, and to show a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.match.worker import Worker


class Asking(Protocol):
    """Gives access to the worker process."""

    @property
    def worker(self) -> Worker:
        """The worker process."""


class Saying(Protocol):
    """Shows a sentence for a few seconds, on whatever screen is open."""

    def say(self, sentence: str) -> None:
        """Show it; an empty one takes away what is shown."""


class AskingAloud(Asking, Saying, Protocol):
    """Gives access to the worker process, and shows sentences about its results."""

    def refresh_agents(self) -> None:
        """Read the list of agents again."""
