"""Rasters of the room (felt, walnut, wallpaper), of playing cards and of chips.

Cards are ivory, with a large index and one large pip. Chips have six edge spots.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame

from game.window.ui.canvas import rasters
from game.window.ui.canvas.faces import font
from game.window.ui.canvas.rasters import cache_raster
from game.window.ui.theme import RGB, Chip, Theme, mix, tokens

GRAIN_SIDE = 192
GLOW_COLUMNS = 96
GLOW_SHADES = 128
WAVE_STEP = 32


@cache_raster
def grain(strength: int, seed: int) -> pygame.Surface:
    """Return a tile of noise: black and white specks with an alpha of up to `strength`."""
    rng = random.Random(seed)
    cells = GRAIN_SIDE * GRAIN_SIDE
    levels = bytes(abs(value % (2 * strength + 1) - strength) for value in range(256))
    tones = bytes(255 if value % (2 * strength + 1) > strength else 0 for value in range(256))
    noise = rng.randbytes(cells)
    tone = noise.translate(tones)
    pixels = bytearray(4 * cells)
    pixels[0::4] = pixels[1::4] = pixels[2::4] = tone
    pixels[3::4] = noise.translate(levels)
    return pygame.image.frombuffer(bytes(pixels), (GRAIN_SIDE, GRAIN_SIDE), "RGBA").convert_alpha()


def speckle(surface: pygame.Surface, strength: int, seed: int) -> None:
    """Cover a surface with grain."""
    tile = grain(strength, seed)
    for x in range(0, surface.get_width(), GRAIN_SIDE):
        for y in range(0, surface.get_height(), GRAIN_SIDE):
            surface.blit(tile, (x, y))


def glow(
    size: tuple[int, int], inner: RGB, outer: RGB, centre: tuple[float, float], reach: tuple[float, float]
) -> pygame.Surface:
    """Return a light that fades from `centre` over the distances `reach`. Both are fractions of `size`."""
    columns, rows = GLOW_COLUMNS, max(2, round(GLOW_COLUMNS * size[1] / size[0]))
    shares = (i / GLOW_SHADES for i in range(GLOW_SHADES + 1))
    shades = [bytes(mix(inner, outer, share * share * (3 - 2 * share))) for share in shares]
    across = [((i / (columns - 1) - centre[0]) / reach[0]) ** 2 for i in range(columns)]
    down = [((j / (rows - 1) - centre[1]) / reach[1]) ** 2 for j in range(rows)]
    cells = (shades[min(GLOW_SHADES, int(GLOW_SHADES * math.sqrt(x + y)))] for y in down for x in across)
    small = pygame.image.frombuffer(b"".join(cells), (columns, rows), "RGB")
    surface = rasters.scale_up(small, size).convert()
    speckle(surface, 3, 1)
    return surface


def walnut(size: tuple[int, int], dark: RGB, light: RGB) -> pygame.Surface:
    """Return a wood texture: long wavy lines in two browns under a soft light from above."""
    width, height = size
    column = pygame.Surface((1, 2))
    column.set_at((0, 0), light)
    column.set_at((0, 1), dark)
    surface = rasters.scale_up(column.convert(), size)
    rng = random.Random(7)
    lines = pygame.Surface(size, pygame.SRCALPHA)
    xs = range(0, width + WAVE_STEP, WAVE_STEP)
    for y in range(-8, height + 8, max(2, height // 150)):
        swing, phase = rng.uniform(0.5, 3.5), rng.uniform(0, math.tau)
        turn = rng.uniform(1.0, 3.0) * math.tau / width
        alpha = rng.randint(4, 34)
        colour = (0, 0, 0, alpha) if rng.random() < 0.6 else (255, 214, 170, alpha // 2)
        pygame.draw.lines(lines, colour, False, [(x, y + swing * math.sin(phase + turn * x)) for x in xs])
    surface.blit(lines, (0, 0))
    speckle(surface, 5, 3)
    return surface


def masked(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """Return the surface with rounded corners."""
    shaped = surface.convert_alpha()
    mask = rasters.round_mask(*surface.get_size(), radius)
    shaped.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return shaped


def wallpaper(surface: pygame.Surface, step: int, colour: RGB, alpha: int) -> None:
    """Cover a surface with a pattern of small, barely visible diamonds."""
    half = max(2, step // 11)
    diamond = rasters.suit("d", 2 * half + 2, colour).copy()
    diamond.set_alpha(alpha)
    width, height = surface.get_size()
    places = [
        (x - half, y - half)
        for row, y in enumerate(range(-step // 2, height + step, max(1, step // 2)))
        for x in range(-step // 2 + (row % 2) * step // 2, width + step, step)
    ]
    surface.blits([(diamond, place) for place in places])


@cache_raster
def room(size: tuple[int, int], light: tuple[RGB, RGB], brass: RGB, step: int, alpha: int) -> pygame.Surface:
    """Return the background of the room, with a wallpaper of diamonds.

    `light` has the colours in the light and in the shade. The light comes from above.
    """
    surface = glow(size, *light, (0.5, -0.05), (0.85, 1.15))
    wallpaper(surface, step, brass, alpha)
    return surface


@cache_raster
def draw_felt(size: tuple[int, int], radius: int, centre: RGB, rim: RGB, *, textured: bool) -> pygame.Surface:
    """Return felt with rounded corners, brightest a little above its middle."""
    if not textured:
        return rasters.round_mask(*size, radius, (*centre, 255))
    surface = glow(size, centre, rim, (0.5, 0.40), (0.72, 0.86))
    speckle(surface, 9, 5)
    return masked(surface, radius)


@cache_raster
def wood(size: tuple[int, int], radius: int, dark: RGB, light: RGB, *, textured: bool) -> pygame.Surface:
    """Return a walnut plate with rounded corners."""
    if not textured:
        return rasters.round_mask(*size, radius, (*mix(dark, light, 0.4), 255))
    return masked(walnut(size, dark, light), radius)


MAX_IN_A_STACK = 9
FLATTENING = 0.86  # height of the upper face relative to its width
THICKNESS = 0.13
STEP = 0.17  # distance of the chips of a stack, in diameters
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def chip_stack(amount: int, most: int = MAX_IN_A_STACK) -> tuple[Chip, ...]:
    """Return the chips of one stack, the most valuable at the bottom.

    If there are more than `most` chips, the rest is left out.
    """
    stack: list[Chip] = []
    for chip in tokens().chips:
        while amount >= chip.worth and len(stack) < most:
            stack.append(chip)
            amount -= chip.worth
    return tuple(stack)


@cache_raster
def chip(name: str, pixels: int, *, outlined: bool) -> pygame.Surface:
    """Return one chip `pixels` wide. If `outlined`, the chip has the white rim of the high-contrast theme."""
    denomination = next(chip for chip in tokens().chips if chip.name == name)
    body, spots = denomination.body, denomination.spots
    k = rasters.OVERSIZE
    side, edge = pixels * k, pixels * THICKNESS * k
    high = side * FLATTENING
    rim = mix(body, BLACK, 0.38)
    surface = rasters.blank(side, round(high + edge) + 2, mix(body, BLACK, 0.4))

    def face(y: float, colour: tuple[int, int, int], share: float = 1.0) -> None:
        inset = (1 - share) / 2
        pygame.draw.ellipse(surface, colour, (inset * side, y + inset * high, side * share, high * share))

    def on_face(radius: float, angle: float) -> tuple[float, float]:
        return side / 2 + side * radius * math.cos(angle), (
            side / 2 + side * radius * math.sin(angle)
        ) * FLATTENING

    face(edge, rim)
    pygame.draw.rect(surface, rim, (0, high / 2, side, edge))
    face(0, WHITE if outlined else body)
    face(0, body, 0.92 if outlined else 1)
    for i in range(6):
        angle = math.pi * i / 3
        corners = [(0.5, -0.19), (0.5, 0.0), (0.5, 0.19), (0.37, 0.19), (0.37, -0.19)]
        pygame.draw.polygon(surface, spots, [on_face(radius, angle + turn) for radius, turn in corners])
    face(0, mix(body, WHITE, 0.28), 0.70)
    face(0, body, 0.66)
    face(0, mix(body, WHITE, 0.10), 0.50)
    return rasters.reduced(surface, pixels, round(pixels * (FLATTENING + THICKNESS)))


BACK = "??"
SHAPE = 0.70  # width of a card of height 1
CORNER = 0.07  # radius of its corners
OVERSIZE = 3

TWO_COLOURS = {"s": "ink", "h": "red", "d": "red", "c": "ink"}
FOUR_COLOURS = {"s": "ink", "h": "red", "d": "blue", "c": "green"}


@dataclass(frozen=True, slots=True)
class Deck:
    """The appearance of a deck: the theme, two or four suit colours, and the colour of the backs."""

    theme: str
    four_colours: bool
    back: str

    def colours(self) -> Theme:
        return tokens().themes[self.theme]

    def suit_colour(self, suit: str) -> RGB:
        return self.colours()[(FOUR_COLOURS if self.four_colours else TWO_COLOURS)[suit]]

    def back_colour(self) -> RGB:
        theme = self.colours()
        return theme["back"] if theme.is_contrast else tokens().backs[self.back]


@cache_raster
def card(deck: Deck, code: str, height: int) -> pygame.Surface:
    """Return a card `height` pixels high. `code` is a card like "Kh", or "??" for the back of a card."""
    high, wide = height * OVERSIZE, round(height * SHAPE) * OVERSIZE
    radius = int(high * CORNER)
    surface = _blank_card(deck, wide, high, radius)
    if code == BACK:
        _draw_back(surface, deck, radius)
    else:
        _draw_face(surface, deck, code)
    surface = rasters.reduced(surface, wide // OVERSIZE, height)
    solid = rasters.round_mask(*surface.get_size(), round(radius / OVERSIZE), (0, 0, 0, 255))
    surface.blit(
        solid, (0, 0), special_flags=pygame.BLEND_RGBA_MAX
    )  # smoothscale leaves the middle slightly transparent
    return surface


@cache_raster
def tilted_card(deck: Deck, code: str, height: int, degrees: float) -> pygame.Surface:
    """Return a card rotated counterclockwise.

    For smooth edges, it is rotated at a larger size and then scaled down.
    """
    big = pygame.transform.rotate(card(deck, code, height * OVERSIZE), degrees)
    face = rasters.reduced(big, big.get_width() // OVERSIZE, big.get_height() // OVERSIZE)
    middle = pygame.mask.from_surface(face, 240)
    solid = middle.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0))
    face.blit(solid, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return face


@cache_raster
def tilted_shadow(deck: Deck, code: str, height: int, degrees: float) -> pygame.Surface:
    """Return the soft shadow of a tilted card.

    The surface is larger than the card by an eighth of the height on every side.
    """
    face = tilted_card(deck, code, height, degrees)
    margin = max(4, height // 8)
    dark = rasters.blank(face.get_width() + 2 * margin, face.get_height() + 2 * margin)
    dark.blit(rasters.darkened(face, 120), (margin, margin))
    return rasters.softened(dark, 8)


def _blank_card(deck: Deck, wide: int, high: int, radius: int) -> pygame.Surface:
    theme = deck.colours()
    edge = max(OVERSIZE, int(high * (0.016 if theme.is_contrast else 0.007)))
    surface = rasters.blank(wide, high, theme["card_edge"])
    pygame.draw.rect(surface, theme["card_edge"], (0, 0, wide, high), border_radius=radius)
    inner = (edge, edge, wide - 2 * edge, high - 2 * edge)
    pygame.draw.rect(surface, theme["card"], inner, border_radius=radius - edge)
    return surface


def _draw_back(surface: pygame.Surface, deck: Deck, radius: int) -> None:
    """Draw the back of a card: a lattice of diamonds, its frame, and a spade in a diamond."""
    theme = deck.colours()
    fill, line = deck.back_colour(), theme["back_line"]
    wide, high = surface.get_size()
    margin = int(high * 0.042)
    background = pygame.Rect(margin, margin, wide - 2 * margin, high - 2 * margin)
    pygame.draw.rect(surface, fill, background, border_radius=max(2, radius - margin // 2))
    inset = margin + int(high * 0.028)
    frame = pygame.Rect(inset, inset, wide - 2 * inset, high - 2 * inset)
    # Diamonds twice as high as wide, centred on the card.
    colour = (*line, 255 if theme.is_contrast else 120)
    lattice = pygame.Surface((wide, high), pygame.SRCALPHA)
    width, lean = max(1, int(high * 0.0055)), high * 0.31
    for i in range(-9, 10):
        x = wide / 2 + i * high / 6 * 0.62
        pygame.draw.line(lattice, colour, (x - lean, 0), (x + lean, high), width)
        pygame.draw.line(lattice, colour, (x + lean, 0), (x - lean, high), width)
    surface.blit(lattice, frame, frame)
    pygame.draw.rect(surface, line, frame, max(2, int(high * 0.007)), border_radius=max(2, radius // 3))
    middle_x, middle_y = wide / 2, high / 2
    diamond = [
        (middle_x, middle_y - high * 0.17),
        (middle_x + high * 0.125, middle_y),
        (middle_x, middle_y + high * 0.17),
        (middle_x - high * 0.125, middle_y),
    ]
    pygame.draw.polygon(surface, fill, diamond)
    pygame.draw.polygon(surface, line, diamond, max(2, int(high * 0.009)))
    pip = int(high * 0.13)
    surface.blit(rasters.suit("s", pip, line), (middle_x - pip / 2, middle_y - pip / 2 - high * 0.004))


def _draw_face(surface: pygame.Surface, deck: Deck, code: str) -> None:
    rank, suit = code[0].replace("T", "10"), code[1]
    _draw_index(surface, rank, suit, deck.suit_colour(suit))
    if rank in "JQK":
        _draw_court(surface, rank, suit, deck)
        return
    wide, high = surface.get_size()
    pip = int(high * (0.46 if rank == "A" else 0.40))
    surface.blit(rasters.suit(suit, pip, deck.suit_colour(suit)), (wide * 0.93 - pip, high * 0.935 - pip))


def _draw_index(surface: pygame.Surface, rank: str, suit: str, colour: RGB) -> None:
    wide, high = surface.get_size()
    letters = font(int(high * 0.295), "Semibold").render(rank, True, colour)
    letters = letters.subsurface(letters.get_bounding_rect())
    if letters.get_width() > wide * 0.36:
        letters = pygame.transform.smoothscale(letters, (int(wide * 0.36), letters.get_height()))
    centre = wide * 0.085 + max(letters.get_width(), high * 0.13) / 2
    surface.blit(letters, (centre - letters.get_width() / 2, high * 0.07))
    pip = int(high * 0.145)
    surface.blit(
        rasters.suit(suit, pip, colour), (centre - pip / 2, high * 0.07 + letters.get_height() + high * 0.03)
    )


def _draw_court(surface: pygame.Surface, rank: str, suit: str, deck: Deck) -> None:
    theme = deck.colours()
    wide, high = surface.get_size()
    x, y, radius = wide * 0.62, high * 0.655, wide * 0.325
    pygame.draw.circle(surface, theme["card_deep"], (x, y), radius)
    pygame.draw.circle(surface, theme["medallion"], (x, y), radius, max(2, int(high * 0.009)))
    pip, crown_side = int(wide * 0.315), int(wide * 0.33)
    surface.blit(rasters.suit(suit, pip, deck.suit_colour(suit)), (x - pip / 2, y - pip * 0.20))
    crown = rasters.crown(rank, crown_side, theme["crown"])
    surface.blit(crown, (x - crown.get_width() / 2, y - pip * 0.28 - crown_side * 0.66))
