"""The sounds of the window.

All sounds are synthesised, short and soft. Without an audio device, the window is silent.

Each sound is a mix of a few decaying tones and noises. It is rendered once as signed 16-bit mono and passed
to pygame's mixer. No sound is longer than 250 ms or louder than -12 dB relative to full scale.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable

import pygame

RATE = 22_050
LOUDEST = 0.25  # of full scale: -12 dB
LONGEST = 0.25  # seconds
FULL_SCALE = 32_767

Samples = list[float]

NAMES = ("card", "flip", "chips", "check", "wood", "taken", "win", "big_win", "loss", "attention")


class Sound:
    """Plays sounds by name. The mixer is opened at the first sound, so a muted program never opens it."""

    def __init__(self, volume: int = 70, *, muted: bool = False) -> None:
        self._volume = volume
        self._muted = muted
        self._available: bool | None = None
        self._sounds: dict[tuple[str, int], pygame.mixer.Sound] = {}

    @property
    def available(self) -> bool:
        """Whether there is an audio device. The first access to this property opens the device."""
        if self._available is None:
            self._available = _open_mixer()
        return self._available

    def set_volume(self, volume: int, *, muted: bool) -> None:
        self._volume, self._muted = volume, muted

    def play(self, name: str, ticks: int = 3) -> None:
        """Play a sound. For the sound of chips, `ticks` is the number of chips (1 to 3)."""
        if self._muted or self._volume == 0 or not self.available:
            return
        ticks = ticks if name == "chips" else 1
        if (name, ticks) not in self._sounds:
            self._sounds[name, ticks] = pygame.mixer.Sound(buffer=render(name, ticks).tobytes())
        sound = self._sounds[name, ticks]
        sound.set_volume(self._volume / 100)
        sound.play()

    def close(self) -> None:
        """Close the audio device."""
        self._sounds.clear()
        if self._available:
            pygame.mixer.quit()
        self._available = None


def render(name: str, ticks: int = 3) -> array[int]:
    """Return the sound `name` as signed 16-bit samples at `RATE`."""
    recipes: dict[str, Callable[[], Samples]] = {
        "card": lambda: _noise(0.060, decay=0.020, smoothing=0.72, seed=1),
        "flip": _flip,
        "chips": lambda: _chips(ticks),
        "check": _check,
        "wood": _wood,
        "taken": _dull_knock,
        "win": lambda: _notes(392.0, 587.3),
        "big_win": _big_win,
        "loss": lambda: _notes(587.3, 392.0),
        "attention": _attention,
    }
    samples = recipes[name]()
    loudest = max(map(abs, samples))
    scale = FULL_SCALE * LOUDEST / loudest
    return array("h", (round(sample * scale) for sample in samples))


def _open_mixer() -> bool:
    if not pygame.mixer:  # a system library is missing; pygame's stand-in for the module is false
        return False
    try:
        pygame.mixer.init(RATE, -16, 1, 512)
    except pygame.error:
        return False
    return True


def _flip() -> Samples:
    click = _noise(0.018, decay=0.004, smoothing=0.35, seed=2)
    return _mixed((0.0, click), (0.055, [0.8 * sample for sample in click]))


def _chips(ticks: int) -> Samples:
    """Return the sound of ceramic chips: per tick, two high, detuned tones that decay at once."""
    falls = []
    for tick in range(ticks):
        pitch = 2900 + 260 * tick
        ring = [
            a + 0.6 * b
            for a, b in zip(_tone(pitch, 0.05, 0.010), _tone(pitch * 1.53, 0.05, 0.007), strict=True)
        ]
        falls.append((0.042 * tick, ring))
    return _mixed(*falls)


def _check() -> Samples:
    knock = _mixed((0.0, _tone(150, 0.07, 0.016)), (0.0, _noise(0.02, decay=0.004, smoothing=0.6, seed=3)))
    return _mixed((0.0, knock), (0.105, [0.85 * sample for sample in knock]))


def _wood() -> Samples:
    return _mixed((0.0, _tone(320, 0.09, 0.018)), (0.0, _noise(0.02, decay=0.003, smoothing=0.5, seed=4)))


def _dull_knock() -> Samples:
    return _mixed((0.0, _tone(120, 0.08, 0.014)), (0.0, _noise(0.03, decay=0.006, smoothing=0.8, seed=5)))


def _big_win() -> Samples:
    """Return an ascending arpeggio over an octave."""
    return _mixed(
        *((0.035 * at, _soft(pitch, 0.14)) for at, pitch in enumerate((392.0, 493.9, 587.3, 784.0)))
    )


def _notes(first: float, second: float) -> Samples:
    return _mixed((0.0, _soft(first, 0.15)), (0.10, _soft(second, 0.145)))


def _attention() -> Samples:
    """Return a note like a brass instrument: a tone with overtones and a slow attack."""
    length = 0.24
    parts = [(1.0, 1.0), (2.0, 0.5), (3.0, 0.33), (4.0, 0.2)]
    tones = [[weight * sample for sample in _tone(293.7 * ratio, length, 0.12)] for ratio, weight in parts]
    return _fade_in([sum(column) for column in zip(*tones, strict=True)], 0.025)


def _soft(pitch: float, length: float) -> Samples:
    return _fade_in(_tone(pitch, length, 0.05), 0.012)


def _tone(pitch: float, length: float, decay: float) -> Samples:
    """Return a sine that decays to 1/e in `decay` seconds and ends at 0."""
    count = round(length * RATE)
    return [
        math.sin(math.tau * pitch * i / RATE) * math.exp(-i / RATE / decay) * (1 - i / count)
        for i in range(count)
    ]


def _noise(length: float, *, decay: float, smoothing: float, seed: int) -> Samples:
    """Return white noise after a one-pole low-pass filter. The same seed gives the same noise."""
    rng = random.Random(seed)
    count, held, samples = round(length * RATE), 0.0, []
    for i in range(count):
        held = smoothing * held + (1 - smoothing) * rng.uniform(-1, 1)
        samples.append(held * math.exp(-i / RATE / decay) * (1 - i / count))
    return samples


def _fade_in(samples: Samples, rise: float) -> Samples:
    steps = rise * RATE
    return [sample * min(1.0, i / steps) for i, sample in enumerate(samples)]


def _mixed(*parts: tuple[float, Samples]) -> Samples:
    """Mix sounds. Each part is the start time in seconds and the samples of a sound."""
    starts = [(round(start * RATE), samples) for start, samples in parts]
    mix = [0.0] * max(start + len(samples) for start, samples in starts)
    for start, samples in starts:
        for i, sample in enumerate(samples):
            mix[start + i] += sample
    return mix
