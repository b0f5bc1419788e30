"""Ids: every hand comes back from its own; what is mistyped, foreign or unknown is said."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agent_entries import AgentEntry
from game.archive import code, text_id
from game.archive.hands import PlayedHand
from game.core import BadInput
from game.match.table_spec import TableSpec
from tests.archive.hands_for_tests import hand, played_hands

ADA = AgentEntry("ada-20", "tic-tac-toe", "learned", "", version="0a1b2c3d")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


@settings(max_examples=120)
@given(played_hands())
def test_every_hand_comes_back_from_its_id(played: PlayedHand) -> None:
    assert text_id.from_id(played.id) == played


def test_an_id_is_short_and_made_of_letters_that_nothing_changes() -> None:
    text = hand(seed=4_000_000_000).id
    assert text.startswith("p1-")
    assert set(text[3:]) <= set(LETTERS)
    assert len(text) < 64
    assert len(hand("holdem", seed=4_000_000_000).id) < 120


def test_capitals_spaces_and_line_breaks_are_forgiven() -> None:
    played = hand()
    text = played.id.upper()
    assert text_id.from_id(f"  {text[:20]}\n{text[20:]} ") == played


@settings(max_examples=200)
@given(st.data())
def test_one_wrong_letter_is_always_noticed(data: st.DataObject) -> None:
    text = hand("holdem", seed=7).id
    place = data.draw(st.integers(3, len(text) - 1))
    letter = data.draw(st.sampled_from(LETTERS).filter(lambda letter: letter != text[place]))
    with pytest.raises(BadInput, match="mistyped"):
        text_id.from_id(text[:place] + letter + text[place + 1 :])


def test_an_id_that_was_cut_or_lengthened_is_noticed() -> None:
    text = hand().id
    for wrong in [*(text[:end] for end in range(4, len(text))), text + "a", text + text[3:]]:
        with pytest.raises(BadInput, match="mistyped"):
            text_id.from_id(wrong)


@pytest.mark.parametrize("text", ["", "p1-", "hello", "p1_abc", "p1-abc!", "p1-01", "p1-" + "a" * 30_000])
def test_what_is_no_id_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="not the id of a hand"):
        text_id.from_id(text)


def test_an_id_of_another_version_is_said() -> None:
    with pytest.raises(BadInput, match="of version 2; this program reads version 1"):
        text_id.from_id("p2" + hand().id[2:])


def test_an_agent_that_is_not_here_is_named() -> None:
    text = hand(seats=("you", "gone")).id
    assert text_id.from_id(text).opponent == "gone"
    with pytest.raises(BadInput, match="gone played this hand and is not among the agents"):
        text_id.from_id(text, [ADA])
    assert text_id.from_id(hand().id, [ADA]) == hand()


def test_agents_of_another_version_are_named() -> None:
    played = hand()
    other = PlayedHand(0.0, played.spec, played.actions, played.returns, versions=("", "ffffffff"))
    assert text_id.other_versions(text_id.from_id(other.id), [ADA]) == ("ada-20",)
    same = PlayedHand(0.0, played.spec, played.actions, played.returns, versions=("", ADA.version))
    assert text_id.other_versions(same, [ADA]) == ()


def test_moves_that_cannot_be_are_said() -> None:
    played = hand()
    for actions in ((0, 0), (0,), (99,), (*played.actions, 8)):
        forged = PlayedHand(0.0, played.spec, actions, played.returns)
        with pytest.raises(BadInput, match="cannot be played"):
            text_id.from_id(forged.id)


def test_any_bytes_with_a_true_checksum_are_a_hand_or_a_sentence() -> None:
    rng = random.Random(1)
    for _ in range(400):
        data = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
        with pytest.raises(BadInput):
            text_id.from_id(_sealed(data))


@pytest.mark.parametrize(
    "table",
    [
        TableSpec("kuhn-poker", ("you", "guest"), seed=1 << 20_000),
        TableSpec("kuhn-poker", ("you", "guest"), skip=1 << 2_000),
        TableSpec("holdem", ("you", "guest"), stacks=(1 << 2_000, 1 << 2_000)),
    ],
)
def test_numbers_that_no_table_has_are_said(table: TableSpec) -> None:
    with pytest.raises(BadInput, match="table that this version does not have"):
        text_id.from_id(code.encode(table, (0, 0), ("", "")))


def test_an_id_of_more_moves_than_a_hand_has_is_said_without_being_played() -> None:
    raises = [*range(200, 200 + code.MAX_ACTIONS), 0]
    with pytest.raises(BadInput, match="1,001 moves: a hand has 1,000 at most"):
        text_id.from_id(code.encode(TableSpec("holdem", ("you", "guest")), raises, ("", "")))


def test_a_seed_too_long_to_be_written_is_said_when_the_hand_is_played() -> None:
    endless = PlayedHand(
        0.0, TableSpec("kuhn-poker", ("you", "guest"), seed=1 << 20_000), (0, 0), (1.0, -1.0)
    )
    with pytest.raises(BadInput, match="do not allow"):
        endless.session()


def test_a_stake_that_nobody_has_is_said() -> None:
    table = TableSpec("kuhn-half-street", ("you", "guest"), blinds=1.7e308)
    with pytest.raises(BadInput, match="its stacks are too large"):
        text_id.from_id(code.encode(table, (1, 1), ("", "")))


def _sealed(data: bytes) -> str:
    import base64
    import zlib

    letters = base64.b32encode(data + zlib.crc32(b"p1-" + data).to_bytes(4, "big")).decode()
    return f"p1-{letters.rstrip('=').lower()}"
