"""The panel beside the Kuhn table: the rules during a hand, and after it what both had in mind.

After the hand it tells the opponent's mix and die at each decision, the equilibrium at each of yours, for how much
each of the two could be beaten, and what would beat you best. A tall window has it as a band of three columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.screens.models.records import Record
from game.screens.tables.kuhn.minds import Theirs, Yours, hint_box, their_box, your_box
from game.screens.ui.layout import Box, Column, Space, grow
from game.screens.ui.leaves import Control, Line, Pair, Rule, Words
from game.screens.ui.leaves.bands import caps, padded, thirds, title
from game.screens.ui.texts import number, signed, text
from game.screens.ui.widgets import Button

PADDING, BAND_GAP = 24.0, 16.0
BUTTON = 44.0
TITLE, MINDS_TITLE, MIDDLE = 57.5, 55.0, 34.0
ABOVE_BEATEN = 24.0
ABOVE_HINT, LEAST_GAP = 24.0, 16.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What is told during a hand: rules, record against `name`, and in a serious game what a stage gives away.

    `hint` is the equilibrium of the decision at hand, once it was asked for; `luck` is what the cards and what the
    decisions gave in this session.
    """

    lines: Sequence[str]
    name: str
    record: Record
    leak: str = ""
    hint: Yours | None = None
    luck: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Minds:
    """What is told after a hand against `name`: every decision of both."""

    name: str
    theirs: Sequence[Theirs]
    yours: Sequence[Yours]


def rules_column(rules: Rules, hint: Button | None) -> Box:
    """Return rules, record and coach below each other; `hint` is the button that asks."""
    line = (Space(16.5), Rule(height=0))
    shown = rules.hint
    coach = [Space(6), Rule(height=0), hint_box(shown, above=ABOVE_HINT)] if shown is not None else []
    parts = (
        *_rules(rules),
        *line,
        _record(rules, above=26.0),
        *coach,
        Space().sized(grow(1, least=LEAST_GAP)),
        *_closed(hint),
    )
    return padded(*parts, side=PADDING, bottom=PADDING)


def rules_band(rules: Rules, hint: Button | None) -> Box:
    """Return them beside each other."""
    shown = rules.hint
    coach = hint_box(shown, above=MIDDLE) if shown is not None else Box()
    third = Column(coach, Space(), *_closed(hint), Space(PADDING))
    return thirds(Column(*_rules(rules)), _record(rules, above=40.0), third, side=PADDING, gap=BAND_GAP)


def minds_column(minds: Minds, empirical_exploitability: Box) -> Box:
    """Return both sides' decisions, and below them what each could be beaten for."""
    yours = (your_box(one) for one in minds.yours)
    line = (Space(7), Rule(height=0).when(minds.yours))
    return padded(*_theirs(minds), *yours, *line, empirical_exploitability, side=PADDING)


def minds_band(minds: Minds, empirical_exploitability: Box, reply: Button) -> Box:
    """Return them beside each other, the button that shows the best reply in the last column."""
    yours = [your_box(one, may_be_short=one is minds.yours[-1]) for one in minds.yours]
    third = Column(empirical_exploitability.sized(grow()), Control(reply, BUTTON), Space(PADDING))
    parts = (Column(*_theirs(minds)), Column(Space(MIDDLE - 13), *yours), third)
    return thirds(*parts, side=PADDING, gap=BAND_GAP)


def _rules(rules: Rules) -> list[Box]:
    lines = (Words(line, "label", "dim") for line in rules.lines)
    return [title(text("kuhn.rules.title"), height=TITLE, middle=MIDDLE), *lines]


def _record(rules: Rules, *, above: float) -> Box:
    record = rules.record
    parts: list[Box] = [caps(text("kuhn.record", name=rules.name), above=above, below=14.0)]
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


def _theirs(minds: Minds) -> list[Box]:
    heading = title(text("kuhn.in_mind", name=minds.name), height=MINDS_TITLE, middle=MIDDLE)
    if minds.theirs:
        return [heading, *map(their_box, minds.theirs)]
    nothing = Line(text("kuhn.nothing_decided", name=minds.name), "label", "dim", height=26)
    return [heading, nothing, Space(8)]
