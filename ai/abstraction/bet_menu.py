"""The bet menu of an abstraction: the bet sizes on each street, the number of raises, and all-in rules.

A menu is a YAML file with a section for every street:

    flop:
      sizes: [[0.5, 1], [1]]     # the first bet: half the pot or the pot; every raise after it: the pot
      cap: 3                     # at most three bets and raises in a round
      all-in: true               # all-in whenever a raise is possible, even past the cap

With `all-in: 3`, the trained strategy may go all-in with the third bet or raise of the round (before the flop, a
4-bet) or later. The tree also contains every earlier all-in. The last deals of a training teach the strategy how to
answer the all-ins of an opponent that follows no such limit.

A size is a fraction of the pot after a call. Before the flop, the blinds do not count as a bet, so the first list
is for the opening raise. A size that commits at least the share `commit` of the stack becomes all-in, because the
decision about the remaining chips would be trivial.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from game import texts
from game.core import BadInput
from game.files import user_files, yaml_text
from game.quoting import quoted
from game.rules.betting import Street

FOLDER = Path(__file__).parents[1] / "configs" / "menus"
"""The folder of the built-in menus."""

MAX_SIZES = 6
MAX_RAISES = 8
MAX_SIZE = 20.0
"""The largest size in pots. A larger bet is practically all-in."""
COMMIT = 0.75

_STREETS = tuple(street.name.lower() for street in Street)
_KEYS = ("sizes", "cap", "all-in")


@dataclass(frozen=True, slots=True)
class StreetMenu:
    """The bets on one street.

    Attributes:
        sizes: A list of sizes for the first bet of the round, a list for the first raise, and so on. A size is a
            fraction of the pot. The last list also applies to all later raises.
        cap: The maximum number of bets and raises, not counting all-ins.
        all_in: The number of the first bet or raise of the round with which the trained strategy may go all-in.
            With 1, any bet or raise may be all-in. With 3, the first two may not be all-in. With 0, the tree has no
            all-in unless a size reaches the stack.
    """

    sizes: tuple[tuple[float, ...], ...]
    cap: int
    all_in: int = 1

    def fractions(self, raises: int) -> tuple[float, ...]:
        """Return the sizes on the menu after `raises` bets and raises in this round."""
        if raises >= self.cap or not self.sizes:
            return ()
        return self.sizes[min(raises, len(self.sizes) - 1)]


@dataclass(frozen=True, slots=True)
class BetMenu:
    """The menus of the four streets. A bet of at least the share `commit` of the stack becomes all-in."""

    streets: tuple[StreetMenu, StreetMenu, StreetMenu, StreetMenu]
    commit: float = COMMIT

    @property
    def text(self) -> str:
        """Return the menu as YAML text, in the form that a menu file has."""
        document: dict[str, Any] = {
            name: {
                "sizes": [list(sizes) for sizes in menu.sizes],
                "cap": menu.cap,
                "all-in": menu.all_in if menu.all_in > 1 else bool(menu.all_in),
            }
            for name, menu in zip(_STREETS, self.streets, strict=True)
        }
        return yaml.safe_dump({**document, "commit": self.commit}, sort_keys=False, default_flow_style=None)


def menu_names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


def load_menu(name: str) -> BetMenu:
    """Return a built-in menu, or the menu in a YAML file.

    Raises:
        BadInput: If there is no such menu, or its file has an error.
    """
    if name in menu_names():
        return read(FOLDER / f"{name}.yaml")
    if not name.endswith(".yaml"):
        fields = {"name": quoted(name), "known": ", ".join(menu_names())}
        raise BadInput(texts.text("input_errors.menu.unknown", **fields))
    return read(user_files.typed_path(name))


def lasting_name(name: str) -> str:
    """Return the name of a built-in menu unchanged, or the absolute path of a menu file.

    The result is valid in any working directory.
    """
    return name if name in menu_names() else str(user_files.typed_path(name))


def read(file: Path) -> BetMenu:
    """Return the menu in a YAML file.

    Raises:
        BadInput: If the file is missing or has an error. The message names the file.
    """
    try:
        document = yaml_text.read_file(file)
    except FileNotFoundError as error:
        raise BadInput(texts.text("input_errors.menu.no_file", file=str(file))) from error
    return _menu(document, file.name)


def parse_menu(text: str, where: str) -> BetMenu:
    """Return the menu in YAML text.

    Raises:
        BadInput: If the text has an error. The message begins with `where`.
    """
    try:
        document = yaml_text.read(text)
    except yaml_text.NotYaml as error:
        reason = str(error)
        raise BadInput(texts.text("input_errors.files.unreadable", file=where, reason=reason)) from error
    return _menu(document, where)


def _menu(document: object, where: str) -> BetMenu:
    if not isinstance(document, dict):
        known = ", ".join(_STREETS)
        raise BadInput(texts.text("input_errors.menu.no_menu", where=where, known=known))
    if unknown := sorted(str(key) for key in document if key not in (*_STREETS, "commit")):
        fields = {"key": quoted(unknown[0]), "known": ", ".join(_STREETS)}
        raise BadInput(texts.text("input_errors.menu.unknown_key", where=where, **fields))
    if missing := [name for name in _STREETS if name not in document]:
        raise BadInput(texts.text("input_errors.menu.missing", where=where, street=missing[0]))
    preflop, flop, turn, river = (_street(document[name], f"{where}, {name}") for name in _STREETS)
    commit = document.get("commit", COMMIT)
    if not _is_number(commit) or not 0 < commit <= 1:
        raise BadInput(texts.text("input_errors.menu.commit", where=where, value=quoted(commit)))
    return BetMenu((preflop, flop, turn, river), float(commit))


def _street(entry: object, where: str) -> StreetMenu:
    if not isinstance(entry, dict) or not {"sizes", "cap"} <= set(entry) <= set(_KEYS):
        raise BadInput(texts.text("input_errors.menu.no_street", where=where))
    sizes, cap, all_in = _sizes(entry, where), entry["cap"], entry.get("all-in", True)
    if not isinstance(cap, int) or isinstance(cap, bool) or not 0 <= cap <= MAX_RAISES:
        fields = {"most": MAX_RAISES, "value": quoted(cap)}
        raise BadInput(texts.text("input_errors.menu.cap", where=where, **fields))
    if not isinstance(all_in, int) or not (isinstance(all_in, bool) or 1 <= all_in <= MAX_RAISES):
        fields = {"most": MAX_RAISES, "value": quoted(all_in)}
        raise BadInput(texts.text("input_errors.menu.all_in", where=where, **fields))
    return StreetMenu(sizes, cap, int(all_in))


def _sizes(entry: Mapping[str, object], where: str) -> tuple[tuple[float, ...], ...]:
    lists = entry["sizes"]
    if not isinstance(lists, list) or not all(isinstance(sizes, list) for sizes in lists):
        raise BadInput(texts.text("input_errors.menu.lists", where=where, value=quoted(lists)))
    for sizes in lists:
        if len(sizes) > MAX_SIZES:
            fields = {"count": len(sizes), "most": MAX_SIZES}
            raise BadInput(texts.text("input_errors.menu.too_many", where=where, **fields))
        for size in sizes:
            if not _is_number(size) or not 0 < size <= MAX_SIZE:
                limits = {"most": f"{MAX_SIZE:g}", "value": quoted(size)}
                raise BadInput(texts.text("input_errors.menu.size", where=where, **limits))
        if any(next_one <= one for one, next_one in pairwise(sizes)):
            raise BadInput(texts.text("input_errors.menu.rising", where=where, sizes=str(sizes)))
    return tuple(tuple(float(size) for size in sizes) for sizes in lists)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
