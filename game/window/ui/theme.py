"""The design tokens from assets/theme.yaml: the colours of three themes, text styles, spacing, radii, durations.

Every colour has a name (token) that all themes share, so drawing code does not depend on the theme.
`contrast` is the contrast ratio of WCAG 2.2 (1.4.3). The tests check this ratio for every pair of text and
background.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.core import BadInput
from game.files import yaml_text
from game.quoting import quoted

RGB = tuple[int, int, int]

THEMES = ("dark", "light", "contrast")
THEME_FILE = Path(__file__).parents[3] / "assets" / "theme.yaml"
WEIGHTS = ("Light", "Regular", "Semibold", "Bold")
SECTIONS = ("colours", "backs", "chips", "type", "space", "radius", "motion")


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """A text style: size in dp, weight, and tracking in em. Text with tracking is set in capitals."""

    size: float
    weight: str
    tracking: float


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip denomination: its value, and the colours of its body and edge spots."""

    name: str
    worth: int
    body: RGB
    spots: RGB


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, by the names that all themes share."""

    name: str
    colours: Mapping[str, RGB]

    def __getitem__(self, token: str) -> RGB:
        return self.colours[token]

    @property
    def is_contrast(self) -> bool:
        return self.name == "contrast"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The content of assets/theme.yaml. `space` and `radius` are in dp, `motion` in milliseconds."""

    themes: Mapping[str, Theme]
    backs: Mapping[str, RGB]
    chips: tuple[Chip, ...]
    type: Mapping[str, TypeStyle]
    space: Mapping[str, float]
    radius: Mapping[str, float]
    motion: Mapping[str, float]


@cache
def tokens() -> Tokens:
    return load(THEME_FILE)


def load(path: Path) -> Tokens:
    """Load and validate a theme file.

    Raises:
        BadInput: If the file is invalid.
    """
    raw = yaml_text.read_file(path)
    if not isinstance(raw, dict) or set(raw) != set(SECTIONS):
        raise BadInput(f"{path.name} must have the sections {', '.join(SECTIONS)}.")
    return Tokens(
        themes=_themes(raw["colours"]),
        backs={name: parse_colour(value) for name, value in raw["backs"].items()},
        chips=tuple(_chip(name, row) for name, row in raw["chips"].items()),
        type={name: _type_style(name, row) for name, row in raw["type"].items()},
        space=_numbers("space", raw["space"]),
        radius=_numbers("radius", raw["radius"]),
        motion=_numbers("motion", raw["motion"]),
    )


def parse_colour(value: object) -> RGB:
    """Parse "#RRGGBB".

    >>> parse_colour("#16120F")
    (22, 18, 15)

    Raises:
        BadInput: If the value has another form.
    """
    digits = value[1:] if isinstance(value, str) and value.startswith("#") else ""
    try:
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise BadInput(f"{quoted(value)} is not a colour like #RRGGBB.") from None
    return red, green, blue


def mix(start: RGB, end: RGB, share: float) -> RGB:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2), from 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def scale_for(width: int, height: int, text_size: float = 1.0) -> float:
    """Return the pixels per dp. The scale grows with the window's size to the power 0.6.

    So a larger window shows things larger, but also has room for more.
    """
    ratio: float = min(width / 1280, height / 720) ** 0.6
    return max(0.85, min(3.0, round(ratio * 20) / 20)) * text_size


def _luminance(colour: RGB) -> float:
    linear: list[float] = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (part / 255 for part in colour)
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _themes(rows: Mapping[str, list[object]]) -> dict[str, Theme]:
    for token, row in rows.items():
        if len(row) != len(THEMES):
            raise BadInput(f"colour {token} needs one value for each of {', '.join(THEMES)}.")
    return {
        name: Theme(name, {token: parse_colour(row[i]) for token, row in rows.items()})
        for i, name in enumerate(THEMES)
    }


def _chip(name: str, row: list[object]) -> Chip:
    worth, body, spots = row
    if not isinstance(worth, int) or worth < 1:
        raise BadInput(f"chip {name} must be worth a whole number of at least 1.")
    return Chip(name, worth, parse_colour(body), parse_colour(spots))


def _type_style(name: str, row: list[object]) -> TypeStyle:
    size, weight, tracking = row
    if not isinstance(size, int | float) or not isinstance(tracking, int | float) or weight not in WEIGHTS:
        raise BadInput(f"type {name} needs a size, a weight of {', '.join(WEIGHTS)}, and a tracking.")
    return TypeStyle(size, str(weight), tracking)


def _numbers(section: str, values: Mapping[str, object]) -> dict[str, float]:
    numbers = {name: float(value) for name, value in values.items() if isinstance(value, int | float)}
    if len(numbers) != len(values):
        raise BadInput(f"{section} of the theme file holds numbers only.")
    return numbers
