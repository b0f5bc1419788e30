"""The ways into the lab: where it was left, and the page of each game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.files.manifest import SHIPPED_ABSTRACTION
from game.rules import games
from game.screens.frame.screen import Screen, Services
from game.screens.pages.lab.abstraction.screen import AbstractionScreen
from game.screens.pages.lab.page import RANGES
from game.screens.pages.lab.ranges.screen import RangesScreen
from game.screens.pages.lab.screen import FIRST, LabScreen
from game.screens.pages.lab.value_explorer.screen import ValueExplorerScreen


def opened(app: Services) -> Screen:
    """Return the page on which the lab was left since the program was started, or that on which it begins."""
    game, page = app.lab.game or FIRST.game, app.lab.page
    if game == games.HOLDEM:
        return ranges(app) if page == RANGES else abstraction(app)
    screen = value_explorer(app) if game == games.TIC_TAC_TOE else _kuhn(app, game)
    if page:
        screen.show_page(page)
    return screen


def page_of(app: Services, game: str) -> Screen:
    """Return the page on which the lab begins with a game."""
    if game == games.TIC_TAC_TOE:
        return value_explorer(app)
    if game == games.HOLDEM:
        return ranges(app)
    return _kuhn(app, game)


def _kuhn(app: Services, game: str) -> LabScreen:
    """Return the page of a game of Kuhn poker, at the moment of the run at which it was left."""
    screen = LabScreen(app, page_of, replace(FIRST, game=game))
    if game in app.lab.moments:
        screen.model.begin_at(*app.lab.moments[game])
    return screen


def value_explorer(app: Services, key: str = "") -> ValueExplorerScreen:
    """Return the page of tic-tac-toe: what the learner or run `key` has learnt, by default the one that ships."""
    return ValueExplorerScreen(app, page_of, key)


def ranges(app: Services) -> RangesScreen:
    """Return the page of Hold'em that tells what a strategy does with every hand, where it was left."""
    return RangesScreen(app, page_of, partial(_turn_holdem, app))


def abstraction(app: Services, chosen: str = SHIPPED_ABSTRACTION) -> AbstractionScreen:
    """Return the page of Hold'em that tells which hands are played alike, at first by this abstraction."""
    return AbstractionScreen(app, page_of, partial(_turn_holdem, app), chosen)


def _turn_holdem(app: Services, page: str) -> None:
    """Show another page about Hold'em; the example of the distance lies above the hands that are alike."""
    if page == RANGES:
        app.replace(ranges(app))
        return
    below = abstraction(app)
    app.replace(below)
    below.turn_page(page)
