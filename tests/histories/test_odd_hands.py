"""Odd lines that rooms print.

The parsers either ignore such a line, or refuse the hand with a message and the line number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.archive.hands import PlayedHand
from game.histories.amounts import to_seconds
from game.histories.layout import Found, Refused
from game.histories.reading import read_histories
from game.match.table_spec import find_room
from tests.histories.plain_hands import HANDS

Change = tuple[str, str]
Read = Callable[[str], list[Found]]

ACTIONS = (250, 1, 1, 7525, 1)
"""The actions of the plain hand at blinds of 50 and 100 chips."""
NAMES = (
    "a: b",
    "(x)",
    "[y] z",
    "Seat 2",
    "I r i s",
    "♠♥ 😀",
    "$5",
    "folds",
    "O'Neil",
    "4d7a1e9f",
    "x (5) raises",
    "x ($5 in chips)",
)


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


def change(room: str, *changes: Change) -> str:
    text = HANDS[room]
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return text


def after(line: str, *more: str) -> Change:
    return f"{line}\n", "\n".join((line, *more, ""))


@pytest.mark.parametrize("room", HANDS)
def test_the_plain_hand_is_read_exactly(room: str, read: Read) -> None:
    played = only(read(HANDS[room]))
    assert played.actions == ACTIONS
    assert (played.spec.stacks, played.spec.big_blind) == ((60_000, 7_525), 100)
    assert played.returns == (7_525.0, -7_525.0)
    assert played.hidden_seats == ()


@pytest.mark.parametrize("room", HANDS)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_have_any_signs(room: str, name: str, read: Read) -> None:
    printed = name.replace("'", "\\u0027") if room == "phh" else name
    text = (
        HANDS[room].replace("'Iris'", f'"{printed}"')
        if room == "phh"
        else HANDS[room].replace("Iris", printed)
    )
    played = only(read(text))
    assert played.actions == ACTIONS
    other = (
        HANDS[room].replace("'Tom'", f'"{printed}"') if room == "phh" else HANDS[room].replace("Tom", printed)
    )
    other_hand = only(read(other))
    assert other_hand.actions == ACTIONS
    assert name in {(find_room(seat) or ("", ""))[1] for seat in other_hand.spec.seats}


_PRE, _FLOP = "Tom: raises $3 to $5", "*** FLOP *** [9s 4d 2c]"
FRENCH = (
    ("2-max (real money) Seat #2 is the button", "2-max (argent réel) Siège #2 est le bouton"),
    ("posts small blind", "met la petite blinde"),
    ("posts big blind", "met la grosse blinde"),
    ("Dealt to", "Distribué à"),
    ("PRE-FLOP", "PRÉ-FLOP"),
    ("raises 3€ to", "relance 3€ à"),
    ("calls", "suit"),
    ("checks", "parole"),
    ("bets 145.50€ and is all-in", "mise 145,50 € à tapis"),
    ("shows", "montre"),
    ("collected 298€ from pot", "remporte 298€ du pot"),
    ("*** SUMMARY ***", "*** RÉSUMÉ ***"),
    ("Total pot 301€ | Rake", "Pot total 301€ | Prélèvement"),
    ("Seat ", "Siège "),
)
PARTY_BALANCE = (
    ("Iris shows [ 9c, 9d ]a full house, Nines full of Kings.\n", "** Summary **\n"),
    ("Tom shows [ Ac, Ad ]two pairs, Aces and Kings.\n", "Main Pot: $301 | Rake: $3\n"),
    (
        "Iris wins $298 USD from the main pot with a full house, Nines full of Kings.",
        "Iris balance $1,347.50, bet $150.50, collected $298, net +$147.50 [ 9c 9d ] [ a full house ]\n"
        "Tom balance $0, lost $150.50 [ Ac Ad ] [ two pairs ]",
    ),
)
"""The end of a hand in older files of partypoker."""
HARMLESS: list[tuple[str, tuple[Change, ...]]] = [
    (
        "pokerstars",
        (
            after(
                _PRE, "Iris has timed out", "Iris has returned", "Iris is disconnected", "Iris is connected"
            ),
        ),
    ),
    (
        "pokerstars",
        (
            after(
                _PRE,
                "Uma joins the table at seat #4",
                "Uma leaves the table",
                "Vic was removed from the table for failing to post",
            ),
        ),
    ),
    ("pokerstars", (after(_PRE, "Uma will be allowed to play after the button"),)),
    (
        "pokerstars",
        (
            after(
                "Seat 2: Tom ($150.50 in chips)",
                "Seat 4: Uma ($40 in chips) out of hand (moved from another table into small blind)",
            ),
        ),
    ),
    ("pokerstars", (("PokerStars Hand", "PokerStars Zoom Hand"),)),
    ("pokerstars", (("($1/$2 USD)", "($1/$2)"),)),
    ("pokerstars", (("$", "€"), ("€2 USD", "€2 EUR"))),
    ("pokerstars", (("$", "₹"), ("₹2 USD", "₹2 INR"))),
    ("pokerstars", (("$", "Rs.\u00a0"), ("2 USD", "2 INR"))),
    ("pokerstars", (("showed [Ac Ad] and lost", "showed [Ac Ad-Kh Ks Ac Ad 9s] and lost"),)),
    ("pokerstars", (("Total pot $301 |", "Total pot $301 Main pot $300. Side pot $1. |"),)),
    (
        "pokerstars",
        (
            (
                "Iris collected $298 from pot",
                "Iris collected $200 from main pot\nIris collected $98 from side pot",
            ),
        ),
    ),
    (
        "pokerstars",
        (
            (
                "PokerStars Hand #2201:  Hold'em No Limit ($1/$2 USD)",
                "PokerStars Hand #2201: Tournament #33, $0.46+$0.46+$0.08 USD Hold'em No Limit - Level IV (1/2)",
            ),
            ("$", ""),
            ("Iris (1,200 in chips)", "Iris (1200 in chips, $4.50 bounty)"),
            after(
                "Iris collected 298 from pot",
                "Iris wins $2.25 for eliminating Tom and their own bounty increases by $2.25 to $6.75",
                "Tom finished the tournament in 2nd place and received $9.00.",
                "Iris wins the tournament and receives $20.00 - congratulations!",
            ),
        ),
    ),
    ("ggpoker", (("Dealt to Tom\n", "Dealt to Tom \n"),)),
    ("ggpoker", (after("Iris collected $298 from pot", "Iris: Pays Cashout Risk ($1.20)"),)),
    (
        "ggpoker",
        (
            after("Iris: calls $145.50", "Tom: Chooses to EV Cashout"),
            after("Iris collected $298 from pot", "Tom: Receives Cashout ($20.20)"),
        ),
    ),
    (
        "ggpoker",
        (
            (
                "Poker Hand #RC2201: Hold'em No Limit ($1/$2)",
                "Poker Hand #TM2201: Tournament #9, Bounty Hunters $10 Hold'em No Limit - Level8(1/2)",
            ),
            ("$1,200", "1,200"),
            ("$150.50", "150.50"),
            ("$", ""),
        ),
    ),
    (
        "ggpoker",
        (
            (
                "Iris: calls $145.50",
                "Iris: raises $1,049.50 to $1,195 and is all-in\nUncalled bet ($1,049.50) returned to Iris",
            ),
        ),
    ),
    ("ggpoker", (("$", "¥"),)),
    ("ggpoker", (("Rake $3 | Jackpot $0", "Rake $2 | Jackpot $1"),)),
    ("ggpoker", (("Iris collected $298 from pot", "Iris collected $298 from pot\nTom: shows [Ac Ad]"),)),
    ("ggpoker", (after(_PRE, "Iris: requests time", "Iris has timed out"),)),
    ("winamax", (("1 200€", "1\u00a0200€"), ("150.50€", "150,50€"), ("145.50€", "145,50€"))),
    (
        "winamax",
        (
            ("CashGame - HandId", 'Tournament "Expresso (Nitro)" buyIn: 0.46€ + 0.04€ level: 3 - HandId'),
            ("(1€/2€)", "(1/2)"),
            ("€\n", "\n"),
            ("€)", ")"),
            ("€ ", " "),
            ("1 200", "1200"),
            ("0.46 + 0.04", "0.46€ + 0.04€"),
        ),
    ),
    ("winamax", (("(1 200€)", "(1 200€, 2.50€ bounty)"), ("(150.50€)", "(150.50€, 10€ bounty)"))),
    (
        "winamax",
        (
            (
                "Iris collected 298€ from pot",
                "Iris collected 200€ from main pot\nIris collected 98€ from side pot 1",
            ),
        ),
    ),
    ("winamax", (after("Seat 2: Tom (150.50€)", "Seat 3: Uma (90€)"),)),
    (
        "partypoker",
        (
            after(
                "Tom raises [$4 USD]",
                "Iris will be using their time bank for this hand.",
                "Your time bank will be activated in 6 secs.",
                "Iris has been reconnected and has 20 seconds to act.",
                "Iris could not respond in time.(disconnected)",
                "Iris did not respond in time",
            ),
        ),
    ),
    (
        "partypoker",
        (after("Dealt to Iris [  9c 9d ]", "Uma has joined the table.", "Vic has left the table."),),
    ),
    ("partypoker", (("$", "€"), (" USD", " EUR"))),
    ("partypoker", (("( $1,200 USD )", "( $1,200 USD ) - VPIP: 21, PFR: 14, AF: 1,7, Hands: 139"),)),
    (
        "partypoker",
        (
            (
                "Iris wins $298 USD from the main pot with",
                "Iris wins $200 USD from the side pot 1.\nIris wins $98 USD from the main pot with",
            ),
        ),
    ),
    (
        "partypoker",
        (
            after("Seat 2: Tom ( $150.50 USD )", "Seat 4: Uma ( $40 USD )"),
            after("Iris posts big blind [$2 USD].", "Uma is sitting out"),
        ),
    ),
    (
        "partypoker",
        (
            ("Iris wins $298 USD from", "Iris wins $298 USD from"),
            after("Tom is all-In  [$145.50 USD]", "Tom: 😀 gg: all-In [$9]"),
        ),
    ),
    ("888poker", (("888poker Hand", "888.es Hand"),)),
    ("888poker", (("888poker Hand", "Cassava Hand"),)),
    ("888poker", (("888poker Hand", "WSOP.com-NJ Hand"),)),
    (
        "888poker",
        (("9c", "9t"), ("9s", "9p"), ("2c", "2t"), ("Kh", "Kc"), ("Ks", "Kp"), ("Ac", "At")),
    ),
    ("888poker", (("888poker Hand", "888poker Snap Poker Hand"),)),
    ("888poker", (("$1,200", "1 200$"), ("$150.50", "150,50$"), ("$145.50", "145,50$"))),
    ("888poker", (after("Tom raises [$4]", "Iris has timed out", "Uma sits down", "Vic leaves the table"),)),
    ("888poker", (("Tom shows [ Ac, Ad ]", "Tom mucks [ Ac, Ad ]"),)),
    ("ipoker", (("$1,200", "€1,200"), ("$", "€"), ("USD", "EUR"))),
    ("ipoker", (("2026-02-03 15:00:00", "13/02/2026 15:00:00"),)),
    ("ipoker", (after("<players>", '<player seat="5" name="" chips="$0" dealer="0" win="$0" bet="$0"/>'),)),
    (
        "ipoker",
        (
            ('no="7" player="Iris" type="3" sum="$145.50"', 'no="7" player="Iris" type="7" sum="$1195"'),
            ('win="$298"', 'win="$1347.50"'),
        ),
    ),
    (
        "ipoker",
        (
            after(
                '<action no="4" player="Iris" type="3" sum="$3" cards=""/>',
                '<action no="4" player="Tom" type="8" sum="$0" cards=""/>',
            ),
        ),
    ),
    (
        "ipoker",
        (("<currency>USD</currency>", "<currency>USD</currency><bbcode/>\n<duration>00:10</duration>"),),
    ),
    ("ipoker", (('rebuy="0" addon="0"', 'rebuy="0" addon="0" merge="0" reg_code=""'),)),
    ("ipoker", (("$1,200", "$1\u00a0200.00"),)),
    ("ipoker", (("$1,200", "1.200,00 €"), ("$150.50", "150,50€"), ("$145.50", "145,50€"), ("$", "€"))),
    ("ohh", (('"flags": []', '"flags": ["Observed"]'),)),
    ("ohh", (('{"ohh": {', '{"hands": [{"ohh": {'), ("298}]}]}}", "298}]}]}}]}"))),
    ("ohh", (('{"ohh": {', '{\n"hands": [\n{"ohh": {'), ("298}]}]}}", "298}]}]}}\n]\n}"))),
    ("pokerstars", ((" Seat #2 is the button", ""),)),
    ("pokerstars", (("$", ""), (" USD", ""), ("2-max", "2-max (Play Money)"), ("1,200", "1\u00a0200"))),
    ("pokerstars", (("$1,200", "$1\u202f200"), ("Iris: checks", "Iris: checks\u00a0"))),
    ("ggpoker", (("Iris", "3f2a9b1c"), ("Tom", "12345678"), ("'Mira'", "'RushAndCash1234567'"))),
    ("winamax", (("1 200€", "1.200,00 €"), ("150.50€", "150,50 €"), ("145.50€", "145,50 €"))),
    ("winamax", FRENCH),
    ("partypoker", (("$200 USD NL Texas Hold'em", "NL Texas Hold'em $200 USD Buy-in"),)),
    ("partypoker", (("$200 USD NL Texas Hold'em", "NL Texas Hold'em $2 USD Blinds 1/2"),)),
    ("partypoker", (("Seat 2 is the button\n", ""),)),
    ("888poker", (("[ $298 ]", "[$298]"), ("( $1,200 )", "($1 200.00)"), ("[ 9s, 4d, 2c ]", "[9s,4d,2c]"))),
    ("888poker", (("Seat 2 is the button\n", ""),)),
    ("ohh", (('"currency": "USD"', '"currency": "BRL"'),)),
    ("ohh", (('"Dealt Cards"', '"Dealt Card"'),)),
    ("ohh", (('"name": "Tom", ', '"name": null, '),)),
    ("ohh", (('"amount": 145.5}', '"amount": 145.50, "is_allin": false, "note": "brace } in text"}'),)),
    ("ohh", (('"starting_stack": 150.50}', '"starting_stack": 150.50, "player_bounty": 2.5}'),)),
    (
        "ohh",
        (
            (
                '{"action_number": 4,',
                '{"action_number": 0, "player_id": 1, "action": "Added Chips", "amount": 5},\n{"action_number": 4,',
            ),
        ),
    ),
    ("phh", (("'p1 sm 9c9d'", "'p1 sm 9c9d  # Iris wins'"),)),
    (
        "phh",
        (
            (
                "currency = 'USD'",
                "currency = 'EUR'\ntime_zone = 'Europe/Paris'\nevent = 'Ünï'\n_own = {a = [1, 2]}",
            ),
        ),
    ),
    ("phh", (("min_bet = 2", "min_bet = 2\nante_trimming_status = true"),)),
    ("phh", (("variant = 'NT'", '# p1 f\nvariant = "NT"'),)),
    ("phh", (("1200, 150.50", "1_200, 150.500"),)),
    ("phh", (("players = ['Iris', 'Tom']\n", ""),)),
    ("phh", (("players = ['Iris', 'Tom']", "players = ['Iris', 'Iris']"),)),
    ("phh", (("finishing_stacks = [1347.50, 0]\n", ""),)),
    ("phh", (("  'p1 sm 9c9d',", "  'p1 sm 9c9d', '# note', 'p2 sm -',"),)),
    ("phh", (after("currency = 'USD'", "year = 2026", "month = 2", "day = 3", "time = 15:00:00"),)),
    ("ohh", (('"dealer_seat": 2', '"dealer_seat": 3'),)),
    ("partypoker", (("Tom is all-In  [$145.50 USD]", "Tom bets [$145.50 USD]\nTom is all-In"),)),
    ("partypoker", (after("Iris calls [$145.50 USD]", "Tom cashed out [ Ac, Ad ]"),)),
    ("partypoker", PARTY_BALANCE),
    ("888poker", (after("Iris calls [$145.50]", "Tom takes the cash-out"),)),
]


@pytest.mark.parametrize(("room", "changes"), HARMLESS)
def test_remarks_and_other_signs_change_nothing(room: str, changes: tuple[Change, ...], read: Read) -> None:
    played = only(read(change(room, *changes)))
    assert played.actions == ACTIONS
    assert played.returns == (7_525.0, -7_525.0)


def test_a_log_of_the_research_format_is_read_line_by_line(read: Read) -> None:
    cards = "9d4c|4hKs/Qh6d7c"
    log = (
        "# name/game/hands/seed holdem.nolimit.2p.reverse_blinds.game 3000 1",
        f"STATE:0:r300c/r500f:{cards}:300|-300:iris|tom",
        f"STATE:1:r300c/r500f:{cards}:500|-500:iris|tom",
        f"STATE:2:r300c/r50f:{cards}:300|-300:iris|tom",
        "SCORE:1100|-1100:iris|tom",
    )
    first, *refused = read("\n".join((*log, "")))
    assert isinstance(first, PlayedHand)
    assert first.actions == (300, 1, 500, 0)
    assert first.returns == (300.0, -300.0)
    assert [find_room(seat) for seat in first.spec.seats] == [("acpc", "iris"), ("acpc", "tom")]
    assert refused == [
        Refused("hands.txt", 3, "Payoffs 500|-500: they are 300|-300 by the rules.", 1),
        Refused("hands.txt", 4, '"r50": raise to 50: minimum is 400.', 1),
    ]


STRADDLE, TWICE = ("A player straddles.",), ("The board was run more than once.",)
RIVER = "** Dealing river ** [ Ks ]"
OHH_RIVER = '{"id": 3, "street": "River", "cards": ["Ks"], "actions": []},'
BIG_BLIND = '<action no="2" player="Iris" type="2" sum="$2" cards=""/>'
REFUSED: list[tuple[str, tuple[Change, ...], str, int]] = [
    (
        "pokerstars",
        (after("Iris: posts big blind $2", "Iris: posts the ante $1"), ("$298", "$299")),
        "Only one player posts an ante.",
        0,
    ),
    ("pokerstars", (("Tom: posts small blind $1", "Tom: posts small & big blinds $3"),), "", 0),
    ("pokerstars", (("Tom: posts small blind $1\n", ""),), "", 0),
    (
        "pokerstars",
        (
            (
                "*** RIVER *** [9s 4d 2c Kh] [Ks]",
                "*** FIRST RIVER *** [9s 4d 2c Kh] [Ks]\n*** SECOND RIVER *** [9s 4d 2c Kh] [3s]",
            ),
        ),
        "The board was run more than once.",
        16,
    ),
    (
        "pokerstars",
        (after("Total pot $301 | Rake $3", "Hand was run twice"),),
        "The board was run more than once.",
        23,
    ),
    ("pokerstars", (("Iris: calls $3\n", "Iris: ca#ls $3\n"),), "This action cannot be read: ca#ls $3.", 10),
    ("pokerstars", (("Iris: calls $3\n", "Iris:\n"),), "This action cannot be read: ….", 10),
    (
        "ggpoker",
        (("Iris: calls $145.50", "Iris: ca#ls $145.50"),),
        "This action cannot be read: ca#ls $145.50.",
        15,
    ),
    ("winamax", (("Iris checks", "Iris chec"),), "This action cannot be read: chec.", 13),
    (
        "partypoker",
        (("Iris calls [$3 USD]", "Iris calls [$3 U"),),
        "This action cannot be read: calls [$3 U.",
        13,
    ),
    ("888poker", (("[ $298 ]\n", "[ $29"),), "This action cannot be read: collected [ $29.", 24),
    ("pokerstars", (("Iris collected $298 from pot\n", ""),), "No player collects the pot of 301", 14),
    ("pokerstars", (after(_FLOP, "Hand cancelled"),), "The room cancelled the hand.", 12),
    ("ggpoker", (("posts small blind $1", "posts straddle $4"),), "A player straddles.", 5),
    (
        "ggpoker",
        (after("Iris: posts big blind $2", "Iris: posts missed blind $1"), ("$298", "$299")),
        "A player posts a dead blind.",
        7,
    ),
    (
        "ggpoker",
        (after("Iris: posts big blind $2", "Cash Drop to Pot : total $1"),),
        "The room adds money of its own to the pot.",
        7,
    ),
    (
        "winamax",
        (("Iris collected 298€", "Iris collected 297€"),),
        "297 does not fit the other amounts: with 298 the hand adds up.",
        21,
    ),
    ("winamax", (("Rake 3€", "Rake 2€"),), "2 does not fit the other amounts: with 3 the hand adds up.", 23),
    ("winamax", (("Holdem no limit", "Omaha pot limit"),), "The game is not no-limit Hold'em.", 1),
    ("partypoker", (("Tom posts small blind [$1 USD].", "Tom posts big blind + dead [$3 USD]."),), "", 0),
    ("partypoker", (("NL Texas", "FL Texas"),), "The game is not no-limit Hold'em.", 2),
    (
        "888poker",
        (("Iris posts big blind [$2]", "Iris posts dead blind [$1 + $2]"),),
        "A player posts a dead blind.",
        10,
    ),
    (
        "888poker",
        (("Iris collected [ $298 ]", "Iris collected [ $398 ]"),),
        "The pot of 301 does not add up: 398 is collected.",
        24,
    ),
    ("ipoker", (('<round no="4">', '<round no="5">'),), "The board was run more than once.", 36),
    (
        "ipoker",
        (
            (
                '<cards type="River" player="">SK</cards>',
                '<cards type="River" player="">SK</cards><cards type="River" player="">S3</cards>',
            ),
        ),
        "The board was run more than once.",
        37,
    ),
    ("ohh", (('"flags": []', '"flags": ["Run_It_Twice"]'),), "The board was run more than once.", 1),
    ("ohh", (('"Post SB"', '"Straddle"'),), "A player straddles.", 8),
    ("pokerstars", (after("Iris: posts big blind $2", "Tom: posts a straddle of $4"),), *STRADDLE, 7),
    ("ggpoker", (after("Iris: posts big blind $2", "Tom: straddle $4"),), *STRADDLE, 7),
    ("winamax", (after("Iris posts big blind 2€", "Tom straddles 4€"),), *STRADDLE, 8),
    ("partypoker", (after("Iris posts big blind [$2 USD].", "Tom posts straddle [$4 USD]."),), *STRADDLE, 10),
    ("888poker", (after("Iris posts big blind [$2]", "Tom straddles [$4]"),), *STRADDLE, 11),
    (
        "ipoker",
        (after(BIG_BLIND, '<action no="3" player="Tom" type="32" sum="$4" cards=""/>'),),
        *STRADDLE,
        20,
    ),
    ("partypoker", (("Dealing River", "Dealing FIRST River"),), *TWICE, 19),
    ("888poker", (after(RIVER, RIVER.replace("Ks", "3s")),), *TWICE, 21),
    ("888poker", (after(RIVER, RIVER),), "The cards on the river come too early or twice.", 21),
    ("phh", (after("  'd db Ks',", "  'd db 3s',"),), *TWICE, 20),
    ("ohh", (after(OHH_RIVER, OHH_RIVER.replace("Ks", "3s")),), *TWICE, 19),
    ("ohh", (('"amount": 145.5}', '"amount": 144.5}'),), "144.5 does not fit", 16),
    (
        "ohh",
        (('"action": "Check"', '"action": "Add to Pot", "amount": 5'),),
        "The room adds money of its own to the pot.",
        14,
    ),
    ("ohh", (('"Post SB"', '"Wink"'),), "The action 'wink' is not known.", 8),
    ("phh", (("variant = 'NT'", "variant = 'FT'"),), "The game is not no-limit Hold'em.", 1),
    ("phh", (("'p1 sm 9c9d'", "'p1 raise 9'"),), "'p1 raise 9' is no event of a Hold'em hand.", 20),
    ("pokerstars", (("Seat 2: Tom", "Seat 2: Iris"),), "Two players have the name Iris.", 4),
    ("pokerstars", (("Seat 2: Tom", "Seat 1: Tom"),), "Seat 1 is taken twice.", 4),
    (
        "pokerstars",
        (after("Seat 2: Tom ($150.50 in chips)", *(f"Seat {n}: P{n} ($9 in chips)" for n in range(3, 12))),),
        "More than 10 players sit at this table.",
        13,
    ),
    ("pokerstars", (("Seat #2", "Seat #1"),), "The button posts the big blind", 6),
    (
        "pokerstars",
        (after("Tom: posts small blind $1", "Tom: posts small blind $1"),),
        "Tom posts the small blind twice.",
        6,
    ),
    ("pokerstars", (("Dealt to Iris [9c 9d]", "Dealt to Iris [9c 9d 9h]"),), "Iris has 3 hole cards", 8),
    ("pokerstars", (("calls $3\n", "checks\n"),), "Iris checks although there is a bet to call.", 10),
    ("pokerstars", (("calls $3\n", "folds\n"),), "Iris acts after a fold.", 12),
    ("pokerstars", (("Iris: calls $3\n", ""),), "Iris has not answered the bet before the flop.", 10),
    ("pokerstars", (("[9s 4d 2c]\nIris", "[9s 4d]\nIris"),), "The board has 2 cards on the flop.", 11),
    ("pokerstars", (("[Ac Ad]", "[Ac 9c]"),), "The card 9c is dealt twice.", 19),
    ("pokerstars", (("Iris: checks\n", "Tom: checks\nIris: checks\n"),), "A player acts out of turn.", 12),
    (
        "pokerstars",
        (
            ("Iris: calls $145.50", "Iris: folds"),
            ("Iris collected $298", "Tom collected $10"),
            ("$3\nB", "$0\nB"),
        ),
        "Cards come after the end of the hand.",
        14,
    ),
    (
        "pokerstars",
        (("Iris collected $298", "Tom collected $298"),),
        "The pot goes to the wrong player by the cards.",
        20,
    ),
    ("pokerstars", (("$1,200", "$12,000,000"),), "The stacks are larger than any.", 1),
    ("partypoker", (("calls [$3 USD]", "calls"),), "The amount of this action cannot be read.", 13),
    (
        "partypoker",
        (("all-In  [$145.50 USD]", "all-In"),),
        "Tom is all-in, but has 145.5 left.",
        16,
    ),
    ("888poker", (("Dealing down cards", "Dealing"),), "The hand ends before the cards.", 24),
    ("888poker", (("$1/$2", "$x/$2"),), "'$x' is no amount.", 3),
    ("888poker", (("No Limit", "Short Deck No Limit"),), "The game is not no-limit Hold'em.", 3),
    ("ipoker", (('type="7"', 'type="99"'),), "The action of type 99 is not known.", 30),
    ("ipoker", (('sum="$145.50"', 'sum="$145.50'),), "The XML is damaged", 30),
    ("ipoker", (('dealer="1"', 'dealer="0"'),), "The hand names no dealer.", 9),
    ("ipoker", (('seat="1"', 'seat="one"'),), "The hand has text in the place of a number.", 13),
    ("ipoker", (('<round no="1">', '<round no="x">'),), "The hand has text in the place of a number.", 21),
    ("ipoker", (("</game>", ""),), "The file ends in the middle of this hand.", 9),
    ("ipoker", (("<startdate>", "<!ENTITY a 'b'><startdate>"),), "The XML declares a document type", 11),
    ("ipoker", (('type="2" sum="$2"', 'type="2" sum="$3"'),), "A player posts a dead blind.", 19),
    ("phh", (("antes = [0, 0]\n", ""),), "A field is missing or of another kind.", 1),
    ("phh", (("[0, 0]", "[" * 3_000 + "]" * 3_000),), "The text is nested too deeply.", 1),
    ("phh", (("[2, 1]", "[0, 0]"),), "The hand has no blinds.", 1),
    ("phh", (("min_bet = 2", "min_bet = 4"),), "The smallest bet is not the big blind.", 1),
    ("phh", (("[1200, 150.50]", "[1200]"),), "The hand has 1 player: 2 to 10 are read.", 1),
    ("phh", (("[1200, 150.50]", "['x', 150.50]"),), "'x' is no amount.", 1),
    ("ohh", (('"NL"', '"FL"'),), "The game is not no-limit Hold'em.", 1),
    ("ohh", (('"id": 2, "seat": 2', '"id": 1, "seat": 2'),), "A part of the hand is missing", 8),
    ("ohh", (('"rounds": [', '"rounds": 5, "x": ['),), "A part of the hand is missing", 1),
    ("ohh", (("150.50}", '"many"}'),), "'many' is no amount.", 6),
]


@pytest.mark.parametrize(("room", "changes", "reason", "line"), REFUSED)
def test_what_our_rules_do_not_know_is_refused_with_its_line(
    room: str, changes: tuple[Change, ...], reason: str, line: int, read: Read
) -> None:
    (found,) = read(change(room, *changes))
    assert isinstance(found, Refused)
    assert reason in found.reason
    assert found.reason.endswith(".")
    assert found.line == line or not line


@pytest.mark.parametrize(
    ("room", "change_of_date", "printed", "line"),
    [
        ("pokerstars", ("2026/02/03", "2026/02/30"), "2026-02-30 15:00:00", 1),
        ("ggpoker", ("2026/02/03 15", "2026/02/03 25"), "2026-02-03 25:00:00", 1),
        ("winamax", ("2026/02/03", "2026/13/03"), "2026-13-03 20:00:00", 1),
        ("partypoker", ("February 03", "February 30"), "2026-02-30 15:00:00", 2),
        ("888poker", ("03 02 2026", "30 02 2026"), "2026-02-30 15:00:00", 3),
        ("ipoker", ("2026-02-03", "2026-02-30"), "2026-02-30 15:00:00", 11),
        ("ohh", ("2026-02-03", "2026-02-30"), "2026-02-30 20:00:00", 2),
        (
            "phh",
            ("currency = 'USD'\n", "currency = 'USD'\nyear = 2026\nmonth = 2\nday = 30\n"),
            "2026-02-30 0:0:0",
            10,
        ),
    ],
)
def test_an_impossible_date_is_refused_with_its_line(
    room: str, change_of_date: Change, printed: str, line: int, read: Read
) -> None:
    (found,) = read(change(room, change_of_date))
    assert isinstance(found, Refused)
    assert (found.reason, found.line) == (f"There is no such date or time: {printed}.", line)


@pytest.mark.parametrize("game", ["Holdem NL", "Holdem NL €0.05/€0.10"])
def test_the_blinds_of_ipoker_are_known_although_one_is_short(game: str, read: Read) -> None:
    short = change(
        "ipoker",
        ("Holdem NL $1/$2", game),
        ("</nickname>", "</nickname><tournamentname>Twister 1€</tournamentname>"),
        ('chips="$1,200"', 'chips="$1.50"'),
        ('win="$298"', 'win="$3"'),
        ('type="2" sum="$2"', 'type="2" sum="$1.50"'),
        ('type="23" sum="$5"', 'type="3" sum="$1"'),
    )
    played = only(read(re.sub(r'<action no="[4-7]".*\n', "", short)))
    assert (played.spec.small_blind, played.spec.big_blind, played.spec.stacks) == (50, 100, (75, 7_525))
    assert (played.actions, played.returns) == ((1,), (75.0, -75.0))


def test_a_second_small_blind_of_partypoker_is_live(read: Read) -> None:
    table = change(
        "partypoker",
        after("Seat 2: Tom ( $150.50 USD )", "Seat 3: Uma ( $200 USD )"),
        after("Iris posts big blind [$2 USD].", "Uma posts small blind [$1 USD]."),
        ("Tom raises [$4 USD]", "Uma calls [$1 USD]\nTom raises [$4 USD]"),
        ("Iris calls [$3 USD]", "Iris calls [$3 USD]\nUma folds"),
        ("$298", "$300"),
    )
    assert only(read(table)).returns == (7_575.0, -7_575.0)


def test_a_date_may_have_other_signs_and_no_seconds(read: Read) -> None:
    old = change("pokerstars", ("2026/02/03 15:00:00 ET", "2026/02/03 - 15:00:00 (ET)"))
    assert only(read(old)).at == to_seconds(2026, 2, 3, "15:00:00", "ET")
    assert only(read(change("ipoker", ("2026-02-03 15:00:00", "13/02/2026 15:00")))).at == to_seconds(
        2026, 2, 13, "15:00:00"
    )


def test_a_date_of_ipoker_may_begin_with_the_month(read: Read) -> None:
    for printed in ("13/02/2026", "02/13/2026", "13-Feb-2026"):
        played = only(read(change("ipoker", ("2026-02-03", printed))))
        assert played.at == to_seconds(2026, 2, 13, "15:00:00")


GAME = HANDS["ipoker"][HANDS["ipoker"].index("<game ") : HANDS["ipoker"].index("</session>")]


@pytest.mark.parametrize(
    ("dates", "days", "is_told"),
    [
        (("13/02/2026 15:00:00", "03/02/2026 15:00:00"), [(2, 13), (2, 3)], False),
        (("02/13/2026 15:00:00", "02/03/2026 15:00:00"), [(2, 13), (2, 3)], False),
        (("03/02/2026 15:00:00", "13/02/2026 15:00:00"), [(2, 3), (2, 13)], False),
        (("2/3/2026 3:00:00 PM",), [(2, 3)], True),
        (("13/2/2026 3:00:00 PM", "3/2/2026 03:00:00 pm"), [(2, 13), (2, 3)], False),
        (("03/03/2026 15:00:00",), [(3, 3)], False),
        (("03/02/2026 15:00:00",), [(2, 3)], True),
        (("03/02/2026 15:00:00", "02/13/2026 15:00:00"), [(2, 3), (2, 13)], True),
    ],
)
def test_a_date_of_ipoker_with_two_readings_is_read_like_the_others_of_its_file_or_told(
    dates: tuple[str, ...], days: list[tuple[int, int]], is_told: bool, read: Read
) -> None:
    games = "".join(GAME.replace("2026-02-03 15:00:00", date) for date in dates)
    found = read(change("ipoker", (GAME, games)))
    times = [one.at for one in found if isinstance(one, PlayedHand)]
    assert times == [to_seconds(2026, month, day, "15:00:00") for month, day in days]
    told = "In some dates of this file, the day and the month may be swapped."
    assert found[len(times) :] == ([Refused("hands.txt", 0, told, 0)] if is_told else [])


def test_a_month_with_an_unknown_name_or_a_date_of_zeros_leaves_the_date_open(read: Read) -> None:
    assert only(read(change("partypoker", ("February 03", "Szeptember 03")))).actions == ACTIONS
    assert only(read(change("ohh", ("2026-02-03", "0000-00-00")))).at == 0


@pytest.mark.parametrize(
    ("room", "before", "printed"),
    [
        ("ohh", '"currency": "USD"', '"currency": "\\u001b[2J{}"'),
        ("phh", "currency = 'USD'", 'currency = "\\u001b[2J{}"'),
        ("ipoker", ">USD<", ">&amp;\u202e{}<"),
    ],
)
def test_a_currency_may_have_any_signs(room: str, before: str, printed: str, read: Read) -> None:
    origin = only(read(change(room, (before, printed.format("x" * 99))))).origin
    assert origin is not None
    assert origin.unit.isprintable()
    assert len(origin.unit) < 30


TABLE = """PokerStars Hand #2301:  Hold'em No Limit ($1/$2 USD) - 2026/02/03 15:00:00 ET
Table 'Mira' 6-max Seat #4 is the button
Seat 1: Iris ($200 in chips)
Seat 2: Tom ($200 in chips)
Seat 3: Uma ($200 in chips)
Seat 4: Vic ($200 in chips)
Iris: posts small blind $1
Tom: posts big blind $2
*** HOLE CARDS ***
Uma: folds
Vic: raises $4 to $6
Iris: folds
Tom: calls $4
*** FLOP *** [9s 4d 2c]
Tom: checks
Vic: bets $7
Tom: folds
Uncalled bet ($7) returned to Vic
Vic collected $13 from pot
*** SUMMARY ***
Total pot $13 | Rake $0
"""


@pytest.mark.parametrize(
    ("changes", "pot"),
    [
        ((), 1300),
        ([("Iris: posts small blind $1\n", ""), ("$13", "$12")], 1200),
        ([after("Tom: posts big blind $2", "Uma: posts dead small blind $1"), ("$13", "$14")], 1400),
        ([after("Tom: posts big blind $2", "Uma: posts big blind $2"), ("$13", "$15")], 1500),
        ([after("Tom: posts big blind $2", "Uma: posts small & big blinds $3"), ("$13", "$16")], 1600),
        (
            [
                after(
                    "Tom: posts big blind $2",
                    *(f"{name}: posts the ante $0.25" for name in ("Iris", "Tom", "Uma", "Vic")),
                ),
                ("$13", "$14"),
            ],
            1400,
        ),
        ([after("Tom: posts big blind $2", "Tom: posts the ante $2"), ("$13", "$15")], 1500),
        ([("Seat #4", "Seat #9")], 1300),
        ([after("Seat 4: Vic ($200 in chips)", "Seat 6: Wim ($0 in chips) is sitting out")], 1300),
    ],
    ids=range(9),
)
def test_all_that_others_put_in_is_in_the_pot_on_the_flop(
    changes: list[Change], pot: int, read: Read
) -> None:
    text = TABLE
    for before, new in changes:
        assert before in text, before
        text = text.replace(before, new)
    played = only(read(text))
    flop = next(step.state for step in played.session().steps if len(getattr(step.state, "board", ())) == 3)
    assert flop.pot * 200 == pot * played.spec.big_blind  # type: ignore[attr-defined]
    assert played.origin is not None
