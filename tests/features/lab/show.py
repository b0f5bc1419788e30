"""The lab in its states, for sweeps over all screens: waiting, scrubbed, its pages, both games, wrong."""

from collections.abc import Callable

from game.app.app import App
from game.features.lab.asks import ListLabRuns
from game.features.lab.compare_page import CompareScreen
from game.features.lab.page import LabScreen, value_explorer
from game.rules import games
from game.study.lab import LabRuns, LabSettings
from tests.features.lab import value_explorer_answers
from tests.features.lab.answers import answer_of
from tests.window.driver import answer_all, choose, forget_asked, give_to, named

ITERATIONS = 400
HALF_STREET_PAGE = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled", iterations=ITERATIONS)
CLASSIC_PAGE = LabSettings(games.KUHN_POKER, variant="cfr+", iterations=ITERATIONS)


def run(app: App, settings: LabSettings = HALF_STREET_PAGE, page: str = "overview") -> LabScreen:
    """Open the lab, answer for the worker, and stop in the middle of the run."""
    forget_asked(app)
    screen = LabScreen(app, settings)
    app.go(screen)
    answer_all(app, answer_of)
    screen.model.step(settings.iterations)
    answer_all(app, answer_of)
    screen.model.seek(ITERATIONS // 2)
    choose(app, "page", page)
    return screen


def wrong(app: App) -> None:
    screen = run(app)
    named(app, "blinds").submit("x")
    screen.relayout()


def low_blinds(app: App) -> None:
    run(app, LabSettings(games.KUHN_HALF_STREET, 0.25, "cfr", ITERATIONS))


def open_export(app: App) -> None:
    run(app)._export()


def nobody_learned(app: App) -> None:
    app.models.training.stored, app.models.training.listed = (), True
    app.go(value_explorer(app))


def learning_lost(app: App) -> None:
    value_explorer_answers.show(
        app
    ).problem = "The other process ended unexpectedly. What was stored is safe."
    app.screen.relayout()


def compare(app: App, game: str = games.KUHN_HALF_STREET) -> CompareScreen:
    """Open the stored runs and answer for the worker."""
    forget_asked(app)
    screen = CompareScreen(app, LabScreen(app, LabSettings(game)).model)
    app.go(screen)
    answer_all(app, answer_of)
    return screen


def nothing_stored(app: App) -> None:
    screen = CompareScreen(app, LabScreen(app, CLASSIC_PAGE).model)
    app.go(screen)
    give_to(app, ListLabRuns, LabRuns(()))


def throwing_away(app: App) -> None:
    compare(app).forget()


PLACES: dict[str, Callable[[App], object]] = {
    "lab": run,
    "lab waiting": lambda app: app.go(LabScreen(app)),
    "lab strategies": lambda app: run(app, page="strategies"),
    "lab tree": lambda app: run(app, page="tree"),
    "lab classic": lambda app: run(app, CLASSIC_PAGE),
    "lab classic strategies": lambda app: run(app, CLASSIC_PAGE, "strategies"),
    "lab classic tree": lambda app: run(app, CLASSIC_PAGE, "tree"),
    "lab wrong": wrong,
    "lab low blinds": low_blinds,
    "lab export": open_export,
    "value explorer": lambda app: value_explorer_answers.show(app, 4),
    "value explorer audit": lambda app: value_explorer_answers.show(app, 4, page="audit"),
    "value explorer apart": lambda app: value_explorer_answers.show(app, 0, 5),
    "value explorer over": lambda app: value_explorer_answers.show(app, 4, 0, 2, 1, 6, episode=20_000),
    "value explorer waiting": lambda app: app.go(value_explorer(app, "value-learner-1")),
    "value explorer by nobody": nobody_learned,
    "value explorer in trouble": learning_lost,
    "lab compare": compare,
    "lab compare classic": lambda app: compare(app, games.KUHN_POKER),
    "lab compare empty": nothing_stored,
    "lab compare waiting": lambda app: app.go(CompareScreen(app, LabScreen(app, CLASSIC_PAGE).model)),
    "lab compare throwing away": throwing_away,
}
