"""The view of a game at a table: its first scene, the animation of a step, the visible cards, the names of actions.

There is one class for each game. Playing, watching and replaying share the same picture.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from game.core import Action, Player, Seat, State
from game.match.session import Session, Step
from game.study.opponents import Portrait
from game.window.frame.screen import Services
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, Timeline
from game.window.ui.canvas.painter import Pattern

Known = frozenset[Player]
NOBODY: Known = frozenset()
EVERYBODY: Known = frozenset((0, 1))
SceneT = TypeVar("SceneT")
PictureT = TypeVar("PictureT")
ShownT = TypeVar("ShownT")


class Seen(ABC):
    """The table that is looked at, from the seat `below`."""

    app: Services
    session: Session
    below: Seat
    timeline: Timeline[Any]

    @property
    def known(self) -> Known | None:
        """The players whose cards are seen from the deal on; None where a person sits below and sees their own."""
        return None

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand that were shown to their end."""
        return self.session.steps[: self.timeline.mark]

    @property
    def in_blinds(self) -> bool:
        """Whether chips are written as big blinds."""
        return self.app.settings.amounts == "blinds"

    @abstractmethod
    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how the one who sits there is shown."""

    @abstractmethod
    def shown_total(self, seat: Seat) -> float:
        """Return what a seat has won in all, as far as it was shown."""


class GameView(ABC, Generic[SceneT, PictureT]):
    """The game on one table."""

    table: ClassVar[DrawnTable]
    margin: ClassVar[float] = 0.0
    """Free around the table."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @property
    def own(self) -> Player:
        """The role in this hand of who sits below."""
        return self.seen.session.player_of(self.seen.below)

    def sees(self, player: Player) -> bool:
        """Return whether the cards of a player are seen from the deal on."""
        return player == self.own if self.seen.known is None else player in self.seen.known

    def is_person(self, player: Player) -> bool:
        """Return whether that is the person who sits below."""
        return self.seen.known is None and player == self.own

    def both(self, of: Callable[[Player], ShownT]) -> tuple[ShownT, ShownT]:
        """Return something of who sits above, and of who sits below."""
        return of(1 - self.own), of(self.own)

    @property
    def other_name(self) -> str:
        """The name of who sits above."""
        return self.seen.portrait_of(1 - self.seen.below).name

    @abstractmethod
    def first_state(self) -> State:
        """Return the state before the first step of a hand."""

    @abstractmethod
    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[SceneT]]:
        """Return the animation steps that show a step of the hand; a spectator hears no fanfare."""

    def bets(self, step: Step) -> bool:
        """Return whether a step is a bet that is still to be answered."""
        return False

    @abstractmethod
    def picture(self, scene: SceneT | None, share: float) -> PictureT:
        """Return the picture of a scene of which `share` (0 to 1) has passed; None is the table at rest."""

    @abstractmethod
    def role(self, seat: Seat) -> str:
        """Name what a seat is in this hand."""

    @abstractmethod
    def called(self, before: State, action: Action) -> str:
        """Name an action in a word or two."""

    def pattern(self, action: Action) -> Pattern:
        """Return how the bar of an action looks."""
        return "solid"


AnyView = GameView[Any, Any]
