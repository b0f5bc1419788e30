"""What the list says of a hand: who sat across the table, for what, how it ended, and when."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand
from game.core import Seat
from game.rules import games
from game.screens.opponents import Portrait, portrait
from game.screens.tables.amounts import Amounts
from game.screens.tables.kuhn_words import chips
from game.screens.texts import MINUS, english, number, text

if TYPE_CHECKING:
    from game.screens.app import App
    from game.screens.pen import Pen, Rect

INKS = {"won": "good", "lost": "bad", "drawn": "dim"}
NARROW = 460.0
MEDALLION = 15.0


@dataclass(frozen=True, slots=True)
class HandLine:
    """A row of the list in words. `ink` colours the result, which a word or a sign says too."""

    device: str
    name: str
    stake: str
    result: str
    how: str
    ink: str
    day: str
    hour: str

    @property
    def spoken(self) -> str:
        """The row in one breath."""
        return f"{self.name}. {self.stake}. {self.how} {self.result}. {self.day} {self.hour}"


def line_of(app: App, hand: PlayedHand) -> HandLine:
    """Return what the list says of a hand."""
    shown, across = who(app, hand, 0), who(app, hand, 1)
    own = hand.own_seat
    if own is not None:
        device, name = (across, shown)[own].device, _with_stage((across, shown)[own])
    else:
        device, name = "eye", text("look_back.pair", first=_with_stage(shown), second=_with_stage(across))
    net = hand.returns[own or 0]
    outcome = hand.result or "drawn"
    how = text(f"look_back.results.{outcome}") if own is not None else text("look_back.for", name=shown.name)
    return HandLine(
        device=device,
        name=name,
        stake=f"{text(f'games.{hand.game}')}, {stake_of(hand)}",
        result=written(app, hand, net),
        how=how,
        ink=INKS[outcome] if own is not None else "text",
        day=_day(hand.at),
        hour=time.strftime("%H:%M", time.localtime(hand.at)),
    )


def who(app: App, hand: PlayedHand, seat: Seat) -> Portrait:
    """Return how the one who sat there is shown."""
    spec = hand.spec
    agents = [one for one in app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]
    return portrait(agents, spec.seats[seat])


def written(app: App, hand: PlayedHand, net: float) -> str:
    """Write a result in the unit of the game."""
    if hand.game == games.HOLDEM:
        return Amounts(app.settings.amounts == "blinds", hand.spec.big_blind).signed(round(net))
    if hand.game == games.TIC_TAC_TOE:
        return "1" if net > 0 else "0" if net < 0 else "½"
    return f"{'+' if net > 0 else MINUS if net < 0 else ''}{chips(abs(net))}"


def stake_of(hand: PlayedHand) -> str:
    """Say what was played for."""
    spec = hand.spec
    if spec.game == games.HOLDEM:
        stack = number(min(spec.stacks) / spec.big_blind)
        return text(
            "look_back.stakes.holdem", small=number(spec.small_blind), big=number(spec.big_blind), bb=stack
        )
    return text(f"look_back.stakes.{spec.game}", blinds=chips(spec.blinds))


def draw_line(pen: Pen, rect: Rect, line: HandLine) -> None:
    """Draw a row: who and what for at the left, how it ended and when at the right."""
    x, y, w, h = rect
    above, below = y + h / 2 - 9, y + h / 2 + 11
    pen.medallion(x + 34, y + h / 2, MEDALLION, line.device)
    when, result = (74.0, 104.0) if w < NARROW else (104.0, 124.0)
    left, right = x + 62, x + w - 16
    room = w - 62 - 16 - when - result
    pen.text(line.name, left, above, "label_b", fit=room - 8)
    pen.text(line.stake, left, below, "small", "dim", fit=room - 8)
    pen.text(line.result, right - when, above, "label_b", line.ink, al="r", fit=result - 8)
    pen.text(line.how, right - when, below, "small", "dim", al="r", fit=result - 8)
    pen.text(line.day, right, above, "small", "dim", al="r", fit=when - 12)
    pen.text(line.hour, right, below, "small", "faint", al="r", fit=when - 12)


def _with_stage(shown: Portrait) -> str:
    if not shown.stage:
        return shown.name
    return text("watch.at_stage", name=shown.name, stage=shown.stage)


def _day(at: float) -> str:
    then, now = time.localtime(at), time.localtime()
    if then[:3] == now[:3]:
        return text("look_back.today")
    month = english().many("common.months")[then.tm_mon - 1]
    return f"{then.tm_mday} {month}" + ("" if then.tm_year == now.tm_year else f" {then.tm_year}")
