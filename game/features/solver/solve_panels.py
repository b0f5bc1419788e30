"""The panels of a solve: its size, its progress, and the stored solves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from game.core import BUILDING, NODES, Progress
from game.features.solver.labels import SolverView, format_gains
from game.features.solver.model import SolverModel
from game.study.models import TARGETS
from game.study.solved import CheckedSpot, StoredSolve
from game.study.words import UNKNOWN, chips, duration, points, size
from game.texts import number, text
from game.window.frame.page import Page
from game.window.ui.charts.axes import linear, logarithmic
from game.window.ui.charts.chart import Chart, Plot, Series, Target
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Note, Pair, Panel, Paragraph, Picture
from game.window.ui.widgets import Button, Option, Segmented, TextEntry
from game.window.views.marks import StoredFile, StoredFiles
from game.window.views.range_painting import format_limits

BUTTON, SMALL_BUTTON, GAP, KEEP = 40.0, 36.0, 8.0, 104.0
MIN_CHART = 150.0
LONGEST_NAME = 60
FIGURE_DIGITS = 3


class SolvePanel:
    """The panel of a solve: its estimated size, the target, the buttons, and the curve of exploitability."""

    def __init__(self, model: SolverModel) -> None:
        targets = [Option(target, text("solver.percent", count=target)) for target in TARGETS]
        self._target = Segmented("target", text("solver.target"), targets, "", model.aim)
        self._free = Button("unlock", text("solver.locks.clear"), model.unlock, style="label_b")
        self._take_back = Button(
            "take-back", text("solver.other.take_back"), model.take_back, style="label_b"
        )

    def panel(self, view: SolverView, buttons: Sequence[Button]) -> Panel:
        """Return the panel, with the buttons that solve and walk."""
        self._target.chosen = view.target
        return Panel(
            *_sizes(view),
            Control(self._target, SMALL_BUTTON),
            Space(GAP / 2),
            Row(*(Control(button, BUTTON).sized(grow()) for button in buttons), gap=GAP),
            Note(view.problem, wrong=True),
            *(Pair(text(key), words) for key, words in _figures(view).items()),
            Note(text("solver.solve.raked") if view.texts.rake.strip() else ""),
            *map(Note, view.locks),
            Control(self._free, BUTTON - 6).when(view.locks),
            *self._other(view),
            _curve(view).sized(grow(least=MIN_CHART)),
            title=text("solver.solve.title"),
            note=text("solver.solve.note"),
            busy=view.share,
            gap=GAP / 2,
        )

    def _other(self, view: SolverView) -> list[Box]:
        """Return the name of the last solve if it is of another spot, with a button that opens that spot."""
        if view.other is None or view.is_solving:
            return []
        texts = view.other.texts
        spot = text("solver.files.spot", board=texts.board, pot=texts.pot, stack=texts.stack)
        said = Note(text("solver.other.said", spot=spot))
        return [Space(GAP / 2), said, Control(self._take_back, BUTTON - 6)]


def why_no_walk(view: SolverView) -> str:
    """Return the reason why the spot cannot be explored yet."""
    if view.is_solving:
        return text("solver.walk.solving")
    return text("solver.walk.other" if view.other is not None else "solver.walk.empty")


def _sizes(view: SolverView) -> list[Box]:
    """Return the size of the solve, or dashes before it is known."""
    found, too_large = dict.fromkeys(("decisions", "memory", "time"), UNKNOWN), ""
    if (known := view.sizes) is not None:
        found["decisions"] = number(known.decisions)
        found["memory"] = text("solver.size.of", needed=size(known.memory), allowed=size(known.allowed))
        found["time"] = text("solver.size.about", time=duration(known.seconds))
        too_large = "" if view.can_solve else _too_large(known)
    if view.is_solving:
        del found["time"]  # the remaining time is shown below
    pairs = [Pair(text(f"solver.size.{name}"), words) for name, words in found.items()]
    return [*pairs, Note(too_large, wrong=True)]


def _too_large(checked: CheckedSpot) -> str:
    """Return a sentence that the tree needs too much memory, with the changes to the tree that help."""
    ways = [
        text("solver.size.way", limits=format_limits(change.items()), memory=size(memory))
        for change, memory in checked.smaller
    ]
    return (
        text("solver.size.fits", ways=text("solver.size.or").join(ways))
        if ways
        else text("solver.size.too_large")
    )


def _figures(view: SolverView) -> dict[str, str]:
    """Return the progress and the EV of both players, by text key."""
    found, solve = {}, view.solve
    if view.is_solving:
        found["solver.solve.busy"] = format_progress(view.report)
    if view.exploitability is not None:
        found["solver.solve.exploitability"] = points(view.exploitability, FIGURE_DIGITS)
    if solve is not None and view.stands_still and not math.isnan(solve.ev[0]):
        found["solver.solve.ev"] = _values(solve.ev)
        if solve.equilibrium is not None:
            found["solver.locks.equilibrium"] = _values(solve.equilibrium)
            found["solver.locks.gain"] = text("solver.solve.values", **format_gains(solve))
    return found


def format_progress(report: Progress | None) -> str:
    """Return the number of the current iteration, and the time left once that is known."""
    if report is None:
        return text("solver.solve.begun")
    if report.doing == BUILDING:
        return text("solver.solve.building", count=number(report.metrics[NODES]))
    if report.seconds_left is None:
        return text("solver.solve.iteration", count=number(report.iteration + 1))
    done = number(report.iteration), number(report.total or report.iteration)
    return text("solver.solve.left", done=done[0], total=done[1], time=duration(report.seconds_left))


def _values(won: tuple[float, float]) -> str:
    oop, ip = (chips(round(one, 2)) for one in won)
    return text("solver.solve.values", oop=oop, ip=ip)


def _curve(view: SolverView) -> Box:
    """Return the chart of exploitability. It is empty if the solve ended before the first measurement."""
    if view.exploitability is None:
        return Column(Space(2), Paragraph(text("solver.solve.empty"), "small", "faint", limit=3))
    if len(view.curve) < 2:
        return Space()
    seconds, shares = zip(*view.curve, strict=True)
    target = float(view.target)
    series = Series("", seconds, shares, "brass", points(shares[-1]))
    x, y = linear(seconds[-1:]), logarithmic([*shares, target])
    targets = [Target(target, text("solver.solve.target"))]
    chart = Chart([series], x, y, text("solver.solve.axis"), targets)
    return Picture(partial(Plot().draw, chart=chart), MIN_CHART)


class FilesPanel:
    """The panel of the stored solves, with a field for the name of a new one."""

    def __init__(self, model: SolverModel, page: Page) -> None:
        self._files = StoredFiles(
            "files", text("solver.files.title"), page.show, model.open, model.stored_solves.forget
        )
        self._name = TextEntry(
            "name",
            text("solver.files.name"),
            "",
            lambda words: None,
            allowed=lambda letter: letter.isalnum() or letter in " -_.,",
            longest=LONGEST_NAME,
            style="label",
            al="l",
        )
        self._name.placeholder = self._name.label

    @property
    def name(self) -> str:
        return self._name.value

    def panel(self, view: SolverView, keep: Button) -> Panel:
        """Return the panel. The button `keep` stores the solve."""
        self._name.entered = keep.act
        name, button = Control(self._name, SMALL_BUTTON), Control(keep, SMALL_BUTTON)
        return Panel(
            Row(name.sized(grow()), button.sized(fixed(KEEP)), gap=GAP),
            *self._files.boxes(list(map(_row, view.files)), text("solver.files.empty")),
            title=text("solver.files.title"),
            note=text("solver.files.note"),
            gap=GAP,
        )


def _row(stored: StoredSolve) -> StoredFile:
    texts, state = stored.texts, f"{points(stored.exploitability)} · {size(stored.size)}"
    about = text("solver.files.spot", board=texts.board, pot=texts.pot, stack=texts.stack)
    if stored.locks:
        about = text("solver.files.locked", spot=about, count=stored.locks)
    return StoredFile(stored.name, state, about, f"{stored.name}: {about}")
