"""`measure holdem`: what a local best response wins from an agent, beside what it won from known programs.

With `--trained` it is a response that learns in the small game of a blueprint.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ai import catalog
from ai.commands.executors import add_executor, executor_of
from ai.commands.measuring_trained import measure_trained
from ai.commands.options import add_thinking, agent_stack, positive_number, read_budget, whole_number
from ai.commands.output import print_document, run_measurement
from ai.evaluation.lbr_spec import MENUS, STREETS, LbrSpec
from game.core import BadInput
from game.match.series import UNITS
from game.rules import games

if TYPE_CHECKING:
    from ai.evaluation.local_best_response import LbrResult

LOCAL = ("hands", "seconds", "menu", "streets", "work", "think", "workers", "cluster")
OPTIONS = (*LOCAL, "trained")
"""The options of Hold'em alone. They are None if not given."""

MENU_HELP = (
    "what the response may do: fc: fold or call; fcpa: also bet the pot or all-in (default); 56bets: also 55 sizes "
    "from a twentieth of the pot up, or all-in; 15bets: every fourth of those sizes, or all-in"
)

MENUS_IN_WORDS = {
    "fc": "fold or call",
    "fcpa": "fold, call, bet the pot or all-in",
    "15bets": "fold, call or bet any of 15 sizes",
    "56bets": "fold, call or bet any of 56 sizes",
}
STREETS_IN_WORDS = {"all": "on every street", "turn-river": "on turn and river"}

REFERENCES = {
    ("fc", "all"): {"Hyperborean 2014": 721, "always folding": 250, "DeepStack": -428},
    ("fcpa", "turn-river"): {
        "Slumbot 2016": 4020,
        "Hyperborean 2014": 3852,
        "Act1 2016": 2597,
        "always folding": 750,
        "DeepStack": -383,
    },
    ("56bets", "turn-river"): {"Hyperborean 2014": 4675, "always folding": 750, "DeepStack": -775},
}
"""By bets and streets, in mbb/hand at 200 big blinds: as published with DeepStack (Moravčík and others, 2017)."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the measurement."""
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hands", type=whole_number(1), help="default 1000; each deal is played twice")
    length.add_argument("--seconds", type=positive_number, help="play for this many seconds")
    parser.add_argument("--menu", choices=tuple(MENUS), help=MENU_HELP)
    parser.add_argument(
        "--streets", choices=tuple(STREETS), help="streets where it may bet (default turn-river)"
    )
    parser.add_argument(
        "--trained",
        type=whole_number(1),
        metavar="DEALS",
        help="instead, train a best response to a blueprint on this many deals; a million takes some minutes",
    )
    add_thinking(parser)
    add_executor(parser, default=None)


def check_not_given(options: argparse.Namespace) -> None:
    """Raise `BadInput` if an option of this measurement is given for another game."""
    for name in OPTIONS:
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} is for {games.HOLDEM}, not for {options.game}.")


def measure_holdem(options: argparse.Namespace) -> int:
    """Let a best response, local or trained, play against an agent, and print what it wins.

    `BadInput` where an option of the local best response is given for a trained one.
    """
    if options.trained is not None:
        for name in LOCAL:
            if getattr(options, name) is not None:
                raise BadInput(f"--{name} is for the local best response, not for one that is trained.")
        return measure_trained(options)
    from ai.evaluation.local_best_response import measure  # noqa: PLC0415 - who asks for other commands loads no compiler

    given = {name: getattr(options, name) for name in ("hands", "seconds", "menu", "streets")}
    entry = catalog.find(games.HOLDEM, options.agent)
    spec = LbrSpec(
        options.agent,
        seed=options.seed,
        stack_bb=agent_stack(options, entry),
        budget=read_budget(options),
        **{name: value for name, value in given.items() if value is not None},
    )
    with executor_of(options) as executor:
        result = run_measurement(measure(spec, catalog.load_warmed_up, executor))
    row = {
        "mean": result.mean,
        "ci95": result.ci95,
        "unit": UNITS[games.HOLDEM],
        "hands": result.hands,
        "stack": spec.stack_bb,
        "menu": spec.menu,
        "streets": spec.streets,
    }
    return print_document(options, {"lbr": row}, _lines(spec, result))


def _lines(spec: LbrSpec, result: LbrResult) -> list[str]:
    interval = "" if result.ci95 is None else f" ± {result.ci95:,.0f}"
    return [
        f"A local best response wins {result.mean:,.0f}{interval} mbb/hand from {spec.agent} "
        f"({result.hands:,} hands, {spec.stack_bb:,} big blinds; it may {MENUS_IN_WORDS[spec.menu]}, "
        f"{STREETS_IN_WORDS[spec.streets]}).",
        _beside(spec),
    ]


def _beside(spec: LbrSpec) -> str:
    known = REFERENCES.get((spec.menu, spec.streets))
    if known is None or spec.stack_bb != games.HOLDEM_STACK_BB:
        settings = ", ".join(f"{menu} on {streets}" for menu, streets in REFERENCES)
        return f"For comparison, values are published at {games.HOLDEM_STACK_BB} big blinds for {settings}."
    return "Published values: " + ", ".join(f"{name} {value:,}" for name, value in known.items()) + "."
