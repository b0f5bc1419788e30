"""What the other process would answer on the page of a learner: values that close in on perfect play."""

from functools import cache
from typing import Any

from game.app.app import App
from game.features.lab.asks import AskLearntValues, ExportLearntValues, FindLostLine, WriteLearner
from game.features.lab.page import value_explorer
from game.features.lab.values_model import ValueExplorerModel
from game.request import Request
from game.rules.tic_tac_toe import Board, TicTacToeState
from game.study.lab import LearntValues, LostLine, shown_episodes
from game.study.training import StoredRun
from tests.window.driver import answer_all, choose, forget_asked
from tests.window.runs import stored

SETTINGS: dict[str, object] = {"draw_value": 0.5, "seed": 0}
LINE = LostLine(1, (0, 1, 4, 2, 8), (1,))


def own_run(number: int = 1, iteration: int = 20_000) -> StoredRun:
    return stored(number=number, iteration=iteration, settings=SETTINGS)


@cache
def worth(state: TicTacToeState) -> float:
    """What X gets of a position if nobody errs: -1, 0 or 1."""
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(worth(state.child(cell)) for cell in state.legal_actions())


@cache
def values_of(board: Board, upto: int, draw_value: float = 0.5) -> LearntValues:
    """Values that close in on what is true, and lines that beat it until ten thousand games."""
    state, episodes = TicTacToeState(board), tuple(sorted({*shown_episodes(-1, upto), upto}))
    sign = 1 if state.current_player() == 0 else -1
    exact = {cell: (1 + sign * worth(state.child(cell))) / 2 for cell in state.legal_actions()}
    values = {
        cell: tuple(0.5 + (goal - 0.5) * n / (n + 500) - 0.002 * cell * (n > 0) for n in episodes)
        for cell, goal in exact.items()
    }
    left = 0 if draw_value else 40
    lost = tuple((max(0, 5_000 // (n + 1) - 1), max(left, 9_000 // (n + 1) - 1)) for n in episodes)
    return LearntValues(episodes, values, exact, lost)


def answer_of(request: Request[Any]) -> Any:
    """The answer to a question of the page; the model of a moment is the agent of the catalogue."""
    match request:
        case AskLearntValues():
            draw_value: Any = request.settings["draw_value"]
            return values_of(tuple(request.board), request.upto, draw_value)
        case FindLostLine():
            return LINE if request.episode < 9_000 else None
        case WriteLearner():
            return "champion"
        case ExportLearntValues():
            return request.file
        case _:
            return NotImplemented


def show(app: App, *cells: int, page: str = "values", episode: int = 2_000) -> ValueExplorerModel:
    """Open the page on a stored run, answer for the worker, and go to a position and a moment."""
    app.models.training.stored, app.models.training.listed = (own_run(), own_run(2, 700)), True
    forget_asked(app)
    screen = value_explorer(app)
    app.go(screen)
    for cell in cells:
        screen.model.mark(cell)
    answer_all(app, answer_of)
    screen.model.seek(episode)
    answer_all(app, answer_of)
    choose(app, "page", page)
    return screen.model
