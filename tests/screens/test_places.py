"""Controls are placed by boxes: who places one by hand stands in a list that only grows shorter."""

import ast
from pathlib import Path

import game.screens

SCREENS = Path(game.screens.__file__).parent
LAYERS = ("frame", "dialogs", "tables", "pages", "shell")
BY_HAND = {
    "dialogs/card_picker.py",
    "frame/page_head.py",
    "pages/help/screen.py",
    "pages/help/tour.py",
    "pages/home/screen.py",
    "pages/settings/screen.py",
    "pages/train/keep.py",
    "shell/preparing.py",
    "tables/header.py",
    "tables/tic_tac_toe/screen.py",
}


SIDES = {"_", "x", "y", "w", "h", "left", "top", "wide", "high", "width", "height", "side"}
"""What the sides of a rectangle are called where it is taken apart."""
COMPUTES_BY_HAND = {
    # widgets of a single page, which find what lies under the pointer in a drawing of their own
    "pages/arena/cross_table.py",
    "pages/lab/abstraction/near_list.py",
    "pages/lab/abstraction/shape_chart.py",
    "pages/lab/field.py",
    "pages/lab/graph.py",
    "pages/lab/heat_map.py",
    "pages/lab/scatter.py",
    "pages/lab/scrubber.py",
    "pages/lab/tree_drawing.py",
    "pages/lab/value_explorer/board.py",
    "pages/train/checkpoints.py",
    "pages/train/list.py",
    "tables/holdem/decision_list.py",
    # what still places controls by hand
    "dialogs/card_picker.py",
    "pages/help/screen.py",
    "pages/help/tour.py",
    "pages/home/screen.py",
    "pages/home/tile.py",
    "pages/settings/screen.py",
    "tables/frame.py",
    "tables/header.py",
    "tables/tic_tac_toe/screen.py",
    "tables/tic_tac_toe/view.py",
}


def computes_rectangles(file: Path) -> bool:
    """Return whether a function that draws nothing computes with the sides of a rectangle it has taken apart."""
    functions = (
        one for one in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(one, ast.FunctionDef)
    )
    return any(_computes(one) for one in functions if not _draws(one))


def _draws(function: ast.FunctionDef) -> bool:
    given = [*function.args.args, *function.args.kwonlyargs]
    within = [one for one in ast.walk(function) if isinstance(one, ast.Lambda | ast.FunctionDef)]
    pens = any(one.annotation is not None and "Pen" in ast.unparse(one.annotation) for one in given)
    return pens or any("pen" in (arg.arg for arg in one.args.args) for one in within)


def _computes(function: ast.FunctionDef) -> bool:
    sides = set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [part.id for part in node.targets[0].elts if isinstance(part, ast.Name)]
            if len(names) == 4 == len(node.targets[0].elts) and SIDES.issuperset(names):
                sides |= set(names) - {"_"}
    operations = (node for node in ast.walk(function) if isinstance(node, ast.BinOp))
    return any(
        isinstance(part, ast.Name) and part.id in sides
        for node in operations
        for part in (node.left, node.right)
    )


def places_by_hand(file: Path) -> bool:
    """Return whether a file gives a control a rectangle or a centre."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "centre_at":
                return True
        elif isinstance(node, ast.Assign):
            targets = [part for target in node.targets for part in ast.walk(target)]
            if any(
                isinstance(part, ast.Attribute)
                and part.attr == "rect"
                and not (isinstance(part.value, ast.Name) and part.value.id == "self")
                for part in targets
            ):
                return True
    return False


def test_who_places_controls_by_hand_is_listed() -> None:
    files = [file for layer in LAYERS for file in (SCREENS / layer).rglob("*.py")]
    found = {file.relative_to(SCREENS).as_posix() for file in files if places_by_hand(file)}
    assert found == BY_HAND


def test_who_computes_with_rectangles_is_listed() -> None:
    files = [file for layer in LAYERS for file in (SCREENS / layer).rglob("*.py")]
    found = {file.relative_to(SCREENS).as_posix() for file in files if computes_rectangles(file)}
    assert found == COMPUTES_BY_HAND


def test_arithmetic_on_a_rectangle_is_found_unless_a_picture_draws(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text("def place(self, rect):\n    x, y, w, h = rect\n    return (x + w / 2, y, w, h)\n")
    assert computes_rectangles(file)
    file.write_text(
        "def draw(self, pen: Pen, rect):\n    x, y, w, h = rect\n    pen.line(x + w / 2, y, w, h)\n"
    )
    assert not computes_rectangles(file)


def test_no_page_has_a_layout_beside_its_boxes() -> None:
    assert not [file for layer in LAYERS for file in (SCREENS / layer).rglob("layout.py")]


def test_a_rectangle_given_by_hand_is_found(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text("def layout(self, w):\n    self._deal.rect = (0, 0, w / 2, 40)\n")
    assert places_by_hand(file)
    file.write_text("def place(self, rect):\n    self.rect = rect\n")
    assert not places_by_hand(file)
