"""The page of the Hold'em experts: their rules, their strategy in an entered spot, and copies of the rules.

The page shows the rules of one expert in the order in which they are tried. For a spot that the user enters, the
page shows the expert's action for every hand, and the rule that fires. The user can copy the rules into the user's
folder, edit the copy in any text editor, and reload it on this page. Errors in the copy are listed rule by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from game.features.odds import (
    CopyExpert,
    Expert,
    ExpertRules,
    ExpertSpot,
    ListExperts,
    ReadExpertRules,
    expert_panels,
)
from game.features.odds.answer import EXPERT_PAGE, odds_head
from game.features.odds.expert_panels import SIZES, RuleList, RuleSpot, action_name
from game.match.betting_line import BettingLine
from game.rules import games
from game.rules.cards import Card, hand_class, parse
from game.study.amounts import Amounts
from game.study.models import SearchSpot, searchers
from game.texts import capitalize, text
from game.window.dialogs.pickers import pick_cards
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, fixed, grow, natural, share
from game.window.ui.widgets import Button, Cycle, Option
from game.window.views.betting_path import action_inks
from game.window.views.cards import CardSlots
from game.window.views.mix_grid import MixGrid, MixPicture

GAP = 12.0
LEFT = 352.0
EXPERT, SPOT, ANSWER, RULES = 250.0, 358.0, 174.0, 420.0
MORE = 20.0  # additional dp of the height of a panel in a narrow window
MIN_GRID, SMALL_GRID, WIDEST_GRID = 332.0, 404.0, 544.0
WIDEST_MIDDLE = 592.0
FIRST_SPOT = RuleSpot(parse("AhKd"), BettingLine(actions=(250, 1, 1), board=parse("Kh8c4s2d9h")))


class ExpertScreen(Page):
    """The page of the experts. It can open with a given spot."""

    name: ClassVar[str] = "expert"
    keys: ClassVar[str] = "expert"
    margin, foot = 16.0, 16.0

    def __init__(self, app: Services, spot: RuleSpot = FIRST_SPOT) -> None:
        super().__init__(app)
        self._head = odds_head(app, EXPERT_PAGE, self.escape, self.page_switch(EXPERT_PAGE))
        self._experts = Asked[tuple[Expert, ...]](app, self._take_experts)
        self.read = Asked[ExpertRules](app, self._take_rules)
        self.found = Asked[ExpertSpot](app, self._take_spot)
        self._copy_query = Asked[Expert](app, self._take_copy)
        self.spot = spot
        self._choice = Cycle("expert", text("expert.whose"), (), "sound", self._choose)
        self._hole = CardSlots("hand", text("expert.hand"), 2, self._lay_hand, self._pick_hand)
        self._board = CardSlots("board", text("expert.board"), 5, self._lay_board, self._pick_board)
        moves = ("call", *SIZES)
        self._moves = {name: Button(name, "", partial(self._move, name), style="label") for name in moves}
        self._grid = MixGrid("grid", text("expert.grid.label"), text("expert.grid.absent"))
        self._rules = RuleList(self)
        self.controls.focus("expert")

    def turn_alone(self, name: str) -> None:
        self.app.open("odds_page", name)

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self._experts, self.read, self.found, self._copy_query

    def enter(self) -> None:
        self._experts.ask(ListExperts())
        self._read_rules()

    def _read_rules(self) -> None:
        self.read.ask(ReadExpertRules(self._choice.chosen))

    def _ask_spot(self) -> None:
        """Request the expert's strategy in the spot, if the spot's board is complete and the rules are valid."""
        if self._copy_query.problem:
            self._copy_query.drop()
        if self.spot.line.missing:
            self._forget_spot()
        elif self.read.value is not None and not self.read.value.problems:
            self.found.ask(self.spot.request(self._choice.chosen))
        self.show()

    def _forget_spot(self) -> None:
        self.found.forget()
        self._grid.picture = MixPicture()

    def _take_experts(self) -> None:
        experts = self._experts.value or ()
        self._choice.options = tuple(Option(one.rules, expert_panels.expert_name(one)) for one in experts)
        self.show()

    def _take_rules(self) -> None:
        if self.read.fresh is not None:
            self._forget_spot()
            self._ask_spot()
        self.show()

    def _take_spot(self) -> None:
        if (answer := self.found.fresh) is not None:
            betting, actions = self.spot.line.betting, answer.actions
            self._grid.picture = MixPicture(
                {name: [mix.get(action, 0.0) for action in actions] for name, mix in answer.classes.items()},
                [action_name(betting, action) for action in actions],
                action_inks(betting, actions),
                hand_class(self.spot.hole) if len(self.spot.hole) == 2 else "",
            )
            self._rules.show(self.read.value, self.found.value)
            if answer.hand is not None:
                self._rules.rows.choose(answer.hand.rule)
        self.show()

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def _expert(self) -> Expert | None:
        return next((one for one in self._experts.value or () if one.rules == self._choice.chosen), None)

    def _choose(self, rules: str) -> None:
        self.read.forget()
        self.found.forget()
        self._read_rules()

    def _take_copy(self) -> None:
        if (found := self._copy_query.fresh) is not None:
            self.app.refresh_agents()
            self.app.say(text("expert.copied", path=found.path))
            self._choice.chosen = found.rules
            self.enter()
        self.show()

    def set(self, spot: RuleSpot) -> None:
        self.spot = spot
        self._ask_spot()

    def _lay_hand(self, cards: Sequence[Card]) -> None:
        self.set(replace(self.spot, hole=tuple(cards)))

    def _lay_board(self, cards: Sequence[Card]) -> None:
        self.set(replace(self.spot, line=replace(self.spot.line, board=tuple(cards))))

    def _pick_hand(self) -> None:
        hole, board, lay = self.spot.hole, self.spot.line.board, self._lay_hand
        pick_cards(self.app, "expert.pick_hand", "odds.picker.hand", hole, lay, most=2, taken=board)

    def _pick_board(self) -> None:
        hole, board, lay = self.spot.hole, self.spot.line.board, self._lay_board
        pick_cards(self.app, "odds.pick.board", "expert.board_note", board, lay, most=5, taken=hole)

    def _move(self, name: str) -> None:
        self.set(self.spot.after(self.spot.choices()[name]))

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Return three columns.

        A smaller window has two columns above the rules, and a narrow window has a single column.
        """
        known = self.read.value
        self._rules.show(known, self.found.value)
        least = WIDEST_GRID if window.narrow else SMALL_GRID if window.small else MIN_GRID
        own = [self.reload.button] if self._is_own() else []
        buttons = [self.copy.button, *own, self.sit.button]
        trouble = next((asked.problem for asked in self.questions if asked.problem), "")
        description = known.description if known is not None else ""
        expert = expert_panels.expert(self._choice, buttons, self._expert, description, trouble)
        spot = self._spot_panel()
        fired = expert_panels.answer(self.spot, self.found.fresh, self._rules.rules)
        grid = expert_panels.grid(
            self._grid, self.spot, self.found.value, least, 16.0 if window.small else 0.0
        )
        rules = expert_panels.rules(self._rules, known.problems if known is not None else ())
        if window.narrow:
            heights = (EXPERT + MORE, SPOT + MORE, ANSWER + MORE)
            above = [box.sized(fixed(high)) for box, high in zip((expert, spot, fired), heights, strict=True)]
            return Column(*above, grid, rules.sized(natural(least=RULES)), gap=GAP)
        left = Column(expert.sized(fixed(EXPERT)), spot.sized(grow(least=SPOT)), gap=GAP)
        middle = Column(fired.sized(fixed(ANSWER)), grid.sized(grow()), gap=GAP)
        left.sized(share(0.42, most=LEFT))
        if window.small:
            both = Row(left, middle.sized(grow()), gap=GAP)
            return Column(both, rules.sized(natural(least=RULES)), gap=GAP)
        return Row(left, middle.sized(grow(48, most=WIDEST_MIDDLE)), rules.sized(grow(52)), gap=GAP)

    def _spot_panel(self) -> Box:
        line = self.spot.line
        self._hole.cards, self._board.cards = self.spot.hole, line.board
        self._board.veiled = range(len(line.dealt_board), len(line.board))
        for name, choice in self.spot.choices().items():
            exactly, button = action_name(line.betting, choice), self._moves[name]
            button.label = exactly if name == "call" else text(f"expert.sizes.{name}")
            button.tooltip = "" if name == "call" else exactly
        moves = [self._moves[name] for name in self.spot.choices()]
        acts = [one.button for one in (self.take_back, self.new_hand, self.ahead)]
        return expert_panels.spot(self.spot, self._hole, self._board, moves, acts)

    # ---- actions --------------------------------------------------------------------------------------------
    @action("e", hinted=False)
    def next_expert(self) -> None:
        self._choice.step(1)

    @action(*"12345", cap="1 – 5", hinted=False)
    def move(self, index: int) -> Button | bool:
        names = list(self.spot.choices())
        return self._moves[names[index]] if index < len(names) else False

    @action("backspace", control="take-back", kind="outline", style="label", capped=False, hinted=False)
    def take_back(self) -> None:
        self.set(self.spot.before())

    @take_back.reason
    def _why_not_back(self) -> str:
        return "" if self.spot.line.actions else text("expert.nothing_back")

    @action("x", kind="outline", style="label", capped=False, hinted=False)
    def new_hand(self) -> None:
        self.set(self.spot.at_start())

    @action("h", "b", cap="H, B", hinted=False)
    def cards(self, index: int) -> None:
        self.controls.focus(("hand", "board")[index])

    type_card = control_keys("A K … s h", hinted=False)

    @action("c", style="label_b", hinted=False)
    def copy(self) -> None:
        self._copy_query.ask(CopyExpert(self._choice.chosen))

    @action("r", style="label_b", hinted=False)
    def reload(self) -> None:
        self._read_rules()

    @reload.when
    def _is_own(self) -> bool:
        return self._expert is not None and self._expert.own

    @action("p", control="sit-down", kind="primary", style="label_b", hinted=False)
    def sit(self) -> None:
        """Open the page New game with this expert as the opponent."""
        if self._expert is not None:
            self.app.refresh_agents()
            self.app.open("new_game", games.HOLDEM, self._expert.agent)

    @sit.reason
    def _why_not_sit(self) -> str:
        known = self.read.value
        if known is None:
            return text("expert.reading")
        return text("expert.broken") if known.problems else ""

    @action("a", kind="outline", style="label", capped=False, hinted=False)
    def ahead(self) -> None:
        """Open the page of the search with this spot."""
        info, agents = self.spot.info, searchers(self.app.agents)
        if info is None or not agents:
            self.app.say(text("expert.give_hand" if agents else "expert.no_search"))
            return
        names = tuple(capitalize(text(f"expert.who.{who}")) for who in ("big_blind", "button"))
        amounts = Amounts(True, info.rules.big_blind)
        found = SearchSpot(info, agents[-1], (names[0], names[1]), amounts, "")
        self.app.open("search", found)
