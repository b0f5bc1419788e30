"""Rectangles are computed by boxes: outside `ui`, only what draws computes inside its rectangle.

A function draws if it, or the function around it, takes a painter and is not the `place` of a box. Who
else computes stands in one of two lists, which only grow shorter: pictures and widgets that divide
the rectangle they are given (which cell lies under the mouse), and pages, dialogs and tables that
place what boxes should place.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import game

SCREENS = Path(game.__file__).parent
DRAWING_LAYERS = ("window/views", "window/frame", "window/dialogs", "tables", "features", "app")
SIDES = {"x", "y", "left", "right", "top", "bottom", "width", "height", "centerx", "centery"}
SIDES |= {"center", "topleft", "topright", "bottomleft", "bottomright"}
SIDES |= {"midtop", "midbottom", "midleft", "midright"}
MOVES = {"move", "move_ip", "inflate", "inflate_ip"}
DIVIDE_THEIR_OWN = {
    "window/dialogs/pickers.py",
    "features/arena/cross_table.py",
    "features/home/page.py",
    "features/lab/buckets_panels.py",
    "features/lab/field.py",
    "window/views/betting_path.py",
    "features/lab/tree.py",
    "features/odds/hand_table_panels.py",
    "window/views/range_grid.py",
    "window/views/hand_log.py",
    "window/views/board.py",
    "window/views/kuhn_table.py",
    "window/views/poker_table.py",
}
PLACE_BY_HAND = {
    "features/help/tour.py",
    "window/dialogs/pickers.py",
    "window/frame/table_frame.py",
    "window/views/regions.py",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def draws(function: Function) -> bool:
    """Return whether a function takes a painter; a box takes one to place others, which is no drawing."""
    if getattr(function, "name", "") == "place":
        return False
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return any(parameter.arg == "painter" for parameter in parameters)


def outside_drawing(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of a module, in order, without the functions that take a painter."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [
            child
            for child in reversed(list(ast.iter_child_nodes(node)))
            if not (isinstance(child, Function) and draws(child))
        ]


def unpacked(function: ast.AST) -> set[str]:
    """Return the names that a function takes out of a rectangle: `x, y, width, height = rect`."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Tuple | ast.List):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and len(target.elts) == 4:
                    parts = {part.id for part in target.elts if isinstance(part, ast.Name)}
                    names |= parts if parts & (SIDES | {"w", "h"}) else set()
    return names


def computes(file: Path) -> list[int]:
    """Return the lines on which a file computes with a rectangle outside of drawing."""
    tree = ast.parse(file.read_text("utf-8"))
    parts = {
        id(inner): names
        for node in ast.walk(tree)
        if isinstance(node, Function) and (names := unpacked(node))
        for inner in ast.walk(node)
    }
    lines = set()
    for node in outside_drawing(tree):
        if isinstance(node, ast.BinOp):
            names = parts.get(id(node), set())
            if any(is_side(operand, names) for operand in (node.left, node.right)):
                lines.add(node.lineno)
        elif isinstance(node, ast.Call):
            sums = any(isinstance(part, ast.BinOp) for given in node.args for part in ast.walk(given))
            if called(node) in MOVES or (called(node) in ("Rect", "FRect") and sums):
                lines.add(node.lineno)
    return sorted(lines)


def is_side(operand: ast.AST, names: set[str]) -> bool:
    """Return whether an operand is a side of a rectangle; those of `window` are a breakpoint's."""
    match operand:
        case ast.Attribute(value=ast.Name(id="window")):
            return False
        case ast.Attribute(attr=attr):
            return attr in SIDES
        case ast.Name(id=name):
            return name in names
        case ast.Subscript(value=ast.Attribute(attr="rect") | ast.Name(id="rect")):
            return True
    return False


def test_who_computes_rectangles_is_listed() -> None:
    files = [file for layer in DRAWING_LAYERS for file in (SCREENS / layer).rglob("*.py")]
    found = {file.relative_to(SCREENS).as_posix() for file in files if computes(file)}
    assert found == DIVIDE_THEIR_OWN | PLACE_BY_HAND


@pytest.mark.parametrize(
    "line",
    [
        "def place(self, rect):\n    self.half = rect.width / 2\n",
        "def place(self, rect):\n    x, y, width, height = rect\n    return (x, y + height)\n",
        "def place(self, rect):\n    left, up, wide, high = self.rect\n    return wide - 12\n",
        "def place(self, painter, rect):\n    return rect[2] - 12\n",
        "def place(self, left):\n    return pygame.Rect(left + 12, 0, 40, 40)\n",
        "def place(self, rect):\n    return rect.inflate(-4, -4)\n",
        "def place(self, rect):\n    return lambda: self.panel.bottom + 8\n",
    ],
)
def test_a_computed_rectangle_is_found(line: str, tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(line)
    assert computes(file)


@pytest.mark.parametrize(
    "line",
    [
        "def draw(painter, rect):\n    x, y, width, height = rect\n    painter.line(x, y + height / 2)\n",
        "def draw(self, painter, rect):\n    painter.disc(rect.left + rect.width / 2, rect.top)\n",
        "def compose(self, window):\n    return 2 if window.width / window.height < 1.2 else 1\n",
        "def show(self):\n    width, height = 3, 4\n    return width * height\n",
    ],
)
def test_drawing_inside_a_given_rectangle_is_no_breach(line: str, tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(line)
    assert not computes(file)
