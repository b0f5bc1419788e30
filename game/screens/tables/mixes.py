"""What each side mixes in a hand that somebody looks at, and the die that chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from game.core import CHANCE, Action, Decision, Seat, State
from game.screens.pen import Pen, Rect
from game.screens.tables.die import die_of, in_percent
from game.screens.texts import number
from game.screens.views import mix
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from game.screens.tables.spectator import Spectator

MOST_ROWS = 4
ROW = 25.0
MIX_HEAD = 56.0
MIX_HEIGHT = MIX_HEAD + MOST_ROWS * ROW + 10
LABEL_SHARE, MOST_LABEL = 0.48, 136.0


@dataclass(frozen=True, slots=True)
class Mixed:
    """A decision and the state in which it falls; `made` once it has been played."""

    before: State
    decision: Decision
    made: bool


class Mixes:
    """The mixes of both seats."""

    def __init__(self, screen: Spectator) -> None:
        self._screen = screen

    def mixed(self, seat: Seat) -> Mixed | None:
        """Return the decision of a seat now, or its last one of this hand that the table has shown."""
        screen, session = self._screen, self._screen.session
        deciding = session.seat_to_act == seat and screen.timeline.beat is None
        if deciding and (upcoming := screen.upcoming) is not None:
            return Mixed(session.state, upcoming, made=False)
        states = [screen.first_state(), *(step.state for step in session.steps)]
        for (before, _), step in reversed(list(zip(pairwise(states), screen.shown_steps, strict=False))):
            if step.player != CHANCE and session.seat_of(step.player) == seat and step.decision is not None:
                return Mixed(before, step.decision, made=True)
        return None

    def draw(self, pen: Pen, r: Rect, seat: Seat, aside: str = "") -> None:
        """Draw who sits there (with the role, or what else stands aside), and the mix now or the last one."""
        x, y, w, _ = r
        screen, texts = self._screen, self._screen.texts
        beside, style, ink = (
            (aside, "small_b", "text") if aside else (screen.spectacle.role(seat), "small", "dim")
        )
        taken = pen.text(pen.short_name(screen.name_of(seat), w * 0.62, "strong"), x, y + 20, "strong")
        pen.text(beside, x + w, y + 20, style, ink, al="r", fit=w - taken - 12)
        mixed = self.mixed(seat)
        if mixed is None:
            pen.para(screen.no_mix(seat), x, y + 43, w, "small", col="faint", limit=3)
            return
        said = pen.text(texts("watch.last_mix" if mixed.made else "watch.thinks"), x, y + 43, "small", "dim")
        die = die_of(mixed.decision)
        if die is not None and mixed.made:
            rolled = texts("watch.rolled", number=number(die.number), sides=number(die.sides))
            pen.text(rolled, x + w, y + 43, "small", "dim", al="r", fit=w - said - 12)
        rows = self._rows(mixed)
        label = min(MOST_LABEL, w * LABEL_SHARE)
        mix.draw_rows(pen, x, y + MIX_HEAD + ROW / 2, w, rows, label_width=label, pitch=ROW)

    def _rows(self, mixed: Mixed) -> list[MixRow]:
        """Return a row for each action; where there are too many the last one sums up the least likely."""
        shown, rest = likeliest(mixed.decision)
        rows = [self._row(mixed, action) for action in shown]
        if rest:
            share = sum(mixed.decision.strategy[action] for action in rest)
            label = self._screen.texts("watch.more", count=len(rest))
            rows.append(MixRow(label, share, in_percent(mixed.decision, *rest), colour="dim"))
        return rows

    def _row(self, mixed: Mixed, action: Action) -> MixRow:
        spectacle = self._screen.spectacle
        share = mixed.decision.strategy[action]
        chosen = mixed.made and action == mixed.decision.action
        return MixRow(
            spectacle.called(mixed.before, action),
            share,
            in_percent(mixed.decision, action),
            spectacle.pattern(action),
            "brass" if chosen else "dim",
            chosen=chosen,
        )


def likeliest(decision: Decision) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the likeliest actions, the chosen one among them, in the agent's own order, and the rest.

    What is never done is left out where there are many actions.
    """
    shares = decision.strategy
    taken = [action for action in shares if shares[action] > 0 or len(shares) <= MOST_ROWS]
    ranked = sorted(taken, key=lambda action: (action != decision.action, -shares[action]))
    most = MOST_ROWS if len(taken) <= MOST_ROWS else MOST_ROWS - 1
    return [action for action in taken if action in ranked[:most]], ranked[most:]
