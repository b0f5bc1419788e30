"""A table with a person at it: who sits across, what the table waits for, and what is kept of the game."""

from __future__ import annotations

from game.agent_entries import AgentEntry
from game.core import Player, Seat
from game.match.session import HandResult, Session
from game.screens.frame.screen import Services
from game.screens.models.model_files import entry_of
from game.screens.models.opponents import Portrait
from game.screens.models.records import Record
from game.screens.tables.screen import TableScreen
from game.screens.ui.texts import text


class SeatedScreen(TableScreen):
    """What is known at a table of the person who sits there, and of the other side."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session, 0 if session.is_person(0) else 1)

    # ---- who sits here --------------------------------------------------------------------------------------
    @property
    def other_seat(self) -> Seat:
        """The seat across the table."""
        return 1 - self.below

    @property
    def own_player(self) -> Player:
        """The role of the person in this hand, as the rules count the players."""
        return self.session.player_of(self.below)

    @property
    def opponent(self) -> Portrait:
        """Who sits across the table."""
        return self.portrait_of(self.other_seat)

    @property
    def entry(self) -> AgentEntry | None:
        """What the catalogue knows of the opponent."""
        name = self.session.spec.seats[self.other_seat]
        return next((entry for entry in self.agents if entry.name == name), None) or entry_of(name)

    @property
    def record(self) -> Record:
        """The results against the opponent, at whatever stage of their training."""
        seat = self.session.spec.seats[self.other_seat]
        family = self.entry.family if self.entry is not None else None
        stages = [one.name for one in self.agents if family is not None and one.family == family]
        return self.app.saves.record_against(self.game, *dict.fromkeys((seat, *stages)))

    @property
    def shown_results(self) -> list[HandResult]:
        """The finished hands, without the one whose end is still to be shown."""
        results = self.session.results
        return (
            results[:-1] if self.session.hand_over and self.timeline.animation_step is not None else results
        )

    @property
    def teaching(self) -> bool:
        """Whether hints and rewinding belong to this table."""
        return self.session.spec.teaching

    @property
    def phase(self) -> str:
        """What the table waits for: "moving", "yours", "theirs", "over", "lost"."""
        if self.timeline.animation_step is not None:
            return "moving"
        if self.session.hand_over:
            return "over"
        if self.thinking.failed:
            return "lost"
        seat = self.session.seat_to_act
        return "yours" if seat is not None and self.session.is_person(seat) else "theirs"

    @property
    def trouble(self) -> str:
        """What keeps the game waiting, in a sentence; empty when nothing does."""
        return text("table.left", name=self.opponent.name) if self.thinking.failed else ""

    @property
    def trouble_note(self) -> str:
        """What is to be said of it: that the game is kept, and why it is so, where that is known."""
        return f"{text('table.kept')} {self.thinking.reason}".rstrip()

    def shown_total(self, seat: Seat) -> float:
        """Return the net result of a seat, without the hand whose end is still to be shown."""
        return sum(result.returns[seat] for result in self.shown_results)

    @property
    def ended(self) -> bool:
        """Whether there is nothing to come back to."""
        return self.session.over

    # ---- what is kept ---------------------------------------------------------------------------------------
    def keep(self) -> None:
        """Save the game as it stands; one that has ended is not offered again."""
        if self.ended:
            self.app.saves.forget(self.game)
        else:
            self.app.saves.keep(self.session)

    def count_result(self) -> None:
        """Enter a finished hand into the record and the history: as it was at last, if it is taken back.

        One whose hidden cards were seen while it was watched is left out.
        """
        if not self.session.hand_over or not self.session.hand_counts:
            return
        self.keep_hand()
        opponent = self.session.spec.seats[self.other_seat]
        net = self.session.results[-1].returns[self.below]
        seed, number = self.session.spec.seed, self.session.hand_number
        net_in_units = net / self.session.spec.unit_of_hand(number)
        self.app.saves.add_result(self.game, opponent, net_in_units, (seed, number))
