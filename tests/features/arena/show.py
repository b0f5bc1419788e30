"""The states of the arena, with sample leagues, for the tests that check every screen."""

import random
from collections.abc import Callable, Sequence
from itertools import combinations

from game.agent_entries import AgentEntry
from game.app.app import App
from game.core import Progress
from game.features.arena import AskStandings
from game.features.arena.page import ArenaScreen
from game.match.series import SeriesPoint
from game.study.league import BATCHES, League, LeaguePair, LeagueSettings
from tests.window.driver import give_to, named

HOLDEM = LeagueSettings("holdem")
NAMES = ("rock-solid", "tight", "loose", "maniac", "station")


def course(mean: float, spread: float, deals: int) -> tuple[SeriesPoint, ...]:
    samples = [count for count in (1, 2, 5, 10, 20, 40, 60, 100, 200, 400, 800, 1600) if count <= deals]
    return tuple(
        SeriesPoint(count, mean * (1 + 3 / count), spread / count**0.5 if count > 1 else None)
        for count in samples
    )


def league(
    names: Sequence[str] = NAMES, deals: int = 400, settings: LeagueSettings = HOLDEM, missing: int = 1
) -> League:
    """Return a league in which agents earlier in `names` play better.

    The last `missing` pairs have no results yet.
    """
    dice = random.Random(3)
    scale = {"holdem": 700.0, "tic-tac-toe": 0.2}.get(settings.game, 0.05)
    pairs = []
    found = list(combinations(sorted(names), 2))
    for index, (a, b) in enumerate(found):
        played = 0 if index >= len(found) - missing else deals // (1 + index % 2)
        mean = scale * (names.index(b) - names.index(a)) * (0.2 + dice.random()) if played else 0.0
        points = course(mean, 4 * scale, played)
        half = points[-1].ci95 if points else None
        batches = tuple(mean + dice.gauss(0, 2 * scale) for _ in range(BATCHES)) if played else ()
        pairs.append(LeaguePair(a, b, played, mean, half, points, played * 0.06, batches))
    return League(settings, tuple(names), tuple(pairs), deals)


def open_league(found: League | None, sentence: str = "") -> Callable[[App], ArenaScreen]:
    """Return a function that opens the arena on a league."""

    def go(app: App) -> ArenaScreen:
        app.models.leagues.at_work = None  # started by the previous page
        screen = ArenaScreen(app, found.settings if found is not None else HOLDEM)
        app.go(screen)
        if found is not None or sentence:
            give_to(app, AskStandings, found, error=sentence or None)
        return screen

    return go


def playing(app: App) -> None:
    screen = open_league(league())(app)
    screen.standings.toggle()
    assert app.models.leagues.at_work is not None
    app.models.leagues.at_work.progress = Progress(2_950, 4_000, 60.0, 84.0)


def open_crowded_league(app: App) -> None:
    names = [f"kept-agent-{index}" for index in range(14)]
    app.agents = [AgentEntry(name, "holdem", "rules", "One of many.") for name in names]
    open_league(league(names, missing=5))(app)


def by_column(app: App) -> None:
    open_league(league())(app)
    table = named(app, "table")
    x, y, width, _ = table.parts()[1].rect
    table.release(x + width / 2, y + 2)


PLACES: dict[str, Callable[[App], object]] = {
    "arena": open_league(league()),
    "arena being played": playing,
    "arena by column": by_column,
    "arena new": open_league(league(deals=0, missing=10)),
    "arena done": open_league(league(missing=0)),
    "arena crowded": open_crowded_league,
    "arena waiting": open_league(None),
    "arena nobody": open_league(League(HOLDEM, ("rock-solid",), (), 0)),
    "arena in trouble": open_league(None, "The other process ended unexpectedly."),
    "arena of three": open_league(
        league(("champion", "player", "student"), settings=LeagueSettings("tic-tac-toe"))
    ),
    "arena tic-tac-toe": open_league(
        league(("champion", "player", "student", "beginner"), settings=LeagueSettings("tic-tac-toe"))
    ),
}
