"""The client of the ACPC protocol: whole matches over loopback, and dealers that say what cannot be."""

import json
import random
from functools import partial

import pytest

from ai.command_line import main
from game.core import DEFAULT_BUDGET, Budget, ConnectionFailed, Decision, InformationState
from game.match import acpc
from game.match.acpc_protocol import VERSION, connected, parse, play
from game.rules.holdem import CALL, FOLD, HoldemInformationState, HoldemState
from tests.match.dealer import RULES, LoopbackDealer, Script, dealer_that_says, match_state, wild
from tests.played_hands import decisions_of_hand

HANDS = 150


class Wild:
    """Does anything that is legal."""

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
    assert script.said == [VERSION]


# ---- what cannot be ---------------------------------------------------------------------------------------
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


def spoiled(line: str, rng: random.Random) -> str:
    """Change, leave out or put in a few letters."""
    letters = list(line)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters))
        letters[place : place + rng.randint(0, 2)] = rng.choice(
            ["", "/", ":", "|", "r", "9", "As", "f", "\0", "é", "c"]
        )
    return "".join(letters)


def ending(line: str) -> str:
    """Return the sentence with which a match of one line ends, "" where it ends well."""
    try:
        for _ in play(Script([line]), Wild(), RULES):
            pass
    except ConnectionFailed as sentence:
        return str(sentence)
    return ""


def test_ten_thousand_malformed_lines_end_cleanly() -> None:
    rng = random.Random(11)
    good = ["MATCHSTATE:1:30::|9c6h", "MATCHSTATE:1:30:cr300c/:|9c6h/8c8d5c", "MATCHSTATE:0:1:r900f:AsKd|"]
    endings = [ending(spoiled(rng.choice(good), rng)) for _ in range(10_000)]
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
