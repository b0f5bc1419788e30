"""Leaves: the boxes with the content of a page, from a line of words to a control.

Pages import them from here. Pictures that draw their own head use `panel_head`.
"""

from game.screens.ui.leaves.aside import Aside
from game.screens.ui.leaves.button_grid import ButtonGrid
from game.screens.ui.leaves.button_line import ButtonLine
from game.screens.ui.leaves.cells import GridControl
from game.screens.ui.leaves.centred import Centred, across, halved, indented, instead, upright
from game.screens.ui.leaves.control import Control, Draw, Picture, Setting, Square, named
from game.screens.ui.leaves.divider import Divider, Edged
from game.screens.ui.leaves.field import Field
from game.screens.ui.leaves.filled import Filled, Fitted, Gallery, Iconic, Listed
from game.screens.ui.leaves.grid_picture import GridPicture
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.reading import Reading
from game.screens.ui.leaves.swatch import FigureCell, Swatch
from game.screens.ui.leaves.tabs import TabRow
from game.screens.ui.leaves.words import (
    Bar,
    Caps,
    Figure,
    Heading,
    Hints,
    Ink,
    Letters,
    Line,
    Note,
    Pair,
    Paragraph,
    Rule,
    Words,
)
from game.screens.ui.leaves.work_bar import WorkBar

__all__ = [
    "Aside",
    "Bar",
    "ButtonGrid",
    "ButtonLine",
    "Caps",
    "Centred",
    "Control",
    "Divider",
    "Draw",
    "Edged",
    "Field",
    "Figure",
    "FigureCell",
    "Filled",
    "Fitted",
    "Gallery",
    "GridControl",
    "GridPicture",
    "Heading",
    "Hints",
    "Iconic",
    "Ink",
    "Letters",
    "Line",
    "Listed",
    "Note",
    "Pair",
    "Panel",
    "Paragraph",
    "Picture",
    "Reading",
    "Rule",
    "Setting",
    "Square",
    "Swatch",
    "TabRow",
    "Words",
    "WorkBar",
    "across",
    "halved",
    "indented",
    "instead",
    "named",
    "upright",
]
