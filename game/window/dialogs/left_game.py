"""Sitting down from a page of training or of the lab, where that may put an end to a game that was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.study.opponents import left_in_words
from game.texts import text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services


def once_agreed(app: Services, game: str, sit_down: Act) -> None:
    """Sit down; ask first if that ends a game with hands in play or played."""
    left = app.saves.under_way(game)
    if left is None:
        sit_down()
        return
    replies = [
        Reply("stay", text("train.unfinished.stay"), nothing, "primary"),
        Reply("play", text("train.play"), sit_down),
    ]
    app.overlay(Question(app, text("train.unfinished.title"), left_in_words(app.agents, left), replies))
