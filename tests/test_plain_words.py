"""Retired words must not return to the window, the commands, the error messages and the documents."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game import texts
from tests.attack.test_commands import parsers

ROOT = Path(__file__).parents[1]
README_BYTES = 9_000
PAPERS = (
    "README.md",
    "CHANGELOG.md",
    *(f"{folder}/README.md" for folder in ("game", "ai", "ai/training", "ai/evaluation", "ai/commands")),
)

RETIRED = (
    r"lozenge",
    r"in balance\b",
    r"till one is broke",
    r"\bis broke\b",
    r"there is of one's own",
    r"nobody wished for",
    r"who may be as strong",
    r"is held to be",
    r"takes you for",
    r"sound player here",
    r"reckons? with",
    r"foretold",
    r"\banew\b",
    r"throw(n)? (it |\{name\} )?away",
    r"\bat work\b",
    r"\bgo(es)? on\b",
    r"lies in the clipboard",
    r"(report|id) lies in",
    r"is none\b",
    r"is wanted\b",
    r"being (worked out|counted|read|written|prepared|deleted|opened)\b",
    r"likelier",
    r"(?<!its )best reply",
    r"sittings?\b",
    r"drawn, not printed",
    r"(?<!there )\bis no (number|name|setting|manifest|model|menu|board|checkpoint|preset|complete)\b",
    r"is there twice",
    r"by playing (herself|himself)",
    r"\bstands? (in|outside|before no)\b",
    r"\b(are|is) the (most|least)\.",
    r"\bis no (move|action|card|form|league|histogram|text|YAML|share)\b",
    r"\bare no cards\b",
    r"decides all dice",
    r"; \S+ if not given",
    r"threatens twice",
    r"\d %",
)


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Return every text of the window, and every string of the code that contains a space.

    Each item is a pair: the key or the code line of a text, and the text.
    """
    window = [(f"text {key}", words) for key, words in texts.english()._entries.items()]
    code = [
        found
        for folder in ("game", "ai")
        for file in (ROOT / folder).rglob("*.py")
        for found in find_strings(file)
    ]
    return (*window, *code)


def find_strings(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the strings of a file that contain a space, except docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread
        if is_text and " " in node.value:
            yield f"{file.relative_to(ROOT)}:{node.lineno}", node.value


@pytest.mark.parametrize("retired", RETIRED)
def test_a_retired_word_stays_away_from_window_commands_and_errors(retired: str) -> None:
    found = re.compile(retired, re.IGNORECASE)
    assert [index for index, words in sentences() if found.search(words)] == []


def test_no_help_is_a_docstring_whose_words_are_not_read_here() -> None:
    shown = [file for folder in ("game", "ai") for file in (ROOT / folder).rglob("*.py")]
    assert [file.name for file in shown if "__doc__" in file.read_text("utf-8")] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_retired_word_stays_away_from_the_papers(paper: str) -> None:
    written = (ROOT / paper).read_text("utf-8")
    assert [word for word in RETIRED if re.search(word, written, re.IGNORECASE)] == []


def test_the_readme_is_short_and_what_it_links_exists() -> None:
    readme = ROOT / "README.md"
    assert readme.stat().st_size <= README_BYTES
    links = re.findall(r"\]\(([^)]+)\)", readme.read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def list_parts(folder: str) -> list[Path]:
    parts = [part for part in (ROOT / folder).iterdir() if part.name[0] not in "_."]
    return [part.relative_to(ROOT) for part in parts if part.is_dir() or part.suffix == ".py"]


def test_the_readme_of_the_commands_lists_every_command() -> None:
    listed = re.findall(
        r"^\| `([\w-]+)` \|", (ROOT / "ai/commands/README.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(parsers())


@pytest.mark.parametrize("folder", ["game", "ai"])
def test_the_table_of_a_package_names_every_part_of_it(folder: str) -> None:
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / folder / "README.md").read_text("utf-8"), re.MULTILINE)
    named = re.findall(r"`([\w./*]+)`", " ".join(rows))
    assert [str(part) for part in list_parts(folder) if not any(part.match(name) for name in named)] == []


def test_the_layers_of_the_game_are_those_that_are_enforced() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    enforced = [
        set(re.findall(r"\w+(?= |$)", layer)) for layer in reversed(settings["contracts"][0]["layers"])
    ]
    readme = (ROOT / "game" / "README.md").read_text("utf-8")
    [drawn] = re.findall(r"^```\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert [set(re.findall(r"\w+", layer)) for layer in drawn.split("<-")] == enforced
