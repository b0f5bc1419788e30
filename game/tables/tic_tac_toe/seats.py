"""Who sits at the tic-tac-toe board, with which mark, and the next game: again, seats swapped, another stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.match.session import HandResult
from game.match.table_spec import First, TableSpec
from game.study.opponents import Opponent, gallery
from game.tables.play import PlayScreen
from game.tables.tic_tac_toe.labels import TicTacToeWords, mark_in_words
from game.tables.tic_tac_toe.view import BoardView
from game.texts import text


class TicTacToeSeats(PlayScreen):
    """A person against a learner, or two people at one board."""

    view: BoardView

    @property
    def against_agent(self) -> bool:
        """Whether an agent sits across the table."""
        return not self.session.is_person(self.other_seat)

    @property
    def is_graded(self) -> bool:
        """Whether the moves of the person are graded: not between two people."""
        return self.against_agent

    @property
    def against_learner(self) -> bool:
        """Whether the one across the table has learnt what squares are worth."""
        learnt = self.entry.kind == "learned" if self.entry is not None else True
        return self.against_agent and learnt

    @property
    def character(self) -> Opponent | None:
        """The opponent with all its stages; None for a person."""
        known = gallery(self.agents, self.game)
        return next((one for one in known if self.entry in one.entries), None)

    @property
    def words(self) -> TicTacToeWords:
        """The words for the position."""
        own = self.own_player if self.against_agent else None
        return TicTacToeWords(self.view.state, own, self.opponent.name)

    @property
    def subtitle(self) -> str:
        """Who plays which mark against whom."""
        if not self.against_agent:
            own, other = (mark_in_words(player) for player in (self.own_player, 1 - self.own_player))
            return text("tic_tac_toe.two_people", own=own, other=other)
        mark, portrait = mark_in_words(self.own_player), self.opponent
        key = "tic_tac_toe.you_are_stage" if portrait.stage else "tic_tac_toe.you_are"
        return text(key, mark=mark, name=portrait.name, stage=portrait.stage)

    @property
    def may_take_back(self) -> bool:
        """Whether moves can be taken back: at a teaching table, or between two people."""
        return self.teaching or not self.against_agent

    @property
    def ended(self) -> bool:
        """A finished game is nothing to come back to, nor is an empty board."""
        return not self.session.hand_in_play

    def score(self) -> list[tuple[str, int]]:
        """Return what each of two people has won at this table, and the draws."""
        won = [result.returns[self.below] for result in self.shown_results]
        own, other = (
            text("tic_tac_toe.who_with_mark", name=self.portrait_of(seat).name, mark=self.view.role(seat))
            for seat in (self.below, self.other_seat)
        )
        wins, losses = sum(one > 0 for one in won), sum(one < 0 for one in won)
        return [(own, wins), (other, losses), (text("tic_tac_toe.draws"), len(won) - wins - losses)]

    # ---- the next game --------------------------------------------------------------------------------------
    def rematch(self) -> None:
        """Play another game; one that is in play is taken back to its start where that is fair."""
        if self.session.hand_over:
            self.next_hand()
        elif self.may_take_back:
            self.rewind()
        else:
            self.app.say(text("tic_tac_toe.finish_first"))

    def swap_seats(self) -> None:
        """Start a game in which the other one begins."""
        first: First = "seat-1" if self.session.seat_of(0) == 0 else "seat-0"
        seed = self.session.spec.seed + self.session.hand_number
        self.leave_for(replace(self.session.spec, first=first, seed=seed), self.session.results)

    def leave_for(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Sit down at another table, where `past` games count; one in play is left only after a question."""
        if spec == self.session.spec:
            return
        if not self.session.hand_in_play:
            self.app.sit_down(spec, past)
        else:
            body = text("tic_tac_toe.leave.body")
            self.ask_to_leave("tic_tac_toe.leave", body, partial(self.app.sit_down, spec, past))

    def meet(self, agent: str) -> None:
        """Play against the same learner at another stage."""
        spec = self.session.spec
        seats = [agent if seat == self.other_seat else name for seat, name in enumerate(spec.seats)]
        self.leave_for(replace(spec, seats=(seats[0], seats[1])))
