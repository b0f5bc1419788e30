"""The tokens: complete in every theme, and every text readable on its ground."""

from pathlib import Path

import pytest

from game.core import BadInput
from game.window.ui import theme
from game.window.ui.theme import THEMES, contrast, scale_for, tokens

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
