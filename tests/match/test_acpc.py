"""ACPC lines: real-life shapes, there and back, and whatever else stands in a file."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput
from game.match.acpc import from_acpc, header, rules_from_header, to_acpc
from game.match.history import HandRecord
from game.rules.betting import HoldemRules
from game.rules.cards import names
from game.rules.holdem import HoldemState

TABLE = HoldemRules(50, 100, (20_000, 20_000))
LINES = [
    "STATE:0:r300r900c/r2250f:AcJs|3d2d/Kc5sQc:900|-900:ann|bob",
    "STATE:2:f:As8d|8c3h:50|-50:ann|bob",
    "STATE:4:cr500c/cc/cc/cc:ThAs|Ac6c/Qd2h7c/5d/6d:-500|500:ann|bob",
    "STATE:5:r300c/r2927c/cr20000c/:9d9c|JsQs/6sTsAh/7h/8h:20000|-20000:ann|bob",
    "STATE:10:r20000c///:KsAc|6cJs/5h9dAh/Tc/Ad:20000|-20000:ann|bob",
    "STATE:11:cc/cr200r323c/cc/cc:7sKs|5dKc/8c9cQs/As/Jd:0|0:ann|bob",
]


def random_record(seed: int) -> HandRecord:
    """Play a random hand with random stacks."""
    rng = random.Random(seed)
    rules = HoldemRules(5, 10, (rng.randint(1, 300), rng.randint(1, 300)))
    state, actions = HoldemState(rules), []
    while not state.is_terminal():
        legal = state.legal_actions()
        actions.append(legal[rng.randrange(min(len(legal), rng.choice([2, 4, 60])))])
        state = state.child(actions[-1])
    return HandRecord(rules, tuple(actions), ("ann", "bob"), seed)


@pytest.mark.parametrize("line", LINES)
def test_line_is_read_and_written_back(line: str) -> None:
    assert to_acpc(from_acpc(line + "\r\n", TABLE)) == line


def test_line_tells_number_names_cards_and_amounts() -> None:
    record = from_acpc(LINES[0], TABLE)
    final = record.final_state()
    assert (record.number, record.names) == (0, ("ann", "bob"))
    assert [names(cards) for cards in (*final.hole, final.board)] == ["AcJs", "3d2d", "Kc5sQc"]
    assert final.betting.history[1] == ((0, 2250), (1, 0))


def test_a_hand_that_was_read_knows_its_end_without_being_played_again() -> None:
    record = from_acpc(LINES[0], TABLE)
    assert record.end == HandRecord(record.rules, record.actions).final_state()


def test_random_hands_come_back_the_same() -> None:
    for seed in range(300):
        record = random_record(seed)
        assert from_acpc(to_acpc(record), record.rules) == record


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not an ACPC hand"),
        ("MATCHSTATE:0:1::AsKd|", "not an ACPC hand"),
        ("STATE:0:f:As8d|8c3h:50|-50:ann", "not an ACPC hand"),
        ("STATE:0:f:As8d|8c3h:50.5|-50.5:ann|bob", "not an ACPC hand"),
        ("STATE:0:f:As8x|8c3h:50|-50:ann|bob", 'No card "8x"'),
        ("STATE:0:f:As|8c3h:50|-50:ann|bob", "hole cards"),
        ("STATE:0:f:As8c|8c3h:50|-50:ann|bob", "hole cards: card 8c is already dealt"),
        ("STATE:0:b300f:As8d|8c3h:50|-50:ann|bob", "actions are f, c and r"),
        ("STATE:0:r150f:As8d|8c3h:50|-50:ann|bob", '"r150": raise to 150: minimum is 200'),
        ("STATE:0:r300c:As8d|8c3h:300|-300:ann|bob", "the hand is not finished"),
        ("STATE:0:r300c/f:As8d|8c3h/2c3c:300|-300:ann|bob", '"f": cards are to be dealt first'),
        ("STATE:0:ff:As8d|8c3h:50|-50:ann|bob", '"f": the hand is over'),
        ("STATE:0:/f:As8d|8c3h:50|-50:ann|bob", 'its rounds are "f"'),
        ("STATE:0:f:As8d|8c3h/2c3c4c:50|-50:ann|bob", 'board "/2c3c4c": it is ""'),
        ("STATE:0:cc/r200f:As8d|8c3h/2c3c/4c:100|-100:ann|bob", 'it is "/2c3c4c"'),
        ("STATE:0:f:As8d|8c3h:50|-60:ann|bob", r"payoffs 50\|-60: they are 50\|-50"),
        (f"STATE:0:r{'9' * 5000}f:As8d|8c3h:50|-50:ann|bob", "actions are f, c and r"),
    ],
)
def test_what_is_no_legal_hand_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        from_acpc(line, TABLE)


@pytest.mark.parametrize("name", ["a:b", "a|b", "a\nb"])
def test_name_that_would_break_the_line_is_refused(name: str) -> None:
    record = HandRecord(TABLE, random_record(1).actions, ("ann", name))
    with pytest.raises(BadInput, match="cannot be in an ACPC line"):
        to_acpc(record)


@pytest.mark.parametrize("stacks", [(20_000, 20_000), (500, 900)])
def test_header_tells_the_table(stacks: tuple[int, int]) -> None:
    rules = HoldemRules(50, 100, stacks)
    assert rules_from_header(header(rules)) == rules


def test_other_comments_tell_no_table() -> None:
    assert rules_from_header("# a match of friends") is None


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@given(st.text())
def test_any_text_is_a_hand_or_bad_input(text: str) -> None:
    with pytest.raises(BadInput):
        from_acpc(text, TABLE)


@given(st.sampled_from(LINES), st.data())
def test_a_line_with_a_wrong_letter_is_a_hand_or_bad_input(line: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(line)))
    broken = line[:place] + data.draw(st.text(max_size=3)) + line[place + data.draw(st.integers(0, 3)) :]
    try:
        record = from_acpc(broken, TABLE)
    except BadInput:
        return
    assert record.final_state().is_terminal()
