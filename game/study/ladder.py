"""What the window asks of the ladder: how the player stands against every opponent of a game."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.ladder import Ladder, Rung
from game.request import Request


@dataclass(frozen=True, slots=True)
class AskLadder(Request[Ladder]):
    """How the player stands on these rungs, by the serious hands of the history."""

    game: str
    rungs: tuple[Rung, ...]
