"""The walk through a solved spot: the betting as a strip, both ranges, one class of hands, and cards to come."""

from __future__ import annotations

from game.rules.cards import names
from game.screens.frame.screen import Services
from game.screens.models.solver_words import chips, points
from game.screens.pages.solver.class_table import draw_class
from game.screens.pages.solver.grids import EQUITY, MIX, Grids
from game.screens.pages.solver.grids import EV as EV_VIEW
from game.screens.pages.solver.kinds_panel import draw_kinds
from game.screens.pages.solver.labels import columns_of, lock_label
from game.screens.pages.solver.lock_dialog import LockDialog
from game.screens.pages.solver.model import SolverModel
from game.screens.pages.solver.run_outs import RunOutCells
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural
from game.screens.ui.leaves import Control, Filled, Note, Panel, Paragraph, Picture, TabRow
from game.screens.ui.texts import signed, text
from game.screens.ui.widgets import Act, Button, Rect, Segmented, Tabs, options
from game.screens.views.betting_path import HEAD_ROW, ROW, Path

GAP, TABS, BUTTON, BUTTONS, SMALL_BUTTONS = 12.0, 32.0, 34.0, 216.0, 150.0
LEAST_GRID, NARROW_TABLE, LEAST_TABLE, LEAST_SIDE = 300.0, 380.0, 250.0, 372.0
LEAST_ROWS, MOST_ROWS = 3, 7
LEAST_CARDS, CARDS_HIGH = 150.0, 230.0
GRID_SHARE, PAIR_SHARE = 0.5, 0.36
HAND, CARDS, KINDS = "hand", "cards", "kinds"
EV, BETS = "ev", "bets"


class Walk:
    """The tab of the page that walks."""

    def __init__(self, app: Services, model: SolverModel, changed: Act, play: Act) -> None:
        self._app, self._model, self._changed = app, model, changed
        self.path = Path(text("solver.walk.path"), model.position.act, model.position.go)
        self.grids = Grids()
        self.cards = RunOutCells(model.position.deal)
        self._tabs, self._card_tabs = (
            Tabs(
                "details",
                text("solver.details.label"),
                options("solver.details.{}", names),
                first,
                self._turn,
            )
            for names, first in (((HAND, KINDS), HAND), ((CARDS, KINDS), CARDS))
        )
        self._by = Segmented(
            "by", text("solver.cards.by"), options("solver.cards.shown.{}", (EV, BETS)), EV, self._show_by
        )
        self._lock = Button("lock", text("solver.locks.open"), self.lock, style="label_b", keycap="L")
        self._play = Button("play", text("solver.walk.play"), play, style="label_b", keycap="P")
        self._up = Button("up", text("solver.walk.back"), model.position.back, style="label_b", icon="undo")

        views = options("solver.view.{}", (MIX, EV_VIEW, EQUITY))
        self._view = Segmented(
            "view", text("solver.view.label"), views, MIX, self._show_view, style="small_b"
        )

    # ---- what is done ---------------------------------------------------------------------------------------
    def _show_view(self, view: str) -> None:
        self.grids.view = view
        self._changed()

    def next_view(self) -> None:
        """Show the mix, what classes win, or their equity."""
        values = [option.value for option in self._view.options]
        self._view.choose(values[(values.index(self._view.chosen) + 1) % len(values)])

    def _turn(self, tab: str) -> None:
        self._changed()

    def _show_by(self, by: str) -> None:
        self.cards.by_bets = by == BETS
        self._changed()

    @property
    def _shown_tabs(self) -> Tabs:
        node = self._model.position.node
        return self._card_tabs if node is not None and node.state == "deal" else self._tabs

    def next_tab(self) -> None:
        """Tell of a class or of the cards to come, or of the kinds of hands."""
        tabs = self._shown_tabs
        tabs.choose(next(option.value for option in tabs.options if option.value != tabs.chosen))

    def turn_grid(self) -> None:
        """Show the other range, where only one has room."""
        self.grids.turned = not self.grids.turned
        self._changed()

    def lock(self) -> None:
        """Ask what is to be locked at the decision at hand."""
        node, model = self._model.position.node, self._model
        if node is not None and self._can_lock:
            _, name = self.grids.shown_class()
            agents = model.locking.agents
            self._app.overlay(LockDialog(self._app, model.position, name, agents, model.lock))

    # ---- what is shown --------------------------------------------------------------------------------------
    def follow(self) -> None:
        """Show what is known now."""
        node = self._model.position.node
        columns = () if node is None else columns_of(node)
        if columns != self.path.columns:
            likely = (
                max(range(len(node.here.shares)), key=node.here.shares.__getitem__)
                if node is not None and node.here.shares
                else 0
            )
            self.path.show(columns, likely)
        self.grids.follow(node, patterned=self._app.settings.theme == "contrast")
        self.cards.follow(self._model.position.run_outs)
        self._lock.disabled = "" if self._can_lock else text("solver.locks.cannot")
        self._play.disabled = "" if self.can_play else text("solver.walk.no_play")
        self._up.disabled = "" if node is not None and len(node.way) > 1 else text("solver.walk.at_start")

    @property
    def can_play(self) -> bool:
        """Whether hands can begin here."""
        node, coming = self._model.position.node, self._model.position.run_outs
        ends = node is None or node.state not in ("decision", "deal") or (coming and not coming.actions)
        return not ends and self._model.can_play

    @property
    def _can_lock(self) -> bool:
        """Whether somebody decides here, in a spot that stands still."""
        node, model = self._model.position.node, self._model
        return node is not None and node.state == "decision" and model.is_current and not model.is_solving

    def compose(self, window: Breakpoint) -> Box:
        """The strip above the grids and what is told of them; one grid in a small window."""
        if self._model.position.node is None:
            words = self._model.problem or text("solver.walk.empty")
            return Panel(Paragraph(words, limit=4), title=text("solver.walk.title"))
        strip = self._strip(window)
        if window.narrow:
            (grid,) = self.grids.panels(single=True, least=LEAST_GRID)
            return Column(strip, grid.sized(natural()), self._table().sized(fixed(NARROW_TABLE)), gap=GAP)
        if window.small:
            (grid,) = self.grids.panels(single=True, least=LEAST_GRID)
            beside = Column(strip, self._table().sized(grow()), gap=GAP)
            return Row(
                grid.sized(natural(most_share=GRID_SHARE)).focused_last(), beside.sized(grow()), gap=GAP
            )
        first, second = self.grids.panels(single=False, least=LEAST_GRID)
        grids = [one.sized(natural(most_share=PAIR_SHARE)) for one in (first, second)]
        row = Row(*grids, self._table().sized(grow(least=LEAST_SIDE)), gap=GAP)
        return Column(strip, row.sized(grow(least=LEAST_GRID + 96)), gap=GAP)

    def _strip(self, window: Breakpoint) -> Panel:
        """The way here, the board, and what can be done with the decision."""
        node, model = self._model.position.node, self._model
        assert node is not None
        assert model.solve is not None
        rows = min(MOST_ROWS, max(LEAST_ROWS, *(len(step.actions) for step in node.way)))
        path = Filled(self.path, HEAD_ROW + rows * ROW)
        lock, up, play = (Control(button, BUTTON) for button in (self._lock, self._up, self._play))
        buttons = Column(lock, up, play, gap=4).sized(fixed(SMALL_BUTTONS))
        if not window.small:
            pair = Row(lock.sized(grow()), up.sized(grow()), gap=6)
            buttons = Column(pair, play, Control(self._view, BUTTON), gap=4).sized(fixed(BUTTONS))
        busy = model.solving.share if model.is_solving else None
        notes = [Note(lock_label(lock, model.locking.agent_name)) for lock in model.solve.locks]
        title = text("solver.walk.board", board=names(node.board))
        return Panel(
            Row(path.sized(grow()), buttons, gap=GAP),
            *notes,
            title=title,
            note=self._summary(),
            head=40.0,
            busy=busy,
        )

    def _summary(self) -> str:
        """Say how far it is solved, what both win, and what a lock has gained."""
        solve = self._model.solve
        assert solve is not None
        said = [
            text("solver.walk.solved", share=points(solve.exploitability)),
            text("solver.walk.values", oop=chips(round(solve.ev[0], 2)), ip=chips(round(solve.ev[1], 2))),
        ]
        if solve.equilibrium is not None:
            oop, ip = (
                signed(won - before, 2) for won, before in zip(solve.ev, solve.equilibrium, strict=True)
            )
            said.append(text("solver.locks.gained", oop=oop, ip=ip))
        return " · ".join(said)

    def _table(self) -> Box:
        """One class, or the kinds of hands; the cards to come where one is to be dealt."""
        tabs = self._shown_tabs
        row = Row(Space(4), TabRow(tabs, TABS).sized(grow()))
        if tabs.chosen == CARDS:
            return Column(row, Space(6), self._cards_to_come().sized(grow(least=LEAST_TABLE)))
        draw = self._draw_class if tabs.chosen == HAND else self._draw_kinds
        table = Panel(Picture(draw, LEAST_TABLE).sized(grow()), head=0, foot=0, side=0)
        return Column(row, Space(6), table.sized(grow(least=LEAST_TABLE)))

    def _cards_to_come(self) -> Panel:
        by = Row(Control(self._by, BUTTON).sized(fixed(220)), Space())
        waiting = Paragraph(text("solver.cards.waiting"), limit=2).when(self._model.position.run_outs is None)
        cells = Filled(self.cards, LEAST_CARDS).sized(grow(least=LEAST_CARDS, most=CARDS_HIGH))
        title, note = text("solver.cards.title"), text("solver.cards.note")
        return Panel(by, waiting, cells, title=title, note=note, gap=8)

    def _draw_class(self, painter: Painter, rect: Rect) -> None:
        if self._model.position.node is not None:
            player, name = self.grids.shown_class()
            draw_class(painter, rect, self._model.position.node, player, name)

    def _draw_kinds(self, painter: Painter, rect: Rect) -> None:
        if self._model.position.node is not None:
            player, _ = self.grids.shown_class()
            draw_kinds(painter, rect, self._model.position.node, player)
