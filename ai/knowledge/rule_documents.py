"""The YAML files of an expert's rules, and the errors of files that cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from game.core import BadInput, shortened
from game.files import yaml_text
from game.quoting import quoted

SECTIONS = ("description", "shared", "respect", "reading", "numbers", "hands", "mixes", "rules")

Document = tuple[Path, Mapping[str, Any]]
"""A file and its sections."""
Value = TypeVar("Value")


class BrokenRules(BadInput):
    """A rule file cannot be used; `sentences` are all errors, the message is the first."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        more = f" ({len(sentences) - 1} more)" if len(sentences) > 1 else ""
        super().__init__(sentences[0] + more)
        self.sentences = tuple(map(shortened, sentences))

    def __reduce__(self) -> tuple[type[BrokenRules], tuple[tuple[str, ...]]]:
        """Pickle the sentences: the default would pickle the message."""
        return BrokenRules, (self.sentences,)


@dataclass(slots=True)
class Troubles:
    """The errors found so far."""

    sentences: list[str] = field(default_factory=list)

    def within(self, where: str, read: Callable[[], Value]) -> Value | None:
        """Return the result of `read`; if it raises `BadInput`, note the error and return None."""
        try:
            return read()
        except BadInput as error:
            self.add(where, str(error))
            return None

    def add(self, where: str, sentence: str) -> None:
        """Note an error at a place in the file."""
        self.sentences.append(f"{where}: {sentence}")

    def stop(self) -> None:
        """Raise `BrokenRules` if there are errors."""
        if self.sentences:
            raise BrokenRules(tuple(self.sentences))


def documents(file: Path) -> list[Document]:
    """Return the file and the shared file it names, if any. Raises `BrokenRules` if one cannot be read."""
    own = _document(file)
    if "shared" not in own:
        return [(file, own)]
    name = str(own["shared"])
    if not name.isprintable() or name in ("", "..") or Path(name).name != name:
        raise BrokenRules((f"{file.name}: shared is {quoted(name)}; it names a file of the same folder.",))
    shared = _document(file.with_name(name))
    if "shared" in shared:
        raise BrokenRules((f"{name}: a shared file does not build upon another one.",))
    return [(file, own), (file.with_name(name), shared)]


def unknown(what: str, found: object, known: tuple[str, ...]) -> str:
    """Return a sentence that `found` is unknown, and that lists what is known."""
    return f'{what} "{found}": there are {", ".join(known)}.'


def _document(file: Path) -> Mapping[str, Any]:
    try:
        document = yaml_text.read_file(file, yaml_text.TextKeys)
    except FileNotFoundError as error:
        raise BrokenRules((f"There is no {file.name} in {file.parent}.",)) from error
    except BadInput as error:
        raise BrokenRules((str(error),)) from error
    if not isinstance(document, dict):
        raise BrokenRules((f"{file.name} holds no sections: they are {', '.join(SECTIONS)}.",))
    if strange := [key for key in document if key not in SECTIONS]:
        raise BrokenRules((unknown(f"{file.name} has the unknown section", strange[0], SECTIONS),))
    return document
