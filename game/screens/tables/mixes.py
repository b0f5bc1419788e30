"""The panels beside a watched or replayed hand: the mixed strategy of each seat, and the die that chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from game.core import CHANCE, Action, Decision, Seat, State
from game.screens.models.die import die_of, in_percent
from game.screens.tables.game_view import AnyView, Seen
from game.screens.ui.animation import Timeline
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.leaves import Picture
from game.screens.ui.texts import number, text
from game.screens.views import mix
from game.screens.views.mix import MixRow

# lengths in dp
MOST_ROWS = 4
ROW = 25.0
MIX_HEAD = 56.0
MIX_HEIGHT = MIX_HEAD + MOST_ROWS * ROW + 10
LABEL_SHARE, MOST_LABEL = 0.48, 136.0  # of the panel's width, and at most
NAME_LINE, NOTE_LINE, NAME_SHARE, GAP = 20.0, 43.0, 0.62, 12.0


class WatchedTable(Seen, Protocol):
    """A table at which somebody watches or replays a hand."""

    view: AnyView
    timeline: Timeline[Any]

    @property
    def upcoming(self) -> Decision | None:
        """The next decision, if it has been made already but is not shown yet; otherwise None."""

    def no_mix(self, seat: Seat) -> str:
        """Return a sentence that says why there is no mix to show."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The panel of one seat.

    name: whose mix it is; beside: the words to the right of the name, bold if `marked`; missing: why there is no
    mix, "" if there is one; note: whether this is the mix of a coming decision or of the last one; rolled: the
    number on the die, in words; rows: a bar for each action.
    """

    name: str
    beside: str
    marked: bool
    missing: str = ""
    note: str = ""
    rolled: str = ""
    rows: Sequence[MixRow] = ()


def mix_of(table: WatchedTable, seat: Seat, mark: str = "") -> Mix:
    """Return the panel of a seat: the mix of its coming decision, otherwise that of its last one.

    `mark` tells two agents of one name apart; without it the role of the seat stands beside the name.
    """
    name, beside = table.portrait_of(seat).name, mark or table.view.role(seat)
    before, decision, made = _latest_decision(table, seat)
    if decision is None:
        return Mix(name, beside, bool(mark), table.no_mix(seat))
    die = die_of(decision) if made else None
    rolled = text("watch.rolled", number=number(die.number), sides=number(die.sides)) if die else ""

    note = text("watch.last_mix" if made else "watch.thinks")
    return Mix(name, beside, bool(mark), "", note, rolled, rows_of(table.view, before, decision, made=made))


def rows_of(view: AnyView, before: State, decision: Decision, *, made: bool = True) -> list[MixRow]:
    """Return a row for each action; the chosen one is lit if it was `made`.

    If they are more than `MOST_ROWS`, the last row sums up the least likely.
    """
    shown, rest = likeliest(decision)
    rows = []
    for action in shown:
        share, written = decision.strategy[action], in_percent(decision, action)
        chosen = made and action == decision.action
        colour = "brass" if chosen else "dim"
        rows.append(MixRow(view.called(before, action), share, written, view.pattern(action), colour, chosen))
    if rest:
        share = sum(decision.strategy[action] for action in rest)
        label = text("watch.more", count=len(rest))
        rows.append(MixRow(label, share, in_percent(decision, *rest), colour="dim"))
    return rows


def mix_box(shown: Mix, height: float = MIX_HEIGHT) -> Picture:
    """Return the box that draws the panel; height in dp."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        style, ink = ("small_b", "text") if shown.marked else ("small", "dim")
        name = painter.short_name(shown.name, w * NAME_SHARE, "strong")
        name_width = painter.text(name, x, y + NAME_LINE, "strong")
        painter.text(shown.beside, x + w, y + NAME_LINE, style, ink, al="r", fit=w - name_width - GAP)
        if shown.missing:
            painter.para(shown.missing, x, y + NOTE_LINE, w, "small", col="faint", limit=3)
            return
        note_width = painter.text(shown.note, x, y + NOTE_LINE, "small", "dim")
        painter.text(shown.rolled, x + w, y + NOTE_LINE, "small", "dim", al="r", fit=w - note_width - GAP)
        label = min(MOST_LABEL, w * LABEL_SHARE)
        mix.draw_rows(painter, x, y + MIX_HEAD + ROW / 2, w, shown.rows, label_width=label, pitch=ROW)

    return Picture(draw, height)


def _latest_decision(table: WatchedTable, seat: Seat) -> tuple[State, Decision | None, bool]:
    """Return the state before a decision of a seat, the decision, and whether the table has shown it.

    It is the coming decision if it is the seat's turn, otherwise the last one shown; None if there is neither.
    """
    session = table.session
    if session.seat_to_act == seat and table.timeline.animation_step is None and table.upcoming is not None:
        return session.state, table.upcoming, False
    states = [table.view.first_state(), *(step.state for step in session.steps)]
    for (before, _), step in reversed(list(zip(pairwise(states), table.shown_steps, strict=False))):
        if step.player != CHANCE and session.seat_of(step.player) == seat and step.decision is not None:
            return before, step.decision, True
    return session.state, None, False


def likeliest(decision: Decision) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the likeliest actions, in the order of `decision.strategy`, and the rest, the likeliest first.

    The chosen action is always among the first. If there are more than `MOST_ROWS` actions, those of probability 0
    are dropped.
    """
    shares = decision.strategy
    actions = [action for action in shares if shares[action] > 0 or len(shares) <= MOST_ROWS]
    ranked = sorted(actions, key=lambda action: (action != decision.action, -shares[action]))
    most = MOST_ROWS if len(actions) <= MOST_ROWS else MOST_ROWS - 1
    return [action for action in actions if action in ranked[:most]], ranked[most:]
