"""What the help says: what wins, the rules, the words, in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.rules import games
from game.texts import english, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Columns, Space
from game.window.ui.leaves import Caps, Picture, Words
from game.window.ui.widgets import Rect
from game.window.ui.widgets.keys import SEPARATOR

LEAST_COLUMN, COLUMN_GAP = 300.0, 64.0
HAND_STEP = 49.0
BOARD, BOARD_GAP = 88.0, 24.0
HANDS: tuple[tuple[str, ...], ...] = (
    ("9h", "8h", "7h", "6h", "5h"),
    ("Qs", "Qh", "Qd", "Qc", "4s"),
    ("Ts", "Th", "Td", "6c", "6s"),
    ("Ac", "Jc", "9c", "6c", "3c"),
    ("Th", "9s", "8d", "7c", "6h"),
    ("7s", "7h", "7d", "Kc", "2s"),
    ("Ah", "Ad", "5s", "5c", "9d"),
    ("Kh", "Ks", "Qs", "9s", "8h"),
    ("As", "Jd", "8c", "6h", "3s"),
)
KUHN_CARDS = ("As", "Kh", "Qd")
LINES = (((0, 0), (2, 0)), ((1, 0), (1, 2)), ((0, 0), (2, 2)))


def what_wins(table: str) -> list[Box]:
    """Return what wins at a table: the ranking of hands with examples, or the lines of the board."""
    if table == games.TIC_TAC_TOE:
        caps, note, rows = "help.hands.lines", "help.hands.lines_note", Picture(_draw_lines, BOARD + 16)
        return [Caps(text(caps), "brass"), rows, Space(8), Words(text(note), "label", "dim")]
    if table == games.HOLDEM:
        names, hands, note = english().many("help.hands.names"), HANDS, "help.hands.note"
    else:
        names, note = english().many("help.hands.kuhn"), "help.hands.kuhn_note"
        hands = tuple((card,) for card in KUHN_CARDS)
    ranking = [
        Picture(partial(_draw_hand, place, name, cards), HAND_STEP)
        for place, (name, cards) in enumerate(zip(names, hands, strict=True), 1)
    ]
    return [Caps(text("help.hands.caps"), "brass"), *ranking, Space(8), Words(text(note), "small", "dim")]


def rules(table: str) -> list[Box]:
    """Return the rules of a game: titles and paragraphs."""
    parts: list[Box] = []
    for row in english().many(f"help.rules.{table}"):
        title, _, body = row.partition(SEPARATOR)
        parts += [Caps(title, "brass"), Words(body, "body", "text", 18)]
    return parts


def words() -> list[Box]:
    """Return the glossary: terms and their meanings."""
    terms: list[Box] = []
    for row in english().many("help.words"):
        term, _, meaning = row.partition(SEPARATOR)
        terms += [Words(term, "label_b", after=0), Words(meaning, "label", "dim", 10)]
    return terms


def in_two_columns(painter: Painter, parts: list[Box], width: float) -> Box:
    """Divide pairs of a title and a paragraph so that both columns of a width are as even as they can be."""
    heights = [part.measure(painter, (width - COLUMN_GAP) / 2) for part in parts]
    half = min(range(2, len(parts), 2), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
    return beside(parts[:half], parts[half:])


def beside(left: Sequence[Box], right: Sequence[Box]) -> Columns:
    """Return two columns with a line between them, or one below the other."""
    return Columns(Column(*left), Column(*right), least=LEAST_COLUMN, gap=COLUMN_GAP, ruled=True)


def _draw_hand(place: int, name: str, cards: Sequence[str], painter: Painter, rect: Rect) -> None:
    """Draw one line of the ranking: place, name, an example."""
    x, y, width, height = rect
    middle = y + height / 2
    painter.text(str(place), x, middle, "label", "faint")
    wide = painter.inline_cards(cards, x + width, middle, 19, "r")
    painter.text(name, x + 26, middle, "strong", size=16, fit=width - 26 - wide - 10)


def _draw_lines(painter: Painter, rect: Rect) -> None:
    """Draw three small boards, each with a row that wins."""
    for place, (start, end) in enumerate(LINES):
        _draw_board(painter, rect[0] + place * (BOARD + BOARD_GAP), rect[1] + 6, start, end)


def _draw_board(painter: Painter, x: float, y: float, start: tuple[int, int], end: tuple[int, int]) -> None:
    cell = BOARD / 3
    for step in (1, 2):
        painter.line(x + step * cell, y, x + step * cell, y + BOARD, "edge")
        painter.line(x, y + step * cell, x + BOARD, y + step * cell, "edge")
    for step in range(3):
        column = start[0] + (end[0] - start[0]) * step / 2
        row = start[1] + (end[1] - start[1]) * step / 2
        painter.ring(x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.27, "brass", 2.5)
