"""Charts, and the values that the user reads from charts."""

from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.texts import format_tick
from game.window.ui.canvas.painter import Look
from game.window.ui.charts import axes, chart
from game.window.ui.charts.axes import Axis, count_axis, linear, logarithmic
from game.window.ui.charts.chart import Chart, Plot, Series, Target, bounds, envelope, pushed_apart
from game.window.ui.charts.spread import Histogram
from game.window.ui.theme import THEMES
from game.window.ui.widgets import ReadOut
from tests.window.driver import LoggingPainter
from tests.window.test_layout import assert_readable

FINITE = st.floats(-1e9, 1e9, allow_nan=False)


# ---- axes ----------------------------------------------------------------------------------------------------
@given(st.lists(FINITE, max_size=20))
def test_a_linear_axis_holds_zero_and_every_value_between_at_most_six_round_ticks(
    values: list[float],
) -> None:
    found = linear(values)
    ticks = found.ticks()
    assert found.low <= min([0.0, *values]) + 1e-6
    assert found.high >= max([0.0, *values]) - 1e-6
    assert 2 <= len(ticks) <= axes.MAX_TICKS + 1
    assert all(one < other for one, other in pairwise(ticks))


@given(st.lists(st.floats(1e-12, 1e12), min_size=1, max_size=20))
def test_a_logarithmic_axis_ends_at_powers_of_ten(values: list[float]) -> None:
    found = logarithmic(values)
    assert found.low < found.high
    assert all(0.0 <= found.share(value) <= 1.0 for value in values)
    assert len(found.ticks(5)) <= 5
    assert {f"{tick:.15e}"[0] for tick in found.ticks()} <= set("125")
    if found.high / found.low > 100 * 1.1:
        assert all(tick == float(f"1e{round(axes.math.log10(tick))}") for tick in found.ticks())


@pytest.mark.parametrize(
    ("total", "ticks"),
    [(4, [1, 2]), (20, [1, 2, 5, 10, 20]), (100, [1, 10, 100]), (4_000, [1, 10, 100, 1_000])],
)
def test_a_short_count_has_ticks_between_the_powers_of_ten(total: int, ticks: list[int]) -> None:
    assert count_axis(total, log=True).ticks() == ticks
    assert len(count_axis(total, log=True).ticks(2)) <= 2


def test_nothing_measured_still_has_axes() -> None:
    assert linear([]).ticks()
    assert logarithmic([]) == Axis(1.0, 10.0, log=True)
    assert logarithmic([0.0, -3.0]).share(0.0) == 0.0
    assert count_axis(0, log=True).share(1) == 0.0


def test_one_value_more_seldom_moves_the_axis() -> None:
    assert linear([310]) == linear([310, 350]) == Axis(0, 400)


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "0"), (0.25, "0.25"), (400, "400"), (1000, "1k"), (2500, "2.5k"), (1e6, "1M"), (1e-5, "1e−5")],
)
def test_ticks_are_written_short(value: float, words: str) -> None:
    assert format_tick(value) == words


# ---- points and labels ---------------------------------------------------------------------------------------
@given(st.lists(st.tuples(st.floats(0, 1), FINITE), max_size=400), st.integers(1, 40))
def test_thinning_keeps_the_highest_and_the_lowest_point(
    points: list[tuple[float, float]], columns: int
) -> None:
    xs, ys = sorted(x for x, _ in points), [y for _, y in points]
    kept = envelope(ys, bounds(xs, Axis(0, 1), columns))
    assert len(kept) <= 2 * columns
    assert kept == sorted(set(kept))
    if points:
        assert {min(ys), max(ys)} <= {ys[index] for index in kept}


@given(st.lists(st.floats(0, 300), max_size=12))
def test_labels_stand_apart_within_their_room_and_in_order(wanted: list[float]) -> None:
    found = pushed_apart(wanted, 17, 0, 300)
    assert all(-1e-6 <= place <= 300 + 1e-6 for place in found)
    in_order = sorted(zip(wanted, found, strict=True))
    step = min(17, 300 / max(1, len(wanted) - 1))
    for (_, one), (_, other) in pairwise(place for place in sorted(in_order, key=lambda pair: pair[1])):
        assert other - one >= step - 1e-6


def test_labels_that_do_not_touch_stay_where_they_are() -> None:
    assert pushed_apart([90, 10, 50], 17, 0, 100) == [90, 10, 50]


# ---- pictures ------------------------------------------------------------------------------------------------
LOSSES = Chart(
    [
        Series("as O", [1, 10, 1000, 260000], [333, 310, 210, 0], "info", "0"),
        Series("as X", [1, 10, 1000, 260000], [40, 44, 9, 0], "brass", "0"),
    ],
    count_axis(400_000, log=True),
    linear([333]),
    "games",
    targets=[Target(0)],
    marks=[80_000],
)
SHARES = Chart(
    [
        Series("won", [1, 10, 260000], [0.67, 0.7, 0.94], "good", "94%"),
        Series("drawn", [1, 10, 260000], [0.72, 0.8, 1.0], "dim", "6%"),
        Series("lost", [1, 10, 260000], [1.0, 1.0, 1.0], "bad", "0%"),
    ],
    count_axis(400_000, log=True),
    Axis(0, 1),
    "games",
    stacked=True,
)
WAITING = Chart(
    [Series("exploitability", [], [], "brass")], count_axis(10_000, log=True), logarithmic([]), "iterations"
)
ONE_POINT = Chart(
    [Series("value", [5], [0.4], "brass", "0.4")], count_axis(10, log=False), linear([0.4]), "games"
)


@pytest.fixture
def surface() -> pygame.Surface:
    pygame.init()
    return pygame.display.set_mode((640, 360))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("one", [LOSSES, SHARES, WAITING, ONE_POINT])
@pytest.mark.parametrize("size", [(560.0, 240.0), (300.0, 130.0), (220.0, 90.0)])
def test_no_word_of_a_chart_touches_another(
    surface: pygame.Surface, theme: str, one: Chart, size: tuple[float, float]
) -> None:
    painter = LoggingPainter(surface, Look(theme=theme))
    painter.panel((0, 0, painter.W, painter.H))
    painter.log = []
    Plot().draw(painter, (12, 12, *size), one)
    assert painter.log
    assert_readable(painter.log, surface.get_rect(), theme)


def test_curves_are_painted_once_and_copied_while_nothing_changes(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[Chart] = []
    paint = chart._paint
    monkeypatch.setattr(
        chart,
        "_paint",
        lambda painter, inner, one, *more: (painted.append(one), paint(painter, inner, one, *more)),
    )
    plot, painter = Plot(), LoggingPainter(surface)

    def draw(one: Chart, left: float = 12) -> bytes:
        painter.rect((0, 0, painter.W, painter.H), "panel", 0)
        plot.draw(painter, (left, 12, 500, 240), one)
        return pygame.image.tobytes(surface, "RGB")

    first = draw(LOSSES)
    assert draw(LOSSES) == first
    assert painted == [LOSSES]
    draw(SHARES)
    draw(SHARES, left=20)
    assert painted == [LOSSES, SHARES, SHARES]


def test_a_chart_without_room_draws_nothing(surface: pygame.Surface) -> None:
    painter = LoggingPainter(surface)
    painter.log = []
    Plot().draw(painter, (0, 0, 40, 20), LOSSES)
    assert painter.log == []


def test_a_histogram_without_bars_is_drawn_empty(surface: pygame.Surface) -> None:
    histogram = Histogram("shape", "Shape")
    histogram.rect = (0.0, 0.0, 320.0, 200.0)
    histogram.draw(LoggingPainter(surface))
    assert histogram.value == ""


class Columns(ReadOut[int]):
    """Ten columns, 10 dp each."""

    def find(self, x: float, y: float) -> int | None:
        return int(x // 10) if 0 <= x < 100 else None


def test_what_lies_under_the_mouse_is_known_while_the_mouse_is_there() -> None:
    columns = Columns("columns", "Columns")
    columns.hovered = True
    assert columns.hover(35.0, 0.0)
    assert columns.under == 3
    columns.hovered = False
    assert columns.under is None


def test_it_looks_different_only_where_something_else_lies_under_the_mouse() -> None:
    columns = Columns("columns", "Columns")
    assert columns.hover(35.0, 0.0)
    assert not columns.hover(38.0, 0.0)
    assert columns.hover(120.0, 0.0)


def test_nothing_can_be_clicked() -> None:
    assert not Columns("columns", "Columns").hand
