"""Limits on a tree: the keys of a spot that set limits, and changes that make a large tree fit into memory.

The keys are raises per street, early all-ins, a minimum bet and donk bets. Trees are counted without being built.
"""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.features.solver import checked_spot
from ai.solver.betting import Node
from ai.solver.smaller_trees import count_trees, estimate_bytes, smaller_trees
from ai.solver.spot import Spot
from ai.solver.spot_forms import betting_shape, find_problems, read_spot, spot_of_texts
from ai.solver.streets import PLAIN, StreetTables, build_streets, memory_bytes
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput
from game.match.spot_texts import OPTIONS, SpotTexts, read_id

RIVER = SpotTexts("QsJh2h8d5c", "AA", "KK", "100", "1000", "50%", "100%")
FLOP = SpotTexts("QsJh2h", "AA", "KK", "100", "1000", "50%", "")


def build(spot: Spot) -> list[StreetTables]:
    return build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)


def first_tree(texts: SpotTexts, **options: str) -> Node:
    spot = spot_of_texts(replace(texts, **options))
    shape = betting_shape(texts, spot.stack)
    return build_streets(spot, [one > 0 for one in spot.ranges], shape, None)[0].trees.nodes[0]


def test_a_street_has_so_many_raises_after_its_first_bet() -> None:
    bet, first, second = "bet 50", "raise 250", "raise 800"
    assert first_tree(RIVER, raises_a_street="0").at((bet,)).actions == ("fold", "call")
    once = first_tree(RIVER, raises_a_street="1")
    assert once.at((bet,)).actions == ("fold", "call", first)
    assert once.at((bet, first)).actions == ("fold", "call")
    twice = first_tree(RIVER, raises_a_street="2")
    assert twice.at((bet, first)).actions == ("fold", "call", second)
    assert twice.at((bet, first, second)).actions == ("fold", "call")
    assert first_tree(RIVER).at((bet, first, second)).actions == ("fold", "call", "all-in 750")


def test_raises_before_the_spot_begins_count() -> None:
    begun = replace(RIVER, begun="check, bet 50 / raise 180")
    assert first_tree(begun, raises_a_street="1").actions == ("fold", "call", "raise 180", "raise 250")
    assert first_tree(begun, raises_a_street="0").actions == ("fold", "call", "raise 180")
    assert first_tree(replace(RIVER, begun="bet 50, raise 250"), raises_a_street="1").actions == (
        "fold",
        "call",
    )


def test_a_bet_is_all_in_if_less_than_a_part_of_the_called_pot_is_left() -> None:
    """After a pot-sized bet and a call, the pot is 300. The remaining 200 chips are 66.7 % of this pot."""
    short = replace(RIVER, stack="300", bets="50%,100%")
    assert first_tree(short, all_in_below="66").actions == ("check", "bet 50", "bet 100")
    assert first_tree(short, all_in_below="67%").actions == ("check", "bet 50", "all-in 300")
    assert first_tree(short, all_in_below="200").actions == ("check", "all-in 300")


def test_a_raise_is_all_in_if_less_than_a_part_of_the_called_pot_is_left() -> None:
    """After the raise to 250 and a call, the pot is 600. The remaining 350 chips are 58.3 % of this pot."""
    short = replace(RIVER, stack="600")
    assert first_tree(short, all_in_below="58").at(("bet 50",)).actions == ("fold", "call", "raise 250")
    assert first_tree(short, all_in_below="59").at(("bet 50",)).actions == ("fold", "call", "all-in 600")


def test_bets_that_were_really_made_are_never_turned_into_an_all_in() -> None:
    made = replace(RIVER, stack="300", bets="", begun="check / bet 280")
    assert first_tree(made, all_in_below="100").actions == ("check", "bet 280")


def test_smaller_bets_and_raises_become_the_minimum_bet() -> None:
    small = replace(RIVER, bets="2%,5%,50%", raises="1%")
    root = first_tree(small, min_bet="10")
    assert root.actions == ("check", "bet 10", "bet 50")
    assert root.at(("bet 10",)).actions == ("fold", "call", "raise 20")
    assert first_tree(replace(small, stack="6"), min_bet="10").actions == ("check", "all-in 6")


def turn_roots(texts: SpotTexts) -> dict[str, tuple[str, ...]]:
    """Return the actions at the start of the turn after three flop lines.

    In one of these lines, oop calls a bet.
    """
    flop, turn, _ = build(spot_of_texts(texts))
    found = {}
    for path in (("check", "check"), ("check", "bet 50", "call"), ("bet 50", "call")):
        end = next(index for index, node in enumerate(flop.ends) if node is flop.trees.nodes[0].at(path))
        found[" ".join(path)] = turn.trees.nodes[
            int(np.flatnonzero(turn.trees.forest.root == end)[0])
        ].actions
    return found


def test_donk_bets_are_those_after_the_call_of_a_bet() -> None:
    assert turn_roots(replace(FLOP, donk="25%")) == {
        "check check": ("check", "bet 50"),
        "check bet 50 call": ("check", "bet 50"),
        "bet 50 call": ("check", "bet 100"),
    }


def test_no_donk_bets_leave_a_check_alone() -> None:
    found = turn_roots(replace(FLOP, donk="none"))
    assert found["check bet 50 call"] == ("check",)
    assert found["check check"] == ("check", "bet 50")


def test_donk_bets_have_sizes_by_street() -> None:
    spot = spot_of_texts(replace(FLOP, donk="none / river 33%"))
    assert (spot.donk_sizes(4), spot.donk_sizes(5)) == ((), (0.33,))
    assert turn_roots(replace(FLOP, donk="50% / turn none"))["check bet 50 call"] == ("check",)


def test_after_a_checked_street_a_bet_is_no_donk_bet() -> None:
    spot = spot_of_texts(replace(FLOP, donk="none", stack="200"))
    _, turn, rivers = build(spot)
    ends = [index for index, node in enumerate(turn.ends) if node.caller == -1 and node.chips == 50]
    roots = np.flatnonzero(np.isin(rivers.trees.forest.root, ends))
    assert {rivers.trees.nodes[root].actions for root in roots} == {("check", "bet 100")}


def test_limits_that_never_bind_leave_the_trees_to_the_byte() -> None:
    texts = SpotTexts("QsJh2h8d", "AA", "KK", "100", "300", "33%,75%,a", "60%,a")
    loose = replace(texts, raises_a_street="50", all_in_below="0", min_bet="0.01", donk="33%,75%,a")
    for plain, limited in zip(*map(build, map(spot_of_texts, (texts, loose))), strict=True):
        for one, other in zip(plain.trees.forest, limited.trees.forest, strict=True):
            assert one.tobytes() == other.tobytes()


def test_a_file_and_a_line_have_the_same_keys(tmp_path: Path) -> None:
    options = {"raises_a_street": "2", "all_in_below": "20%", "min_bet": "5.5", "donk": "none / river 33%"}
    line = replace(RIVER, **options)
    file = tmp_path / "spot.yaml"
    file.write_text("\n".join(f"{key}: {words}" for key, words in line.items()))
    by_file, by_line = read_spot(str(file)), read_spot(line.id)
    for name in ("limits", "donk", "other_donk"):
        assert getattr(by_file, name) == getattr(by_line, name)
    assert read_id(line.id) == line
    assert by_line.limits.min_bet == 5.5


def test_an_empty_key_is_no_key_and_leaves_the_line_as_it_was() -> None:
    assert set(OPTIONS) & dict(RIVER.items()).keys() == set()
    assert RIVER.id.count(";") == 6
    assert read_id(f"{RIVER.id}; check, bet 50; donk: none") == replace(
        RIVER, begun="check, bet 50", donk="none"
    )


@pytest.mark.parametrize(
    ("key", "words", "said"),
    [
        ("raises_a_street", "two", "is not a whole number of raises from 0 to 100."),
        ("raises_a_street", "-1", "is not a whole number of raises"),
        ("all_in_below", "2,5", "write 2.5, with a decimal point"),
        ("min_bet", "0", "0 is not a number of chips above 0"),
        ("donk", "3x", "a multiple of the bet faced"),
        ("donk", "50% / ip 33%", "Only oop makes donk bets"),
    ],
)
def test_each_key_says_what_is_wrong_with_it(key: str, words: str, said: str) -> None:
    [(about, sentence)] = find_problems(replace(RIVER, **{key: words})).items()
    assert (about, said in sentence) == (key, True), sentence


def test_a_line_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadInput, match="'rivers' is not a field of a spot"):
        read_id(f"{RIVER.id}; rivers: 2")


TURN_TEXTS = SpotTexts("QsJh2h8d", "22+,A2s+,KTs+", "22+,A2s+,K9s+", "100", "900", "33%,75%", "60%")
FLOP_TEXTS = SpotTexts("Kd7c2h", "AA,KQs,76s", "QQ,AKs,87s", "60", "400", "50%", "100%", donk="33%")


def build_texts(texts: SpotTexts) -> list[StreetTables]:
    spot = spot_of_texts(texts)
    return build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)


@pytest.mark.parametrize("texts", [TURN_TEXTS, FLOP_TEXTS, replace(TURN_TEXTS, raises_a_street="1")])
def test_a_counted_tree_has_the_nodes_and_slots_of_the_built_one(texts: SpotTexts) -> None:
    built = build_texts(texts)
    for street, count in zip(built, count_trees(spot_of_texts(texts), PLAIN, len(built)), strict=True):
        assert count.nodes == len(street.trees.nodes)
        assert count.slots == street.trees.slots
        assert count.distinct == len({id(node) for node in street.trees.nodes})


@pytest.mark.parametrize(
    "change", [{"raises_a_street": "1"}, {"all_in_below": "100"}, {"raises_a_street": "2"}]
)
def test_the_estimate_of_a_smaller_tree_is_its_memory(change: dict[str, str]) -> None:
    smaller = replace(TURN_TEXTS, **change)
    counts = count_trees(spot_of_texts(smaller), PLAIN, 2)
    assert estimate_bytes(build_texts(TURN_TEXTS), counts, 2) == pytest.approx(
        memory_bytes(build_texts(smaller), 2), rel=0.05
    )


def test_the_smallest_change_of_each_kind_that_fits_is_told() -> None:
    spot, built = spot_of_texts(TURN_TEXTS), build_texts(TURN_TEXTS)
    allowed = memory_bytes(build_texts(replace(TURN_TEXTS, raises_a_street="2")), 1) * 21 // 20
    found = {one.change[0][0]: one for one in smaller_trees(spot, PLAIN, built, 1, allowed)}
    assert found["raises_a_street"].change == (("raises_a_street", "2"),)
    assert all(one.memory <= allowed for one in found.values())


def test_changes_are_joined_if_none_is_enough_and_none_is_told_if_nothing_helps() -> None:
    spot, built = spot_of_texts(TURN_TEXTS), build_texts(TURN_TEXTS)
    least = memory_bytes(build_texts(replace(TURN_TEXTS, raises_a_street="1", all_in_below="100")), 1)
    [both] = smaller_trees(spot, PLAIN, built, 1, least * 21 // 20)
    assert both.words == "all_in_below: 100 and raises_a_street: 1"
    assert smaller_trees(spot, PLAIN, built, 1, 1000) == []


def test_a_solve_that_is_too_large_names_what_fits() -> None:
    spot = spot_of_texts(TURN_TEXTS)
    allowed = memory_bytes(build_texts(replace(TURN_TEXTS, raises_a_street="1")), 1, 16) * 21 // 20
    with pytest.raises(BadInput, match=r'may be used: it fits with .*"raises_a_street: 1" \(\d+ MB\)'):
        Subgame(spot, limits=Limits(1, allowed))
    with pytest.raises(BadInput, match="name fewer sizes or narrower ranges"):
        Subgame(spot, limits=Limits(1, 1000))


def test_the_page_hears_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = memory_bytes(build_texts(replace(TURN_TEXTS, raises_a_street="1")), 1, 16) * 5 // 4
    monkeypatch.setattr("ai.features.solver.limits", lambda: Limits(1, allowed))
    checked = checked_spot(TURN_TEXTS, 0.5)
    assert checked.memory > checked.allowed == allowed
    assert {"raises_a_street": "1"} in [dict(change) for change, _ in checked.smaller]
    assert checked_spot(replace(TURN_TEXTS, raises_a_street="1"), 0.5).smaller == ()


RESIDENT = """
from pathlib import Path
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import read_spot
from ai.solver.subgame import Limits, Subgame

def resident():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("VmRSS"))

solved(Subgame(read_spot("QsJh2h8d; AA; KK; 100; 100; a; a"), limits=Limits(2)), Goal(iterations=1))
before = resident()
game = Subgame(read_spot(SPOT), limits=Limits(2))
solved(game, Goal(iterations=1))
print((resident() - before) * 1024 / game.memory_needed)
"""
"""Prints the resident memory of a flop solve as a part of the stated memory."""
WIDE_FLOP = "Kd7c2h; 22+,A8s+,KTs+,QTs+,AJo+; 22+,A2s+,K9s+,QTs+,ATo+; 60; 200; 50%; 100%"


@pytest.mark.long
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="resident memory is read as Linux tells it"
)
def test_the_stated_memory_is_what_is_resident() -> None:
    script = RESIDENT.replace("SPOT", repr(WIDE_FLOP))
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert float(ran.stdout) == pytest.approx(1.0, abs=0.1)
