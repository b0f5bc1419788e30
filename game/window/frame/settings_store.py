"""The user's settings as one frozen dataclass, and their file.

The dataclass has the defaults. A settings file is unusable if it is damaged, belongs to another program, or has an
invalid value. The program then renames the file, shows a message, and starts with the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game import texts
from game.core import BadInput
from game.files import user_files
from game.quoting import list_names, quoted
from game.window.ui.theme import THEMES, tokens

if TYPE_CHECKING:
    from game.window.ui.window import WindowPlace

FILE_NAME, KIND, VERSION = texts.SETTINGS_FILE, texts.SETTINGS_KIND, texts.SETTINGS_VERSION

SPEEDS = ("0.5", "1", "2", "4", "instant", "step")
DECKS = ("two", "four")
AMOUNTS = ("chips", "blinds")
COACHING = ("match", "teaching")
TEXT_SIZES = (80, 200)
VOLUMES = (0, 100)
VOICE_RATES = (50, 300)
MAX_PIXELS = 100_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting. Sizes are in percent.

    Attributes:
        language: A language code, or "" for the language of the system.
        toured: Whether the user has seen or skipped the tour.
        watched_folder: The folder whose new hands are imported, or "".
        window: The position and size of the window (left, top, width, height) in pixels, or None.
        tables: The last choices for each table, with the keys of `table_choices`.

    Raises:
        BadInput: If a setting has an unknown value or a value out of range. The message names the value.
    """

    language: str = ""
    theme: str = "dark"
    deck: str = "two"
    card_back: str = "claret"
    text_size: int = 100
    amounts: str = "chips"
    full_screen: bool = False
    textures: bool = True
    hand_in_words: bool = True
    pot_odds: bool = True
    speed: str = "1"
    reduced_motion: bool = False
    volume: int = 70
    muted: bool = False
    voice: bool = False
    voice_rate: int = 100
    coaching: str = "match"
    auto_next: bool = False
    talk: bool = True
    toured: bool = False
    watched_folder: str = ""
    window: WindowPlace | None = None
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, known in _choices().items():
            if getattr(self, name) not in known:
                raise BadInput(f"{name} is {quoted(getattr(self, name))}; known are {', '.join(known)}")
        for name, (low, high) in (
            ("text_size", TEXT_SIZES),
            ("volume", VOLUMES),
            ("voice_rate", VOICE_RATES),
        ):
            if not low <= getattr(self, name) <= high:
                raise BadInput(f"{name} is {getattr(self, name)}; it goes from {low} to {high}")

    @property
    def four_colours(self) -> bool:
        return self.deck == "four"

    @property
    def in_blinds(self) -> bool:
        return self.amounts == "blinds"

    @property
    def pace(self) -> float | None:
        """The speed of the table as a multiple of the normal speed, or None for no animation."""
        return 1.0 if self.speed == "step" else None if self.speed == "instant" else float(self.speed)

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Settings:
        """Parse the output of `to_dict`.

        Raises:
            BadInput: If a value is invalid. The error names the value.
        """
        defaults = asdict(Settings())
        if unknown := sorted(set(stored) - set(defaults)):
            raise BadInput(
                f"{quoted(unknown[0])} is not a setting; the settings are {list_names(list(defaults))}"
            )
        return Settings(**{name: _read(name, value, defaults[name]) for name, value in stored.items()})

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class SettingsStore:
    """The current settings, stored in the user's folder.

    `warning` is a message about a problem with reading the file. `trouble` is a message about a problem with
    writing the file.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self.warning: str | None = None
        self.trouble = ""
        loaded = user_files.read_versioned(self._path, KIND, VERSION, Settings.from_dict)
        self.warning = loaded.warning
        self.settings = self._saved = loaded.content or Settings()

    def change(self, **values: Any) -> Settings:
        self.settings = replace(self.settings, **values)
        return self.settings

    def restore(self, names: tuple[str, ...]) -> Settings:
        defaults = Settings()
        return self.change(**{name: getattr(defaults, name) for name in names})

    def flush(self) -> None:
        """Write the settings if they differ from the file.

        While the user drags a slider, nothing is written.
        """
        if self.settings == self._saved:
            return
        self._saved = self.settings
        try:
            user_files.write_versioned(self._path, KIND, VERSION, self.settings.to_dict(), durable=False)
        except OSError as error:
            reason = error.strerror or str(error)
            self.trouble = texts.text("input_errors.files.settings_not_kept", reason=reason)
        else:
            self.trouble = ""


def _choices() -> dict[str, tuple[str, ...]]:
    return {
        "language": ("", *texts.OFFERED),
        "theme": THEMES,
        "deck": DECKS,
        "card_back": tuple(tokens().backs),
        "amounts": AMOUNTS,
        "speed": SPEEDS,
        "coaching": COACHING,
    }


def _read(name: str, value: Any, default: Any) -> Any:
    if name == "window":
        return _read_window(value)
    if name == "tables":
        return _read_tables(value)
    if type(value) is not type(default):
        raise BadInput(f"{name} is {quoted(value)}; it must be like {quoted(default)}")
    return value


def _read_window(value: Any) -> WindowPlace | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 4 or not all(type(part) is int for part in value):
        raise BadInput(f"window is {quoted(value)}; it must be four whole numbers")
    left, top, width, height = value
    if not all(abs(part) < MAX_PIXELS for part in value) or min(width, height) < 1:
        raise BadInput(f"window is {quoted(value)}; no screen has such a place")
    return left, top, width, height


def _read_tables(value: Any) -> dict[str, dict[str, str]]:
    tables = value.items() if isinstance(value, dict) else [(None, None)]
    if not all(isinstance(name, str) and _is_words(table) for name, table in tables):
        raise BadInput(f"tables is {quoted(value)}; it must hold words for each table")
    return dict(tables)


def _is_words(table: Any) -> bool:
    return isinstance(table, dict) and all(isinstance(word, str) for word in [*table, *table.values()])
