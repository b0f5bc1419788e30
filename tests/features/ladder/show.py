"""The states of the ladder for the tests that check every screen."""

from collections.abc import Callable

from game.app.app import App
from game.archive.ladder import Climb, Ladder, build_rungs
from game.core import Progress
from game.features.ladder.page import LadderScreen
from game.features.new_game.page import NewGame
from game.rules import games
from game.study.ladder import AskLadder
from tests.window.driver import give_to

Go = Callable[[App], None]

HANDS = {
    games.TIC_TAC_TOE: ([0.0] * 10, [0.0, 1.0, 1.0], [], [0.0, 1.0, -1.0, 0.0]),
    games.KUHN_POKER: ([0.5, 0.1] * 30, [0.2, -0.15] * 20, [], [1.0]),
    games.HOLDEM: ([4.0, 1.0] * 60, [-3.0, 2.9, 0.2] * 12, [30.0, -28.0, 4.0]),
}
"""The results against the weakest opponents."""


def standing(app: App, game: str) -> Ladder:
    """Return a ladder on which the player has beaten only the weakest opponent."""
    found = []
    for index, rung in enumerate(build_rungs(game, app.agents)):
        climb = Climb(game, rung)
        for number, net in enumerate(HANDS[game][index] if index < len(HANDS[game]) else []):
            climb.take(net, number % 2)
        found.append(climb.result())
    return Ladder(game, tuple(found))


def ladder(game: str) -> Go:
    def go(app: App) -> None:
        app.go(LadderScreen(app, game))
        app.step([], 0.0)
        give_to(app, AskLadder, standing(app, game))
        app.step([], 0.0)

    return go


def unknown(app: App) -> None:
    app.go(LadderScreen(app, games.HOLDEM))
    app.step([], 0.0)


def being_counted(app: App) -> None:
    unknown(app)
    give_to(app, AskLadder, progress=Progress(340, 1_000, 20.0, 40.0))


def in_trouble(app: App) -> None:
    unknown(app)
    give_to(app, AskLadder, error="The other process ended unexpectedly.")


def new_game(game: str) -> Go:
    def go(app: App) -> None:
        app.go(NewGame(app, game))
        app.step([], 0.0)
        give_to(app, AskLadder, standing(app, game))
        app.step([], 0.0)

    return go


GAMES = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)

PLACES: dict[str, Go] = {
    **{f"ladder {game}": ladder(game) for game in GAMES},
    **{f"new {game} with a ladder": new_game(game) for game in GAMES},
    "ladder unknown": unknown,
    "ladder being counted": being_counted,
    "ladder in trouble": in_trouble,
}
