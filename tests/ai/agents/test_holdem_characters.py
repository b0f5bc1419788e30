"""The characters file: what a poker player may write, and what is refused."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ai.agents.holdem_rules import SHIPPED, read_characters
from game.core import BadInput


def shipped() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(SHIPPED.read_text())
    return document


def get_refusal(tmp_path: Path, document: dict[str, Any]) -> str:
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(document))
    with pytest.raises(BadInput) as refusal:
        read_characters(file)
    return str(refusal.value)


def test_shipped_file_holds_the_five_characters() -> None:
    _, characters = read_characters()
    assert list(characters) == ["rock", "splash", "maniac", "station", "sound"]
    assert characters["rock"].open < characters["sound"].open < characters["maniac"].open
    assert all(character.description.endswith(".") for character in characters.values())


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("opens", 0.5, "mine.yaml, rock has no setting 'opens': the settings are bluff, "),
        ("bluff", 1.5, "mine.yaml, rock: bluff must be a number from 0 to 1, not 1.5"),
        ("bluff", "often", "mine.yaml, rock: bluff must be a number from 0 to 1, not 'often'"),
        ("bluff", True, "mine.yaml, rock: bluff must be a number from 0 to 1, not True"),
        ("bluff", float("nan"), "mine.yaml, rock: bluff must be a number from 0 to 1, not nan"),
        ("open_size", 1, "mine.yaml, rock: open_size must be a number from 2 to 10, not 1"),
        (
            "sizes",
            {"huge": 2},
            "mine.yaml, rock, sizes: sizes are some of third, half, two-thirds, pot, all-in",
        ),
        ("sizes", "half", "mine.yaml, rock, sizes: sizes are some of third"),
        ("sizes", {"half": 0}, "mine.yaml, rock, sizes: at least one weight is above 0"),
    ],
)
def test_setting_that_does_not_fit_is_named_with_its_place(
    tmp_path: Path, key: str, value: object, reason: str
) -> None:
    document = shipped()
    document["characters"]["rock"][key] = value
    assert get_refusal(tmp_path, document).startswith(reason)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("readings", {}, "mine.yaml has no setting 'readings': the settings are characters, reading."),
        ("reading", {"doubt": 0.5}, "mine.yaml, reading lacks 'share_of_bets'"),
        ("reading", None, "mine.yaml, reading must be a section with doubt, "),
        ("characters", "all", "mine.yaml: characters holds a section for each name"),
        ("characters", {"rock": 7}, "mine.yaml, rock must be a section with bluff, "),
    ],
)
def test_section_that_does_not_fit_is_named(tmp_path: Path, key: str, value: object, reason: str) -> None:
    document = shipped()
    document[key] = value
    assert get_refusal(tmp_path, document).startswith(reason)


def test_no_hand_may_be_ruled_out(tmp_path: Path) -> None:
    document = shipped()
    document["reading"]["doubt"] = 0
    assert "doubt must be a number from 0.01 to 1, not 0" in get_refusal(tmp_path, document)


def test_text_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("reading: [")
    with pytest.raises(
        BadInput, match=r"mine\.yaml cannot be read: line 2: a value is missing or a bracket is not closed"
    ):
        read_characters(file)


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.yaml cannot be read"):
        read_characters(tmp_path / "nowhere.yaml")
