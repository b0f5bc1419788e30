"""ACPC lines, and matches with the client of the ACPC protocol over loopback."""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from types import TracebackType
from typing import Self, TextIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.command_line import main
from game.core import (
    CHANCE,
    DEFAULT_BUDGET,
    Action,
    BadInput,
    Budget,
    ConnectionFailed,
    Decision,
    InformationState,
)
from game.match import acpc
from game.match.acpc import VERSION, connected, from_acpc, header, parse, play, rules_from_header, to_acpc
from game.match.phh import HandRecord
from game.rules import cards
from game.rules.betting import HoldemRules
from game.rules.cards import names
from game.rules.holdem import BOARD_CARDS, CALL, FOLD, HoldemInformationState, HoldemState
from tests.played_hands import decisions_of_hand, random_record

RULES = HoldemRules()
Decide = Callable[[HoldemState, random.Random], Action]


def wild(state: HoldemState, rng: random.Random) -> Action:
    legal = state.legal_actions()
    return legal[rng.randrange(min(len(legal), rng.choice([2, 2, 2, 100, 30_000])))]


def match_state(state: HoldemState, player: int, number: int) -> str:
    """Return the match state of `player` in ACPC notation."""
    shown = state.showdown() is not None
    hole = "|".join(
        cards.names(hand) if shown or who == player else "" for who, hand in enumerate(state.hole)
    )
    ends = [end for end in BOARD_CARDS.values() if end <= len(state.board)]
    board = "".join("/" + cards.names(state.board[a:b]) for a, b in pairwise(ends))
    return f"MATCHSTATE:{player}:{number}:{state.betting.acpc}:{hole}{board}"


class LoopbackDealer:
    """An ACPC dealer on the loopback address.

    The dealer deals hands to one client, plays the other seat by a given function, and writes a log.
    """

    def __init__(self, hands: int, decide: Decide = wild, seed: int = 0) -> None:
        self.log = [acpc.header(RULES)]
        self.faults: list[str] = []
        self._hands, self._decide, self._seed = hands, decide, seed
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.join(60)
        self._server.close()

    def _serve(self) -> None:
        client, _ = self._server.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client, client.makefile("rw", encoding="ascii", newline="") as line:
            self._expect(line.readline(), "VERSION:2.0.0\r\n")
            for number in range(self._hands):
                if self.faults:
                    return
                self._deal(line, number)

    def _expect(self, said: str, due: str) -> None:
        if said != due:
            self.faults.append(f"{said!r} where {due!r} was due")

    def _deal(self, line: TextIO, number: int) -> None:
        rng = random.Random(f"{self._seed}/{number}")
        deck = rng.sample(cards.DECK, 9)
        state, events, client = HoldemState(RULES), [], number % 2
        while True:
            while state.current_player() == CHANCE:
                events.append(deck[len(state.dealt)])
                state = state.child(events[-1])
            said = match_state(state, client, number)
            line.write(f"{said}\r\n")
            line.flush()
            if state.is_terminal():
                break
            if state.current_player() == client:
                answer = line.readline()
                if not answer.startswith(f"{said}:") or not answer.endswith("\r\n"):
                    self.faults.append(f"{answer!r} to {said!r}")
                    return
                action = acpc.action(answer[len(said) + 1 : -2])
            else:
                action = self._decide(state, rng)
            events.append(action)
            state = state.child(action)
        names = ("client", "dealer") if client == 0 else ("dealer", "client")
        self.log.append(acpc.to_acpc(HandRecord(RULES, tuple(events), names, number)))


@contextmanager
def dealer_that_says(data: bytes) -> Iterator[int]:
    """Listen on loopback, send `data` to the first client, and close the connection. Yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                with suppress(ConnectionResetError):
                    while client.recv(4096):
                        pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(10)


class Script:
    """A dealer in this process that sends fixed lines and records the answers."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.messages: list[str] = []
        self._lines = lines

    def lines(self) -> Iterator[str]:
        return iter(self._lines)

    def send(self, line: str) -> None:
        self.messages.append(line)


TABLE = HoldemRules(50, 100, (20_000, 20_000))
LINES = [
    "STATE:0:r300r900c/r2250f:AcJs|3d2d/Kc5sQc:900|-900:ann|bob",
    "STATE:2:f:As8d|8c3h:50|-50:ann|bob",
    "STATE:4:cr500c/cc/cc/cc:ThAs|Ac6c/Qd2h7c/5d/6d:-500|500:ann|bob",
    "STATE:5:r300c/r2927c/cr20000c/:9d9c|JsQs/6sTsAh/7h/8h:20000|-20000:ann|bob",
    "STATE:10:r20000c///:KsAc|6cJs/5h9dAh/Tc/Ad:20000|-20000:ann|bob",
    "STATE:11:cc/cr200r323c/cc/cc:7sKs|5dKc/8c9cQs/As/Jd:0|0:ann|bob",
]


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


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@given(st.text())
def test_any_text_is_a_hand_or_bad_input(text: str) -> None:
    with pytest.raises(BadInput):
        from_acpc(text, TABLE)


@given(st.sampled_from(LINES), st.data())
def test_a_line_with_a_wrong_letter_is_a_hand_or_bad_input(line: str, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(line)))
    broken = line[:index] + data.draw(st.text(max_size=3)) + line[index + data.draw(st.integers(0, 3)) :]
    try:
        record = from_acpc(broken, TABLE)
    except BadInput:
        return
    assert record.final_state().is_terminal()


HANDS = 150


class Wild:
    """A player that takes random legal actions."""

    name = "wild"

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        assert isinstance(info, HoldemInformationState)
        legal = info.legal_actions
        action = legal[rng.randrange(min(len(legal), rng.choice([2, 2, 100, 30_000])))]
        return Decision(action, {action: 1.0})


# ---- lines ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "own_turn", "is_over"),
    [
        ("MATCHSTATE:0:30::9s8h|", False, False),
        ("MATCHSTATE:1:30::|9c6h", True, False),
        ("MATCHSTATE:0:30:c:9s8h|", True, False),
        ("MATCHSTATE:0:30:cc/:9s8h|/8c8d5c", True, False),
        ("MATCHSTATE:1:31:r300f:|JdTc", False, True),
        ("MATCHSTATE:0:32:r20000c///:KsAc|6cJs/5h9dAh/Tc/Ad", False, True),
        ("MATCHSTATE:0:33:cc/cc/cc/cr200f:KsAc|/5h9dAh/Tc/Ad", False, True),
    ],
)
def test_whose_turn_it_is_and_when_a_hand_is_over(line: str, own_turn: bool, is_over: bool) -> None:
    state = parse(line, RULES)
    assert (state.is_own_turn, state.is_over) == (own_turn, is_over)


def test_what_is_read_is_what_the_player_knows() -> None:
    rng = random.Random(5)
    for _ in range(40):
        for state in decisions_of_hand(HoldemState(RULES), rng, partial(wild, rng=rng)):
            for player in (0, 1):
                read = parse(match_state(state, player, 7), RULES)
                assert read.information_state() == state.information_state(player)
                assert not read.is_over or read.net_chips() == state.returns()[player]


def test_an_answer_is_the_line_with_the_action_behind_it() -> None:
    state = parse("MATCHSTATE:1:30::|9c6h", RULES)
    assert [state.answer(action) for action in (FOLD, CALL, 250)] == [
        "MATCHSTATE:1:30::|9c6h:f",
        "MATCHSTATE:1:30::|9c6h:c",
        "MATCHSTATE:1:30::|9c6h:r250",
    ]


# ---- matches ----------------------------------------------------------------------------------------------
def test_a_match_over_loopback_has_no_fault_and_its_log_replays() -> None:
    with LoopbackDealer(HANDS) as dealer, connected("127.0.0.1", dealer.port) as line:
        hands = list(play(line, Wild(), RULES))
    assert dealer.faults == []
    assert [hand.number for hand in hands] == list(range(HANDS))
    records = [acpc.from_acpc(text, RULES) for text in dealer.log[1:]]
    won = [record.final_state().returns()[record.names.index("client")] for record in records]
    assert [hand.chips for hand in hands] == won


def test_the_same_seed_plays_the_same_match() -> None:
    logs = []
    for _ in range(2):
        with LoopbackDealer(20) as dealer, connected("127.0.0.1", dealer.port) as line:
            assert len(list(play(line, Wild(), RULES, seed=3))) == 20
        logs.append(dealer.log)
    assert logs[0] == logs[1]


def test_comments_and_empty_lines_are_passed_over() -> None:
    script = Script(["# hello", "", "; none", "MATCHSTATE:0:1::9s8h|", "MATCHSTATE:0:1:f:9s8h|"])
    assert [hand.chips for hand in play(script, Wild(), RULES)] == [50]
    assert script.messages == [VERSION]


# ---- refusals ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "before the first hand"),
        (["MATCHSTATE:0:1::9s8h|"], "in the middle of hand 1"),
        (["hello"], "'hello', which cannot be: it reads MATCHSTATE"),
        (["MATCHSTATE:2:1::9s8h|"], "it reads MATCHSTATE"),
        (["MATCHSTATE:0:1:r150:9s8h|"], "minimum is 200"),
        (["MATCHSTATE:0:1:x:9s8h|"], "actions are f, c and r"),
        (["MATCHSTATE:0:1::9s8x|"], "is not a list of cards"),
        (["MATCHSTATE:0:1::9s9s|"], ", which cannot be: a card is dealt twice."),
        (["MATCHSTATE:0:1::|9s8h"], "the reader has two cards"),
        (["MATCHSTATE:0:1::9s8h|/2c3c4c"], "0 cards are due"),
        (["MATCHSTATE:0:1:cc:9s8h|"], "the next round has not begun"),
        (["MATCHSTATE:0:1:c/:9s8h|"], "a round begins where none can"),
        (["MATCHSTATE:0:1:c:9s8h|"], "a hand begins before anybody has acted"),
        (["MATCHSTATE:0:1::9s8h|", "MATCHSTATE:0:1::9s8h|"], "and one action more"),
        (["MATCHSTATE:0:1::9s8h|", "MATCHSTATE:0:2::9s8h|"], "hand 1 is not over"),
        (["MATCHSTATE:0:1::9s8h|", "MATCHSTATE:0:1:f:9s7h|"], "the cards have changed"),
        (["MATCHSTATE:0:1::9s8h|", "MATCHSTATE:0:1:f:9s8h|", "MATCHSTATE:1:1::|9s8h"], "a later one is due"),
        (["MATCHSTATE:1:1::|9s8h", "MATCHSTATE:1:1:r20000:|9s8h"], "and what was answered more"),
        (
            [
                "MATCHSTATE:0:1::KsAc|",
                "MATCHSTATE:0:1:r20000:KsAc|",
                "MATCHSTATE:0:1:r20000c///:KsAc|/5h9dAh/Tc/Ad",
            ],
            "shows the cards of both",
        ),
    ],
)
def test_a_dealer_that_says_what_cannot_be_is_left_with_one_sentence(lines: list[str], sentence: str) -> None:
    class Caller(Wild):
        def decide(
            self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET
        ) -> Decision:
            return Decision(CALL, {CALL: 1.0})

    with pytest.raises(ConnectionFailed) as failure:
        list(play(Script(lines), Caller(), RULES))
    assert sentence in str(failure.value)
    assert "\n" not in str(failure.value)


def spoil(line: str, rng: random.Random) -> str:
    """Return the line with a few letters changed, removed or added."""
    letters = list(line)
    for _ in range(rng.randint(1, 4)):
        index = rng.randrange(len(letters))
        letters[index : index + rng.randint(0, 2)] = rng.choice(
            ["", "/", ":", "|", "r", "9", "As", "f", "\0", "é", "c"]
        )
    return "".join(letters)


def ending(line: str) -> str:
    """Return the error of a match in which the dealer sends only this line, or "" if there is none."""
    try:
        for _ in play(Script([line]), Wild(), RULES):
            pass
    except ConnectionFailed as sentence:
        return str(sentence)
    return ""


def test_ten_thousand_malformed_lines_end_cleanly() -> None:
    rng = random.Random(11)
    good = ["MATCHSTATE:1:30::|9c6h", "MATCHSTATE:1:30:cr300c/:|9c6h/8c8d5c", "MATCHSTATE:0:1:r900f:AsKd|"]
    endings = [ending(spoil(rng.choice(good), rng)) for _ in range(10_000)]
    assert all(sentence and len(sentence.splitlines()) == 1 for sentence in endings)


# ---- the command ------------------------------------------------------------------------------------------
def test_the_command_plays_and_says_what_it_won(capsys: pytest.CaptureFixture[str]) -> None:
    with LoopbackDealer(20) as dealer:
        code = main(["acpc", "127.0.0.1", str(dealer.port), "random"])
    out, err = capsys.readouterr()
    assert (code, err, dealer.faults) == (0, "", [])
    assert "20 hands" in out


def test_programs_get_what_was_won_as_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with LoopbackDealer(20) as dealer:
        code = main(["acpc", "127.0.0.1", str(dealer.port), "random", "--json"])
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert list(found) == ["agent", "hands", "mean", "ci95", "unit", "seconds"]
    assert (found["agent"], found["hands"], found["unit"]) == ("random", 20, "mbb/hand")
    assert found["ci95"] > 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "before the first hand"),
        (b"\xff\xfe\x00\r\n", "which cannot be"),
        (b"MATCHSTATE:0:1::9s8h|", "in the middle of a line"),
        (b"x" * 100_000, "a line without end"),
    ],
)
def test_a_broken_line_ends_the_command_with_3(
    data: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with dealer_that_says(data) as port:
        code = main(["acpc", "127.0.0.1", str(port), "random"])
    out, err = capsys.readouterr()
    assert (code, out) == (3, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_what_was_won_before_the_connection_broke_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with dealer_that_says(b"MATCHSTATE:0:0::AsKd|\r\nMATCHSTATE:0:0:f:AsKd|\r\nMATCHSTATE:0:1:") as port:
        code = main(["acpc", "127.0.0.1", str(port), "random"])
    out, err = capsys.readouterr()
    assert (code, out) == (3, "random, 1 hand: +500 mbb a hand\n")
    assert "in the middle of a line" in err


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["127.0.0.1", "1", "random"], 3, "No dealer answers at 127.0.0.1:1"),
        (["127.0.0.1", "70000", "random"], 2, "at most 65,535"),
        (["127.0.0.1", "5000", "nobody"], 2, "nobody"),
        (["127.0.0.1", "5000", "random", "--think", "-1"], 2, "above 0"),
    ],
)
def test_what_cannot_be_reached_or_is_not_known_is_said(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["acpc", *words]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
