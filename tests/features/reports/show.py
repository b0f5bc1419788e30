"""The states of the board reports for the tests that check every screen. Boards and figures are invented."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from ai.solver.board_means import BoardDecision, SolvedBoard, texture_means
from ai.solver.flops import classify_texture, flop_sample
from game.app.app import App
from game.core import Progress
from game.features.reports import AskReport, CheckReport, CompareReports, ForgetReport, ListReports
from game.features.reports.page import ACTS, ReportsScreen
from game.match.spot_texts import SpotTexts
from game.request import Request
from game.rules.cards import get_rank
from game.study.models import SPOTS, TIGHT, WIDE
from game.study.reports import (
    BoardReport,
    BoardRow,
    CheckedReport,
    ReportComparison,
    ReportForm,
    StoredReport,
)
from game.study.solved import ALL_HANDS, HAND_KINDS, GroupMix
from tests.window.driver import answer_all, forget_asked, give_to, named

SPOT = SpotTexts("", TIGHT, WIDE, "60", "200", "66%,a", "100%")
WHOLE = ReportForm(SPOT, "sample-95", 1.0)
HALF = ReportForm(SPOT, "all-flops", 1.0)
LISTED = ReportForm(SPOT, "Kd7c2h, QsJh2h8d, 2s3s4s", 0.5)
TURNS = ReportForm(replace(SPOT, pot="40"), "turns-Kd7c2h", 0.5)
FILES = (
    StoredReport(HALF, 412, 1_755),
    StoredReport(WHOLE, 95, 95),
    StoredReport(LISTED, 3, 3),
    StoredReport(TURNS, 49, 49),
)


ACTIONS = ("all-in 200", "bet 40", "check")


def make_decision(bets: float, ev: float, weight: float) -> BoardDecision:
    """Return a decision in which the strongest and the weakest kinds of hands bet more than the others."""
    shares = 0.1 * bets, 0.9 * bets, 1 - bets
    kinds = {ALL_HANDS: (weight, GroupMix(shares, ev, (ev - 4, ev - 1, ev)))}
    for index, kind in enumerate(HAND_KINDS):
        often = min(1.0, bets * (0.4 + abs(index - 7) / 5))
        won = ev + 40 - 6 * index
        mix = GroupMix((0.2 * often, 0.8 * often, 1 - often), won, (won - 3, won + 1, won))
        kinds[kind] = weight * (index + 1) / 91, mix
    return BoardDecision(ACTIONS, shares, kinds)


@cache
def board_report(form: ReportForm, done: int, problem: str = "") -> BoardReport:
    """Return a report with `done` finished boards.

    If `problem` is given, the first board has failed with this message.
    """
    dice = random.Random(7)
    sample = flop_sample(95)
    rows, solved = [], []
    for board, times in islice(sample, done):
        high = max(map(get_rank, board)) / 12
        equity = 0.42 + 0.1 * high + dice.gauss(0, 0.02)
        bets = float(np.clip(0.15 + 0.4 * high + dice.gauss(0, 0.12), 0, 1))
        after = float(np.clip(0.75 - 0.3 * high + dice.gauss(0, 0.1), 0, 1))
        ev = 60 * equity - 1 + dice.gauss(0, 0.6)
        row = BoardRow(
            board, classify_texture(board), times, times * 2000.0, (bets, after), (ev, 60 - ev), equity, 0.9
        )
        if problem and not rows:
            row = BoardRow(board, classify_texture(board), times, problem=problem)
        rows.append(row)
        decisions = (
            make_decision(bets, ev, row.weight),
            make_decision(after, 60 - ev, row.weight * (1 - bets)),
        )
        solved.append(SolvedBoard(row, decisions))
    total = {WHOLE: 95, HALF: 1_755}.get(form, max(3, done))
    return BoardReport(form, total, tuple(rows), tuple(texture_means(solved)))


def make_comparison() -> ReportComparison:
    """Return a comparison of two reports on 40 boards. In the second report, oop bets less and wins less."""
    report = board_report(WHOLE, 40)
    bets, ev = (
        (lambda row: (0.9 * row.bets[0], row.bets[1] ** 2)),
        (lambda row: (row.ev[0] - 1, row.ev[1] + 1)),
    )
    boards = tuple((row, replace(row, bets=bets(row), ev=ev(row))) for row in report.rows)
    mean = report.means[0]
    return ReportComparison(boards, (mean, replace(mean, bets=bets(mean), ev=ev(mean))))


def answer(request: Request[Any]) -> Any:
    """Return the answer to a request, in place of the worker."""
    match request:
        case CheckReport(form) if not form.boards:
            return CheckedReport({"boards": "Name a board, like QsJh2h, or several apart by commas."})
        case CheckReport():
            return CheckedReport({}, 25, 1_300.0, 180 * 2**20, 6 * 2**30)
        case ListReports():
            return FILES
        case AskReport(form):
            return board_report(form, 40 if form == HALF else 95)
        case ForgetReport():
            return None
    return NotImplemented


def arrive(app: App) -> None:
    """Let the page send all its delayed requests, and answer them."""
    for _ in range(3):
        app.screen.update(1.0)
        answer_all(app, answer)
        app.step([], 0.0)


def opened(texts: SpotTexts | None = None) -> Callable[[App], ReportsScreen]:
    def go(app: App) -> ReportsScreen:
        app.models.reports.at_work = None  # started by the previous page
        app.models.reports.trouble.clear()
        app.models.drafts.reports = None
        forget_asked(app)
        screen = ReportsScreen(app, texts)
        app.go(screen)
        arrive(app)
        return screen

    return go


def show_board(index: int) -> Callable[[App], ReportsScreen]:
    """Return a function that opens the page and shows the stored report number `index`."""

    def go(app: App) -> ReportsScreen:
        screen = opened()(app)
        screen.open(index)
        arrive(app)
        return screen

    return go


def at_first(app: App) -> None:
    app.models.reports.at_work = None
    app.models.drafts.reports = None
    forget_asked(app)
    app.go(ReportsScreen(app))


def show_list(app: App) -> None:
    screen = opened(SPOTS["flop"])(app)
    named(app, "boards").choose("list")
    screen.model.choose(listed="")
    arrive(app)


def show_turns(app: App) -> None:
    opened(SPOTS["flop"])(app)
    named(app, "boards").choose("turns")
    arrive(app)


def show_solve(app: App) -> ReportsScreen:
    screen = show_board(0)(app)
    screen.model.toggle()
    assert app.models.reports.at_work is not None
    app.models.reports.at_work.progress = Progress(413, 1_755, 610.0, 4_980.0)
    screen.show()
    return screen


def filtered(app: App) -> None:
    screen = show_board(1)(app)
    named(app, "textures").choose(3)
    screen.table.player.step(1)
    screen.table.heads.choose("bets")
    arrive(app)


def show_acts(app: App) -> ReportsScreen:
    screen = show_board(1)(app)
    screen.turn_to(ACTS)
    app.step([], 0.0)
    return screen


def compare(app: App) -> ReportsScreen:
    screen = show_board(1)(app)
    screen.compare()
    app.step([], 0.0)
    give_to(app, CompareReports, make_comparison())
    app.step([], 0.0)
    return screen


def nothing_fits(app: App) -> None:
    show_board(1)(app)
    named(app, "textures").choose(1)
    named(app, "high").choose("9")
    named(app, "textures").choose(2)
    arrive(app)


def in_trouble(app: App) -> None:
    screen = show_board(0)(app)
    app.models.reports.trouble[HALF] = (
        "No scheduler answers at tcp://127.0.0.1:8786: start one with `dask scheduler`."
    )
    screen.show()


def failed_board(app: App) -> None:
    screen = show_board(1)(app)
    screen.model.arrange(boards=board_report(WHOLE, 4, "oop: every hand of the range meets the board.").rows)
    screen.show()


PLACES: dict[str, Callable[[App], object]] = {
    "reports": opened(),
    "reports at first": at_first,
    "reports of a list": show_list,
    "reports of turns": show_turns,
    "report": show_board(1),
    "report solving": show_solve,
    "report filtered": filtered,
    "report by action": show_acts,
    "reports compared": compare,
    "report without rows": nothing_fits,
    "report in trouble": in_trouble,
    "report with a failure": failed_board,
}
