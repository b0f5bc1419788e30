"""Settings come from YAML and words into a frozen dataclass, or are refused with a sentence that says why."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ai.training.config import presets, setting, settings_dict, with_settings, with_words
from game.core import BadInput


@dataclass(frozen=True)
class Config:
    games: int = setting(10, "games", low=1, high=1_000)
    alpha: float = setting(0.1, "step", above=0, high=1)
    variant: str = setting("plain", "variant", choices=("plain", "quick"))


def test_nothing_set_leaves_the_defaults() -> None:
    assert settings_dict(with_settings(Config(), {}, "run")) == {
        "games": 10,
        "alpha": 0.1,
        "variant": "plain",
    }


def test_settings_may_come_as_values_or_as_words() -> None:
    assert with_settings(Config(), {"games": 5, "alpha": 1}, "run") == Config(games=5, alpha=1.0)
    assert with_words(Config(), ["games=7", "alpha=1e-3", "variant=quick"], "run") == Config(
        7, 0.001, "quick"
    )


def test_a_value_without_end_is_quoted_briefly() -> None:
    value: list[object] = [1]
    for _ in range(60):
        value = [value, value]
    with pytest.raises(BadInput) as raised:
        with_settings(Config(), {"alpha": value}, "run")
    assert len(str(raised.value)) < 2_000


def test_a_number_may_be_written_as_a_fraction() -> None:
    assert with_words(Config(), ["alpha=1/4"], "run").alpha == 0.25


def test_whole_numbers_become_numbers_where_numbers_are_meant() -> None:
    assert isinstance(with_settings(Config(), {"alpha": 1}, "run").alpha, float)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("gamma=1", "run has no setting 'gamma': the settings are games, alpha, variant"),
        ("games", "'games' sets nothing: write key=value"),
        ("games=many", "run: games must be a whole number from 1 to 1,000, not 'many'"),
        ("games=2.5", "games must be a whole number from 1 to 1,000, not '2.5'"),
        ("games=0", "games must be a whole number from 1 to 1,000, not 0"),
        ("games=1000000000000", "not 1000000000000"),
        ("alpha=0", "alpha must be a number above 0 to 1, not 0.0"),
        ("alpha=nan", "alpha must be a number above 0 to 1, not nan"),
        ("alpha=x", "not 'x'"),
        ("alpha=1/0", "not '1/0'"),
        ("variant=slow", "variant must be a word out of plain, quick, not 'slow'"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_with_what_would(word: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        with_words(Config(), [word], "run")


@pytest.mark.parametrize("value", [True, "10", None, [10], 1.0])
def test_values_of_another_type_are_refused(value: object) -> None:
    with pytest.raises(BadInput, match="games must be a whole number"):
        with_settings(Config(), {"games": value}, "run")


def test_the_shipped_presets_are_read() -> None:
    assert {"value-learner", "kuhn-cfr", "kuhn-half-street-cfr"} <= set(presets())


@pytest.mark.parametrize("text", ["a: [", "- list", "run: x", "run: x\ngame: y\ndescription: z\nsettings: 3"])
def test_a_preset_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.yaml").write_text(text)
    with pytest.raises(BadInput, match=r"odd\.yaml"):
        presets(tmp_path)
