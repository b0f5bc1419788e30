"""The form of a spot: a field for each of its texts, what is wrong said below it, and what one may begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial

from game.core import BadInput
from game.match.spot_texts import FIELDS, LONGEST, read_id
from game.rules.cards import names, parse
from game.screens.dialogs.card_picker import CardPicker
from game.screens.frame.page import Binding
from game.screens.frame.screen import Services
from game.screens.models.spot_presets import COLOURS, SIZES, SPOTS
from game.screens.pages.solver.labels import player_name
from game.screens.pages.solver.model import SolverModel
from game.screens.pages.solver.paint_dialog import PaintDialog
from game.screens.ui import clipboard
from game.screens.ui.layout import Box, Column, Row, Space, fixed, grow
from game.screens.ui.leaves import Caps, Control, Iconic, Note, Panel
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button, IconButton, Segmented, options
from game.screens.views.range_entry import RangeEntry

BOARD = 5
CAPS, FIELD, GAP, BUTTON = 22.0, 36.0, 8.0, 34.0


class SpotForm:
    """The fields, and the buttons of examples and menus of sizes."""

    def __init__(self, app: Services, model: SolverModel) -> None:
        self._app, self._model = app, model
        self._entries = {
            field: RangeEntry(field, text(f"solver.fields.{field}"), partial(self._type, field))
            for field in FIELDS
        }
        for entry in self._entries.values():
            entry.longest = LONGEST
        for side in COLOURS:
            self._entries[side].tooltip = text("solver.range_tip")
        for sizes in ("bets", "raises"):
            self._entries[sizes].tooltip = text("solver.sizes_tip")
        self._painters = {
            side: IconButton(
                f"paint-{side}",
                text("solver.paint.open", player=player_name(place)),
                "quill",
                partial(self.paint, side),
            )
            for place, side in enumerate(COLOURS)
        }
        self._cards = IconButton("cards", text("solver.pick"), "cards", self._pick)
        self._spots = [
            Button(f"spot-{name}", text(f"solver.spots.{name}"), partial(self._begin, name), style="label_b")
            for name in SPOTS
        ]
        self._sizes = Segmented(
            "sizes", text("solver.sizes.label"), options("solver.sizes.{}", SIZES), "", self._take_sizes
        )
        self._copy = Button("copy", text("solver.copy"), self.copy, style="label_b", keycap="C")
        self._report = Button("report", text("solver.report"), self.report, style="label_b", keycap="R")
        self._paste = Button("paste", text("solver.paste"), self.paste, style="label_b", keycap="P")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _type(self, field: str, words: str) -> None:
        self._model.type(**{field: words})

    def paste(self) -> None:
        """Take the spot that lies in the clipboard, in one line."""
        try:
            self._model.begin(read_id(clipboard.get()))
        except BadInput as sentence:
            self._app.say(str(sentence))

    def _begin(self, name: str) -> None:
        self._model.begin(SPOTS[name])

    def _take_sizes(self, name: str) -> None:
        bets, raises = SIZES[name]
        self._model.type(bets=bets, raises=raises)

    def copy(self) -> None:
        """Put the spot into the clipboard, in one line."""
        done = clipboard.put(self._model.texts.id)
        self._app.say(text("solver.copied" if done else "solver.not_copied"))

    def paint(self, side: str) -> None:
        """Paint the range of a side."""
        self._app.overlay(PaintDialog(self._app, self._model, side))

    def report(self) -> None:
        """Solve this spot on many boards."""
        self._app.go(self._app.routes.reports(self._app, self._model.texts))

    def _pick(self) -> None:
        try:
            held: Sequence[int] = parse(self._model.texts.board)[:BOARD]
        except BadInput:
            held = ()
        title, note = text("odds.pick.board"), text("solver.board_note")
        self._app.overlay(CardPicker(self._app, title, held, (), most=BOARD, note=note, choose=self._lay))

    def _lay(self, cards: Sequence[int]) -> None:
        self._model.type(board=names(cards))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Digits take the examples, O and I paint the ranges, C and P copy and paste the line, R reports."""
        hint = "solver.hints.{}".format
        begun = {str(place): Binding(partial(self._begin, name)) for place, name in enumerate(SPOTS, 1)}
        return {
            **begun,
            "o": Binding(partial(self.paint, "oop"), cap="O I", hint=hint("paint")),
            "i": Binding(partial(self.paint, "ip")),
            "c": Binding(self.copy, cap="C", hint=hint("copy")),
            "p": Binding(self.paste, cap="P", hint=hint("paste")),
            "r": Binding(self.report, cap="R", hint=hint("report")),
        }

    # ---- what stands on it ----------------------------------------------------------------------------------
    def follow(self) -> None:
        """Show the spot as it is, and what is wrong with it."""
        model = self._model
        for field, words in asdict(model.texts).items():
            entry = self._entries[field]
            if entry.value != words:
                entry.show(words)
            entry.problem = model.problems.get(field, "")
        sizes = model.texts.bets, model.texts.raises
        self._sizes.chosen = next((name for name, known in SIZES.items() if known == sizes), "")

    def panel(self) -> Panel:
        """Return the form."""
        chips = Row(self._field("pot").sized(grow()), self._field("stack").sized(grow()), gap=12)
        picker = Column(Space(CAPS), Iconic(self._cards, FIELD)).sized(fixed(FIELD))
        board = Row(self._field("board").sized(grow()), picker, gap=4)
        examples = Row(*(Control(button, BUTTON).sized(grow()) for button in self._spots), gap=GAP)
        several = Note(self._model.problems.get("", ""), wrong=True)
        buttons = (self._copy, self._paste, self._report)
        line = Row(*(Control(button, BUTTON).sized(grow()) for button in buttons), gap=GAP)
        return Panel(
            examples,
            board,
            self._field("oop"),
            self._field("ip"),
            chips,
            Space(2),
            Control(self._sizes, FIELD),
            self._field("bets"),
            self._field("raises"),
            several,
            Space(2),
            line,
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=GAP,
        )

    def _field(self, field: str) -> Box:
        entry, checked, hands = self._entries[field], self._model.checked, ""
        if checked is not None and not checked.problems and field in COLOURS:
            hands = text("solver.hands", count=number(checked.hands[list(COLOURS).index(field)]))
        title = " · ".join([text(f"solver.fields.{field}"), *([hands] if hands else [])])
        name = Caps(title, COLOURS.get(field, "faint")).sized(fixed(CAPS))
        line: Box = Control(entry, FIELD)
        if field in self._painters:
            line = Row(line.sized(grow()), Iconic(self._painters[field], FIELD).sized(fixed(FIELD)), gap=4)
        return Column(name, line, Note(entry.problem, wrong=True))
