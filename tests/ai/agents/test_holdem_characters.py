"""The characters file: what a poker player may write, and what is refused."""

from pathlib import Path

import pytest

from ai.agents.holdem_characters import SHIPPED, read_characters
from game.core import BadInput


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    return file


def test_shipped_file_holds_the_five_characters() -> None:
    _, characters = read_characters()
    assert list(characters) == ["rock", "splash", "maniac", "station", "sound"]
    assert characters["rock"].open < characters["sound"].open < characters["maniac"].open
    assert all(character.description.endswith(".") for character in characters.values())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("    open:", "    opens:", "mine.yaml, rock has no setting 'opens': the settings are bluff, "),
        ("    push: 0.30", "    # push", "mine.yaml, rock lacks 'push'"),
        ("    bluff: 0.04", "    bluff: 1.5", "rock: bluff must be a number from 0 to 1, not 1.5"),
        ("    bluff: 0.04", "    bluff: often", "rock: bluff must be a number from 0 to 1, not 'often'"),
        ("    bluff: 0.04", "    bluff: true", "rock: bluff must be a number from 0 to 1, not True"),
        ("    bluff: 0.04", "    bluff: .nan", "rock: bluff must be a number from 0 to 1, not nan"),
        ("    open_size: 3.0", "    open_size: 1", "rock: open_size must be a number from 2 to 10, not 1"),
        ("  doubt: 0.20", "  doubt: 0", "mine.yaml, reading: doubt must be a number from 0.01 to 1, not 0"),
        (
            "{half: 2, two-thirds: 2}",
            "{huge: 2}",
            "rock, sizes: sizes are some of third, half, two-thirds, pot",
        ),
        ("{half: 2, two-thirds: 2}", "half", "rock, sizes: sizes are some of"),
        ("{half: 2, two-thirds: 2}", "{half: 0}", "rock, sizes: at least one weight is above 0"),
        ("  rock:", "  rock: 7\n  other:", "mine.yaml, rock must be a section with bluff, "),
        (
            "reading:",
            "readings:",
            "mine.yaml has no setting 'readings': the settings are characters, reading",
        ),
        ("reading:", "reading: [", "mine.yaml cannot be read: it is no complete YAML file"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = SHIPPED.read_text()
    assert old in text
    with pytest.raises(BadInput) as refusal:
        read_characters(written(tmp_path, text.replace(old, new, 1)))
    assert reason in str(refusal.value)


def test_characters_that_are_no_sections_are_refused(tmp_path: Path) -> None:
    head = SHIPPED.read_text().partition("characters:")[0]
    with pytest.raises(BadInput, match="characters holds a section for each name"):
        read_characters(written(tmp_path, head + "characters: all\n"))


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.yaml cannot be read"):
        read_characters(tmp_path / "nowhere.yaml")
