"""The summary and the replay of a stored hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from game.archive.export import PASTED_AT
from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.core import CHANCE, Decision, Seat
from game.match.session import Session, Step, is_known_decision
from game.match.table_spec import PEOPLE, find_room
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import TicTacToeState
from game.study.amounts import Amounts
from game.study.judgements import Mark
from game.study.opponents import Portrait
from game.study.play import AgentKey
from game.study.review import HandNumber
from game.tables.game_view import MIX_HEIGHT, PERSON_HEIGHT, replay_band, replay_column
from game.tables.holdem.view import HandWords
from game.tables.kuhn.view import KuhnWords, card_name, chips
from game.tables.parts import HandGrades
from game.tables.spectator import Spectator
from game.tables.tic_tac_toe.view import TicTacToeWords
from game.texts import current, day_and_time, join_sentences, number, text
from game.window.frame.actions import BoundAction, action
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.layout import Box
from game.window.ui.widgets import Act
from game.window.views import hand_log
from game.window.views.hand_log import HandLogLine, LogStreet

HandT = TypeVar("HandT", bound=PlayedHand | ImportedHand)
Taken_co = TypeVar("Taken_co", covariant=True)


class HandSource(Protocol[Taken_co]):
    """The list from which the replayed hand was taken. It supplies the neighbouring hands."""

    def has(self, by: int) -> bool:
        """Return whether there is a hand `by` positions after the current hand."""

    def take(self, by: int) -> Taken_co | None:
        """Move by `by` positions and return the hand there, or None if that hand is not read yet."""


@dataclass(frozen=True, slots=True)
class HandSummary:
    """The texts for the hand of a session, from the view of the seat `below`.

    `names` are the players' names by seat. `person` says whether a person plays in the seat `below`.
    """

    session: Session
    below: Seat
    names: tuple[str, str]
    person: bool
    in_blinds: bool = False

    @property
    def streets(self) -> Sequence[LogStreet]:
        return self.log(self.session.steps)

    def log(self, steps: tuple[Step, ...], *, cards: bool = True) -> Sequence[LogStreet]:
        """Return the log of the hand, round by round. If not `cards`, the cards of Kuhn poker are hidden."""
        if self.session.spec.game == games.HOLDEM:
            return self._holdem(steps).log()
        moves = [(number, step) for number, step in enumerate(steps) if step.player != CHANCE]
        lines = [self._line(number, step, cards=cards) for number, step in moves]
        key = "moves" if self.session.spec.game == games.TIC_TAC_TOE else "betting"
        return [LogStreet(text(f"history.{key}"), (), lines)] if lines else []

    @property
    def ending(self) -> tuple[str, str]:
        """Two texts: the result of the hand, and the reason for the result, or ""."""
        state = self.session.state
        if isinstance(state, TicTacToeState):
            own = self.session.get_player(self.below) if self.person else None
            return TicTacToeWords(state, own, self._other).result(), ""
        if not self.person:
            return self._ending_for_others(), ""
        words = self._kuhn if isinstance(state, KuhnState) else self._holdem(self.session.steps)
        return words.result()

    def _ending_for_others(self) -> str:
        """Return the winner and the amount of a hand between two other players, or that the pot is split."""
        won = self.session.results[-1].returns
        if won[0] == won[1]:
            return text("holdem.split")
        winner = 0 if won[0] > won[1] else 1
        holdem = self.session.spec.game == games.HOLDEM
        net = self.session.net_returns[self.session.get_player(winner)]
        amount = self._amounts.write(net) if holdem else chips(net)
        return text("history.wins", name=self.names[winner], amount=amount)

    # ---- within ---------------------------------------------------------------------------------------------
    @property
    def _other(self) -> str:
        return self.names[1 - self.below]

    @property
    def _amounts(self) -> Amounts:
        state = self.session.state
        big_blind = state.rules.big_blind if isinstance(state, HoldemState) else 1
        return Amounts(self.in_blinds, big_blind, self.session.chip_unit)

    @property
    def _kuhn(self) -> KuhnWords:
        return KuhnWords(self.session, self.below, self._other)

    def _holdem(self, steps: tuple[Step, ...]) -> HandWords:
        own = "" if self.person else self.names[self.below]
        return HandWords(self.session, self.below, self._other, self._amounts, steps, own)

    def _line(self, number: int, step: Step, *, cards: bool) -> HandLogLine:
        """Return the log line of a move in a game without streets.

        In Kuhn poker, the line includes the player's card.
        """
        seat, before = self.session.get_seat(step.player), self.session.steps[number - 1].state
        if isinstance(before, KuhnState):
            what = self._kuhn.action(before.information_state(step.player), step.action)
            card = card_name(before.cards[step.player])
            what = text("history.with_card", what=what, card=card) if cards else what
        else:
            what = current().many("tic_tac_toe.squares")[step.action]
        what = hand_log.name_replacement(what, step.decision)
        return HandLogLine(self.names[seat], what, own=seat == self.below)


class HandOrigin(ABC, Generic[HandT]):
    """The origin of replayed hands. `words` is the prefix of the text keys."""

    words: ClassVar[str]
    tells_mixes: ClassVar[bool] = True
    """Whether these hands include the mixes of the agents."""

    @abstractmethod
    def sentence(self, hand: HandT) -> str:
        """Return the place and the time of the hand, as far as they are known."""

    def portrait(self, hand: HandT, seat: Seat) -> Portrait | None:
        """Return the portrait of the player in a seat, or None to use the catalogue's portrait."""
        return None


class HistoryOrigin(HandOrigin[PlayedHand]):
    """The origin of a hand from the history, or of a hand whose id the user has pasted."""

    words: ClassVar[str] = "replay"

    def sentence(self, hand: PlayedHand) -> str:
        """Return a text with the time of the hand, or that the hand comes from an id.

        For an imported hand, the text also names the room.
        """
        if hand.origin is not None:
            when = day_and_time(hand.at) if hand.at else hand.origin.table
            return text("replay.imported", room=text(f"rooms.{hand.origin.room}"), when=when)
        if hand.at == PASTED_AT:
            return text("replay.pasted")
        return text("replay.played", when=day_and_time(hand.at))


class Recording:
    """The steps of a stored hand, including the deal. A replay takes its steps from a recording."""

    def __init__(self, table: Spectator) -> None:
        self._table, self._session = table, table.session
        self.steps = table.session.steps
        while self._session.can_step_back:
            self._session.step_back()

    @property
    def next_decision(self) -> Decision | None:
        index = len(self._session.steps)
        return self.steps[index].decision if index < len(self.steps) else None

    def go_on(self, dt: float) -> bool:
        """Show the next step if a step is requested or due. If the pace is immediate, show all steps."""
        pace = self._table.pace
        if not self._session.can_redo or not pace.wanted:
            return False
        if pace.instant:
            self.play_to_end()
            return False
        return pace.play_again(dt)

    def interrupt(self) -> None:
        """Do nothing, because a recording sends no requests."""

    def rewind(self) -> None:
        """Go back to the deal."""
        while self._session.can_step_back:
            self._session.step_back()
        self._table.after_change()

    def play_to_end(self) -> None:
        """Show all steps up to the end."""
        while self._session.can_redo:
            self._session.redo()
        self._table.timeline.finish()
        self._table.after_change()


class Replay(Spectator, Generic[HandT]):
    """The replay of one stored hand, from the deal to the payout."""

    name: ClassVar[str] = "replay"
    keys: ClassVar[str] = "replay"
    shares: ClassVar[Sequence[float]] = (1.75, 1.2, 1.2, 1.0)

    def __init__(
        self,
        app: Services,
        hand: HandT,
        hands: HandSource[HandT] | None = None,
        origin: HandOrigin[Any] | None = None,
    ) -> None:
        self.hand = hand
        self.origin: HandOrigin[Any] = origin or HistoryOrigin()
        self._hands = hands
        super().__init__(app, hand.session(), hand.own_seat or 0)
        self.recorder = self.pace.source = Recording(self)
        self.is_marked = self.game != games.HOLDEM
        self.grades = HandGrades(self, hand.own_seat)
        self.parts = (self.pace, self.grades, self.narration)

    @property
    def more(self) -> Sequence[BoundAction[[]]]:
        return self.newer, self.older, self.copy

    # ---- content --------------------------------------------------------------------------------------------
    @property
    def known_opponent(self) -> AgentKey | None:
        """The opponent, if the hand was played at a table with hints. Grades then equal the grades at the table."""
        return None if self.hand.own_seat is None else self.known_agent(1 - self.hand.own_seat)

    @property
    def phase(self) -> str:
        """The phase: "moving", "replaying" or "done"."""
        if self.timeline.animation_step is not None:
            return "moving"
        return "done" if self.session.hand_over else "replaying"

    @property
    def title(self) -> str:
        return text("replay.title")

    @property
    def subtitle(self) -> str:
        """The game, the number of the hand, and its origin."""
        spec = self.session.spec
        key = "game" if self.game == games.TIC_TAC_TOE else "hand"
        hand = text(f"replay.{key}", number=self.session.room_number or number(self.hand.number))
        origin = self.origin.sentence(self.hand)
        return join_sentences(text(f"replay.games.{self.game}", blinds=spec.blinds), hand, origin)

    @property
    def summary(self) -> HandSummary:
        """The texts for the hand."""
        person = self.session.is_person(self.below)
        names = (self.seat_name(0), self.seat_name(1))
        return HandSummary(self.session, self.below, names, person, self.in_blinds)

    def shown_total(self, seat: Seat) -> float:
        return self.hand.results[seat] if self.phase == "done" else 0

    def portrait(self, seat: Seat) -> Portrait:
        return self.origin.portrait(self.hand, seat) or super().portrait(seat)

    def no_mix(self, seat: Seat) -> str:
        """Return the reason for a missing mixed strategy.

        There are three reasons: the player is a person, the hand was stored without strategies, or the seat has not
        made a decision yet.
        """
        if self.session.spec.seats[seat] in PEOPLE:
            return text("replay.a_person")
        if any(step.decision for step in self.recorder.steps):
            return super().no_mix(seat)
        is_of_room = find_room(self.session.spec.seats[seat]) is not None
        words = "logs.replaying" if is_of_room else self.origin.words
        return text(f"{words}.not_recorded")

    # ---- actions --------------------------------------------------------------------------------------------
    @Spectator.run.override
    def run(self) -> None:
        """Pause or continue. At the end, start again."""
        if self.phase == "done":
            self.to_start()
            self.pace.running = True
        else:
            super().run()

    @action("home", cap="Home")
    def to_start(self) -> None:
        self.pace.come_to_rest()
        self.recorder.rewind()

    @action("end", cap="End", hinted=False, row=to_start)
    def to_end(self) -> None:
        self.pace.set_running(running=False)
        self.recorder.play_to_end()

    choose_speed, toggle_cards = Spectator.choose_speed, Spectator.toggle_cards

    @action("p", style="label_b")
    def newer(self) -> None:
        self.go_to(-1)

    @newer.label
    def _newer_label(self) -> str:
        return text(f"{self.origin.words}.newer")

    @newer.reason
    def _why_no_newer(self) -> str:
        return self._why_not_to(-1)

    @action("n", style="label_b", hinted=False, row=newer)
    def older(self) -> None:
        self.go_to(1)

    @older.label
    def _older_label(self) -> str:
        return text(f"{self.origin.words}.older")

    @older.reason
    def _why_no_older(self) -> str:
        return self._why_not_to(1)

    def _why_not_to(self, by: int) -> str:
        missing = "alone" if self._hands is None else "" if self._hands.has(by) else "no_more"
        return text(f"{self.origin.words}.{missing}") if missing else ""

    def go_to(self, by: int) -> None:
        """Show the hand `by` positions further in the list. The pace and the choice of visible cards are kept."""
        if self._hands is None or not self._hands.has(by):
            return
        hand = self._hands.take(by)
        if hand is None:
            self.app.say(text(f"{self.origin.words}.reading"))
            return
        following = Replay(self.app, hand, self._hands, self.origin)
        following.go_on_like(self)
        following.is_marked = self.is_marked
        following.pace.running = self.pace.running or self.phase == "done"
        following.controls.focus(self.controls.focused.name if self.controls.focused is not None else "run")
        self.requests.drop_all()
        self.app.replace(following)

    @action("t")
    def retry(self) -> None:
        """Let the user retry their next decision in this hand or, at the end of the hand, their last decision."""
        self.pace.come_to_rest()
        index = len(self.session.steps) if self.session.can_redo else self.grades.last(self.recorder.steps)
        player, before = (
            self.recorder.steps[index].player,
            self.grades.state_before(self.recorder.steps, index),
        )
        if not is_known_decision(self.session, before, player):
            self.app.say(text("replay.hidden"))
            return
        seat = self.session.get_seat(player)
        if self.game != games.TIC_TAC_TOE and not self.open_cards and seat != self.hand.own_seat:
            self.app.say(text("replay.closed"))
            return
        asked, hand = self.grades.question(self.recorder.steps, index), self.hand
        known = HandNumber(hand.number, hand.id, self.session.room_number, self.session.chip_unit)
        self.app.open("retry", asked, known, self.session.spec.seats[seat])

    @action("g")
    def grade(self) -> None:
        """Turn the grades on or off, for this hand and the hands replayed after it."""
        self.is_marked = not self.is_marked
        self.relayout()

    @property
    def icons(self) -> tuple[str, ...]:
        return ("grades", "retry", *super().icons)

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {"retry": self.retry, "grades": self.grade}

    @Spectator.look_ahead.override
    def look_ahead(self) -> None:
        if self._may_study():
            super().look_ahead()

    @Spectator.solve_decision.override
    def solve_decision(self) -> None:
        if self._may_study():
            super().solve_decision()

    @Spectator.ask_experts.override
    def ask_experts(self) -> None:
        if self._may_study():
            super().ask_experts()

    def _may_study(self) -> bool:
        """Return whether the decision can be studied. If the player's cards are not known, show a message."""
        state = self.session.state
        may = is_known_decision(self.session, state, state.current_player())
        if not may:
            self.app.say(text("replay.hidden"))
        return may

    @action("c", "ctrl c", "ctrl shift c", cap="C", style="label_b")
    def copy(self) -> None:
        copied = input.put(self.hand.id)
        self.app.say(text(f"{self.origin.words}.{'copied' if copied else 'no_clipboard'}"))

    @copy.label
    def _copy_label(self) -> str:
        return text(f"{self.origin.words}.copy")

    show_log = Spectator.show_log

    # ---- time -----------------------------------------------------------------------------------------------
    @property
    def steps_to_grade(self) -> Sequence[Step] | None:
        return self.shown_steps if self.is_marked else ()

    def leave(self) -> None:
        self.app.models.judgements.leave()

    @property
    def marks(self) -> Sequence[Mark | None]:
        return self.grades.marks() if self.is_marked else ()

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return both mixed strategies, the log, and the result."""
        seats, done = (1 - self.below, self.below), self.phase == "done"
        persons = (seat for seat in seats if self.session.spec.seats[seat] in PEOPLE)
        heights = dict.fromkeys(seats if not self.origin.tells_mixes else persons, PERSON_HEIGHT)
        mixes = [self.mix(seat, height=heights.get(seat, MIX_HEIGHT)) for seat in seats]
        log = self.summary.log(self.shown_steps, cards=self.open_cards or done)
        side = replay_band if self.regions.kind == "tall" else replay_column
        ending = self.summary.ending if done else ("", "")
        return (side(mixes, hand_log.mark_actions(log, self.marks), ending),)

    def run_label(self) -> str:
        return "again" if self.phase == "done" else super().run_label()
