"""Dialogs of ranges and solves.

The first filters the hands of a range, the second fills both ranges from a preflop line, and the third
compares two results.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from game.core import Action, BadInput
from game.match.betting_line import BettingLine, parse_line, write_line
from game.request import Request
from game.rules.betting import HoldemRules
from game.rules.cards import RANKS
from game.study.ranges import POTS, AskPreflopPot, ListRangeAgents, PreflopPot, RangeAgent
from game.study.solved import BLUFF_CATCHER, HAND_KINDS
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.actions import action
from game.window.frame.requests import Asked, AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Filled, Note, Pair, Setting, Words
from game.window.ui.widgets import Button
from game.window.ui.widgets.choice import Cycle, Option, Segmented, options
from game.window.views.betting_path import (
    CHIPS_A_BLIND,
    HEAD_ROW,
    ROW,
    Path,
    agent_in_full,
    big_blinds,
    likeliest,
    list_columns,
)
from game.window.views.range_painting import RangeEntry
from game.window.views.solved_tables import NAME, SortedTable, TableContent

if TYPE_CHECKING:
    from game.window.frame.screen import Services


DRAWS = ("flush-draw", "straight-draw")
MADE = tuple(kind for kind in HAND_KINDS if kind not in DRAWS)
SUITS = ("spades", "hearts", "diamonds", "clubs")
SHAPES = ("suited", "offsuit")
WORDS = (HAND_KINDS, (BLUFF_CATCHER,), tuple(reversed(RANKS)), SUITS, SHAPES)
"""The words of the filter notation that have a button.

Words of one group are joined by "or", groups by "and".
"""
BUTTON, GAP, CAPS, FIELD, A_ROW = 32.0, 6.0, 22.0, 38.0, 4
TABLE = 300.0  # the height of a table in a dialog, in dp
PAUSE = 0.25  # seconds without a change before the filter is tried

T = TypeVar("T")
Groups = tuple[tuple[str, ...], ...]


def write_filter(groups: Groups) -> str:
    """Return the text of a filter, given the selected words of each group. An empty group allows all hands.

    >>> write_filter((("top-pair", "pair"), (), ("A",), (), ("suited",)))
    'top-pair & A & suited, pair & A & suited'
    """
    return ", ".join(" & ".join(words) for words in product(*filter(None, groups)) if words)


def read_filter(words: str) -> Groups:
    """Return the words of a filter by group. If the buttons cannot express the filter, all groups are empty.

    >>> read_filter("top-pair & A, pair & A"), read_filter("AA & !hearts") == ((), (), (), (), ())
    ((('top-pair', 'pair'), (), ('A',), (), ()), True)
    """
    terms = [[word.strip() for word in part.split("&")] for part in words.split(",")]
    used = {word for term in terms for word in term}
    groups = tuple(tuple(word for word in group if word in used) for group in WORDS)
    written = {frozenset(part.split(" & ")) for part in write_filter(groups).split(", ")}
    return groups if written == set(map(frozenset, terms)) else tuple(() for _ in WORDS)


class FilterDialog(Dialog, Generic[T]):
    """The dialog in which the user sets a filter for hands, as text or with buttons.

    The dialog shows which share of each range passes the filter.

    Three arguments are functions. `question` returns the request that tests a filter. `describe` converts the
    answer to two texts: one about the remaining hands, and one about the problem of the filter, or "". `take` is
    called with the chosen filter.
    """

    name: ClassVar[str] = "filter"
    widest = 760.0
    arrows_walk: ClassVar[bool] = False

    def __init__(
        self,
        app: Services,
        hands: str,
        question: Callable[[str], Request[T]],
        describe: Callable[[T], tuple[str, str]],
        take: Callable[[str], None],
    ) -> None:
        super().__init__(app, text("solver.filter.title"))
        self._begun, self._describe, self._take_filter = hands, describe, take
        self._preview = AskedAfterPause[T](app, self._take, lambda: question(self._entry.value.strip()))
        self._entry = RangeEntry("hands", text("solver.filter.label"), self._type)
        self._entry.tooltip = text("solver.filter.tip")
        self._entry.entered = self.submit
        self._entry.show(hands)
        self._is_submitted = False
        self._words = {
            word: Button(word, _label(word), partial(self._turn, word), style="label_b")
            for group in WORDS
            for word in group
        }
        self._words[BLUFF_CATCHER].tooltip = text("solver.filter.bluff_catcher_tip")
        self._ok = Button("ok", text("solver.filter.show"), self.submit, kind="primary")
        self._all = Button("all", text("solver.filter.all"), self._show_all, style="label_b")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("hands")

    # ---- actions --------------------------------------------------------------------------------------------
    def _type(self, words: str) -> None:
        self._is_submitted = False
        self._preview.ask_in(PAUSE)
        self.relayout()

    def _turn(self, word: str) -> None:
        """Add a word to the filter, or remove it."""
        groups = []
        for group, used in zip(WORDS, read_filter(self._entry.value), strict=True):
            wanted = {*used} ^ ({word} & {*group})
            groups.append(tuple(one for one in group if one in wanted))
        self._entry.show(write_filter(tuple(groups)))
        self._preview.ask_in(0.0)
        self.relayout()

    @Dialog.submit.override
    def submit(self) -> None:
        """Apply the filter once it is tested and valid."""
        self._is_submitted = self._preview.fresh is None and self._preview.state == "waiting"
        if self._preview.fresh is not None and not self._left()[1]:
            self.app.back()
            self._take_filter(self._entry.value.strip())

    def _take(self) -> None:
        if self._is_submitted and self._preview.fresh is not None:
            self.submit()
        else:
            self.relayout()

    def _show_all(self) -> None:
        self.app.back()
        self._take_filter("")

    def update(self, dt: float) -> bool:
        return self._preview.update(dt)

    def enter(self) -> None:
        self._preview.ask_in(0.0)

    def leave(self) -> None:
        self._preview.drop()

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the text field, the buttons for words by group, and the share of hands that pass the filter."""
        used = {word for group in read_filter(self._entry.value) for word in group}
        for word, button in self._words.items():
            button.kind = "outline" if word in used else "plain"
            button.icon = "check" if word in used and len(word) > 1 else ""
            button.style = "strong" if word in used else "label"
        left, self._entry.problem = self._left()
        return [
            Words(text("solver.filter.note"), "label", "dim", 6),
            Control(self._entry, FIELD, after=6),
            Note(self._entry.problem or left, wrong=bool(self._entry.problem)),
            Caps(text("solver.filter.made")).sized(fixed(CAPS)),
            *self._rows(MADE),
            Caps(text("solver.filter.draws")).sized(fixed(CAPS)),
            *self._rows((*DRAWS, BLUFF_CATCHER)),
            Caps(text("solver.filter.cards")).sized(fixed(CAPS)),
            *self._rows(WORDS[2], len(RANKS)),
            *self._rows((*SUITS, *SHAPES), len(SUITS) + len(SHAPES)),
        ]

    def _rows(self, words: Sequence[str], a_row: int = A_ROW) -> list[Box]:
        rows: list[Box] = []
        for first in range(0, len(words), a_row):
            some = [Control(self._words[word], BUTTON).sized(grow()) for word in words[first : first + a_row]]
            left = [Space().sized(grow()) for _ in range(min(a_row, len(words)) - len(some))]
            rows += [Row(*some, *left, gap=GAP), Space(GAP)]
        return rows

    def _left(self) -> tuple[str, str]:
        """Return two texts: the hands that pass (or a placeholder), and the filter's problem."""
        found = self._preview.fresh
        if found is not None:
            return self._describe(found)
        return text("solver.filter.counting"), self._preview.problem

    def buttons(self) -> list[Button]:
        """Return the buttons. A filter with a problem cannot be applied."""
        self._ok.disabled = self._left()[1]
        self._all.disabled = "" if self._begun else text("solver.filter.is_all")
        return [self._ok, self._all, self._close]


def _label(word: str) -> str:
    if word in HAND_KINDS:
        return text(f"solver.kinds.{word}")
    return word if len(word) == 1 else text(f"solver.filter.words.{word}")


FIELD_HEIGHT, ROW_GAP, MIN_ROWS, AGENT_WIDTH = 40.0, 10.0, 6, 300.0
USUAL_DEPTH = 100  # big blinds

TakePot = Callable[[PreflopPot], None]


class PreflopDialog(Dialog):
    """The dialog that fills in both ranges.

    The user chooses an agent, and a type of pot or a line of actions.

    After the dialog has closed, the argument `take` is called with the pot and its ranges.
    """

    name: ClassVar[str] = "preflop"
    keys: ClassVar[str] = "preflop"
    widest = 820.0
    arrows_walk: ClassVar[bool] = False

    def __init__(self, app: Services, take: TakePot) -> None:
        super().__init__(app, text("preflop.title"))
        self._take_pot, self._line = take, BettingLine()
        self._agents = Asked[tuple[RangeAgent, ...]](app, self._take_agents)
        self._pot = Asked[PreflopPot](app, self._show)
        self._agent = Cycle("agent", text("preflop.agent"), (), "", lambda name: self._follow(self._line))
        self._pots = Segmented(
            "pots", text("preflop.pots.label"), options("preflop.pots.{}", POTS), "", self._seek
        )
        self._entry = RangeEntry("line", text("preflop.line"), self._type)
        self._entry.tooltip = text("preflop.line_tip")
        self._path = Path(text("preflop.path"), self._act, self._go)
        self._fill = Button("fill", text("preflop.fill"), self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("pots")

    # ---- requests -------------------------------------------------------------------------------------------
    def enter(self) -> None:
        self._agents.ask(ListRangeAgents())

    def leave(self) -> None:
        self._agents.drop()
        self._pot.drop()

    def _take_agents(self) -> None:
        if (agents := self._agents.fresh) is not None:
            trained = [agent for agent in agents if agent.is_blueprint] or list(agents)
            self._agent.options = tuple(
                Option(agent.name, agent_in_full(self.app.agents, agent)) for agent in trained
            )
            if self._agent.chosen not in [agent.name for agent in trained] and trained:
                usual = [agent.name for agent in trained if agent.depth == USUAL_DEPTH]
                self._agent.chosen = (usual or [trained[0].name])[0]
            self._follow(self._line)
        self.relayout()

    @property
    def _rules(self) -> HoldemRules:
        """The rules of Hold'em with the stacks of the selected agent."""
        known = {agent.name: agent.depth for agent in self._agents.value or ()}
        chips = CHIPS_A_BLIND * known.get(self._agent.chosen, USUAL_DEPTH)
        return HoldemRules(stacks=(chips, chips))

    def _follow(self, line: BettingLine) -> None:
        """Request the ranges after a line. A line that the agent's stacks do not allow in full is shortened."""
        self._line = line.with_rules(self._rules)
        self._ask()

    def _seek(self, pot: str) -> None:
        self._line = BettingLine(self._rules)
        self._ask(pot)

    def _ask(self, pot: str = "") -> None:
        self._entry.problem = ""
        if self._agent.chosen:
            self._pot.ask(AskPreflopPot(self._agent.chosen, self._line, pot))
        self.relayout()

    def _show(self) -> None:
        """Show the betting line in the worker's answer, with the cursor on the most likely next action."""
        if (found := self._pot.fresh) is not None:
            self._line = found.line
            columns = list_columns(found.decisions, found.line)
            self._path.show(columns, likeliest(found.decisions[-1]) if columns[-1].rows else 0)
            if not self._entry.focused:
                self._entry.show(write_line(found.line).rstrip(" /"))
        self.relayout()

    # ---- actions --------------------------------------------------------------------------------------------
    def _act(self, decision: int, action: Action) -> None:
        """Take an action at a decision of the line. Later actions are dropped."""
        before = self._line.upto(decision)
        if self._pot.fresh is not None and action in before.betting.legal_actions():
            self._follow(before.after(action))

    def _go(self, decision: int) -> None:
        self._follow(self._line.upto(decision))

    def _type(self, words: str) -> None:
        """Parse a typed line and request its ranges. If the text is not a valid line, show the problem."""
        try:
            self._follow(parse_line(words, self._rules))
        except BadInput as sentence:
            self._entry.problem = str(sentence)
            self.relayout()

    @action("backspace")
    def back(self) -> None:
        if self._line.actions:
            self._go(len(self._line.actions) - 1)

    @property
    def pot(self) -> PreflopPot | None:
        """The pot after the line. None if it is not known yet, or if the line does not end on the flop."""
        found = self._pot.fresh
        return found if found is not None and found.ranges and not self._entry.problem else None

    @Dialog.submit.override
    def submit(self) -> None:
        """Fill in the ranges, and close."""
        if (pot := self.pot) is not None:
            self.app.back()
            self._take_pot(pot)

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the agent, the pots, the line, and the figures of both ranges."""
        known = self._pot.value
        self._pots.chosen = known.name if known is not None and known.ranges else ""
        problem = self._entry.problem or self._agents.problem or self._pot.problem
        rows = max(MIN_ROWS, *(len(column.rows) for column in self._path.columns), 0)
        return [
            Words(text("preflop.note"), "label", "dim", ROW_GAP),
            Row(
                Control(self._agent, FIELD_HEIGHT).sized(fixed(AGENT_WIDTH)),
                Control(self._entry, FIELD_HEIGHT).sized(grow()),
                gap=ROW_GAP,
            ),
            Space(ROW_GAP),
            Control(self._pots, FIELD_HEIGHT),
            Space(ROW_GAP),
            Filled(self._path, HEAD_ROW + rows * ROW),
            Space(ROW_GAP),
            *self._figures(known),
            Note(problem, wrong=True),
        ]

    def _figures(self, pot: PreflopPot | None) -> list[Box]:
        """Return the figures of the ranges, the pot and the stacks, or the reason why there are none."""
        if pot is None or not pot.ranges:
            return [Note(text("preflop.waiting" if self._pot.awaited else "preflop.unfinished"))]
        chips = {name: big_blinds(pot.line.betting, getattr(pot, name)) for name in ("pot", "stack")}
        pairs = [
            Pair(
                text(f"preflop.ranges.{side}"),
                text("preflop.combos" if played else "preflop.never", combos=number(combos)),
            )
            for side, combos, played in zip(("oop", "ip"), pot.combos, pot.played, strict=True)
        ]
        return [*pairs, Pair(text("preflop.chips"), text("preflop.in_blinds", **chips))]

    def buttons(self) -> list[Button]:
        self._fill.disabled = "" if self.pot is not None else text("preflop.unfinished")
        return [self._fill, self._close]


class ComparisonDialog(Dialog, Generic[T]):
    """The dialog that compares the figures of the shown result with the figures of another result.

    Attributes:
        texts: The pattern of the keys of the dialog's texts, like "solver.compare.{}".
        extent: The width and the height of the control that chooses the other result, in dp.
    """

    texts: ClassVar[str]
    extent: ClassVar[tuple[float, float]]
    widest = 900.0

    def __init__(
        self, app: Services, title: str, others: Sequence[Option], *, by: str = NAME, high: bool = False
    ) -> None:
        super().__init__(app, title)
        self._comparison = Asked[T](app, self._take)
        label = text(self.texts.format("other"))
        self._other = Cycle("other", label, others, others[0].value, self._ask)
        label = text(self.texts.format("table"))
        self.table = SortedTable("compared", label, self.relayout, lambda: None, by=by, high=high)
        self._close = Button("close", text("common.close"), self.escape, kind="primary")
        self.controls.focus("other")

    @abstractmethod
    def question(self, other: str) -> Request[T]:
        """Return the request for the comparison with another result.

        `other` is the value of that result's option.
        """

    @abstractmethod
    def content(self, found: T) -> TableContent: ...

    def heading(self) -> Sequence[Box]:
        """Return the boxes above the choice of the other result."""
        return ()

    def _ask(self, other: str) -> None:
        self._comparison.ask(self.question(other))
        self.relayout()

    def _take(self) -> None:
        if self._comparison.fresh is not None:
            self.table.show(self.content(self._comparison.fresh))
        self.relayout()

    def enter(self) -> None:
        self._ask(self._other.chosen)

    def leave(self) -> None:
        self._comparison.drop()

    def parts(self) -> Sequence[Box]:
        """Return the choice of the other result, and the table. Before the answer, a note replaces the table."""
        waiting = "" if self._comparison.problem else text(self.texts.format("waiting"))
        table = Column(*self.table.boxes()).sized(fixed(TABLE))
        return [
            *self.heading(),
            Setting(self._other.label, "", self._other, self.extent),
            Note(self._comparison.problem, wrong=True),
            table if self._comparison.fresh is not None else Note(waiting),
            Words(text(self.texts.format("note")), "small", "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        return [self._close]
