"""The panels of a solve: how large it is, how far it has come, and the solves in files."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from game.messages.solver_answers import CheckedSpot, StoredSolve
from game.screens.frame.screen import Services
from game.screens.models.solver_words import chips, duration, points, size
from game.screens.models.spot_presets import TARGETS
from game.screens.pages.solver.labels import lock_label
from game.screens.pages.solver.model import SolverModel
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.charts.axis import linear, logarithmic
from game.screens.ui.charts.chart import Chart, Plot, Series, Target
from game.screens.ui.layout import Box, Row, Space, fixed, grow
from game.screens.ui.leaves import Control, Listed, Note, Pair, Panel, Paragraph, Picture
from game.screens.ui.texts import number, signed, text
from game.screens.ui.widgets import Act, Button, Option, Rect, Rows, Segmented, TextEntry

BUTTON, GAP, ROW = 40.0, 8.0, 46.0
LEAST_CHART, LEAST_FILES = 150.0, 3 * ROW
LONGEST_NAME = 60
FIGURE_DIGITS = 3


class SolvePanel:
    """The solve: its size beforehand, the target, the button, and the curve of exploitability."""

    def __init__(self, model: SolverModel, walk: Act) -> None:
        self._model = model
        targets = [Option(target, text("solver.percent", count=target)) for target in TARGETS]
        self._target = Segmented("target", text("solver.target"), targets, model.target, model.aim)
        self._run = Button("run", text("solver.run.solve"), model.toggle, kind="primary", keycap="S")
        self._walk = Button("walk", text("solver.walk.open"), walk, keycap="W")
        self._free = Button("unlock", text("solver.locks.clear"), model.unlock, style="label_b")

    def follow(self) -> None:
        """Show what can be done now."""
        model = self._model
        self._target.chosen = model.target
        state = "pause" if model.is_solving else "on" if model.is_current or model.curve else "solve"
        self._run.label = text(f"solver.run.{state}")
        is_wrong = model.checked is not None and not model.can_solve
        self._run.disabled = text("solver.run.cannot") if is_wrong and not model.is_solving else ""
        self._walk.disabled = "" if model.position.node is not None else text("solver.walk.empty")

    def panel(self) -> Panel:
        """Return the panel."""
        model = self._model
        buttons = Row(
            Control(self._run, BUTTON).sized(grow()), Control(self._walk, BUTTON).sized(grow()), gap=GAP
        )
        locks = [
            Note(lock_label(lock, model.locking.agent_name))
            for lock in (model.solve.locks if model.solve is not None else ())
        ]
        clear = Control(self._free, BUTTON - 6).when(bool(locks))
        return Panel(
            *self._sizes(model.checked),
            Control(self._target, BUTTON - 4),
            Space(GAP / 2),
            buttons,
            Note(model.problem, wrong=True),
            *self._figures(),
            *locks,
            clear,
            Picture(self._drawn(), LEAST_CHART).sized(grow(least=LEAST_CHART)),
            title=text("solver.solve.title"),
            note=text("solver.solve.note"),
            busy=model.solving.share if model.is_solving else None,
            gap=GAP / 2,
        )

    def _sizes(self, checked: CheckedSpot | None) -> list[Box]:
        """Return what the solve will take, or that this is not known yet."""
        known = checked is not None and not checked.problems
        decisions, memory, seconds = "–", "–", "–"
        if checked is not None and known:
            decisions = number(checked.decisions)
            memory = text("solver.size.of", needed=size(checked.memory), allowed=size(checked.allowed))
            seconds = text("solver.size.about", time=duration(checked.seconds))
        too_large = checked is not None and known and checked.memory > checked.allowed
        return [
            Pair(text("solver.size.decisions"), decisions),
            Pair(text("solver.size.memory"), memory),
            Pair(text("solver.size.time"), seconds),
            Note(text("solver.size.too_large") if too_large else "", wrong=True),
        ]

    def _figures(self) -> list[Box]:
        """Return how far it is, and what both win."""
        model, solve = self._model, self._model.solve
        found: list[Box] = []
        report = model.solving.report
        if model.is_solving:
            left = report.seconds_left if report is not None else None
            words = (
                text("solver.solve.left", time=duration(left))
                if left is not None
                else text("solver.solve.begun")
            )
            found.append(Pair(text("solver.solve.busy"), words))
        if model.exploitability is not None:
            share = points(model.exploitability, FIGURE_DIGITS)
            found.append(Pair(text("solver.solve.exploitability"), share))
        if solve is not None and model.is_current and not model.is_solving and not math.isnan(solve.ev[0]):
            values = text(
                "solver.solve.values", oop=chips(round(solve.ev[0], 2)), ip=chips(round(solve.ev[1], 2))
            )
            found.append(Pair(text("solver.solve.ev"), values))
            if solve.equilibrium is not None:
                gains = (
                    signed(won - before, 2) for won, before in zip(solve.ev, solve.equilibrium, strict=True)
                )
                oop, ip = gains
                before = (chips(round(won, 2)) for won in solve.equilibrium)
                found.append(
                    Pair(
                        text("solver.locks.equilibrium"),
                        text("solver.solve.values", oop=next(before), ip=next(before)),
                    )
                )
                found.append(Pair(text("solver.locks.gain"), text("solver.solve.values", oop=oop, ip=ip)))
        return found

    def _drawn(self) -> Callable[[Painter, Rect], None]:
        model = self._model
        if len(model.curve) < 2:
            return _draw_nothing_yet if model.exploitability is None else _draw_nothing
        seconds, shares = zip(*model.curve, strict=True)
        target = float(model.target)
        series = Series("", seconds, shares, "brass", points(shares[-1]))
        x, y = linear(seconds[-1:]), logarithmic([*shares, target])
        targets = [Target(target, text("solver.solve.target"))]
        return partial(Plot().draw, chart=Chart([series], x, y, text("solver.solve.axis"), targets))


def _draw_nothing_yet(painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    painter.para(text("solver.solve.empty"), x, y + 14, width, "small", col="faint", limit=3)


def _draw_nothing(painter: Painter, rect: Rect) -> None:
    """Draw no curve: the solve was over before there was one."""


class FilesPanel:
    """The solves in files: one is opened by Enter, removed by Delete; the one at hand is kept under a name."""

    def __init__(self, app: Services, model: SolverModel, changed: Act) -> None:
        self._app, self._model = app, model
        self.rows = Rows(
            "files",
            text("solver.files.title"),
            self._draw_row,
            self._words,
            changed=changed,
            opened=self.open,
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
        self._name.placeholder = text("solver.files.name")
        self._name.entered = self.keep
        self._keep = Button("keep", text("solver.files.keep"), self.keep, style="label_b", keycap="K")
        self._forget = Button("forget", text("solver.files.forget"), self.forget, style="label_b")

    def open(self) -> None:
        """Open the chosen file."""
        if self._model.files.all:
            self._model.open(self._model.files.all[self.rows.chosen].name)

    def keep(self) -> None:
        """Keep the solve under the name in the field, or one of its board."""
        model = self._model
        if model.solve is not None and model.solve.iterations:
            model.keep(self._name.value.strip() or model.solve.texts.board.replace(" ", ""))

    def forget(self) -> None:
        """Remove the chosen file."""
        if self._model.files.all:
            self._model.files.forget(self._model.files.all[self.rows.chosen].name)

    def panel(self) -> Panel:
        """Return the panel."""
        model = self._model
        self.rows.count = len(model.files.all)
        self.rows.chosen = min(self.rows.chosen, max(0, self.rows.count - 1))
        has_solve = model.solve is not None and model.solve.iterations > 0
        self._keep.disabled = "" if has_solve else text("solver.files.nothing")
        name = Row(
            Control(self._name, BUTTON - 4).sized(grow()),
            Control(self._keep, BUTTON - 4).sized(fixed(104)),
            gap=GAP,
        )
        files: Box = Listed(self.rows, ROW).sized(grow(least=LEAST_FILES))
        if not model.files.all:
            files = Paragraph(text("solver.files.empty"), limit=3).sized(grow(least=ROW))
        forget = Row(Space(), Control(self._forget, BUTTON - 6).sized(fixed(104))).when(bool(model.files.all))
        return Panel(
            name, files, forget, title=text("solver.files.title"), note=text("solver.files.note"), gap=GAP
        )

    def _words(self, place: int) -> str:
        stored = self._model.files.all[place]
        return f"{stored.name}: {_spot(stored)}"

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        stored = self._model.files.all[place]
        x, y, width, height = rect
        label = _label(stored)
        used = painter.text(label, x + width - 12, y + height * 0.32, "small", "dim", al="r")
        painter.text(stored.name, x + 14, y + height * 0.32, "label_b", fit=width - used - 40)
        painter.text(_spot(stored), x + 14, y + height * 0.72, "small", "dim", fit=width - 28)
        return True


def _label(stored: StoredSolve) -> str:
    return f"{points(stored.exploitability)} · {size(stored.size)}"


def _spot(stored: StoredSolve) -> str:
    """Say of what spot a solve is: its board, and the chips."""
    texts = stored.texts
    return text("solver.files.spot", board=texts.board, pot=texts.pot, stack=texts.stack)
