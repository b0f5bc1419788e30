"""The panel beside the Kuhn table: the rules during a hand, and after it what both had in mind.

After the hand it tells the opponent's mix and die at each decision, the equilibrium at each of yours, for how much
each of the two could be beaten, and what would beat you best. A tall window has it as a band of three columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.screens.models.records import Record
from game.screens.tables.kuhn.exploitability import Beaten
from game.screens.tables.kuhn.minds import KuhnMinds
from game.screens.ui.layout import Box, Column, Row, Space, grow
from game.screens.ui.leaves import Control, Line, Pair, Rule, Words
from game.screens.ui.leaves.bands import caps, padded, thirds, title
from game.screens.ui.texts import number, signed, text
from game.screens.ui.widgets import Button

PADDING, BAND_GAP, BESIDE_REPLY = 24.0, 16.0, 12.0
BUTTON, ABOVE_FOOT = 44.0, 18.0
TITLE, MINDS_TITLE, MIDDLE = 57.5, 55.0, 34.0
ABOVE_BEATEN, ABOVE_BEATEN_IN_BAND = 24.0, 28.0
ABOVE_HINT, LEAST_GAP = 24.0, 16.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What is told during a hand: rules, record against `name`, and in a serious game what a stage gives away.

    `luck` is what the cards and what the decisions gave in this session.
    """

    lines: Sequence[str]
    name: str
    record: Record
    leak: str = ""
    luck: Sequence[tuple[str, str]] = ()


def rules_panel(
    rules: Rules, coach: Callable[[float], Box] | None, hint: Button | None, *, banded: bool
) -> Box:
    """Return rules, record and coach: the hint that `coach` makes where it was asked for, or the button for it."""
    heading = title(text("kuhn.rules.title"), height=TITLE, middle=MIDDLE)
    lines = (Words(line, "label", "dim") for line in rules.lines)
    if banded:
        third = Column(coach(MIDDLE) if coach else Box(), Space(), *_closed(hint), Space(PADDING))
        return thirds(Column(heading, *lines), _record(rules, above=40.0), third, side=PADDING, gap=BAND_GAP)
    opened = [Space(6), Rule(height=0), coach(ABOVE_HINT)] if coach else []
    above = (heading, *lines, Space(16.5), Rule(height=0), _record(rules, above=26.0))
    rest = Space().sized(grow(1, least=LEAST_GAP))
    return padded(*above, *opened, rest, *_closed(hint), side=PADDING, bottom=PADDING)


def minds_panel(name: str, minds: KuhnMinds, beaten: Beaten, measured: float | None, *, banded: bool) -> Box:
    """Return both sides' decisions in the hand against `name`, and what each could be beaten for."""
    nothing = Line(text("kuhn.nothing_decided", name=name), "label", "dim", height=26)
    heading = title(text("kuhn.in_mind", name=name), height=MINDS_TITLE, middle=MIDDLE)
    theirs, yours = minds.theirs() or [nothing, Space(8)], minds.yours(last_may_be_short=banded)
    if banded:
        beaten_for = beaten.compose(measured, above=ABOVE_BEATEN_IN_BAND, banded=True).sized(grow())
        third = Column(beaten_for, Control(beaten.button, BUTTON), Space(PADDING))
        parts = (Column(heading, *theirs), Column(Space(MIDDLE - 13), *yours), third)
        return thirds(*parts, side=PADDING, gap=BAND_GAP)
    line = (Space(7), Rule(height=0).when(yours))
    below = beaten.compose(measured, above=ABOVE_BEATEN, banded=False)
    return padded(heading, *theirs, *yours, *line, below, side=PADDING)


def reply_panel(beaten: Beaten, *, banded: bool) -> Box:
    """Return what would beat the player best; in a band with the button that hides it."""
    if not banded:
        return padded(beaten.compose_reply(1).sized(grow()), side=PADDING)
    button = Row(Space(), Control(beaten.button, BUTTON).sized(grow()), Space(BESIDE_REPLY))
    return padded(beaten.compose_reply(3).sized(grow()), button, side=PADDING, bottom=PADDING)


def reply_foot(beaten: Beaten) -> Box:
    """Return the button of the best reply, to stay in view however much is told above it."""
    button = Control(beaten.button, BUTTON)
    return padded(Rule(height=0), Space(ABOVE_FOOT), button, side=PADDING, bottom=PADDING)


def _record(rules: Rules, *, above: float) -> Box:
    record, parts = rules.record, [caps(text("kuhn.record", name=rules.name), above=above, below=14.0)]
    if record.hands:
        each, key = signed(record.net / record.hands, 2), "first_hand" if record.hands == 1 else "per_hand"
        parts.append(Line(text(f"kuhn.{key}", hands=number(record.hands), each=each), height=28))
    else:
        parts.append(Line(text("kuhn.no_record"), "label", "dim", height=28))
    luck = [caps(text("kuhn.session"), above=24.0, below=14.0)] if rules.luck else []
    luck += [Pair(name, value) for name, value in rules.luck]
    return Column(*parts, Line(rules.leak, "label", "dim", height=20).when(rules.leak), *luck)


def _closed(hint: Button | None) -> list[Box]:
    """Return the coach while nobody has asked."""
    if hint is None:
        return []
    note = Words(text("table.think_first_note"), "label", "dim", 14.5)
    return [Line(text("table.think_first"), "strong", height=32), note, Control(hint, BUTTON)]
