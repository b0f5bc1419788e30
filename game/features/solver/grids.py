"""What the walk shows as cells: the ranges of both players, and the cards that may come next.

Who acts has the mix as areas, the other one reach alone. A card has what oop wins after it, or how often it is bet;
a click deals it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import compress, pairwise
from typing import ClassVar

from game.core import Player
from game.features.solver.labels import action_label, acts, inks_of, player_name
from game.rules.cards import Card
from game.study.ranges import places_of
from game.study.solved import RunOuts, SolvedNode
from game.study.solver_words import chips
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.leaves.panel_head import PADDING, write_title
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Rect
from game.window.views.action_style import Ink
from game.window.views.card_cells import CardCells
from game.window.views.mix_grid import MixPicture
from game.window.views.range_pair import HELD, RangePair

NOTE_ROW = 40.0
MIX, EV, EQUITY = "mix", "ev", "equity"
TINTS, PALE = 9, 0.75
PASSIVE, PALEST = ("check", "call", "fold"), 0.35


class Grids(RangePair):
    """Both grids."""

    head, foot, least_figure = 52.0, 34.0, 34.0

    def __init__(self) -> None:
        super().__init__(text("solver.grid.acting"), text("solver.grid.other"), text("solver.grid.not_held"))
        self._node: SolvedNode | None = None

    @property
    def acting(self) -> Player:
        """The one to act."""
        return self._node.here.player if self._node is not None and self._node.here.player >= 0 else 0

    def follow(self, node: SolvedNode, view: str, *, patterned: bool) -> None:
        """Show a state: in the cells what is done, what classes win, or their equity."""
        self._node = node

        def picture(player: Player) -> MixPicture:
            if view == MIX:
                return _mix_picture(node, player, patterned=patterned)
            return _tinted(node, player, view)

        player = self.players[0]
        self.repaint((node, player, patterned, view), (player, node.way[:1]), picture)

    def mix_of(self, player: Player) -> tuple[Sequence[float], Sequence[Ink]]:
        """Return what the range of the one to act does."""
        if (node := self._node) is None or not acts(node, player):
            return (), ()
        return node.here.shares, inks_of(node.here.actions)

    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write whose range it is, and what it has."""
        if (node := self._node) is None:
            return
        side, (x, y, width, _) = node.sides[player], around
        combos = text("solver.grid.combos", count=number(side.combos, 0 if side.combos >= 100 else 1))
        holds = "to_act" if acts(node, player) else "holds"
        write_title(painter, around, text(f"solver.grid.{holds}", player=player_name(player)), "", combos)
        if not math.isnan(side.mean_ev):
            figures = {"ev": chips(round(side.mean_ev, 2)), "equity": percent(side.mean_equity, 1)}
            words, room = text("solver.grid.figures", **figures), width - 2 * PADDING
            painter.text(words, x + PADDING, y + NOTE_ROW, "small", "dim", fit=room)


def _mix_picture(node: SolvedNode, player: Player, *, patterned: bool) -> MixPicture:
    """Return the grid of a range: a cell of the one to act is divided by the actions."""
    heights = _heights(node, player)
    if not acts(node, player):
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
    least, most = (chips(round(one)) if view == EV else percent(one) for one in (low, high))
    return text("solver.grid.span", view=text(f"solver.view.{view}"), low=least, high=most)


def _heights(node: SolvedNode, player: Player) -> dict[str, float]:
    """Return how high the cell of each class is filled: the root of how much of it comes."""
    held = {name: weight for name, weight in node.sides[player].classes.items() if weight > 0}
    heights = {name: math.sqrt(weight / len(places_of(name))) for name, weight in held.items()}
    most = max(heights.values(), default=1.0)
    return {name: height / most for name, height in heights.items()}


class RunOutCells(CardCells):
    """The control; `by_bets` shows how often the first to act bets."""

    highest_cell: ClassVar[float] = 40.0

    def __init__(self, deal: Callable[[Card], None]) -> None:
        super().__init__("run-outs", text("solver.cards.title"), deal)
        self._figures: dict[Card, float] = {}
        self.by_bets = False

    def follow(self, found: RunOuts | None, *, by_bets: bool) -> None:
        """Show other cards, or another figure of them."""
        self.by_bets, self._figures = by_bets, {}
        if found is not None:
            bets = [action.partition(" ")[0] not in PASSIVE for action in found.actions]
            self._figures = {
                one.card: sum(compress(one.shares, bets)) if by_bets else one.ev for one in found.cards
            }

    @property
    def hint(self) -> str:
        """The figure to the full, under the mouse."""
        return self.value if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        """Return what a card brings."""
        return self._figures.get(card)

    def written(self, figure: float) -> str:
        """Return whole chips or percents."""
        return number(100 * figure) if self.by_bets else number(figure)

    def background(self, painter: Painter, figure: float) -> RGB:
        """Return a colour from the least to the most, palest in the middle."""
        low, high = min(self._figures.values()), max(self._figures.values())
        share = (figure - low) / (high - low) if high > low else 0.5
        side = mix(painter.col("info"), painter.col("brass"), share)
        return mix(painter.col("panel"), side, PALEST + (1 - PALEST) * abs(2 * share - 1))

    def said(self, card: str, figure: float | None) -> str:
        """Return what a card brings, in words."""
        if figure is None:
            return text("solver.cards.gone", card=card)
        if self.by_bets:
            return text("solver.cards.bets", card=card, figure=percent(figure, 1))
        return text("solver.cards.ev", card=card, figure=chips(round(figure, 2)))
