"""Every action is declared once, and every page is in the registry."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import game
from game.app.start import find_pages
from game.needs import Need
from game.rules import games
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.replay import Replay
from game.tables.screen import TableScreen
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.watch.screen import HoldemSeriesSide, Watch
from game.texts import Texts, english
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.pickers import OptionSearch
from game.window.frame import actions
from game.window.frame.actions import Action, ActionOwner, action, control_keys, help_heading, help_rows
from game.window.frame.page import Page
from game.window.frame.pages import RegisteredPage, pages_in_menu, registry
from game.window.frame.screen import Screen
from game.window.ui.input import Key
from game.window.ui.widgets import Button
from tests.window.conftest import Open
from tests.window.driver import Blank, with_pages

WORDS = {
    "sample.actions.roll.label": "Roll",
    "sample.actions.roll.hint": "roll",
    "sample.actions.roll.tooltip": "Once",
    "sample.actions.again.help": "roll again",
    "sample.actions.take": "take",
    "sample.actions.walk": "walk",
    "sample.actions.give": "give",
    "sample.actions.pause": "pause",
}


class Sample(ActionOwner):
    keys = "sample"

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.lost = self.running = False
        self.open_tab = "first"
        self.other = Button("other", "", lambda: self.done.append("other"))

    @property
    def tab(self) -> str:
        return self.open_tab

    @action("r", kind="primary")
    def roll(self) -> None:
        self.done.append("roll")

    @roll.reason
    def _why_not_roll(self) -> str:
        return "It is lost." if self.lost else ""

    @action("a", hinted=False, repeats=True)
    def again(self) -> None:
        self.done.append("again")

    @action(*"123", cap="1 – 3", tab="second")
    def take(self, index: int) -> bool:
        self.done.append(index)
        return index < 2

    walk = control_keys("↑ ↓", row=again)

    @action("g")
    def give(self) -> Button:
        return self.other

    @action("space")
    def pause(self) -> None:
        self.done.append("pause")

    @pause.when
    def _is_running(self) -> bool:
        return self.running

    @pause.hint
    def _pause_hint(self) -> str:
        return "stop it"


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> Sample:
    known = Texts({**{key: english()(key) for key in ("keys.space",)}, **WORDS})
    monkeypatch.setattr(actions, "current", lambda: known)
    monkeypatch.setattr(actions, "text", known)
    return Sample()


def press(sample: Sample, key: str, *, repeat: bool = False, shown: tuple[Button, ...] = ()) -> bool:
    return sample.press_action(Key(key, repeat=repeat), shown)


def test_key_and_button_do_the_same_and_share_the_reason(sample: Sample) -> None:
    button = sample.roll.button
    assert (button.name, button.label, button.keycap, button.kind) == ("roll", "Roll", "R", "primary")
    assert button.hint == "Once"
    button.act()
    assert press(sample, "r")
    sample.lost = True
    assert not press(sample, "r")
    assert sample.roll.button is button
    assert button.disabled == "It is lost."
    button.act()
    sample.roll()
    assert sample.done == ["roll", "roll"]


def test_a_held_key_acts_again_only_if_the_action_repeats(sample: Sample) -> None:
    assert not press(sample, "r", repeat=True)
    assert press(sample, "a", repeat=True)
    assert sample.done == ["again"]


def test_an_action_gets_the_index_of_its_key_and_may_leave_the_key_to_others(sample: Sample) -> None:
    assert not press(sample, "1"), "it is on another tab"
    sample.open_tab = "second"
    assert press(sample, "1")
    assert not press(sample, "3")
    assert sample.done == [0, 2]


def test_a_key_is_handed_to_a_widget_only_while_it_is_shown(sample: Sample) -> None:
    assert not press(sample, "g")
    assert press(sample, "g", shown=(sample.other,))
    sample.other.disabled = "Not now."
    assert not press(sample, "g", shown=(sample.other,))
    assert sample.done == ["other"]


class Twice(Sample):
    @Sample.roll.override
    def roll(self) -> None:
        super().roll()
        super().roll()


@pytest.mark.usefixtures("sample")
def test_an_overridden_action_keeps_its_declaration_and_can_call_that_of_its_base() -> None:
    twice = Twice()
    twice.roll()
    assert press(twice, "r")
    twice.roll.button.act()
    assert twice.done == ["roll"] * 6
    twice.lost = True
    assert twice.roll.button.disabled == "It is lost."
    assert list(Twice.declared_actions) == list(Sample.declared_actions)


def test_an_action_is_hinted_while_it_is_offered(sample: Sample) -> None:
    hints = [("↑ ↓", "walk"), ("R", "roll"), ("G", "give")]
    assert sorted(sample.action_hints) == sorted(hints)
    sample.running, sample.open_tab = True, "second"
    assert sorted(sample.action_hints) == sorted([*hints, ("1 – 3", "take"), ("Space", "stop it")])


def test_the_help_has_a_row_for_every_action(sample: Sample) -> None:
    assert help_rows("sample", Sample) == [
        "R | roll",
        "A, ↑ ↓ | roll again",
        "1 – 3 | take",
        "G | give",
        "Space | pause",
    ]


TABLES: list[tuple[type[TableScreen], list[type[ActionOwner]]]] = [
    (PlayTicTacToe, []),
    (PlayKuhn, []),
    (PlayHoldem, [BetPanel]),
    (Watch, [HoldemSeriesSide]),
    (Replay, []),
]
"""The tables and the parts that declare their actions."""


def every_action() -> list[tuple[type[ActionOwner], Action[Any]]]:
    """Return the declared actions of all screens of the program, with their owners."""
    find_pages()
    owners = [one for one in actions.owners() if one.__module__.startswith("game.")]
    return [(owner, one) for owner in owners for one in owner.declared_actions.values() if owner.group]


def find_group(owner: type[ActionOwner], one: Action[Any]) -> str:
    return owner.other_groups.get(one.name, owner.group)


def groups() -> list[str]:
    return sorted({find_group(owner, one) for owner, one in every_action() if one.helped})


def test_every_find_group_keys_has_a_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    for group in groups():
        assert help_heading(group)
    monkeypatch.setattr("game.texts.current", lambda: Texts({"coin.title": "A coin"}))
    monkeypatch.setattr(actions, "current", lambda: Texts({"coin.title": "A coin"}))
    assert help_heading("coin") == "A coin"


def test_every_key_of_every_page_is_in_the_help() -> None:
    missing = [
        f"{owner.__name__}.{one.name}"
        for owner, one in every_action()
        if not one.helped and one.keys != ("escape",)
    ]
    assert missing == []
    shown: dict[str, str] = {}
    for group in groups():
        for row in help_rows(group):
            keys, bar, what = row.partition(" | ")
            assert keys
            assert bar
            assert what
            shown[group] = f"{shown.get(group, ', ')}{keys}, "
    left_out = [
        f"{owner.__name__}.{one.name}"
        for owner, one in every_action()
        if one.helped and f", {one.shown_keys}, " not in shown.get(find_group(owner, one), "")
    ]
    assert left_out == []


KEYS_OF_SIGNS = {
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "Esc": "escape",
    "Del": "delete",
    "Bksp": "backspace",
}
SECOND_WAYS = re.compile(r"space|home|end|page (up|down)|.*\b(ctrl|shift) .*")
"""Keys that need not be shown if another key of the action is: they do the same, or move farther."""


def keys_shown(words: str) -> set[str]:
    """Return the keys of a row of the help, without modifiers.

    >>> sorted(keys_shown("1 – 3, Z or Ctrl Z"))
    ['1', '2', '3', 'z']
    """
    for first, last in re.findall(r"(\d) ?– ?(\d)", words):
        words += "".join(f" {number}" for number in range(int(first), int(last) + 1))
    parts = [KEYS_OF_SIGNS.get(part, part).lower() for part in re.split(r"[ ,]+", words)]
    return {"return" if part == "enter" else part for part in parts} - {"or", "ctrl", "shift", "–"}


def test_an_action_shows_all_its_keys() -> None:
    hidden = {}
    for owner, one in every_action():
        shown = keys_shown(one.shown_keys)
        asked = {key: "return" if "enter" in key else key.split()[-1] for key in one.keys}
        left = [key for key, plain in asked.items() if plain not in shown and not SECOND_WAYS.fullmatch(key)]
        if left or (asked and not shown & set(asked.values())):
            hidden[f"{owner.__name__}.{one.name}"] = left
    assert hidden == {}


def test_no_page_takes_keys_beside_its_actions_but_the_menu() -> None:
    find_pages()
    pages = [one for one in actions.owners() if issubclass(one, Page) and one.__module__.startswith("game.")]
    assert {one.__name__ for one in pages if one is not Page and "key" in vars(one)} == {"HomePage"}


def test_no_table_takes_keys_beside_its_actions() -> None:
    tables = [one for one in actions.owners() if issubclass(one, TableScreen)]
    assert [one for one in tables if "key" in vars(one)] == [TableScreen]


def test_no_dialog_takes_keys_beside_its_actions() -> None:
    find_pages()
    dialogs = [one for one in actions.owners() if issubclass(one, Dialog)]
    assert [one for one in dialogs if "key" in vars(one)] == [Dialog]


def test_the_help_has_the_keys_of_dialogs() -> None:
    find_pages()
    assert help_rows("dialog", OptionSearch) == [
        "Enter | confirm",
        "← → ↑ ↓ | move between the buttons",
        "↑ ↓ | move among the names",
        "Ctrl C | copy the hand",
    ]


@pytest.mark.parametrize(("table", "parts"), TABLES)
def test_every_key_of_every_table_is_in_its_help(
    table: type[TableScreen], parts: list[type[ActionOwner]]
) -> None:
    declared = [(owner, one) for owner in (table, *parts) for one in owner.declared_actions.values()]
    rows = {group: help_rows(group) for group in {table.group, *table.other_groups.values()}}
    for owner, one in declared:
        group = owner.other_groups.get(one.name, owner.group)
        caps = [cap for row in rows[group] for cap in row.partition(" | ")[0].split(", ")]
        assert one.shown_keys in caps, one.name
    possible = [
        one for _, one in declared if one.name != "turn_reply"
    ]  # replaces B after a hand of Kuhn poker
    keys = Counter(key for one in possible for key in one.keys)
    assert [key for key, count in keys.items() if count > 1] == []


def test_the_help_of_tables_has_what_was_missing() -> None:
    find_pages()
    assert "Y or Ctrl Y | redo" in help_rows("thinking")
    assert "Space | continue at once" in help_rows("tic-tac-toe")
    for group in ("tic-tac-toe", "kuhn-poker", "watch", "replay"):
        assert "L | side panel, in a small window" in help_rows(group)


def test_a_key_without_a_hint_is_in_the_help_too() -> None:
    find_pages()
    assert "R | look for due cards" in help_rows("drills")
    assert "Space | next move, again at the end" in help_rows("emd")


def test_every_key_is_shown_with_a_capital() -> None:
    shown = {one.shown_keys for _, one in every_action() if one.keys}
    assert "Shift F" in shown
    assert [key for key in shown if key[0].islower()] == []


def test_every_hint_has_words() -> None:
    wordless = [
        f"{owner.__name__}.{one.name}"
        for owner, one in every_action()
        if one.hinted and "hint" not in one.hooks and not actions.find_words(owner, one, "hint")
    ]
    assert wordless == []


def test_no_keys_of_the_help_are_written_by_hand() -> None:
    assert [key for key in english().keys() if key.startswith("help.keys.")] == []  # noqa: SIM118


def test_two_actions_of_a_page_share_a_key_only_if_they_are_never_offered_together() -> None:
    for owner in {owner for owner, _ in every_action()}:
        always = [one for one in owner.declared_actions.values() if "when" not in one.hooks]
        tabs = {tab for one in always for tab in one.tabs} | {""}
        for tab in tabs:
            keys = Counter(key for one in always if not one.tabs or tab in one.tabs for key in one.keys)
            assert [key for key, count in keys.items() if count > 1] == [], (owner, tab)


ROOT = Path(game.__file__).parent
FREE_OPENERS = {"app/app.py", "features/home/page.py"}
"""Files that open pages by names that are not literal: tables by their game, and the links of the menu."""


@dataclass(frozen=True)
class Opening:
    """A call of `app.open`. `name` is None if the code does not give the name as a literal string."""

    where: str
    name: str | None
    arguments: int
    keywords: tuple[str, ...]


def is_open(node: ast.expr, where: str) -> bool:
    """Return whether an expression is `app.open`, or `self.open` in the app itself."""
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
    """Return the reason why a call does not fit the page that it opens, or ""."""
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
