"""The path to a Hold'em decision as a strip of columns, and the colours, patterns and signs of actions.

This module also converts a betting line of Hold'em to such columns, and names players, actions and agents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from game.agent_entries import AgentEntry
from game.core import Action, Player
from game.match.betting_line import BettingLine
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting
from game.study.amounts import Amounts
from game.study.opponents import portrait
from game.study.ranges import RangeAgent, RangeDecision
from game.study.words import format_keys
from game.texts import current, join_list, join_sentences, number, percents, retellable, text
from game.window.ui.canvas.painter import Colour, Painter, Pattern
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets.widget import Rect, Widget, WidgetPart, holds

Sign = Literal["cross", "ring", "disc", "chevron", "chevrons", "diamond"]
Kind = Literal["fold", "check", "call", "bet", "all-in"]
"""The kind of an action. A raise is a bet."""
BRIGHTER = 0.22
STROKE, SIZE = 1.7, 11.0


@dataclass(frozen=True, slots=True)
class ActionInk:
    """The colour of an action, blended with the colour `other` by a share, and a pattern for colour-blind users."""

    colour: Colour
    other: Colour = "panel"
    share: float = 0.0
    pattern: Pattern = "solid"

    def on(self, painter: Painter) -> RGB:
        return mix(painter.col(self.colour), painter.col(self.other), self.share)


@dataclass(frozen=True, slots=True)
class ActionLook:
    """The colour, pattern and sign of an action, used wherever a strategy is drawn.

    Folds, checks and calls, bets and all-ins have different colours. Larger bets are darker. Signs and
    patterns give the same information to users with colour blindness.
    """

    ink: ActionInk
    sign: Sign


def action_looks(betting: PublicBetting, actions: Sequence[Action]) -> list[ActionLook]:
    bets = sorted(action for action in actions if action > CALL and action != betting.max_raise_to)
    return [_look(betting, action, bets) for action in actions]


def looks_of_kinds(kinds: Sequence[Kind]) -> list[ActionLook]:
    """Return the looks of actions, given their kinds. The largest bet or raise must come first."""
    bets = [index for index, kind in enumerate(kinds) if kind == "bet"][::-1]
    return [
        action_look(kind, bets.index(index) if kind == "bet" else 0, len(bets))
        for index, kind in enumerate(kinds)
    ]


def action_inks(betting: PublicBetting, actions: Sequence[Action]) -> list[ActionInk]:
    return [look.ink for look in action_looks(betting, actions)]


def _look(betting: PublicBetting, action: Action, bets: Sequence[Action]) -> ActionLook:
    if action == FOLD:
        return action_look("fold")
    if action == CALL:
        return action_look("call" if betting.to_call else "check")
    if action == betting.max_raise_to:
        return action_look("all-in")
    return action_look("bet", bets.index(action), len(bets))


def action_look(kind: Kind, index: int = 0, bets: int = 1) -> ActionLook:
    """Return the look of an action.

    `index` is the position of a bet or raise among `bets` sizes, smallest first.
    """
    match kind:
        case "fold":
            return ActionLook(ActionInk("act_fold"), "cross")
        case "call" | "check":
            return ActionLook(ActionInk("act_call", pattern="dots"), "disc" if kind == "call" else "ring")
        case "all-in":
            return ActionLook(ActionInk("act_all_in", pattern="cross"), "diamond")
    size = index / max(2, bets - 1)  # from 0 (smallest) to 1
    pattern: Pattern = "diagonal" if index else "solid"
    if size <= 0.5:
        ink = ActionInk("act_small", "act_middle", 2 * size, pattern)
    else:
        ink = ActionInk("act_middle", "act_large", 2 * size - 1, pattern)
    return ActionLook(ink, "chevrons" if index else "chevron")


def draw_sign(painter: Painter, look: ActionLook, cx: float, cy: float) -> None:
    """Draw the sign of an action centred on a point, bright enough to be visible on a panel."""
    sign, half = look.sign, SIZE / 2
    colour = mix(look.ink.on(painter), painter.col("text"), BRIGHTER)
    if sign == "ring":
        painter.ring(cx, cy, half - 0.5, colour, STROKE)
    elif sign == "disc":
        painter.disc(cx, cy, half - 0.5, colour)
    elif sign == "diamond":
        painter.area([(cx - half, cy), (cx, cy - half), (cx + half, cy), (cx, cy + half)], colour, 255)
    elif sign == "cross":
        reach = half - 1.5
        painter.stroke([(cx - reach, cy - reach), (cx + reach, cy + reach)], colour, STROKE)
        painter.stroke([(cx - reach, cy + reach), (cx + reach, cy - reach)], colour, STROKE)
    else:
        for level in (0.5,) if sign == "chevron" else (-1.5, 2.5):
            foot = cy + level + 1.5
            painter.stroke([(cx - half + 1, foot), (cx, foot - 3), (cx + half - 1, foot)], colour, STROKE)


HEAD_ROW, ROW = 24.0, 18.5
COLUMN, MIN_COLUMN, GAP = 156.0, 140.0, 12.0
SIGN, AFTER_SIGN = 8.0, 20.0
RING = 2.4
HEAD = -1


@dataclass(frozen=True, slots=True)
class PathRow:
    """A possible action at a decision of the path."""

    action: Action
    label: str
    share: str
    look: ActionLook


@dataclass(frozen=True, slots=True)
class PathColumn:
    """A decision of the path. For an event such as a deal, `rows` is empty and `title` names the event.

    `taken` is the index of the row with the action that was taken.
    """

    title: str
    pot: str
    rows: tuple[PathRow, ...] = ()
    taken: int | None = None
    opens_street: bool = False


def describe_end(columns: Sequence[PathColumn]) -> str:
    """Describe for the voice the last step of a path, the player to act, and the digit of each possible action.

    Each action is described with its frequency. If the hand is over, only the pot follows the last step.
    """
    if not columns:
        return ""
    *before, end = columns
    told = [
        join_list(step.title, step.rows[step.taken].label if step.taken is not None else "")
        for step in before[-1:]
    ]
    told.append(join_list(end.title, end.pot))
    if end.rows:
        rows = enumerate(end.rows, 1)
        told.append("; ".join(f"{digit}: {join_list(row.label, row.share)}" for digit, row in rows))
    return join_sentences(*(text("speech.sentence", words=words) for words in told))


class Path(Widget):
    """The path to a decision as a control: one column for each decision, with the frequency of every action.

    The action that was taken is framed. Arrows move between columns and actions. Enter or a click takes an action,
    and the later decisions are dropped. The argument `choose` is then called with the index of the decision and the
    action. A click on the head of a column calls the argument `go`, which goes back to the column's decision.
    """

    role: ClassVar[str] = "path"

    def __init__(self, label: str, choose: Callable[[int, Action], None], go: Callable[[int], None]) -> None:
        super().__init__("path", label)
        self.columns: Sequence[PathColumn] = ()
        self._choose = choose
        self._go = go
        self._at = (0, 0)
        self._under: tuple[int, int] | None = None

    def show(self, columns: Sequence[PathColumn], row: int = 0) -> str:
        """Show another path, with the cursor on a row of its last column.

        Return a text for the voice about the end of the path.

        The text is empty if only frequencies have changed, as they do during a solve.
        """
        is_same = [(one.title, one.taken) for one in columns] == [
            (one.title, one.taken) for one in self.columns
        ]
        self.columns = columns
        self._at = max(0, len(columns) - 1), row
        self._under = None
        return "" if is_same else describe_end(columns)

    @property
    def value(self) -> str:
        """The description of the action under the cursor."""
        if not self.columns:
            return ""
        column, row = self.columns[self._at[0]], self._at[1]
        said = [column.rows[row].label, column.rows[row].share] if 0 <= row < len(column.rows) else []
        return join_list(column.title, *said)

    def explain_digit(self, index: int) -> str:
        """Return a sentence about the digit keys of the last decision's actions.

        Return "" if the last decision has an action with this index.
        """
        count = len(self.columns[-1].rows) if self.columns else 0
        return "" if index < count else format_keys([str(digit) for digit in range(1, count + 1)])

    # ---- layout -----------------------------------------------------------------------------------------------
    def _visible(self) -> range:
        """Return the indices of the visible columns: as many of the last columns as fit.

        If the cursor is before these columns, the visible columns begin at the cursor instead.
        """
        room = self._room
        first = max(0, len(self.columns) - room)
        first = min(first, self._at[0])
        return range(first, min(len(self.columns), first + room))

    @property
    def _room(self) -> int:
        return max(1, int((self.rect[2] + GAP) / (MIN_COLUMN + GAP)))

    def _column_rect(self, index: int) -> Rect:
        x, y, width, height = self.rect
        wide = min(COLUMN, (width + GAP) / self._room - GAP)
        return x + (index - self._visible().start) * (wide + GAP), y, wide, height

    @property
    def free(self) -> Rect:
        """The free rectangle to the right of the columns."""
        x, y, width, height = self.rect
        shown = self._visible()
        last, _, wide, _ = self._column_rect(shown.stop - 1)
        begin = last + wide + GAP if shown else x
        return begin, y, x + width - begin, height

    def _row_rect(self, index: int, row: int) -> Rect:
        x, y, width, _ = self._column_rect(index)
        return (x, y, width, HEAD_ROW) if row == HEAD else (x, y + HEAD_ROW + row * ROW, width, ROW)

    def parts(self) -> list[WidgetPart]:
        """Return the visible actions as parts, named by the index of their decision and row."""
        return [
            WidgetPart(
                f"{index}-{row}", one.label, self._row_rect(index, row), row == self.columns[index].taken
            )
            for index in self._visible()
            for row, one in enumerate(self.columns[index].rows)
        ]

    def _hit(self, x: float, y: float) -> tuple[int, int] | None:
        for index in self._visible():
            for row in range(HEAD, len(self.columns[index].rows)):
                if holds(self._row_rect(index, row), x, y):
                    return index, row
        return None

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Handle a key: arrows move the cursor, and Enter takes the action under the cursor."""
        if event.ctrl or not self.columns:
            return False
        index, row = self._at
        if event.name in ENTER:
            if not event.repeat:
                self._take(self._at)
            return True
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if event.name in ("home", "end"):
            index = 0 if event.name == "home" else len(self.columns) - 1
        elif event.name in steps:
            across, down = steps[event.name]
            index = min(max(0, index + across), len(self.columns) - 1)
            row += down
        else:
            return False
        self._at = index, min(max(0, row), max(0, len(self.columns[index].rows) - 1))
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self._hit(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Take the clicked action, or go to the decision of the clicked head."""
        if hit := self._hit(x, y):
            self._at = hit[0], max(0, hit[1])
            self._take(hit)
        return True

    def _take(self, at: tuple[int, int]) -> None:
        index, row = at
        column = self.columns[index]
        if row == HEAD:
            self._go(index)
        elif row < len(column.rows):
            self._choose(index, column.rows[row].action)

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the visible columns. If earlier columns are hidden, draw a mark."""
        shown = self._visible()
        for place in shown:
            self._draw_column(painter, place)
        if shown.start:
            x, y, _, _ = self.rect
            painter.icon("prev", x - 10, y + HEAD_ROW / 2, 14, "dim")
        if self.focused and self.columns:
            row = self._at[1] if self.columns[self._at[0]].rows else HEAD
            x, y, width, height = self._row_rect(self._at[0], row)
            painter.rect((x, y, width, height), None, 5, "focus", RING)

    def _draw_column(self, painter: Painter, index: int) -> None:
        column = self.columns[index]
        x, y, width, height = self._column_rect(index)
        if index > self._visible().start:
            colour = "edge" if column.opens_street else "line"
            painter.line(x - GAP / 2, y + 3, x - GAP / 2, y + height, colour)
        at_hand = index == len(self.columns) - 1
        middle = y + HEAD_ROW / 2
        used = painter.text(
            column.title, x + 4, middle, "label_b", "brass" if at_hand else "dim", fit=width - 8
        )
        if used + painter.width(column.pot, "small") + 20 <= width:
            painter.text(column.pot, x + width - 6, middle, "small", "dim", al="r")
        for row, one in enumerate(column.rows):
            self._draw_row(painter, index, row, one)

    def _draw_row(self, painter: Painter, index: int, row: int, one: PathRow) -> None:
        x, y, width, height = self._row_rect(index, row)
        column, middle = self.columns[index], y + height / 2
        at_hand, taken = column.taken is None, row == column.taken
        if taken:
            painter.rect((x, y, width, height), None, 5, "brass", 1.4)
        elif self.hovered and self._under == (index, row):
            painter.rect((x, y, width, height), "raised", 5)
        draw_sign(painter, one.look, x + SIGN + 2, middle)
        ink = "text" if at_hand or taken else "dim"
        used = painter.text(
            one.share, x + width - 6, middle, "small_b" if taken or at_hand else "small", ink, al="r"
        )
        painter.text(one.label, x + 4 + AFTER_SIGN, middle, "small", ink, fit=width - used - AFTER_SIGN - 14)


CHIPS_A_BLIND = 100
TENTH = 0.0005  # a smaller share is written as less than a tenth of a percent


def list_columns(decisions: Sequence[RangeDecision], line: BettingLine) -> tuple[PathColumn, ...]:
    """Return a column for every decision. If no player is to act, add a last column with the reason."""
    bettings = [*(betting for betting, _ in line.steps), line.betting]
    columns = []
    for index, decision in enumerate(decisions):
        taken = line.actions[index] if index < len(line.actions) else None
        opens = index > 0 and bettings[index].street != bettings[index - 1].street
        betting = bettings[index]
        actions = decision.actions
        options = zip(actions, shares_written(decision.shares), action_looks(betting, actions), strict=True)
        rows = tuple(PathRow(one, action_name(betting, one), written, look) for one, written, look in options)
        who = player_name(decision.player)
        title = text("lab.ranges.opens", street=street_name(betting.street), player=who) if opens else who
        pot = text("lab.ranges.pot", bb=big_blinds(betting, betting.pot))
        columns.append(PathColumn(title, pot, rows, None if taken is None else actions.index(taken), opens))
    if line.player is None:
        columns.append(_end(line))
    return tuple(columns)


def likeliest(decision: RangeDecision) -> int:
    """Return the index of the most frequent action at a decision. Folds are not considered."""
    options = zip(decision.actions, decision.shares, strict=True)
    shares = [share * (action != FOLD) for action, share in options]
    return shares.index(max(shares))


def _end(line: BettingLine) -> PathColumn:
    """Return the last column: the cards to deal, or a text which says that the hand is over."""
    pot = text("lab.ranges.pot", bb=big_blinds(line.betting, line.betting.pot))
    if line.missing:
        deal = text("lab.ranges.deal", street=street_name(line.betting.street))
        return PathColumn(deal, pot, opens_street=True)
    key = "folded" if line.betting.folded is not None else "showdown"
    return PathColumn(text(f"lab.ranges.{key}"), pot)


@retellable
def action_name(betting: PublicBetting, action: Action) -> str:
    return " ".join(action_parts(betting, action))


def action_parts(betting: PublicBetting, action: Action) -> list[str]:
    """Return the kind of an action and, for a bet or a raise below all-in, its amount."""
    if action == FOLD:
        return [text("lab.ranges.acts.fold")]
    if action == CALL:
        return [text("lab.ranges.acts.call" if betting.to_call else "lab.ranges.acts.check")]
    if action == betting.max_raise_to:
        return [text("lab.ranges.acts.all_in")]
    key = "raise" if any(betting.street_committed) else "bet"
    return [text(f"lab.ranges.acts.{key}"), big_blinds(betting, action - betting.round_start)]


def big_blinds(betting: PublicBetting, chips: int) -> str:
    return Amounts(True, betting.rules.big_blind).bare(chips)


def player_name(player: Player) -> str:
    return text("lab.ranges.button" if player == BUTTON else "lab.ranges.big_blind")


def street_name(street: int) -> str:
    return current().many("lab.ranges.streets")[street]


def share(part: float) -> str:
    return shares_written([part])[0]


def shares_written(parts: Sequence[float]) -> list[str]:
    written = zip(parts, percents(parts, 1), strict=True)
    return [text("lab.ranges.hardly") if 0 < part < TENTH else words for part, words in written]


def agent_in_full(agents: Sequence[AgentEntry], agent: RangeAgent) -> str:
    """Return the name of an agent with its stack depth and its stage."""
    shown = portrait(agents, agent.name)
    name = with_depth(shown.name, agent)
    return text("lab.ranges.of_stage", name=name, stage=shown.stage) if shown.stage else name


def with_depth(name: str, agent: RangeAgent) -> str:
    return text("lab.ranges.of_depth", name=name, depth=number(agent.depth))
