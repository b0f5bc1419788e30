"""Round trips for every room: simulated hands are read back unchanged, and pokerkit reads the same hands."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from ai.knowledge.logs import name_foreign_format
from game.archive.hands import PlayedHand
from game.histories.layout import Refused
from game.histories.reading import LAYOUTS, TEXT_LAYOUTS, read_histories
from game.match.table_spec import ROOMS, find_room
from game.rules.betting import CALL, FOLD
from tests.histories.pokerkit_hands import make_comparable, read_with_pokerkit
from tests.histories.room_writers import SUFFIXES, WRITERS, showing_players
from tests.histories.simulated_hands import BIG_BLIND, SimulatedHand, simulate

HEADS_UP, WITH_ANTES, SIX_MAX = 30, 10, 40
"""The number of hands of each kind per room."""
DEEP = 3_000_000
"""A stack with marks of thousands, in hundredths."""
UNCALLED = (1_585, 5_991)
"""Seeds with an uncalled bet smaller than the rake. The pot adds up with and without this bet."""


def write(room: str, hands: list[SimulatedHand], folder: Path) -> Path:
    file = folder / f"{room}{SUFFIXES.get(room, '.txt')}"
    file.write_text("".join(map(WRITERS[room], hands)), encoding="utf-8")
    return file


def read(file: Path) -> list[PlayedHand | Refused]:
    return list(read_histories([file]))


def find_seat(hand: SimulatedHand, player: int, room: str) -> str:
    return "you" if player == hand.hero else f"{room}/{hand.names[player]}"


def expected_actions(hand: SimulatedHand) -> list[int]:
    """Return the actions of a heads-up hand in our notation."""
    before, last, found = [hand.ante, hand.ante], [hand.ante, hand.ante], []
    last[hand.small] += 50
    last[hand.big] += BIG_BLIND
    for event in hand.events:
        if event.cards:
            before = last.copy()
            continue
        last[event.player] = before[event.player] + event.to if event.what != "fold" else last[event.player]
        passive = {"fold": FOLD, "check": CALL, "call": CALL}
        found.append(passive.get(event.what, last[event.player]))
    return found


@pytest.mark.parametrize("room", WRITERS)
def test_heads_up_hands_are_read_exactly(room: str, tmp_path: Path) -> None:
    hands = [simulate(seed) for seed in (*range(HEADS_UP), *UNCALLED)]
    hands += [simulate(seed, ante=12) for seed in range(100, 100 + WITH_ANTES)]
    hands += [simulate(seed, most=DEEP) for seed in range(200, 200 + HEADS_UP)]
    found = read(write(room, hands, tmp_path))
    assert [one for one in found if isinstance(one, Refused)] == []
    for hand, played in zip(hands, found, strict=True):
        assert isinstance(played, PlayedHand)
        spec = played.spec
        assert spec.seats[0] == "you"
        assert set(spec.seats) == {find_seat(hand, player, room) for player in (0, 1)}
        own = hand.hero
        assert spec.stacks == (hand.stacks[own], hand.stacks[1 - own])
        assert (spec.small_blind, spec.big_blind, spec.ante) == (50, 100, hand.ante)
        assert list(played.actions) == expected_actions(hand)
        assert played.returns == pytest.approx((hand.nets[own], hand.nets[1 - own]), abs=1)
        assert played.session().results[-1].returns == played.returns
        session = played.session()
        assert session.state.hole[session.get_player(0)] == hand.hole[own]  # type: ignore[attr-defined]
        assert (played.hidden_seats == ()) == (hand.shown_down and _is_shown(hand, 1 - own, room))
        assert played.origin is not None
        assert (played.origin.room, float(played.origin.big_blind)) == (room, 1.0)
        assert float(played.origin.rake) * 100 == pytest.approx(hand.rake)


def _is_shown(hand: SimulatedHand, player: int, room: str) -> bool:
    return hand.winnings[player] > 0 or room == "888poker"  # 888poker also prints mucked hands


@pytest.mark.parametrize("room", WRITERS)
def test_hands_that_two_play_after_the_flop_are_kept_from_the_flop(room: str, tmp_path: Path) -> None:
    hands = [simulate(seed, 6, ante=12 * (seed % 2)) for seed in range(1_000, 1_000 + SIX_MAX)]
    hands += [simulate(seed, 6, most=DEEP) for seed in range(2_000, 2_000 + SIX_MAX)]
    assert sum(len(hand.pots) > 1 for hand in hands) >= 5
    found = read(write(room, hands, tmp_path))
    assert len(found) == len(hands)
    kept = 0
    for hand, played in zip(hands, found, strict=True):
        live = hand.live_on_flop()
        acts = [event for event in hand.events[_flop(hand) :] if not event.cards]
        if isinstance(played, Refused):
            assert len(live) != 2 or not acts, played
            assert re.search("table of more than two|see the flop", played.reason), played
            continue
        assert len(live) == 2
        assert played.from_flop
        kept += 1
        session = played.session()
        flop = next(step.state for step in session.steps if len(getattr(step.state, "board", ())) == 3)
        put_in = sum(event.amount for event in hand.events[: _flop(hand)]) + 150 + 6 * hand.ante
        scale = played.spec.big_blind // 100
        assert flop.pot == put_in * scale  # type: ignore[attr-defined]
        for seat, name in enumerate(played.spec.seats):
            player = hand.hero if name == "you" else hand.names.index((find_room(name) or ("", ""))[1])
            role = session.get_player(seat)
            left = hand.stacks[player] - hand.ante - _before_flop(hand, player)
            assert flop.stacks_left[role] == left * scale  # type: ignore[attr-defined]
            assert player in live
        assert len(played.actions) == len(acts) + (3 if played.actions[:2] != (CALL, CALL) else 2) - (
            played.actions[0] != CALL
        )
    assert kept >= 5


def _flop(hand: SimulatedHand) -> int:
    return next((index for index, event in enumerate(hand.events) if event.what == "flop"), len(hand.events))


def _before_flop(hand: SimulatedHand, player: int) -> int:
    posted = {hand.small: 50, hand.big: 100}.get(player, 0)
    return posted + sum(event.amount for event in hand.events[: _flop(hand)] if event.player == player)


def test_the_same_hand_has_the_same_id_at_every_reading(tmp_path: Path) -> None:
    file = write("pokerstars", [simulate(seed) for seed in range(5)], tmp_path)
    first, second = read(file), read(file)
    assert first == second
    assert [one.id for one in first if isinstance(one, PlayedHand)] == [
        one.id for one in second if isinstance(one, PlayedHand)
    ]


def test_every_room_has_one_layout() -> None:
    names = [layout.name for layout in (*TEXT_LAYOUTS, *LAYOUTS)]
    assert sorted(names) == sorted(ROOMS)


@pytest.mark.parametrize("room", [layout.name for layout in TEXT_LAYOUTS])
def test_a_header_in_the_middle_of_a_line_begins_the_next_hand(room: str, tmp_path: Path) -> None:
    [whole] = read(write(room, [simulate(2)], tmp_path))
    cut, following = (WRITERS[room](simulate(seed)) for seed in (1, 2))
    file = tmp_path / "cut.txt"
    file.write_text(cut.rstrip()[:-5] + following.lstrip(), encoding="utf-8")
    found = read(file)
    assert (len(found), found[-1]) == (2, whole)
    file.write_text(f"?{following.lstrip()}", encoding="utf-8")
    assert read(file) == [whole]


@pytest.mark.parametrize(("room", "rake"), [("ohh", r'"rake": ([\d.]+),'), ("winamax", r"Rake ([\d,]+)")])
def test_no_other_line_is_named_for_a_rake_that_is_wrong(room: str, rake: str, tmp_path: Path) -> None:
    refused = 0
    for hand in (simulate(seed) for seed in range(40)):
        text = WRITERS[room](hand)
        found = re.search(rake, text)
        if not hand.rake or found is None:
            continue
        mark = "," if room == "winamax" else "."
        wrong = str(Decimal(found[1].replace(",", ".")) + Decimal("0.1")).replace(".", mark)
        file = tmp_path / f"rake{SUFFIXES.get(room, '.txt')}"
        file.write_text(text[: found.start(1)] + wrong + text[found.end(1) :], encoding="utf-8")
        (refusal,) = read(file)
        assert isinstance(refusal, Refused)
        assert "does not fit" not in refusal.reason or refusal.line == text[: found.start()].count("\n") + 1
        refused += 1
    assert refused > 10


def test_a_remark_is_not_blamed_for_a_hand_that_three_players_play(tmp_path: Path) -> None:
    file = tmp_path / "six.txt"
    text = WRITERS["pokerstars"](simulate(4, 6))
    file.write_text(text.replace("*** FLOP", "Ada: hello\n*** FLOP", 1), encoding="utf-8")
    (refusal,) = read(file)
    assert isinstance(refusal, Refused)
    assert (refusal.reason, refusal.line) == ("More than two players see the flop.", 1)


@pytest.mark.parametrize("room", [room for room in WRITERS if room != "phh"])
def test_a_file_of_a_room_among_the_logs_is_said_to_be_for_the_import(room: str) -> None:
    text = WRITERS[room](simulate(1))
    for printed in (text, text.replace("888poker Hand", "WSOP.com-NJ Hand")):
        told = name_foreign_format(printed.encode())
        assert told.endswith("Import hands in Look back, or the command import.")


@pytest.mark.parametrize(
    ("room", "printed"),
    [
        ("pokerstars", "{} cashed out the hand for $1 | Cash Out Fee $0.10\n{line} (pot not awarded)"),
        ("ggpoker", "{}: Chooses to EV Cashout\n{line}"),
    ],
)
def test_a_cash_out_leaves_actions_and_cards_as_they_are(room: str, printed: str, tmp_path: Path) -> None:
    compared = 0
    for hand in map(simulate, range(HANDS)):
        if len(showing_players(hand)) < 2 or not hand.shown_down:
            continue
        text, winner = WRITERS[room](hand), hand.names[hand.winnings.index(max(hand.winnings))]
        line = next(one for one in text.splitlines() if one.startswith(f"{winner} collected"))
        file = tmp_path / "cashed.txt"
        file.write_text(text + text.replace(line, printed.format(winner, line=line)), encoding="utf-8")
        plain, cashed = read(file)
        assert isinstance(plain, PlayedHand)
        assert isinstance(cashed, PlayedHand), cashed
        assert (cashed.actions, cashed.returns) == (plain.actions, plain.returns)
        assert cashed.origin is not None
        assert cashed.origin.is_cashed_out
        compared += 1
    assert compared >= 10


HANDS = 60


@pytest.mark.parametrize(
    ("room", "fewest"), [("pokerstars", 60), ("partypoker", 60), ("phh", 60), ("ipoker", 15)]
)
def test_pokerkit_reads_the_same_hands(room: str, fewest: int, tmp_path: Path) -> None:
    hands = [
        simulate(seed, ante=12 * (room == "phh" and seed % 3 == 0), most=DEEP if seed % 2 else 40_000)
        for seed in range(HANDS)
    ]
    texts = list(map(WRITERS[room], hands))
    file = tmp_path / "hands.txt"
    file.write_text("".join(texts), encoding="utf-8")
    compared = 0
    for hand, text, played in zip(hands, texts, read_histories([file]), strict=True):
        other = read_with_pokerkit(room, text)
        assert isinstance(played, PlayedHand)
        if other is not None:
            compared += 1
            assert make_comparable(played, hand.names[hand.hero]) == other, text
    assert compared >= fewest
