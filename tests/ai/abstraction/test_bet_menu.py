"""Menus in YAML: what ships can be read, what is wrong is said in one sentence."""

import re
from pathlib import Path

import pytest

from ai.abstraction import bet_menu
from ai.abstraction.bet_menu import load_menu, menu_names, parse_menu, read
from game.core import BadInput

GOOD = "\n".join(
    f"{name}: {{sizes: [[0.5, 1], [1]], cap: 2}}" for name in ("preflop", "flop", "turn", "river")
)


@pytest.mark.parametrize("name", menu_names())
def test_a_shipped_menu_is_read_and_written_the_same(name: str) -> None:
    menu = load_menu(name)
    assert parse_menu(menu.text, "menu.yaml") == menu


def test_the_last_sizes_go_for_all_further_raises_up_to_the_cap() -> None:
    street = parse_menu(GOOD.replace("cap: 2", "cap: 3"), "menu.yaml").streets[1]
    assert [street.fractions(raises) for raises in range(5)] == [(0.5, 1.0), (1.0,), (1.0,), (), ()]


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ("turn:", "tern:", "unknown key 'tern'; known are preflop, flop, turn, river, commit"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [0.5, 1]", "sizes is a list of lists"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[1, 0.5]]", "the sizes .* must rise"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[-1]]", "a size is a fraction of the pot, above 0"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[.nan]]", "a size is a fraction of the pot, above 0"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[1, 2, 3, 4, 5, 6, 7]]", "7 sizes in one list; the most is 6"),
        ("cap: 2", "cap: 9", "cap is a whole number from 0 to 8, not 9"),
        ("cap: 2", "cap: true", "cap is a whole number"),
        ("cap: 2", "cap: 2, all-in: 3", "all-in is true or false, not 3"),
        ("cap: 2", "cup: 2", "needs sizes and cap"),
    ],
)
def test_what_is_wrong_with_a_menu_is_said(wrong: str, right: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        parse_menu(GOOD.replace(wrong, right, 1), "menu.yaml")
    assert str(error.value).startswith("menu.yaml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a menu"),
        ("{", "line 2: a value is missing or a bracket is not closed"),
        ("preflop: {sizes: [[1]], cap: 1}", "lacks the flop"),
        ("commit: 1\n" + GOOD + "\ncommit: 1", "the key 'commit' is given twice"),
        (GOOD + "\ncommit: 2", "commit is a share of the stack"),
    ],
)
def test_what_is_no_menu_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse_menu(text, "menu.yaml")


def test_a_menu_is_found_by_name_or_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert load_menu(str(file)) == parse_menu(GOOD, "")
    with pytest.raises(BadInput, match="There is no menu 'none': there are"):
        load_menu("none")
    with pytest.raises(BadInput, match="There is no menu"):
        read(tmp_path / "absent.yaml")


def test_a_menu_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="it is not text"):
        read(file)


def test_the_street_menus_stand_in_the_order_of_the_streets() -> None:
    menu = load_menu(bet_menu.menu_names()[0])
    assert len(menu.streets) == 4


def test_the_menu_that_the_readme_shows_is_one() -> None:
    readme = (Path(__file__).parents[3] / "ai" / "training" / "README.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"^```\n(preflop:.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert not parse_menu(shown, "README").streets[1].all_in
