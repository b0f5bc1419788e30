"""The side column of a replay: what each side mixed, and the hand in words as far as the table has shown it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.screens.tables.mixes import MIX_HEIGHT, Mix, mix_box
from game.screens.ui.layout import Box, Column, Row, Space, grow
from game.screens.ui.leaves import Picture, Rule, Words
from game.screens.ui.leaves.bands import PADDING, padded
from game.screens.views import hand_log
from game.screens.views.hand_log import LogStreet

PERSON_HEIGHT = 66.0
ENDING = 70.0
LEAST_LOG = 120.0
ABOVE, BELOW, GAP = 12.0, 28.0, 10.0


@dataclass(frozen=True, slots=True)
class ReplayTexts:
    """What the column tells: both mixes, the upper seat's first, the log, and how it ended (nothing before)."""

    mixes: tuple[Mix, Mix]
    may_have_mixed: tuple[bool, bool]
    log: Sequence[LogStreet]
    ending: tuple[str, str] = ("", "")


def replay_column(texts: ReplayTexts) -> Box:
    """Return it below each other."""
    mixes = [box for mix in _mixes(texts) for box in (mix, Rule(height=0))]
    log = Picture(partial(hand_log.draw, streets=texts.log), hand_log.height(texts.log))
    hand = Column(Space(GAP), log, *_ending(texts), Space()).sized(grow(1, least=LEAST_LOG + ENDING))
    return padded(*mixes, hand, top=ABOVE, bottom=BELOW)


def replay_band(texts: ReplayTexts) -> Box:
    """Return a mix in each of the left quarters, how it ended below the second one, the log in the other half."""
    upper, lower = _mixes(texts)
    log = Picture(partial(hand_log.draw_columns, streets=texts.log, count=2))
    first, second = Column(Space(ABOVE), upper), Column(Space(ABOVE), lower, *_ending(texts))
    half = Column(Space(GAP), log.sized(grow()), Space(GAP))
    parts = (first.sized(grow()), second.sized(grow()), half.sized(grow(2)))
    return padded(Row(*parts, gap=PADDING).sized(grow()))


def _mixes(texts: ReplayTexts) -> list[Picture]:
    heights = (MIX_HEIGHT if may_mix else PERSON_HEIGHT for may_mix in texts.may_have_mixed)
    return [mix_box(mix, high) for mix, high in zip(texts.mixes, heights, strict=True)]


def _ending(texts: ReplayTexts) -> list[Words]:
    said, why = texts.ending
    return [Words(said, "label_b", "brass", 0.0), Words(why, "small", "dim", 0.0)] if said else []
