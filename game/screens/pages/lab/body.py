"""How the panels of a page stand beside and below each other."""

from __future__ import annotations

from game.screens.pages.lab.panels import Panels
from game.screens.pages.lab.parts import GAP
from game.screens.ui.layout import Box, Breakpoint, Column, Either, Row, Size, fixed, grow, share

LEAST_BODY, LEAST_WIDE_BODY = 400.0, 470.0
TALL = 700.0  # of a small window, from which two columns hold everything
NARROW_PANEL = 300.0
LEFT, SMALL_LEFT = share(0.33), share(0.455)
LEAST_CELL, MOST_CELLS = 152.0, 6  # of the small charts in a row


def overview(panels: Panels, window: Breakpoint, *, half_street: bool) -> Box:
    """Return field and exploitability at the left, strategy at the right; scatter and tree where there is room."""
    if window.narrow:
        field = panels.field().when(half_street)
        shown = field, panels.strategy(), panels.exploit()
        return Column(*(panel.sized(fixed(NARROW_PANEL)) for panel in shown), gap=GAP)
    if window.small:
        low, high = (make(panels, half_street=half_street) for make in (_low_overview, _tall_overview))
        return Either(high, low, least=TALL).sized(grow(least=LEAST_BODY))
    if not half_street:
        upper = _row(panels.strategy(), panels.exploit(), share(0.6))
        return _column(upper, panels.tree(), share(0.44)).sized(grow(least=LEAST_WIDE_BODY))
    left = Column(panels.field().sized(grow()), panels.exploit().sized(share(0.33, least=160)), gap=GAP)
    upper = Row(panels.strategy().sized(grow()), panels.scatter().sized(share(0.3, least=210)), gap=GAP)
    right = _column(upper, panels.tree(), share(0.5))
    return _row(left, right, LEFT).sized(grow(least=LEAST_WIDE_BODY))


def _tall_overview(panels: Panels, *, half_street: bool) -> Box:
    """Return two rows of charts above the tree."""
    first = _row(panels.field().when(half_street), panels.strategy(), SMALL_LEFT)
    second = _row(panels.scatter().when(half_street), panels.exploit(), SMALL_LEFT)
    return Column(first.sized(share(0.4)), second.sized(share(0.26)), panels.tree().sized(grow()), gap=GAP)


def _low_overview(panels: Panels, *, half_street: bool) -> Box:
    right = Column(panels.strategy().sized(grow(0.55)), panels.exploit().sized(grow(0.45)), gap=GAP)
    return _row(panels.field().when(half_street), right, SMALL_LEFT)


def strategies(panels: Panels, window: Breakpoint) -> Box:
    """Return small charts of every set, in as many columns as there is room for."""
    room = int((window.width - 2 * window.margin + GAP) / (LEAST_CELL + GAP))
    columns = max(1, min(MOST_CELLS, room)) if window.small else MOST_CELLS
    while panels.count % columns:
        columns -= 1
    return panels.sets(columns).sized(grow())


def tree(panels: Panels, window: Breakpoint, *, half_street: bool) -> Box:
    """Return the tree, and beside it the scatter and the exploitability of a half-street run."""
    shown = panels.tree().sized(grow(least=LEAST_BODY))
    if window.narrow or not half_street:
        return shown
    wide = min(380.0, 0.32 * (window.width - 2 * window.margin))
    beside = _column(panels.scatter(), panels.exploit(), share(0.58, most=wide + 60))
    return Row(shown.sized(grow()), beside.sized(fixed(wide)), gap=GAP).sized(grow(least=LEAST_BODY))


def _row(left: Box, right: Box, size: Size) -> Row:
    return Row(left.sized(size), right.sized(grow()), gap=GAP)


def _column(upper: Box, lower: Box, size: Size) -> Column:
    return Column(upper.sized(size), lower.sized(grow()), gap=GAP)
