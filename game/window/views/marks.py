"""Drawings and boxes that several pages share: grades, equities, strategies, dice, answers, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from game.study.judgements import MARKS, SOUND, Grade, Mark
from game.study.words import format_keys
from game.texts import percent, text
from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Chart, Plot, Series
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Listed, Paragraph, Picture, Words
from game.window.ui.widgets import Act, Button, Rows
from game.window.ui.widgets.controls import Controls

GRADE_HEIGHT, COST_LINE, COST_GAP = 22.0, 20.0, 8.0
DOT, DOT_STEP = 3.0, 9.0
DOTS = (len(MARKS) - 1) * DOT_STEP + 2 * DOT
NAME_AT = len(MARKS) * DOT_STEP + 6
COLOURS: dict[Mark, Colour] = {
    Mark.BEST: "good",
    Mark.GOOD: "good",
    Mark.MISSED: "brass",
    Mark.COSTLY: "brass",
    Mark.INACCURACY: "brass",
    Mark.MISTAKE: "bad",
    Mark.BLUNDER: "bad",
    Mark.UNKNOWN: "dim",
}


@dataclass
class GradeBox(Box):
    """The mark of a decision, and the cost of the decision as text.

    The text is next to the mark, or below the mark if there is no room.
    """

    mark: Mark
    cost: str

    def measure(self, painter: Painter, width: float) -> float:
        below = 0 if self._fits(painter, width) else len(painter.wrap(self.cost, width, "label"))
        return GRADE_HEIGHT + below * COST_LINE

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the mark and the cost."""
        x, y, w, _ = rect
        fits = self._fits(painter, w)
        place = x, y, w, GRADE_HEIGHT
        draw_grade(self.mark, self.cost if fits else "", painter, place)
        for index, line in enumerate(() if fits else painter.wrap(self.cost, w, "label")):
            painter.text(line, x, y + GRADE_HEIGHT + (index + 0.5) * COST_LINE, "label", "dim")

    def _fits(self, painter: Painter, width: float) -> bool:
        named = NAME_AT + painter.width(_name(self.mark), "label_b")
        return named + COST_GAP + painter.width(self.cost, "label") <= width


def grade_width(painter: Painter, mark: Mark, room: float) -> float:
    named = NAME_AT + painter.width(_name(mark), "label_b")
    return named if named <= room else DOTS


def draw_grade(mark: Mark, cost: str, painter: Painter, rect: Rect) -> None:
    """Draw the mark of a decision: five dots, its name if it fits, and the text of the cost at the right end.

    The better the decision, the more dots are filled. A decision with an unknown cost has five rings instead.
    A decision that costs only against the opponent has the dots of an inaccuracy.
    """
    x, y, w, h = rect
    middle, ink = y + h / 2, COLOURS[mark]
    filled = (
        0 if mark == Mark.UNKNOWN else len(MARKS) - MARKS.index(Mark.INACCURACY if mark in SOUND else mark)
    )
    for place in range(len(MARKS)):
        centre = x + DOT + place * DOT_STEP
        if mark == Mark.UNKNOWN:
            painter.ring(centre, middle, DOT, ink, 1.0)
        else:
            painter.disc(centre, middle, DOT, ink if place < filled else "line")
    if w <= DOTS:
        return
    used = NAME_AT + painter.text(_name(mark), x + NAME_AT, middle, "label_b", ink)
    painter.text(cost, x + w, middle, "label", "dim", al="r", fit=max(0.0, w - used - COST_GAP))


def _name(mark: Mark) -> str:
    return text(f"grades.marks.{mark}")


EQUITY_BAR_HEIGHT = 38.0
BAR = 9.0
GAP = 10.0


@dataclass(frozen=True, slots=True)
class Equities:
    """The equity of the first side (0 to 1), and the texts for both sides."""

    share: float
    words: tuple[str, str]


def draw_equity_bar(painter: Painter, x: float, y: float, w: float, equities: Equities) -> None:
    """Draw the equity bar with the texts above it. `y` is the upper edge of the texts."""
    first, second = equities.words
    taken = painter.text(first, x, y + 10, "small_b", "text", fit=w * 0.6)
    painter.text(second, x + w, y + 10, "small", "dim", al="r", fit=w - taken - GAP)
    painter.bar((x, y + 22, w, BAR), equities.share)


def equity_box(equities: Equities | None) -> Picture:
    """Return the equity bar, or an empty space of the same size until the equities are known."""

    def draw(painter: Painter, rect: Rect) -> None:
        if equities is not None:
            draw_equity_bar(painter, *rect[:3], equities)

    return Picture(draw, EQUITY_BAR_HEIGHT)


MIX_ROW_STEP = 34.0  # dp per row if the label is next to its bar
STACKED_STEP = 42.0  # dp per row if the label is above its bar
SHARE_WIDTH = 56.0
DIE_LINE, DIE_ICON = 21.0, 68.0
BARS_LABEL = 74.0


@dataclass(frozen=True, slots=True)
class MixRow:
    """An action: its name, its frequency (0 to 1), the frequency as text, and the look of its bar."""

    label: str
    share: float
    value: str
    pattern: Pattern = "solid"
    colour: Colour = "brass"
    chosen: bool = False


def draw_rows(
    painter: Painter,
    x: float,
    y: float,
    w: float,
    rows: Sequence[MixRow],
    *,
    label_width: float = 74,
    pitch: float = MIX_ROW_STEP,
) -> float:
    """Draw label, bar and frequency of each row in one line. Return the y of the next row."""
    for row in rows:
        painter.text(row.label, x, y, "label_b" if row.chosen else "label", fit=label_width - 6)
        bar_width = w - label_width - SHARE_WIDTH - 6
        painter.bar((x + label_width, y - 6, bar_width, 12), row.share, row.pattern, row.colour)
        painter.text(row.value, x + w, y, "label_b", al="r")
        y += pitch
    return y


def stacked_rows(rows: Sequence[MixRow]) -> Picture:
    """Return rows with the label above each bar, for long names."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        for index, row in enumerate(rows):
            draw_stacked_row(painter, (x, y + index * STACKED_STEP, w, STACKED_STEP), row)

    return Picture(draw, STACKED_STEP * len(rows))


def draw_stacked_row(painter: Painter, rect: Rect, row: MixRow) -> None:
    """Draw the label and the value in one line, with the bar below."""
    x, y, w, _ = rect
    painter.text(row.label, x, y + 16, "label_b" if row.chosen else "label", fit=w - SHARE_WIDTH)
    painter.text(row.value, x + w, y + 16, "label_b", al="r")
    painter.bar((x, y + 31, w, 9), row.share, row.pattern, row.colour)


def draw_die(painter: Painter, r: Rect, rolled: str, meaning: str) -> None:
    """Draw the rolled number and its meaning, on as many lines as fit into `r`.

    If the text is cut, it ends with an ellipsis.
    """
    x, y, w, h = r
    painter.rect(r, "sunk", 10, "line")
    painter.icon("dice", x + 28, y + h / 2, 26, "brass")
    room = w - DIE_ICON
    lines = list(painter.wrap(meaning, room, "label"))
    most = max(1, int(h / DIE_LINE) - 1)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    top = y + h / 2 - DIE_LINE * len(lines) / 2
    painter.text(rolled, x + 56, top, "label_b", fit=room)
    for i, line in enumerate(lines, start=1):
        painter.text(line, x + 56, top + i * DIE_LINE, "label", "dim", fit=room)


def mix_bars(
    rows: Sequence[MixRow],
    *,
    pitch: float,
    label: float = BARS_LABEL,
    max_share: float = 1.0,
) -> Picture:
    """Return a bar for each action, `pitch` dp each.

    Labels are `label` dp wide, but at most `max_share` of the width.
    """

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, _ = rect
        room = min(label, w * max_share)
        draw_rows(painter, x, y + pitch / 2, w, rows, label_width=room, pitch=pitch)

    return Picture(draw, pitch * len(rows))


SENTENCE_STEP, MIN_STEP = 27.0, 20.0


def draw_sentences(painter: Painter, area: Rect, said: str, note: str, style: str = "h2") -> None:
    """Draw a headline and a note, centred in `area`, each on up to two lines.

    If there is room, the note may have three lines. Lines whose letters would touch are moved apart, as far as
    `area` allows.
    """
    x, y, w, h = area
    if painter.width(said, style) > w:
        style = "strong"
    lines = [(line, style, "text") for line in painter.wrap(said, w, style)[:2] if line]
    room = max(2, int((h - 12) / MIN_STEP) - len(lines))
    lines += [(line, "label", "dim") for line in painter.wrap(note, w, "label")[: min(3, room)] if line]
    step = min(SENTENCE_STEP, (h - 12) / max(1, len(lines)))
    reaches = [painter.reach(line, one, ink) for line, one, ink in lines]
    apart = max((below + above for (_, below), (above, _) in pairwise(reaches)), default=0.0)
    touching = apart > step
    if touching:
        step = min(apart, h / len(lines))
    top = y + h / 2 - (len(lines) - 1) * step / 2
    if touching:
        top = painter.px(top) / painter.u  # the rounding to pixels then takes nothing from a step
    for i, (line, one, ink) in enumerate(lines):
        painter.text(line, x, top + i * step, one, ink, fit=w)


def sentence_picture(words: tuple[str, str], style: str = "h2") -> Picture:
    headline, note = words
    return Picture(partial(draw_sentences, said=headline, note=note, style=style)).sized(grow())


WORTH_ROW_HEIGHT = 42.0
WORTH_ROW_BAR, MIN_SHARE, FIGURE = 8.0, 0.005, 52.0


@dataclass(frozen=True, slots=True)
class WorthRow:
    """A row of a list of actions: name, value as text (`worth`), and frequency (`share`).

    A disc marks the user's answer (`given`). The value of the `best` action is drawn in brass.
    """

    name: str
    worth: str
    share: float
    given: bool
    best: bool


def worth_row_picture(row: WorthRow) -> Picture:
    return Picture(partial(draw_worth_row, row), WORTH_ROW_HEIGHT)


def draw_worth_row(row: WorthRow, painter: Painter, rect: Rect) -> None:
    """Draw the name, the value, and the frequency as a bar."""
    x, y, width, height = rect
    first, second = y + height * 0.32, y + height * 0.76
    left = x + (16 if row.given else 0)
    if row.given:
        painter.disc(x + 4, first, 4, "brass")
    figure = painter.width(row.worth, "label_b")
    painter.text(row.worth, x + width, first, "label_b", "brass" if row.best else "text", al="r")
    painter.text(row.name, left, first, "label_b" if row.given else "label", fit=width - figure - 24)
    painter.text(percent(row.share), x + width, second, "small", "dim", al="r")
    bar = (x, second - WORTH_ROW_BAR / 2, width - FIGURE, WORTH_ROW_BAR)
    painter.bar(bar, row.share if row.share >= MIN_SHARE else 0.0, "solid", "brass")


ANSWER_GAP = 8.0
MAX_KEYS = 9


class AnswerButtons:
    """The possible answers to a decision. Each is a button with a digit as its key."""

    def __init__(self) -> None:
        self.buttons: Sequence[Button] = ()

    def offer(self, answers: Iterable[tuple[str, str, Act]]) -> None:
        self.buttons = [Button(f"answer-{key}", label, act, keycap=key) for key, label, act in answers]

    def box(self, height: float) -> Column:
        return Column(*(Control(button, height) for button in self.buttons), gap=ANSWER_GAP)

    @property
    def keys(self) -> str:
        return f"{self.buttons[0].keycap} – {self.buttons[:MAX_KEYS][-1].keycap}"

    def find(self, index: int, say: Callable[[str], None] | None = None) -> Button | bool:
        """Return the button for the digit key at an index (0 is "1").

        If there is no such button, return False, which leaves the key to other controls. `say` then gets a sentence
        about the possible keys.
        """
        found = next((button for button in self.buttons if button.keycap == str(index + 1)), None)
        if found is None and say is not None:
            say(format_keys([button.keycap for button in self.buttons]))
        return found or False

    def walk(self, controls: Controls, index: int) -> bool:
        return controls.walk([button.name for button in self.buttons], (-1, 1)[index])


def tell_answer(said: Box, grade: Grade, cost: str, why: str, values: Sequence[Box]) -> Sequence[Box]:
    """Return the boxes of a graded answer: `said`, the mark with the cost, the reason, and the values."""
    return (
        said,
        GradeBox(grade.shown_mark, cost),
        Space(6),
        Words(why, "label", "text", 12),
        *values,
    )


FILE_ROW, BUTTON, BUTTON_WIDTH = 46.0, 34.0, 104.0
MIN_FILES_HEIGHT = 3 * FILE_ROW
INSET, CORNER_INSET = 14.0, 12.0
FIRST, SECOND = 0.32, 0.72  # the middles of the two lines, as shares of a row


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A stored file: its name, its state or size, a description (`about`), and a text for the voice.

    `details` are shown below the list while the file is selected.
    """

    name: str
    state: str
    about: str
    in_words: str
    details: Sequence[str] = ()


class StoredFiles:
    """The list of stored files.

    The arguments `opened` and `removed` are called with the index of the selected file.
    """

    def __init__(
        self,
        name: str,
        label: str,
        changed: Act,
        opened: Callable[[int], None],
        removed: Callable[[int], None],
    ) -> None:
        self._files: Sequence[StoredFile] = ()
        self._rows = Rows(
            name,
            label,
            self._draw_row,
            lambda index: self._files[index].in_words,
            changed=changed,
            opened=lambda: opened(self._rows.chosen),
        )
        forget = text("solver.files.forget")
        self._forget = Button("forget", forget, lambda: removed(self._rows.chosen), style="label_b")

    def boxes(self, files: Sequence[StoredFile], empty: str) -> list[Box]:
        """Return the list of files with its buttons, or the text `empty` if there are no files."""
        self._files, self._rows.count = files, len(files)
        self._rows.chosen = min(self._rows.chosen, max(0, len(files) - 1))
        if not files:
            return [Paragraph(empty, limit=4).sized(grow(least=FILE_ROW))]
        details = [Paragraph(words, limit=2) for words in files[self._rows.chosen].details]
        button = Row(Space(), Control(self._forget, BUTTON).sized(fixed(BUTTON_WIDTH)))
        return [Listed(self._rows, FILE_ROW).sized(grow(least=MIN_FILES_HEIGHT)), *details, button]

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        file, (x, y, width, height) = self._files[index], rect
        first, second = y + height * FIRST, y + height * SECOND
        used = painter.text(file.state, x + width - CORNER_INSET, first, "small", "dim", al="r")
        painter.text(file.name, x + INSET, first, "label_b", fit=width - used - 40)
        painter.text(file.about, x + INSET, second, "small", "dim", fit=width - 2 * INSET)
        return True


MIN_GRAPH = 150.0

Curve = tuple[str, Sequence[float], str]
"""The name of a range, its equity at even percentiles starting with the weakest hands, and its colour."""


def equity_graph(plot: Plot, curves: Sequence[Curve]) -> Box:
    """Return the chart of equities. Ranges without hands are left out."""
    series = [
        Series(name, [100 * index / (len(ys) - 1) for index in range(len(ys))], ys, colour)
        for name, ys, colour in curves
        if len(ys) > 1
    ]
    title = text("common.percentile")
    chart = Chart(series, Axis(0.0, 100.0), Axis(0.0, 1.0), title, write=percent)
    return Picture(partial(plot.draw, chart=chart), MIN_GRAPH)
