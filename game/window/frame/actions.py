"""Actions of a screen. One declaration gives an action its key, button, hint, help row and reason.

    class Die(Page):
        keys = "die"

        @action("r", kind="primary")
        def roll(self) -> None:
            self.rolls += 1

        @roll.reason
        def _why_not_roll(self) -> str:
            return text("die.lost") if self.is_lost else ""

`self.roll()`, the key R and `self.roll.button` all run the action, unless there is a reason against it. The texts
have keys below `die.actions.roll`: `label` on the button, `hint` in the last line of the page, `help` in the help,
and an optional `tooltip`. If there is no `help` text, the help shows the hint. If all texts are the same,
`die.actions.roll` itself is the text.

- An action is only offered on its `tab`, and while the method declared by `@roll.when` returns True.
- `@roll.label`, `@roll.hint` and `@roll.cap` declare methods that return changing texts.
- `@Die.roll.override` declares the method of a subclass. It can call `super().roll()`.
- A method with a parameter gets the index of the key: `@action(*"123456789") def answer(self, index: int)`.
- If a method returns a widget, the widget handles the key. If the method returns False, other controls may handle
  the key.
- `walk = control_keys("↑ ↓")` only names keys that a focused control handles.
- `grid = focus_key("g", "grid")` moves the focus to the control with this name.
- `row=roll` shows the key in the help row of the action `roll`.
- A part of a page can also declare actions. The part is an `ActionOwner`, and the page lists it in `action_parts`.
  To give these actions a position among its own, the page declares them again: `play = RunControls.play.of("run")`.
- The class attribute `shared_words` shares texts between groups, and `other_groups` moves actions to another group.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from game.texts import current, text
from game.window.ui.input import Key
from game.window.ui.leaves.panels import SEPARATOR
from game.window.ui.widgets.button import Button, Kind, Pressable
from game.window.ui.widgets.widget import Widget

P = ParamSpec("P")
WordsT = TypeVar("WordsT", bound=Callable[[Any], str])
FlagT = TypeVar("FlagT", bound=Callable[[Any], bool])
HookT = TypeVar("HookT", bound=Callable[..., object])
Done = bool | Widget | None

NAMED_KEYS: Mapping[str, str] = {
    "space": "keys.space",
    "return": "keys.enter",
    "escape": "keys.escape",
    "backspace": "keys.backspace",
    "delete": "keys.delete",
    "home end": "keys.home_end",
}
"""The keys whose names are texts. Other keys are shown as their letter."""
FUNCTION_KEY = re.compile("F[0-9]+")
EITHER = " or "
"""The separator of two keys with the same action."""


@dataclass(eq=False)
class Action(Generic[P]):
    """A declared action.

    Attributes:
        keys: The names of the keys that run the action.
        do: The method that runs, or None if a control handles the keys itself.
        tabs: The tabs on which the action is possible. Empty for all tabs.
        repeats: Whether the action runs again while the key is held down.
        hinted: Whether the last line of the page shows the action.
        helped: Whether the help shows the action.
        rows: The action whose help row also shows the keys, as a sequence of one. Empty if the keys have a
            separate row.
        key_words: The displayed form of the keys. The default is the first key.
        control: The name of the button. The default is the name of the method.
        kind: The kind of the button.
        style: The style of the button's label.
        icon: The icon of the button.
        capped: Whether the button shows the key.
        widget: The class of the button.
        name: The name of the method without leading underscores.
        overrides: Whether the action overrides an action of a base class, and so takes the position of that
            action in the help.
        part: The name of the screen's attribute that holds the owner of the action. The default is the screen
            itself.
        game: The only game whose tables have the action. The default is all games.
    """

    keys: Sequence[str]
    do: Callable[Concatenate[Any, P], Done] | None = None
    tabs: Sequence[str] = ()
    repeats: bool = False
    hinted: bool = True
    helped: bool = True
    rows: Sequence[Action[Any]] = ()
    key_words: str = ""
    control: str = ""
    kind: Kind = "plain"
    style: str = "strong"
    icon: str = ""
    capped: bool = True
    widget: type[Button] = Button
    name: str = ""
    overrides: bool = False
    part: str = ""
    game: str = ""

    def __post_init__(self) -> None:
        self.hooks: dict[str, str] = {}
        parameters = inspect.signature(self.do).parameters.values() if self.do is not None else ()
        self.takes_index = sum(one.default is one.empty for one in parameters) > 1

    def __set_name__(self, owner: type, name: str) -> None:
        self._attribute, self.name = name, name.lstrip("_")

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: ActionOwner, owner: type) -> BoundAction[P]: ...

    def __get__(self, instance: ActionOwner | None, owner: type) -> Self | BoundAction[P]:
        if instance is None:
            return self
        bound = BoundAction(self, getattr(instance, self.part) if self.part else instance)
        if (
            getattr(type(instance), self._attribute) is self
        ):  # and not a base's declaration, which `super()` returns
            vars(instance)[self._attribute] = bound
        return bound

    @property
    def shown_keys(self) -> str:
        """The displayed form of the keys in buttons and hints, like "Z or Ctrl Z"."""
        key = self.key_words or self.keys[0]
        first, either, second = key.partition(EITHER)
        if either:
            return text("keys.either", first=first, second=second)
        if key in NAMED_KEYS:
            return text(NAMED_KEYS[key])
        return key if self.key_words else " ".join(part[:1].upper() + part[1:] for part in key.split())

    @property
    def first_key(self) -> str:
        return self.shown_keys.partition(" ")[0]

    def override(self, do: Callable[Concatenate[Any, P], Done]) -> Action[P]:
        """Declare the method that a subclass runs instead. Everything else stays as declared."""
        own = replace(self, do=do, overrides=True)
        own.hooks.update(self.hooks)
        return own

    def of(self, part: str) -> Action[P]:
        """Return the action for a screen whose attribute `part` is the owner of this action."""
        placed = replace(self, part=part)
        placed.hooks.update(self.hooks)
        return placed

    # ---- decorators of further methods ----------------------------------------------------------------------
    def reason(self, method: WordsT) -> WordsT:
        """Declare the method that returns the reason why the action is impossible now, or ""."""
        return self._hook("reason", method)

    def label(self, method: WordsT) -> WordsT:
        return self._hook("label", method)

    def hint(self, method: WordsT) -> WordsT:
        """Declare the method that returns the hint in the last line of the page."""
        return self._hook("hint", method)

    def cap(self, method: WordsT) -> WordsT:
        """Declare the method that returns the displayed form of the keys in the last line of the page."""
        return self._hook("cap", method)

    def when(self, method: FlagT) -> FlagT:
        """Declare the method that returns whether the action is offered now."""
        return self._hook("when", method)

    def _hook(self, what: str, method: HookT) -> HookT:
        self.hooks[what] = method.__name__
        return method


def action(
    *keys: str,
    tab: str | Sequence[str] = (),
    repeats: bool = False,
    hinted: bool = True,
    row: Action[Any] | None = None,
    cap: str = "",
    control: str = "",
    kind: Kind = "plain",
    style: str = "strong",
    icon: str = "",
    capped: bool = True,
    widget: type[Button] = Button,
    game: str = "",
) -> Callable[[Callable[Concatenate[Any, P], Done]], Action[P]]:
    """Declare a method as an action.

    `Action` describes the arguments. `row` is another action, whose row in the help shows the keys, and `cap`
    is the displayed form of the keys.
    """
    rows = () if row is None else (row,)

    def declare(do: Callable[Concatenate[Any, P], Done]) -> Action[P]:
        declared = Action(
            keys, do, _tabs(tab), repeats, hinted, True, rows, cap, control, kind, style, icon, capped, widget
        )
        return replace(declared, game=game)

    return declare


def control_keys(
    cap: str, *, tab: str | Sequence[str] = (), hinted: bool = True, row: Action[Any] | None = None
) -> Action[[]]:
    """Declare keys that a focused control or the page head handles, so that hints and help show them."""
    return Action((), None, _tabs(tab), hinted=hinted, rows=() if row is None else (row,), key_words=cap)


def focus_key(
    key: str,
    control: str,
    *,
    tab: str | Sequence[str] = (),
    hinted: bool = True,
    row: Action[Any] | None = None,
) -> Action[[]]:
    """Declare a key that moves the focus to a control of the page."""

    def focus(page: Any) -> None:
        page.controls.focus(control)

    return action(key, tab=tab, hinted=hinted, row=row)(focus)


def _tabs(tab: str | Sequence[str]) -> Sequence[str]:
    return (tab,) if isinstance(tab, str) else tab


class BoundAction(Generic[P]):
    """An action bound to a screen or to a part of a screen."""

    def __init__(self, action: Action[P], owner: ActionOwner) -> None:
        self.action = action
        self._owner = owner

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.action.do is not None and not self.reason:
            self.action.do(self._owner, *args, **kwargs)

    def __repr__(self) -> str:
        return f"{type(self._owner).__name__}.{self.action.name}"

    @property
    def is_offered(self) -> bool:
        on_tab = not self.action.tabs or self._owner.tab in self.action.tabs
        return on_tab and bool(self._ask("when", True))

    @property
    def reason(self) -> str:
        return self._ask_words("reason", "") or ""

    @property
    def label(self) -> str:
        return self._ask_words("label", None) or find_words(self._owner, self.action, "label")

    @property
    def hint(self) -> str:
        said = self._ask_words("hint", None)
        return find_words(self._owner, self.action, "hint") if said is None else said

    @property
    def cap(self) -> str:
        return self._ask_words("cap", None) or self.action.shown_keys

    @property
    def button(self) -> Button:
        """The button, with the current label and reason."""
        button = self._button
        button.label, button.disabled = self.label, self.reason
        return button

    @cached_property
    def _button(self) -> Button:
        declared = self.action
        act: Callable[..., None] = self
        button = declared.widget(
            declared.control or declared.name.replace("_", "-"),
            "",
            act,
            kind=declared.kind,
            keycap=declared.shown_keys if declared.capped else "",
            style=declared.style,
            icon=declared.icon,
        )
        tooltip = f"{_text_key(self._owner, declared)}.tooltip"
        if current().has(tooltip):
            button.tooltip = text(tooltip)
        return button

    def press(self, event: Key, shown: Iterable[Widget]) -> bool:
        """Run the action for a key. Return False if other controls may handle the key.

        `shown` are the visible controls. A control that the action returns gets the key only if the control
        is visible.
        """
        if self.action.do is None or self.reason:
            return False
        index = (self.action.keys.index(event.name),) if self.action.takes_index else ()
        do: Callable[..., Done] = self.action.do
        done = do(self._owner, *index)
        if not isinstance(done, Widget):
            return done is not False
        if not done.enabled or done not in shown:
            return False
        if not isinstance(done, Pressable):
            return done.key(event)
        done.act()
        return True

    def _ask_words(self, what: str, default: str | None) -> str | None:
        """Return the text from the method declared for `what` ("label", "hint" and so on), or the default.

        A `Text` stays a `Text`, so it can be translated again.
        """
        said = self._ask(what, default)
        return said if said is None or isinstance(said, str) else str(said)

    def _ask(self, what: str, default: object) -> object:
        hook = self.action.hooks.get(what)
        return default if hook is None else getattr(self._owner, hook)()


class ActionOwner:
    """A screen or a part of a screen that declares actions."""

    group: ClassVar[str] = ""
    """The group of keys if all screens of the class have the same group, else ""."""
    other_groups: ClassVar[Mapping[str, str]] = {}
    """Action name -> its group, for actions that the help shows outside the class's own group."""
    shared_words: ClassVar[str] = ""
    """The key of the texts of actions that several groups share, or ""."""
    declared_actions: ClassVar[Mapping[str, Action[Any]]] = {}
    """The actions of the class and its bases by attribute, those of the bases first.

    To place an inherited action among its own, a class assigns it to an attribute: `roll = Game.roll`.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _owners.append(cls)
        keys: object = cls.keys
        cls.group = keys if isinstance(keys, str) else ""
        found: dict[str, Action[Any]] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if not isinstance(value, Action) or not value.overrides:
                    found.pop(name, None)
                if isinstance(value, Action):
                    found[name] = value
        cls.declared_actions = found

    @property
    def keys(self) -> str:
        """The name of the group of keys in the help. The group of the game's own keys has the name ""."""
        return ""

    @property
    def tab(self) -> str:
        return ""

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return ()

    @property
    def actions(self) -> list[BoundAction[Any]]:
        """The actions that are offered now. Actions of the parts are first."""
        of_parts = [bound for part in self.action_parts for bound in part.actions]
        return of_parts + [
            bound for name in self.declared_actions if (bound := getattr(self, name)).is_offered
        ]

    @property
    def action_hints(self) -> list[tuple[str, str]]:
        """The keys that have hints, each with its hint. Escape is last."""
        shown = sorted(
            (one for one in self.actions if one.action.hinted),
            key=lambda one: "escape" in one.action.keys,
        )
        return [(one.cap, hint) for one in shown if (hint := one.hint)]

    def press_action(self, event: Key, shown: Iterable[Widget]) -> bool:
        """Run the action of a key. Return False if other controls may handle the key."""
        for one in self.actions:
            if event.name in one.action.keys and (one.action.repeats or not event.repeat):
                return one.press(event, shown)
        return False


_owners: list[type[ActionOwner]] = []


def owners() -> list[type[ActionOwner]]:
    return list(_owners)


def help_heading(group: str) -> str:
    key = f"help.groups.{group}"
    return text(key if current().has(key) else f"{group}.title")


def help_rows(group: str, shown: type[ActionOwner] = ActionOwner, game: str = "") -> list[str]:
    """Return the rows "keys | what they do" of a group of keys.

    If `game` is given, the keys of other games are left out. Global keys are left out if the class `shown` gives
    them another action. The rows of `shown` come first. Function keys, which every table has, come last.
    """
    own = shown.declared_actions.values() if group == "everywhere" else ()
    taken = {key for one in own if one.do is not None and one.helped for key in one.keys}
    rows: dict[Action[Any], tuple[list[str], str]] = {}
    ordered = sorted(_owners, key=lambda owner: owner is not shown)
    declared = [
        (owner, one)
        for owner in ordered
        if owner.group
        for one in owner.declared_actions.values()
        if one.helped and owner.other_groups.get(one.name, owner.group) == group
        if game in ("", one.game) or not one.game
        if taken.isdisjoint(one.keys)
    ]
    for owner, one in declared:
        if not one.rows and one not in rows:
            rows[one] = [one.shown_keys], find_words(owner, one, "help")
    for one in dict.fromkeys(one for _, one in declared):
        for row in one.rows:
            rows[row][0].append(one.shown_keys)
    ordered_rows = sorted(rows.items(), key=lambda row: FUNCTION_KEY.fullmatch(row[0].shown_keys) is not None)
    written = (f"{', '.join(dict.fromkeys(caps))}{SEPARATOR}{words}" for _, (caps, words) in ordered_rows)
    return list(dict.fromkeys(written))


def find_words(owner: ActionOwner | type[ActionOwner], declared: Action[Any], what: str) -> str:
    """Return the "label", "hint" or "help" of an action.

    The help defaults to the hint. If the text file has a single text for the action, this text is used for all
    three.
    """
    kinds = (what, "hint") if what == "help" else (what,)
    homes = [_text_key(owner, declared)]
    if owner.shared_words:
        homes.append(f"{owner.shared_words}.actions.{declared.name}")
    keys = [key for home in homes for key in (*(f"{home}.{kind}" for kind in kinds), home)]
    return text(next((one for one in keys if current().has(one)), keys[0]))


def _text_key(owner: ActionOwner | type[ActionOwner], declared: Action[Any]) -> str:
    return f"{owner.keys}.actions.{declared.name}"
