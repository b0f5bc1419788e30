"""Sitting down against one moment of a run, unless a game that was left would end by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lab import LabPolicy
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.screens.question import Question, Reply, nothing
from game.screens.texts import text

if TYPE_CHECKING:
    from game.screens.lab.screen import LabScreen


def play_at(page: LabScreen) -> None:
    """Ask for the strategy of this moment as an agent, and play against it."""
    app, settings = page.app, page.study.settings

    def sit_down() -> None:
        page.study.ask_policy(received)

    def received(policy: LabPolicy | None, sentence: str) -> None:
        if policy is None:
            app.say(sentence)
        elif app.screen is page:
            spec = TableSpec(settings.game, ("you", policy.file), app.new_seed(), blinds=settings.blinds)
            app.resume(Session(spec))

    if app.saves.unfinished(settings.game) is None:
        sit_down()
        return
    replies = [
        Reply("stay", text("train.unfinished.stay"), nothing, "primary"),
        Reply("play", text("train.play"), sit_down),
    ]
    app.overlay(Question(app, text("train.unfinished.title"), text("new_game.ends_unfinished"), replies))
