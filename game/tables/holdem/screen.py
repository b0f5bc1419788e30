"""The table of Hold'em.

`view` shows the hand, `bar` the actions, and `side` the log, the coach and the review.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from game.core import Action
from game.match.session import Session
from game.rules import games
from game.rules.betting import CALL
from game.study.amounts import Written
from game.study.judgements import Grade
from game.tables.holdem.bar import HoldemBar, RunOutEquities, bet_words
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.coach import Advice
from game.tables.holdem.side import COACH, HAND, HoldemSide
from game.tables.holdem.view import HoldemView
from game.tables.narration import end_sentences
from game.tables.play import PlayScreen, auto_next_key, coach_key, note_key
from game.tables.spectator import AHEAD, has_look_ahead, look_ahead, solve_decision
from game.texts import join_list, join_sentences, text
from game.window.dialogs.dialog import MatchCard, MatchOutcome, Reply, nothing
from game.window.frame import table_frame
from game.window.frame.actions import ActionOwner, action
from game.window.frame.pages import page
from game.window.frame.screen import Screen, Services
from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.layout import Box
from game.window.ui.widgets import Act, holds
from game.window.views.poker_table import TablePicture


@page(games.HOLDEM)
class PlayHoldem(PlayScreen):
    """Heads-up no-limit Hold'em against an agent."""

    name: ClassVar[str] = "play-holdem"
    keys: ClassVar[str] = "holdem"
    other_groups: ClassVar[Mapping[str, str]] = dict.fromkeys(
        (
            "ask_coach",
            "look_ahead",
            "solve_decision",
            "undo",
            "redo",
            "show_log",
            "look_again",
            "step_or_speed",
        ),
        "thinking",
    )
    sizes: table_frame.Sizes = table_frame.Sizes(132, 108, (268, 320, 380), two_columns=True)
    view: HoldemView

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.panel = BetPanel(self, bet_words(self.view))
        self.panel.entry.entered = lambda: self.controls.focus("raise")
        self.side = HoldemSide(self, self.view, self.ask_coach, self.panel)
        self.bar = HoldemBar(self, self.view, self.panel, self.side.review)
        self.run_out = RunOutEquities(self, self.bar, self.side.review)
        self.parts = (self.side, *self.parts, self.bar, self.run_out)
        self.bar.on_change()

    # ---- actions of the person ------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        return self.teaching

    @property
    def _is_taught(self) -> bool:
        return self.teaching and self.phase == "yours"

    def hint(self, held: Action | None = None) -> None:
        """Open the coach."""
        if self._is_taught:
            self.side.coach.open(self.view.state.information_state(self.own_player), held)
            self.show_side()
            self.side.show(COACH)

    retry = PlayScreen.retry

    ask_coach = coach_key

    @action("a")
    def look_ahead(self) -> None:
        """Open the search page of the agent The Surveyor for this decision, if the table allows hints."""
        if self._is_taught:
            look_ahead(self)
        elif not self.teaching:
            self.refuse_hint()

    turn_auto_next, write_note = auto_next_key, note_key

    @action("v")
    def solve_decision(self) -> None:
        """Open the solver for this decision, if the table allows hints."""
        if self._is_taught:
            solve_decision(self)
        elif not self.teaching:
            self.refuse_hint()

    undo, redo, show_log = PlayScreen.undo, PlayScreen.redo, PlayScreen.show_log
    look_again, step_or_speed = PlayScreen.look_again, PlayScreen.step_or_speed

    def turn_to_log(self) -> None:
        self.side.show(HAND)

    @PlayScreen.go_on.override
    def go_on(self) -> None:
        """Show the next street of a run-out. Otherwise, do the same as `PlayScreen.go_on`."""
        if self.bar.runs_out:
            self.timeline.skip()
            self.dirty = True
        else:
            super().go_on()

    def rematch(self) -> None:
        seed = self.session.spec.seed + self.session.hand_number
        self.app.sit_down(replace(self.session.spec, seed=seed))

    @property
    def luck(self) -> Written:
        return self.side.session.luck(self.visit.first)

    def picture(self) -> TablePicture:
        """Return the picture of the table, with run-out equities and the opponent's words.

        If the person has folded and shown the cards, the picture includes these cards.
        """
        picture: TablePicture = super().picture()
        if (line := self.line) and self.timeline.animation_step is None:
            other, own = picture.seats
            picture = replace(picture, seats=(replace(other, note=line), own))
        if self.panel.shows_fold:
            theirs, cards = picture.hole
            picture = replace(picture, hole=(theirs, [replace(card, veiled=False) for card in cards]))
        return replace(picture, equities=self.run_out.texts)

    # ---- the end of a match ---------------------------------------------------------------------------------
    @property
    def closes_with_card(self) -> bool:
        return self.session.over or super().closes_with_card

    def closing_card(self) -> Screen:
        """Return the closing card of a finished match, or of a block of duplicate deals."""
        if not self.session.over:
            return super().closing_card()
        won = self.session.total(self.below) > 0
        winner = self.portrait(self.below if won else self.other_seat)
        title = text(f"holdem.match_card.{'won' if won else 'lost'}", name=winner.name)
        replies = (
            Reply("rematch", text("holdem.match_card.rematch"), self.rematch, "primary"),
            Reply("menu", text("holdem.match_card.menu"), self.stand_up),
            Reply("look", text("holdem.match_card.look"), nothing),
        )
        return MatchCard(self.app, MatchOutcome(winner.device, title, self.side.session.rows()), replies)

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def icons(self) -> tuple[str, ...]:
        """The names of the buttons of the header.

        Undo, hints and the search are only offered if the table allows hints.
        """
        if not self.teaching:
            return ("speed",)
        return ("undo", "redo", "hint", *((AHEAD,) if has_look_ahead(self) else ()), "speed")

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {"hint": self.ask_coach, AHEAD: self.look_ahead}

    @property
    def subtitle(self) -> str:
        return join_sentences(self.standing or self.level, self.view.words.subtitle())

    @property
    def spoken_change(self) -> str:
        """The label of the bet button (it changes with the amount), or the problem with the typed amount."""
        if self.phase != "yours" or self.controls.find("raise") is None:
            return ""
        return self.panel.problem or self.panel.bet.label

    @property
    def spoken_asides(self) -> tuple[str, ...]:
        """The texts that are spoken at every table, and the warning that an all-in needs a second press."""
        armed = self.panel.armed_action
        if armed is None:
            return super().spoken_asides
        pressed = self.panel.call if armed == CALL else self.panel.bet
        return *super().spoken_asides, join_list(pressed.label, text("holdem.press_again"))

    @property
    def advice(self) -> str:
        """The judgement in the open coach as sentences. Empty until the judgement is final.

        The voice leaves out the assumed ranges, which are the same in every hand.
        """
        found = self.side.coach.advice if self.phase == "yours" else None
        if found is None or found.awaited:
            return ""
        return end_sentences(found.headline(), found.theory(), found.held_cost(), found.why(), found.source())

    def first_focus(self) -> str:
        """Return the button that gets the first focus: check or call, else "next".

        A fold or an all-in never gets the first focus.
        """
        if self.bar.runs_out:
            return "run-out"
        return {"over": "next", "lost": "try-again"}.get(self.phase, "call")

    def compose_action_bar(self) -> Box:
        return self.tutor.compose(self.regions.action_bar) or self.bar.compose()

    def explain(self, grade: Grade) -> str:
        info = self.view.state.information_state(self.own_player)
        return Advice(self.view, info, grade.judgement).why_not(grade.action)

    def compose_sides(self) -> Sequence[Box]:
        return self.side.compose()

    def compose_foot(self) -> Box:
        return self.side.foot()

    def background_changed(self) -> None:
        self.relayout()

    # ---- keys, mouse and wheel ------------------------------------------------------------------------------
    def handle(self, event: Input) -> bool:
        """Handle an event. A key or a click cancels a pending all-in, unless it is the second press.

        During a run-out, a click on the table shows the next street.
        """
        armed_action, elsewhere = self.panel.armed_action, isinstance(event, Key)
        match event:
            case Pointer("down", x, y):
                if self.bar.runs_out and holds(self.regions.table, x, y):
                    self.go_on()
                    return True
                elsewhere = not self.panel.acts_at(x, y)
        used = super().handle(event)
        if elsewhere and self.panel.armed_action == armed_action:
            self.panel.disarm()
        return used

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return (*super().action_parts, self.panel)

    def turn(self, event: Wheel) -> bool:
        """Change the amount by one big blind per step of the wheel, over the table or the action bar."""
        areas = self.regions.table, self.regions.action_bar
        over_table = any(holds(area, event.x, event.y) for area in areas)
        if over_table and self.may_act and self.panel.words.can_raise:
            self.panel.step(round(event.steps))
            return True
        return super().turn(event)
