"""Panels and dialogs of a solve: its tree, its size, its progress, and the stored solves.

One dialog sets bet sizes, limits and rake. The other dialog sets the pot and both ranges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.core import BUILDING, NODES, BadInput, Progress
from game.features.solver import CheckSpot
from game.features.solver.labels import SolverView, format_gains, player_name
from game.features.solver.model import PAUSE, SolverModel
from game.match.spot_texts import OPTIONS, SIDES, STREETS, Place, join_sizes, split_sizes
from game.rules.cards import parse
from game.study.amounts import UNKNOWN, chips, duration, points, size
from game.study.models import POT_TREES, TARGETS
from game.study.ranges import POTS, PreflopPot
from game.study.solved import MAX_AUTOSAVE_BYTES, CheckedSpot, StoredSolve
from game.texts import join_label, number, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.range_dialogs import PreflopDialog
from game.window.frame.page import Page
from game.window.frame.requests import AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.charts.axes import linear, logarithmic
from game.window.ui.charts.chart import Chart, Plot, Series, Target
from game.window.ui.layout import Box, Column, Columns, Row, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Line, Note, Pair, Panel, Paragraph, Picture, Setting, Words
from game.window.ui.widgets import Button, Option, Segmented, TextEntry, Toggle, options
from game.window.views.marks import StoredFile, StoredFiles
from game.window.views.range_painting import RangeEntry, format_limits

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
        """Return the panel, with the buttons that start the solve and open its solution."""
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
    """Return the reason why the solution cannot be explored yet."""
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
    is_autosaved = known is None or bool(too_large) or known.memory <= MAX_AUTOSAVE_BYTES
    unsaved = "" if is_autosaved else text("solver.size.not_autosaved")
    return [*pairs, Note(too_large, wrong=True), Note(unsaved)]


def _too_large(checked: CheckedSpot) -> str:
    """Return a message that the tree needs too much memory, with changes that make the tree smaller."""
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
    """Return the progress and the EV of both players as texts, by text key."""
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
    """Return the number of the current iteration, and the time left if it is known."""
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
    """Return the chart of exploitability. The chart is empty if the solve ended before the first measurement."""
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
    """The panel of the stored solves, with a field for the name of a new file."""

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
    return StoredFile(stored.name, state, about, join_label(stored.name, about))


KINDS = ("bets", "raises")
FIELD, NAME, STREET = 34.0, 20.0, 52.0
MIN_TABLE, MIN_OPTION = 300.0, 180.0
OPTIONS_A_ROW = 3
FLOP_CARDS = 3


class TreeDialog(Dialog):
    """The dialog of a spot's tree: bet sizes by street and side, and other fields.

    Every change is sent to the model at once.
    """

    name: ClassVar[str] = "tree"
    widest = 780.0

    def __init__(self, app: Services, model: SolverModel) -> None:
        super().__init__(app, text("solver.tree.title"))
        self._model = model
        self._checked = AskedAfterPause[CheckedSpot](
            app, self.relayout, lambda: CheckSpot(model.texts, float(model.target))
        )
        self._sizes = {
            (kind, street, side): RangeEntry(
                f"{kind}-{street}-{side}",
                text(
                    "solver.tree.sizes", kind=text(f"solver.fields.{kind}"), street=street, side=side.upper()
                ),
                partial(self._type_sizes, kind, (street, side)),
            )
            for street in STREETS[self._dealt_streets :]
            for kind in KINDS
            for side in SIDES
        }
        self._options = {
            name: RangeEntry(name, text(f"solver.fields.{name}"), partial(self._type, name))
            for name in OPTIONS
        }
        for entry in self._sizes.values():
            entry.tooltip = text("solver.sizes_tip")
        for name, entry in self._options.items():
            entry.tooltip = text(f"solver.tree.tips.{name}")
        self._pots = Segmented(
            "pots", text("solver.tree.pots"), options("preflop.pots.{}", POTS), "", self._take_tree
        )
        self._done = Button("done", text("common.close"), self.escape, kind="primary")
        self.controls.focus(next(iter(self._sizes.values())).name)

    @property
    def _dealt_streets(self) -> int:
        """The number of streets that are over before the tree begins."""
        try:
            cards = len(parse(self._model.texts.board))
        except BadInput:
            return 0
        return min(max(0, cards - FLOP_CARDS), len(STREETS) - 1)

    # ---- actions --------------------------------------------------------------------------------------------
    def _type_sizes(self, kind: str, place: Place, words: str) -> None:
        sizes = split_sizes(getattr(self._model.texts, kind))
        self._type(kind, join_sizes(sizes | {place: words.replace("/", " ").strip()}))

    def _take_tree(self, pot: str) -> None:
        """Fill in the standard tree of a type of pot."""
        self._model.type(**POT_TREES[pot])
        self._checked.ask_in(PAUSE)
        self.relayout()

    def _type(self, field: str, words: str) -> None:
        self._model.type(**{field: words})
        self._checked.ask_in(PAUSE)
        self.relayout()

    def update(self, dt: float) -> bool:
        return self._checked.update(dt)

    def enter(self) -> None:
        self._checked.ask_in(0.0)

    def leave(self) -> None:
        self._checked.drop()

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the table of sizes, the other fields, and the size of the tree."""
        texts, checked = self._model.texts, self._checked.value
        problems = checked.problems if checked is not None else {}
        for kind in KINDS:
            sizes = split_sizes(getattr(texts, kind))
            for (of_kind, street, side), entry in self._sizes.items():
                if of_kind == kind and not (entry.focused and entry.value.strip() == sizes[street, side]):
                    entry.follow(sizes[street, side], problems.get(kind, ""))
        for name, entry in self._options.items():
            entry.follow(getattr(texts, name), problems.get(name, ""))
        self._pots.chosen = next((pot for pot, tree in POT_TREES.items() if texts.has(tree)), "")
        wrong = [problems[key] for key in ("", *KINDS, *OPTIONS) if problems.get(key)]
        return [
            Words(text("solver.tree.note"), "label", "dim", 8),
            Control(self._pots, FIELD),
            Space(GAP),
            Columns(*map(self._table, KINDS), least=MIN_TABLE, gap=2 * GAP),
            Space(GAP),
            *self._fields(),
            Note(" ".join(wrong), wrong=True),
            *self._size(checked),
        ]

    def _table(self, kind: str) -> Box:
        """Return the table of bet or raise sizes: a row for each street, a column for each side."""
        kind_name = text(f"solver.fields.{kind}")
        heads = [
            Caps(text("solver.tree.head", side=player_name(player), kind=kind_name)).sized(grow())
            for player in range(len(SIDES))
        ]
        rows: list[Box] = [Row(Space().sized(fixed(STREET)), *heads, gap=GAP).sized(fixed(NAME))]
        for street in STREETS[self._dealt_streets :]:
            entries = [Control(self._sizes[kind, street, side], FIELD).sized(grow()) for side in SIDES]
            name = Line(text(f"solver.tree.streets.{street}"), "label", "dim", height=FIELD).sized(
                fixed(STREET)
            )
            rows += [Row(name, *entries, gap=GAP), Space(GAP / 2)]
        return Column(*rows)

    def _fields(self) -> list[Box]:
        fields = [
            Column(Caps(entry.label).sized(fixed(NAME)), Control(entry, FIELD), Space(GAP / 2))
            for entry in self._options.values()
        ]
        rows = [fields[first : first + OPTIONS_A_ROW] for first in range(0, len(fields), OPTIONS_A_ROW)]
        return [Columns(*row, least=MIN_OPTION, gap=GAP) for row in rows]

    def _size(self, checked: CheckedSpot | None) -> list[Box]:
        """Return the size of the tree, or dashes before it is known."""
        found = dict.fromkeys(("decisions", "memory", "time"), UNKNOWN)
        if checked is not None and not checked.problems and self._checked.fresh is not None:
            found["decisions"] = number(checked.decisions)
            found["memory"] = text(
                "solver.size.of", needed=size(checked.memory), allowed=size(checked.allowed)
            )
            found["time"] = text("solver.size.about", time=duration(checked.seconds))
        return [Pair(text(f"solver.size.{name}"), words) for name, words in found.items()]

    def buttons(self) -> list[Button]:
        return [self._done]


TOGGLE = (48.0, 26.0)


class PotDialog(PreflopDialog):
    """The dialog that fills in the ranges, the pot and the stack of a spot for a type of pot.

    If the user wishes, the dialog also fills in the bet tree.
    """

    name: ClassVar[str] = "pot"

    def __init__(self, app: Services, model: SolverModel) -> None:
        super().__init__(app, self._fill_spot)
        self._model = model
        self._with_tree = Toggle("with-tree", text("solver.tree.of_pot"), True, lambda on: self.relayout())

    def _fill_spot(self, pot: PreflopPot) -> None:
        oop, ip = pot.ranges
        tree = POT_TREES[pot.name] if self._with_tree.on else {}
        self._model.type(oop=oop, ip=ip, pot=str(pot.pot), stack=str(pot.stack), begun="", **tree)

    def parts(self) -> Sequence[Box]:
        return [*super().parts(), Space(GAP), Setting(self._with_tree.label, "", self._with_tree, TOGGLE)]
