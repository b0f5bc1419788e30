"""The solver: a spot is set up, solved to a target, kept in a file, walked through state by state, and played.

The other process solves and holds what was solved; the page asks for one state at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.match.spot_texts import SpotTexts
from game.messages.solver import ExportSolved
from game.rules import games
from game.rules.cards import names
from game.rules.holdem import HoldemInformationState
from game.screens.dialogs.export import DECISION_CSV, DECISION_JSON, PICTURE, Exported, ExportLab
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Services
from game.screens.models.spot_presets import SPOTS
from game.screens.pages.solver.form import SpotForm
from game.screens.pages.solver.model import SolverModel
from game.screens.pages.solver.practice import Practice
from game.screens.pages.solver.practice_tab import PracticeTab
from game.screens.pages.solver.solve_panels import FilesPanel, SolvePanel
from game.screens.pages.solver.walk import Walk
from game.screens.ui.layout import Box, Breakpoint, Column, Row, grow
from game.screens.ui.leaves import Hints
from game.screens.ui.texts import text
from game.screens.ui.widgets import Segmented, options

SETUP, WALK, PLAY = "setup", "walk", "play"
SHOWN_EVERY = 0.1  # seconds, while it is being solved
GAP, HINTS = 12.0, 30.0
LEAST_SOLVE, LEAST_FILES = 420.0, 180.0


class SolverScreen(Page):
    """The page; it begins with a spot where one is given."""

    name: ClassVar[str] = "solver"
    keys: ClassVar[str] = "solver"
    game: ClassVar[str] = games.HOLDEM
    foot: ClassVar[float | None] = 6.0
    _head: PagedHead

    def __init__(self, app: Services, texts: SpotTexts | None = None) -> None:
        super().__init__(app)
        switch = Segmented(
            "page",
            text("solver.pages.label"),
            options("solver.pages.{}", (SETUP, WALK, PLAY)),
            SETUP,
            self._turn,
        )
        self._head = PagedHead(app, text("solver.title"), self.escape, switch)
        self._head.subtitle = text("solver.subtitle")
        self.model = SolverModel(app, texts or SPOTS["river"], self._note, self._solved)
        self._form = SpotForm(app, self.model)
        self._solve = SolvePanel(self.model, self.walk)
        self._files = FilesPanel(app, self.model, self.show)
        self._walk = Walk(app, self.model, self.show, self.play_from_here)
        self.practice = Practice(app, self.show)
        self._play = PracticeTab(self.model, self.practice, self._study)
        self._news, self._since_shown = False, 0.0
        self.controls.focus("run")

    @classmethod
    def at(cls, app: Services, info: HoldemInformationState) -> SolverScreen:
        """Return the page on the street of a decision."""
        page = cls(app, SpotTexts())
        page.model.begin_at(info)
        return page

    # ---- what is done ---------------------------------------------------------------------------------------
    def _turn(self, page: str) -> None:
        if page == PLAY:
            self._sit()
        self.show()

    def walk(self) -> None:
        """Go to the walk."""
        if self.model.position.node is not None:
            self._head.switch.choose(WALK)
            self.controls.focus("path")

    def play(self) -> None:
        """Play the spot against its solution."""
        if self.model.can_play:
            self._head.switch.choose(PLAY)

    def play_from_here(self) -> None:
        """Play from the state that is looked at on."""
        if self._walk.can_play:
            self.practice.begin_at(self.model.position.actions, self.model.position.cards)
            self.play()

    def _sit(self) -> None:
        """Deal a hand of what is solved, or go on with it."""
        if self.model.can_play and self.model.solve is not None:
            self.practice.sit(self.model.solve)

    def _study(self) -> None:
        """Look at the decision that was made last."""
        if (last := self.practice.last) is not None:
            self.model.position.visit(last.line, last.board)
            self.walk()

    @property
    def _walks(self) -> bool:
        return self._head.switch.chosen == WALK

    @property
    def _plays(self) -> bool:
        return self._head.switch.chosen == PLAY

    def _act(self, place: int) -> None:
        node = self.model.position.node
        if self._walks and node is not None and place < len(node.here.actions):
            self.model.position.act(len(node.way) - 1, place)

    def _export(self) -> None:
        """Write the page down, or every hand of the decision."""
        model, node = self.model, self.model.position.node
        if node is None or model.solve is None:
            return
        texts, way = model.solve.texts, (model.position.actions, model.position.cards)
        kinds = (PICTURE, DECISION_CSV, DECISION_JSON) if node.state == "decision" else (PICTURE,)
        stamp = text("solver.walk.board", board=names(node.board))
        exported = Exported(self, stamp, kinds, lambda _, file: ExportSolved(texts, *way, file), "solver")
        self.app.overlay(ExportLab(self.app, exported))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return *self.model.questions, *self.practice.questions

    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.aim(self.model.target)
        self.model.files.read()
        self.model.locking.list_agents()
        self.model.position.look()

    def update(self, dt: float) -> bool:
        """Check the spot once it is typed; show what has come."""
        self._since_shown += dt
        if self._news and self._since_shown >= SHOWN_EVERY:
            self.show()
        return self.model.update(dt) or self._news

    def _note(self) -> None:
        """Show what is new; reports of a solve ten times a second."""
        self._news = True
        if not self.model.is_solving:
            self.show()

    def _solved(self) -> None:
        if self._plays:
            self._sit()
        self.show()

    def show(self) -> None:
        """Show what is known now."""
        self._news, self._since_shown = False, 0.0
        self._form.follow()
        self._solve.follow()
        self._walk.follow()
        self._play.follow()
        super().show()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The form beside the solve and the files, or the walk."""
        hints = Hints(self.hints, height=HINTS)
        if self._walks:
            return Column(self._walk.compose(window).sized(grow()), hints)
        if self._plays:
            return Column(self._play.compose(window).sized(grow()), hints)
        solve, files = self._solve.panel(), self._files.panel()
        if window.narrow:
            return Column(self._form.panel(), solve, files, hints, gap=GAP)
        if window.small:
            right = Column(solve.sized(grow(least=LEAST_SOLVE)), files, gap=GAP)
            row = Row(self._form.panel().sized(grow(54)), right.sized(grow(46)), gap=GAP)
        else:
            panels = self._form.panel().sized(grow(38)), solve.sized(grow(34)), files.sized(grow(28))
            row = Row(*panels, gap=GAP)
        return Column(row.sized(grow(least=LEAST_SOLVE)), hints)

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """S solves, W walks, N plays, digits act; letters: see the page of keys."""
        hint = "solver.hints.{}".format
        leave = {"escape": Binding(self.escape, cap="keys.escape", hint=hint("leave"))}
        play = {"n": Binding(self.play, cap="N", hint=hint("play"))}
        if self._plays:
            return {**self._play.bindings, **leave}
        if not self._walks:
            return {
                "s": Binding(self.model.toggle, cap="S", hint=hint("solve")),
                "w": Binding(self.walk, cap="W", hint=hint("walk")),
                "f": Binding(partial(self.controls.focus, "files"), cap="F", hint=hint("files")),
                "k": Binding(self._files.keep, cap="K", hint=hint("keep")),
                **self._form.bindings,
                **play,
                **leave,
            }
        return {
            **{str(digit): Binding(partial(self._act, digit - 1)) for digit in range(1, 10)},
            "1": Binding(partial(self._act, 0), cap="1 – 9", hint=hint("act")),
            "backspace": Binding(
                self.model.position.back, repeats=True, cap="keys.backspace", hint=hint("back")
            ),
            "g": Binding(partial(self.controls.focus, "grid"), cap="G", hint=hint("grid")),
            "t": Binding(self._walk.next_tab, cap="T", hint=hint("details")),
            "v": Binding(self._walk.next_view, cap="V", hint=hint("view")),
            "o": Binding(self._walk.turn_grid, cap="O", hint=hint("other")),
            "l": Binding(self._walk.lock, cap="L", hint=hint("lock")),
            "p": Binding(self.play_from_here, cap="P", hint=hint("from_here")),
            "e": Binding(self._export, cap="E", hint=hint("export")),
            "s": Binding(self.model.toggle, cap="S", hint=hint("solve")),
            **play,
            **leave,
        }

    def trace(self) -> dict[str, Any]:
        """Say what is set up, how far it is solved, and what is looked at."""
        model, node = self.model, self.model.position.node
        return {
            "spot": model.texts.id,
            "problems": model.problems,
            "problem": model.problem,
            "checked": model.checked is not None,
            "solving": model.is_solving,
            "walks": self._walks,
            "files": [stored.name for stored in model.files.all],
            "exploitability": model.exploitability,
            "actions": list(model.position.actions),
            "cards": names(model.position.cards),
            "offered": list(node.here.actions) if node is not None else [],
            "shares": [round(share, 6) for share in node.here.shares] if node is not None else [],
            "locks": len(model.solve.locks) if model.solve is not None else 0,
            "plays": self._plays,
            "begins": list(self.practice.line),
            "hands": self.practice.tally.hands,
            "cost": self.practice.tally.cost,
            "mistakes": len(self.practice.mistakes),
            "made": len(self.practice.hand.decisions) if self.practice.hand else 0,
            "to_do": list(self.practice.hand.offered) if self.practice.awaits and self.practice.hand else [],
        }
