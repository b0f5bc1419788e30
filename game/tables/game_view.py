"""The view of a game at a table, and the panels with mixed strategies and grades next to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from game.core import CHANCE, Action, Decision, Player, Seat, State
from game.match.session import Session, Step
from game.study.opponents import Portrait
from game.study.play import in_percent, make_die
from game.texts import number, text
from game.window.frame.screen import Services
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, Timeline
from game.window.ui.canvas.painter import Painter, Pattern, Rect
from game.window.ui.layout import Box, Column, Row, Space, grow
from game.window.ui.leaves import Picture, Rule, Words
from game.window.ui.leaves.bands import PADDING, padded
from game.window.views import hand_log, marks
from game.window.views.hand_log import LogStreet
from game.window.views.marks import MixRow

Known = frozenset[Player]
NOBODY: Known = frozenset()
EVERYBODY: Known = frozenset((0, 1))
SceneT = TypeVar("SceneT")
PictureT = TypeVar("PictureT")
ShownT = TypeVar("ShownT")


class Seen(Protocol):
    """The displayed table, as seen from the seat `below`, which is drawn at the bottom."""

    app: Services
    session: Session
    below: Seat
    timeline: Timeline[Any]

    @property
    def open_players(self) -> Known | None:
        """The players whose cards are visible as soon as they are dealt.

        None if a person in the seat `below` sees only their own cards.
        """

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand whose animation has finished."""

    @property
    def in_blinds(self) -> bool:
        """Whether chips are written as big blinds."""

    def portrait(self, seat: Seat) -> Portrait: ...

    def shown_total(self, seat: Seat) -> float:
        """Return the total winnings of a seat over the hands whose animation has ended."""


class GameView(ABC, Generic[SceneT, PictureT]):
    """The view of one game at a table."""

    table: ClassVar[DrawnTable]
    margin: ClassVar[float] = 0.0
    """Free space around the table in dp."""
    has_chips: ClassVar[bool] = True
    """Whether a hasty click may cost chips."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @property
    def own(self) -> Player:
        return self.seen.session.get_player(self.seen.below)

    def sees(self, player: Player) -> bool:
        return player == self.own if self.seen.open_players is None else player in self.seen.open_players

    def is_person(self, player: Player) -> bool:
        return self.seen.open_players is None and player == self.own

    def both(self, of: Callable[[Player], ShownT]) -> tuple[ShownT, ShownT]:
        return of(1 - self.own), of(self.own)

    @property
    def other_name(self) -> str:
        return self.seen.portrait(1 - self.seen.below).name

    @abstractmethod
    def first_state(self) -> State: ...

    @abstractmethod
    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[SceneT]]:
        """Return the animation steps that show a step of the hand. A spectator gets no fanfare."""

    @abstractmethod
    def picture(self, scene: SceneT | None, share: float) -> PictureT:
        """Return the picture of a scene after the fraction `share` (0 to 1) of its duration.

        The scene None is the table at rest.
        """

    @abstractmethod
    def role(self, seat: Seat) -> str: ...

    @abstractmethod
    def name_action(self, before: State, action: Action) -> str:
        """Return a short name of an action, of one or two words."""

    def pattern(self, action: Action) -> Pattern:
        return "solid"


AnyView = GameView[Any, Any]


# lengths in dp
MAX_ROWS = 4
ROW = 25.0
MIX_HEAD = 56.0
MIX_HEIGHT = MIX_HEAD + MAX_ROWS * ROW + 10
LABEL_SHARE, MAX_LABEL = 0.48, 136.0  # share of the panel's width, maximum in dp
NAME_LINE, NOTE_LINE, NAME_SHARE, GAP = 20.0, 43.0, 0.62, 12.0
PERSON_HEIGHT = 66.0  # height of the panel of a seat without a mix
MIN_LOG, ENDING = 120.0, 70.0
ABOVE, BELOW, BESIDE_LOG = 12.0, 28.0, 10.0


def mix_box(
    view: AnyView,
    seat: Seat,
    upcoming: Decision | None,
    missing: str,
    *,
    mark: str = "",
    height: float = MIX_HEIGHT,
) -> Picture:
    """Return the panel of a seat with the mixed strategy of a decision.

    The decision is `upcoming` if it is the seat's turn, else the last decision of the seat.

    `missing` is the text to show if there is no decision. `mark` distinguishes two agents with the same name. If
    `mark` is empty, the panel shows the role of the seat next to the name.
    """
    whose, beside = view.seen.portrait(seat).name, mark or view.role(seat)
    before, decision, made = _latest_decision(view, seat, upcoming)
    if decision is not None and decision.is_replacement:
        decision, missing = None, text("table.replacement")
    rows = mix_rows(view, before, decision, made=made) if decision is not None else []
    note = text("watch.last_mix" if made else "watch.thinks")
    die = make_die(decision) if decision is not None and made else None
    rolled = text("watch.rolled", number=number(die.number), sides=number(die.sides)) if die else ""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        style, ink = ("small_b", "text") if mark else ("small", "dim")
        name_width = painter.text(
            painter.short_name(whose, w * NAME_SHARE, "strong"), x, y + NAME_LINE, "strong"
        )
        painter.text(beside, x + w, y + NAME_LINE, style, ink, al="r", fit=w - name_width - GAP)
        if decision is None:
            painter.para(missing, x, y + NOTE_LINE, w, "small", col="faint", limit=3)
            return
        note_width = painter.text(note, x, y + NOTE_LINE, "small", "dim")
        painter.text(rolled, x + w, y + NOTE_LINE, "small", "dim", al="r", fit=w - note_width - GAP)
        label = min(MAX_LABEL, w * LABEL_SHARE)
        marks.draw_rows(painter, x, y + MIX_HEAD + ROW / 2, w, rows, label_width=label, pitch=ROW)

    return Picture(draw, height)


def replay_column(mixes: Sequence[Box], log: Sequence[LogStreet], ending: tuple[str, str]) -> Box:
    """Return a column with both mixed strategies (the upper seat's first), the log, and the result."""
    ruled = [box for mix_of_seat in mixes for box in (mix_of_seat, Rule(height=0))]
    told = Picture(partial(hand_log.draw, streets=log), hand_log.height(log))
    hand = Column(Space(BESIDE_LOG), told, *_ending(ending), Space()).sized(grow(1, least=MIN_LOG + ENDING))
    return padded(*ruled, hand, top=ABOVE, bottom=BELOW)


def replay_band(mixes: Sequence[Box], log: Sequence[LogStreet], ending: tuple[str, str]) -> Box:
    """Return a wide panel: each mixed strategy in a quarter, the log in the other half.

    The result is below the second mixed strategy.
    """
    upper, lower = mixes
    told = Picture(partial(hand_log.draw_columns, streets=log, count=2))
    first, second = Column(Space(ABOVE), upper), Column(Space(ABOVE), lower, *_ending(ending))
    half = Column(Space(BESIDE_LOG), told.sized(grow()), Space(BESIDE_LOG))
    parts = (first.sized(grow()), second.sized(grow()), half.sized(grow(2)))
    return padded(Row(*parts, gap=PADDING).sized(grow()))


def mix_rows(view: AnyView, before: State, decision: Decision, *, made: bool = True) -> list[MixRow]:
    """Return a row for each action. If the decision was `made`, the row of its action is highlighted.

    If there are more than `MAX_ROWS` actions with a positive probability, the last row is the sum of the least
    likely actions.
    """
    shown, rest = likeliest(decision)
    rows = []
    for action in shown:
        share, written = decision.strategy[action], in_percent(decision, action)
        chosen = made and action == decision.action
        colour = "brass" if chosen else "dim"
        rows.append(
            MixRow(view.name_action(before, action), share, written, view.pattern(action), colour, chosen)
        )
    if rest:
        share = sum(decision.strategy[action] for action in rest)
        label = text("watch.more", count=len(rest))
        rows.append(MixRow(label, share, in_percent(decision, *rest), colour="dim"))
    return rows


def likeliest(decision: Decision) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the likeliest actions, and a second list with the other actions.

    The first list is in the order of `decision.strategy`, and always contains the chosen action. The second list
    begins with the likeliest action. If there are more than `MAX_ROWS` actions, both lists leave out the actions of
    probability 0.
    """
    shares = decision.strategy
    actions = [action for action in shares if shares[action] > 0 or len(shares) <= MAX_ROWS]
    ranked = sorted(actions, key=lambda action: (action != decision.action, -shares[action]))
    most = MAX_ROWS if len(actions) <= MAX_ROWS else MAX_ROWS - 1
    return [action for action in actions if action in ranked[:most]], ranked[most:]


def _ending(ending: tuple[str, str]) -> list[Words]:
    said, why = ending
    return [Words(said, "label_b", "text", 0.0), Words(why, "small", "dim", 0.0)] if said else []


def _latest_decision(
    view: AnyView, seat: Seat, upcoming: Decision | None
) -> tuple[State, Decision | None, bool]:
    """Return the state before a decision of a seat, the decision, and whether the decision was made.

    The decision is `upcoming` if it is the seat's turn, else the last decision that was shown, else None.
    """
    session = view.seen.session
    if session.seat_to_act == seat and upcoming is not None:
        return session.state, upcoming, False
    states = [view.first_state(), *(step.state for step in session.steps)]
    for (before, _), step in reversed(list(zip(pairwise(states), view.seen.shown_steps, strict=False))):
        if step.player != CHANCE and session.get_seat(step.player) == seat and step.decision is not None:
            return before, step.decision, True
    return session.state, None, False
