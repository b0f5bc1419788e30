"""The states of the drills for the tests that check every screen.

The states are decks, a drill card of every game, results, and a session without cards.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from game.app.app import App
from game.core import InformationState, Progress
from game.features.drills.card import CardScreen
from game.features.drills.page import DrillsScreen
from game.match.spot_texts import SpotTexts
from game.rules.betting import CALL, PublicBetting
from game.rules.cards import Card, parse
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState
from game.study.drills import (
    DECKS,
    AnswerCard,
    AskCard,
    AskDrills,
    BeginDeck,
    CardHand,
    Deck,
    DeckFigures,
    DrillQuestion,
    DrillsToday,
    Rating,
    Verdict,
)
from game.study.judgements import Grade
from game.window.ui.input import Key
from tests.window.driver import give_to
from tests.window.tables import judged

Go = Callable[[App], None]
MONDAY = 1_795_000_000.0

TODAY = DrillsToday(
    tuple(
        DeckFigures(deck, *figures)
        for deck, figures in zip(
            DECKS,
            (
                (True, 31, 20, 12, 8),
                (True, 24, 24, 24, 0),
                (True, 24, 10, 4, 5),
                (False, 0, 0, 0, 0),
                (True, 24, 5, 1, 123),
                (False, 0, 0, 0, 0),
            ),
            strict=True,
        )
    ),
    streak=12,
    recent=(0, 0, 3, 8, 12, 0, 5, 9, 20, 14, 7, 11, 16, 9),
)
FIRST = DrillsToday(tuple(DeckFigures(deck, begun=False) for deck in DECKS))


def holdem(cards: str, *actions: int | str, stack: int = 20_000, button: int = 0) -> InformationState:
    """Return the information state of the player to act.

    `cards` are the hole cards of both players. An integer in `actions` is an action, and a string deals board
    cards.
    """
    state = HoldemState(HoldemRules(stacks=(stack, button or stack)))
    for one in (cards, *actions):
        for step in parse(one) if isinstance(one, str) else (one,):
            state = state.child(step)
    return state.information_state(state.current_player())


FORK = TicTacToeInformationState(1, (-1, 0, 0, 0, 1, 0, 0, 0, -1))
KUHN = KuhnInformationState(0, 1, "pb")
ALWAYS, KING_AND_ACE = {0: 1.0, 1: 1.0, 2: 1.0}, {0: 0.0, 1: 1.0, 2: 1.0}
HALF_STREET = KuhnInformationState(0, 0, "", KuhnRules("half-street", 2.0))
OPENING = holdem("2c7dKs9h")
RIVER = holdem("2c7dAsAh", 300, 1, "AdKc2h", 1, 500, 1, "9s", 1, 1, "3d", 900)
ODDS = holdem("KsKdAh5h", 300, 1000, 1, "Kh9h2c", 1, 1, "7d", 3000, stack=3000)
COVERED = holdem("2c7dAsAh", 9_000, stack=2_000, button=9_000)


def drill_question(
    deck: Deck, game: str, info: InformationState, actions: tuple[int, ...], **more: object
) -> DrillQuestion:
    return DrillQuestion("0123456789ab", deck, game, info, actions, 7, **more)  # type: ignore[arg-type]


SPOT = SpotTexts("QsJh2h8d5c", "AA,KQs,T9s", "QQ,AJ,T9s", "80", "120", "75%", "a")
BLIND = 100
SPOT_RULES = HoldemRules(50, BLIND, (20_000, 20_000))
IN_SPOT = PublicBetting.start(SPOT_RULES).child(5_000).child(CALL)
for _ in range(2):
    IN_SPOT = IN_SPOT.next_round().child(CALL).child(CALL)
IN_SPOT = IN_SPOT.next_round().child(CALL).child(12_500)
OF_SPOT = HoldemInformationState(0, parse("Ts9s"), parse(SPOT.board), IN_SPOT)

QUESTIONS: dict[str, DrillQuestion] = {
    "spot": drill_question("mistakes", "holdem", OF_SPOT, (0, 1, 20_000), spot=SPOT.id),
    "fork": drill_question("forks", "tic-tac-toe", FORK, (1, 2, 3, 5, 6, 7)),
    "bluff": drill_question(
        "bluffs", "kuhn-poker", KUHN, (0, 1), against="bluffer", bets=ALWAYS, calls=KING_AND_ACE
    ),
    "equilibrium": drill_question("bluffs", "kuhn-poker", KUHN, (0, 1)),
    "half-street": drill_question(
        "bluffs", "kuhn-half-street", HALF_STREET, (0, 1), against="station", calls=ALWAYS
    ),
    "odds": drill_question("pot-odds", "holdem", ODDS, (0, 1), shown=tuple[Card, ...](parse("KsKd"))),
    "opening": drill_question("opening-raises", "holdem", OPENING, (0, 1, 300)),
    "river": drill_question("river-calls", "holdem", RIVER, (0, 1)),
    "mistake": drill_question(
        "mistakes",
        "holdem",
        RIVER,
        (0, 1, 2300, 4100, 9000, 20_000),
        hand=CardHand(MONDAY, "winamax/Kilo", 1),
    ),
    "covered": drill_question("mistakes", "holdem", COVERED, (0, 1)),
}


def drill_result(
    name: str,
    action: int,
    best: int,
    values: dict[int, float],
    shares: dict[int, float],
    **more: Any,
) -> Grade:
    """Return the grade of `action` as the answer to a drill card."""
    info = QUESTIONS[name].info
    stake = info.pot / info.rules.big_blind if isinstance(info, HoldemInformationState) else 4.0
    return judged(values, best, shares, stake=stake, **more).grade(action)


SOLVED: dict[str, Any] = {"source": "solve", "error": 0.1, "equity": 0.84, "price": 0.29}
GRADES: dict[str, Grade] = {
    "spot": drill_result(
        "spot",
        0,
        20_000,
        {0: 0.0, 1: 106.25, 20_000: 112.5},
        {1: 0.1, 20_000: 0.9},
        source="solve",
        error=0.9,
        equity=0.93,
        price=0.3,
    ),
    "fork": drill_result(
        "fork",
        2,
        1,
        {1: 0.5, 2: 0.0, 3: 0.5, 5: 0.5, 6: 0.0, 7: 0.5},
        dict.fromkeys((1, 3, 5, 7), 0.25),
    ),
    "bluff": drill_result("bluff", 0, 1, {0: -1.0, 1: 0.5}, {0: 0.0, 1: 1.0}),
    "equilibrium": drill_result("equilibrium", 1, 1, {0: -1.0, 1: -1.0}, {0: 2 / 3, 1: 1 / 3}),
    "odds": drill_result("odds", 1, 0, {0: 0.0, 1: -8.6}, {0: 1.0}, equity=0.159, price=1 / 3),
    "opening": drill_result(
        "opening",
        0,
        300,
        {0: 0.0, 1: 0.41, 300: 0.41},
        {1: 0.2, 300: 0.8},
        source="blueprint",
        error=0.2,
        equity=0.55,
        price=0.25,
    ),
    "river": drill_result("river", 1, 1, {0: 0.0, 1: 7.25}, {0: 0.0, 1: 1.0}, **SOLVED),
    "mistake": drill_result(
        "mistake",
        0,
        2300,
        {0: 0.0, 1: 7.25, 2300: 9.1, 4100: 8.7, 9000: 6.2, 20_000: 3.3},
        {1: 0.1, 2300: 0.55, 4100: 0.3, 9000: 0.05},
        **SOLVED,
    ),
}


def decks(today: DrillsToday = TODAY) -> Go:
    def go(app: App) -> None:
        app.go(DrillsScreen(app))
        app.step([], 0.0)
        give_to(app, AskDrills, today)

    return go


def question(name: str) -> Go:
    def go(app: App) -> None:
        seconds = count(MONDAY)
        app.models.drills.now = lambda: next(seconds)
        app.go(CardScreen(app, None))
        give_to(app, AskCard, QUESTIONS[name])
        app.step([], 0.0)

    return go


def result(name: str, rating: Rating = "again", days: int = 0) -> Go:
    def go(app: App) -> None:
        question(name)(app)
        screen = app.screen
        screen.controls.find(f"answer-{'3' if name == 'fork' else '1'}").act()  # type: ignore[attr-defined]
        give_to(app, AnswerCard, Verdict(GRADES[name], rating, days))
        app.step([], 0.0)

    return go


def unfinished(app: App) -> None:
    """Show incomplete decks. One deck is selected, and the worker is filling this deck."""
    mistakes, *themes = TODAY.decks
    held = (replace(one, begun=False, cards=3, seen=0, known=0, due=3) for one in themes)
    decks(DrillsToday((mistakes, *held)))(app)
    for name in ("down", "return", "down"):
        app.send(Key(name))
    give_to(app, BeginDeck, progress=Progress(3, 24, 0.0))


def nothing_left(app: App) -> None:
    app.go(CardScreen(app, "forks"))
    give_to(app, AskCard, None)


def in_trouble(app: App) -> None:
    app.go(CardScreen(app, "forks"))
    give_to(app, AskCard, error="The other process ended unexpectedly.")


WARNED = replace(
    TODAY, warnings=("forks.json could not be read (it is not complete JSON); it was set aside.",)
)

PLACES: dict[str, Go] = {
    "drills": decks(),
    "drills at first": decks(FIRST),
    "drills warned": decks(WARNED),
    "drills unfinished": unfinished,
    **{f"drill {name}": question(name) for name in QUESTIONS},
    **{f"drilled {name}": result(name, "good", 12) for name in GRADES},
    "drill waiting": lambda app: app.go(CardScreen(app, None)),
    "drill done": nothing_left,
    "drill in trouble": in_trouble,
}
