"""Spots as text, their bet trees, and the kinds of hands on a board."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.hands.combos import hand_index
from ai.solver.betting import DECISION, Begin, Menu
from ai.solver.results import classify_hands
from ai.solver.sizes import parse_all_sizes, parse_sizes
from ai.solver.spot_forms import find_problems, read_spot, spot_of_texts
from ai.solver.streets import PLAIN, build_streets
from game.core import BadInput
from game.match.spot_texts import FIELDS, SpotTexts, read_id
from game.rules.cards import parse
from game.study.solved import HAND_KINDS

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
        ("stack", "1e400", "not a number of chips"),
        ("bets", "0%", "must be above 0%"),
        ("bets", "50% / noon 75%", "names no street or side"),
        ("raises", "big", "not a bet size"),
        ("pot", "5,5", "write 5.5, with a decimal point"),
        ("stack", "97,5", "write 97.5, with a decimal point"),
        ("bets", "33,3%", 'could be one size or two; write "33.3%" or "33%,3%"'),
        ("bets", "33,75", "could be one size or two"),
        ("bets", "33% / donk 50%", "donk bets, which have a key of their own"),
        ("oop", "[25%]AKs,AA", "is not closed"),
        ("oop", "100: AA, AQs", "give each its own"),
        ("oop", "AA:50", 'like ":0.5" or ":50%"'),
        ("oop", "150%", "write up to 100%"),
        ("oop", "AA@0.5", "is ambiguous"),
        ("oop", "AA,,KK", "no hand between two commas"),
    ],
)
def test_each_field_says_what_is_wrong_with_it(key: str, words: str, said: str) -> None:
    [(about, sentence)] = find_problems(replace(TURN, **{key: words})).items()
    assert about == key
    assert said.lower() in sentence.lower()


def test_numbers_with_a_thousands_comma_or_an_exponent_are_read_in_chips() -> None:
    spot = spot_of_texts(replace(TURN, pot="1,500", stack="1e4"))
    assert (spot.pot, spot.stack) == (1500.0, 10_000.0)


def test_a_quoted_number_in_a_spot_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "spot.yaml"
    file.write_text("\n".join(f"{key}: {words!r}" for key, words in TURN.items()))
    assert read_spot(str(file)).pot == 100


def test_a_comma_at_the_end_and_a_long_dash_of_a_range_are_read() -> None:
    spot = spot_of_texts(replace(TURN, oop="AA, KK,", ip="99–66"))
    plain = spot_of_texts(replace(TURN, oop="AA,KK", ip="99-66"))
    assert all(np.array_equal(one, other) for one, other in zip(spot.ranges, plain.ranges, strict=True))


def test_bare_sizes_with_a_blank_after_the_comma_are_a_list() -> None:
    assert parse_all_sizes("33, 75 / river 50, a", "bets") == parse_all_sizes("33%,75% / river 50%,a", "bets")


def test_several_wrong_fields_are_all_told() -> None:
    assert set(find_problems(SpotTexts())) == set(FIELDS) - {"bets", "raises"}
    assert find_problems(TURN) == {}


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
    first, after_check = turn.trees.nodes[0], turn.trees.nodes[0].children[0]
    assert first.actions == ("check", "bet 50")
    assert after_check.actions == ("check", "bet 100")
    assert "bet 25" in river.trees.nodes[0].actions


def menu(bets: str, raises: str = "", pot: float = 100, stack: float = 300) -> Menu:
    return Menu(pot, stack, parse_sizes(bets, "bets"), parse_sizes(raises, "raises"))


def test_a_raise_adds_its_part_of_the_pot_after_the_call() -> None:
    root = menu("50%,100%,a", "100%").street(Begin(), last=True)
    assert root.actions == ("check", "bet 50", "bet 100", "all-in 300")
    assert root.at(("bet 50",)).actions == ("fold", "call", "raise 250")
    assert root.at(("bet 50", "raise 250")).actions == ("fold", "call", "all-in 250")
    assert root.at(("bet 100",)).actions == ("fold", "call", "all-in 300")


def test_odd_amounts_stay_as_they_are_and_small_raises_too() -> None:
    root = menu("33%", "10%", pot=33.5, stack=60).street(Begin(), last=True)
    assert root.actions == ("check", "bet 11.055")
    assert root.at(("bet 11.055",)).actions == ("fold", "call", "raise 16.616")


def test_sizes_that_reach_the_stack_are_one_all_in() -> None:
    assert menu("100%,200%,a", stack=80).street(Begin(), last=True).actions == ("check", "all-in 80")
    assert menu("100%", stack=100).street(Begin(), last=True).actions == ("check", "all-in 100")


def test_bets_that_were_really_made_stand_beside_the_sizes() -> None:
    odd = menu("100%", "100%")
    odd.extra = {(): (37,), ("bet 37",): (120.5, 20)}
    root = odd.street(Begin(), last=True)
    assert root.actions == ("check", "bet 37", "bet 100")
    assert root.at(("bet 37",)).actions == ("fold", "call", "raise 120.5", "raise 211")


def test_a_street_can_begin_in_the_middle() -> None:
    root = menu("100%", "100%").street(Begin(1, (50.0, 0.0)), last=True)
    assert root.player == 1
    assert root.actions == ("fold", "call", "raise 250")
    checked = menu("100%").street(Begin(1, (0.0, 0.0), checked=True), last=False)
    assert checked.actions == ("check", "bet 100")
    assert checked.at(("check",)).kind != DECISION


def test_too_many_sizes_raises_or_nodes_are_refused() -> None:
    with pytest.raises(BadInput, match="at most 12"):
        parse_sizes(",".join(f"{size}%" for size in range(1, 20)), "bets")
    with pytest.raises(BadInput, match="name larger sizes"):
        menu("1%", "1%", stack=1e6).street(Begin(), last=True)
    with pytest.raises(BadInput, match="more than 200,000 nodes"):
        menu("1%,2%,3%,5%,8%", "10%,20%,30%,40%,50%", stack=1e5).street(Begin(), last=True)


@pytest.mark.parametrize(
    ("board", "hand", "kind"),
    [
        ("QsJh2h", "AsAd", "overpair"),
        ("QsJh2h", "QdTc", "top-pair"),
        ("QsJh2h", "JdTc", "pair"),
        ("QsJh2h", "TdTc", "pair"),
        ("QsJh2h", "QdJc", "two-pair"),
        ("QsJh2h", "2d2c", "three-of-a-kind"),
        ("QsJh2h", "AhKh", "flush-draw"),
        ("QsJh2h", "KdTc", "straight-draw"),
        ("QsJh2h", "AcTd", "straight-draw"),
        ("QsJh2h", "7d6c", "nothing"),
        ("QsJh2h8d5c", "AhKh", "nothing"),
        ("QsJhTh8d5c", "AhKc", "straight"),
        ("Qs2s2h", "AdKc", "nothing"),
        ("Qs2s2h", "QdKc", "top-pair"),
        ("2d2s2h", "AdKc", "nothing"),
        ("2d2s2h", "AdAc", "full-house"),
        ("Ah3d4c", "5h9s", "straight-draw"),
        ("As7s4s", "Ks2d", "flush-draw"),
    ],
)
def test_a_hand_is_of_the_kind_that_players_name(board: str, hand: str, kind: str) -> None:
    assert HAND_KINDS[classify_hands(parse(board))[hand_index(parse(hand))]] == kind


def test_hands_that_meet_the_board_are_of_no_kind() -> None:
    kinds = classify_hands(parse("QsJh2h8d"))
    assert (kinds == -1).sum() == 1326 - 48 * 47 // 2
