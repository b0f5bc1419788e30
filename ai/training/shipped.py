"""Make the built-in agents: `python -m ai.training.shipped [GAME ...]`, by default for all games.

The trained agents of small games are checkpoints of a training run at several iterations. The weaker agents of a
run are earlier stages of its strongest agent. A family of agents comes from one run or from several (the family
Vesper from three). Agents without training get a manifest with their strength. The same code always writes the same
files.

The Hold'em agents play a league that ranks them (ai/training/ranking.py). An interrupted league can be continued,
and keeps its results even if the code has changed since. `--again` names agents whose matches are played again. The
results of matches between other agents are kept from league.json. To continue an interrupted league with `--again`,
start it with the same names.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ai.agents import small_games
from ai.evaluation.strength import measure_strength
from ai.storage import load_model, save_model
from ai.training import runs
from ai.training.ranking import LeaguePlan, rank, rate_agents
from ai.training.run import train
from game.agent_entries import Kind
from game.core import BadInput, KnownStrategy, Progress, State
from game.files.manifest import Manifest, write_manifest
from game.rules import games

MODELS = Path(__file__).parents[2] / "assets" / "models"


@dataclass(frozen=True, slots=True)
class ShippedRun:
    """A training run of a family of agents, saved at several iterations in files named `stem-iterations`.

    Attributes:
        family: The name of the family.
        run: The name of the training run in `ai.training.runs`.
        settings: The settings of the run as "name=value".
        stages: The iterations at which the run is saved, in ascending order.
    """

    family: str
    stem: str
    run: str
    game: str
    stages: tuple[int, ...]
    settings: tuple[str, ...] = ()


SHIPPED_RUNS = (
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
manifests and league.json. You can stop it at any time; run it again to continue."""
PLAN = LeaguePlan()
READERS: Mapping[str, Callable[[Path, State], KnownStrategy]] = {
    "uniform": small_games.load_uniform,
    "perfect": small_games.load_perfect,
    "kuhn": small_games.load_kuhn,
}


@dataclass(frozen=True, slots=True)
class ShippedCharacter:
    """An agent without training.

    Attributes:
        name: The stem of its manifest.
        reader: The key in `READERS` of the function that loads the agent.
        games: The games that the agent plays. The agent gets a manifest for each game.
    """

    name: str
    reader: Literal["uniform", "perfect", "kuhn"]
    kind: Kind
    games: tuple[str, ...]


CHARACTERS = (
    ShippedCharacter("random", "uniform", "random", ("tic-tac-toe",)),
    ShippedCharacter("perfect", "perfect", "solved", ("tic-tac-toe",)),
    ShippedCharacter("uniform", "uniform", "random", games.KUHN_GAMES),
    *(ShippedCharacter(name, "kuhn", "rules", games.KUHN_GAMES) for name in small_games.CHARACTERS),
    ShippedCharacter(small_games.EQUILIBRIUM, "kuhn", "solved", games.KUHN_GAMES),
)


def make(shipped: ShippedRun, folder: Path) -> Iterator[Progress]:
    """Train a run, and save every stage to the folder of its game in `folder`. Yield the progress.

    Each stage continues the training of the previous stage.
    """
    before = None
    for stage in shipped.stages:
        file = folder / shipped.game / f"{shipped.stem}-{stage}.npz"
        if before is None:
            run = runs.start(shipped.run, shipped.settings, iterations=stage)
        else:
            run = runs.resume(shipped.run, before, iterations=stage)
        yield from train(run, file)
        model = load_model(file)
        save_model(file, replace(model.manifest, family=shipped.family), model.arrays)
        before = file


def describe(character: ShippedCharacter, game: str, folder: Path) -> Manifest:
    """Measure a character at a game, write its manifest to `folder / game`, and return the manifest.

    The half-street game is measured with blinds of 1.
    """
    file = folder / game / f"{character.name}.yaml"
    root = games.initial_state(game)
    strength = measure_strength(READERS[character.reader](file, root), root)
    manifest = Manifest(game=game, agent=character.reader, kind=character.kind, strength=strength)
    write_manifest(file, manifest)
    return manifest


def main(folder: Path = MODELS, wanted: Sequence[str] = games.NAMES, holdem: LeaguePlan = PLAN) -> None:
    """Make all agents of the games `wanted` in `folder`, and print a line for each agent.

    For Hold'em, this plays the league of the plan `holdem`, which takes about half an hour.

    Raises:
        BadInput: If `holdem.again` names an unknown agent.
    """
    for shipped in SHIPPED_RUNS:
        for report in make(shipped, folder) if shipped.game in wanted else ():
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
    parser.add_argument(
        "games", nargs="*", metavar="GAME", type=games.checked, help="games to make agents for (default: all)"
    )
    parser.add_argument(
        "--workers", type=int, default=2, help="processes that play the Hold'em league (default: %(default)s)"
    )
    parser.add_argument(
        "--scale",
        type=float,
        default=1.0,
        help="multiplies the hands that each pair of the league plays (default: %(default)s)",
    )
    parser.add_argument(
        "--again",
        nargs="*",
        default=(),
        metavar="AGENT",
        help="Hold'em agents whose matches and measurements start over; other matches stay as they are",
    )
    parser.add_argument(
        "--rate",
        action="store_true",
        help="compute the ratings of the Hold'em agents from league.json and play nothing",
    )
    options = parser.parse_args()
    if options.rate:
        for name, strength in rate_agents(MODELS / games.HOLDEM).items():
            print(f"{name}: {strength.rating:,.0f} ± {strength.rating_ci95:,.0f}")
        return
    plan = LeaguePlan(workers=options.workers, scale=options.scale, again=tuple(options.again))
    try:
        main(wanted=options.games or games.NAMES, holdem=plan)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    _command()
