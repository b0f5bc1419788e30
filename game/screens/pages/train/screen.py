"""Training from the menu: the run at work if there is one, otherwise the choice of what to train."""

from __future__ import annotations

from collections.abc import Mapping

from game.messages.training_answers import StoredRun, Value
from game.screens.frame.screen import Screen, Services
from game.screens.pages.train.head import Wish
from game.screens.pages.train.run import TrainRun
from game.screens.pages.train.setup import TrainSetup


def training(app: Services) -> Screen:
    """Return the screen that the menu opens."""
    work = app.training.at_work
    return setup(app) if work is None else run(app, work.run)


def setup(app: Services, wish: Wish | None = None) -> Screen:
    """Return the page of new and stored runs, with what is wished for in its form."""
    return TrainSetup(app, run, wish)


def setup_for(app: Services, kind: str, settings: Mapping[str, Value]) -> Screen:
    """Return that page with a kind of run chosen, and these settings in its form."""
    return setup(app, Wish(kind, settings))


def run(app: Services, stored: StoredRun) -> Screen:
    """Return the page of one run."""
    return TrainRun(app, stored, setup)
