"""The ranges of both players as grids: who acts with the mix as areas, the other one by reach alone."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

import pygame

from game.core import Player
from game.messages.solver_answers import SolvedNode
from game.screens.models.solver_words import chips
from game.screens.pages.solver.labels import action_label, looks_of, player_name
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import grow, natural
from game.screens.ui.leaves import GridControl, Panel, Picture
from game.screens.ui.leaves.panel_head import PADDING, write_title
from game.screens.ui.texts import number, percent, percents, text
from game.screens.ui.widgets import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixGrid, MixPicture, paint_mix, write_plated
from game.screens.views.range_grid import side_of

HEAD, FOOT, WIDEST = 52.0, 34.0, 640.0
NOTE_ROW = 40.0
BAR, FIGURE, LEAST_FIGURE = 15.0, 13.0, 34.0
MIX, EV, EQUITY = "mix", "ev", "equity"
TINTS, PALE = 9, 0.75
HELD = Ink("dim", "panel", 0.5)
COMBOS = {2: 6, 3: 4}
"""How many hands a class has by the letters of its name; offsuit ones have 12."""
OFFSUIT = 12


class Grids:
    """Both grids; `turned` shows the other range where only one has room, `view` what their cells show."""

    def __init__(self) -> None:
        self.first = MixGrid("grid", text("solver.grid.acting"), text("solver.grid.not_held"))
        self.second = MixGrid("second", text("solver.grid.other"), text("solver.grid.not_held"))
        self.turned = False
        self.view = MIX
        self.single = False
        self._node: SolvedNode | None = None
        self._painted: tuple[SolvedNode, Player, bool, str] | None = None

    def player(self, place: int) -> Player:
        """Return whose range stands first or second: first who acts, unless it is turned."""
        acting = self._node.here.player if self._node is not None and self._node.here.player >= 0 else 0
        first = 1 - acting if self.turned and self.single else acting
        return first if place == 0 else 1 - first

    @property
    def in_table(self) -> tuple[Player, str]:
        """The player and the class that are told of: the mouse decides, else the focus."""
        of_second = (
            not self.single and not self.first.hovered and (self.second.hovered or self.second.focused)
        )
        self.second.shown_in_table, self.first.shown_in_table = of_second, not of_second
        grid = self.second if of_second else self.first
        return self.player(int(of_second)), grid.shown

    def follow(self, node: SolvedNode | None, *, patterned: bool) -> None:
        """Show a state; pictures are made anew only where something has changed."""
        self._node = node
        if node is None:
            self._painted = None
            self.first.picture = self.second.picture = MixPicture()
            return
        known, player = self._painted, self.player(0)
        if known is not None and known[0] is node and known[1:] == (player, patterned, self.view):
            return
        entered = known is None or known[1] != player or known[0].way[:1] != node.way[:1]
        self._painted = node, player, patterned, self.view
        self.first.picture = self._picture(node, player, patterned=patterned)
        self.second.picture = self._picture(node, 1 - player, patterned=patterned)
        if entered:
            self.first.stay_with_held()
            self.second.stay_with_held()

    def _picture(self, node: SolvedNode, player: Player, *, patterned: bool) -> MixPicture:
        if self.view == MIX:
            return _mix_picture(node, player, patterned=patterned)
        return _tinted(node, player, self.view)

    def panels(self, *, single: bool, least: float) -> list[Panel]:
        """Return the grids, the first alone where only a `single` one has room."""
        self.single = single
        found = []
        for place, grid in enumerate((self.first,) if single else (self.first, self.second)):
            below = Picture(partial(self._draw_around, place), FOOT)
            cells = GridControl(grid, below, side_of, least=least).sized(grow())
            found.append(
                Panel(cells, head=HEAD, foot=0, side=PADDING).sized(natural(most=WIDEST + 2 * PADDING))
            )
        return found

    def _draw_around(self, place: int, painter: Painter, rect: Rect) -> None:
        """Write whose range it is, and what it has, above the cells; draw what it does in all below them."""
        node, grid = self._node, (self.first, self.second)[place].rect
        if node is None:
            return
        player = self.player(place)
        side, acts = node.sides[player], node.state == "decision" and node.here.player == player
        x, y, width, height = grid
        around = (x - PADDING, y - HEAD, width + 2 * PADDING, height)
        combos = text("solver.grid.combos", count=number(side.combos, 0 if side.combos >= 100 else 1))
        title = text("solver.grid.to_act" if acts else "solver.grid.holds", player=player_name(player))
        write_title(painter, around, title, "", combos)
        if not math.isnan(side.mean_ev):
            figures = {"ev": chips(round(side.mean_ev, 2)), "equity": percent(side.mean_equity, 1)}
            painter.text(
                text("solver.grid.figures", **figures), x, y - HEAD + NOTE_ROW, "small", "dim", fit=width
            )
        if acts:
            self._draw_bar(painter, grid, node, patterned=self.first.picture.patterned)

    def _draw_bar(self, painter: Painter, grid: Rect, node: SolvedNode, *, patterned: bool) -> None:
        x, y, width, height = grid
        left, top, wide, high = painter.box((x, y + height + 7, width, BAR))
        box = pygame.Rect(left, top, wide, high)
        painter.fill(painter.col("sunk"), box)
        inks = [look.ink for look in looks_of(node.here.actions)]
        shares = node.here.shares
        paint_mix(painter, box, shares, MixPicture(inks=inks, patterned=patterned))
        at = x
        for part, written in zip(shares, percents(shares), strict=True):
            if part * width >= LEAST_FIGURE:
                write_plated(painter, written, at + part * width / 2, y + height + 7 + BAR / 2, FIGURE)
            at += part * width


def _mix_picture(node: SolvedNode, player: Player, *, patterned: bool) -> MixPicture:
    """Return the grid of a range: a cell of the one to act is divided by the actions."""
    heights = _heights(node, player)
    if node.state != "decision" or node.here.player != player:
        held = dict.fromkeys(heights, (1.0,))
        return MixPicture(held, (text("solver.grid.held"),), (HELD,), heights=heights, patterned=patterned)
    names = [action_label(action) for action in node.here.actions]
    inks = [look.ink for look in looks_of(node.here.actions)]
    return MixPicture(node.mixes, names, inks, heights=heights, patterned=patterned)


def _tinted(node: SolvedNode, player: Player, view: str) -> MixPicture:
    """Return the grid of a range whose cells are tinted by what a class is worth, from the least to the most."""
    side = node.sides[player]
    values = side.class_ev if view == EV else side.class_equity
    low, high = min(values.values(), default=0.0), max(values.values(), default=1.0)
    steps = [low + (high - low) * place / TINTS for place in range(TINTS + 1)]
    names = [_span(view, *span) for span in pairwise(steps)]
    inks = [_tint(place / (TINTS - 1)) for place in range(TINTS)]
    shares = {}
    for name, value in values.items():
        place = min(TINTS - 1, int(TINTS * (value - low) / (high - low))) if high > low else TINTS // 2
        shares[name] = tuple(float(place == tint) for tint in range(TINTS))
    return MixPicture(shares, names, inks, heights=_heights(node, player))


def _tint(share: float) -> Ink:
    """Return a colour between the least and the most, palest in the middle."""
    return Ink("info" if share < 0.5 else "brass", "panel", PALE * (1 - abs(2 * share - 1)))


def _span(view: str, low: float, high: float) -> str:
    if view == EV:
        return text(
            "solver.grid.span", view=text("solver.view.ev"), low=chips(round(low)), high=chips(round(high))
        )
    return text("solver.grid.span", view=text("solver.view.equity"), low=percent(low), high=percent(high))


def _heights(node: SolvedNode, player: Player) -> dict[str, float]:
    """Return how high the cell of each class is filled: the root of how much of it comes."""
    classes = node.sides[player].classes
    heights = {name: math.sqrt(weight / _hands(name)) for name, weight in classes.items() if weight > 0}
    most = max(heights.values(), default=1.0)
    return {name: height / most for name, height in heights.items()}


def _hands(name: str) -> int:
    return COMBOS[len(name)] if not name.endswith("o") else OFFSUIT
