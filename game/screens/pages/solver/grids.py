"""The ranges of both players as grids: who acts with the mix as areas, the other one by reach alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from game.core import Player
from game.messages.solver_answers import SolvedNode
from game.screens.models.solver_words import chips
from game.screens.pages.solver.labels import action_label, inks_of, player_name
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves.panel_head import PADDING, write_title
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixPicture
from game.screens.views.range_pair import HELD, RangePair

NOTE_ROW = 40.0
MIX, EV, EQUITY = "mix", "ev", "equity"
TINTS, PALE = 9, 0.75
COMBOS = {2: 6, 3: 4}
"""How many hands a class has by the letters of its name; offsuit ones have 12."""
OFFSUIT = 12


class Grids(RangePair):
    """Both grids; `view` is what their cells show."""

    head, foot, least_figure = 52.0, 34.0, 34.0

    def __init__(self) -> None:
        super().__init__(text("solver.grid.acting"), text("solver.grid.other"), text("solver.grid.not_held"))
        self.view = MIX
        self._node: SolvedNode | None = None

    @property
    def acting(self) -> Player:
        """The one to act."""
        return self._node.here.player if self._node is not None and self._node.here.player >= 0 else 0

    def follow(self, node: SolvedNode | None, *, patterned: bool) -> None:
        """Show a state."""
        self._node = node
        if node is None:
            self.clear()
            return

        def picture(player: Player) -> MixPicture:
            if self.view == MIX:
                return _mix_picture(node, player, patterned=patterned)
            return _tinted(node, player, self.view)

        player = self.players[0]
        self.repaint((node, player, patterned, self.view), (player, node.way[:1]), picture)

    def mix_of(self, player: Player) -> tuple[Sequence[float], Sequence[Ink]]:
        """Return what the range of the one to act does."""
        node = self._node
        if node is None or not _acts(node, player):
            return (), ()
        return node.here.shares, inks_of(node.here.actions)

    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write whose range it is, and what it has."""
        if (node := self._node) is None:
            return
        side, (x, y, width, _) = node.sides[player], around
        combos = text("solver.grid.combos", count=number(side.combos, 0 if side.combos >= 100 else 1))
        holds = "to_act" if _acts(node, player) else "holds"
        write_title(painter, around, text(f"solver.grid.{holds}", player=player_name(player)), "", combos)
        if not math.isnan(side.mean_ev):
            figures = {"ev": chips(round(side.mean_ev, 2)), "equity": percent(side.mean_equity, 1)}
            words, room = text("solver.grid.figures", **figures), width - 2 * PADDING
            painter.text(words, x + PADDING, y + NOTE_ROW, "small", "dim", fit=room)


def _acts(node: SolvedNode, player: Player) -> bool:
    return node.state == "decision" and node.here.player == player


def _mix_picture(node: SolvedNode, player: Player, *, patterned: bool) -> MixPicture:
    """Return the grid of a range: a cell of the one to act is divided by the actions."""
    heights = _heights(node, player)
    if not _acts(node, player):
        held = dict.fromkeys(heights, (1.0,))
        return MixPicture(held, (text("solver.grid.held"),), (HELD,), heights=heights, patterned=patterned)
    names = [action_label(action) for action in node.here.actions]
    inks = inks_of(node.here.actions)
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
