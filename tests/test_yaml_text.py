"""The compiled YAML reader accepts and refuses the same texts as the plain reader, with equal results."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.core import BadInput
from game.files import yaml_text

ASSETS = Path(__file__).parents[1] / "assets"


@pytest.mark.parametrize("names", ["theme.yaml", "texts/en/*.yaml"])
def test_everything_is_read_as_the_plain_reader_reads_it(names: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in ASSETS.glob(names)]
    assert texts
    assert [yaml_text.read(text) for text in texts] == [yaml.safe_load(text) for text in texts]


@pytest.mark.parametrize(
    "text", ["game: [", "a: b: c", "!!python/object:os.system {}", "- \x00", "[" * 100_000, "- " * 100_000]
)
def test_what_is_no_plain_yaml_is_refused(text: str) -> None:
    with pytest.raises(yaml_text.NotYaml):
        yaml_text.read(text)


@pytest.mark.parametrize(
    "text", ["a: &name 1\nb: *name", "a: &name [1]", "{a: &b , c: *b}", "- &a x", '{"a":&b 1}', "<<: *a"]
)
def test_a_part_that_is_named_to_be_used_again_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(
        yaml_text.NotYaml, match=r"the name '.*' cannot stand for a value, write the value out"
    ):
        yaml_text.read(text)


@pytest.mark.parametrize(
    "text", ["a: fish & chips", "a: '*bold*'", 'a: "R&B"', "a: R&B", "# &name *name\na: 1"]
)
def test_these_signs_may_stand_in_a_text(text: str) -> None:
    assert yaml_text.read(text) == yaml.safe_load(text)


@pytest.mark.parametrize(
    "text",
    [
        "!!int ''",
        "!!bool maybe",
        "!!timestamp x",
        "!!float ''",
        "!!float x",
        "2001-99-99",
        "!!timestamp 2001-01-01 99:00:00",
        "!!binary x",
        "!!set [1]",
        "!!omap {a: 1}",
        "0b_",
        "0x_",
        "9" * 5_000,
        "0x" + "f" * 5_000,
        "1:" + "59:" * 2_000 + "1",
        "\ud800",
        "--- 1\n--- 2",
        "%YAML 9.9\n---\n1",
    ],
)
@pytest.mark.parametrize("loader", [yaml_text.Loader, yaml_text.TextKeys])
def test_a_tag_or_a_number_that_does_not_fit_is_the_one_error_of_the_reader(text: str, loader: Any) -> None:
    with pytest.raises(yaml_text.NotYaml) as raised:
        yaml_text.read(f"{text}\n", loader)
    assert len(str(raised.value)) <= 300


def test_a_file_that_is_no_plain_or_no_small_file_is_a_sentence(tmp_path: Path) -> None:
    pipe, large, latin = tmp_path / "pipe.yaml", tmp_path / "large.yaml", tmp_path / "latin.yaml"
    os.mkfifo(pipe)
    large.write_bytes(b"#" * (yaml_text.MAX_BYTES + 1))
    latin.write_bytes(b"a: \xe9")
    for file, said in (
        (pipe, "not a plain file"),
        (large, "more than 1,000,000 bytes"),
        (latin, "not text in UTF-8"),
        (tmp_path, "it is a folder, not a file"),
        (Path("/dev/zero"), "not a plain file"),
    ):
        with pytest.raises(BadInput, match=rf"^{file.name} cannot be read: .*{said}"):
            yaml_text.read_file(file)


@pytest.mark.parametrize("loader", [yaml_text.Loader, yaml_text.TextKeys])
@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("game: kuhn\nstages: [1, 2\n", 3, "line 3: a bracket or a comma is missing"),
        ("a: 1\nb: c: d\n", 2, "line 2: a colon does not fit here"),
        ("a: 1\nb: 2\na: 3\n", 3, "line 3: the key 'a' is given twice"),
        ("a:\n  b: 1\n  'b': 2\n", 3, "line 3: the key 'b' is given twice"),
        ("a: 1\nb: \x00\n", 2, "line 2: it holds a control character"),
        (f"a: !{'x' * 1_000} 1\n", 1, "line 1: a tag with ! is unknown"),
    ],
)
def test_the_sentence_says_the_line_and_the_problem(
    text: str, line: int, said: str, loader: Any, tmp_path: Path
) -> None:
    with pytest.raises(yaml_text.NotYaml, match=f"^{said}") as refused:
        yaml_text.read(text, loader)
    assert refused.value.line == line
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(yaml_text.NotYaml, match=rf"^mine\.yaml cannot be read: {said}.*\.$") as of_file:
        yaml_text.read_file(tmp_path / "mine.yaml", loader)
    assert len(str(of_file.value)) <= 300


def test_numbers_and_texts_are_different_keys_unless_keys_are_texts() -> None:
    assert yaml_text.read("1: a\n'1': b\n") == {1: "a", "1": "b"}
    with pytest.raises(yaml_text.NotYaml, match="line 2: the key '1' is given twice"):
        yaml_text.read("1: a\n'1': b\n", yaml_text.TextKeys)


@pytest.mark.parametrize(
    "text", ["[tool]\nname = 1\n[a]\n", "a: [", "a: 'b", "\ta: 1", "a: 1\n- b", "? [a]: b\n: c"]
)
def test_no_problem_speaks_the_words_of_the_reader(text: str) -> None:
    with pytest.raises(yaml_text.NotYaml) as said:
        yaml_text.read(text)
    assert not re.search(r"expected|<|token|scalar|context|mapping|sequence", str(said.value))


def test_a_folder_without_a_name_is_named_by_its_path() -> None:
    with pytest.raises(BadInput, match=r"^'\.' cannot be read: "):
        yaml_text.read_file(Path())
