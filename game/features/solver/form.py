"""The form of a spot: a field for each of its texts with its error below, and buttons for example spots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.features.solver.labels import player_name
from game.features.solver.view import SolverView
from game.match.spot_texts import FIELDS, SpotTexts
from game.study.spot_presets import SIZES, SPOTS
from game.texts import number, text
from game.window.frame.page import Binding
from game.window.ui.layout import Row, Space, grow
from game.window.ui.leaves import Control, Note, Panel
from game.window.ui.widgets import Act, Button, IconButton
from game.window.views.spot_fields import SIDES, SpotFields

BUTTON, GAP = 34.0, 8.0


class SpotForm:
    """The fields, and the buttons of examples and menus of sizes.

    typed: gets the fields that were changed, by name. begin: takes an example. paint: opens the range of a side.
    pick: asks for the board. buttons: what else can be done with the spot.
    """

    def __init__(
        self,
        typed: Callable[..., None],
        begin: Callable[[SpotTexts], None],
        paint: Callable[[str], None],
        pick: Act,
        buttons: Mapping[str, Act],
    ) -> None:
        self._fields = SpotFields(FIELDS, SIZES, typed)
        tips = {"range_tip": SIDES, "sizes_tip": ("bets", "raises")}
        for tip, fields in tips.items():
            for field in fields:
                self._fields.entries[field].tooltip = text(f"solver.{tip}")
        self._pickers = {"board": IconButton("cards", text("solver.pick"), "cards", pick)}
        for player, side in enumerate(SIDES):
            label = text("solver.paint.open", player=player_name(player))
            self._pickers[side] = IconButton(f"paint-{side}", label, "quill", partial(paint, side))
        self._spots = [
            Button(f"spot-{name}", text(f"solver.spots.{name}"), partial(begin, spot), style="label_b")
            for name, spot in SPOTS.items()
        ]
        self._buttons = [
            Button(name, text(f"solver.{name}"), act, style="label_b", keycap=name[0].upper())
            for name, act in buttons.items()
        ]

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Digits take the examples, O and I paint the ranges, C and P copy and paste the line, R reports."""
        hint = "solver.hints.{}".format
        begun = {str(place): Binding(button) for place, button in enumerate(self._spots, 1)}
        painted = {
            "o": Binding(self._pickers["oop"], cap="O I", hint=hint("paint")),
            "i": Binding(self._pickers["ip"]),
        }
        named = {
            button.keycap.lower(): Binding(button, cap=button.keycap, hint=hint(button.name))
            for button in self._buttons
        }
        return begun | painted | named

    def panel(self, view: SolverView) -> Panel:
        """Return the form."""
        self._fields.follow(view.texts, view.problems)
        counts = view.sizes.hands if view.sizes is not None else ()
        hands = [text("solver.hands", count=number(count)) for count in counts] or ["", ""]
        ranges = [
            self._fields.line(side, said, self._pickers[side])
            for side, said in zip(SIDES, hands, strict=True)
        ]
        made = view.texts.earlier_actions
        begun = text("solver.setup.begun", actions=", ".join(made)) if made else ""
        return Panel(
            Row(*(Control(button, BUTTON).sized(grow()) for button in self._spots), gap=GAP),
            self._fields.line("board", "", self._pickers["board"]),
            *ranges,
            self._fields.chips(),
            Space(2),
            *self._fields.sizes(),
            Note(begun),
            Note(view.problems.get("", ""), wrong=True),
            Space(2),
            Row(*(Control(button, BUTTON).sized(grow()) for button in self._buttons), gap=GAP),
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=GAP,
        )
