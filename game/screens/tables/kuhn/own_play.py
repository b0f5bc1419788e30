"""How a person has played Kuhn poker so far: counts that a best reply can be computed against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.core import Action, Seat
from game.match.session import Session
from game.screens.tables.kuhn.labels import Spoken

ENOUGH_HANDS = 20


class OwnPlay:
    """Counts what `seat` does in every information set, earlier hands of the session included."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.hands = len(session.results)
        self._counts: dict[str, list[int]] = {}
        self._replay(session, seat)

    @property
    def is_enough(self) -> bool:
        """Whether there is enough to say something about."""
        return self.hands >= ENOUGH_HANDS

    @property
    def counts(self) -> Mapping[str, tuple[int, ...]]:
        """How often either move was made in every information set that came up."""
        return {key: tuple(counts) for key, counts in self._counts.items()}

    def note(self, decisions: Iterable[Spoken]) -> None:
        """Count one more hand with these decisions of the person."""
        self.hands += 1
        for spoken in decisions:
            self._count(spoken.info.key, spoken.action)

    def _count(self, key: str, action: Action) -> None:
        self._counts.setdefault(key, [0, 0])[action] += 1

    def _replay(self, session: Session, seat: Seat) -> None:
        """Play the finished hands again: a session keeps their actions, and deals the same cards."""
        again = Session(session.spec, cards=session.cards)
        for result in session.results:
            for action in result.actions:
                if again.seat_to_act == seat:
                    self._count(again.info(seat).key, action)
                again.act(action)
            again.next_hand()
