"""Dialogs for the tree of a spot: bet sizes, limits and rake, and the pot with its ranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.core import BadInput
from game.features.solver.asks import CheckSpot
from game.features.solver.labels import player_name
from game.features.solver.model import PAUSE, SolverModel
from game.match.spot_texts import OPTIONS, SIDES, STREETS, Place, join_sizes, split_sizes
from game.rules.cards import parse
from game.study.models import POT_TREES
from game.study.ranges import POTS, PreflopPot
from game.study.solved import CheckedSpot
from game.study.words import UNKNOWN, duration, size
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.range_dialogs import PreflopDialog
from game.window.frame.requests import AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Columns, Row, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Line, Note, Pair, Setting, Words
from game.window.ui.widgets import Button, Segmented, Toggle, options
from game.window.views.range_painting import RangeEntry

KINDS = ("bets", "raises")
FIELD, GAP, NAME, STREET = 34.0, 8.0, 20.0, 52.0
MIN_TABLE, MIN_OPTION = 300.0, 180.0
OPTIONS_A_ROW = 3
FLOP_CARDS = 3


class TreeDialog(Dialog):
    """The dialog of a spot's tree: bet sizes by street and side, and other fields.

    The model gets every change at once.
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
        """The number of streets before the street of the board."""
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
        """Fill in the standard tree of a pot."""
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
    """The dialog that fills in the ranges, the pot and the stack of a spot, and its bet tree on request."""

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
