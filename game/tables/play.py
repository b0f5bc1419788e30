"""The table at which a person plays, for every game.

People act by keys and mouse. Agents decide in the worker process, and their decisions are shown at the pace
of the settings.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

from game.agent_entries import AgentEntry
from game.archive import hands
from game.core import Action, Player, Seat
from game.match.series import find_pass
from game.match.session import Session, Step
from game.needs import need_of_replay
from game.rules import games
from game.study.amounts import Written, signed_chips
from game.study.judgements import Grade
from game.study.opponents import Portrait, load_entry, seated_stage
from game.study.play import AgentKey
from game.study.words import format_best
from game.tables.duplicate import block_card, deal_comes_again, deal_result_note, standing_note
from game.tables.parts import HandGrades, Person, PersonsPace
from game.tables.record import LadderWatch, SessionRecord, next_level, sit_down_at
from game.tables.replay import Replay
from game.tables.screen import TableScreen
from game.tables.tutor import Tutor
from game.tables.visit import AutoNext, OpponentNote, Visit, spoken_line
from game.texts import join_sentences, text
from game.window.dialogs.dialog import nothing
from game.window.frame.actions import ActionOwner, action
from game.window.frame.screen import Screen, Services
from game.window.frame.spoken import end_sentence
from game.window.ui.input import Input, Key, Pointer
from game.window.ui.widgets import Act, Widget
from game.window.ui.widgets.button import MoveButton


class PlayScreen(TableScreen):
    """A table at which a person plays."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session, 0 if session.is_person(0) else 1)
        self.pace = PersonsPace(self, self.thinking)
        self.person = Person(self, self.pace)
        self.tutor = Tutor(self)
        self.record = SessionRecord(self)
        self.grades = HandGrades(self, self.below)
        self.ladder = LadderWatch(app, session)
        self.auto_next = AutoNext(self)
        self.visit = Visit(self, self.grades)
        self.parts = (
            self.person,
            self.pace,
            self.tutor,
            self.record,
            self.grades,
            self.ladder,
            self.visit,
            self.auto_next,
            self.narration,
        )

    # ---- players --------------------------------------------------------------------------------------------
    @property
    def other_seat(self) -> Seat:
        return 1 - self.below

    @property
    def own_player(self) -> Player:
        """The role of the person in this hand, as the rules number the players."""
        return self.session.get_player(self.below)

    @property
    def opponent(self) -> Portrait:
        return self.portrait(self.other_seat)

    @property
    def entry(self) -> AgentEntry | None:
        name = self.session.spec.seats[self.other_seat]
        return next((entry for entry in self.agents if entry.name == name), None) or load_entry(name)

    @property
    def known_opponent(self) -> AgentKey | None:
        return self.known_agent(self.other_seat)

    @property
    def teaching(self) -> bool:
        return self.session.spec.teaching

    @property
    def level(self) -> str:
        """The opponent's stage of training, and its thinking time per decision, in a few words."""
        entry, think = self.entry, self.session.spec.think
        stage = seated_stage(entry) if entry is not None else ""
        said = [text("table.level.stage", name=self.opponent.name, stage=stage)] if stage else []
        if think is not None and self.solves(self.other_seat):
            said.append(text("table.level.thinks", seconds=f"{think:g}"))
        return join_sentences(*said)

    @property
    def standing(self) -> str:
        """A text about the chips by which the person is ahead in the duplicate deals so far, or ""."""
        results, spec = self.record.shown_results, self.session.spec
        return standing_note(spec, results, self.below, in_blinds=self.in_blinds)

    def shown_total(self, seat: Seat) -> float:
        return sum(result.returns[seat] for result in self.record.shown_results)

    # ---- the phase ------------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """The phase of the table: "moving", "yours", "theirs", "over" or "lost"."""
        if self.timeline.animation_step is not None:
            return "moving"
        if self.session.hand_over:
            return "over"
        if self.thinking.failed:
            return "lost"
        seat = self.session.seat_to_act
        return "yours" if seat is not None and self.session.is_person(seat) else "theirs"

    @property
    def may_act(self) -> bool:
        waits = self.person.is_guarded or self.tutor.is_looking or self.tutor.warning is not None
        return self.phase == "yours" and not waits

    @property
    def trouble(self) -> tuple[str, str]:
        """Two texts: that the opponent has left, and that the game is saved.

        The second text also has the reason why the opponent has left, if the reason is known.
        """
        kept = f"{text('table.kept')} {self.thinking.reason}".rstrip()
        return text("table.left", name=self.opponent.name), kept

    @property
    def is_graded(self) -> bool:
        return True

    @property
    def steps_to_grade(self) -> Sequence[Step] | None:
        """The steps whose decisions are graded. None while an opponent with a time limit is thinking."""
        if self.phase == "theirs" and self.solves(self.other_seat):
            return None
        return self.session.steps if self.is_graded else ()

    # ---- actions of the person ------------------------------------------------------------------------------
    def act(self, action: Action) -> None:
        """Play an action of the person to act. An action that comes too early or too late is ignored.

        If the tutor has stopped a move, announce the possible answers to the tutor.
        """
        if self.tutor.warning is not None:
            self.app.say(self.tutor.answers)
        if not self.may_act or action not in self.session.state.legal_actions():
            return
        if not self.tutor.consider(action):
            self.play(action)

    def play(self, action: Action) -> None:
        self.drawer_open = False
        self.apply(action)

    def hint(self, held: Action | None = None) -> None:
        """Show the best action, and an action that the tutor has stopped, if the table allows hints."""

    def refuse_hint(self) -> None:
        self.app.say(text("table.no_hints"))

    def why_no_hint(self) -> str:
        return "" if self.phase == "yours" else text("table.not_your_move")

    def explain(self, grade: Grade) -> str:
        return ""

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return (self.tutor,)

    def escape(self) -> None:
        """Close the tutor's warning or the drawer. If neither is open, leave the table."""
        if self.tutor.warning is not None:
            self.tutor.think_again()
        else:
            super().escape()

    def next_hand(self) -> None:
        """Deal the next hand.

        If the opponent is adaptive and its level has changed, continue against the new level.
        """
        if self.session.hand_over and not self.session.over and self.timeline.animation_step is None:
            if (spec := next_level(self.app, self.session, self.other_seat)) is not None:
                self.app.saves.forget(self.session)
                sit_down_at(self.app, spec, self.other_seat)
                return
            self.session.next_hand()
            self.after_change()
            self.show_steps(0)
            self.get_ready()

    @action("space")
    def go_on(self) -> None:
        """Continue the game: do what the phase of the table waits for.

        The action ends an animation, lets an agent act, calls back an agent that has left, deals the next hand, or
        shows the result of a match or a block of deals. It never makes a move of the person.
        """
        if self.phase == "moving":
            self.timeline.finish()
            self.dirty = True
        elif self.phase == "over" and self.closes_with_card:
            self.visit.told_hand = self.session.hand_number
            self.app.overlay(self.closing_card())
        elif self.phase == "over":
            self.next_hand()
        elif self.phase == "lost":
            self.call_back()
        elif self.pace.waits_for_step:
            self.pace.grant_step()
        else:
            self.hurry()

    # ---- undo and redo --------------------------------------------------------------------------------------
    @property
    @abstractmethod
    def may_take_back(self) -> bool: ...

    @action("z", "ctrl z", cap="Z or Ctrl Z")
    def undo(self) -> None:
        """Go back to the last decision of a person, if the table allows it."""
        if not self.may_take_back:
            self.app.say(text("table.too_late_to_undo"))
        elif self.session.can_undo:
            self._jump(self.session.undo)

    @action("y", "ctrl y", "ctrl shift z", "ctrl shift y", cap="Y or Ctrl Y")
    def redo(self) -> None:
        """Redo the moves that were undone.

        These moves may bet chips, so the protection against hasty clicks applies.
        """
        if self.session.can_redo and self.may_take_back and not self.person.is_guarded:
            self._jump(self.session.redo)

    def rewind(self, index: int = 0) -> None:
        """Go back to the step `index`, or by default to the first decision of a person in this hand."""
        while self.session.can_undo and len(self.session.steps) > index:
            self.session.undo()
        self._jump(nothing)

    @property
    def can_retry(self) -> bool:
        return self.phase == "over" and self.may_take_back and self.grades.costliest() is not None

    @action("t", style="label_b")
    def retry(self) -> None:
        """Go back to the decision with the most costly mistake."""
        worst = self.grades.costliest()
        if self.can_retry and worst is not None:
            self.drawer_open = False
            self.rewind(worst)

    def _jump(self, change: Act) -> None:
        """Change the session and show the new position at once."""
        change()
        self.timeline.finish()
        self.after_change()
        self.person.guard()
        self.say_history()
        self.tell_turn()

    # ---- the end of a hand ----------------------------------------------------------------------------------
    @property
    def next_label(self) -> str:
        """The label of the button that leads on from a finished hand."""
        return text("table.see_result" if self.closes_with_card else "table.next_hand")

    @property
    def closes_with_card(self) -> bool:
        spec = self.session.spec
        return spec.duplicate and find_pass(spec, self.session.hand_number).ends_block

    def closing_card(self) -> Screen:
        deal, leave = self.next_hand, self.stand_up
        return block_card(self.app, self.session, self.below, self.opponent, go_on=deal, leave=leave)

    @property
    def stays_closed(self) -> bool:
        return deal_comes_again(self.session)

    @property
    def result_note(self) -> str:
        """The sentence below the result, or "".

        At a duplicate table, the sentence is `deal_result_note`. If the hand or the game was undone after its end,
        the sentence says that the first result counts.
        """
        session = self.session
        if not session.is_played_again:
            return deal_result_note(session, self.below, self.opponent.name, in_blinds=self.in_blinds)
        if self.game == games.TIC_TAC_TOE:
            return text("table.played_again.game")
        first = signed_chips(session.spec, session.results[-1].returns[self.below], in_blinds=self.in_blinds)
        return text("table.played_again.hand", amount=first)

    @property
    def _can_look_again(self) -> bool:
        """Whether the finished hand can be replayed: its cards may be seen, and the seed reproduces it."""
        dealt = self.session.laid_hand != self.session.hand_number
        return self.phase == "over" and dealt and not self.stays_closed

    @action("g")
    def look_again(self) -> None:
        """Replay the hand that has ended, step by step."""
        if self._can_look_again:
            hand = hands.of(self.session, time.time())
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand)))

    # ---- coming and leaving ---------------------------------------------------------------------------------
    def enter(self) -> None:
        """When the table opens, animate the deal of a new hand, but show a hand in progress at once."""
        self.person.guard()
        self.relayout()
        if not self._phase:
            self.ladder.begin()
            self.get_ready()
        if not self._phase and all(step.player < 0 for step in self.session.steps):
            self.record.keep()
            self.show_steps(0)

    def leave(self) -> None:
        self.app.models.judgements.leave()

    def leave_table(self) -> None:
        """Leave the table. Ask first if the hand in play could not be saved."""
        if self.session.hand_in_play and self.app.saves.is_unwritten(self.session):
            unit = "game" if self.game == games.TIC_TAC_TOE else "hand"
            self.ask_to_leave("table.leave", text(f"table.leave.{unit}"), self.stand_up)
        else:
            self.stand_up()

    @property
    def luck(self) -> Written:
        return ()

    def stand_up(self) -> None:
        """Save the game, go back, and show a summary of the visit.

        If a rung of the ladder was beaten, a dialog first proposes the next rung.
        """
        self.record.keep()
        summary = self.visit.card(self.app, self.luck)
        super().stand_up()
        if summary is not None:
            self.app.overlay(summary)
        self.ladder.propose()

    # ---- talk and notes -------------------------------------------------------------------------------------
    @property
    def line(self) -> str:
        """The opponent's comment after this hand, in quotation marks. Usually there is none, and the text is ""."""
        if self.phase != "over" or not self.app.settings.talk:
            return ""
        said = spoken_line(self.session, self.entry, self.session.state.returns()[self.own_player])
        return text("talk.said", words=said) if said else ""

    @property
    def opponent_family(self) -> str:
        """The name under which notes on the opponent are stored, the same at every stage of training."""
        entry = self.entry
        return self.session.spec.seats[self.other_seat] if entry is None else entry.family or entry.name

    @property
    def note(self) -> str:
        return self.app.saves.note_on(self.game, self.opponent_family)

    def handle(self, event: Input) -> bool:
        """Handle an event.

        If the person presses a key or a mouse button after a hand, the next hand is not dealt automatically.
        """
        if isinstance(event, Key) or (isinstance(event, Pointer) and event.action == "down"):
            self.auto_next.hold()
        return super().handle(event)

    def toggle_drawer(self) -> None:
        super().toggle_drawer()
        self.person.guard()

    @action("s")
    def step_or_speed(self) -> None:
        (self.pace.grant_step if self.pace.waits_for_step else self.pace.next_speed)()

    # ---- what is said aloud ---------------------------------------------------------------------------------
    def tell_turn(self) -> None:
        self.narration.tell_turn()

    @property
    def spoken_note(self) -> str:
        """The note on the result, the opponent's comment, and the key that leads on."""
        key = self.go_on.cap
        more = text("speech.table.next", key=key)
        if self.closes_with_card:
            more = text("speech.table.offer", label=self.next_label, key=key)
        return join_sentences(self.result_note, self.line, more)

    @property
    def spoken_asides(self) -> tuple[str, ...]:
        """The tutor's warning, the advice, and the grades once all decisions of the hand are graded."""
        graded = self.phase == "over" and self.is_graded and not self.grades.ungraded()
        told = (self.tutor.sentences, self.advice, self._spoken_grades if graded else "")
        return tuple(filter(None, told))

    @property
    def _spoken_grades(self) -> str:
        """The summary of the grades, the most costly mistake, the best action, and the key to retry."""
        summary, worst = self.grades.summary(), self.grades.costliest()
        grade = self.grades.of(self.session.steps[worst]) if worst is not None else None
        if worst is None or grade is None:
            return summary
        before = self.grades.state_before(self.session.steps, worst)
        made = self.narration.speaker.decision(before, grade.action, self.view)
        best = format_best(grade, self.opponent.name, partial(self.view.name_action, before))
        again = self.retry.label if self.can_retry else ""
        retry = text("speech.table.offer", label=again, key=self.retry.cap) if again else ""
        told = (text("speech.table.costliest", decision=made), *best, retry)
        return join_sentences(summary, *map(end_sentence, filter(None, told)))

    @property
    def advice(self) -> str:
        return ""

    # ---- header ---------------------------------------------------------------------------------------------
    @property
    def icons(self) -> tuple[str, ...]:
        return ("undo", "redo", "speed")

    @property
    def more_icons(self) -> tuple[str, ...]:
        return ("review",) if self._can_look_again else ()

    def _header_acts(self) -> dict[str, Act]:
        own: dict[str, Act] = {"review": self.look_again, "undo": self.undo, "redo": self.redo}
        return super()._header_acts() | own | {"speed": self.pace.next_speed}

    def _place_header(self) -> list[Widget]:
        none = text("table.nothing_to_undo" if self.may_take_back else "table.too_late_to_undo")
        self.header["undo"].disabled = "" if self.session.can_undo and self.may_take_back else none
        self.header["redo"].disabled = "" if self.session.can_redo else text("table.nothing_to_redo")
        return super()._place_header()


@action("n", hinted=False)
def auto_next_key(table: PlayScreen) -> None:
    table.auto_next.turn()


@action("k", hinted=False)
def note_key(table: PlayScreen) -> None:
    table.app.overlay(OpponentNote(table.app, table.game, table.opponent_family, table.opponent.name))


@action("h", control="hint-button", kind="outline", style="label_b", icon="hint", widget=MoveButton)
def coach_key(table: PlayScreen) -> None:
    """Open the hint, if the table allows hints."""
    if table.teaching:
        table.hint()
    else:
        table.refuse_hint()


coach_key.reason(PlayScreen.why_no_hint)
