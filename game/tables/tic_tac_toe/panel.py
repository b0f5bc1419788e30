"""The panel beside the tic-tac-toe board: who the learner is, what she thinks, how good she is, her stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.study.opponents import Opponent, Portrait, stage_names
from game.tables.tic_tac_toe.thoughts import Thoughts, needs, thoughts_box
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Control, Ink, Pair, Paragraph, Picture, Rule, Words
from game.window.ui.leaves.bands import caps, padded, thirds
from game.window.ui.widgets import Button, Option, Segmented

PADDING, BAND_GAP = 24.0, 20.0
OPPONENT = 72.0
BUTTON, STAGES = 44.0, 38.0
ABOVE_BUTTONS, BELOW_STAGES, BUTTON_GAP = 20.0, 24.0, 12.0
LINE = 21.0
STRENGTH, RECORD, CHARACTER = 108.0, 92.0, 66.0
STRENGTH_LINES = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of the panel: the opponent with a line of character and the strength, or the score of two people.

    After a game, the line is about the player's own moves.

    `strength` is empty if it is unknown; then the `score` is shown. The controls are the stages of a learner, the
    `buttons` of the next game, and the button to retry a mistake.
    """

    opponent: Portrait
    character: str
    strength: str
    score: Sequence[tuple[str, int]]
    thoughts: Thoughts
    stages: Segmented | None
    buttons: Sequence[Button]
    retry: Button | None


def panel_column(shown: Shown) -> Box:
    """Return the panel as a column."""
    thoughts = shown.thoughts
    told: Box = Column(thoughts_box(thoughts).sized(grow()), _strength(shown, ruled=True))
    if thoughts.made:
        told = Either(told, thoughts_box(thoughts), least=RECORD + needs() + STRENGTH)
    middle: Box = Column(_character(shown), told.sized(grow()))
    if thoughts.made and shown.character:
        without_record = thoughts_box(replace(thoughts, caption="", words=""))
        lean = Column(_character(shown), without_record.sized(grow()))
        middle = Either(middle, lean, least=CHARACTER + RECORD + needs(len(thoughts.made)))
    foot = (*_stages(shown), Rule(height=0), Space(ABOVE_BUTTONS), _buttons(shown))
    return padded(_opponent(shown), middle.sized(grow()), *foot, side=PADDING, top=PADDING, bottom=PADDING)


def panel_band(shown: Shown) -> Box:
    """Return the panel as the three columns of a band."""
    strength = Paragraph(shown.strength, limit=4)
    about = (Space(10), strength) if shown.strength else (Space(), _strength(shown, ruled=False))
    first = Column(Space(BAND_GAP), _opponent(shown), *about, Space(BAND_GAP).when(not shown.strength))
    second = Column(Space(4), thoughts_box(shown.thoughts).sized(grow()), Space(8))
    third = Column(Space(), *_stages(shown), Space(ABOVE_BUTTONS), _buttons(shown), Space(PADDING))
    return thirds(first, second, third, side=PADDING, gap=BAND_GAP)


# ---- who the opponent is -------------------------------------------------------------------------------------
def _opponent(shown: Shown) -> Box:
    return Column(Picture(partial(_draw_opponent, shown.opponent), OPPONENT), Rule(height=0))


def _draw_opponent(portrait: Portrait, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    painter.medallion(x + 26, y + 28, 26, portrait.device)
    painter.text(painter.short_name(portrait.name, w - 68, "h2"), x + 68, y + 18, "h2")
    painter.text(portrait.kind, x + 68, y + 41, "label", "dim", fit=w - 68)


def _character(shown: Shown) -> Box:
    """Return what sort of player this is, while no values need the room."""
    words = Paragraph(shown.character, "label", "text", limit=3)
    shows_values = shown.thoughts.squares or shown.thoughts.equal
    return Column(Space(12), words, Rule(height=0)).when(shown.character and not shows_values)


class Lead(Words):
    """A paragraph of which the first line stands out."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the lines."""
        x, y, width, _ = rect
        for place, line in enumerate(painter.wrap(self.words, width, self.style)[: self.limit]):
            ink = "dim" if place else "text"
            painter.text(line, x, y + (place + 0.5) * self.step, self.style, ink)


def _strength(shown: Shown, *, ruled: bool) -> Box:
    """Return how good the opponent is, or what each of two people has won here."""
    name = shown.opponent.name
    caption = text("tic_tac_toe.how_good", name=name) if shown.strength else text("tic_tac_toe.score_caption")
    heading = caps(caption, above=20.0, below=15.5)
    inks = (Ink("label", "text"), Ink("label_b", "text"))
    rows = (Pair(who, number(count), height=LINE, inks=inks) for who, count in shown.score)
    lead = (Lead(shown.strength, after=0.0, limit=STRENGTH_LINES),) if shown.strength else rows
    return Column(Rule(height=0).when(ruled), heading, *lead, Space(8.5))


# ---- what can be pressed -------------------------------------------------------------------------------------
def _stages(shown: Shown) -> list[Box]:
    if shown.stages is None:
        return []
    caption = caps(text("tic_tac_toe.stages"), above=24.0, below=18.0)
    return [caption, Control(shown.stages, STAGES), Space(BELOW_STAGES)]


def _buttons(shown: Shown) -> Box:
    beside = Row(*(Control(button, BUTTON).sized(grow()) for button in shown.buttons), gap=BUTTON_GAP)
    if shown.retry is None:
        return beside
    return Column(Control(shown.retry, BUTTON, after=BUTTON_GAP), beside)


def stage_options(opponent: Opponent | None) -> tuple[Option, ...]:
    """Return the stages of a learner, where there are several."""
    if opponent is None or len(opponent.entries) < 2:
        return ()
    names, _ = stage_names(opponent.entries)
    short = (name.replace(",000,000", " M") for name in names)
    return tuple(Option(entry.name, name) for entry, name in zip(opponent.entries, short, strict=True))
