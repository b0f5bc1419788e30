"""Settings of the lab: what may be, what may not, and the sentences about it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.lab.tracked_run import checked, from_identity, identity, read_experiment
from game.core import BadInput
from game.rules import games
from game.study.lab import LabSettings

HALF = LabSettings(games.KUHN_HALF_STREET)


def test_blinds_may_be_a_fraction() -> None:
    assert checked(replace(HALF, blinds="1/4")).blinds == 0.25  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"blinds": 0}, "S must be a number above 0"),
        ({"blinds": -1}, "such as 2 or 1/4, not -1"),
        ({"blinds": "x"}, "not 'x'"),
        ({"blinds": "1/0"}, "not '1/0'"),
        ({"blinds": "1/"}, "not '1/'"),
        ({"blinds": "1e999999"}, "S must be"),
        ({"blinds": float("nan")}, "S must be"),
        ({"iterations": 0}, "from 1 to 1,000,000,000, not 0"),
        ({"iterations": 10**12}, "from 1 to 1,000,000,000, not 1000000000000"),
        ({"iterations": 2.5}, "a whole number"),
        ({"variant": "cfr++"}, "the variants are cfr\\+, cfr"),
        ({"game": "tic-tac-toe"}, "The lab solves kuhn-poker and kuhn-half-street, not 'tic-tac-toe'"),
        ({"game": "kuhn-poker", "blinds": 2}, "The ante of classic Kuhn poker is 1"),
        ({"seed": -1}, "The seed must be"),
        ({"every": 0}, "Every must be"),
        ({"track": 3}, "Track takes a list from current, average"),
        ({"track": {"current": 1}}, "Track takes a list"),
        ({"track": ("policy",)}, "'policy' cannot be tracked: choose from current"),
    ],
)
def test_what_cannot_be_is_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        checked(replace(HALF, **change))


def test_the_length_is_no_part_of_what_a_run_is() -> None:
    assert identity(HALF) == identity(replace(HALF, iterations=7))
    assert identity(HALF) != identity(replace(HALF, variant="cfr"))
    assert from_identity(identity(HALF), 7) == replace(HALF, iterations=7)


def test_a_file_describes_a_run_for_every_combination(tmp_path: Path) -> None:
    file = tmp_path / "experiment.yaml"
    file.write_text(
        "game: kuhn-half-street\nblinds: [1, 1/4]\nvariants: [cfr+, cfr]\nseeds: [0, 1, 2]\n"
        "iterations: 500\ntrack: nash_conv\nevery: 5\n"
    )
    found = read_experiment(file)
    assert len(set(found)) == 12
    assert found[-1] == LabSettings(games.KUHN_HALF_STREET, 0.25, "cfr", 500, 2, 5, ("nash_conv",))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game: kuhn-poker\nspeed: 3\n", "has no key 'speed': the keys are game, blinds, variants"),
        ("- 1\n", "describes no runs"),
        ("game: [", "line 2: a value is missing or a bracket is not closed"),
        ("game: kuhn-half-street\nblinds: [1, 0]\n", r"lab.yaml: S must be a number above 0"),
        ("iterations: many\n", "Iterations must be a whole number"),
        ("seeds: " + str(list(range(1001))), "more than 1,000 runs"),
        ("variants: [[cfr]]\n", "There is no variant"),
        ("seeds: []\n", "'seeds' lists nothing"),
        ("blinds:\n", "S must be a number above 0"),
        ("game: [kuhn-poker]\n", r"not \['kuhn-poker'\]"),
        ("", "describes no runs"),
        ("seeds: 1\nvariants: cfr\nseeds: 2\n", "has the key 'seeds' more than once: list its values"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_sentence_with_its_name(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "lab.yaml").write_text(text)
    with pytest.raises(BadInput, match=sentence) as raised:
        read_experiment(tmp_path / "lab.yaml")
    assert "lab.yaml" in str(raised.value)


@pytest.mark.parametrize("key", ["game", "blinds", "variants", "iterations", "seeds", "track", "every"])
def test_what_no_memory_holds_when_it_is_written_out_is_quoted_briefly(tmp_path: Path, key: str) -> None:
    doubled = "".join(f"- &d{n} [*d{n - 1}, *d{n - 1}]\n" for n in range(1, 60))
    (tmp_path / "lab.yaml").write_text(f"{key}:\n- &d0 [1]\n{doubled}")
    with pytest.raises(BadInput) as raised:
        read_experiment(tmp_path / "lab.yaml")
    assert len(str(raised.value)) < 2_000


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_experiment(tmp_path / "nowhere.yaml")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        read_experiment(tmp_path)
