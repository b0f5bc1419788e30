"""Layout: a tree of boxes that is measured for a width and then placed in a rectangle.

Pages import boxes and sizes from here.
"""

from game.window.ui.layout.arrangements import Balanced, Columns, Either, IfRoom, Scrolled, Snug, Squared
from game.window.ui.layout.box import (
    Box,
    Breakpoint,
    Column,
    Grid,
    Leaf,
    Rect,
    Row,
    Size,
    Space,
    Stack,
    Wrap,
    fixed,
    grow,
    natural,
    share,
)

__all__ = [
    "Balanced",
    "Box",
    "Breakpoint",
    "Column",
    "Columns",
    "Either",
    "Grid",
    "IfRoom",
    "Leaf",
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
