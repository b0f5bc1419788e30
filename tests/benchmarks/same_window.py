"""Compare the window before and after a change: every screen at the sizes in `LOOKS` and in all themes.

Run `record` before the change, and `compare` after the change:

    python -m tests.benchmarks.same_window record before.json [PATTERN ...]
    python -m tests.benchmarks.same_window compare before.json

At every scroll position, the recording has the names and rectangles of the controls in focus order, every
word with its position, and a hash of the frame. `PATTERN` matches the name of a screen in `PLACES` or
`TABLES` ("hand table*"). `compare` checks the recorded screens, and exits with 1 if a screen differs.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

os.environ["PARLOUR_SEED"] = "1"

import pygame

from game.app.start import find_pages
from game.window.ui.theme import THEMES
from tests.window.driver import Driver, LoggingPainter
from tests.window.samples import AGENTS
from tests.window.sweep import PLACES
from tests.window.tables import Table
from tests.window.test_layout import LOOKS, fill_with_games
from tests.window.test_replay import GAMES as HANDS
from tests.window.test_replay import Replaying
from tests.window.test_table_drawing import GAMES
from tests.window.watching import PLACES as WATCHED
from tests.window.watching import Watching, moments

Frame = Mapping[str, Any]
HOME = Path("home")  # only in this run's folder, so that a page that shows the path is always the same
PARTS = ("controls", "words", "frame")
TABLES = (
    *(f"play {name}" for name in GAMES),
    *(f"watch {name}" for name in WATCHED),
    *(f"replay {name}" for name in HANDS),
)
USAGE = "same_window record FILE [PATTERN ...] | same_window compare FILE"


def frames(index: str, look: Mapping[str, Any]) -> Iterator[Frame]:
    """Yield a screen at every scroll position, or a table at every moment."""
    kind, _, name = index.partition(" ")
    if index in TABLES:
        yield from _table_frames(kind, name, look)
        return
    driver = Driver(HOME, find_pages(), AGENTS, **look)
    PLACES[index](driver.app)
    driver.settle()
    seen = None
    while True:
        yield _frame(driver)
        scroll = driver.app.screen.scroll
        if scroll is None or not scroll.longest or scroll.offset == seen:
            break
        seen = scroll.offset
        driver.key("page down")
    driver.close()


def _table_frames(kind: str, name: str, look: Mapping[str, Any]) -> Iterator[Frame]:
    """Yield a table and its drawer at every moment of a hand that is played, watched or replayed."""
    driver, shown = _table(kind, name, look)
    for _ in shown:
        yield _frame(driver)
        screen: Any = driver.app.screen
        if getattr(screen, "regions", None) and screen.regions.has_drawer and not screen.drawer_open:
            driver.key("l")
            yield _frame(driver)
            driver.key("l")
    driver.close()


def _table(kind: str, name: str, look: Mapping[str, Any]) -> tuple[Driver, Iterator[str]]:
    """Return a window with a table, and an iterator that steps through the moments to record."""
    if kind == "play":
        spec, worker, play = GAMES[name]
        make = find_pages()[spec.game].make
        table = Table(HOME, make, spec, worker(), **look)
        return table, play(table)
    if kind == "watch":
        watching = Watching(HOME, name, **look)
        return watching, moments(watching)
    replaying = Replaying(HOME, HANDS[name]()[0], **look)
    return replaying, _replayed_moments(replaying)


def _replayed_moments(driver: Replaying) -> Iterator[str]:
    yield "deal"
    driver.step()
    yield "first step"
    driver.keys("o", "g")
    yield "closed"
    driver.key("end")
    yield "end"


def _frame(driver: Driver) -> Frame:
    words = [(mark.words, tuple(mark.rect)) for mark in driver.marks()]
    surface = pygame.display.get_surface()
    return {
        "controls": [(control.name, control.rect) for control in driver.app.controls()],
        "words": sorted(words),
        "frame": hashlib.sha256(pygame.image.tobytes(surface, "RGB")).hexdigest(),
    }


def record(places: Sequence[str]) -> dict[str, list[Frame]]:
    """Return the frames of these screens. A key names the screen, window size, text size and theme."""
    found: dict[str, list[Frame]] = {}
    for size, text_size in (getattr(look, "values", look) for look in LOOKS):
        for theme in THEMES:
            for place in places:
                name = f"{place} | {size[0]}x{size[1]} {text_size}% {theme}"
                shutil.rmtree(HOME, ignore_errors=True)
                HOME.mkdir()
                fill_with_games(HOME)
                look = {"size": size, "text_size": text_size, "theme": theme, "painter": LoggingPainter}
                found[name] = list(frames(place, look))
        print(f"{size[0]}x{size[1]} {text_size}%: {len(found)} recorded", file=sys.stderr, flush=True)
    return found


def differences(before: Sequence[Frame], after: Sequence[Frame]) -> list[str]:
    """Return a line for each part of a screen that differs, with the first items that are missing or new."""
    if len(before) != len(after):
        return [f"{len(before)} views before, {len(after)} after"]
    lines = []
    for first, second in zip(before, after, strict=True):
        for part in PARTS:
            if first[part] != second[part]:
                lines.append(f"{part}: {_first_difference(first[part], second[part])}")
    return lines


def _first_difference(before: Any, after: Any) -> str:
    if isinstance(before, str):
        return "another picture"
    gone = [one for one in before if one not in after]
    new = [one for one in after if one not in before]
    return f"{len(gone)} gone, {len(new)} new: {gone[:2]} -> {new[:2]}" if gone or new else "another order"


def main(action: str, file: Path, patterns: Sequence[str]) -> int:
    """Record the screens to a file, or compare the screens with the file. Return the exit code."""
    if action == "record":
        wanted = patterns or ["*"]
        places = [index for index in (*PLACES, *TABLES) if any(fnmatch(index, pattern) for pattern in wanted)]
        if not places:
            sys.exit(
                f"No screen is named like {', '.join(wanted)}: there are {', '.join((*PLACES, *TABLES))}."
            )
        file.write_text(json.dumps(record(places)))
        return 0
    before = json.loads(file.read_text())
    places = list(dict.fromkeys(name.partition(" | ")[0] for name in before))
    after = json.loads(json.dumps(record(places)))
    changed = {name: changes for name in before if (changes := differences(before[name], after[name]))}
    for name, changes in changed.items():
        print(name, *changes, sep="\n  ")
    print(f"{len(before)} screens compared, {len(changed)} differ")
    return 1 if changed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("record", "compare"):
        sys.exit(USAGE)
    record_file = Path(sys.argv[2]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(main(sys.argv[1], record_file, sys.argv[3:]))
