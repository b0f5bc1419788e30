"""The page of the experts in its states, for sweeps over all screens; the other process answers at once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ai.expert_requests import ANSWERS
from game.match.betting_line import Line
from game.rules.cards import parse
from game.screens.pages.odds.expert.screen import FIRST_SPOT, ExpertScreen
from game.screens.pages.odds.expert.spot import Spot
from game.screens.shell.app import App
from game.screens.ui.input import Key
from game.screens.ui.widgets.choice import Choice
from tests.screens.driver import give_to

OWN = Path.home() / ".local/share/Parlour/agents/holdem/rules/my-sound.yaml"
BROKEN = (
    'my-sound.yaml, rule 3 (bluff the river): "bet half" has no size: write "33%", "pot" or "3x" after it.',
    "my-sound-common.yaml, mixes, bluff: the probabilities of bet 50%: 50%, check: 40% sum to 90%, not to 100%.",
    "my-sound.yaml: no rule covers street river, position button, facing bet. Add a rule for the rest at the end.",
)


def stay(page: str) -> None:
    """Open no other page."""


@cache
def answered(kind: str, rules: str, spot: Spot) -> Any:
    payload: Mapping[str, Any] = {"rules": rules, **spot.payload()}
    return list(ANSWERS[kind](payload))[-1]


def opened(app: App, spot: Spot = FIRST_SPOT) -> None:
    """Open the page on a spot, with all that is known."""
    app.go(ExpertScreen(app, stay, spot))
    app.step([], 0.0)
    shipped = [
        {"rules": style, "agent": f"expert-{style}", "path": ""} for style in ("sound", "tight", "loose")
    ]
    give_to(app, "experts", [*shipped, {"rules": "my-sound", "agent": "my-sound", "path": str(OWN)}])
    give_to(app, "expert_rules", answered("expert_rules", "sound", spot))
    if not spot.line.missing:
        give_to(app, "expert_spot", answered("expert_spot", "sound", spot))


def broken(app: App) -> None:
    opened(app)
    choice = app.screen.controls.named("expert")
    assert isinstance(choice, Choice)
    choice.choose("my-sound")
    give_to(app, "expert_rules", {"problems": list(BROKEN), "description": "", "rules": []})


def in_trouble(app: App) -> None:
    opened(app)
    app.send(Key("r", "r"))
    give_to(app, "expert_rules", error="The other process ended unexpectedly.")


EXPERT: dict[str, Callable[[App], object]] = {
    "expert": opened,
    "expert before the flop": lambda app: opened(app, Spot(parse("7h6h"))),
    "expert raised": lambda app: opened(
        app, Spot(parse("7h6h"), Line(actions=(250, 1, 400, 1_100, 2_500), board=FIRST_SPOT.line.board))
    ),
    "expert without a board": lambda app: opened(app, Spot(parse("7h6h"), Line(actions=(250, 1)))),
    "expert without a hand": lambda app: opened(app, replace(FIRST_SPOT, hole=())),
    "expert broken": broken,
    "expert in trouble": in_trouble,
    "expert reading": lambda app: app.go(ExpertScreen(app, stay)),
}
