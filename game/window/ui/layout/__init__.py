"""Layout: a tree of boxes that measures itself for a width and then takes a rectangle.

A page takes its boxes and their sizes from here.
"""

from game.window.ui.layout.balanced import Balanced
from game.window.ui.layout.box import Box, Column, Grid, Rect, Row, Space, Stack, Wrap
from game.window.ui.layout.breakpoint import Breakpoint
from game.window.ui.layout.columns import Columns
from game.window.ui.layout.either import Either
from game.window.ui.layout.if_room import IfRoom
from game.window.ui.layout.scrolled import Scrolled
from game.window.ui.layout.size import Size, fixed, grow, natural, share
from game.window.ui.layout.snug import Snug
from game.window.ui.layout.squared import Squared

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
