"""Reads YAML safely and quickly, and checks that a file has the expected sections.

The compiled parser of PyYAML is used if it is installed. It is ten times faster than the parser in pure Python. The
only error of `read` is `NotYaml`. Aliases are refused, because a few lines of aliases can expand to more than fits
into memory. Deeply nested texts are refused, because the compiled parser would overflow the C stack and crash the
program.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from game.core import BadInput
from game.files import damage, user_files
from game.quoting import MAX_BITS, quoted

COMPILED: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 500  # levels. The compiled reader has taken forty times as many
MAX_BYTES = 1_000_000
"""The maximum size of a YAML file of this program, in bytes."""
MAX_PROBLEM_LENGTH = 160  # letters
UNFIT = "a value does not fit its type"

_REFUSED = (
    ValueError,
    AttributeError,
    LookupError,
    TypeError,
    ArithmeticError,
    RecursionError,
    yaml.YAMLError,
)
"""The exceptions of PyYAML for invalid text, and for a tag before a value that does not fit it."""
_PLAIN = (
    ("did not find expected <document start>", "this is not YAML, which reads key: value"),
    ("did not find expected node content", "a value is missing or a bracket is not closed"),
    ("did not find expected key", "a key is missing or a bracket is not closed"),
    ("did not find expected '-'", "an entry of a list must begin with -"),
    ("did not find expected", "a bracket or a comma is missing"),
    ("expected the node content", "a value is missing or a bracket is not closed"),
    ("expected", "a bracket, a comma or a key is missing"),
    ("could not find expected ':'", "a colon is missing after a key"),
    ("could not determine a constructor", "a tag with ! is unknown"),
    ("mapping values are not allowed", "a colon does not fit here, put the text in quotes"),
    ("mapping keys are not allowed", "a question mark does not fit here, put the text in quotes"),
    ("block sequence entries are not allowed", "a list does not fit here"),
    (
        "found character that cannot start any token",
        "a tab or a special sign begins a value, put it in quotes",
    ),
    ("found a tab", "a tab is used where YAML needs spaces"),
    ("found unexpected end of stream", "a quotation mark is not closed"),
    ("found unexpected document indicator", "a quotation mark is not closed"),
    ("found unknown escape character", "a backslash in quotation marks stands before a wrong letter"),
    ("found unhashable key", "a key must be a text or a number"),
    ("control characters are not allowed", "it holds a control character"),
    ("special characters are not allowed", "it holds a control character"),
)
"""Beginnings of error messages of the YAML reader, each with a plain message. The first match counts."""
NO_YAML = "this is not YAML"
_MAY_NAME = re.compile(r"[&*][0-9A-Za-z_-]")
"""Matches every anchor and alias, and some ordinary texts too."""


class NotYaml(BadInput):
    """A text that is not valid YAML for this program.

    Attributes:
        problem: The reason.
        line: The line number of the error, from 1, or 0 if it is not known.
        repeated_key: A key that occurs twice, or "".

    `file` is the name of the file if the text was read from a file.
    """

    def __init__(
        self, problem: str = UNFIT, line: int = 0, *, repeated_key: str = "", file: str = ""
    ) -> None:
        self.problem = problem[:MAX_PROBLEM_LENGTH]
        self.line = line
        self.repeated_key = repeated_key
        reason = f"line {line}: {self.problem}" if line else self.problem
        super().__init__(f"{file} cannot be read: {reason}." if file else reason)

    def of(self, file: str) -> NotYaml:
        return NotYaml(self.problem, self.line, repeated_key=self.repeated_key, file=file)


class Loader(COMPILED):  # type: ignore[misc]
    """The usual loader of PyYAML, except that a key that occurs twice is refused."""

    def read_key(self, node: yaml.Node) -> Any:
        return self.construct_object(node, deep=True)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping. Raises `NotYaml` with the key if a key occurs twice."""
        given = list(node.value)
        found: dict[Any, Any] = super().construct_mapping(node, deep)
        if len(found) < len(given):
            self.refuse_repeated(given)
        return found

    def refuse_repeated(self, given: Sequence[tuple[yaml.Node, yaml.Node]]) -> None:
        """Raise `NotYaml` for the first key that occurs a second time."""
        seen = set()
        for node, _ in given:
            key = self.read_key(node)
            if key in seen:
                line = node.start_mark.line + 1
                raise NotYaml(f"the key {quoted(key)} is given twice", line, repeated_key=str(key))
            seen.add(key)


class TextKeys(Loader):
    """A loader that reads keys as texts, so that `1` and `'1'` are the same key."""

    def read_key(self, node: yaml.Node) -> str:
        return str(super().read_key(node))

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[str, Any]:
        """Return a mapping. Raises `NotYaml` with the key if a key occurs twice."""
        self.refuse_repeated(node.value)
        return {str(key): value for key, value in super().construct_mapping(node, deep).items()}


_MISREAD = re.compile(r"[+-]?0[0-9_]*[1-9][0-9_]*|.*:.*")
"""Matches texts that YAML 1.1 reads as an unexpected number: 0100 as octal, 1:30 as minutes and seconds."""


def _refuse_misread(node: yaml.ScalarNode) -> None:
    """Raise `NotYaml` for digits such as `010` that YAML and people read as different numbers."""
    if _MISREAD.fullmatch(node.value):
        reason = f"{quoted(node.value)} is not a plain number: leave out the 0 before it, or quote the text"
        raise NotYaml(reason, node.start_mark.line + 1)


def _whole_number(loader: Any, node: yaml.ScalarNode) -> int:
    """Parse a whole number. A number with more digits than Python can convert to text is refused."""
    _refuse_misread(node)
    number: int = loader.construct_yaml_int(node)
    if number.bit_length() > MAX_BITS:
        raise NotYaml("a whole number is too large", node.start_mark.line + 1)
    return number


def _decimal(loader: Any, node: yaml.ScalarNode) -> float:
    if ":" in node.value:
        _refuse_misread(node)
    number: float = loader.construct_yaml_float(node)
    return number


Loader.add_constructor("tag:yaml.org,2002:int", _whole_number)
Loader.add_constructor("tag:yaml.org,2002:float", _decimal)


def read_file(file: Path, loader: Any = Loader) -> Any:
    """Return the document in a file.

    Raises:
        BadInput: If the file has no valid document. The message is one sentence.
        FileNotFoundError: If there is no file. The caller can say what the file was for.
    """
    name = file.name or quoted(str(file))  # "." has no name
    try:
        return read(user_files.read_bytes(file, MAX_BYTES).decode("utf-8"), loader)
    except FileNotFoundError:
        raise
    except OSError as error:
        damage.pass_shortage(error)
        raise BadInput(f"{name} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} cannot be read: it is not text in UTF-8.") from error
    except NotYaml as error:
        raise error.of(name) from error


def read(text: str, loader: Any = Loader) -> Any:
    """Return the document in `text`. Raises `NotYaml` if the text has no valid document."""
    try:
        if _MAY_NAME.search(text) or _may_be_deep(text):
            _check_events(text)
        return yaml.load(text, loader)
    except NotYaml:
        raise
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise NotYaml(_in_plain_words(error.problem), line) from error
    except yaml.reader.ReaderError as error:
        raise NotYaml(_in_plain_words(error.reason), text.count("\n", 0, error.position) + 1) from error
    except _REFUSED as error:
        raise NotYaml from error


def _in_plain_words(problem: object) -> str:
    """Translate an error message of the parser, which uses terms of its grammar, into words for users."""
    return next((plain for start, plain in _PLAIN if str(problem).startswith(start)), NO_YAML)


def _may_be_deep(text: str) -> bool:
    """Return False if the text has too few brackets and too short lines to be nested too deeply.

    Each level of nesting takes a bracket or one more character of indentation.
    """
    longest = max(map(len, text.splitlines()), default=0)
    return text.count("[") + text.count("{") + longest > DEEPEST


def _check_events(text: str) -> None:
    """Refuse anchors, aliases and deep nesting."""
    depth = 0
    for event in yaml.parse(text, COMPILED):
        if anchor := getattr(event, "anchor", None):
            line = event.start_mark.line + 1 if event.start_mark else 0
            raise NotYaml(f"the name {quoted(anchor)} cannot stand for a value, write the value out", line)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise NotYaml(f"it is nested more than {DEEPEST} levels deep")


def section(stored: object, known: Sequence[str], what: str) -> Mapping[str, object]:
    """Return `stored` if it is a mapping with exactly the known names.

    Raises:
        BadInput: If `stored` is not such a mapping. The message begins with `what`, such as a file name.
    """
    if not isinstance(stored, Mapping) or set(stored) != set(known):
        raise BadInput(f"{what[0].upper()}{what[1:]} must have exactly the entries {', '.join(known)}.")
    return stored


def positive_numbers(stored: object, known: Sequence[str], what: str) -> dict[str, float]:
    """Return `stored` if it is a section with the known names and numbers above 0. Otherwise raise `BadInput`."""
    found: dict[str, float] = {}
    for name, value in section(stored, known, what).items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise BadInput(f"{name} in {what} must be a number above 0.")
        found[name] = float(value)
    return found


def check_rising(ends: Sequence[float], what: str) -> None:
    """Raise `BadInput` unless the numbers are strictly increasing and the last one is infinite."""
    if any(low >= high for low, high in pairwise(ends)) or ends[-1] != math.inf:
        raise BadInput(f"The shares in {what} must rise from name to name, the last one to .inf.")
