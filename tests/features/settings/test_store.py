"""The settings: they survive a round trip, and a broken file does not survive at all."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from game.core import BadInput
from game.window.frame.settings_store import FILE_NAME, KIND, VERSION, Settings, SettingsStore
from tests.full_disk import UNSYNCED_STEPS, fill_disk

OTHERS = Settings(
    theme="contrast",
    deck="four",
    card_back="plum",
    text_size=140,
    amounts="blinds",
    full_screen=True,
    textures=False,
    hand_in_words=False,
    pot_odds=False,
    speed="step",
    reduced_motion=True,
    volume=15,
    muted=True,
    toured=True,
    coaching="teaching",
    window=(5, 6, 1000, 700),
    tables={"holdem": {"agent": "tight", "stack": "50"}},
)


def test_every_setting_survives_a_round_trip(user_folder: Path) -> None:
    assert all(getattr(OTHERS, field.name) != getattr(Settings(), field.name) for field in fields(Settings))
    store = SettingsStore(user_folder)
    store.change(**{field.name: getattr(OTHERS, field.name) for field in fields(Settings)})
    store.flush()
    again = SettingsStore(user_folder)
    assert again.settings == OTHERS
    assert again.warning is None


def test_nothing_is_written_before_it_is_flushed_or_when_nothing_changed(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    store.flush()
    store.change(volume=10)
    assert not (user_folder / FILE_NAME).exists()
    store.flush()
    assert (user_folder / FILE_NAME).exists()


def test_a_value_that_fails_leaves_everything_as_it_was(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    for wrong in ({"theme": "pink"}, {"text_size": 500}, {"volume": -1}):
        with pytest.raises(BadInput):
            store.change(**wrong)
    assert store.settings == Settings()


def test_defaults_are_restored_by_name(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    store.change(theme="light", deck="four")
    assert store.restore(("theme",)) == replace(Settings(), deck="four")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"theme": "pink"}, "theme is 'pink'"),
        ({"thme": "dark"}, "'thme' is not a setting"),
        ({"text_size": "large"}, "text_size is 'large'"),
        ({"muted": 1}, "muted is 1"),
        ({"text_size": 79}, "from 80 to 200"),
        ({"window": [1, 2, 3]}, "four whole numbers"),
        ({"tables": {"holdem": {"stack": 50}}}, "words for each table"),
        ({"tables": 3}, "words for each table"),
    ],
)
def test_a_file_that_cannot_be_used_is_moved_aside_with_a_sentence(
    user_folder: Path, content: dict[str, object], sentence: str
) -> None:
    user_folder.mkdir(parents=True)
    file = user_folder / FILE_NAME
    file.write_text(json.dumps({"kind": KIND, "version": VERSION, "content": content}))
    store = SettingsStore(user_folder)
    assert store.settings == Settings()
    assert store.warning is not None
    assert sentence in store.warning
    assert not file.exists()
    assert (user_folder / f"{FILE_NAME}.broken-1").exists()


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"kind": "saved game", "version": 1, "content": {}}'])
def test_a_broken_or_foreign_file_is_moved_aside(user_folder: Path, broken: str) -> None:
    user_folder.mkdir(parents=True)
    (user_folder / FILE_NAME).write_text(broken)
    store = SettingsStore(user_folder)
    assert store.settings == Settings()
    assert store.warning is not None


def test_a_folder_that_refuses_is_said_and_survived(user_folder: Path) -> None:
    user_folder.write_text("a file where the folder should be")
    store = SettingsStore(user_folder)
    store.change(volume=3)
    store.flush()
    assert "could not be kept" in store.trouble


@pytest.mark.parametrize("step", UNSYNCED_STEPS)
def test_a_full_disk_is_said_and_the_settings_before_stay(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    store = SettingsStore(user_folder)
    store.change(volume=30)
    store.flush()
    store.change(volume=40)
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        store.flush()
    assert store.trouble == "The settings could not be kept: No space left on device."
    again = SettingsStore(user_folder)
    assert (again.settings.volume, again.warning) == (30, None)
    store.change(volume=50)
    store.flush()
    assert store.trouble == ""
    assert SettingsStore(user_folder).settings.volume == 50


@pytest.mark.parametrize(("speed", "pace"), [("0.5", 0.5), ("4", 4.0), ("step", 1.0), ("instant", None)])
def test_the_pace_of_a_speed(speed: str, pace: float | None) -> None:
    assert Settings(speed=speed).pace == pace
