"""Widgets: controls with a name, a role, a value as text, and a visible focus.

Pages import widgets from here.
"""

from game.window.ui.widgets.button import Button, IconButton, Pressable, Toggle
from game.window.ui.widgets.cells import Cells, ReadOut
from game.window.ui.widgets.choice import Choice, Cycle, Lookup, Option, RadioList, Segmented, options
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.slider import Slider
from game.window.ui.widgets.tabs import Tabs
from game.window.ui.widgets.text_entry import ReadEntry, TextEntry, WordEntry
from game.window.ui.widgets.widget import Act, Rect, Scroll, Widget, WidgetPart, holds

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
