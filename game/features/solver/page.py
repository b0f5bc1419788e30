"""The solver page: set up a spot, solve it to a target, keep it in a file, walk through its states, and play it.

The worker solves the spot and holds the result. The page requests one state at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.core import BadInput
from game.features.solver.asks import ExportSolved, SetLock
from game.features.solver.dialogs import LockDialog, PaintDialog
from game.features.solver.labels import SolverView, player_name
from game.features.solver.model import SolverModel
from game.features.solver.practice import Practice
from game.features.solver.practice_tab import PracticeTab
from game.features.solver.solve_panels import FilesPanel, SolvePanel
from game.features.solver.walk import WalkTab
from game.match.spot_texts import FIELDS, SpotTexts
from game.needs import Need
from game.rules import games
from game.rules.cards import Card, hand_class, names, parse
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement
from game.study.models import SIZES, SPOTS
from game.texts import number, text
from game.window.dialogs.export import DECISION_CSV, DECISION_JSON, PICTURE, Exported, ExportLab
from game.window.dialogs.pickers import pick_cards
from game.window.frame.page import Binding, Page
from game.window.frame.page_head import PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow
from game.window.ui.leaves import Control, Hints, Note, Panel
from game.window.ui.widgets import Act, Button, IconButton, Segmented, options
from game.window.views.range_painting import SIDES, SpotFields

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


SETUP, WALK, PLAY = "setup", "walk", "play"
SCREEN_GAP = 12.0
LEAST_SOLVE, BOARD = 420.0, 5


@page(
    "solver",
    key="v",
    icon="solver",
    position=40,
    need=Need.SOLVER,
    badge=lambda models: models.solves.badge,
)
class SolverScreen(Page):
    """The page. It begins with the given spot, if any."""

    name: ClassVar[str] = "solver"
    keys: ClassVar[str] = "solver"
    game: ClassVar[str] = games.HOLDEM
    foot: ClassVar[float | None] = 6.0
    _head: PagedHead

    def __init__(self, app: Services, texts: SpotTexts | None = None) -> None:
        super().__init__(app)
        pages = options("solver.pages.{}", (SETUP, WALK, PLAY))
        switch = Segmented("page", text("solver.pages.label"), pages, SETUP, lambda page: self._open())
        self._head = PagedHead(app, text("solver.title"), self.escape, switch)
        self._head.subtitle = text("solver.subtitle")
        self.model = model = SolverModel(app, texts, self._note, self._open)
        self.practice = practice = Practice(app, self.show)
        acts = {"copy": model.copy, "paste": model.paste, "report": self._report}
        self._form = SpotForm(model.type, model.begin, self._paint, self._pick, acts)
        self._solve = SolvePanel(model.aim, model.toggle, model.unlock, self.walk, model.take_back)
        self._files = FilesPanel(self.show, model.open, model.stored.forget, model.keep)
        place, play, start = model.position, self.play_from_here, practice.begin_at_start
        self._walk = WalkTab(
            place.act, place.go, place.deal, place.back, lock=self._lock, play=play, changed=self.show
        )
        self._play = PracticeTab(
            practice.choose, practice.act, practice.next, practice.keep, study=self._study, start=start
        )
        self.controls.focus("run")

    def _select_hand(self) -> None:
        """Walk to the judged decision that the page was opened at, and select the own hand there."""
        judged, place = self.model.judged, self.model.position
        is_there = (
            place.node is not None and place.node.state == "decision" and place.actions == self.model.way
        )
        if judged is not None and isinstance(judged.info, HoldemInformationState) and is_there:
            self.model.judged = None
            self._walk.grids.first.choose(hand_class(judged.info.hole))
            self.walk()

    # ---- the spot -------------------------------------------------------------------------------------------
    def _paint(self, side: str) -> None:
        """Paint the range of a side."""
        self.app.overlay(PaintDialog(self.app, self.model.texts, side, self.model.type))

    def _pick(self) -> None:
        """Pick the cards of the board."""
        try:
            held: Sequence[Card] = parse(self.model.texts.board)[:BOARD]
        except BadInput:
            held = ()

        def lay(cards: Sequence[Card]) -> None:
            self.model.type(board=names(cards))

        pick_cards(self.app, "odds.pick.board", "solver.board_note", held, lay, most=BOARD)

    def _report(self) -> None:
        """Solve this spot on many boards."""
        self.app.open("reports", self.model.texts)

    # ---- the walk -------------------------------------------------------------------------------------------
    def walk(self) -> None:
        """Go to the walk."""
        if self.model.view.node is not None:
            self._head.switch.choose(WALK)
            self.controls.focus("path")

    def _lock(self) -> None:
        """Ask what is to be locked at the decision at hand."""
        view, place = self.model.view, self.model.position
        if view.node is not None and view.can_lock:
            _, hands = self._walk.grids.shown_class()
            begun = SetLock(view.texts, place.actions, place.cards, "", 0.0, hands)
            self.app.overlay(LockDialog(self.app, begun, view.node, view.agents, self.model.lock))

    def _export(self) -> None:
        """Write the page down, or every hand of the decision."""
        model, node = self.model, self.model.view.node
        if node is None:
            return
        texts, way = model.texts, (model.position.actions, model.position.cards)
        kinds = (PICTURE, DECISION_CSV, DECISION_JSON) if node.state == "decision" else (PICTURE,)
        stamp = text("solver.walk.board", board=names(node.board))
        exported = Exported(self, stamp, kinds, lambda _, file: ExportSolved(texts, *way, file), "solver")
        self.app.overlay(ExportLab(self.app, exported))

    @property
    def pointed(self) -> Hashable:
        """The part of the walk that is read out."""
        return self._walk.pointed if self._page == WALK and self.model.view.node is not None else None

    # ---- the table ------------------------------------------------------------------------------------------
    def play(self) -> None:
        """Play the spot against its solution."""
        if self.model.view.can_play:
            self._head.switch.choose(PLAY)

    def play_from_here(self) -> None:
        """Play from the state that is looked at on."""
        if self.model.view.can_play_here:
            self.practice.begin_at(self.model.position.actions, self.model.position.cards)
            self.play()

    def _study(self) -> None:
        """Look at the decision that was made last."""
        if (last := self.practice.view.last) is not None:
            self.model.position.visit(last.line, last.board)
            self.walk()

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return *self.model.questions, *self.practice.questions

    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.enter()

    def update(self, dt: float) -> bool:
        """Check the spot once it is typed. Show what has come."""
        super().update(dt)
        return self.model.update(dt)

    def _note(self) -> None:
        """Show news at once, or now and then while a solve runs."""
        self._select_hand()
        if self.model.view.is_solving:
            self.show_soon()
        else:
            self.show()

    # ---- what stands on it ----------------------------------------------------------------------------------
    @property
    def _page(self) -> str:
        return self._head.switch.chosen

    def _open(self) -> None:
        """Show the chosen tab. At the table, deal a hand of the solved spot, or continue it."""
        if self._page == PLAY and self.model.view.can_play and self.model.solve is not None:
            self.practice.sit(self.model.solve)
        self.show()

    def compose(self, window: Breakpoint) -> Box:
        """The form beside the solve and the files, or the walk, or the table."""
        view = self.model.view
        if self._page == WALK:
            walk = self._walk.compose(view, window, patterned=self.app.settings.theme == "contrast")
            return Column(walk.sized(grow()), Hints(self.hints))
        if self._page == PLAY:
            table = self._play.compose(self.practice.view, view, window)
            return Column(table.sized(grow()), Hints(self.hints))
        form, solve, files = (one.panel(view) for one in (self._form, self._solve, self._files))
        if window.narrow:
            return Column(form, solve, files, Hints(self.hints), gap=SCREEN_GAP)
        if window.small:
            right = Column(solve.sized(grow(least=LEAST_SOLVE)), files, gap=SCREEN_GAP)
            row = Row(form.sized(grow(54)), right.sized(grow(46)), gap=SCREEN_GAP)
        else:
            row = Row(form.sized(grow(38)), solve.sized(grow(34)), files.sized(grow(28)), gap=SCREEN_GAP)
        return Column(row.sized(grow(least=LEAST_SOLVE)), Hints(self.hints))

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """S solves, W walks, N plays, digits act; letters: see the page of keys."""
        hint = "solver.hints.{}".format
        leave = {"escape": Binding(self.escape, cap="keys.escape", hint=hint("leave"))}
        solve = {"s": Binding(self.model.toggle, cap="S", hint=hint("solve"))}
        play = {"n": Binding(self.play, cap="N", hint=hint("play"))}
        if self._page == PLAY:
            return {**self._play.bindings(self.practice.view), **leave}
        if self._page == SETUP:
            return {
                **solve,
                "w": Binding(self.walk, cap="W", hint=hint("walk")),
                "f": Binding(partial(self.controls.focus, "files"), cap="F", hint=hint("files")),
                "k": Binding(self._files.keep, cap="K", hint=hint("keep")),
                **self._form.bindings,
                **play,
                **leave,
            }
        export = {"e": Binding(self._export, cap="E", hint=hint("export"))}
        return {**self._walk.bindings(self.controls.focus), **export, **solve, **play, **leave}

    def trace(self) -> dict[str, Any]:
        """Say what is set up, how far it is solved, and what is looked at."""
        view, practice, place = self.model.view, self.practice.view, self.model.position
        here, hand = view.node.here if view.node is not None else None, practice.hand
        return {
            "spot": view.texts.id,
            "problems": view.problems,
            "checked": view.checked is not None,
            "solving": view.is_solving,
            "walks": self._page == WALK,
            "files": [stored.name for stored in view.files],
            "exploitability": view.exploitability,
            "actions": list(place.actions),
            "cards": names(place.cards),
            "offered": list(here.actions) if here is not None else [],
            "shares": [round(share, 6) for share in here.shares] if here is not None else [],
            "locks": len(view.locks),
            "plays": self._page == PLAY,
            "begins": list(practice.line),
            "hands": practice.tally.hands,
            "cost": practice.tally.cost,
            "mistakes": practice.mistakes,
            "made": len(hand.decisions) if hand is not None else 0,
            "to_do": list(practice.offered),
        }


@page("solver_at", need=Need.SOLVER)
def solver_at(app: Services, decision: AskJudgement) -> SolverScreen:
    """Return the solve behind the judgement of a decision, at this decision and the player's hand."""
    screen = SolverScreen(app, SpotTexts())
    screen.model.begin_at(decision)
    return screen
