"""Dialogs: panels over a page, such as questions, results, and the consent to run an outside agent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from game.agent_entries import AgentEntry
from game.files import outside_code
from game.texts import text
from game.window.frame.actions import action
from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.layout.arrangements import Columns, Scrolled
from game.window.ui.layout.box import Box, Column, Space, Stack, natural, share
from game.window.ui.leaves.bands import ButtonRow, across, indented
from game.window.ui.leaves.control import Control, Picture
from game.window.ui.leaves.words import Heading, Words
from game.window.ui.widgets.button import Button, Kind
from game.window.ui.widgets.controls import ARROWS
from game.window.ui.widgets.widget import Act, Scroll

if TYPE_CHECKING:
    from game.window.frame.screen import Services
    from game.window.ui.canvas.painter import Rect
if TYPE_CHECKING:
    from game.window.frame.screen import Services


# lengths in dp
AROUND, BESIDE = 12.0, 4.0  # dp between card and window on every side, and extra dp at the left and right
ABOVE_FOOT, BELOW = 6.0, 26.0  # dp above and below the row of buttons
BUTTON = 44.0
MIN_BUTTON, BUTTON_GAP, STACK_GAP = 150.0, 12.0, 8.0


class Dialog(Screen, ABC):
    """A panel as high as its content, but at most as high as the window. Subclasses supply the content."""

    overlay: ClassVar[bool] = True
    keys: ClassVar[str] = "dialog"
    shared_words: ClassVar[str] = "dialog"
    arrows_walk: ClassVar[bool] = True
    """Whether arrow keys move the focus between the buttons."""
    widest: float = 600.0
    padding: ClassVar[float] = 26.0
    rim: ClassVar[tuple[str, float]] = ("edge", 1.0)
    scroll: Scroll

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self.title = title
        self._card: Box = Stack()
        self._content: Box = Stack()

    def head(self) -> Box:
        return Heading(self.title)

    @property
    def spoken_title(self) -> str:
        return self.title

    @property
    def spoken_boxes(self) -> Box:
        return self._content

    @abstractmethod
    def parts(self) -> Sequence[Box]:
        """Return the boxes between the title and the buttons."""

    @abstractmethod
    def buttons(self) -> list[Button]:
        """Return the buttons at the bottom, in focus order."""

    def foot(self) -> Box:
        controls = [Control(button, BUTTON) for button in self.buttons()]
        return Columns(*controls, least=MIN_BUTTON, gap=BUTTON_GAP, below=STACK_GAP)

    def arrange(self, card: Box) -> Box:
        """Return a box of the window's size with `card`, the panel, in its centre.

        Subclasses may place the panel elsewhere.
        """
        middle = indented(across(card), BESIDE).sized(natural(max_share=1))
        return Column(Space(), middle, Space(), padding=AROUND)

    def layout(self, width: float, height: float) -> None:
        """Place the panel and its controls in a window of this size, in dp."""
        page = self._content = Column(self.head(), *self.parts(), Space(ABOVE_FOOT), self.foot())
        sides = (self.padding, self.padding)
        card = Scrolled(page, self.scroll, sides=sides, above=self.padding, below=BELOW)
        self._card = card.sized(share(1, most=self.widest))
        self.arrange(self._card).place(self.app.painter, (0.0, 0.0, width, height))
        self.place(self._card.controls())

    def draw(self, painter: Painter) -> None:
        """Draw the panel with its content."""
        painter.shadow(self._card.rect, 14, 24, 180, 12)
        painter.rect(self._card.rect, "panel", 14, *self.rim)
        self._card.draw_all(painter)
        self.draw_controls(painter)

    # ---- actions --------------------------------------------------------------------------------------------
    @action(*ENTER)
    def submit(self) -> bool | None:
        """Handle the Enter key if the focused control has not used it.

        By default there is no action.
        """
        return False

    @action(*ARROWS, cap="← → ↑ ↓", repeats=True)
    def walk(self, index: int) -> bool:
        in_reading_order = sorted(self.buttons(), key=lambda button: (button.rect[1], button.rect[0]))
        return self.controls.walk([button.name for button in in_reading_order], list(ARROWS.values())[index])

    @walk.when
    def _walks(self) -> bool:
        return self.arrows_walk

    def key(self, event: Key) -> bool:
        names = (f"ctrl {event.name}", event.name) if event.ctrl else (event.name,)
        return any(self.press_action(replace(event, name=name), self.controls) for name in names)


BELOW_SENTENCE = 17.0


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question: its button's name and label, and a function to call once the dialog is closed."""

    name: str
    label: str
    act: Act
    kind: Kind = "plain"


def nothing() -> None:
    """Do nothing. A reply that only closes the question has this action."""


class Question(Dialog):
    """A dialog that asks a question, closes, and calls the function of the chosen reply.

    Esc chooses the first reply, which is harmless.
    """

    name: ClassVar[str] = "question"
    widest: float = 540.0

    def __init__(self, app: Services, title: str, body: str, replies: Sequence[Reply]) -> None:
        super().__init__(app, title)
        self.body = body
        self._replies = tuple(replies)
        self._buttons = [
            Button(reply.name, reply.label, partial(self._give, reply), kind=reply.kind, style="label_b")
            for reply in self._replies
        ]

    def parts(self) -> Sequence[Box]:
        return [Words(self.body, "body", "dim", BELOW_SENTENCE)]

    def buttons(self) -> list[Button]:
        return self._buttons

    def foot(self) -> Box:
        return ButtonRow(self._buttons)

    def escape(self) -> None:
        self._give(self._replies[0])

    def _give(self, reply: Reply) -> None:
        self.app.back()
        reply.act()


MEDALLION = 34.0
HEAD, FIGURES = 132.0, 86.0


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a match: the winner's emblem, a sentence (`title`), and pairs of label and figure."""

    device: str
    title: str
    figures: Sequence[tuple[str, str]]


def outcome_head(outcome: MatchOutcome) -> Picture:
    """Return the emblem of the winner with the title below it."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        painter.medallion(x + width / 2, y + MEDALLION, MEDALLION, outcome.device, lit=True)
        painter.text(outcome.title, x + width / 2, y + 2 * MEDALLION + 30, "h1", al="c", fit=width)

    return Picture(draw, HEAD)


def outcome_figures(outcome: MatchOutcome) -> Picture:
    """Return the figures side by side, each below its label."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        each = width / len(outcome.figures)
        for index, (label, figure) in enumerate(outcome.figures):
            middle = x + (index + 0.5) * each
            if index:
                painter.line(middle - each / 2, y + 6, middle - each / 2, y + 60)
            painter.text(figure, middle, y + 18, "figure", al="c", fit=each - 12)
            painter.text(label, middle, y + 46, "small", "dim", al="c", fit=each - 12)

    return Picture(draw, FIGURES)


class MatchCard(Question):
    """A question that shows the result of a match.

    Esc chooses the last reply, which only closes the question.
    """

    name: ClassVar[str] = "match-card"
    widest: float = 560.0
    padding: ClassVar[float] = 30.0
    rim: ClassVar[tuple[str, float]] = ("brass", 2.0)

    def __init__(self, app: Services, result: MatchOutcome, replies: Sequence[Reply], body: str = "") -> None:
        super().__init__(app, result.title, body, replies)
        self.result = result

    def head(self) -> Box:
        return outcome_head(self.result)

    def parts(self) -> Sequence[Box]:
        return [outcome_figures(self.result), Words(self.body, "body", "dim", 12.0).when(self.body)]

    def escape(self) -> None:
        self._give(self._replies[-1])


MAX_COMMAND_LENGTH = 160


def once_allowed(app: Services, game: str, seats: Collection[str], act: Act, refused: Act = nothing) -> None:
    """Call `act` at once, or after the user has allowed the start commands of all outside agents in `seats`.

    `refused` is called if the user refuses one of these commands.
    """
    asked = next((entry for entry in app.agents if _must_ask(entry, game, seats)), None)
    if asked is None:
        act()
        return

    def allow() -> None:
        assert asked.file is not None
        outside_code.allow(asked.command, asked.file.parent)
        once_allowed(app, game, seats, act, refused)

    app.overlay(make_question(app, asked, allow, refused))


def make_question(app: Services, entry: AgentEntry, allow: Act, refuse: Act = nothing) -> Question:
    """Return the question whether an agent's command may be started. Esc means no."""
    assert entry.file is not None
    command = " ".join(entry.command)
    if len(command) > MAX_COMMAND_LENGTH:
        command = f"{command[:MAX_COMMAND_LENGTH]}…"
    title = text("consent.title", name=entry.name)
    body = text("consent.body", command=command, folder=entry.file.parent)
    replies = [
        Reply("refuse", text("consent.refuse"), refuse),
        Reply("allow", text("consent.allow"), allow, "primary"),
    ]
    return Question(app, title, body, replies)


def _must_ask(entry: AgentEntry, game: str, seats: Collection[str]) -> bool:
    if entry.game != game or entry.name not in seats or not entry.command or entry.file is None:
        return False
    return not outside_code.is_allowed(entry.command, entry.file.parent)
