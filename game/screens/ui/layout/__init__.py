"""Layout: a tree of boxes that measures itself for a width and then takes a rectangle.

A page takes its boxes and their sizes from here.
"""

from game.screens.ui.layout.balanced import Balanced
from game.screens.ui.layout.box import Box, Column, Grid, Rect, Row, Space, Stack, Wrap
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.layout.columns import Columns
from game.screens.ui.layout.either import Either
from game.screens.ui.layout.if_room import IfRoom
from game.screens.ui.layout.scrolled import Scrolled
from game.screens.ui.layout.size import Size, fixed, grow, natural, share
from game.screens.ui.layout.snug import Snug
from game.screens.ui.layout.squared import Squared

__all__ = [
    "Balanced",
    "Box",
    "Breakpoint",
    "Column",
    "Columns",
    "Either",
    "Grid",
    "IfRoom",
    "Rect",
    "Row",
    "Scrolled",
    "Size",
    "Snug",
    "Space",
    "Squared",
    "Stack",
    "Wrap",
    "fixed",
    "grow",
    "natural",
    "share",
]
