"""The parts of the expert page: the spot, the expert's rules, and the expert's strategy in the spot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from game.core import Action
from game.features.odds import AskExpert, Expert, ExpertRule, ExpertRules, ExpertSpot
from game.files.user_files import from_home
from game.match.betting_line import BettingLine
from game.rules.betting import BUTTON as BETTING_BUTTON
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState
from game.texts import capitalize, current, join_label, number, percent, text
from game.window.frame.page import Page
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Grid, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import Control, GridControl, Line, Listed, Panel, Paragraph, Picture
from game.window.ui.widgets import Button, Cycle, Rect, Rows
from game.window.ui.widgets.rows import BAR_ROOM
from game.window.views import marks
from game.window.views.betting_path import ActionInk, action_inks
from game.window.views.cards import GAP, CardSlots, cards_width
from game.window.views.marks import MixRow
from game.window.views.mix_grid import MixGrid
from game.window.views.range_grid import grid_side

SIZES: Mapping[str, float] = {"third": 1 / 3, "half": 0.5, "pot": 1.0, "double": 2.0}
"""The sizes of bets and raises that have a button, in pots."""


@dataclass(frozen=True, slots=True)
class RuleSpot:
    """The spot in which an expert decides: the hole cards of the player to act, the betting line and the board.

    Blinds are 50 and 100 and both players have 200 big blinds, unless the spot comes from a table. The board may
    have more cards than the current street. These additional cards are ignored.
    """

    hole: tuple[Card, ...] = ()
    line: BettingLine = field(default_factory=BettingLine)

    @staticmethod
    def of(info: HoldemInformationState) -> RuleSpot:
        actions = tuple(action for played in info.history for _, action in played)
        return RuleSpot(tuple(info.hole), BettingLine(info.rules, actions, tuple(info.board)))

    @property
    def on_button(self) -> bool:
        return self.line.betting.actor == BETTING_BUTTON

    def choices(self) -> dict[str, Action]:
        """Return the actions by button: a call and a few bets, but no action that ends the hand.

        While board cards are missing, the result is empty.
        """
        if self.line.missing:
            return {}
        betting = self.line.betting
        found: dict[str, Action] = {"call": CALL} if self._goes_on(CALL) else {}
        for name, fraction in SIZES.items():
            raise_to = betting.raise_to_for_fraction(fraction)
            if raise_to is not None and raise_to not in found.values():
                found[name] = raise_to
        return found

    def after(self, action: Action) -> RuleSpot:
        return replace(self, line=self.line.after(action))

    def before(self) -> RuleSpot:
        return replace(self, line=self.line.upto(len(self.line.actions) - 1))

    def at_start(self) -> RuleSpot:
        return RuleSpot(self.hole, BettingLine(board=self.line.board))

    def request(self, rules: str) -> AskExpert:
        """Return the request for an expert's answer, or None while cards are missing."""
        shown, betting = self.line.dealt_board, self.line.betting
        hole = self.hole if len(self.hole) == 2 and not set(self.hole) & set(shown) else ()
        assert betting.actor is not None
        return AskExpert(rules, betting.actor, tuple(shown), betting, tuple(hole))

    @property
    def info(self) -> HoldemInformationState | None:
        """The information state of the player to act, or None while cards are missing."""
        shown, betting = self.line.dealt_board, self.line.betting
        if self.line.player is None or len(self.hole) != 2 or set(self.hole) & set(shown):
            return None
        return HoldemInformationState(self.line.player, self.hole, tuple(shown), betting)

    def _goes_on(self, action: Action) -> bool:
        after = self.line.betting.child(action)
        return after.actor is not None or (after.street < Street.RIVER and not after.is_all_in)


# ---- in words --------------------------------------------------------------------------------------------------
def action_name(betting: PublicBetting, action: Action, group: str = "actions") -> str:
    """Name an action with its size in big blinds.

    Args:
        betting: The betting before the action.
        action: The action.
        group: The group of texts: "actions" for the name ("fold"), or "acts" for the third person ("folds").
    """
    if action == FOLD:
        return text(f"expert.{group}.fold")
    if action == CALL:
        return text(f"expert.{group}.call" if betting.to_call else f"expert.{group}.check")
    if action == betting.max_raise_to:
        return text(f"expert.{group}.all_in")
    key = "raise" if any(betting.street_committed) else "bet"
    puts_in = (action - betting.round_start) / betting.rules.big_blind  # in total on this street
    return text(f"expert.{group}.{key}", bb=number(puts_in, 1).removesuffix(".0"))


def tell_betting(spot: RuleSpot) -> list[str]:
    """Describe the betting so far, in one sentence per street."""
    streets = current().many("menu.streets")
    sentences: list[str] = []
    street = -1
    for betting, action in spot.line.steps:
        who = text("expert.who.button" if betting.actor == BETTING_BUTTON else "expert.who.big_blind")
        said = f"{who} {action_name(betting, action, 'acts')}"
        if betting.street != street:
            street = betting.street
            said = text("expert.on_street", street=streets[street], said=said)
            sentences.append(said)
        else:
            sentences[-1] += f", {said}"
    return [f"{capitalize(sentence)}." for sentence in sentences] or [text("expert.nobody")]


def stakes(spot: RuleSpot) -> str:
    """Describe blinds and stacks."""
    rules = spot.line.rules
    depth = number(min(rules.stacks) / rules.big_blind, 1).removesuffix(".0")
    blinds = f"{number(rules.small_blind)}/{number(rules.big_blind)}"
    return text("expert.stakes", blinds=blinds, depth=depth)


def format_turn(spot: RuleSpot) -> str:
    """Name the player to act and the street."""
    streets = current().many("menu.streets")
    who = text("expert.who.button" if spot.on_button else "expert.who.big_blind")
    return text("expert.to_act", who=capitalize(who), street=streets[spot.line.betting.street])


ROW, HIGH_ROW = 70.0, 88.0
NUMBER = 34.0
SIDES = 24.0
PLACES = ("street", "position", "facing")
"""The conditions of a rule on the spot. The other conditions are on the hands."""


class RuleList:
    """The list of an expert's rules.

    If a spot is given, the list marks the rules that fire for some hand, and the rule that fires for the
    selected hand.
    """

    def __init__(self, page: Page) -> None:
        self.rules: Sequence[ExpertRule] = ()
        self._fired_shares: Mapping[int, float] = {}
        self._decisive: int | None = None
        self.rows = Rows(
            "rules",
            text("expert.rules.title"),
            self._draw_row,
            self._in_words,
            changed=page.relayout,
            opened=page.relayout,
        )

    def show(self, known: ExpertRules | None, found: ExpertSpot | None) -> None:
        """Show the rules, and the expert's answer in the spot if it is known."""
        self.rules = known.rules if known is not None else ()
        self.rows.count = len(self.rules)
        self.rows.chosen = min(self.rows.chosen, max(0, len(self.rules) - 1))
        self._fired_shares = found.fired if found is not None else {}
        self._decisive = found.hand.rule if found is not None and found.hand is not None else None

    def row_height(self, painter: Painter, width: float) -> float:
        """Return the common height of the rows in dp.

        The height is larger if any rule has conditions that need two lines.
        """
        room = width - BAR_ROOM - NUMBER - SIDES
        longest = max((painter.width(asks(rule), "small") for rule in self.rules), default=0.0)
        return ROW if longest <= room else HIGH_ROW

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        x, y, width, _ = rect
        rule, share = self.rules[index], self._fired_shares.get(index, 0.0)
        left, right = x + NUMBER + SIDES / 2, x + width - SIDES / 2
        decisive = index == self._decisive
        painter.text(number(index + 1), x + NUMBER, y + 18, "small", "dim", al="r")
        fires = ""
        if decisive or share:
            fires = text("expert.rules.fires", share=percent(share)) if share else ""
            painter.text(fires, right, y + 18, "small_b", "brass" if decisive else "dim", al="r")
        room = right - left - (painter.width(fires, "small_b") + 12 if fires else 0)
        painter.text(rule.name, left, y + 18, "label_b", "brass" if decisive else "text", fit=room)
        at = painter.para(asks(rule), left, y + 36, right - left, "small", col="dim", limit=2)
        painter.text(f"→ {rule.does}", left, at, "small", "text", fit=right - left)
        return True

    def _in_words(self, index: int) -> str:
        rule = self.rules[index]
        return f"{join_label(rule.name, asks(rule))}. {rule.does}"


def asks(rule: ExpertRule) -> str:
    """Return the conditions of a rule as text: street, position and faced action first, then the hands."""
    written = rule.written
    where = [text(f"expert.places.{what}", words=written[what]) for what in PLACES if what in written]
    hands = [f"{what} {words}" for what, words in written.items() if what not in PLACES]
    return " · ".join([*(where or [text("expert.anywhere")]), *hands])


HEAD, GRID_HEAD, RULES_HEAD = 36.0, 42.0, 38.0
SPOT = 308.0  # dp: the height of the content of the spot's panel
CHOICE, BUTTON, BUTTON_GAP = 40.0, 38.0, 8.0
SLOT = 52.0
LINE = 20.0
A_ROW, MAX_LINES = 3, 3
MIX_ROW, MAX_ROWS = 20.0, 4
LEGEND, LEGEND_STEP = 46.0, 17.0
PATH_LINE, MAX_PATH_LINES = 18.0, 3


def expert_name(expert: Expert) -> str:
    key = f"expert.styles.{expert.rules}"
    return text(key) if current().has(key) else expert.rules


def _in_rows(buttons: Sequence[Button]) -> Grid:
    boxes = [Control(button, BUTTON) for button in buttons]
    return Grid(*boxes, columns=max(1, min(A_ROW, len(boxes))), gap=BUTTON_GAP)


# ---- whose rules -----------------------------------------------------------------------------------------------
def expert(
    choice: Cycle, buttons: Sequence[Button], one: Expert | None, description: str, trouble: str
) -> Panel:
    """Return the panel of an expert: the choice, the description, the path of the rules, and the buttons."""
    words = Picture(partial(_draw_expert, one, description, trouble)).sized(grow())
    return Panel(
        Control(choice, CHOICE), words, _in_rows(buttons), Space(2), title=text("expert.whose"), head=HEAD
    )


def _draw_expert(one: Expert | None, description: str, trouble: str, painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    if trouble:
        painter.para(trouble, x, y + 20, width, "label", col="bad", limit=3)
        return
    at = painter.para(description, x, y + 20, width, "label", col="text", limit=2)
    if one is None or not one.own:
        painter.para(text("expert.ships"), x, at + 6, width, "small", col="dim", limit=2)
        return
    at = painter.para(text("expert.edit"), x, at + 4, width, "small", col="dim", limit=2)
    for line in path_lines(painter, from_home(Path(one.path)), width)[-MAX_PATH_LINES:]:
        painter.text(line, x, at, "small_b", fit=width)
        at += PATH_LINE


def path_lines(painter: Painter, path: str, width: float) -> list[str]:
    """Split a path at slashes into lines that fit into a width."""
    lines = [""]
    for index, part in enumerate(path.replace("\\", "/").split("/")):
        piece = f"/{part}" if index else part
        if lines[-1] and painter.width(lines[-1] + piece, "small_b") > width:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


# ---- the spot ---------------------------------------------------------------------------------------------------
def spot(
    shown: RuleSpot, hole: CardSlots, board: CardSlots, moves: Sequence[Button], ways_back: Sequence[Button]
) -> Panel:
    """Return the panel of the spot: hand and board side by side, the betting, and the actions below."""
    missing = shown.line.missing
    words = current().many("expert.missing")[missing] if missing else format_turn(shown)
    content = Column(
        Row(
            _cards(hole, 2, text("expert.hand")),
            Space().sized(grow(GAP)),
            Space(18),
            _cards(board, 5, text("expert.board")),
        ),
        Space(10),
        Line(words, "label_b", "bad" if missing else "brass", height=LINE),
        Picture(partial(_draw_sentences, shown)).sized(grow()),
        _in_rows(moves),
        Space(BUTTON_GAP),
        _in_rows(ways_back),
        Space(2),
    )
    return Panel(content.sized(fixed(SPOT)), title=text("expert.spot"), note=stakes(shown), head=HEAD)


def _cards(slots: CardSlots, count: int, name: str) -> Column:
    """Return the slots for cards, below their name.

    If there is little room, all slots shrink by the same factor.
    """
    wide = cards_width(count, SLOT)
    places = Control(slots, SLOT, width=wide, scales=True)
    return Column(Line(name, "small", "dim", height=12), Space(8), places).sized(grow(wide, most=wide))


def _draw_sentences(shown: RuleSpot, painter: Painter, rect: Rect) -> None:
    """Write the sentences about the betting. If they don't all fit, leave out the first of them."""
    x, y, width, _ = rect
    said = tell_betting(shown)
    while len(said) > 1 and len(painter.wrap(" ".join(said), width, "label")) > MAX_LINES:
        del said[0]
    painter.para(" ".join(said), x, y + 22 - LINE / 2, width, "label", limit=MAX_LINES)


# ---- what is done with the hand ---------------------------------------------------------------------------------
def answer(shown: RuleSpot, found: ExpertSpot | None, rules: Sequence[ExpertRule]) -> Panel:
    """Return the panel with the rule that fires for the hand, and the mixed strategy of this rule."""
    hand = found.hand if found is not None else None
    if found is None or hand is None or hand.rule >= len(rules):
        words = text("expert.give_hand" if found is not None else "expert.waiting")
        return Panel(Paragraph(words, limit=3), title=text("expert.fired"), head=HEAD)
    rule = rules[hand.rule]
    rows = [
        (name, ink, share)
        for action, name, ink in _looks(shown, found)
        if (share := hand.mix.get(action, 0.0))
    ]
    del rows[MAX_ROWS:]
    return Panel(
        Line(rule.name, "strong", "brass", height=LINE),
        Paragraph(asks(rule), "small", limit=1 + MAX_ROWS - len(rows)),
        Picture(partial(_draw_mix, rows)),
        title=text("expert.fired"),
        corner=text("expert.equity", share=percent(hand.equity, 1)),
        head=HEAD,
    )


def _looks(shown: RuleSpot, found: ExpertSpot) -> list[tuple[Action, str, ActionInk]]:
    """Return the actions that the expert takes with at least one hand, with their names and colours."""
    betting = shown.line.betting
    inks = action_inks(betting, found.actions)
    return [
        (action, action_name(betting, action), ink) for action, ink in zip(found.actions, inks, strict=True)
    ]


def _draw_mix(rows: Sequence[tuple[str, ActionInk, float]], painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    drawn = [MixRow(name, share, percent(share), colour=ink.on(painter)) for name, ink, share in rows]
    marks.draw_rows(painter, x, y + 6, width, drawn, label_width=min(130.0, width * 0.42), pitch=MIX_ROW)


# ---- all hands --------------------------------------------------------------------------------------------------
def grid(control: MixGrid, shown: RuleSpot, found: ExpertSpot | None, least: float, inset: float) -> Panel:
    """Return the panel of all hands' strategies: a square grid, at least `least` dp wide, and its legend."""
    legend = Picture(partial(_draw_legend, control, shown, found), LEGEND)
    square = GridControl(control, legend, grid_side, least=least, inset=inset).sized(grow())
    return Panel(square, title=text("expert.grid.title"), note=text("expert.grid.note"), head=GRID_HEAD)


def _draw_legend(
    control: MixGrid, shown: RuleSpot, found: ExpertSpot | None, painter: Painter, rect: Rect
) -> None:
    """Write the legend with the frequency of each action.

    If the mouse is over a class, write the details of this class instead.
    """
    x, y, width, _ = rect
    at, y = x, y + 14
    for action, name, ink in _looks(shown, found) if found is not None else ():
        words = f"{name} {percent(found.whole[action])}" if found is not None else ""
        wide = 18 + painter.width(words, "small") + 14
        if at + wide > x + width + 14 and at > x:
            at, y = x, y + LEGEND_STEP
        painter.rect((at, y - 5, 11, 11), ink.on(painter), 2)
        painter.text(words, at + 17, y, "small", "text", fit=x + width - at - 17)
        at += wide
    if control.focused or control.hovered:
        painter.text(control.value, x, y + LEGEND_STEP, "small", "dim", fit=width)


# ---- the rules --------------------------------------------------------------------------------------------------
def rules(listed: RuleList, problems: Sequence[str]) -> Box:
    """Return the list of rules in the order in which they are tried, or the errors in the rules."""
    count = number(len(listed.rules)) if listed.rules else ""
    wrong = Picture(partial(_draw_problems, problems)).sized(grow()).when(problems)
    background = Panel(
        wrong,
        title=text("expert.rules.title"),
        note=text("expert.rules.note"),
        corner=count,
        head=RULES_HEAD,
    )
    rows = Listed(listed.rows, listed.row_height).sized(grow())
    return Stack(background, Column(Space(RULES_HEAD - 6), rows, padding=6).when(not problems))


def _draw_problems(problems: Sequence[str], painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    end = y + height - 2
    at = painter.para(text("expert.problems"), x, y + 14, width, "label_b", col="bad", limit=2) + 6
    for sentence in problems:
        room = int((end - at) / LINE)
        if room < 1:
            return
        at = painter.para(sentence, x, at, width, "label", col="text", limit=min(4, room)) + 6
