"""Leaves: the boxes with the content of a page, from a line of words to a control.

Pages import them from here. Pictures that draw their own head use `panel_head`.
"""

from game.window.ui.leaves.aside import Aside
from game.window.ui.leaves.button_grid import ButtonGrid
from game.window.ui.leaves.button_line import ButtonLine
from game.window.ui.leaves.cells import GridControl
from game.window.ui.leaves.centred import Centred, across, halved, indented, instead, upright
from game.window.ui.leaves.control import Control, Draw, Picture, Setting, Square, named
from game.window.ui.leaves.divider import Divider, Edged
from game.window.ui.leaves.field import Field
from game.window.ui.leaves.filled import Filled, Fitted, GalleryBox, Iconic, Listed
from game.window.ui.leaves.grid_picture import GridPicture
from game.window.ui.leaves.panel import Panel
from game.window.ui.leaves.reading import Reading
from game.window.ui.leaves.swatch import FigureCell, Swatch
from game.window.ui.leaves.tabs import TabRow
from game.window.ui.leaves.words import (
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
from game.window.ui.leaves.work_bar import WorkBar

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
    "GalleryBox",
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
