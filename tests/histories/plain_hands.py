"""A heads-up hand with an all-in on the flop, in the layout of every room. The names are invented."""

from __future__ import annotations

from pathlib import Path

from game.archive.hands import PlayedHand
from game.histories.reading import read_histories

STARS = """PokerStars Hand #2201:  Hold'em No Limit ($1/$2 USD) - 2026/02/03 15:00:00 ET
Table 'Mira' 2-max Seat #2 is the button
Seat 1: Iris ($1,200 in chips)
Seat 2: Tom ($150.50 in chips)
Tom: posts small blind $1
Iris: posts big blind $2
*** HOLE CARDS ***
Dealt to Iris [9c 9d]
Tom: raises $3 to $5
Iris: calls $3
*** FLOP *** [9s 4d 2c]
Iris: checks
Tom: bets $145.50 and is all-in
Iris: calls $145.50
*** TURN *** [9s 4d 2c] [Kh]
*** RIVER *** [9s 4d 2c Kh] [Ks]
*** SHOW DOWN ***
Iris: shows [9c 9d] (a full house, Nines full of Kings)
Tom: shows [Ac Ad] (two pair, Aces and Kings)
Iris collected $298 from pot
*** SUMMARY ***
Total pot $301 | Rake $3
Board [9s 4d 2c Kh Ks]
Seat 1: Iris (big blind) showed [9c 9d] and won ($298) with a full house, Nines full of Kings
Seat 2: Tom (button) (small blind) showed [Ac Ad] and lost with two pair, Aces and Kings
"""
GG = (
    STARS.replace(
        "PokerStars Hand #2201:  Hold'em No Limit ($1/$2 USD) - 2026/02/03 15:00:00 ET",
        "Poker Hand #RC2201: Hold'em No Limit ($1/$2) - 2026/02/03 15:00:00",
    )
    .replace("*** SHOW DOWN ***", "*** SHOWDOWN ***")
    .replace("| Rake $3", "| Rake $3 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0")
    .replace(
        "*** HOLE CARDS ***\nDealt to Iris [9c 9d]", "*** HOLE CARDS ***\nDealt to Iris [9c 9d]\nDealt to Tom"
    )
)
WINAMAX = """Winamax Poker - CashGame - HandId: #7-22-17700000 - Holdem no limit (1€/2€) - 2026/02/03 20:00:00 UTC
Table: 'Lyon 02' 2-max (real money) Seat #2 is the button
Seat 1: Iris (1 200€)
Seat 2: Tom (150.50€)
*** ANTE/BLINDS ***
Tom posts small blind 1€
Iris posts big blind 2€
Dealt to Iris [9c 9d]
*** PRE-FLOP ***
Tom raises 3€ to 5€
Iris calls 3€
*** FLOP *** [9s 4d 2c]
Iris checks
Tom bets 145.50€ and is all-in
Iris calls 145.50€
*** TURN *** [9s 4d 2c][Kh]
*** RIVER *** [9s 4d 2c Kh][Ks]
*** SHOW DOWN ***
Iris shows [9c 9d] (Full of Nines and Kings)
Tom shows [Ac Ad] (Two pairs : Aces and Kings)
Iris collected 298€ from pot
*** SUMMARY ***
Total pot 301€ | Rake 3€
Board: [9s 4d 2c Kh Ks]
Seat 1: Iris (big blind) showed [9c 9d] and won 298€ with Full of Nines and Kings
Seat 2: Tom (small blind) (button) showed [Ac Ad] and lost with Two pairs : Aces and Kings
"""
PARTY = """***** Hand History for Game 2201 *****
$200 USD NL Texas Hold'em - Tuesday, February 03, 15:00:00 EST 2026
Table Rivoli (Real Money)
Seat 2 is the button
Total number of players : 2/2
Seat 1: Iris ( $1,200 USD )
Seat 2: Tom ( $150.50 USD )
Tom posts small blind [$1 USD].
Iris posts big blind [$2 USD].
** Dealing down cards **
Dealt to Iris [  9c 9d ]
Tom raises [$4 USD]
Iris calls [$3 USD]
** Dealing Flop ** [ 9s, 4d, 2c ]
Iris checks
Tom is all-In  [$145.50 USD]
Iris calls [$145.50 USD]
** Dealing Turn ** [ Kh ]
** Dealing River ** [ Ks ]
Iris shows [ 9c, 9d ]a full house, Nines full of Kings.
Tom shows [ Ac, Ad ]two pairs, Aces and Kings.
Iris wins $298 USD from the main pot with a full house, Nines full of Kings.
Game #2202 starts.
"""
PACIFIC = """#Game No : 2201
***** 888poker Hand History for Game 2201 *****
$1/$2 Blinds No Limit Holdem - *** 03 02 2026 15:00:00
Table Turin 2 Max (Real Money)
Seat 2 is the button
Total number of players : 2
Seat 1: Iris ( $1,200 )
Seat 2: Tom ( $150.50 )
Tom posts small blind [$1]
Iris posts big blind [$2]
** Dealing down cards **
Dealt to Iris [ 9c, 9d ]
Tom raises [$4]
Iris calls [$3]
** Dealing flop ** [ 9s, 4d, 2c ]
Iris checks
Tom bets [$145.50]
Iris calls [$145.50]
** Dealing turn ** [ Kh ]
** Dealing river ** [ Ks ]
** Summary **
Iris shows [ 9c, 9d ]
Tom shows [ Ac, Ad ]
Iris collected [ $298 ]
"""
IPOKER = """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="77">
<general>
<gametype>Holdem NL $1/$2</gametype>
<tablename>Bern</tablename>
<currency>USD</currency>
<nickname>Iris</nickname>
</general>
<game gamecode="2201">
<general>
<startdate>2026-02-03 15:00:00</startdate>
<players>
<player seat="1" name="Iris" chips="$1,200" dealer="0" win="$298" bet="$150.50" rebuy="0" addon="0"/>
<player seat="2" name="Tom" chips="$150.50" dealer="1" win="$0" bet="$150.50" rebuy="0" addon="0"/>
</players>
</general>
<round no="0">
<action no="1" player="Tom" type="1" sum="$1" cards=""/>
<action no="2" player="Iris" type="2" sum="$2" cards=""/>
</round>
<round no="1">
<cards type="Pocket" player="Iris">C9 D9</cards>
<cards type="Pocket" player="Tom">CA DA</cards>
<action no="3" player="Tom" type="23" sum="$5" cards=""/>
<action no="4" player="Iris" type="3" sum="$3" cards=""/>
</round>
<round no="2">
<cards type="Flop" player="">S9 D4 C2</cards>
<action no="5" player="Iris" type="4" sum="$0" cards=""/>
<action no="6" player="Tom" type="7" sum="$145.50" cards=""/>
<action no="7" player="Iris" type="3" sum="$145.50" cards=""/>
</round>
<round no="3">
<cards type="Turn" player="">HK</cards>
</round>
<round no="4">
<cards type="River" player="">SK</cards>
</round>
</game>
</session>
"""
OHH = """{"ohh": {"site_name": "Vega", "game_type": "Holdem", "table_name": "T", "flags": [],
"bet_limit": {"bet_type": "NL", "bet_cap": 0}, "game_number": "2201", "start_date_utc": "2026-02-03T20:00:00Z",
"currency": "USD", "small_blind_amount": 1, "big_blind_amount": 2, "ante_amount": 0, "dealer_seat": 2,
"hero_player_id": 1, "players": [
{"id": 1, "seat": 1, "name": "Iris", "starting_stack": 1200.00},
{"id": 2, "seat": 2, "name": "Tom", "starting_stack": 150.50}],
"rounds": [{"id": 0, "street": "Preflop", "actions": [
{"action_number": 1, "player_id": 2, "action": "Post SB", "amount": 1},
{"action_number": 2, "player_id": 1, "action": "Post BB", "amount": 2},
{"action_number": 3, "player_id": 1, "action": "Dealt Cards", "cards": ["9c", "9d"]},
{"action_number": 4, "player_id": 2, "action": "Raise", "amount": 5},
{"action_number": 5, "player_id": 1, "action": "Call", "amount": 3}]},
{"id": 1, "street": "Flop", "cards": ["9s", "4d", "2c"], "actions": [
{"action_number": 6, "player_id": 1, "action": "Check"},
{"action_number": 7, "player_id": 2, "action": "Bet", "amount": 145.5, "is_allin": true},
{"action_number": 8, "player_id": 1, "action": "Call", "amount": 145.5}]},
{"id": 2, "street": "Turn", "cards": ["Kh"], "actions": []},
{"id": 3, "street": "River", "cards": ["Ks"], "actions": []},
{"id": 4, "street": "Showdown", "actions": [
{"action_number": 9, "player_id": 1, "action": "Shows Cards", "cards": ["9c", "9d"]},
{"action_number": 10, "player_id": 2, "action": "Shows Cards", "cards": ["Ac", "Ad"]}]}],
"pots": [{"number": 0, "amount": 301, "rake": 3, "player_wins": [{"player_id": 1, "win_amount": 298}]}]}}
"""
PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [2, 1]
min_bet = 2
starting_stacks = [1200, 150.50]
players = ['Iris', 'Tom']
currency = 'USD'
finishing_stacks = [1347.50, 0]
actions = [
  'd dh p1 9c9d',
  'd dh p2 AcAd',
  'p2 cbr 5',
  'p1 cc',
  'd db 9s4d2c',
  'p1 cc',
  'p2 cbr 145.50',
  'p1 cc',
  'd db Kh',
  'd db Ks',
  'p1 sm 9c9d',
  'p2 sm AcAd',
]
"""
HANDS = {
    "pokerstars": STARS,
    "ggpoker": GG,
    "winamax": WINAMAX,
    "partypoker": PARTY,
    "888poker": PACIFIC,
    "ipoker": IPOKER,
    "ohh": OHH,
    "phh": PHH,
}


def read_hand(folder: Path, text: str) -> PlayedHand:
    """Write a hand to a file in `folder`, and return the hand that the parser reads from this file."""
    file = folder / "hand.txt"
    file.write_text(text, encoding="utf-8")
    (found,) = read_histories([file])
    assert isinstance(found, PlayedHand)
    return found
