"""Widgets: controls with a name, a role, a value in words, and a visible focus.

A page takes them from here.
"""

from game.screens.ui.widgets.button import Button, IconButton, Pressable
from game.screens.ui.widgets.cells import Cells
from game.screens.ui.widgets.choice import Choice, Option, RadioList, Segmented, options
from game.screens.ui.widgets.cycle import Cycle
from game.screens.ui.widgets.lookup import Lookup
from game.screens.ui.widgets.read_entry import ReadEntry
from game.screens.ui.widgets.read_out import ReadOut
from game.screens.ui.widgets.rows import Rows
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.slider import Slider
from game.screens.ui.widgets.tabs import Tabs
from game.screens.ui.widgets.text_entry import TextEntry, WordEntry
from game.screens.ui.widgets.toggle import Toggle
from game.screens.ui.widgets.widget import Act, Rect, Widget, WidgetPart, holds

__all__ = [
    "Act",
    "Button",
    "Cells",
    "Choice",
    "Cycle",
    "IconButton",
    "Lookup",
    "Option",
    "Pressable",
    "RadioList",
    "ReadEntry",
    "ReadOut",
    "Rect",
    "Rows",
    "Scroll",
    "Segmented",
    "Slider",
    "Tabs",
    "TextEntry",
    "Toggle",
    "Widget",
    "WidgetPart",
    "WordEntry",
    "holds",
    "options",
]
