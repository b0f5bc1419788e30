"""Controls are placed by boxes, nowhere by hand."""

import ast
from pathlib import Path

import game

SCREENS = Path(game.__file__).parent
LAYERS = ("window/frame", "window/dialogs", "tables", "features", "app")


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


def test_nobody_places_controls_by_hand() -> None:
    files = [file for layer in LAYERS for file in (SCREENS / layer).rglob("*.py")]
    assert not [file.relative_to(SCREENS).as_posix() for file in files if places_by_hand(file)]


def test_no_page_has_a_layout_beside_its_boxes() -> None:
    assert not [file for layer in LAYERS for file in (SCREENS / layer).rglob("layout.py")]


def test_a_rectangle_given_by_hand_is_found(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text("def layout(self, w):\n    self._deal.rect = (0, 0, w / 2, 40)\n")
    assert places_by_hand(file)
    file.write_text("def place(self, rect):\n    self.rect = rect\n")
    assert not places_by_hand(file)
