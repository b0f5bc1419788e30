"""Makes the agents that ship: `python -m ai.training.shipped [GAME ...]`, all games where none is named.

Each family is one run, kept as it was at a few of its iterations; a beginner of the family is what the champion
once was. Agents of rules get a manifest with their strength. Everything is deterministic, so this writes the
same files again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ai.agents import holdem_rules, kuhn_tables, perfect_agent, uniform_agent
from ai.agents.expert_agent import RULES, ExpertAgent
from ai.evaluation.head_to_head import MatchResult, MatchSpec, play_match
from ai.evaluation.strength import measured
from ai.knowledge.expert import STYLES, shipped
from ai.storage import load_model, save_model
from ai.training import runs
from ai.training.run import train
from game.core import Agent, Kind, KnownStrategy, Progress, State, Strength
from game.manifest import Manifest, write_manifest
from game.match.series import UNITS
from game.rules import games

MODELS = Path(__file__).parents[2] / "assets" / "models"


@dataclass(frozen=True, slots=True)
class Family:
    """One run and the iterations at which it is kept; files are named `stem-iterations`."""

    name: str
    stem: str
    run: str
    game: str
    stages: tuple[int, ...]
    settings: tuple[str, ...] = ()


FAMILIES = (
    Family("ada", "ada", "value-learner", "tic-tac-toe", (20, 500, 2_000, 1_000_000)),
    Family("vesper", "vesper", "kuhn-cfr", "kuhn-poker", (3, 30, 10_000)),
    Family("vesper", "vesper-s1", "kuhn-half-street-cfr", "kuhn-half-street", (3, 30, 10_000), ("blinds=1",)),
    Family("vesper", "vesper-s2", "kuhn-half-street-cfr", "kuhn-half-street", (3, 30, 10_000), ("blinds=2",)),
)

READERS: Mapping[str, Callable[[Path, State], KnownStrategy]] = {
    "uniform": uniform_agent.load,
    "perfect": perfect_agent.load,
    "kuhn": kuhn_tables.load,
}


@dataclass(frozen=True, slots=True)
class Character:
    """An agent that nobody trained; `reader` is what the catalogue reads it with."""

    name: str
    reader: Literal["uniform", "perfect", "kuhn"]
    kind: Kind
    games: tuple[str, ...]


CHARACTERS = (
    Character("random", "uniform", "random", ("tic-tac-toe",)),
    Character("perfect", "perfect", "solved", ("tic-tac-toe",)),
    Character("uniform", "uniform", "random", games.KUHN_GAMES),
    Character("bluffer", "kuhn", "rules", games.KUHN_GAMES),
    Character("station", "kuhn", "rules", games.KUHN_GAMES),
    Character("honest", "kuhn", "rules", games.KUHN_GAMES),
    Character("equilibrium", "kuhn", "solved", games.KUHN_GAMES),
)


HOLDEM_CHARACTERS = ("random", "maniac", "station", "splash", "rock", "sound")
HOLDEM_EXPERTS = {f"expert-{style}": style for style in STYLES}
"""The style of each expert, by its name."""
HOLDEM_YARDSTICK = "sound"
HOLDEM_HANDS = 40_000


def make(family: Family, folder: Path) -> Iterator[Progress]:
    """Train the family's run from stage to stage, each resumed from the one before, and keep every stage."""
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


def describe(character: Character, game: str, folder: Path) -> Manifest:
    """Measure a character, at blinds of 1 where there are blinds, and write its manifest."""
    file = folder / game / f"{character.name}.yaml"
    root = games.initial_state(game)
    strength = measured(READERS[character.reader](file, root), root)
    manifest = Manifest(game=game, agent=character.reader, kind=character.kind, strength=strength)
    write_manifest(file, manifest)
    return manifest


def measure_in_holdem(name: str, folder: Path, hands: int = HOLDEM_HANDS) -> Manifest:
    """Write the manifest of a Hold'em character or expert, its strength measured over duplicate deals."""
    kind: Kind = "random" if name == "random" else "rules"
    manifest = Manifest(game=games.HOLDEM, agent="holdem-rules", kind=kind)
    if name in HOLDEM_EXPERTS:
        style = HOLDEM_EXPERTS[name]
        manifest = replace(manifest, agent="expert", config={RULES: style}, family="expert", stage=style)
    manifest = replace(manifest, strength=_against_yardstick(name, hands))
    write_manifest(folder / games.HOLDEM / f"{name}.yaml", manifest)
    return manifest


def _against_yardstick(name: str, hands: int) -> Strength:
    """Play against the yardstick, which by symmetry wins nothing from itself."""
    spec = MatchSpec(games.HOLDEM, name, HOLDEM_YARDSTICK, hands=hands, duplicate=True)
    if name == HOLDEM_YARDSTICK:
        return Strength(UNITS[games.HOLDEM], 0.0, None, HOLDEM_YARDSTICK, None)
    for item in play_match(spec, lambda _, agent, __: _seated(agent)):
        result = item
    assert isinstance(result, MatchResult)
    return Strength(result.unit, round(result.mean, 1), round(result.ci95 or 0.0, 1), HOLDEM_YARDSTICK, hands)


def _seated(name: str) -> Agent:
    """Return a character or an expert by name."""
    if name in HOLDEM_EXPERTS:
        return ExpertAgent(name, shipped(HOLDEM_EXPERTS[name]))
    return holdem_rules.load(name)


def main(folder: Path = MODELS, wanted: Sequence[str] = games.NAMES) -> None:
    """Make every family and every character of some games in `folder`, saying what is being made."""
    for family in FAMILIES:
        for report in make(family, folder) if family.game in wanted else ():
            if report.done:
                print(f"{report.file}: {dict(report.metrics)}")
    for character in CHARACTERS:
        for game in character.games:
            if game in wanted:
                print(f"{game}/{character.name}: {describe(character, game, folder).strength}")
    for name in (*HOLDEM_CHARACTERS, *HOLDEM_EXPERTS) if games.HOLDEM in wanted else ():
        print(f"{games.HOLDEM}/{name}: {measure_in_holdem(name, folder).strength}")


if __name__ == "__main__":
    main(wanted=tuple(map(games.checked, sys.argv[1:])) or games.NAMES)
