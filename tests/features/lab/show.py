"""The pages of the lab with sample content: a run, the value learner, and stored runs."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from game.app.app import App
from game.core import CHANCE
from game.features.lab import (
    AskLearntValues,
    DrawTree,
    ExportLearntValues,
    FindLostLine,
    ListInformationSets,
    ListLabRuns,
    MeasureField,
    RunSegment,
    WriteLearner,
)
from game.features.lab.compare_page import CompareScreen
from game.features.lab.page import LabScreen, value_explorer
from game.features.lab.values_model import ValueExplorerModel
from game.request import Request
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnRules, KuhnState
from game.rules.tic_tac_toe import Board, TicTacToeState
from game.study.lab import (
    NASH_CONV,
    NO_NODE,
    LabField,
    LabNode,
    LabPart,
    LabRun,
    LabRuns,
    LabSets,
    LabSettings,
    LabTree,
    LabVariant,
    LearntValues,
    LostLine,
    shown_episodes,
    tracked_iterations,
)
from game.study.training import StoredRun
from tests.window.driver import answer_all, choose, forget_asked, give_to, named
from tests.window.runs import stored

VARIANTS = (
    LabVariant("cfr", "The regrets as they are.", is_sampled=False),
    LabVariant("cfr+", "Regrets never fall below zero.", is_sampled=False),
    LabVariant("linear", "Later iterations weigh more.", is_sampled=False),
    LabVariant("dcfr", "Early regrets are forgotten.", is_sampled=False),
    LabVariant("chance-sampled", "One deal an iteration.", is_sampled=True),
)
STORED = 400  # iterations of the stored runs
HALF_STREET = {"Q": None, "K": 0.0, "A": 1.0, "Qb": 0.0, "Kb": None, "Ab": 1.0}
CLASSIC = {
    **{"Q": 1 / 6, "K": 0.0, "A": 0.5, "Qpb": 0.0, "Kpb": 0.5, "Apb": 1.0},
    **{"Qp": 1 / 3, "Kp": 0.0, "Ap": 1.0, "Qb": 0.0, "Kb": 1 / 3, "Ab": 1.0},
}


GROWTH = {"Q": 1.0, "A": 3.0, "Kpb": 1.0}  # of the classic equilibria with alpha


def nash(blinds: float) -> tuple[float, float]:
    if blinds < 0.5:
        return 0.0, 0.0
    return 1 / (1 + 2 * blinds), (2 * blinds - 1) / (1 + 2 * blinds)


@cache
def lab_sets(settings: LabSettings) -> LabSets:
    """Return the information sets of the settings' game, ordered by player."""
    half = settings.game == games.KUHN_HALF_STREET
    p1, p2 = nash(settings.blinds)
    table = {**HALF_STREET, "Q": p1, "Kb": p2} if half else CLASSIC
    keys = sorted(table, key=lambda key: (len(key) - 1) % 2)
    equilibrium = tuple(share for key in keys for share in (1 - table[key], table[key]))  # type: ignore[operator]
    return LabSets(
        keys=tuple(keys),
        players=tuple((len(key) - 1) % 2 for key in keys),
        actions=(("p", "b"),) * len(keys),
        sequences=tuple((place, action) for place in range(len(keys)) for action in (0, 1)),
        equilibrium=equilibrium,
        value=1 / 18 if half else -1 / 18,
        variants=VARIANTS,
        alpha=0.0 if half else 1 / 6,
        max_alpha=0.0 if half else 1 / 3,
        per_alpha=()
        if half
        else tuple(s for key in keys for s in (-GROWTH.get(key, 0.0), GROWTH.get(key, 0.0))),
    )


@cache
def lab_tree(settings: LabSettings) -> LabTree:
    """Return the game tree with all histories, by the rules of the game."""
    street = "half-street" if settings.game == games.KUHN_HALF_STREET else "classic"
    keys, nodes = lab_sets(settings).keys, list[LabNode]()

    def visit(state: KuhnState, parent: int, step: str, chance: float) -> None:
        player, number = state.current_player(), len(nodes)
        infoset = keys.index(state.information_state(player).key) if player in (0, 1) else NO_NODE
        payoff = float(state.returns()[0]) if state.is_terminal() else 0.0
        nodes.append(LabNode(parent, step, player, infoset, payoff, chance))
        for action in state.legal_actions():
            dealt = player == CHANCE
            chance = 1 / len(state.legal_actions()) if dealt else 1.0
            visit(state.child(action), number, CARD_LETTERS[action] if dealt else "pb"[action], chance)

    visit(KuhnState(KuhnRules(street, settings.blinds)), NO_NODE, "", 1.0)  # type: ignore[arg-type]
    return LabTree(tuple(nodes))


@cache
def lab_field(blinds: float, steps: int) -> LabField:
    """Return the utility U1 of player 0 by the formula in the literature, on a grid of strategies."""
    axis = tuple(place / steps for place in range(steps + 1))

    def u1(p1: float, p2: float) -> float:
        return (p1 * (2 * blinds - 1 - p2 - 2 * blinds * p2) + p2) / 6

    values = tuple(tuple(u1(p1, p2) for p2 in axis) for p1 in axis)
    flat = [value for row in values for value in row]
    return LabField(
        axis,
        values,
        tuple((2 * blinds - 1 - p2 - 2 * blinds * p2) / 6 for p2 in axis),
        tuple(-(1 - p1 - 2 * blinds * p1) / 6 for p1 in axis),
        nash(blinds),
        u1(*nash(blinds)),
        min(flat),
        max(flat),
    )


@cache
def part_of(settings: LabSettings, after: int, upto: int) -> LabPart:
    """Return a part of a run.

    The average strategies approach the equilibrium, and the current strategy circles around it.
    """
    sets = lab_sets(settings)
    done = np.array([*tracked_iterations(after, upto - 1, settings.every), upto])
    place, action = np.array(sets.sequences).T
    goal, sign = np.array(sets.equilibrium), np.where(action, 1, -1)
    turn, slow = 6 * np.log1p(done), 0.5 + 0.1 * [one.name for one in VARIANTS].index(settings.variant)
    shrink = (1 + done)[:, np.newaxis] ** (-slow / 2)
    around = sign * np.cos(turn[:, np.newaxis] + place)
    away = np.where((goal > 0) & (goal < 1), 0.5 * around, 0.5 - goal)
    part = LabPart(after, upto)
    part.iterations.extend(done.tolist())
    part.average.extend((goal + shrink * away).clip(0, 1).ravel().tolist())
    part.current.extend((0.5 + around).clip(0, 1).ravel().tolist())
    part.regret.extend((np.sqrt(done)[:, np.newaxis] * around).ravel().tolist())
    part.nash_conv.extend((0.9 / (1 + done) ** slow * (1.2 + np.cos(turn + settings.seed))).tolist())
    if settings.variant == "chance-sampled":
        deals = [number for number, node in enumerate(lab_tree(settings).nodes) if node.player == 0]
        part.visited.extend(deals[iteration % len(deals)] for iteration in done.tolist())
    return part


def stored_runs(iterations: int) -> LabRuns:
    """Return stored runs of both games with different variants, seeds and blinds.

    One run is shorter than the others. Another run did not measure its exploitability.
    """
    half, classic = (
        LabSettings(game, iterations=iterations) for game in (games.KUHN_HALF_STREET, games.KUHN_POKER)
    )
    kept = (
        (replace(half, variant="chance-sampled"), iterations),
        (replace(half, variant="chance-sampled", seed=7), iterations),
        (half, iterations // 4),
        (replace(half, variant="linear", blinds=2.0), iterations),
        (replace(half, variant="dcfr", track=("average",)), iterations),
        (classic, iterations),
        (replace(classic, variant="linear"), iterations),
    )
    return LabRuns(
        tuple(
            LabRun(
                number,
                one,
                done,
                done,
                0.01 if NASH_CONV in one.track else None,
                1_790_000_000 - 9_000 * number,
            )
            for number, (one, done) in enumerate(kept, 1)
        )
    )


def answer(request: Request[Any]) -> Any:
    """Return the answer to any request of the lab that writes no file."""
    match request:
        case ListInformationSets():
            return lab_sets(request.settings)
        case DrawTree():
            return lab_tree(request.settings)
        case MeasureField():
            return lab_field(request.blinds, request.steps)
        case ListLabRuns():
            return stored_runs(STORED)
        case RunSegment():
            return part_of(request.settings, request.after, request.upto)
        case _:
            return NotImplemented


LEARNER_SETTINGS: dict[str, object] = {"draw_value": 0.5, "seed": 0}
LINE = LostLine(1, (0, 1, 4, 2, 8), (1,))


def own_run(number: int = 1, iteration: int = 20_000) -> StoredRun:
    return stored(number=number, iteration=iteration, settings=LEARNER_SETTINGS)


@cache
def worth(state: TicTacToeState) -> float:
    """Return the value of a position for X under perfect play: -1, 0 or 1."""
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(worth(state.child(cell)) for cell in state.legal_actions())


@cache
def learnt_values(board: Board, upto: int, draw_value: float = 0.5) -> LearntValues:
    """Return learnt values that approach the true values.

    Unless `draw_value` is 0, there are no lost lines after ten thousand games.
    """
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


def learner_answer(request: Request[Any]) -> Any:
    """Return the answer to a request of the page.

    A request to write or export a learner gets the same answer at every episode.
    """
    match request:
        case AskLearntValues():
            draw_value: Any = request.settings["draw_value"]
            return learnt_values(tuple(request.board), request.upto, draw_value)
        case FindLostLine():
            return LINE if request.episode < 9_000 else None
        case WriteLearner():
            return "champion"
        case ExportLearntValues():
            return request.file
        case _:
            return NotImplemented


def show_learner(app: App, *cells: int, page: str = "values", episode: int = 2_000) -> ValueExplorerModel:
    """Open the page on a stored run, answer its requests, and go to a position and an episode."""
    app.models.training.stored_runs, app.models.training.listed = (own_run(), own_run(2, 700)), True
    forget_asked(app)
    screen = value_explorer(app)
    app.go(screen)
    for cell in cells:
        screen.model.mark(cell)
    answer_all(app, learner_answer)
    screen.model.seek(episode)
    answer_all(app, learner_answer)
    choose(app, "page", page)
    return screen.model


ITERATIONS = 400
HALF_STREET_PAGE = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled", iterations=ITERATIONS)
CLASSIC_PAGE = LabSettings(games.KUHN_POKER, variant="cfr+", iterations=ITERATIONS)


def run(app: App, settings: LabSettings = HALF_STREET_PAGE, page: str = "overview") -> LabScreen:
    """Open the lab, answer its requests, and show the middle of the run."""
    forget_asked(app)
    screen = LabScreen(app, settings)
    app.go(screen)
    answer_all(app, answer)
    screen.model.step(settings.iterations)
    answer_all(app, answer)
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
    app.models.training.stored_runs, app.models.training.listed = (), True
    app.go(value_explorer(app))


def learning_lost(app: App) -> None:
    show_learner(app).problem = "The other process ended unexpectedly. What was stored is safe."
    app.screen.relayout()


def compare(app: App, game: str = games.KUHN_HALF_STREET) -> CompareScreen:
    """Open the stored runs and answer the page's requests."""
    forget_asked(app)
    screen = CompareScreen(app, LabScreen(app, LabSettings(game)).model)
    app.go(screen)
    answer_all(app, answer)
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
    "value explorer": lambda app: show_learner(app, 4),
    "value explorer audit": lambda app: show_learner(app, 4, page="audit"),
    "value explorer apart": lambda app: show_learner(app, 0, 5),
    "value explorer over": lambda app: show_learner(app, 4, 0, 2, 1, 6, episode=20_000),
    "value explorer waiting": lambda app: app.go(value_explorer(app, "value-learner-1")),
    "value explorer by nobody": nobody_learned,
    "value explorer in trouble": learning_lost,
    "lab compare": compare,
    "lab compare classic": lambda app: compare(app, games.KUHN_POKER),
    "lab compare empty": nothing_stored,
    "lab compare waiting": lambda app: app.go(CompareScreen(app, LabScreen(app, CLASSIC_PAGE).model)),
    "lab compare throwing away": throwing_away,
}
