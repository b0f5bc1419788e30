"""A voice that records its sentences, and the sentences that follow from each key of a user."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml

from game.window.ui.speech import Sentence, Voice
from tests.window.driver import Driver

LINES = Path(__file__).with_name("voice_lines.yaml")
"""The sentences of whole evenings: for each key, the sentences that the voice says after it."""

OPENED = "opened"
"""The step before the first key."""

Heard = list[dict[str, list[str]]]


class Recorder(Voice):
    """A silent voice that records its sentences."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def _add(self, sentence: Sentence) -> None:
        if sentence.words and self.is_on:
            self.lines.append(sentence.words)

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


def read_lines(name: str) -> Heard:
    """Return the written sentences of an evening."""
    found: dict[str, Heard] = yaml.safe_load(LINES.read_text("utf-8"))
    return found[name]


def press_as_written(driver: Driver, name: str, press: Callable[[str], None] | None = None) -> Heard:
    """Press the keys of a written evening, and return the sentences after each. `press` replaces the keyboard."""
    voice = driver.app.aloud.voice
    assert isinstance(voice, Recorder)
    heard: Heard = []
    for (key,) in map(tuple, read_lines(name)):
        if key != OPENED:
            (press or driver.key)(key)
        heard.append({key: voice.take()})
    return heard
