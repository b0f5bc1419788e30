"""A spot as text: one line and a form say the same, and each field says what is wrong with it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.solver.sizes import parse_all_sizes
from ai.solver.spot_forms import problems_of, read_spot, spot_of_texts
from ai.solver.streets import PLAIN, build_streets
from game.core import BadInput
from game.match.spot_texts import FIELDS, SpotTexts, read_id

TURN = SpotTexts("QsJh2h8d", "AA,KTs+,76s:0.5", "99-66,AQo", "100", "300", "50%,a", "100%")


def test_the_id_of_a_spot_is_read_back_as_the_same_spot() -> None:
    assert read_id(TURN.id) == TURN
    assert all(
        np.array_equal(one, other)
        for one, other in zip(read_spot(TURN.id).ranges, spot_of_texts(TURN).ranges, strict=True)
    )


def test_a_file_and_a_line_describe_the_same_spot(tmp_path: Path) -> None:
    file = tmp_path / "spot.yaml"
    file.write_text(
        "\n".join(
            f"{key}: {words if key in ('pot', 'stack') else repr(words)}" for key, words in TURN.items()
        )
    )
    by_file, by_line = read_spot(str(file)), read_spot(TURN.id)
    assert (by_file.board, by_file.pot, by_file.bets) == (by_line.board, by_line.pot, by_line.bets)
    assert np.array_equal(by_file.ranges[0], by_line.ranges[0])


@pytest.mark.parametrize(
    ("key", "words", "said"),
    [
        ("board", "QsJh", "QsJh is not three, four or five"),
        ("board", "QsJhXx", "Xx"),
        ("board", "QsQs2h", "appears twice"),
        ("oop", "AA,KxKs", "KxKs"),
        ("ip", "", "empty"),
        ("ip", "QsQh,QsQd", "every hand of the range meets the board"),
        ("pot", "0", "not a number of chips above 0"),
        ("pot", "lots", "lots"),
        ("stack", "-5", "not a number of chips above 0"),
        ("stack", "1e400", "not a number of chips above 0"),
        ("bets", "0%", "not above 0%"),
        ("bets", "50% / noon 75%", "names no street or side"),
        ("raises", "big", "not a bet size"),
    ],
)
def test_each_field_says_what_is_wrong_with_it(key: str, words: str, said: str) -> None:
    [(about, sentence)] = problems_of(replace(TURN, **{key: words})).items()
    assert about == key
    assert said.lower() in sentence.lower()


def test_several_wrong_fields_are_all_told() -> None:
    assert set(problems_of(SpotTexts())) == set(FIELDS) - {"bets", "raises"}
    assert problems_of(TURN) == {}


@pytest.mark.parametrize("line", ["", "QsJh2h; AA", ";" * 9])
def test_a_line_with_other_parts_than_a_spot_has_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match="A spot in one line has 7 parts"):
        read_id(line)


def test_sizes_of_a_street_and_a_side_replace_the_usual_ones_there_alone() -> None:
    usual, others = parse_all_sizes("50% / river 75%,a / ip turn 100%", "bets")
    assert usual == (0.5,)
    assert others == {(5, 0): (0.75, float("inf")), (5, 1): (0.75, float("inf")), (4, 1): (1.0,)}


def test_a_tree_has_the_sizes_of_each_street_and_side() -> None:
    spot = spot_of_texts(replace(TURN, bets="50% / ip turn 100% / river 25%", raises=""))
    turn, river = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
    first, after_check = turn.planted.nodes[0], turn.planted.nodes[0].children[0]
    assert first.actions == ("check", "bet 50")
    assert after_check.actions == ("check", "bet 100")
    assert "bet 25" in river.planted.nodes[0].actions
