"""The states of the solver page for the tests that check every screen.

Small spots are solved in this process. The clock of a solve counts its readings, and the free memory is constant,
so every run shows the same numbers.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from ai.features import odds  # noqa: F401 - it registers who answers
from ai.features import solver as handlers
from ai.solver import solving
from game.app.app import App
from game.core import Progress
from game.features.solver import (
    AskComparison,
    AskLoggedMix,
    AskRunOuts,
    AskSolve,
    AskSolved,
    CheckSpot,
    ClearLocks,
    ForgetSolve,
    KeepSolve,
    KeepSpotMistakes,
    ListLoggedPlayers,
    ListSolves,
    OpenSolve,
    PlaySpot,
    SetLock,
    SolveSpot,
)
from game.features.solver.page import SolverScreen
from game.match.spot_texts import SpotTexts
from game.request import Request
from game.rules.betting import CALL, Street
from game.rules.cards import parse
from game.study.models import SPOTS
from game.study.odds import ReadTexts
from game.study.ranges import POTS, AskPreflopPot, ListRangeAgents, PreflopPot, RangeAgent
from game.study.solved import LoggedMix, LoggedPlayer, SolveList, StoredSolve
from game.texts import current
from game.window.ui.input import Key
from tests.features.lab.range_show import node
from tests.window.driver import Driver, answer_all, choose, forget_asked, give_to, named, press

SMALL = SpotTexts("QsJh2h8d", "AA,KQs,KJ,T9s,55", "QQ,AJ,87s,KT,A5s", "100", "200", "50%,100%,a", "100%")
RIVER = replace(SMALL, board=f"{SMALL.board}3c")
FILES = (
    StoredSolve("river 1", SPOTS["river"], 0.31, 12_000_000),
    StoredSolve("a turn of wide ranges", SPOTS["turn"], 0.5, 214_000_000, locks=2),
)

PLAYERS = (LoggedPlayer("tight", 412), LoggedPlayer("Hyperborean", 96, "20261123-1", "evening.log"))
LOGGED = LoggedMix("tight", 118, 0.62, 0.31, 0.07)
AGENTS = (
    RangeAgent("blueprint-200", 200, True),
    RangeAgent("sound", 200),
    RangeAgent("blueprint-100", 100, True),
)
POT_RANGES = "QQ-TT,AQs:0.5,KJ", "AA,87s,A5s:0.25"
OF_FILES: dict[type[Request[Any]], Any] = {
    ListSolves: SolveList(FILES),
    KeepSolve: FILES[0],
    ForgetSolve: None,
    KeepSpotMistakes: 1,
    ListRangeAgents: AGENTS,
    ListLoggedPlayers: PLAYERS,
}
OF_SOLVES = (
    CheckSpot,
    SolveSpot,
    AskSolve,
    AskSolved,
    AskComparison,
    AskRunOuts,
    SetLock,
    ClearLocks,
    PlaySpot,
    ReadTexts,
)
FREE_BYTES = 8 * 2**30
OF_CHANGES = (SolveSpot, SetLock, ClearLocks)
"""Requests that change a solve."""


class Solves:
    """Answers requests about solves of `SMALL`, and caches the answers for all pages.

    A cached answer belongs to a language, to a request, and to all requests since `reset` that have changed the
    solve. If a request needs a new answer, and the current solve has other changes, the solve is rebuilt. The
    order of the tests therefore does not affect the answers.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[str, tuple[Request[Any], ...]], Any] = {}
        self._changes: tuple[Request[Any], ...] = ()
        self._changes_made: tuple[Request[Any], ...] | None = None

    def reset(self) -> None:
        self._changes = ()

    def answer(self, request: Request[Any]) -> Any:
        asked = (*self._changes, request)
        told = current().language.code, asked
        if told not in self._answers:
            self._answers[told] = self._compute(request)
        if isinstance(request, OF_CHANGES):
            self._changes = asked
        return self._answers[told]

    def _compute(self, request: Request[Any]) -> Any:
        if self._changes_made != self._changes:
            handlers.held_solves.solves.clear()
            for change in self._changes:
                _last(change)
        self._changes_made = (*self._changes, request) if isinstance(request, OF_CHANGES) else self._changes
        return _last(request)


def _last(request: Request[Any]) -> Any:
    readings = count()
    clock = SimpleNamespace(perf_counter=lambda: next(readings) / 1000)
    with patch.object(solving, "time", clock), patch.object(handlers, "available_bytes", lambda: FREE_BYTES):
        *_, last = request.run_handler()
    return last


def answer_pot(request: AskPreflopPot) -> PreflopPot:
    """Return the answer of a trained strategy that always raises to three times the bet."""
    line = request.line
    for number in range(POTS.index(request.pot) + 1 if request.pot else 0):
        line = line.after(CALL if number == POTS.index(request.pot) else 3 ** (number + 1) * 100)
    if request.pot == "limped":
        line = line.after(CALL)
    decisions, betting = node(line).aggressive_first().decisions, line.betting
    if betting.street == Street.PREFLOP:
        return PreflopPot(line, decisions)
    stack = min(betting.rules.stacks) - betting.round_start
    return PreflopPot(line, decisions, POT_RANGES, (41.0, 13.0), (True, True), betting.pot, stack)


solves = Solves()
answered = solves.answer


def answer(request: Request[Any]) -> Any:
    """Return the answer to a request, in place of the worker. Requests that write files change nothing."""
    if isinstance(request, AskLoggedMix):
        return LOGGED if request.player == PLAYERS[0] else LoggedMix(request.player.name, 12, 0.5, 0.25, 0.25)
    if isinstance(request, AskPreflopPot):
        return answer_pot(request)
    if type(request) in OF_FILES:
        return OF_FILES[type(request)]
    if isinstance(request, OpenSolve):
        return answered(SolveSpot(SMALL, 0.5))
    return answered(request) if isinstance(request, OF_SOLVES) else NotImplemented


def arrive(app: App) -> None:
    """Let the page send all its delayed requests, and answer them."""
    for _ in range(6):
        app.screen.update(1.0)
        answer_all(app, answer)
        app.step([], 0.0)


def press_keys(driver: Driver, *keys: str) -> None:
    """Press keys. After each key, wait for the answers to its requests."""
    for key in keys:
        driver.key(key)
        arrive(driver.app)


def opened(texts: SpotTexts | None = SMALL) -> Callable[[App], SolverScreen]:
    def go(app: App) -> SolverScreen:
        app.models.solves.at_work = app.models.drafts.solver = None  # started by the previous page
        app.models.solves.trouble.clear()
        forget_asked(app)
        screen = SolverScreen(app, texts)
        app.go(screen)
        arrive(app)
        return screen

    return go


def solved(app: App) -> SolverScreen:
    solves.reset()
    screen = opened()(app)
    press(app, "run")
    arrive(app)
    return screen


def waiting(app: App) -> None:
    app.models.solves.at_work = app.models.drafts.solver = None
    app.go(SolverScreen(app))


def change_the_pot(app: App) -> SolverScreen:
    """Solve and lock a spot, then type another pot."""
    screen = locked(app)
    app.send(Key("1", ctrl=True))
    screen.model.type(pot="80")
    arrive(app)
    return screen


def show_walk(*actions: str, cards: str = "", tab: str = "") -> Callable[[App], SolverScreen]:
    def go(app: App) -> SolverScreen:
        screen = solved(app)
        screen.model.position.actions, screen.model.position.cards = actions, parse(cards)
        screen.model.position.look()
        arrive(app)
        screen.walk()
        if tab:
            named(app, "details").choose(tab)
        app.step([], 0.0)
        return screen

    return go


def playing(*indices: int, side: str = "ip", hands: int = 0) -> Callable[[App], SolverScreen]:
    """Return a function that plays `hands` hands against the solution, always with the first action.

    In the next hand, the function takes the actions at `indices`.
    """

    def go(app: App) -> SolverScreen:
        screen = solved(app)
        screen.practice._seed = 5
        screen.play()
        arrive(app)
        screen.practice.choose(side)
        arrive(app)
        while screen.practice.view.tally.hands < hands:
            (screen.practice.next if screen.practice.view.is_over else lambda: screen.practice.act(0))()
            arrive(app)
        for index in indices:
            screen.practice.act(index)
            arrive(app)
        app.step([], 0.0)
        return screen

    return go


def playing_from(*actions: str, hands: int = 0) -> Callable[[App], SolverScreen]:
    """Return a function that plays `hands` hands. Each hand begins after `actions`."""

    def go(app: App) -> SolverScreen:
        screen = show_walk(*(actions or ("check", "bet 50")))(app)
        screen.practice._seed = 5
        app.send(Key("p", "p"))
        arrive(app)
        while screen.practice.view.tally.hands < hands:
            (screen.practice.next if screen.practice.view.is_over else lambda: screen.practice.act(0))()
            arrive(app)
        app.step([], 0.0)
        return screen

    return go


def show_solve(app: App) -> None:
    screen = opened()(app)
    screen.model.toggle()
    for number, share in enumerate((20.0, 6.0, 2.0, 0.9), 1):
        report = Progress(10 * number, 60, 0.8 * number, 2.5, {"exploitability_pct": share})
        give_to(app, SolveSpot, progress=report)
    app.screen.update(1.0)


def locked(app: App) -> SolverScreen:
    screen = show_walk("bet 50")(app)
    screen.model.lock(SetLock(SMALL, ("bet 50",), (), "fold", 20.0))
    arrive(app)
    app.step([], 0.0)
    return screen


def filtered(hands: str = "nothing & !clubs", tab: str = "hands") -> Callable[[App], SolverScreen]:
    """Return a function that opens a solution, filters by `hands`, and shows the remaining hands in `tab`."""

    def go(app: App) -> SolverScreen:
        screen = show_walk("check", tab=tab)(app)
        screen.model.position.filter(hands)
        arrive(app)
        return screen

    return go


def choosing_hands(app: App) -> None:
    filtered("top-pair & A, pair & A")(app)
    app.send(Key("f", "f"))
    arrive(app)


def show_comparison(app: App) -> None:
    locked(app)
    app.send(Key("c", "c"))
    arrive(app)


def asking_for_a_lock(app: App) -> None:
    show_walk("bet 50")(app)
    press(app, "lock")


def locking_a_kind(app: App) -> None:
    asking_for_a_lock(app)
    choose(app, "source", "agent")
    choose(app, "scope", "kind")
    app.step([], 0.0)


def painting_a_lock(app: App) -> None:
    asking_for_a_lock(app)
    choose(app, "source", "painted")
    app.step([], 0.0)
    press(app, "paint")
    app.step([], 0.0)


def locking_as_they_played(app: App) -> None:
    asking_for_a_lock(app)
    choose(app, "source", "logged")
    arrive(app)


def locking_as_few_hands(app: App) -> None:
    locking_as_they_played(app)
    choose(app, "logged", "1")
    arrive(app)


def locked_as_they_played(app: App) -> None:
    locking_as_they_played(app)
    press(app, "lock")
    arrive(app)
    app.step([], 0.0)


def show_paint(app: App) -> None:
    opened()(app)
    app.send(Key("o", "o"))
    arrive(app)
    for key in ("down", "right", "6", "right", "space"):
        app.send(Key(key, key if key == "6" else " " if key == "space" else ""))
    arrive(app)


def painting_wrong(app: App) -> None:
    show_paint(app)
    app.screen.controls.focus("text")
    app.send(Key("x", "x"))
    arrive(app)


def show_tree(app: App) -> None:
    limited = replace(
        SMALL,
        bets="50%,100%,a / river 33%,75%",
        raises="100% / turn ip 2.5x",
        raises_a_street="2",
        donk="none",
        rake="5",
        rake_cap="8",
    )
    opened(limited)(app)
    app.send(Key("t", "t"))
    arrive(app)


def tree_wrong(app: App) -> None:
    show_tree(app)
    app.screen.controls.focus("rake")
    for letter in ",5":
        app.send(Key(letter, letter))
    arrive(app)


def limited(app: App) -> None:
    show_tree(app)
    app.send(Key("escape"))
    arrive(app)


def show_pots(pot: str = "") -> Callable[[App], None]:
    """Return a function that opens the dialog with the line before the flop, and chooses the pot `pot`."""

    def go(app: App) -> None:
        opened()(app)
        app.send(Key("b", "b"))
        arrive(app)
        if pot:
            choose(app, "pots", pot)
            arrive(app)
        app.step([], 0.0)

    return go


def wrong(app: App) -> None:
    screen = opened()(app)
    screen.model.type(board="QsJs", oop="AA,KxKs", pot="none", bets="50% / noon 75%")
    arrive(app)


def equity(app: App) -> None:
    show_walk("check")(app)
    for _ in range(2):
        app.send(Key("v", "v"))
        app.step([], 0.0)


def in_trouble(app: App) -> None:
    screen = opened()(app)
    screen.model.toggle()
    give_to(app, SolveSpot, error="The other process ended unexpectedly.")


PLACES: dict[str, Callable[[App], object]] = {
    "solver": opened(SPOTS["river"]),
    "solver waiting": waiting,
    "solver solving": show_solve,
    "solver solved": solved,
    "solver changed": change_the_pot,
    "solver wrong": wrong,
    "solver in trouble": in_trouble,
    "solver walk": show_walk(),
    "solver walk raised": show_walk("bet 50", "all-in 200"),
    "solver kinds": show_walk("check", tab="kinds"),
    "solver equity": equity,
    "solver hands": filtered(),
    "solver hands left out": filtered("straight-flush"),
    "solver equity graph": show_walk("check", tab="graph"),
    "solver filter": choosing_hands,
    "solver compare": show_comparison,
    "solver next card": show_walk("check", "check"),
    "solver river": show_walk("check", "bet 50", "call", cards="2c"),
    "solver folded": show_walk("bet 50", "fold"),
    "solver locked": locked,
    "solver paint": show_paint,
    "solver paint wrong": painting_wrong,
    "solver limited": limited,
    "solver tree": show_tree,
    "solver tree wrong": tree_wrong,
    "solver pots": show_pots(),
    "solver pots chosen": show_pots("3-bet"),
    "solver lock": asking_for_a_lock,
    "solver lock a kind": locking_a_kind,
    "solver lock by hand": painting_a_lock,
    "solver lock as they played": locking_as_they_played,
    "solver lock as few hands": locking_as_few_hands,
    "solver locked as they played": locked_as_they_played,
    "solver play": playing(),
    "solver play on": playing(0, side="oop"),
    "solver play over": playing(hands=8),
    "solver play from a bet": playing_from(hands=1),
}
