"""The Hold'em table: cards, chips that move, the bet panel, the hand log, the coach.

The screen joins a session to `holdem_story` (what moves), `bet_panel` (what can be done), `holdem_words` (what is
said) and the views (what is drawn).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import CHANCE, State
from game.match.session import Session, Step
from game.rules.betting import CALL
from game.rules.cards import name as card_name
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState
from game.screens.dialogs.match_card import MatchCard, MatchResult
from game.screens.dialogs.question import Reply, nothing
from game.screens.input import Input, Key, Pointer, Wheel
from game.screens.models.amounts import Amounts
from game.screens.models.preparation import STAMP
from game.screens.pen import Pen, Rect
from game.screens.tables.holdem.bet_panel import LARGE_STEP, BetPanel
from game.screens.tables.holdem.bet_sizes import MOST_SIZES
from game.screens.tables.holdem.dock import HoldemDock
from game.screens.tables.holdem.picture import HoldemEyes
from game.screens.tables.holdem.side import HoldemSide
from game.screens.tables.holdem.story import HandScene, resting_scene, story
from game.screens.tables.holdem.words import HandWords
from game.screens.tables.look_ahead import AHEAD, has_door, look_ahead
from game.screens.tables.play import AT_ONCE, PlayScreen
from game.screens.tables.playback import Beat
from game.screens.views import poker_table, regions
from game.screens.views.poker_table import TablePicture
from game.screens.widgets.widget import Act, Widget, holds

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services


CARD_SECONDS = 1.5  # for which the end of a match is seen without its card


class PlayHoldem(PlayScreen[HandScene]):
    """Heads-up no-limit Hold'em against an agent."""

    name: ClassVar[str] = "play-holdem"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(132, 108, (268, 320, 380), two_columns=True)

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.spots = poker_table.layout(self.regions.table)
        self.panel = BetPanel(self.texts, self.act, self.relayout)
        self.panel.entry.entered = lambda: self.controls.focus("raise")
        self.dock = HoldemDock(self)
        self.side = HoldemSide(self)
        self._ran_out, self._card_wait = False, 0.0
        self._open_panel()

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def state(self) -> HoldemState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def own_info(self) -> HoldemInformationState:
        """All that the person may know."""
        info = self.session.info(self.own_seat)
        assert isinstance(info, HoldemInformationState)
        return info

    @property
    def rules(self) -> HoldemRules:
        """Blinds and stacks of this hand."""
        return self.state.rules

    @property
    def amounts(self) -> Amounts:
        """How chips are written."""
        return Amounts(self.app.settings.amounts == "blinds", self.rules.big_blind)

    @property
    def words(self) -> HandWords:
        """How this hand is told."""
        name, steps = self.opponent.name, self.shown_steps
        return HandWords(self.texts, self.session, self.own_seat, name, self.amounts, steps)

    @property
    def icons(self) -> tuple[str, ...]:
        """Rewinding, hints and looking ahead are for teaching tables."""
        if not self.teaching:
            return ("speed",)
        ahead = (AHEAD,) if has_door(self) else ()
        return ("undo", "redo", "hint", *ahead, "speed")

    @property
    def subtitle(self) -> str:
        """Blinds, form of the game, deal of a duplicate match."""
        return self.words.subtitle()

    def first_state(self) -> State:
        """Return the state before the deal."""
        return HoldemState(self.rules)

    # ---- what people do -------------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        """Rewinding is for tables that teach."""
        return self.teaching

    def rewind_hand(self) -> None:
        """Go back to the first decision of this hand."""
        if not self.teaching:
            return
        while self.session.can_undo:
            self.session.undo()
        self._jump(lambda: None)

    def go_on(self) -> None:
        """Next street of a run-out, next hand; after the end of a match a rematch."""
        if self.runs_out:
            self.timeline.skip()
            self.dirty = True
        elif self.phase == "over" and self.session.over:
            self.rematch()
        else:
            super().go_on()

    def rematch(self) -> None:
        """Play another match of the same kind."""
        seed = self.session.spec.seed + self.session.hand_number
        self.app.sit_down(replace(self.session.spec, seed=seed))

    def hint(self) -> None:
        """Open the coach; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            self.side.coach.open(self.own_info)
            self.show_side()
            self.side.show("coach")

    def look_ahead(self) -> None:
        """Open the search of one's own decision; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours" and has_door(self):
            names = {self.own_seat: self.texts("seats.you"), self.other_seat: self.opponent.name}
            look_ahead(self, (names[0], names[1]))

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {AHEAD: self.look_ahead}

    def show_log(self) -> None:
        """L: open the log, in its drawer or on its tab."""
        if self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.side.show("hand")

    def changed(self) -> None:
        """Close the coach, and take the new decision into the panel."""
        self.side.close_coach()
        self._open_panel()

    def _open_panel(self) -> None:
        self.panel.open(self.state.betting, self.amounts)

    # ---- the end of a hand ----------------------------------------------------------------------------------
    @property
    def runs_out(self) -> bool:
        """Whether nobody can act any more, all chips being in, and the end is still being shown."""
        beat = self.timeline.beat
        return beat is not None and beat.scene.state.betting.is_all_in

    @property
    def is_all_in(self) -> bool:
        """Whether the person has put in all chips, and has nothing more to decide in this hand."""
        return not self.state.is_terminal() and not self.state.stacks_left[self.own_player]

    def update(self, dt: float) -> bool:
        """Ask for equities once the hand is over, and close a match with its card."""
        self.side.review.follow()
        moving = super().update(dt)
        if self.runs_out != self._ran_out:
            self._ran_out = self.runs_out
            self.relayout()
            if self._ran_out:
                self.controls.focus(self.first_focus())
        if self._card_wait <= 0:
            return moving
        self._card_wait -= dt * (self.app.settings.pace or AT_ONCE)
        if self._card_wait <= 0 and self.phase == "over":
            self.app.overlay(self._match_card())
        return True

    def phase_begins(self, phase: str) -> None:
        """Show a hand that is over from its beginning; let the end of a match be seen before its card covers it."""
        if phase == "over":
            self.side_scroll.offset = 0.0
        self._card_wait = CARD_SECONDS if phase == "over" and self.session.over else 0.0
        super().phase_begins(phase)

    def _match_card(self) -> MatchCard:
        words = self.texts
        won = self.session.total(self.own_seat) > 0
        winner = self.portrait_of(self.own_seat if won else self.other_seat)
        title = words("holdem.match_card.won" if won else "holdem.match_card.lost", name=winner.name)
        replies = (
            Reply("rematch", words("holdem.match_card.rematch"), self.rematch, "primary"),
            Reply("menu", words("holdem.match_card.menu"), self.stand_up),
            Reply("look", words("holdem.match_card.look"), nothing),
        )
        return MatchCard(self.app, MatchResult(winner.device, title, self.side.session.rows()), replies)

    # ---- how it moves ---------------------------------------------------------------------------------------
    def story(self, before: State, step: Step) -> Sequence[Beat[HandScene]]:
        """Return the beats of a step; after an opponent's bet the buttons wait a moment."""
        assert isinstance(before, HoldemState)
        if step.player not in (CHANCE, self.own_player) and step.action > CALL:
            self.guard()
        return story(before, step, self.own_player, pauses=True)

    def picture(self) -> TablePicture:
        """Return what lies on the table now."""
        beat = self.timeline.beat
        portraits = (self.portrait_of(self.own_seat), self.portrait_of(self.other_seat))
        in_words = self.app.settings.hand_in_words
        eyes = HoldemEyes(self.own_player, self.words, self.amounts, portraits, in_words)
        scene = beat.scene if beat is not None else resting_scene(self.state)
        return eyes.picture(scene, self.timeline.share, resting=beat is None)

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call, then the next hand; never fold, never all-in."""
        if self.runs_out:
            return "run-out"
        return {"over": "next", "lost": "try-again"}.get(self.phase, "call")

    def arrange(self) -> list[Widget]:
        """Place the dock for what the table waits for."""
        self.spots = poker_table.layout(self.regions.table)
        return self.dock.arrange()

    def side_needs(self) -> float:
        """Return what the column needs: the log, the dice, the coach."""
        return self.side.needs()

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the tabs and the hint."""
        return self.side.arrange(areas)

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, table and panels."""
        pen.room()
        poker_table.draw_ground(pen, self.spots)
        pen.panel(self.regions.dock)
        if not self.regions.has_drawer:
            for side in self.regions.sides:
                pen.panel(side)

    def draw_table(self, pen: Pen) -> None:
        """Draw cards, chips and seats."""
        poker_table.draw(pen, self.spots, self.picture())

    def draw_dock(self, pen: Pen) -> None:
        """Draw the words of the dock, and the side column that does not scroll."""
        self.dock.draw(pen)
        self.side.draw_second_column(pen)

    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw log, dice and coach as the window allows."""
        self.side.draw(pen, areas)

    # ---- keys, wheel and tests ------------------------------------------------------------------------------
    def handle(self, event: Input) -> bool:
        """Take an event; what was pressed once is forgotten by everything but the second press."""
        if self.runs_out and self._clicks_table(event):
            self.go_on()
            return True
        armed = self.panel.armed
        used = super().handle(event)
        elsewhere = isinstance(event, Key) or (
            isinstance(event, Pointer) and event.action == "down" and not self.panel.acts_at(event.x, event.y)
        )
        if elsewhere and self.panel.armed == armed:
            self.panel.disarm()
        return used

    def _clicks_table(self, event: Input) -> bool:
        if not isinstance(event, Pointer) or event.action != "down":
            return False
        return holds(self.regions.table, event.x, event.y)

    def key(self, event: Key) -> bool:
        """Take the keys of the bet panel beside those of all tables; only the amount follows a held key."""
        if event.ctrl:
            return super().key(event)
        if event.name in ("up", "down") and self.may_act:
            blinds = LARGE_STEP if event.shift else 1
            self.panel.step(blinds if event.name == "up" else -blinds)
            return True
        if event.repeat:
            return False
        return self._act_key(event) or self._other_key(event)

    def _act_key(self, event: Key) -> bool:
        """F C R act, 1 to 5 choose a size (5 is always all-in); while it is not your move they do nothing."""
        acts: dict[str, Act] = {"f": self.panel.fold, "c": self.panel.call, "r": self.panel.bet}
        for place in range(MOST_SIZES):
            acts[str(place + 1)] = partial(self.panel.choose_size, place)
        act = acts.get(event.name) or acts.get(event.text)
        if act is not None and self.may_act:
            act()
        return act is not None

    def _other_key(self, event: Key) -> bool:
        helps: dict[str, Act] = {"h": self.hint, "a": self.look_ahead}
        if event.name in helps:
            helps[event.name]()
            return True
        return super().key(event)

    def turn(self, event: Wheel) -> bool:
        """The wheel over the table changes the amount by one big blind."""
        over_table = holds(self.regions.table, event.x, event.y) or holds(self.regions.dock, event.x, event.y)
        if over_table and self.may_act and self.panel.can_raise:
            self.panel.step(round(event.steps))
            return True
        return super().turn(event)

    def trace(self) -> dict[str, Any]:
        """Add what the person may know of the hand."""
        state, betting = self.state, self.state.betting
        return {
            **super().trace(),
            "own_cards": [card_name(card) for card in state.hole[self.own_player]],
            "board": [card_name(card) for card in state.board],
            "pot": betting.pot,
            "to_call": betting.to_call,
            "stacks": list(self.session.stacks),
            "raise_to": self.panel.raise_to,
            "min_raise_to": betting.min_raise_to,
            "max_raise_to": betting.max_raise_to,
            "problem": self.panel.problem,
            "asks_again": self.panel.armed is not None,
            "hint": self.side.coach.is_open,
        }

    def receive(self, answer: Answer) -> None:
        """Give an answer to whom asked; an open coach says how long it is still being set up."""
        super().receive(answer)
        self.dirty |= answer.match == STAMP and self.side.coach.is_open

    def advice_payload(self, info: HoldemInformationState) -> Mapping[str, Any]:
        """Return what names this decision to the worker."""
        return {"game": self.game, "blinds": self.session.spec.blinds, "info": info}
