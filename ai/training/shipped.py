"""Makes the built-in agents: `python -m ai.training.shipped [GAME ...]`, for all games if none is named.

Each family is one training run, saved at a few iterations: the weaker agents are earlier stages of the strongest.
Agents that are not trained get a manifest with their strength. In Hold'em all agents play a league, which ranks
them (ai/training/holdem_league.py); an interrupted league continues. The same code writes the same files again.
After a change of code, the league still counts the matches played before; `--again` names the agents to play again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ai.agents import kuhn_tables, perfect_agent, uniform_agent
from ai.evaluation.strength import measured
from ai.storage import load_model, save_model
from ai.training import runs
from ai.training.holdem_league import LeaguePlan, rank
from ai.training.run import train
from game.agent_entries import Kind
from game.core import BadInput, KnownStrategy, Progress, State
from game.files.manifest import Manifest, write_manifest
from game.rules import games

MODELS = Path(__file__).parents[2] / "assets" / "models"


@dataclass(frozen=True, slots=True)
class ShippedRun:
    """A training run and the iterations (`stages`) at which it is saved, in files named `stem-iterations`."""

    name: str
    stem: str
    run: str
    game: str
    stages: tuple[int, ...]
    settings: tuple[str, ...] = ()


FAMILIES = (
    ShippedRun("ada", "ada", "value-learner", "tic-tac-toe", (20, 500, 2_000, 1_000_000)),
    ShippedRun("vesper", "vesper", "kuhn-cfr", "kuhn-poker", (3, 30, 10_000)),
    ShippedRun(
        "vesper", "vesper-s1", "kuhn-half-street-cfr", "kuhn-half-street", (3, 30, 10_000), ("blinds=1",)
    ),
    ShippedRun(
        "vesper", "vesper-s2", "kuhn-half-street-cfr", "kuhn-half-street", (3, 30, 10_000), ("blinds=2",)
    ),
)

DESCRIPTION = """Trains and measures the built-in agents and writes their files to assets/models. Without a GAME it
does so for every game. For Hold'em it plays the league of all agents (about half an hour) and rewrites their
manifests and league.json; stop it at any time and run it again to continue."""
PLAN = LeaguePlan()
READERS: Mapping[str, Callable[[Path, State], KnownStrategy]] = {
    "uniform": uniform_agent.load,
    "perfect": perfect_agent.load,
    "kuhn": kuhn_tables.load,
}


@dataclass(frozen=True, slots=True)
class ShippedCharacter:
    """An agent that is not trained; `reader` names the function of `READERS` that loads it."""

    name: str
    reader: Literal["uniform", "perfect", "kuhn"]
    kind: Kind
    games: tuple[str, ...]


CHARACTERS = (
    ShippedCharacter("random", "uniform", "random", ("tic-tac-toe",)),
    ShippedCharacter("perfect", "perfect", "solved", ("tic-tac-toe",)),
    ShippedCharacter("uniform", "uniform", "random", games.KUHN_GAMES),
    ShippedCharacter("bluffer", "kuhn", "rules", games.KUHN_GAMES),
    ShippedCharacter("station", "kuhn", "rules", games.KUHN_GAMES),
    ShippedCharacter("honest", "kuhn", "rules", games.KUHN_GAMES),
    ShippedCharacter("equilibrium", "kuhn", "solved", games.KUHN_GAMES),
)


def make(family: ShippedRun, folder: Path) -> Iterator[Progress]:
    """Train the family's run, each stage resumed from the one before; save every stage and yield progress."""
    before = None
    for stage in family.stages:
        file = folder / family.game / f"{family.stem}-{stage}.npz"
        if before is None:
            run = runs.start(family.run, family.settings, iterations=stage)
        else:
            run = runs.resume(family.run, before, iterations=stage)
        yield from train(run, file)
        model = load_model(file)
        save_model(file, replace(model.manifest, family=family.name), model.arrays)
        before = file


def describe(character: ShippedCharacter, game: str, folder: Path) -> Manifest:
    """Measure the strength of a character (in half-street Kuhn poker at blinds of 1) and write its manifest."""
    file = folder / game / f"{character.name}.yaml"
    root = games.initial_state(game)
    strength = measured(READERS[character.reader](file, root), root)
    manifest = Manifest(game=game, agent=character.reader, kind=character.kind, strength=strength)
    write_manifest(file, manifest)
    return manifest


def main(folder: Path = MODELS, wanted: Sequence[str] = games.NAMES, holdem: LeaguePlan = PLAN) -> None:
    """Make every family and every character of the games `wanted` in `folder`; print a line for each file."""
    for family in FAMILIES:
        for report in make(family, folder) if family.game in wanted else ():
            if report.done:
                print(f"{report.file}: {dict(report.metrics)}")
    for character in CHARACTERS:
        for game in character.games:
            if game in wanted:
                print(f"{game}/{character.name}: {describe(character, game, folder).strength}")
    if games.HOLDEM in wanted:
        for name, strength in rank(folder / games.HOLDEM, holdem).items():
            print(f"{games.HOLDEM}/{name}: {strength}")


def _command() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai.training.shipped", description=DESCRIPTION)
    parser.add_argument("games", nargs="*", metavar="GAME", type=games.checked, help="all if none is named")
    parser.add_argument("--workers", type=int, default=2, help="number of processes for the Hold'em league")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the hands of each pair")
    parser.add_argument(
        "--again",
        nargs="*",
        default=(),
        metavar="AGENT",
        help="agents to play and measure again from the start",
    )
    options = parser.parse_args()
    plan = LeaguePlan(workers=options.workers, scale=options.scale, again=tuple(options.again))
    try:
        main(wanted=options.games or games.NAMES, holdem=plan)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    _command()
