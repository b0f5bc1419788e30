"""The states of the experts page for the tests that check every screen. The worker answers at once."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from ai.service import answer
from game.app.app import App
from game.features.odds import AskExpert, Expert, ExpertRules, ListExperts, ReadExpertRules
from game.features.odds.expert_page import FIRST_SPOT, ExpertScreen
from game.features.odds.expert_panels import RuleSpot
from game.match.betting_line import BettingLine
from game.request import Request
from game.rules.cards import parse
from game.window.ui.input import Key
from game.window.ui.widgets.choice import Choice
from tests.window.driver import give_to

A = TypeVar("A")

OWN = Path.home() / ".local/share/Parlour/agents/holdem/rules/my-sound.yaml"
BROKEN = (
    'my-sound.yaml, rule 3 (bluff the river): "bet half" has no size: write "33%", "pot" or "3x" after it.',
    "my-sound-common.yaml, mixes, bluff: the probabilities of bet 50%: 50%, check: 40% sum to 90%, not to 100%.",
    "my-sound.yaml: no rule covers street river, position button, facing bet. Add a rule for the rest at the end.",
)


@cache
def true_answer(request: Request[A]) -> A:
    return cast(A, list(answer(request))[-1])


def opened(app: App, spot: RuleSpot = FIRST_SPOT) -> None:
    """Open the page on a spot, and wait for all answers."""
    app.go(ExpertScreen(app, spot))
    app.step([], 0.0)
    shipped = [Expert(style, f"expert-{style}") for style in ("sound", "tight", "loose")]
    give_to(app, ListExperts, (*shipped, Expert("my-sound", "my-sound", str(OWN))))
    give_to(app, ReadExpertRules, true_answer(ReadExpertRules("sound")))
    if not spot.line.missing:
        give_to(app, AskExpert, true_answer(spot.request("sound")))


def show_broken_rules(app: App) -> None:
    opened(app)
    choice = app.screen.controls.find("expert")
    assert isinstance(choice, Choice)
    choice.choose("my-sound")
    give_to(app, ReadExpertRules, ExpertRules(problems=BROKEN))


def in_trouble(app: App) -> None:
    opened(app)
    app.send(Key("r", "r"))
    give_to(app, ReadExpertRules, error="The other process ended unexpectedly.")


PLACES: dict[str, Callable[[App], object]] = {
    "expert": opened,
    "expert before the flop": lambda app: opened(app, RuleSpot(parse("7h6h"))),
    "expert raised": lambda app: opened(
        app,
        RuleSpot(
            parse("7h6h"), BettingLine(actions=(250, 1, 400, 1_100, 2_500), board=FIRST_SPOT.line.board)
        ),
    ),
    "expert without a board": lambda app: opened(app, RuleSpot(parse("7h6h"), BettingLine(actions=(250, 1)))),
    "expert without a hand": lambda app: opened(app, replace(FIRST_SPOT, hole=())),
    "expert broken": show_broken_rules,
    "expert in trouble": in_trouble,
    "expert reading": lambda app: app.go(ExpertScreen(app)),
}
