"""The painter and the theme."""

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core import BadInput
from game.window.ui import theme
from game.window.ui.canvas import faces, materials, rasters, shapes
from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.canvas.rasters import MEGABYTE, SurfaceCache
from game.window.ui.theme import THEMES, contrast, scale_for, tokens

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 400))
    yield
    faces.forget_fonts()
    rasters.clear_all()


def a_painter(width: int = 1280, height: int = 720, **look: object) -> Painter:
    return Painter(pygame.Surface((width, height)).convert(), Look(**look))  # type: ignore[arg-type]


def test_a_larger_window_shows_larger_things_and_more_of_them() -> None:
    small, large = a_painter(900, 560), a_painter(1920, 1080)
    assert small.u < large.u
    assert small.W < large.W
    assert (round(large.W), round(large.H)) == (1477, 831)
    assert (round(small.W), round(small.H)) == (1059, 659)


def test_text_size_scales_everything() -> None:
    assert a_painter(text_scale=2.0).u == 2 * a_painter().u


def test_boxes_of_neighbours_meet() -> None:
    painter = a_painter(900, 560)
    left, right = painter.box((0, 0, 33.3, 10)), painter.box((33.3, 0, 20, 10))
    assert left[0] + left[2] == right[0]


@pytest.mark.parametrize("start", [(-50, 60), (60, -50), (-50, -50), (600, 350)])
def test_a_panel_that_is_partly_scrolled_away_ends_where_it_ends(start: tuple[int, int]) -> None:
    whole, part = (pygame.Surface(size) for size in ((1_000, 1_000), (640, 400)))
    x, y = start
    for surface, left, top in ((whole, x + 200, y + 200), (part, x, y)):
        surface.fill((1, 2, 3))
        painter = Painter(surface)
        painter.rect(
            (left / painter.u, top / painter.u, 400 / painter.u, 300 / painter.u), "panel", line="line"
        )
    seen = whole.subsurface((200, 200, 640, 400))
    assert pygame.image.tobytes(part, "RGB") == pygame.image.tobytes(seen, "RGB")


def test_a_raster_is_made_once() -> None:
    first = rasters.suit("s", 30, (1, 2, 3))
    assert rasters.suit("s", 30, (1, 2, 3)) is first
    assert rasters.suit("s", 31, (1, 2, 3)) is not first


def test_a_cache_forgets_what_was_used_longest_ago() -> None:
    kept = SurfaceCache(budget=3 * 100 * 100 * 4)
    for key in "abc":
        kept.get(key, lambda: pygame.Surface((100, 100), pygame.SRCALPHA))
    first = kept.get("a", lambda: pytest.fail("it was there"))
    kept.get("d", lambda: pygame.Surface((100, 100), pygame.SRCALPHA))
    assert kept.get("a", lambda: pytest.fail("it was used last")) is first
    made: list[str] = []
    kept.get("b", lambda: made.append("b") or pygame.Surface((1, 1)))
    assert made == ["b"]
    assert kept.bytes <= kept.budget


def test_a_raster_larger_than_the_budget_is_still_kept_once() -> None:
    kept = SurfaceCache(budget=10)
    surface = kept.get("large", lambda: pygame.Surface((100, 100)))
    assert kept.get("large", lambda: pytest.fail("it was there")) is surface
    assert len(kept) == 1


def test_all_caches_stay_within_their_budgets_whatever_is_drawn() -> None:
    for size in range(40, 140, 2):
        painter = a_painter(800, 600)
        painter.card("Kh", 0, 0, size)
        painter.card("As", 0, 0, size, 7)
        painter.text(str(size), 0, 0, size=size)
    for one in (rasters.RASTERS, rasters.WORDS, rasters.LAYERS):
        assert one.bytes <= one.budget
    assert rasters.RASTERS.budget + rasters.WORDS.budget + rasters.LAYERS.budget <= 100 * MEGABYTE


def test_a_layer_is_painted_once_per_size_and_look() -> None:
    painted: list[float] = []

    def paint(painter: Painter) -> None:
        painted.append(painter.W)
        painter.room()

    painter = a_painter()
    painter.layer("ground", paint)
    painter.layer("ground", paint)
    assert len(painted) == 1
    a_painter(theme="light").layer("ground", paint)
    a_painter(900, 560).layer("ground", paint)
    assert len(painted) == 3


def test_a_layer_shows_what_was_painted() -> None:
    painter = a_painter()
    painter.layer("red", lambda one: one.rect((0, 0, one.W, one.H), (200, 10, 20), 0))
    assert painter.s.get_at((640, 360))[:3] == (200, 10, 20)


@pytest.mark.parametrize("line", [None, "edge"])
def test_a_large_rectangle_looks_as_if_drawn_in_one_piece(line: str | None) -> None:
    painter = a_painter()
    painter.rect((100, 100, 400, 300), "raised", 14, line)
    whole = rasters.plate(
        (400, 300),
        14,
        (*painter.col("raised"), 255),
        (*painter.col(line), 255) if line else None,
        1 if line else 0,
    )
    other = a_painter()
    other.s.blit(whole, (100, 100))
    for place in (
        (100, 100),
        (103, 103),
        (104, 101),
        (300, 100),
        (499, 250),
        (495, 396),
        (300, 250),
        (99, 99),
    ):
        assert painter.s.get_at(place) == other.s.get_at(place), place


def test_a_small_and_a_large_shadow_fall_alike() -> None:
    painter = a_painter(theme="light")
    painter.s.fill((255, 255, 255))
    painter.shadow((200, 200, 150, 150), 14, 12, 200, 0)
    small = painter.s.get_at((275, 195))
    painter.s.fill((255, 255, 255))
    painter.shadow((100, 200, 600, 400), 14, 12, 200, 0)
    large = painter.s.get_at((400, 195))
    assert abs(small[0] - large[0]) <= 6
    assert large[0] < 250


def test_high_contrast_has_no_shadow_and_no_texture() -> None:
    painter = a_painter(theme="contrast")
    painter.s.fill((255, 255, 255))
    painter.shadow((100, 100, 300, 300))
    assert painter.s.get_at((95, 250))[:3] == (255, 255, 255)
    painter.room()
    assert painter.s.get_at((10, 10))[:3] == (0, 0, 0)


def test_texture_can_be_switched_off() -> None:
    painter = a_painter(texture=False)
    painter.felt((0, 0, 400, 300), 12)
    assert painter.s.get_at((200, 150))[:3] == painter.c["felt"]


@pytest.mark.parametrize("theme", THEMES)
def test_every_icon_suit_and_card_can_be_drawn(theme: str) -> None:
    painter = a_painter(theme=theme, four_colours=True)
    for name in shapes.ICONS:
        painter.icon(name, 100, 100)
    for rank in "23456789TJQKA":
        for suit in "shcd":
            painter.card(rank + suit, 10, 10, 100, dim=rank == "2", glow=rank == "3")
    for share in (0.0, 0.3, 0.9):
        painter.card("??", 10, 10, 100, open_share=share)
    painter.inline_cards(["Th", "As"], 300, 300, 17, "r")
    for amount in (0, 1, 117, 40_000):
        painter.chips(200, 200, amount)
    painter.table((10, 10, 600, 350), 120)
    painter.walnut((10, 10, 100, 100), 8)
    painter.dealer(50, 50)
    painter.motif(80, 80, 40, "brass", 100)
    painter.medallion(200, 200, 30, "owl", lit=True)
    painter.cross(100, 100, 20, 6, "ivory")
    painter.stroke([(10, 10), (90, 60)], "brass", 5)
    painter.line(0, 0, 30, 30)
    painter.scrim()


def test_four_colours_tell_the_suits_apart() -> None:
    two, four = a_painter(), a_painter(four_colours=True)
    assert two.suit_col("h") == two.suit_col("d")
    assert len({four.suit_col(suit) for suit in "shdc"}) == 4


def test_the_back_of_the_cards_is_a_setting_that_high_contrast_overrules() -> None:
    claret, plum = materials.Deck("dark", False, "claret"), materials.Deck("dark", False, "plum")
    assert claret.back_colour() != plum.back_colour()
    assert materials.Deck("contrast", False, "plum").back_colour() == a_painter(theme="contrast").c["back"]


def test_a_card_is_opaque_in_its_middle_and_soft_at_its_corner() -> None:
    card = materials.card(materials.Deck("dark", False, "claret"), "Kh", 100)
    assert card.get_at((35, 20))[3] == 255
    assert card.get_at((0, 0))[3] < 128


def test_bars_differ_by_pattern() -> None:
    pictures = {
        kind: pygame.image.tobytes(rasters.hatch(60, 12, kind, (200, 100, 50), (20, 20, 20)), "RGBA")  # type: ignore[arg-type]
        for kind in ("solid", "diagonal", "dots", "cross")
    }
    assert len(set(pictures.values())) == 4


def test_grain_is_the_same_every_time_and_faint() -> None:
    first = pygame.image.tobytes(materials.grain(9, 5), "RGBA")
    rasters.clear_all()
    assert pygame.image.tobytes(materials.grain(9, 5), "RGBA") == first
    assert max(first[3::4]) <= 9


def test_text_that_is_too_long_ends_in_an_ellipsis() -> None:
    painter = a_painter()
    words = "A sentence that is much too long for its place"
    cut = painter.shortened(words, 120)
    assert cut.endswith("…")
    assert painter.width(cut) <= 120
    assert painter.shortened("Short", 120) == "Short"


def test_a_name_that_is_too_long_keeps_the_number_that_tells_it_from_others() -> None:
    painter = a_painter()
    name = "Strategist, 20 big blinds, run 2"
    cuts = {painter.short_name(name, room, "strong") for room in range(60, 300)}
    assert {name, "Strategist, 20 big… run 2", "Strategist, 20… run 2", "Strategist… run 2"} <= cuts
    for room in range(60, 300):
        assert painter.width(painter.short_name(name, room, "strong"), "strong") <= room + 1
        assert room < 80 or painter.short_name(name, room, "strong").endswith("run 2")
        assert painter.short_name(name, room, "strong") == name or "…" in painter.short_name(
            name, room, "strong"
        )
    assert painter.short_name("Value learner 12", 90, "strong").endswith("… 12")
    assert painter.short_name("The Architect", 60, "strong") == painter.shortened(
        "The Architect", 60, "strong"
    )


def test_a_word_longer_than_a_line_is_broken_and_loses_nothing() -> None:
    painter = a_painter()
    words = "The file " + "/logs/matches" * 9 + " is long"
    lines = painter.wrap(words, 160, "label")
    assert all(painter.width(line, "label") <= 160 for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert painter.wrap("ab", 1, "label") == ("a", "b")


def test_paragraphs_wrap_at_words_and_stop_at_the_limit() -> None:
    painter = a_painter()
    painter.log = []
    words = "Then ask if you like. This table does not count for the ladder."
    lines = painter.wrap(words, 160, "label")
    assert " ".join(lines) == words
    assert all(painter.width(line, "label") <= 160 for line in lines)
    painter.para(words, 10, 50, 160, "label", limit=2)
    assert len(painter.log) == 2
    assert painter.log[-1].words.endswith("…")


def test_rows_align_by_the_middle_of_the_capitals() -> None:
    painter = a_painter()
    painter.log = []
    painter.text("H", 10, 100, "small")
    painter.text("H", 60, 100, "figure")
    small, large = (mark.rect for mark in painter.log)
    assert abs(small.centery - large.centery) <= 1
    assert abs(large.centery - 100) <= 1


def test_the_log_tells_what_was_written_where_and_under_which_clip() -> None:
    painter = a_painter()
    painter.log = []
    with painter.clip((0, 0, 200, 50)):
        painter.text("Here", 10, 20)
    mark = painter.log[0]
    assert mark.words == "Here"
    assert mark.clip == pygame.Rect(0, 0, 200, 50)
    assert mark.clip.contains(mark.rect)
    assert painter.s.get_clip() == painter.s.get_rect()


def test_alignment_right_and_middle() -> None:
    painter = a_painter()
    painter.log = []
    painter.text("Words", 300, 20, al="r")
    painter.text("Words", 300, 60, al="c")
    right, middle = (mark.rect for mark in painter.log)
    assert abs(right.right - 300) <= 2
    assert abs(middle.centerx - 300) <= 2


def test_capitals_are_tracked_to_the_width_that_is_measured() -> None:
    painter = a_painter()
    drawn = faces.word_raster("POT", 12, "Semibold", 0.10, (1, 1, 1)).get_width()
    assert abs(faces.width("POT", 12, "Semibold", 0.10) - drawn) <= 1
    assert painter.width("pot", "caps") == painter.width("POT", "caps")


def test_without_its_package_the_type_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    faces.forget_fonts()
    monkeypatch.setattr(faces, "_package_folder", lambda: None)
    painter = a_painter()
    painter.log = []
    painter.text("Still readable", 10, 20)
    assert painter.log[0].rect.width > 50


def test_fading_text_leaves_the_kept_raster_usable() -> None:
    painter = a_painter()
    painter.s.fill((0, 0, 0))
    painter.text("M", 20, 20, "figure", "text", alpha=0)
    assert painter.s.get_bounding_rect().size == painter.s.get_size()
    assert all(painter.s.get_at((x, 20))[:3] == (0, 0, 0) for x in range(15, 40))
    painter.text("M", 20, 20, "figure", "text")
    assert any(painter.s.get_at((x, 20))[:3] != (0, 0, 0) for x in range(15, 40))


def brightness_across(width_dp: float) -> list[int]:
    """Draw a slanted white line on black, and return the brightness of the pixels in a column across the line."""
    painter = a_painter(640, 400)
    painter.s.fill((0, 0, 0))
    painter.curve([(20, 20), (320, 140)], (255, 255, 255), width_dp)
    return [painter.s.get_at((painter.px(170), y))[0] for y in range(400)]


@pytest.mark.parametrize("width_dp", [1.8, 3.0, 5.0])
def test_a_slanted_curve_has_smooth_edges_and_the_wanted_width(width_dp: float) -> None:
    tones = brightness_across(width_dp)
    assert any(20 < tone < 235 for tone in tones), "edges have intermediate tones"
    wanted = (
        max(1.0, width_dp * a_painter(640, 400).u) / 0.9285
    )  # a vertical cut through a slant of 21.8 degrees
    assert sum(tones) / 255 == pytest.approx(wanted, abs=0.7)


def test_a_curve_that_turns_back_on_itself_is_drawn_to_its_tip() -> None:
    painter = a_painter(640, 400)
    painter.s.fill((0, 0, 0))
    painter.curve([(40, 200), (60, 40), (60.0, 40.0), (62, 200)], (255, 255, 255), 2)
    assert max(painter.s.get_at((painter.px(60) + dx, painter.px(42)))[0] for dx in range(-2, 3)) > 200


@pytest.mark.parametrize("size", [(5, 1), (1, 2), (1, 1)])
def test_a_source_of_one_pixel_is_doubled_before_it_is_enlarged(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = []
    scale = pygame.transform.smoothscale

    def recorded(surface: pygame.Surface, wanted: tuple[int, int]) -> pygame.Surface:
        sources.append(surface.get_size())
        return scale(surface, wanted)

    monkeypatch.setattr(pygame.transform, "smoothscale", recorded)
    source = pygame.Surface(size)
    source.fill((10, 120, 240))
    large = rasters.scale_up(source, (40, 30))
    assert min(sources[0]) >= 2
    assert large.get_size() == (40, 30)
    assert {large.get_at((x, y))[:3] for x in (0, 20, 39) for y in (0, 15, 29)} == {(10, 120, 240)}


TEXTS = [
    *[(ink, "panel") for ink in ("text", "dim", "faint", "brass", "brass_hi", "good", "bad", "info")],
    *[(ink, background) for ink in ("text", "dim", "brass") for background in ("room", "room_lit", "raised")],
    *[(ink, "sunk") for ink in ("text", "dim")],
    ("on_brass", "brass_fill"),
    ("on_danger", "danger"),
    ("on_felt", "felt"),
    ("on_felt_dim", "felt"),
    ("on_felt", "felt_deep"),
    ("on_felt_dim", "felt_deep"),
    ("felt_brass", "felt"),
    *[(ink, "card") for ink in ("ink", "red", "blue", "green", "card_text", "card_dim", "card_brass")],
]
CONTROLS = [
    ("edge", "panel"),
    ("brass", "panel"),
    ("focus", "panel"),
    ("focus", "room_lit"),
    ("focus_felt", "felt"),
]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("ink", "background"), TEXTS)
def test_text_reads_on_its_ground(name: str, ink: str, background: str) -> None:
    colours = tokens().themes[name]
    least = 7.0 if colours.is_contrast else 4.5
    assert contrast(colours[ink], colours[background]) >= least


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("mark", "background"), CONTROLS)
def test_controls_and_focus_stand_out(name: str, mark: str, background: str) -> None:
    colours = tokens().themes[name]
    assert contrast(colours[mark], colours[background]) >= 3.0


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


def test_chips_are_listed_from_the_most_valuable_down_to_one() -> None:
    worths = [chip.worth for chip in tokens().chips]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] == 1


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((900, 560), 0.85), ((1920, 1080), 1.3), ((640, 360), 0.85)]
)
def test_scale_grows_slower_than_the_window(size: tuple[int, int], scale: float) -> None:
    assert scale_for(*size) == pytest.approx(scale)
    assert scale_for(*size, text_size=2.0) == pytest.approx(2 * scale)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'room:        ["#16120F", "#E6DCC9", "#000000"]',
            'room: ["#16120F"]',
            "colour room needs one value",
        ),
        ('"#16120F"', '"brown"', "not a colour"),
        ("[5000, ", "[0, ", "chip brass must be worth"),
        ("Light,    0]", "Fat, 0]", "type display needs"),
        ("hair: 4", "hair: wide", "space of the theme file holds numbers"),
        ("motion:", "movement:", "must have the sections"),
    ],
)
def test_a_broken_theme_file_is_refused_with_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    shipped = theme.THEME_FILE.read_text(encoding="utf-8")
    assert old in shipped
    broken = tmp_path / "theme.yaml"
    broken.write_text(shipped.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=sentence):
        theme.load(broken)


def test_an_emblem_has_a_brass_ring_only_if_it_is_lit() -> None:
    painter = Painter(pygame.Surface((200, 200)))
    rings: list[object] = []
    painter.ring = lambda x, y, r, colour, width: rings.append(colour)  # type: ignore[method-assign]
    painter.medallion(100, 100, 30, "owl")
    assert set(rings) == {"edge"}
    rings.clear()
    painter.medallion(100, 100, 30, "owl", lit=True)
    assert set(rings) == {"brass"}
