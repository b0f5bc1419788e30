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
MARKS = ("Mn", "Me", "Cf")
"""The Unicode categories of characters without a column of their own."""
PARTS = re.compile(r"\s+|[\u2e80-\U0003ffff][，。；：、）”？]*|[^\s\u2e80-\U0003ffff]+")
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
        """Return a text of a command, or the text that several commands share, or None."""
        known = (key, f"{SECTION}.shared.{key.rpartition('.')[2]}")
        return next((self._texts(one, **self._fields) for one in known if self._texts.has(one)), None)

    def _translate(self, metavar: str) -> str:
        """Translate the words in capitals of a metavar, like FILE and FOLDER in "FILE|FOLDER"."""
        key = f"{SECTION}.metavars"
        return re.sub("[A-Z]+", lambda word: self._find(f"{key}.{word[0].lower()}") or word[0], metavar)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, f"{self._find(f'{SECTION}.headings.usage')}: ")

    def start_section(self, heading: str | None) -> None:
        super().start_section(self._find(f"{SECTION}.headings.{heading}"))

    def add_text(self, text: str | None) -> None:
        super().add_text(self._find(text) if text else None)

    def _get_help_string(self, action: argparse.Action) -> str:
        return (self._find(str(action.help)) or "").replace("%", "%%")

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Any:
        told = super()._metavar_formatter(action, default_metavar)
        return lambda size: tuple(map(self._translate, told(size))) if action.choices is None else told(size)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrap(text, width - len(indent)))

    def _format_action(self, action: argparse.Action) -> str:
        """Format an option. Wide letters of its metavar take the place of the spaces after it."""
        told, head = super()._format_action(action), self._format_action_invocation(action)
        surplus = " " * (columns(head) - len(head))
        return told.replace(f"{head}{surplus}  ", f"{head}  ", 1) if surplus else told


def columns(words: str) -> int:
    """Return the number of columns that a text fills in a terminal.

    >>> columns("FILE"), columns("文件")
    (4, 4)
    """
    widths = {**dict.fromkeys(WIDE, 2)}
    return sum(
        0 if unicodedata.category(one) in MARKS else widths.get(unicodedata.east_asian_width(one), 1)
        for one in words
    )


def wrap(words: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` columns.

    >>> wrap("play two agents", 9), wrap("让两个玩家对局。", 9)
    (['play two', 'agents'], ['让两个玩', '家对局。'])
    """
    if columns(words) <= len(words):
        return textwrap.wrap(words, width)
    lines = [""]
    for part in PARTS.findall(words):
        if columns(lines[-1] + part) > width and lines[-1]:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return [line.rstrip() for line in lines]
