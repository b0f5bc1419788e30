"""The registry of pages: the names that open pages, and their entries in the menu.

The definition of a page registers it:

    @page("odds", key="o", icon="odds", position=30, need=Need.ODDS)
    class OddsScreen(Page): ...

`app.open("odds")` opens the page from anywhere. Further arguments of `open` are passed to the page, after the
app. A function can also be registered. The function returns a screen, or None if the function has opened a screen
itself. A table is registered under the name of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, TypeVar

from game.needs import Need
from game.study.models import Models

MakeT = TypeVar("MakeT", bound=Callable[..., Any])
Badge = Callable[[Models], str]

MENU_KEYS = frozenset(ascii_lowercase) - {"m"}
"""The letters for the menu: all but the key that mutes on every page."""
LAST_POSITION = 1_000


@dataclass(frozen=True, slots=True)
class RegisteredPage:
    """A registered page.

    Attributes:
        name: The name that opens the page.
        make: A function of the app and the other arguments of `open`. It returns the screen to show, or None.
        need: The code that must be compiled before the page opens. `open` waits for the compilation.
        key: The letter that opens the page from the menu, "" for a page that is not in the menu.
        title: The text key of the title.
        short_title: The text key of the title in the menu.
        icon: The icon in the menu.
        position: The sort key of the page in the menu.
        badge: A function that returns a short text about news. The menu shows this text next to the title.
    """

    name: str
    make: Callable[..., Any]
    need: Need | None = None
    key: str = ""
    title: str = ""
    short_title: str = ""
    icon: str = ""
    position: int = LAST_POSITION
    badge: Badge = lambda models: ""

    @property
    def origin(self) -> str:
        return f"{self.make.__module__}.{self.make.__qualname__}"


_registrations: list[RegisteredPage] = []


def page(
    name: str,
    *,
    need: Need | None = None,
    key: str = "",
    title: str = "",
    short_title: str = "",
    icon: str = "",
    position: int = LAST_POSITION,
    badge: Badge = lambda models: "",
) -> Callable[[MakeT], MakeT]:
    """Register the page that `name` opens. `RegisteredPage` describes the arguments.

    The default title is the text with the key `<name>.title`, and the default short title is the title.
    """
    title = title or f"{name}.title"

    def declare(make: MakeT) -> MakeT:
        declared = RegisteredPage(name, make, need, key, title, short_title or title, icon, position, badge)
        _registrations.append(declared)
        return make

    return declare


def declared_in(package: str) -> list[RegisteredPage]:
    return [one for one in _registrations if one.make.__module__.startswith(f"{package}.")]


def registry(pages: list[RegisteredPage]) -> Mapping[str, RegisteredPage]:
    """Return the pages by name.

    Raises:
        ValueError: If two pages have the same name or menu key, or if a menu key is not one of `MENU_KEYS`.
    """
    by_name: dict[str, RegisteredPage] = {}
    by_key: dict[str, RegisteredPage] = {}
    for one in pages:
        other = by_name.setdefault(one.name, one)
        if other is not one:
            raise ValueError(f"{other.origin} and {one.origin} are both registered as {one.name!r}.")
        if not one.key:
            continue
        if one.key not in MENU_KEYS:
            needed = "it must be a lowercase letter other than m, which mutes"
            raise ValueError(f"{one.origin} has the menu key {one.key!r}: {needed}.")
        other = by_key.setdefault(one.key, one)
        if other is not one:
            raise ValueError(f"{other.origin} and {one.origin} both have the menu key {one.key!r}.")
    return by_name


def pages_in_menu(pages: Mapping[str, RegisteredPage]) -> list[RegisteredPage]:
    return sorted((one for one in pages.values() if one.key), key=lambda one: one.position)
