"""The compiled reader of YAML reads what the plain one reads, and refuses what that one refuses."""

from pathlib import Path

import pytest
import yaml

from game import yaml_text

ASSETS = Path(__file__).parents[1] / "assets"


@pytest.mark.parametrize("name", ["theme.yaml", "texts/en.yaml"])
def test_everything_is_read_as_the_plain_reader_reads_it(name: str) -> None:
    text = (ASSETS / name).read_text(encoding="utf-8")
    assert yaml_text.read(text) == yaml.safe_load(text)


@pytest.mark.parametrize(
    "text", ["game: [", "a: b: c", "!!python/object:os.system {}", "- \x00", "[" * 100_000, "- " * 100_000]
)
def test_what_is_no_plain_yaml_is_refused(text: str) -> None:
    with pytest.raises(yaml.YAMLError):
        yaml_text.read(text)
