"""What each side mixes in a hand that somebody looks at, and the die that chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from game.core import CHANCE, Action, Decision, Seat, State
from game.screens.tables.die import die_of, in_percent
from game.screens.tables.game_view import AnyView, Seen
from game.screens.ui.leaves.control import Picture
from game.screens.ui.texts import number, text
from game.screens.views import mix
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.screens.tables.animation import Timeline
    from game.screens.ui.canvas.painter import Painter, Rect

MOST_ROWS = 4
ROW = 25.0
MIX_HEAD = 56.0
MIX_HEIGHT = MIX_HEAD + MOST_ROWS * ROW + 10
LABEL_SHARE, MOST_LABEL = 0.48, 136.0
NAME_LINE, NOTE_LINE, NAME_SHARE, GAP = 20.0, 43.0, 0.62, 12.0


class Watched(Seen, Protocol):
    """A table that is looked on."""

    view: AnyView
    timeline: Timeline[Any]

    @property
    def upcoming(self) -> Decision | None:
        """The decision that falls next, as far as it is known already."""

    def no_mix(self, seat: Seat) -> str:
        """Say why there is no mix to be seen."""


@dataclass(frozen=True, slots=True)
class Mix:
    """A mix as it is shown: whose, what stands beside the name, why there is none, or what it is, die and bars."""

    name: str
    beside: str
    marked: bool
    missing: str = ""
    note: str = ""
    rolled: str = ""
    rows: Sequence[MixRow] = ()


def mix_of(table: Watched, seat: Seat, aside: str = "") -> Mix:
    """Return the mix of a seat now, or its last one; with its role, or what else stands aside."""
    name, beside = table.portrait_of(seat).name, aside or table.view.role(seat)
    before, decision, made = _mixed(table, seat)
    if decision is None:
        return Mix(name, beside, bool(aside), table.no_mix(seat))
    die = die_of(decision) if made else None
    rolled = text("watch.rolled", number=number(die.number), sides=number(die.sides)) if die else ""

    def row(action: Action) -> MixRow:
        called, chosen = table.view.called(before, action), made and action == decision.action
        share, written = decision.strategy[action], in_percent(decision, action)
        colour = "brass" if chosen else "dim"
        return MixRow(called, share, written, table.view.pattern(action), colour, chosen)

    note = text("watch.last_mix" if made else "watch.thinks")
    return Mix(name, beside, bool(aside), "", note, rolled, rows_of(decision, row))


def rows_of(decision: Decision, row: Callable[[Action], MixRow]) -> list[MixRow]:
    """Return a row for each action; where there are too many the last one sums up the least likely."""
    shown, rest = likeliest(decision)
    rows = [row(action) for action in shown]
    if rest:
        share = sum(decision.strategy[action] for action in rest)
        label = text("watch.more", count=len(rest))
        rows.append(MixRow(label, share, in_percent(decision, *rest), colour="dim"))
    return rows


def mix_box(shown: Mix, height: float = MIX_HEIGHT) -> Picture:
    """Return the mix as a picture."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        style, ink = ("small_b", "text") if shown.marked else ("small", "dim")
        name = painter.short_name(shown.name, w * NAME_SHARE, "strong")
        taken = painter.text(name, x, y + NAME_LINE, "strong")
        painter.text(shown.beside, x + w, y + NAME_LINE, style, ink, al="r", fit=w - taken - GAP)
        if shown.missing:
            painter.para(shown.missing, x, y + NOTE_LINE, w, "small", col="faint", limit=3)
            return
        said = painter.text(shown.note, x, y + NOTE_LINE, "small", "dim")
        painter.text(shown.rolled, x + w, y + NOTE_LINE, "small", "dim", al="r", fit=w - said - GAP)
        label = min(MOST_LABEL, w * LABEL_SHARE)
        mix.draw_rows(painter, x, y + MIX_HEAD + ROW / 2, w, shown.rows, label_width=label, pitch=ROW)

    return Picture(draw, height)


def _mixed(table: Watched, seat: Seat) -> tuple[State, Decision | None, bool]:
    """Return the decision of a seat now, or the last one that the table has shown, and whether it was made."""
    session = table.session
    if session.seat_to_act == seat and table.timeline.animation_step is None and table.upcoming is not None:
        return session.state, table.upcoming, False
    states = [table.view.first_state(), *(step.state for step in session.steps)]
    for (before, _), step in reversed(list(zip(pairwise(states), table.shown_steps, strict=False))):
        if step.player != CHANCE and session.seat_of(step.player) == seat and step.decision is not None:
            return before, step.decision, True
    return session.state, None, False


def likeliest(decision: Decision) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the likeliest actions, the chosen one among them, in the agent's own order, and the rest.

    What is never done is left out where there are many actions.
    """
    shares = decision.strategy
    taken = [action for action in shares if shares[action] > 0 or len(shares) <= MOST_ROWS]
    ranked = sorted(taken, key=lambda action: (action != decision.action, -shares[action]))
    most = MOST_ROWS if len(taken) <= MOST_ROWS else MOST_ROWS - 1
    return [action for action in taken if action in ranked[:most]], ranked[most:]
