"""The solver page: set up a spot, solve it to a target, store it in a file, explore its states, and play it.

The worker solves the spot and holds the result. The page requests one state at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, ClassVar

from game.core import BadInput, Player
from game.features.solver import ExportSolved, SetLock
from game.features.solver.dialogs import LockDialog, PaintDialog
from game.features.solver.labels import SolverView, player_name
from game.features.solver.model import SolverModel
from game.features.solver.practice import Practice
from game.features.solver.practice_tab import PracticeTab
from game.features.solver.solve_panels import FilesPanel, PotDialog, SolvePanel, TreeDialog, why_no_walk
from game.features.solver.walk import WalkTab
from game.match.spot_texts import FIELDS, SpotTexts
from game.needs import Need
from game.rules import games
from game.rules.cards import Card, hand_class, names, parse
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement
from game.study.models import SPOTS, TREES
from game.texts import number, text
from game.window.dialogs.pickers import pick_cards
from game.window.dialogs.stored_data import (
    DECISION_CSV,
    DECISION_JSON,
    PICTURE,
    RANGES_TEXT,
    Exported,
    ExportLab,
)
from game.window.frame.actions import ActionOwner, action, control_keys, focus_key
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow
from game.window.ui.leaves import Control, Hints, Note, Panel
from game.window.ui.widgets import Button, IconButton, Segmented, options
from game.window.views.range_painting import SIDES, SpotFields

BUTTON, GAP = 34.0, 8.0


class SpotForm:
    """The form of a spot: its fields, and buttons for examples and menus of bet sizes."""

    def __init__(self, model: SolverModel, page: SolverScreen) -> None:
        self._fields = SpotFields(FIELDS, TREES, model.type)
        tips = {"range_tip": SIDES, "sizes_tip": ("bets", "raises")}
        for tip, fields in tips.items():
            for field in fields:
                self._fields.entries[field].tooltip = text(f"solver.{tip}")
        self._pickers = {"board": IconButton("cards", text("solver.pick"), "cards", page.pick)}
        for player, side in enumerate(SIDES):
            label = text("solver.paint.open", player=player_name(player))
            self._pickers[side] = IconButton(f"paint-{side}", label, "quill", partial(page.paint, player))
        self._tree = IconButton("tree-dialog", text("solver.actions.tree.label"), "solver", page.tree)
        self._spots = [
            Button(f"spot-{name}", text(f"solver.spots.{name}"), partial(model.begin, spot), style="label_b")
            for name, spot in SPOTS.items()
        ]

    def panel(self, view: SolverView, pots: Button, buttons: Sequence[Button]) -> Panel:
        """Return the panel of the form.

        The button `pots` opens the dialog of pots. `buttons` are further actions on the spot.
        """
        self._fields.show(view.texts, view.problems)
        counts = view.sizes.hands if view.sizes is not None else ()
        hands = [text("solver.hands", count=number(count)) for count in counts] or ["", ""]
        ranges = [
            self._fields.line(side, said, self._pickers[side])
            for side, said in zip(SIDES, hands, strict=True)
        ]
        made = view.texts.earlier_actions
        begun = text("solver.setup.begun", actions=", ".join(made)) if made else ""
        return Panel(
            Row(*(Control(button, BUTTON).sized(grow()) for button in (*self._spots, pots)), gap=GAP),
            self._fields.line("board", "", self._pickers["board"]),
            *ranges,
            self._fields.chips(),
            Space(2),
            *self._fields.sizes(self._tree),
            Note(begun),
            *self._fields.limits(view.texts, view.problems),
            Space(2),
            Row(*(Control(button, BUTTON).sized(grow()) for button in buttons), gap=GAP),
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=GAP,
        )


SETUP, WALK, PLAY = "setup", "walk", "play"
SCREEN_GAP = 12.0
MIN_SOLVE, BOARD = 420.0, 5


@page(
    "solver",
    key="v",
    icon="solver",
    position=40,
    need=Need.SOLVER,
    badge=lambda models: models.solves.badge,
)
class SolverScreen(Page):
    """The solver page. It opens with the given spot, if any."""

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
        self.model = model = SolverModel(app, texts, self._note, self._open)
        self.practice = practice = Practice(app, self._show_practice)
        self._form = SpotForm(model, self)
        self._solve = SolvePanel(model)
        self._files = FilesPanel(model, self)
        self._walk = WalkTab(model.position, self)
        self._play = PracticeTab(app, practice, self._study)
        self.controls.focus("run")

    def _select_hand(self) -> None:
        """Show the decision for which the page was opened, and select the hand that the player held."""
        judged, position = self.model.judged_decision, self.model.position
        is_there = (
            position.node is not None
            and position.node.state == "decision"
            and position.actions == self.model.way
        )
        if judged is not None and isinstance(judged.info, HoldemInformationState) and is_there:
            self.model.judged_decision = None
            self._walk.grids.first.choose(hand_class(judged.info.hole))
            self.walk()

    # ---- actions --------------------------------------------------------------------------------------------
    turn_page = control_keys("Ctrl+1 2 3", hinted=False)
    move = control_keys("← ↑ ↓ →", hinted=False)

    @action("l", tab=WALK, style="label_b")
    def lock(self) -> None:
        """Open the dialog that locks the current decision."""
        view, position = self.model.view, self.model.position
        if view.node is not None:
            _, hands = self._walk.grids.shown_class()
            begun = SetLock(view.texts, position.actions, position.cards, "", 0.0, hands)
            self.app.overlay(LockDialog(self.app, begun, view.node, self.model))

    @lock.reason
    def _why_not_lock(self) -> str:
        view = self.model.view
        return "" if view.node is not None and view.can_lock else text("solver.locks.cannot")

    @action("p", tab=WALK, control="play", style="label_b")
    def play_from_here(self) -> None:
        self.practice.begin_at(self.model.position.actions, self.model.position.cards)
        self.play()

    @play_from_here.reason
    def _why_not_play_here(self) -> str:
        return "" if self.model.view.can_play_here else text("solver.walk.no_play")

    @action("e", tab=WALK)
    def export(self) -> None:
        """Export a picture of the page, both ranges, or the strategy of every hand at the decision."""
        model, node = self.model, self.model.view.node
        if node is None:
            return
        texts, way = model.texts, (model.position.actions, model.position.cards)
        hands = (DECISION_CSV, DECISION_JSON) if node.state == "decision" else ()
        kinds = PICTURE, RANGES_TEXT, *hands
        stamp = text("solver.walk.board", board=names(node.board))
        exported = Exported(self, stamp, kinds, lambda _, file: ExportSolved(texts, *way, file), "solver")
        self.app.overlay(ExportLab(self.app, exported))

    @action("s", tab=(SETUP, WALK), control="run", kind="primary")
    def solve(self) -> None:
        self.model.toggle()

    @solve.label
    def _solve_label(self) -> str:
        view = self.model.view
        has_begun = bool(view.curve) or (view.solve is not None and view.solve.iterations > 0)
        return text(f"solver.run.{'pause' if view.is_solving else 'on' if has_begun else 'solve'}")

    @solve.reason
    def _why_not_solve(self) -> str:
        view = self.model.view
        is_wrong = view.checked is not None and not view.can_solve and not view.is_solving
        return text("solver.run.cannot") if is_wrong else ""

    @action("w", tab=SETUP)
    def walk(self) -> None:
        self._head.switch.choose(WALK)
        self.controls.focus("path")

    @walk.reason
    def _why_not_walk(self) -> str:
        return "" if self.model.view.node is not None else why_no_walk(self.model.view)

    @action(*"123", tab=SETUP, cap="1 2 3", hinted=False)
    def example(self, index: int) -> None:
        self.model.begin(list(SPOTS.values())[index])

    files = focus_key("f", "files", tab=SETUP, row=example)

    @action("k", tab=SETUP, style="label_b")
    def keep(self) -> None:
        self.model.keep(self._files.name)

    @keep.reason
    def _why_not_keep(self) -> str:
        view = self.model.view
        return "" if view.can_keep else text(f"solver.files.{'solving' if view.is_solving else 'nothing'}")

    @action("o", "i", tab=SETUP, cap="O I")
    def paint(self, player: Player) -> None:
        self.app.overlay(PaintDialog(self.app, self.model, tuple(SIDES)[player]))

    @action("t", tab=SETUP)
    def tree(self) -> None:
        self.app.overlay(TreeDialog(self.app, self.model))

    @action("b", tab=SETUP, style="label_b")
    def pots(self) -> None:
        self.app.overlay(PotDialog(self.app, self.model))

    @action("c", tab=SETUP, style="label_b")
    def copy(self) -> None:
        self.model.copy()

    @action("p", tab=SETUP, row=copy, style="label_b")
    def paste(self) -> None:
        self.model.paste()

    @action("r", tab=SETUP, style="label_b")
    def report(self) -> None:
        self.app.open("reports", self.model.texts)

    @action("n", tab=(SETUP, WALK))
    def play(self) -> None:
        if self.model.view.can_play:
            self._head.switch.choose(PLAY)

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return {SETUP: (), WALK: (self._walk,), PLAY: (self._play,)}[self.tab]

    # ---- further pages and dialogs --------------------------------------------------------------------------
    def pick(self) -> None:
        """Open the dialog that picks the cards of the board."""
        try:
            held: Sequence[Card] = parse(self.model.texts.board)[:BOARD]
        except BadInput:
            held = ()

        def lay(cards: Sequence[Card]) -> None:
            self.model.type(board=names(cards))

        pick_cards(self.app, "odds.pick.board", "solver.board_note", held, lay, most=BOARD)

    @property
    def hover_target(self) -> Hashable:
        return self._walk.hover_target if self.tab == WALK and self.model.view.node is not None else None

    def _study(self) -> None:
        """Show the last decision of the practice hand in the solution."""
        if (last := self.practice.view.last) is not None:
            self.model.position.visit(last.line, last.board)
            self.walk()

    @property
    def spoken_state(self) -> str:
        return self._play.spoken_state if self.tab == PLAY else ""

    def _show_practice(self) -> None:
        self.show()
        if self.tab == PLAY:
            self._play.tell_news()

    # ---- answers --------------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return *self.model.questions, *self.practice.questions

    def enter(self) -> None:
        self.model.enter()

    def update(self, dt: float) -> bool:
        super().update(dt)
        return self.model.update(dt)

    def _note(self) -> None:
        """Redraw at once, or at intervals while a solve runs."""
        self._select_hand()
        if self.model.view.is_solving:
            self.show_soon()
        else:
            self.show()

    # ---- the layout -----------------------------------------------------------------------------------------
    def _open(self) -> None:
        """Show the selected tab.

        The practice tab deals a hand of the solved spot or continues the current hand.
        """
        if self.tab == PLAY and self.model.view.can_play and self.model.solve is not None:
            self.practice.sit(self.model.solve)
            self.app.tell(self.spoken_state)
        self.show()

    def compose(self, window: Breakpoint) -> Box:
        """Compose the selected tab, with the key hints below it."""
        view, blind = self.model.view, self.model.big_blind
        self._head.subtitle = (
            text("solver.of_hand", chips=number(blind)) if blind else text("solver.subtitle")
        )
        if self.tab == WALK:
            walk_buttons = self.lock.button, self.play_from_here.button
            patterned = self.app.settings.theme == "contrast"
            walk = self._walk.compose(view, window, walk_buttons, patterned=patterned)
            return Column(walk.sized(grow()), Hints(self.hints))
        if self.tab == PLAY:
            table = self._play.compose(self.practice.view, view, window)
            return Column(table.sized(grow()), Hints(self.hints))
        form = self._form.panel(
            view, self.pots.button, [one.button for one in (self.copy, self.paste, self.report)]
        )
        solve = self._solve.panel(view, (self.solve.button, self.walk.button))
        files = self._files.panel(view, self.keep.button)
        if window.narrow:
            return Column(form, solve, files, Hints(self.hints), gap=SCREEN_GAP)
        if window.small:
            right = Column(solve.sized(grow(least=MIN_SOLVE)), files, gap=SCREEN_GAP)
            row = Row(form.sized(grow(54)), right.sized(grow(46)), gap=SCREEN_GAP)
        else:
            row = Row(form.sized(grow(38)), solve.sized(grow(34)), files.sized(grow(28)), gap=SCREEN_GAP)
        return Column(row.sized(grow(least=MIN_SOLVE)), Hints(self.hints))


@page("solver_at", need=Need.SOLVER)
def solver_at(app: Services, decision: AskJudgement) -> SolverScreen:
    """Return the solver page at a graded decision, with the player's hand selected."""
    screen = SolverScreen(app, SpotTexts())
    screen.model.begin_at(decision)
    return screen
