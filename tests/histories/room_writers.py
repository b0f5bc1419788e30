"""Write simulated hands in the layout of every room."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from game.rules.cards import Card, name
from tests.histories.simulated_hands import BIG_BLIND, SMALL_BLIND, Event, SimulatedHand

Writer = Callable[[SimulatedHand], str]
STREETS = ("flop", "turn", "river")


def dollars(amount: int) -> str:
    return f"${amount / 100:,.2f}".removesuffix(".00")


def euros(amount: int) -> str:
    """Format an amount like a French client: "1 234,50€"."""
    return f"{amount / 100:,.2f}€".replace(",", "\u00a0").replace(".", ",")


def join_cards(cards: Iterable[Card], between: str = " ") -> str:
    return between.join(map(name, cards))


def board_at(hand: SimulatedHand, street: int) -> str:
    return join_cards(hand.board[: street + 2])


def showing_players(hand: SimulatedHand) -> list[int]:
    """Return the players who show their hand: all winners, and the hero."""
    live = [index for index in range(hand.count) if not hand.folded[index]]
    return [index for index in live if hand.winnings[index] > 0 or index == hand.hero]


def list_wins(hand: SimulatedHand, *, with_uncalled: bool = False) -> Iterator[tuple[int, int, str]]:
    """Yield (player, collected chips, name of the pot) for each win.

    If `with_uncalled` is True, the last pot includes the uncalled bet.
    """
    pots = [pot.copy() for pot in hand.pots]
    if with_uncalled:
        player, uncalled = hand.refund
        pots[-1][player] += uncalled
    for number, pot in enumerate(pots):
        where = f"side pot {number}" if number else "main pot" if len(pots) > 1 else "pot"
        yield from ((player, won, where) for player, won in enumerate(pot) if won)


def pokerstars(hand: SimulatedHand) -> str:
    lines = [
        f"PokerStars Hand #{hand.number}:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/03/05 20:15:01 ET",
        f"Table 'Vega II' 6-max Seat #{hand.button + 1} is the button",
    ]
    return "\n".join(lines + _actions(hand, dollars)) + "\n\n\n"


def ggpoker(hand: SimulatedHand) -> str:
    lines = [
        f"Poker Hand #RC{hand.number}: Hold'em No Limit ($0.5/$1) - 2026/03/05 20:15:01",
        f"Table 'RushAndCash77' 6-max Seat #{hand.button + 1} is the button",
    ]
    text = "\n".join(lines + _actions(hand, dollars)).replace("*** SHOW DOWN ***", "*** SHOWDOWN ***")
    rake = f"| Rake {dollars(hand.rake)}"
    return text.replace(rake, f"{rake} | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0") + "\n\n"


def _actions(hand: SimulatedHand, money: Callable[[int], str]) -> list[str]:
    names = hand.names
    lines = [f"Seat {i + 1}: {names[i]} ({money(hand.stacks[i])} in chips)" for i in range(hand.count)]
    lines += [f"{one}: posts the ante {money(hand.ante)}" for one in names if hand.ante]
    lines += [
        f"{names[hand.small]}: posts small blind {money(SMALL_BLIND)}",
        f"{names[hand.big]}: posts big blind {money(BIG_BLIND)}",
        "*** HOLE CARDS ***",
        f"Dealt to {names[hand.hero]} [{join_cards(hand.hole[hand.hero])}]",
    ]
    highest = BIG_BLIND
    for event in hand.events:
        if event.what in STREETS:
            street = STREETS.index(event.what) + 1
            known = f"[{board_at(hand, street - 1)}] " if street > 1 else ""
            lines.append(f"*** {event.what.upper()} *** {known}[{join_cards(event.cards)}]")
            highest = 0
            continue
        who, end = names[event.player], " and is all-in" if event.all_in else ""
        match event.what:
            case "fold":
                lines.append(f"{who}: folds")
            case "check":
                lines.append(f"{who}: checks")
            case "call":
                lines.append(f"{who}: calls {money(event.amount)}{end}")
            case "bet":
                lines.append(f"{who}: bets {money(event.amount)}{end}")
            case _:
                lines.append(f"{who}: raises {money(event.to - highest)} to {money(event.to)}{end}")
        highest = max(highest, event.to)
    if hand.refund[1]:
        lines.append(f"Uncalled bet ({money(hand.refund[1])}) returned to {names[hand.refund[0]]}")
    if hand.shown_down:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{names[i]}: shows [{join_cards(hand.hole[i])}] (a hand)" for i in showing_players(hand)]
        lines += [
            f"{names[i]}: mucks hand"
            for i in range(hand.count)
            if not hand.folded[i] and i not in showing_players(hand)
        ]
    lines += [f"{names[i]} collected {money(won)} from {pot}" for i, won, pot in list_wins(hand)]
    pot = sum(hand.put_in) - hand.refund[1]
    lines += ["*** SUMMARY ***", f"Total pot {money(pot)} | Rake {money(hand.rake)}"]
    reached = [event.what for event in hand.events if event.what in STREETS]
    if reached:
        lines.append(f"Board [{board_at(hand, STREETS.index(reached[-1]) + 1)}]")
    return lines


def winamax(hand: SimulatedHand) -> str:
    names, money = hand.names, euros
    lines = [
        f"Winamax Poker - CashGame - HandId: #7700-{hand.number}-1772741701 - Holdem no limit (0,50€/1€)"
        " - 2026/03/05 20:15:01 UTC",
        f"Table: 'Lyon 02' 6-max (real money) Seat #{hand.button + 1} is the button",
        *(f"Seat {i + 1}: {names[i]} ({money(hand.stacks[i])})" for i in range(hand.count)),
        "*** ANTE/BLINDS ***",
        *(f"{one} posts ante {money(hand.ante)}" for one in names if hand.ante),
        f"{names[hand.small]} posts small blind {money(SMALL_BLIND)}",
        f"{names[hand.big]} posts big blind {money(BIG_BLIND)}",
        f"Dealt to {names[hand.hero]} [{join_cards(hand.hole[hand.hero])}]",
        "*** PRE-FLOP ***",
    ]
    highest = BIG_BLIND
    for event in hand.events:
        if event.what in STREETS:
            street = STREETS.index(event.what) + 1
            known = f"[{board_at(hand, street - 1)}]" if street > 1 else ""
            lines.append(f"*** {event.what.upper()} *** {known}[{join_cards(event.cards)}]")
            highest = 0
            continue
        who, end = names[event.player], " and is all-in" if event.all_in else ""
        words = {
            "fold": "folds",
            "check": "checks",
            "call": f"calls {money(event.amount)}{end}",
            "bet": f"bets {money(event.amount)}{end}",
            "raise": f"raises {money(event.to - highest)} to {money(event.to)}{end}",
        }
        lines.append(f"{who} {words[event.what]}")
        highest = max(highest, event.to)
    if hand.shown_down:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{names[i]} shows [{join_cards(hand.hole[i])}] (Paire)" for i in showing_players(hand)]
    lines += [
        f"{names[i]} collected {money(won)} from {pot}" for i, won, pot in list_wins(hand, with_uncalled=True)
    ]
    lines += ["*** SUMMARY ***", f"Total pot {money(sum(hand.put_in))} | "]
    lines[-1] += f"Rake {money(hand.rake)}" if hand.rake else "No rake"
    return "\n".join(lines) + "\n\n\n"


def partypoker(hand: SimulatedHand) -> str:
    names = hand.names

    def money(amount: int) -> str:
        return f"{dollars(amount)} USD"

    lines = [
        f"***** Hand History for Game {hand.number} *****",
        "$100 USD NL Texas Hold'em - Thursday, March 05, 20:15:01 EST 2026",
        "Table Rivoli (Real Money)",
        f"Seat {hand.button + 1} is the button",
        f"Total number of players : {hand.count}/6",
        *(f"Seat {i + 1}: {names[i]} ( {money(hand.stacks[i])} )" for i in range(hand.count)),
        *(f"{one} posts ante [{money(hand.ante)}]" for one in names if hand.ante),
        f"{names[hand.small]} posts small blind [{money(SMALL_BLIND)}].",
        f"{names[hand.big]} posts big blind [{money(BIG_BLIND)}].",
        "** Dealing down cards **",
        f"Dealt to {names[hand.hero]} [  {join_cards(hand.hole[hand.hero])} ]",
        f"{names[0]}: good luck, Seat 9",
    ]
    for event in hand.events:
        if event.what in STREETS:
            lines.append(f"** Dealing {event.what.capitalize()} ** [ {join_cards(event.cards, ', ')} ]")
            continue
        who = names[event.player]
        match event.what:
            case "fold" | "check":
                lines.append(f"{who} {event.what}s")
            case _ if event.all_in:
                lines.append(f"{who} is all-In  [{money(event.amount)}]")
            case _:
                lines.append(f"{who} {event.what}s [{money(event.amount)}]")
    if hand.shown_down:
        lines += [
            f"{names[i]} shows [ {join_cards(hand.hole[i], ', ')} ]a hand." for i in showing_players(hand)
        ]
    for i, won, pot in list_wins(hand, with_uncalled=True):
        lines.append(f"{names[i]} wins {money(won)} from the {'main ' * (pot == 'pot')}{pot}.")
    return "\n".join(lines) + f"\nGame #{hand.number + 1} starts.\n\n#Game No : {hand.number + 1}\n"


def pacific(hand: SimulatedHand) -> str:
    names = hand.names

    def money(amount: int) -> str:
        return f"{amount / 100:,.2f}$".replace(",", " ").replace(".", ",")

    lines = [
        f"#Game No : {hand.number}",
        f"***** 888poker Hand History for Game {hand.number} *****",
        "0,50$/1$ Blinds No Limit Holdem - *** 05 03 2026 20:15:01",
        "Table Turin 6 Max (Real Money)",
        f"Seat {hand.button + 1} is the button",
        f"Total number of players : {hand.count}",
        *(f"Seat {i + 1}: {names[i]} ( {money(hand.stacks[i])} )" for i in range(hand.count)),
        *(f"{one} posts ante [{money(hand.ante)}]" for one in names if hand.ante),
        f"{names[hand.small]} posts small blind [{money(SMALL_BLIND)}]",
        f"{names[hand.big]} posts big blind [{money(BIG_BLIND)}]",
        "** Dealing down cards **",
        f"Dealt to {names[hand.hero]} [ {join_cards(hand.hole[hand.hero], ', ')} ]",
    ]
    for event in hand.events:
        if event.what in STREETS:
            lines.append(f"** Dealing {event.what} ** [ {join_cards(event.cards, ', ')} ]")
        elif event.what in ("fold", "check"):
            lines.append(f"{names[event.player]} {event.what}s")
        else:
            lines.append(f"{names[event.player]} {event.what}s [{money(event.amount)}]")
    lines.append("** Summary **")
    if hand.shown_down:
        for index in range(hand.count):
            if not hand.folded[index]:
                verb = "shows" if index in showing_players(hand) else "mucks"
                lines.append(f"{names[index]} {verb} [ {join_cards(hand.hole[index], ', ')} ]")
    lines += [f"{names[i]} collected [ {money(won)} ]" for i, won, _ in list_wins(hand)]
    return "\n".join(lines) + "\n\n\n\n"


def ipoker(hand: SimulatedHand) -> str:
    """Write a session of one hand."""
    names = hand.names

    def money(amount: int) -> str:
        return f"£{amount / 100:,.2f}"

    def card_codes(cards: Iterable[Card]) -> str:
        return " ".join(f"{name(one)[1].upper()}{name(one)[0].replace('T', '10')}" for one in cards)

    number = iter(range(1, 1000))

    def action(player: int, kind: int, amount: int) -> str:
        who = f'no="{next(number)}" player="{names[player]}"'
        return f'   <action {who} type="{kind}" sum="{money(amount)}" cards=""/>'

    uncalled = dict([hand.refund])
    players = [
        f'    <player seat="{i + 1}" name="{names[i]}" chips="{money(hand.stacks[i])}" '
        f'dealer="{int(i == hand.button)}" win="{money(hand.winnings[i] + uncalled.get(i, 0))}" '
        f'bet="{money(hand.put_in[i])}"/>'
        for i in range(hand.count)
    ]
    rounds = [[action(i, 15, hand.ante) for i in range(hand.count) if hand.ante]]
    rounds[0] += [action(hand.small, 1, SMALL_BLIND), action(hand.big, 2, BIG_BLIND), "  </round>"]
    known = {hand.hero, *(showing_players(hand) if hand.shown_down else ())}

    def pocket(player: int) -> str:
        return card_codes(hand.hole[player]) if player in known else "X X"

    rounds.append(
        [f'   <cards type="Pocket" player="{names[i]}">{pocket(i)}</cards>' for i in range(hand.count)]
    )
    for event in hand.events:
        if event.what in STREETS:
            rounds[-1].append("  </round>")
            kind = event.what.capitalize()
            rounds.append([f'   <cards type="{kind}" player="">{card_codes(event.cards)}</cards>'])
        else:
            kinds = {"fold": 0, "check": 4, "call": 3, "bet": 5, "raise": 23}
            kind = 7 if event.all_in and event.what != "call" else kinds[event.what]
            rounds[-1].append(action(event.player, kind, event.to if kind == 23 else event.amount))
    rounds[-1].append("  </round>")
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<session sessioncode="77">',
        " <general>",
        "  <gametype>Holdem NL £0.50/£1.00</gametype>",
        "  <tablename>Bern, 11</tablename>",
        "  <currency>GBP</currency>",
        f"  <nickname>{names[hand.hero]}</nickname>",
        " </general>",
        f' <game gamecode="{hand.number}">',
        "  <general>",
        "   <startdate>2026-03-05 20:15:01</startdate>",
        "   <players>",
        *players,
        "   </players>",
        "  </general>",
    ]
    for index, part in enumerate(rounds):
        lines += [f'  <round no="{index}">', *part]
    return "\n".join([*lines, " </game>", "</session>"]) + "\n"


def open_history(hand: SimulatedHand) -> str:
    count = iter(range(1, 1000))

    def money(amount: int) -> float:
        return amount / 100

    def action(player: int, what: str, amount: int = 0, **more: object) -> dict[str, object]:
        return {
            "action_number": next(count),
            "player_id": player,
            "action": what,
            "amount": money(amount),
        } | more

    first = [action(i, "Post Ante", hand.ante) for i in range(hand.count) if hand.ante]
    first += [action(hand.small, "Post SB", SMALL_BLIND), action(hand.big, "Post BB", BIG_BLIND)]
    first.append(action(hand.hero, "Dealt Cards", cards=list(map(name, hand.hole[hand.hero]))))
    rounds: list[dict[str, object]] = [{"id": 0, "street": "Preflop", "actions": first}]
    actions = first
    for event in hand.events:
        if event.what in STREETS:
            actions = []
            cards = list(map(name, event.cards))
            rounds.append(
                {"id": len(rounds), "street": event.what.capitalize(), "cards": cards, "actions": actions}
            )
        else:
            amount = event.to if event.what == "raise" else event.amount
            actions.append(action(event.player, event.what.capitalize(), amount, is_allin=event.all_in))
    if hand.shown_down:
        shows = [action(i, "Shows Cards", cards=list(map(name, hand.hole[i]))) for i in showing_players(hand)]
        rounds.append({"id": 5, "street": "Showdown", "actions": shows})
    pots = [
        {
            "number": number,
            "amount": money(sum(pot)),
            "rake": 0 if number else money(hand.rake),
            "player_wins": [{"player_id": i, "win_amount": money(won)} for i, won in enumerate(pot) if won],
        }
        for number, pot in enumerate(hand.pots)
    ]
    document = {
        "spec_version": "1.4.6",
        "site_name": "Vega",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_name": "T 5",
        "game_number": str(hand.number),
        "start_date_utc": "2026-03-05T20:15:01Z",
        "currency": "USD",
        "small_blind_amount": 0.5,
        "big_blind_amount": 1,
        "ante_amount": money(hand.ante),
        "dealer_seat": hand.button + 1,
        "hero_player_id": hand.hero,
        "players": [
            {"id": i, "seat": i + 1, "name": hand.names[i], "starting_stack": money(hand.stacks[i])}
            for i in range(hand.count)
        ],
        "rounds": rounds,
        "pots": pots,
    }
    return json.dumps({"ohh": document}, indent=2) + "\n\n"


def phh(hand: SimulatedHand) -> str:
    """Write a section of a .phhs file.

    Heads-up, the first player posts the big blind. With more players, the first player posts the small blind.
    """
    order = [(hand.button + 1 + step) % hand.count for step in range(hand.count)]
    number = {player: index for index, player in enumerate(order, 1)}

    def money(amount: int) -> str:
        return str(Decimal(amount) / 100)

    known = {hand.hero}
    actions = [f"d dh p{number[i]} {join_cards(hand.hole[i], '') if i in known else '????'}" for i in order]
    for event in hand.events:
        actions.append(_phh_event(event, number, money))
    if hand.shown_down:
        actions += [f"p{number[i]} sm {join_cards(hand.hole[i], '')}" for i in showing_players(hand)]
    finishing = [hand.stacks[i] + hand.nets[i] - hand.rakes[i] for i in order]
    blinds = [money(SMALL_BLIND), money(BIG_BLIND), *["0"] * (hand.count - 2)]
    return "\n".join(
        (
            f"[{hand.number}]",
            "variant = 'NT'",
            "ante_trimming_status = true",
            f"antes = [{', '.join([money(hand.ante)] * hand.count)}]",
            f"blinds_or_straddles = [{', '.join(blinds)}]",
            f"min_bet = {money(BIG_BLIND)}",
            f"starting_stacks = [{', '.join(money(hand.stacks[i]) for i in order)}]",
            f"actions = {json.dumps(actions)}",
            f"hand = {hand.number}",
            "year = 2026\nmonth = 3\nday = 5\ntime = 20:15:01",
            f"players = {json.dumps([hand.names[i] for i in order], ensure_ascii=False)}",
            f"finishing_stacks = [{', '.join(map(money, finishing))}]",
            "currency = 'USD'\n",
        )
    )


def _phh_event(event: Event, number: dict[int, int], money: Callable[[int], str]) -> str:
    if event.what in STREETS:
        return f"d db {join_cards(event.cards, '')}"
    who = f"p{number[event.player]}"
    if event.what == "fold":
        return f"{who} f"
    return f"{who} cc" if event.what in ("check", "call") else f"{who} cbr {money(event.to)}"


WRITERS: dict[str, Writer] = {
    "pokerstars": pokerstars,
    "ggpoker": ggpoker,
    "winamax": winamax,
    "partypoker": partypoker,
    "888poker": pacific,
    "ipoker": ipoker,
    "ohh": open_history,
    "phh": phh,
}
SUFFIXES = {"ipoker": ".xml", "ohh": ".ohh", "phh": ".phhs"}
