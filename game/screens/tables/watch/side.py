"""The side column of who watches: what each side mixes, the die that chose, and how the series stands."""

from __future__ import annotations

from game.screens.ui.layout import Box, grow
from game.screens.ui.leaves import Rule
from game.screens.ui.leaves.bands import PADDING, beside, padded

ABOVE = 12.0


def side_column(upper: Box, lower: Box, series: Box, head: Box | None = None) -> Box:
    """Return the mixes, that of the upper seat first, and the series below each other, perhaps below a head."""
    parts = (head or Box(), upper, Rule(height=0), lower, Rule(height=0), series.sized(grow()))
    return padded(*parts, top=ABOVE, bottom=PADDING)


def side_band(upper: Box, lower: Box, series: Box) -> Box:
    """Return them side by side, for the band of a tall window."""
    return beside(upper, lower, series, gap=PADDING, top=ABOVE)
