"""The ways into the lab: where it was left, and the page of each game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.features.lab.abstraction.screen import AbstractionScreen
from game.features.lab.page import RANGES
from game.features.lab.ranges.screen import RangesScreen
from game.features.lab.screen import FIRST, LabScreen
from game.features.lab.value_explorer.screen import ValueExplorerScreen
from game.files.manifest import SHIPPED_ABSTRACTION
from game.rules import games
from game.window.frame.screen import Screen, Services


def opened(app: Services) -> Screen:
    """Return the lab page that was open last since the program started, or else the first one."""
    game, page = app.lab.game or FIRST.game, app.lab.page
    if game == games.HOLDEM:
        return ranges(app) if page == RANGES else abstraction(app)
    screen = value_explorer(app) if game == games.TIC_TAC_TOE else _kuhn(app, game)
    if page:
        screen.show_page(page)
    return screen


def page_of(app: Services, game: str) -> Screen:
    """Return the first lab page of a game."""
    if game == games.TIC_TAC_TOE:
        return value_explorer(app)
    if game == games.HOLDEM:
        return ranges(app)
    return _kuhn(app, game)


def _kuhn(app: Services, game: str) -> LabScreen:
    """Return the page of a game of Kuhn poker, at the iteration that was shown last."""
    screen = LabScreen(app, page_of, replace(FIRST, game=game))
    if game in app.lab.moments:
        screen.model.begin_at(*app.lab.moments[game])
    return screen


def value_explorer(app: Services, key: str = "") -> ValueExplorerScreen:
    """Return the page of tic-tac-toe: what the learner or run `key` has learnt, by default the shipped one."""
    return ValueExplorerScreen(app, page_of, key)


def ranges(app: Services) -> RangesScreen:
    """Return the page of Hold'em that shows what a strategy does with every hand, in its last state."""
    return RangesScreen(app, page_of, partial(_turn_holdem, app))


def abstraction(app: Services, chosen: str = SHIPPED_ABSTRACTION) -> AbstractionScreen:
    """Return the page of Hold'em that shows which hands are played alike, at first by this abstraction."""
    return AbstractionScreen(app, page_of, partial(_turn_holdem, app), chosen)


def _turn_holdem(app: Services, page: str) -> None:
    """Show another page about Hold'em; the page of the earth mover's distance opens above that of similar hands."""
    if page == RANGES:
        app.replace(ranges(app))
        return
    below = abstraction(app)
    app.replace(below)
    below.turn_page(page)
