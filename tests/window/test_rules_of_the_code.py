"""Rules for the code of the window: no control is placed by hand, no rectangle is computed, no text is unused.

A function draws if it takes a painter and is not the `place` of a box. Functions inside a drawing function
draw as well. All other code that computes rectangles is in one of two lists, which may only become shorter.
The first list has pictures and widgets that divide their own rectangle. The second list has pages, dialogs
and tables that compute positions, although a box should compute them.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import ai
import game
from ai.training import runs
from game import texts
from game.app.start import find_pages
from game.core import BadInput
from game.texts import number, percent, signed, text
from game.window.frame.actions import owners

SCREENS = Path(game.__file__).parent
LAYERS = ("window/frame", "window/dialogs", "tables", "features", "app")


def places_by_hand(file: Path) -> bool:
    """Return whether a file sets the rectangle or the centre of a control."""
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
}

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def function_name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def draws(function: Function) -> bool:
    """Return whether a function draws: it takes a painter and is not the `place` of a box."""
    if getattr(function, "name", "") == "place":
        return False
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return any(parameter.arg == "painter" for parameter in parameters)


def outside_drawing(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of a module, in order, without the functions that draw."""
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
    """Return the names that a function unpacks from a rectangle: `x, y, width, height = rect`."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Tuple | ast.List):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and len(target.elts) == 4:
                    parts = {part.id for part in target.elts if isinstance(part, ast.Name)}
                    names |= parts if parts & (SIDES | {"w", "h"}) else set()
    return names


def computes(file: Path) -> list[int]:
    """Return the numbers of the lines that compute with a rectangle, except in functions that draw."""
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
            if function_name(node) in MOVES or (function_name(node) in ("Rect", "FRect") and sums):
                lines.add(node.lineno)
    return sorted(lines)


def is_side(operand: ast.AST, names: set[str]) -> bool:
    """Return whether an operand is a side of a rectangle. `window` is a breakpoint, not a rectangle."""
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


GAME = Path(texts.__file__).parent
AI = Path(ai.__file__).parent
OTHER_FILES = {
    "agents",
    "app",
    "commands",
    "common",
    "preflop",
    "speech",
    "tables",
    "tic_tac_toe",
    "kuhn",
    "holdem",
}
"""The text files that belong to no feature, except those of errors."""
ANYTHING = "[^.]+"
WORDS = re.compile(r'words: ClassVar\[str\] = "([^"]+)"')


@cache
def asked_for() -> frozenset[str]:
    """Return a pattern for every text key in the code.

    A string counts as a text key if its first word is a section of the texts. Parts of a key that are filled
    in at run time match anything.
    """
    sections = {key.partition(".")[0] for key in texts.english().keys()}  # noqa: SIM118
    named = re.compile(rf"({'|'.join(sections)})\\\.(?!json$)[^ ]+$")
    return frozenset(pattern for pattern in all_strings() if named.match(pattern))


@cache
def all_strings() -> frozenset[str]:
    files = [file for folder in (GAME, AI) for file in folder.rglob("*.py")]
    return frozenset(pattern for file in files for pattern in find_strings(file))


def asked_by_section() -> set[str]:
    """Return the text keys whose section is filled in at run time.

    The attribute `words` of a class is the section of the class.
    """
    sections = {words for file in GAME.rglob("*.py") for words in WORDS.findall(file.read_text("utf-8"))}
    ends = {one.removeprefix(ANYTHING) for one in all_strings() if one.startswith(rf"{ANYTHING}\.")}
    return {re.escape(section) + end for section in sections for end in ends}


def asked_by_actions() -> set[str]:
    """Return the text keys of the declared actions."""
    find_pages()
    declared = {
        f"{group}.actions.{one.name}"
        for owner in owners()
        for group in (owner.group, owner.shared_words)
        for one in owner.declared_actions.values()
    }
    return {rf"{re.escape(key)}(\.(label|hint|help|tooltip))?" for key in declared}


def find_strings(file: Path) -> Iterator[str]:
    """Yield every string of a file as a pattern. The parts of an f-string are joined."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in joined for part in node.values}
    for node in joined:
        parts = (re.escape(p.value) if isinstance(p, ast.Constant) else ANYTHING for p in node.values)
        yield "".join(parts).replace(r"\{\}", ANYTHING)
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield re.escape(node.value).replace(r"\{\}", ANYTHING)


def test_every_text_a_screen_asks_for_exists() -> None:
    known = "\n".join(texts.english().keys())
    missing = [one for one in asked_for() if not re.search(rf"^{one}(\.|$)", known, re.MULTILINE)]
    assert sorted(missing) == []


CATALOGUE = r"catalogue\..+"
"""Texts that are found by their English words. tests/test_translations.py compares them with the catalogue."""
COMMANDS = r"commands\..+"
"""Texts that are found by the names of options. tests/ai/test_command_line.py compares them with the options."""


def test_no_text_waits_in_vain_to_be_asked_for() -> None:
    patterns = asked_for() | asked_by_section() | asked_by_actions() | {CATALOGUE, COMMANDS}
    asked = re.compile("|".join(rf"(?:{pattern})(?:\.\d+|\.one|\.other)?$" for pattern in patterns))
    assert [key for key in texts.english().keys() if not asked.match(key)] == []  # noqa: SIM118


def test_fields_are_filled_in() -> None:
    assert text("menu.left", age="yesterday") == "Left yesterday."


def test_a_missing_text_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("common.nonsense")


def test_a_list_comes_in_order() -> None:
    assert texts.english().many("common.counts")[2:4] == ["two", "three"]
    with pytest.raises(KeyError):
        texts.english().many("common.nonsense")


def test_known_tells_whether_a_text_exists() -> None:
    assert texts.english().has("app.name")
    assert not texts.english().has("agents.somebody-trained-this.name")


def test_every_choice_of_every_run_is_called_something() -> None:
    fields = {field for entry in runs.entries() for field in entry.form if not field.titles}
    asked = {f"train.choices.{field.key}.{choice}" for field in fields for choice in field.choices}
    assert {key for key in asked if not texts.english().has(key)} == set()


def test_no_text_holds_a_straight_quotation_mark_or_a_hyphen_as_minus() -> None:
    """Errors and the texts of commands may have straight quotation marks, because a terminal shows them."""
    for key in texts.english().keys():  # noqa: SIM118
        section = key.partition(".")[0]
        assert '"' not in text_unfilled(key) or section.endswith("_errors") or section == "commands", key
        assert not re.search(r"(?<![\w-])-\d", text_unfilled(key)), key


def text_unfilled(key: str) -> str:
    return texts.english()._entries[key]


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ("- a\n- b", "menu.yaml must be a tree of texts."),
        ("", "menu.yaml must be a tree of texts."),
        (
            "menu: a: b",
            "menu.yaml cannot be read: line 1: a colon does not fit here, put the text in quotes.",
        ),
        ("menu: {a: b}\nmenu: {c: d}", "menu.yaml cannot be read: line 2: the key 'menu' is given twice."),
        ("menu: {dice: 3}", "menu.yaml cannot be used: the text menu.dice must be words, not 3; quote it."),
        ("lab: {c: d}", "The section 'lab' is in lab.yaml and in menu.yaml: keep it in one of them."),
    ],
)
def test_a_bad_file_of_texts_is_refused_with_a_sentence_that_names_it(
    tmp_path: Path, broken: str, sentence: str
) -> None:
    (tmp_path / "lab.yaml").write_text("lab: {a: b}", encoding="utf-8")
    (tmp_path / "menu.yaml").write_text(broken, encoding="utf-8")
    with pytest.raises(BadInput, match=f"^{re.escape(sentence)}$"):
        texts.load(tmp_path)


def test_a_folder_without_texts_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"^There are no texts in {re.escape(str(tmp_path))}: "):
        texts.load(tmp_path)


def test_a_file_of_texts_can_be_read_alone() -> None:
    agents = texts.load(texts.ENGLISH, "agents")
    assert agents("agents.ada.name") == text("agents.ada.name")
    assert not agents.has("app.name")


def test_every_feature_has_a_file_of_texts_with_the_name_of_its_folder() -> None:
    features = {file.parent.name for file in (GAME / "features").glob("*/__init__.py")}
    files = {file.stem for file in texts.ENGLISH.iterdir()}
    assert {name for name in files if not name.endswith("_errors")} == features | OTHER_FILES


def test_an_opponent_has_words_among_the_texts_and_no_icon() -> None:
    parts = {key.split(".")[2] for key in texts.english().keys() if key.startswith("agents.")}  # noqa: SIM118
    assert parts == {"name", "kind", "line", "named", "seated", "stages"}


@pytest.mark.parametrize(
    ("value", "digits", "plain", "with_sign"),
    [
        (19500, 0, "19,500", "+19,500"),
        (-18, 0, "−18", "−18"),
        (0, 0, "0", "0"),
        (-0.001, 2, "0.00", "0.00"),
        (0.04, 2, "0.04", "+0.04"),
        (-1234.5, 1, "−1,234.5", "−1,234.5"),
    ],
)
def test_numbers_have_commas_and_a_true_minus(value: float, digits: int, plain: str, with_sign: str) -> None:
    assert number(value, digits) == plain
    assert signed(value, digits) == with_sign


def test_percentages_have_no_space() -> None:
    assert percent(0.614, 1) == "61.4%"
