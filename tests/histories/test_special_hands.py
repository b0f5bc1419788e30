"""Hands that rooms print in a special way.

The texts were typed in the layouts of the rooms, with invented names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game import texts
from game.archive.export import from_id
from game.archive.hands import PlayedHand
from game.core import BadInput
from game.histories.amounts import CardReader, find_unit, parse_amount, to_seconds
from game.histories.layout import Found, Refused
from game.histories.reading import read_histories
from game.rules import cards
from tests.histories.room_writers import WRITERS
from tests.histories.simulated_hands import simulate

Read = Callable[[str], list[Found]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reader(text: str) -> list[Found]:
        file = tmp_path / "hands.txt"
        file.write_text(text, encoding="utf-8")
        return list(read_histories([file]))

    return reader


def only(found: list[Found]) -> PlayedHand:
    assert len(found) == 1, found
    assert isinstance(found[0], PlayedHand), found
    return found[0]


def refusal(found: list[Found]) -> Refused:
    assert len(found) == 1, found
    assert isinstance(found[0], Refused), found
    return found[0]


STARS = """PokerStars Hand #2201:  Hold'em No Limit ($1/$2 USD) - 2026/02/03 21:00:00 CET [2026/02/03 15:00:00 ET]
Table 'Mira' 2-max Seat #2 is the button
Seat 1: Iris ($200 in chips)
Seat 2: Tom: T ($1,100.50 in chips)
Tom: T: posts small blind $1
Iris: posts big blind $2
*** HOLE CARDS ***
Dealt to Iris [9c 9d]
Tom: T: raises $3 to $5
Iris: calls $3
*** FLOP *** [9s 4d 2c]
Iris: checks
Tom: T: bets $6.55
Iris: raises $14.45 to $21
Tom: T: folds
Uncalled bet ($14.45) returned to Iris
Iris collected $22.40 from pot
*** SUMMARY ***
Total pot $23.10 | Rake $0.70
Board [9s 4d 2c]
"""


@pytest.mark.parametrize("name", ["Head's Up 1", "Nice 07", "Vega", "L' Étoile 5€(463412345)#0"])
@pytest.mark.parametrize("room", ["pokerstars", "ggpoker", "winamax"])
def test_the_name_of_a_table_is_kept_with_its_blanks_and_apostrophes(
    read: Read, room: str, name: str
) -> None:
    text = WRITERS[room](simulate(1, 2))
    before = next(word for word in ("Vega II", "RushAndCash77", "Lyon 02") if word in text)
    played = only(read(text.replace(before, name)))
    assert played.origin is not None
    assert played.origin.table == name
    assert only(read(text.replace(before, name).replace("Seat #", "Seat 000000"))) == played
    assert only(read(text.replace(f"'{before}'", "Vega II"))).origin == replace(
        played.origin, table="Vega II"
    )


@pytest.mark.parametrize("room", WRITERS)
def test_a_hand_has_the_number_that_its_room_printed(read: Read, room: str) -> None:
    hand = simulate(1, 2)
    played = only(read(WRITERS[room](hand)))
    shown = {
        "ggpoker": f"RC{hand.number}",
        "winamax": f"7700-{hand.number}-1772741701",
        "ohh": f"Vega/{hand.number}",
        "phh": str(played.number),
        "acpc": str(played.number),
    }
    assert played.room_number == shown.get(room, str(hand.number))
    assert played.session().room_number == played.room_number
    assert from_id(played.id).room_number == str(played.number)


def test_cents_above_a_blind_of_two_dollars_make_finer_chips(read: Read) -> None:
    played = only(read(STARS))
    assert (played.spec.big_blind, played.spec.stacks) == (200, (20_000, 110_050))
    assert played.actions == (500, 1, 1, 1155, 2600, 0)
    assert played.returns == (1155.0, -1155.0)
    assert played.hidden_seats == (1,)
    assert played.spec.seats == ("you", "pokerstars/Tom: T")
    assert played.at == to_seconds(2026, 2, 3, "21:00:00", "CET") == to_seconds(2026, 2, 3, "15:00:00", "ET")
    assert played.origin is not None
    assert (played.origin.unit, played.origin.rake) == ("USD", "0.70")


@pytest.mark.parametrize(
    ("before", "after", "line", "reason"),
    [
        ("bets $6.55", "bets $6.5", 13, "6.5 does not fit the other amounts: with 6.55 the hand adds up."),
        ("bets $6.55", "bets $6.45", 13, "with 6.55 the hand adds up."),
        ("to $21", "to $20", 14, "20 does not fit the other amounts: with 21 the hand adds up."),
        ("Rake $0.70", "Rake $0.60", 17, "of 23.1 does not add up: 22.4 is collected and 0.6 is raked."),
        ("collected $22.40", "collected $25", 17, "25 does not fit the other amounts: with 22.4 the hand"),
        (
            "Iris: calls $3",
            "Iris: calls $4",
            10,
            "4 does not fit the other amounts: with 3 the hand adds up.",
        ),
        ("Iris: calls $3\n", "", 10, "Iris has not answered the bet before the flop."),
        ("Tom: T: folds", "Tim: folds", 15, "Tim has no seat at this table."),
        ("[9s 4d 2c]\nIris", "[9c 4d 2c]\nIris", 11, "The card 9c is dealt twice."),
        (
            "raises $3 to $5",
            "raises $1 to $3",
            9,
            "3 does not fit the other amounts: with 5 the hand adds up.",
        ),
        ("raises $14.45 to $21", "raises $ to $", 14, "The amount of this action cannot be read."),
        ("Uncalled bet ($14.45)", "Uncalled bet ($4.45)", 16, "4.45 does not fit"),
        ("$14.45) returned to Iris", "$14.45) returned to Tom", 16, ""),
        ("$1,100.50 in chips", "$4 in chips", 9, "puts in 4, but has only 3 left."),
        ("*** FLOP *** [9s 4d 2c]", "*** FLOP *** [9s 4d]", 11, "The board has 2 cards on the flop."),
        ("*** FLOP ***", "*** TURN ***", 11, "The cards on the turn come too early"),
        ("Iris: checks", "Iris: checks\nIris: checks", 13, "out of turn"),
        ("posts small blind $1", "posts straddle $4", 5, "A player straddles."),
        ("Hold'em No Limit", "Omaha Pot Limit", 1, "The game is not no-limit Hold'em."),
        ("*** FLOP ***", "*** FIRST FLOP ***", 11, "The board was run more than once."),
        ("bets $6.55", "bets $6.55 and is all-in", 13, "is all-in, but has 1088.95 left."),
        ("Iris: posts", "Iris: posts big blind $2\nIris: posts", 7, "Iris posts the big blind twice."),
        ("*** HOLE", "Cash Drop to Pot : total $2\n*** HOLE", 7, "adds money of its own to the pot."),
    ],
)
def test_a_hand_that_does_not_add_up_is_refused_with_its_line(
    read: Read, before: str, after: str, line: int, reason: str
) -> None:
    assert STARS.count(before) >= 1
    found = refusal(read(STARS.replace(before, after, 1)))
    assert reason in found.reason
    assert found.line == line


def test_a_raise_below_the_minimum_is_refused(read: Read) -> None:
    text = STARS.replace("raises $14.45 to $21", "raises $3.45 to $10").replace("($14.45)", "($3.45)")
    found = refusal(read(text))
    assert (found.line, found.reason) == (14, '"Iris raise": raise to 1500: minimum is 1810.')
    try:
        telling = texts.use("de")
        least = telling("rules_errors.action.minimum", chips=1810)
        refused = telling("rules_errors.action.raise", chips=1500, reason=least)
        event = telling("histories_errors.event.raise", name="Iris")
        reason = telling("match_errors.replay.event", event=event, reason=refused)
        assert texts.retell(found.reason) == f"{reason}." != found.reason
    finally:
        texts.use("en")


def test_a_damaged_hand_spoils_no_other(read: Read) -> None:
    other = STARS.replace("#2201", "#2202")
    found = read(STARS.replace("bets $6.55", "bets $6.5") + "\n\n" + other)
    assert [type(one) for one in found] == [Refused, PlayedHand]
    in_mid_line = read(STARS[: STARS.index("Tom: T: folds")] + "Tom: T: fo" + other)
    assert [type(one) for one in in_mid_line] == [Refused, PlayedHand]


SAID = (
    "Tom: T: folds",
    "Hero: folds",
    "x: raises $3 to $9 and is all-in",
    "This hand was run twice, what a Bomb Pot",
    "*** FIRST FLOP *** [2c 3c 4c]",
    "Rake: $5",
    "-- Seat 4 is the button",
    "no cashout, he cashed out",
    "Nora posts big blind [$9]",
    "who raises [lol]",
    "***** Hand History for Game 77 *****",
    "PokerStars Hand #9 of 2020/01/01 hurt",
)


@pytest.mark.parametrize("said", SAID)
def test_chat_is_ignored_whatever_it_says(read: Read, said: str) -> None:
    for number, text in enumerate((STARS, FROM_FLOP, TOURNAMENT, LATECOMERS)):
        is_quoted = number < 2
        (alone,) = read(text)
        lines = text.splitlines()
        form = '{} said, "{}"' if is_quoted else "{}: {}"
        chat = [form.format(who, said) for who in ("Iris" if is_quoted else "Ben", "Zed [observer]")]
        first = next(index for index, line in enumerate(lines) if " posts " in line)
        for line in (first, first + 2, first + 3, len(lines) - 4):
            assert read("\n".join((*lines[:line], *chat, *lines[line:]))) == [alone], line


def test_a_name_that_sounds_like_a_remark_of_the_room_spoils_no_hand(read: Read) -> None:
    for name in ("Bomb Pot", "Hand was run twice", "Seat 4", 'x said, "', "Table"):
        played = only(read(STARS.replace("Iris", name)))
        assert played.actions == only(read(STARS)).actions


def test_a_cash_out_leaves_the_cards_to_decide(read: Read) -> None:
    text = STARS.replace(
        "Uncalled bet ($14.45) returned to Iris\nIris collected $22.40 from pot\n",
        "",
    )
    text = text.replace(
        "Tom: T: folds\n",
        """Tom: T: calls $14.45
*** TURN *** [9s 4d 2c] [Kh]
Iris: bets $174 and is all-in
Tom: T: calls $174
*** RIVER *** [9s 4d 2c Kh] [Ks]
*** SHOW DOWN ***
Iris: shows [9c 9d] (a full house)
Tom: T: shows [Ah Ad] (two pair)
Iris cashed out the hand for $360 | Cash Out Fee $3.60
Iris collected $399.30 from pot (pot not awarded as player cashed out)
""",
    ).replace("Total pot $23.10", "Total pot $400")
    played = only(read(text))
    assert played.returns == (20_000.0, -20_000.0)
    assert played.origin is not None
    assert played.origin.is_cashed_out
    for seed in ("Tom: Chooses to EV Cashout", "Iris: Pays Cashout Risk ($1.20)"):
        text = STARS.replace("Uncalled bet", f"{seed}\nUncalled bet").replace("Tom: T", "Tom")
        origin = only(read(text)).origin
        assert origin is not None
        assert origin.is_cashed_out
    origin = only(read(STARS)).origin
    assert origin is not None
    assert not origin.is_cashed_out


def test_a_walk_is_a_hand(read: Read) -> None:
    text = STARS[: STARS.index("Tom: T: raises")] + (
        "Tom: T: folds\nUncalled bet ($1) returned to Iris\nIris collected $2 from pot\n"
        "*** SUMMARY ***\nTotal pot $2 | Rake $0\n"
    )
    played = only(read(text))
    assert (played.actions, played.returns) == ((0,), (50.0, -50.0))


DEEP = """PokerStars Hand #24002:  Hold'em No Limit ($5/$10 USD) - 2026/02/03 15:00:00 ET
Table 'Mira' 2-max Seat #2 is the button
Seat 1: Iris ($12,345.50 in chips)
Seat 2: Tom ($8,150.50 in chips)
Tom: posts small blind $5
Iris: posts big blind $10
*** HOLE CARDS ***
Dealt to Iris [9c 9d]
Tom: raises $1,490 to $1,500
Iris: calls $1,490
*** FLOP *** [9s 4d 2c]
Iris: bets $1,234.50
Tom: raises $1,265.50 to $2,500
Iris: raises $3,000 to $5,500
Tom: folds
Uncalled bet ($3,000) returned to Iris
Iris collected $7,990 from pot
*** SUMMARY ***
Total pot $8,000 | Rake $10
Board [9s 4d 2c]
Seat 1: Iris (big blind) collected ($7,990)
"""


@pytest.mark.parametrize("mark", ["", ",", " ", "\u00a0", "\u202f", "\u2009", "'", "’", "."])
@pytest.mark.parametrize("room", ["pokerstars", "winamax"])
def test_amounts_above_a_thousand_have_marks_of_every_region(read: Read, room: str, mark: str) -> None:
    wanted = only(read(DEEP))
    assert (wanted.actions, wanted.results) == ((15000, 1, 27345, 40000, 70000, 0), (39900, -40000))
    marks = str.maketrans({",": mark, ".": ","} if mark == "." else {",": mark})
    form = "${}" if room == "pokerstars" else "{} €"
    text = re.sub(r"\$([\d.,]+)", lambda amount: form.format(amount[1].translate(marks)), DEEP)
    if room == "winamax":
        body = text.partition("\n")[2].replace(" in chips", "").replace(": ", " ")
        body = re.sub(r"(?m)^(Seat \d|Table) ", r"\1: ", body).replace("Uncalled", "# Uncalled")
        head = "Winamax Poker - CashGame - HandId: #7-22-177 - Holdem no limit (5€/10€) - 2026/02/03 20:00:00 UTC"
        text = f"{head}\n{body}"
    played = only(read(text))
    assert (played.actions, played.results) == (wanted.actions, wanted.results)


LEVEL = """PokerStars Hand #24001: Tournament #35001, $4.60+$0.40 USD Hold'em No Limit - Match Round II, \
Level XIV (600/1200) - 2026/02/03 21:00:00 CET [2026/02/03 15:00:00 ET]
Table '35001 1' 2-max Seat #1 is the button
Seat 1: Iris (14520 in chips)
Seat 2: Tom (15480 in chips)
Iris: posts the ante 150
Tom: posts the ante 150
Iris: posts small blind 600
Tom: posts big blind 1200
*** HOLE CARDS ***
Dealt to Iris [9c 9d]
Iris: raises 1200 to 2400
Tom: raises 12930 to 15330 and is all-in
Iris: calls 11970 and is all-in
Uncalled bet (960) returned to Tom
*** FLOP *** [9s 4d 2c]
*** TURN *** [9s 4d 2c] [Kh]
*** RIVER *** [9s 4d 2c Kh] [Ks]
*** SHOW DOWN ***
Tom: shows [Ac Ad] (two pair, Aces and Kings)
Iris: shows [9c 9d] (a full house, Nines full of Kings)
Iris collected 29040 from pot
*** SUMMARY ***
Total pot 29040 | Rake 0
Board [9s 4d 2c Kh Ks]
"""


def test_a_tournament_has_chips_antes_and_levels_in_roman_numerals(read: Read) -> None:
    for printed in (
        LEVEL,
        LEVEL.replace("$4.60+$0.40 USD", "Freeroll "),
        LEVEL.replace("1200)", "1200/150)", 1),
    ):
        played = only(read(printed.replace("600/1200/150", "150/600/1200")))
        assert (played.spec.ante, played.spec.small_blind, played.spec.big_blind) == (25, 100, 200)
        assert played.actions == (425, 2580, 1)
        assert played.results == (2420, -2420)
        assert played.origin is not None
        assert (played.origin.unit, played.origin.nets) == ("chips", "14520 -14520")


@pytest.mark.parametrize("room", [room for room in WRITERS if room not in ("phh", "ohh", "ipoker")])
def test_a_hand_that_ends_anywhere_is_a_sentence_or_exact(read: Read, room: str) -> None:
    first, text = WRITERS[room](simulate(4)), WRITERS[room](simulate(2))
    (whole,) = read(text)
    for end in range(len(text) - 2, 0, -7):
        found = read(first + text[:end])
        assert isinstance(found[0], PlayedHand)
        for other in found[1:]:
            if isinstance(other, Refused):
                assert other.reason.endswith(".")
                assert other.line > len(first.splitlines()) - 3
            else:
                assert other.actions == whole.actions  # type: ignore[union-attr]


def test_players_who_sit_out_do_not_make_a_table_larger(read: Read) -> None:
    text = STARS.replace("Tom: T: posts", "Seat 5: Uma ($40 in chips) is sitting out\nTom: T: posts", 1)
    assert only(read(text)).spec.seats == ("you", "pokerstars/Tom: T")


def test_three_players_on_the_flop_are_counted_with_their_reason(read: Read) -> None:
    seeds = (seed for seed in range(500) if len(simulate(seed, 4).live_on_flop()) == 3)
    found = refusal(read(WRITERS["winamax"](simulate(next(seeds), 4))))
    assert found.reason == "More than two players see the flop."


def test_a_bomb_pot_is_refused(read: Read) -> None:
    text = STARS.replace("*** HOLE CARDS ***", "This hand is a Bomb Pot\n*** HOLE CARDS ***")
    assert refusal(read(text)).reason == "The hand is a bomb pot."


TOURNAMENT = """***** Hand History for Game 5501 *****
NL Texas Hold'em $10 USD Buy-in Trny:7 Level:4  Blinds-Antes(100/200 -25) - Sunday, March 08, 10:00:00 EDT 2026
Table Duel #7 (Real Money)
Seat 3 is the button
Total number of players : 2/2
Seat 3: Nora ( 2,975 )
Seat 8: Ben ( 1,025 )
Trny:7 Level:4
Blinds-Antes(100/200 -25)
Nora posts ante [25]
Ben posts ante [25]
** Dealing down cards **
Dealt to Ben [  Qs Qc ]
Nora raises [300]
Ben is all-In  [800]
Nora calls [600]
** Dealing Flop ** [ 2h, 7d, Jc ]
** Dealing Turn ** [ 3c ]
** Dealing River ** [ 4s ]
Nora shows [ Ah, Jd ]a pair of Jacks.
Ben shows [ Qs, Qc ]a pair of Queens.
Ben wins 2,050 chips from the main pot with a pair of Queens.
"""


def test_partypoker_posts_the_blinds_of_tournaments_in_silence(read: Read) -> None:
    played = only(read(TOURNAMENT))
    assert (played.spec.small_blind, played.spec.big_blind, played.spec.ante) == (100, 200, 25)
    assert played.actions == (425, 1025, 1)
    assert played.returns == (1025.0, -1025.0)


LATECOMERS = """***** Hand History for Game 5601 *****
$25  USD  NL  Texas Hold'em - Sunday, March 08, 10:00:00 EDT 2026
Table Oslo (Real Money)
Seat 1 is the button
Total number of players : 4/6
Seat 1: Nora ( $25 USD )
Seat 2: Ben ( $30 USD )
Seat 4: Uma ( $0 USD )
Ben posts small blind [$0.10 USD].
Zoe Q has joined the table.
Uma is sitting outZoe Q posts big blind [$0.25 USD].
** Dealing down cards **
Dealt to Ben [  Qs Qc ]
Nora raises [$0.75 USD]
Ben calls [$0.65 USD]
Zoe Q folds
** Dealing Flop ** [ 2h, 7d, Jc ]
Ben checks
Nora bets [$1 USD]
Ben folds
Nora wins $1.75 USD
"""


def test_a_player_who_sits_down_in_mid_hand_may_fold_before_the_flop(read: Read) -> None:
    played = only(read(LATECOMERS))
    assert (played.spec.seats, played.from_flop) == (("you", "partypoker/Nora"), True)
    assert played.session().steps[-1].state.pot == 700  # type: ignore[attr-defined]
    stays = LATECOMERS.replace("Ben calls [$0.65 USD]\nZoe Q folds", "Ben folds\nZoe Q calls [$0.50 USD]")
    stays = stays.replace("Ben checks", "Zoe Q checks").replace("$1 USD]\nBen", "$1 USD]\nZoe Q")
    assert refusal(read(stays)).reason == "Zoe Q sits down in mid-hand: the stack is not known."


PACIFIC = """#Game No : 5701
***** 888poker Hand History for Game 5701 *****
$100/$200 Blinds No Limit Holdem - *** 17 02 2026 00:38:15
Tournament #36 Free - Table #3 (Real Money)
Seat 9 is the button
Total number of players : 2
Seat 9: Nora ( $3,400 )
Seat 10: Ben ( $145 )
Nora posts ante [$20]
Ben posts ante [$20]
Nora posts small blind [$100]
Ben posts big blind [$125]
** Dealing down cards **
Dealt to Nora [ APik, 9Kier ]
Nora calls [$100]
** Dealing flop ** [ 8Trefl, 2Karo, 8Karo ]
** Dealing turn ** [ 5Trefl ]
** Dealing river ** [ WPik ]
** Summary **
Nora shows [ APik, 9Kier ]
Ben shows [ 10Kier, DTrefl ]
Nora collected [ $365 ]
"""


def test_a_call_of_the_whole_blind_against_a_short_one_is_given_back(read: Read) -> None:
    played = only(read(PACIFIC))
    assert played.deal is not None
    assert cards.names(played.deal.cards) == "ThQcAs9h8c2d8d5cJs"
    assert played.returns == (145.0, -145.0)


def test_pictures_in_other_languages_are_read_if_they_are_clear() -> None:
    swedish = CardReader()
    swedish.hear(["Knh 10d", "Es"])
    assert cards.names(swedish.read("Knh 10d Es Dc Kc")) == "JhTdAsQcKc"
    dutch = CardReader()
    dutch.hear(["Hh Bc", "Vd"])
    assert cards.names(dutch.read("Hh Bc Vd")) == "KhJcQd"
    for printed, plain in (("Dt Dc Kp 2d", "TcThKs2d"), ("De Qo 4p Ac", "TsQd4cAh")):
        iberian = CardReader()
        iberian.hear([printed])
        assert cards.names(iberian.read(printed)) == plain
    for printed in ("Vd", "Dc 4d", "4p Qc"):
        unclear = CardReader()
        unclear.hear([printed])
        with pytest.raises(BadInput, match=f"'{printed[:2]}' is not clear"):
            unclear.read(printed)
    for printed in ("Тc Дh", "Тc Дh".encode("cp1251").decode("cp1252")):
        russian = CardReader()
        russian.hear([printed])
        assert cards.names(russian.read(printed)) == "AcQh"


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$1,234.50", "1234.5"),
        ("1.234,50€", "1234.5"),
        ("1\u00a0234,50 €", "1234.5"),
        ("£0.05", "0.05"),
        ("0,125", "0.125"),
        ("12,500", "12500"),
        ("1.550 $", "1550"),
        ("1,000,000", "1000000"),
        ("50kr", "50"),
        ("7", "7"),
        (".50", "0.5"),
    ],
)
def test_amounts_are_read_in_the_style_of_every_region(text: str, amount: str) -> None:
    assert float(parse_amount(text)) == float(amount)


@pytest.mark.parametrize("text", ["", "$", "1e5", "-3", "1.2.3,4.5x9", "nan", "9" * 40, "(5)"])
def test_other_text_is_no_amount(text: str) -> None:
    with pytest.raises(BadInput, match="amount"):
        parse_amount(text)


def test_units_are_found_by_code_and_sign() -> None:
    assert [find_unit(text) for text in ("$1/$2 USD", "£1/£2", "100/200", "1kr")] == [
        "USD",
        "GBP",
        "chips",
        "chips",
    ]


FROM_FLOP = """PokerStars Hand #2301:  Hold'em No Limit ($1/$2 USD) - 2026/02/03 15:00:00 ET
Table 'Mira' 6-max Seat #3 is the button
Seat 1: Iris ($200 in chips)
Seat 2: Tom ($200 in chips)
Seat 3: Uma ($200 in chips)
Iris: posts small blind $1
Tom: posts big blind $2
*** HOLE CARDS ***
Uma: raises $4.25 to $6.25
Iris: folds
Tom: calls $4.25
*** FLOP *** [9s 4d 2c]
Tom: checks
Uma: bets $7
Tom: folds
Uncalled bet ($7) returned to Uma
Uma collected $13.50 from pot
*** SUMMARY ***
Total pot $13.50 | Rake $0
"""


def test_cents_before_the_flop_are_whole_chips_from_the_flop_on(read: Read) -> None:
    played = only(read(FROM_FLOP))
    big_blind = played.spec.big_blind
    assert big_blind == 200
    assert played.actions[:2] == (27 * big_blind // 8, 1)  # $6.25 and half a small blind
    assert played.session().steps[-1].state.pot == 27 * big_blind // 4  # type: ignore[attr-defined]


def test_amounts_that_need_more_chips_than_a_blind_has_are_refused(read: Read) -> None:
    text = (
        FROM_FLOP.replace("$4.25", "$4.2500001")
        .replace("$6.25", "$6.2500001")
        .replace("$13.50", "$13.5000002")
    )
    assert refusal(read(text)).reason == "The amounts are finer than chips can be."


PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [2, 1]
min_bet = 2
starting_stacks = [200, 200]
# actions = ["p2 cc", "p1 cc"]
actions = [
  "d dh p1 AcAd",
  "d dh p2 KcKd",
  "p2 cc", "p1 cc",
  "d db 2c3c4h",
  "p1 cc",
  "p2 cc",
  "d db 5h",
  "p1 cc",
  "p2 cbr 1",
  "p1 f",
]
"""


def test_phh_names_the_line_of_the_event_although_others_are_the_same(read: Read) -> None:
    found = refusal(read(PHH))
    assert (found.line, found.reason) == (16, '"p2 raise": raise to 150: minimum is 200.')
    found = refusal(read(PHH.replace('"p2 cc",\n  "d db 5h"', '"p1 cc",\n  "d db 5h"')))
    assert (found.line, found.reason) == (13, "A player acts out of turn.")


NEWCOMER = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200]
actions = ["p3 cc", "p4 cbr 6", "p1 f", "p2 cc", "p3 f", "d db 9s4d2c", "p2 cc", "p4 cbr 7", "p2 f"]
"""


def test_a_blind_of_a_newcomer_in_phh_is_in_the_pot_and_a_straddle_is_refused(read: Read) -> None:
    played = only(read(NEWCOMER))
    flop = next(step.state for step in played.session().steps if len(getattr(step.state, "board", ())) == 3)
    assert flop.pot * 2 == 15 * played.spec.big_blind  # type: ignore[attr-defined]
    assert refusal(read(NEWCOMER.replace("1, 2, 2", "1, 2, 4"))).reason == "A player straddles."


IPOKER_HAND = simulate(2)


def test_ipoker_rounds_count_by_their_number_not_their_place(read: Read) -> None:
    text = WRITERS["ipoker"](IPOKER_HAND)
    head, *rounds = text.split('  <round no="')
    last, tail = rounds[-1].split("  </round>\n", 1)
    rounds[-1] = last + "  </round>\n"
    assert len(rounds) > 3
    for order in (reversed(rounds), [*rounds[2:], *rounds[:2]]):
        assert read(head + "".join(f'  <round no="{part}' for part in order) + tail) == read(text)


def test_names_in_the_head_of_a_session_are_unescaped_once(read: Read) -> None:
    name = IPOKER_HAND.names[IPOKER_HAND.hero]
    text = WRITERS["ipoker"](IPOKER_HAND).replace(name, "&amp;lt;b&gt; &#233;")
    played = only(read(text.replace("Bern, 11", "A&amp;amp;B")))
    assert played.own_seat == 0
    assert played.origin is not None
    assert played.origin.table == "A&amp;B"


@pytest.mark.parametrize("attribute", ["seat", "chips", "win", "name", "dealer"])
def test_a_player_of_ipoker_without_a_number_is_no_traceback(read: Read, attribute: str) -> None:
    text = WRITERS["ipoker"](IPOKER_HAND)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "<game " in line)
    for value in ("x", "", "-1", "\u0664"):
        broken = re.sub(rf'(<player .*?){attribute}="[^"]*"', rf'\1{attribute}="{value}"', text, count=1)
        (found,) = read(broken)
        assert isinstance(found, PlayedHand) or found.line >= line


LATE_AT_888 = """#Game No : 5702
***** 888poker Hand History for Game 5702 *****
$1/$2 Blinds No Limit Holdem - *** 17 02 2026 00:38:15
Table Turin 6 Max (Real Money)
Seat 1 is the button
Total number of players : 4
Seat 1: Vic ( $200 )
Seat 2: Iris ( $200 )
Seat 3: Tom ( $200 )
Seat 4: Uma ( $200 )
Iris posts small blind [$1]
Tom posts big blind [$2]
Uma posts dead blind [$1 + $0]
** Dealing down cards **
Dealt to Tom [ 9c, 9d ]
Uma calls [$2]
Vic folds
Iris folds
Tom checks
** Dealing flop ** [ 9s, 4d, 2c ]
Tom bets [$7]
Uma folds
** Summary **
Tom collected [ $6 ]
"""


@pytest.mark.parametrize(("posted", "call"), [("$1 + $0", "Uma calls [$2]"), ("$1 + $2", "Uma checks")])
def test_a_dead_blind_of_888poker_is_dead_and_live_as_printed(read: Read, posted: str, call: str) -> None:
    played = only(read(LATE_AT_888.replace("$1 + $0", posted).replace("Uma calls [$2]", call)))
    assert played.from_flop
    flop = next(step.state for step in played.session().steps if len(getattr(step.state, "board", ())) == 3)
    assert flop.pot == 3 * played.spec.big_blind  # type: ignore[attr-defined]
