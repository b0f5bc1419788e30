"""Sitting down against one moment of a run, after a question where a game that was left would end by it."""

from __future__ import annotations

from collections.abc import Callable

from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Received, Refusal
from game.screens.dialogs.left_game import once_agreed
from game.screens.frame.screen import Screen

SitDown = Received[str]
"""What takes the path of a model, or the refusal."""


def play_at(page: Screen, game: str, ask: Callable[[SitDown], None], blinds: float = 1.0) -> None:
    """Let `ask` find the model of this moment, and play against it."""
    app = page.app

    def sit_down() -> None:
        ask(received)

    def received(file: str | Refusal) -> None:
        if isinstance(file, Refusal):
            app.say(file.sentence)
        elif app.screen is page:
            app.resume(Session(TableSpec(game, ("you", file), app.new_seed(), blinds=blinds)))

    once_agreed(app, game, sit_down)
