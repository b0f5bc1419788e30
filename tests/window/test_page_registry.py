"""The registry of pages: what opens by which name, and what the menu shows."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import game
from game.app.start import find_pages
from game.needs import Need
from game.rules import games
from game.texts import english
from game.window.frame.pages import RegisteredPage, pages_in_menu, registry
from game.window.frame.screen import Screen
from tests.window.conftest import Open
from tests.window.driver import Blank, with_pages

ROOT = Path(game.__file__).parent
FREE_OPENERS = {"app/app.py", "features/home/page.py"}
"""These files open pages by names that are not literal: tables by their game, and the links of the menu."""


@dataclass(frozen=True)
class Opening:
    """A call of `app.open`. The name is None if it is not literal."""

    where: str
    name: str | None
    arguments: int
    keywords: tuple[str, ...]


def is_open(node: ast.expr, where: str) -> bool:
    """Whether an expression is `app.open`, which the app itself calls `self.open`."""
    if not isinstance(node, ast.Attribute) or node.attr != "open":
        return False
    owner = ast.unparse(node.value).rpartition(".")[2]
    return owner in ("app", "_app") or (where, owner) == ("app/app.py", "self")


def openings_in(source: str, where: str) -> Iterator[Opening]:
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        parts = [call.func, *call.args] if is_open(call.func, where) else call.args
        if not parts or not is_open(parts[0], where):
            continue
        name = parts[1] if len(parts) > 1 else None
        literal = name.value if isinstance(name, ast.Constant) else None
        keywords = tuple(str(keyword.arg) for keyword in call.keywords if keyword.arg != "in_place")
        yield Opening(f"{where}:{call.lineno}", literal, len(parts) - 2, keywords)


def openings() -> list[Opening]:
    files = ((file.relative_to(ROOT).as_posix(), file) for file in sorted(ROOT.rglob("*.py")))
    return [one for where, file in files for one in openings_in(file.read_text("utf-8"), where)]


def misfit(opening: Opening) -> str:
    """Describe the fault of an opening, "" if it fits the page."""
    page = find_pages().get(opening.name or "")
    if page is None:
        return f"{opening.where}: no page is registered as {opening.name!r}"
    try:
        inspect.signature(page.make).bind("app", *range(opening.arguments), **dict.fromkeys(opening.keywords))
    except TypeError as error:
        return f"{opening.where}: {opening.name} has {error}"
    return ""


def test_every_opening_in_the_program_names_a_page_and_fits_its_arguments() -> None:
    found = openings()
    assert len(found) > 25
    assert {one.where.partition(":")[0] for one in found if one.name is None} == FREE_OPENERS
    assert [words for one in found if one.name is not None and (words := misfit(one))] == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("self.app.open('nowhere')", "no page is registered as 'nowhere'"),
        ("self._app.open('retry', 1, 2)", "missing a required argument: 'player'"),
        ("app.open('settings', 'pace', 1)", "too many positional arguments"),
        ("partial(self.app.open, 'ladder')", "missing a required argument: 'table'"),
        ("app.open('ladder', game='holdem', in_place=True)", "missing a required argument: 'table'"),
    ],
)
def test_an_opening_that_does_not_fit_is_found(call: str, words: str) -> None:
    [opening] = openings_in(call, "page.py")
    assert words in misfit(opening)


def test_every_page_is_opened_somewhere() -> None:
    opened = {one.name for one in openings()} | {"menu", *games.NAMES}
    assert {page.name for page in find_pages().values() if not page.key} <= opened


def test_every_page_of_the_menu_opens_without_arguments() -> None:
    pages = pages_in_menu(find_pages())
    assert [misfit(Opening(page.origin, page.name, 0, ())) for page in pages] == [""] * len(pages)


def test_the_titles_of_every_page_in_the_menu_are_texts() -> None:
    titles = [title for page in pages_in_menu(find_pages()) for title in (page.title, page.short_title)]
    assert [title for title in titles if not english().has(title)] == []


def test_every_game_has_a_table_for_a_session() -> None:
    assert [misfit(Opening(game, game, 1, ())) for game in games.NAMES] == [""] * len(games.NAMES)


def test_two_pages_of_one_name_are_an_error() -> None:
    pages = [RegisteredPage("odds", Blank), RegisteredPage("odds", Screen)]
    with pytest.raises(
        ValueError, match=r"Blank and game\.window\.frame\.screen\.Screen are both .* as 'odds'\.$"
    ):
        registry(pages)


def test_two_pages_of_one_menu_key_are_an_error() -> None:
    pages = [RegisteredPage("odds", Blank, key="o"), RegisteredPage("others", Screen, key="o")]
    with pytest.raises(ValueError, match=r"Blank and .*\.Screen both have the menu key 'o'\.$"):
        registry(pages)


@pytest.mark.parametrize("key", ["m", "R", "1", "ab", "?"])
def test_a_menu_key_that_means_something_else_is_an_error(key: str) -> None:
    with pytest.raises(ValueError, match=r"it must be a lowercase letter other than m, which mutes\.$"):
        registry([RegisteredPage("odds", Blank, key=key)])


def test_an_unknown_name_says_which_names_there_are(open_window: Open) -> None:
    with pytest.raises(KeyError, match=r"No page is registered as 'nowhere': there are .*odds, .*solver"):
        open_window().app.open("nowhere")


def test_a_page_opens_above_or_in_place_and_one_that_opened_itself_adds_nothing(open_window: Open) -> None:
    window = open_window(screens=with_pages(settings=Blank, tour=lambda app: None))
    app = window.app
    app.open("settings")
    assert [screen.name for screen in app.screens] == ["menu", "blank"]
    app.open("odds", in_place=True)
    assert [screen.name for screen in app.screens] == ["menu", "odds"]
    app.open("tour")
    assert [screen.name for screen in app.screens] == ["menu", "odds"]


def test_a_page_waits_until_its_need_is_met(open_window: Open) -> None:
    assert find_pages()["odds"].need == Need.ODDS
    window = open_window(is_prepared=False)
    window.app.open("odds")
    assert window.app.screen.name == "preparing"
    window.worker.hand_in(0, True)
    window.settle()
    assert [screen.name for screen in window.app.screens] == ["menu", "odds"]


def test_the_menu_is_in_the_order_of_the_positions() -> None:
    pages = [RegisteredPage("b", Blank, key="b", position=2), RegisteredPage("a", Blank, key="a", position=9)]
    pages += [RegisteredPage("hidden", Blank), RegisteredPage("c", Blank, key="c", position=1)]
    assert [page.name for page in pages_in_menu(registry(pages))] == ["c", "b", "a"]
