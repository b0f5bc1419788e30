"""A hand of a log, played again on the table, with the cards that the log tells."""

from __future__ import annotations

from typing import ClassVar

from game.archive.imported import ImportedHand
from game.core import Seat
from game.screens.models.opponents import Portrait
from game.screens.tables.replay import HandReplay
from game.screens.ui.texts import text

DEVICE = "mirror"


class LogReplay(HandReplay[ImportedHand]):
    """The table; both who played are strangers, whatever their names."""

    words: ClassVar[str] = "logs.replaying"

    @property
    def origin(self) -> str:
        """That it comes from a log."""
        return text("logs.replaying.origin")

    def may_have_mixed(self, seat: Seat) -> bool:
        """Nobody in a log tells a mix."""
        return False

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how a seat is shown: by its name alone; two of one name are told apart."""
        names = self.session.spec.seats
        twin = bool(seat) and names[0] == names[1]
        name = text("watch.twin", name=names[seat]) if twin else names[seat]
        return Portrait(name, "", DEVICE)
