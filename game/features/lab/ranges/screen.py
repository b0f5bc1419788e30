"""Ranges: what a strategy does with every hand, at any place of any hand of Hold'em.

One walks down the betting by the path strip, by a typed line, or by digits; the grid shows all 169 classes of the
one to act, how they are mixed and how much of the range they are, and one class hand by hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from game.core import Action
from game.features.lab.page import RANGES, LabPage, OpenGame
from game.features.lab.parts import GAP
from game.features.lab.ranges.controls import BOARD, RangeSetup, Strip, agent_in_full
from game.features.lab.ranges.grids import GridPair
from game.features.lab.ranges.model import RangeModel
from game.features.lab.ranges.shown import Shown, columns_of, likeliest
from game.match.betting_line import write_line
from game.rules import games
from game.rules.cards import names
from game.study.ranges import ExportRange
from game.texts import text
from game.window.dialogs.card_picker import pick_cards
from game.window.dialogs.export import HANDS_CSV
from game.window.frame.asked import Asked
from game.window.frame.page import Binding
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, fixed, grow, natural
from game.window.ui.leaves import Panel, Picture
from game.window.ui.leaves.panel_head import PADDING
from game.window.ui.widgets import Act
from game.window.views.betting_path import Path
from game.window.views.range_pair import WIDEST

TALL = 880.0  # of the body of a small window, from which both grids stand side by side
LEAST_HAND, LEAST_BODY, NARROW_HAND, HINTS = 340.0, 376.0, 420.0, 30.0
OTHER = "O"  # the key of the other player's range


class RangesScreen(LabPage):
    """The page; `page_of` makes the page of another game of the lab, `turn` another page about Hold'em."""

    name: ClassVar[str] = "ranges"
    game: ClassVar[str] = games.HOLDEM
    page = RANGES
    words: ClassVar[str] = "lab.ranges"
    between = 4.0

    def __init__(self, app: Services, page_of: OpenGame, turn: Callable[[str], None]) -> None:
        super().__init__(app)
        self._page_of = page_of
        self._head = self.head(RANGES, turn)
        self.model = RangeModel(app, self.show, app.lab.agent, app.lab.line)
        self._setup = RangeSetup(app, self.model, self._game, export=self._export, changed=self.show)
        self._setup.line.entered = lambda: self.controls.focus("path")
        self._path = Path(text("lab.ranges.path"), self._act, self._go_to)
        self._grids = GridPair()
        self._strip = Strip(self.model, self._path, self._grids, self._change_board, self._pick)
        self._wants_patterns = False
        self.controls.focus("path")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _act(self, decision: int, action: Action) -> None:
        self.model.act(decision, action)
        if self.model.line.missing:
            self.controls.focus("board")

    def _go_to(self, decision: int) -> None:
        self.model.go(self.model.node_line.upto(decision))

    def _change_board(self, act: Act) -> None:
        """Change the board; the betting goes on once the cards that were asked for lie there."""
        lacked = self.model.line.missing
        act()
        if lacked and not self.model.line.missing and self.app.screen is self:
            self.controls.focus("path")

    def _pick(self) -> None:
        shown, lay = self.model.line.board, self._strip.lay
        pick_cards(self.app, "odds.pick.board", "lab.ranges.board_note", shown, lay, most=BOARD)

    def _digit(self, key: str) -> None:
        """Take the action of this number at the decision at hand."""
        place, shown = int(key) - 1, self.shown
        if shown is not None and shown.acting is not None and shown.line == self.model.line:
            actions = shown.acting.actions
            if place < len(actions):
                self._act(len(self.model.line.actions), actions[place])

    def _other_player(self) -> None:
        self._grids.turned = not self._grids.turned
        self.show()

    def _toggle_patterns(self) -> None:
        self._wants_patterns = not self._wants_patterns
        self.show()

    def _export(self) -> None:
        model = self.model
        if model.node is None or model.agent is None:
            return
        line = model.node_line
        agent, way = agent_in_full(self.app, model.agent), write_line(line) or text("lab.ranges.start")
        stamp = text("lab.ranges.stamp", agent=agent, line=way)
        kinds = () if line.player is None else (HANDS_CSV,)
        name = model.agent.name
        self.export(stamp, kinds, lambda _, file: ExportRange(name, line, file), "ranges")

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """Who is there, and what is done at the end of the line."""
        return self.model.questions

    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.look()
        if not self.model.line.missing and self.controls.focused is self._strip.board:
            self.controls.focus("path")
        self.show()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        super().leave()
        self.app.lab.agent, self.app.lab.line = self.model.chosen, self.model.line

    @property
    def shown(self) -> Shown | None:
        """What is known of the end of the line."""
        node = self.model.node
        return None if node is None else Shown.of(node, self.model.node_line)

    # ---- what stands on it ----------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        """Whose strategy it is."""
        return self._setup.description

    def settings(self, window: Breakpoint) -> Box:
        """Which game, whose strategy, which line."""
        return self._setup.box(window.width - 2 * self.margin_at(window))

    @property
    def problem(self) -> str:
        """What is wrong with what was typed, or with what was asked."""
        return self._setup.line.problem or self.model.problem

    @property
    def remark(self) -> str:
        """That nobody near equilibrium is there, or the units, and the grain of a blueprint."""
        said = "no_blueprint" if self.model.lacks_blueprints else "units"
        notice = text(f"lab.ranges.{'off_menu' if self.model.leaves_the_menu else said}")
        agent = self.model.agent
        return f"{notice} {text('lab.ranges.grain')}" if agent is not None and agent.is_blueprint else notice

    def body(self, window: Breakpoint) -> Box:
        """The way above two grids and a hand; in a small window beside one grid, in a narrow one in a column."""
        node = self.model.node
        columns = () if node is None else columns_of(node, self.model.node_line)
        if columns != self._path.columns:
            self._path.show(columns, 0 if node is None else likeliest(node))
        self._grids.shown = self.shown
        self._grids.patterned = self._wants_patterns or self.app.settings.theme == "contrast"
        painter, inner = self.app.painter, window.width - 2 * self.margin_at(window)
        free = self.room - self.above - self.top(window).measure(painter, inner) - HINTS
        busy = self.model.done if self.model.waiting and self.model.done else None
        draw = partial(self._grids.draw_hand, self.model.waiting)
        hand = Panel(Picture(draw).sized(grow()), head=0, foot=0, side=0)
        strip = self._strip.box(busy, narrow=window.narrow)
        if window.narrow:
            (grid,) = self._grids.boxes(single=True)
            return Column(strip, grid.sized(natural()), hand.sized(fixed(NARROW_HAND)), gap=GAP)
        if window.small and free <= TALL:
            (grid,) = self._grids.boxes(single=True, most=inner * 0.46 - 2 * PADDING)
            beside = Column(strip, hand.sized(grow(least=LEAST_BODY * 0.8)), gap=GAP).sized(grow())
            return Row(grid.focused_last(), beside, gap=GAP).sized(grow())
        if window.small:
            both = Row(*(grid.sized(grow()) for grid in self._grids.boxes(single=False)), gap=GAP)
            return Column(strip, both, hand.sized(grow(least=LEAST_BODY)), gap=GAP).sized(grow())
        most = (inner - LEAST_HAND - 2 * GAP) / 2 - 2 * PADDING
        highest = math.inf if most > WIDEST else max(LEAST_BODY, most + GridPair.head + GridPair.foot)
        row = Row(*self._grids.boxes(single=False, most=most), hand.sized(grow()), gap=GAP)
        body = Column(strip, row.sized(grow(least=LEAST_BODY, most=highest)), gap=GAP)
        return body.sized(grow(most=strip.height_at(painter, inner) + GAP + highest))

    # ---- keys, tests ----------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Digits act, Backspace takes back; letters: see the page of keys."""
        acts = {digit: Binding(partial(self._digit, digit)) for digit in "123456789"}
        focus = self.controls.focus
        return {
            "enter": Binding(lambda: False, cap="keys.enter", hint="go"),
            "backspace": Binding(self.model.back, repeats=True, cap="keys.backspace", hint="back"),
            **acts,
            "1": replace(acts["1"], cap="1 – 9", hint="act"),
            "left": Binding(lambda: False, cap="← ↑ ↓ →", hint="walk"),
            "t": Binding(partial(focus, "line"), cap="T", hint="type"),
            "a": Binding(partial(self._setup.agent.step, 1), cap="A", hint="agent"),
            "o": Binding(self._other_player, cap=OTHER, hint="other"),
            "x": Binding(self._toggle_patterns, cap="X", hint="patterns"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
            "b": Binding(partial(focus, "board")),
            "g": Binding(partial(focus, "grid")),
            "r": Binding(self._strip.deal),
            "e": Binding(self._export),
        }

    @property
    def hints(self) -> list[tuple[str, str]]:
        """What the keys do; the other player's range is a key away where there is room for one grid."""
        return [hint for hint in super().hints if self._grids.single or hint[0] != OTHER]

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and what is known of it."""
        model, shown = self.model, self.shown
        acting = shown.acting if shown is not None else None
        return super().trace() | {
            "agent": model.chosen,
            "line": write_line(model.line),
            "missing": model.line.missing,
            "board": names(model.line.shown),
            "player": model.line.player,
            "actions": list(acting.actions) if acting is not None else [],
            "class": self._grids.first.shown,
            "patterned": self._grids.patterned,
            "shown": self._grids.players[0],
        }
