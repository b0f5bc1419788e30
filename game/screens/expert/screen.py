"""The experts of Hold'em: their rules to be read, a spot to be asked about, and a copy to be edited.

The page shows one expert's rules in the order in which they are tried, and for a spot that one puts together what
it does with every hand, and which rule fired. A copy lies in the user's folder, is edited in any text editor, and
read again on demand; what is wrong with it is said here, rule by rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from game.match.betting_line import Line
from game.rules import games
from game.rules.cards import Card, hand_class, names, parse
from game.screens.expert import panels
from game.screens.expert.answers import ShownExpert, ShownRules, ShownSpot
from game.screens.expert.layout import Places, places
from game.screens.expert.rule_list import RuleList
from game.screens.expert.spot import Spot
from game.screens.expert.words import action_name
from game.screens.input import Key, Pointer, Wheel
from game.screens.long_page import LongPage
from game.screens.new_game import NewGame
from game.screens.odds.head import EXPERT_PAGE, odds_head
from game.screens.odds.picker import CardPicker
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.requests import Requests
from game.screens.texts import text
from game.screens.views.action_looks import inks_of
from game.screens.views.mix_grid import MixGrid, MixPicture
from game.screens.widgets.button import Button
from game.screens.widgets.card_slots import CardSlots
from game.screens.widgets.choice import Option
from game.screens.widgets.cycle import Cycle
from game.screens.widgets.widget import Rect, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

ABOVE = 4.0
FIRST_EXPERT = "sound"
FIRST_SPOT = Spot(parse("AhKd"), Line(actions=(250, 1, 1), board=parse("Kh8c4s2d9h")))
MOVES = ("call", "third", "half", "pot", "double")
OWN_MARK = "my-"


class ExpertScreen(LongPage):
    """The page, on a spot; `turn` opens another page of the head in its place."""

    name: ClassVar[str] = "expert"
    _head: PagedHead

    def __init__(self, app: App, turn: Callable[[str], None], spot: Spot = FIRST_SPOT) -> None:
        super().__init__(app)
        self._turn = turn
        self._head = odds_head(app, EXPERT_PAGE, self.escape, self._turn_page)
        self._requests = Requests(app)
        self._places: Places | None = None
        self._experts: list[ShownExpert] = []
        self._known: ShownRules | None = None
        self._answer: ShownSpot | None = None
        self._stale = False
        self._trouble = ""
        self.spot = spot
        self._choice = Cycle("expert", text("expert.whose"), (), FIRST_EXPERT, self._choose)
        self._copy = Button("copy", text("expert.copy"), self._make_copy, style="label_b", keycap="C")
        self._reload = Button("reload", text("expert.reload"), self._read_rules, style="label_b", keycap="R")
        self._sit = Button("sit-down", text("expert.sit"), self._sit_down, kind="primary", keycap="P")
        self._sit.style = "label_b"
        self._hole = CardSlots("hand", text("expert.hand"), 2, self._lay_hand, self._pick_hand)
        self._board = CardSlots("board", text("expert.board"), 5, self._lay_board, self._pick_board)
        self._moves = {name: Button(name, "", self._move(name), style="label") for name in MOVES}
        self._back = Button("take-back", text("expert.back"), self._take_back, kind="outline", style="label")
        self._clear = Button("new-hand", text("expert.new"), self._new_hand, kind="outline", style="label")
        self._grid = MixGrid("grid", text("expert.grid.label"), text("expert.grid.absent"))
        self._rules = RuleList(self._note)
        self.controls.focus("expert")
        self._follow_spot()

    # ---- what is asked --------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask for the experts, the rules and the spot again: a file may have been edited."""
        self._requests.drop_all()
        self._requests.ask("experts", {}, self._take_experts)
        self._read_rules()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()

    def receive(self, answer: Answer) -> None:
        """Take what the other process tells."""
        self._requests.take(answer)

    def _read_rules(self) -> None:
        self._requests.ask("expert_rules", {"rules": self._choice.chosen}, self._take_rules)

    def _ask_spot(self) -> None:
        """Ask what is done in the spot, once all of its board lies there and the rules can be used."""
        self._stale = True
        if self.spot.line.missing:
            self._answer, self._grid.picture = None, MixPicture()
            self._rules.mark({}, None)
        if not self.spot.line.missing and self._known is not None and not self._known.problems:
            payload = {"rules": self._choice.chosen, **self.spot.payload()}
            asked = self.spot
            self._requests.ask(
                "expert_spot", payload, lambda found, said: self._take_spot(asked, found, said)
            )
        self.relayout()

    def _take_experts(self, found: Any, sentence: str) -> None:
        self._trouble = sentence
        self._experts = [ShownExpert(**one) for one in found or ()]
        self._choice.options = tuple(Option(one.rules, panels.expert_name(one)) for one in self._experts)
        self.relayout()

    def _take_rules(self, found: Any, sentence: str) -> None:
        self._trouble = sentence
        if found is not None:
            self._known, self._answer = ShownRules.of(found), None
            self._grid.picture = MixPicture()
            self._rules.take(self._known.rules)
            self._rules.mark({}, None)
            self._ask_spot()
        self.relayout()

    def _take_spot(self, asked: Spot, found: Any, sentence: str) -> None:
        if asked != self.spot:
            return
        self._trouble = sentence
        if found is not None:
            self._answer, self._stale = ShownSpot.of(found), False
            hand = self._answer.hand
            self._rules.mark(self._answer.fired, hand.rule if hand is not None else None)
            self._show_answer(self._answer)
        self.relayout()

    def _show_answer(self, answer: ShownSpot) -> None:
        betting, actions = self.spot.line.betting, answer.actions
        self._grid.picture = MixPicture(
            {name: [mix.get(action, 0.0) for action in actions] for name, mix in answer.classes.items()},
            [action_name(betting, action) for action in actions],
            inks_of(betting, actions),
            hand_class(self.spot.hole) if len(self.spot.hole) == 2 else "",
        )

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def _expert(self) -> ShownExpert | None:
        return next((one for one in self._experts if one.rules == self._choice.chosen), None)

    def _choose(self, rules: str) -> None:
        self._known, self._answer = None, None
        self._rules.take(())
        self._read_rules()
        self.relayout()

    def _make_copy(self) -> None:
        self._requests.ask("expert_copy", {"rules": self._choice.chosen}, self._take_copy)

    def _take_copy(self, found: Any, sentence: str) -> None:
        self._trouble = sentence
        if found is not None:
            self.app.refresh_agents()
            self.app.say(text("expert.copied", path=found["path"]))
            self._choice.chosen = found["rules"]
            self.enter()

    def _sit_down(self) -> None:
        """Open the new game with this expert across the table."""
        if self._expert is not None and self._sit.enabled:
            self.app.refresh_agents()
            screen = NewGame(self.app, games.HOLDEM)
            screen.choose(agent=self._expert.agent)
            self.app.go(screen)

    def _set(self, spot: Spot) -> None:
        self.spot = spot
        self._follow_spot()
        self._ask_spot()

    def _follow_spot(self) -> None:
        """Show the spot in its controls."""
        line = self.spot.line
        self._hole.cards, self._board.cards = self.spot.hole, line.board
        self._board.veiled = range(len(line.shown), len(line.board))
        choices = {} if line.missing else self.spot.choices()
        for name, button in self._moves.items():
            button.visible = name in choices
            if name in choices:
                exactly = action_name(line.betting, choices[name])
                button.label = exactly if name == "call" else text(f"expert.sizes.{name}")
                button.tooltip = "" if name == "call" else exactly
        self._back.disabled = "" if line.actions else text("expert.nothing_back")

    def _lay_hand(self, cards: Sequence[Card]) -> None:
        self._set(replace(self.spot, hole=tuple(cards)))

    def _lay_board(self, cards: Sequence[Card]) -> None:
        self._set(replace(self.spot, line=replace(self.spot.line, board=tuple(cards))))

    def _pick_hand(self) -> None:
        title, note = text("expert.pick_hand"), text("odds.picker.hand")
        held, laid = self.spot.hole, self.spot.line.board
        self.app.overlay(CardPicker(self.app, title, held, laid, most=2, note=note, choose=self._lay_hand))

    def _pick_board(self) -> None:
        title, note = text("odds.pick.board"), text("expert.board_note")
        held, laid = self.spot.hole, self.spot.line.board
        self.app.overlay(CardPicker(self.app, title, laid, held, most=5, note=note, choose=self._lay_board))

    def _move(self, name: str) -> Callable[[], None]:
        def act() -> None:
            action = {} if self.spot.line.missing else self.spot.choices()
            if name in action:
                self._set(self.spot.after(action[name]))

        return act

    def _take_back(self) -> None:
        if self.spot.line.actions:
            self._set(self.spot.before())

    def _new_hand(self) -> None:
        self._set(Spot(self.spot.hole, Line(board=self.spot.line.board)))

    def _turn_page(self, page: str) -> None:
        """Go back to the odds, and from there to the page that was chosen."""
        if page != EXPERT_PAGE:
            self.app.back()
            self._turn(page)

    def _note(self) -> None:
        self.dirty = True

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the panels, and the controls in them."""
        top = self._head.place(width, 16.0)
        above = top + ABOVE
        start = self.fit_below(top, places(width, height - above, above).height + ABOVE) + ABOVE
        self._places = p = places(width, height - above, start)
        broken = self._known is not None and bool(self._known.problems)
        self._reload.visible = self._expert is not None and self._expert.own
        self._sit.disabled = (
            text("expert.broken") if broken else "" if self._known else text("expert.reading")
        )
        panels.place_expert(p.expert, self._choice, [self._copy, self._reload, self._sit])
        moves = [button for button in self._moves.values() if button.visible]
        panels.place_spot(p.spot, self._hole, self._board, moves, [self._back, self._clear])
        self._grid.rect = panels.grid_rect(self.app.pen, p.grid)
        self._rules.place(self.app.pen, p.rules)
        self._rules.rows.visible = not broken
        page = [self._choice, self._copy, self._reload, self._sit, self._hole, self._board]
        self.place_below(
            [*page, *self._moves.values(), self._back, self._clear, self._grid, self._rules.rows]
        )

    def panels(self) -> Sequence[Rect]:
        """The grounds of all panels."""
        return self._places.panels if self._places is not None else ()

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw_page(self, pen: Pen) -> None:
        """Draw what stands in the panels."""
        if (p := self._places) is None:
            return
        description = self._known.description if self._known is not None else ""
        panels.draw_expert(pen, p.expert, self._expert, description, self._trouble)
        panels.draw_spot(pen, p.spot, self.spot)
        panels.draw_answer(pen, p.answer, self.spot, None if self._stale else self._answer, self._rules.rules)
        panels.draw_grid(pen, p.grid, self._grid, self._answer, self.spot)
        self._rules.draw(pen, p.rules)
        if self._known is not None and self._known.problems:
            panels.draw_problems(pen, p.rules, self._known.problems)

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "expert"

    def key(self, event: Key) -> bool:
        """Numbers act in the spot, Backspace takes back; the letters do what the buttons say."""
        if event.repeat:
            return False
        if event.ctrl:
            return self._head.open_page(event)
        moves = [button for button in self._moves.values() if button.visible]
        acts: dict[str, Callable[[], None]] = {
            str(place): button.act for place, button in enumerate(moves, 1)
        }
        acts |= {"c": self._make_copy, "p": self._sit_down, "x": self._new_hand, "backspace": self._take_back}
        acts |= {"e": lambda: self._choice.step(1), "h": self._focus("hand"), "b": self._focus("board")}
        acts |= {"r": self._read_rules} if self._reload.visible else {}
        return acted(acts.get(event.name))

    def _focus(self, name: str) -> Callable[[], None]:
        return lambda: self.controls.focus(name)

    def turn(self, event: Wheel) -> bool:
        """The wheel moves the list of rules that it is over, or else the page."""
        return self._rules.rows.scroll.turn(event) or super().turn(event)

    def point(self, event: Pointer) -> bool:
        """The mouse may hold the bar of the list, or that of the page."""
        return self._rules.rows.scroll.point(event) or super().point(event)

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        answer = self._answer
        hand = answer.hand if answer is not None else None
        fired = self._rules.rules[hand.rule].name if hand is not None and self._rules.rules else None
        return {
            "rules": self._choice.chosen,
            "count": len(self._rules.rules),
            "problems": list(self._known.problems) if self._known is not None else [],
            "fired": None if self._stale else fired,
            "hand": names(self.spot.hole),
            "board": names(self.spot.line.shown),
            "betting": self.spot.line.betting.acpc,
        }
