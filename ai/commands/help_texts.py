"""Format the help of a command from the texts of assets/texts/<language>/commands.yaml.

The key of an option follows from the names of its command and of itself: `commands.match.hands` is the text of
`match --hands`. If the command has no such text, `commands.shared.hands` is used. `summary`, `description` and
`epilog` are the texts of the command itself. Words in capitals, like FILE, are in `commands.metavars`.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from game import texts
from game.texts import Texts

SECTION = "commands"
"""The file of the texts, and its section."""
WIDE = ("W", "F")
"""The Unicode widths of characters that fill two columns of a terminal."""
FILLER = "\0"
"""Follows a wide character until the help is complete, because argparse counts characters instead of columns."""
PARTS = re.compile(r"\s+|[（《]*(?:[\u2e80-\U0003ffff]|[^\s\u2e80-\U0003ffff]+)[，。；：、）》？]*")
"""Matches the parts between which a line may be broken: spaces, words, and single wide characters."""


class HelpFormatter(argparse.HelpFormatter):
    """Replaces keys of texts by the texts, which it loads when it needs the first one."""

    def __init__(self, prog: str, fields: Mapping[str, object]) -> None:
        super().__init__(prog)
        self._fields = fields

    @cached_property
    def _texts(self) -> Texts:
        """The texts in the language of the window, or in English if stdout cannot print that language."""
        told = texts.load_file(SECTION)
        try:
            "".join(map(told.template, told.keys())).encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return told.behind or told
        return told

    def _find(self, key: str) -> str | None:
        return self._texts(key, **self._fields) if self._texts.has(key) else None

    def _translate(self, metavar: str) -> str:
        """Translate the words in capitals of a metavar, like FILE and FOLDER in "FILE|FOLDER"."""

        def find(word: re.Match[str]) -> str:
            return self._find(f"{SECTION}.metavars.{word[0].lower()}") or word[0]

        return fill(re.sub("[A-Z]+", find, metavar))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the usage with a translated heading, unless the caller has its own heading."""
        if prefix is None:
            prefix = fill(f"{self._texts(f'{SECTION}.headings.usage')}: ")
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(self._texts(f"{SECTION}.headings.{heading}"))

    def add_text(self, text: str | None) -> None:
        super().add_text(self._find(text) if text else None)

    def format_help(self) -> str:
        return super().format_help().replace(FILLER, "")

    def _get_help_string(self, action: argparse.Action) -> str:
        """Return the text that a command has for an option, or else the text that several commands share."""
        key = str(action.help)
        told = self._find(key) or self._texts(f"{SECTION}.shared.{key.rpartition('.')[2]}", **self._fields)
        return told.replace("%", "%%")

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Any:
        told = super()._metavar_formatter(action, default_metavar)
        return lambda size: tuple(map(self._translate, told(size)))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrap(text, width - len(indent)))


def fill(words: str) -> str:
    """Return the text with a filler for each wide character, so that its length is its number of columns.

    >>> fill("FILE"), len(fill("文件"))
    ('FILE', 4)
    """
    return words + FILLER * sum(unicodedata.east_asian_width(one) in WIDE for one in words)


def wrap(words: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` columns.

    >>> wrap("play two agents", 9), wrap("让两个玩家对局。", 9)
    (['play two', 'agents'], ['让两个玩', '家对局。'])
    """
    if fill(words) == words:
        return textwrap.wrap(words, width)
    lines = [""]
    for part in PARTS.findall(words):
        if len(fill(lines[-1] + part)) > width and lines[-1]:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return [line.rstrip() for line in lines]
