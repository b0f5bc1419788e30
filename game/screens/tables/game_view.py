"""A game as it lies on a table: where a hand begins, how a step moves, what is seen, what an action is called.

One class a game: the same picture for who plays, who watches and who looks at a hand again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from game.core import Action, Player, Seat, State
from game.match.session import Session, Step
from game.screens.models.opponents import Portrait
from game.screens.ui.animation import AnimationStep
from game.screens.ui.canvas.painter import Painter, Pattern, Rect

Known = frozenset[Player]
NOBODY: Known = frozenset()
EVERYBODY: Known = frozenset((0, 1))
SceneT = TypeVar("SceneT")
PictureT = TypeVar("PictureT")
ShownT = TypeVar("ShownT")


class Seen(Protocol):
    """The table that is looked at, from the seat `below`."""

    session: Session
    below: Seat

    @property
    def known(self) -> Known | None:
        """The players whose cards are seen from the deal on; None where a person sits below and sees their own."""

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand that were shown to their end."""

    @property
    def in_blinds(self) -> bool:
        """Whether chips are written as big blinds."""

    @property
    def hands_in_words(self) -> bool:
        """Whether hands are named at the seats."""

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how the one who sits there is shown."""

    def shown_total(self, seat: Seat) -> float:
        """Return what a seat has won in all, as far as it was shown."""


class DrawnTable(Protocol):
    """What draws the table of a game: a module of `views`."""

    def layout(self, area: Rect, /) -> Any:
        """Return the places of everything in this part of the window."""

    def draw_background(self, painter: Painter, places: Any, /) -> None:
        """Draw what stays."""

    def draw(self, painter: Painter, places: Any, picture: Any, /) -> None:
        """Draw what lies on the table."""


class GameView(ABC, Generic[SceneT, PictureT]):
    """The game on one table."""

    table: ClassVar[DrawnTable]
    margin: ClassVar[float] = 0.0
    """Free around the table."""
    places: Any

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

    def lay_out(self, area: Rect) -> None:
        """Find the places of everything in this part of the window."""
        self.places = self.table.layout(area)

    def paint_background(self, painter: Painter) -> None:
        """Draw what stays."""
        self.table.draw_background(painter, self.places)

    @abstractmethod
    def picture(self, scene: SceneT | None, share: float) -> PictureT:
        """Return what lies on the table in a scene of which `share` has passed; at rest without a scene."""

    def draw(self, painter: Painter, picture: PictureT) -> None:
        """Draw what lies on the table."""
        self.table.draw(painter, self.places, picture)

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
