"""What the window asks about the experts: their rules, what they do in a spot, and a copy that one may edit.

An expert is named by its rules: a style that ships, or a file of the user's own. A rule file that cannot be used is
told with all that is wrong with it; its expert keeps its place at the tables, and says the same there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from ai import catalog
from ai.agents.expert_agent import RULES
from ai.agents.expert_editions import digest_of, experts_in, note
from ai.hands.combos import CLASS_NAMES, CLASS_OF, place_of
from ai.hands.range_strategy import PublicState
from ai.knowledge.expert import FOLDER, STYLES, ExpertStrategy, shipped
from ai.knowledge.rule_documents import BrokenRules, documents
from ai.knowledge.rule_file import read_rules
from ai.knowledge.rules import NOBODY
from game.core import BadInput
from game.files import user_files
from game.files.manifest import Manifest, write_manifest
from game.messages.experts import (
    AskExpert,
    CopyExpert,
    Expert,
    ExpertHand,
    ExpertRule,
    ExpertRules,
    ExpertSpot,
    ListExperts,
    ReadExpertRules,
)
from game.quoting import quoted
from game.rules import games
from game.rules.cards import Card

_COMMON = "common"
_SHARED = re.compile(r"""(?P<quote>["']?)shared(?P=quote)\s*:.*""")
_NO_NAME = re.compile(r"[^a-z0-9]+")


@ListExperts.handler
def _experts(request: ListExperts) -> Iterator[tuple[Expert, ...]]:
    """Return all experts, those that ship first."""
    found = [Expert(style, f"expert-{style}") for style in STYLES]
    for manifest, rules in experts_in(catalog.user_folder(games.HOLDEM)):
        found.append(Expert(rules.stem, manifest.stem, str(rules)))
    yield tuple(found)


@ReadExpertRules.handler
def _rules(request: ReadExpertRules) -> Iterator[ExpertRules]:
    """Return the rules of an expert in words, or all that is wrong with them; an edited file counts from now on."""
    try:
        base = _expert(request.rules).base
    except BrokenRules as broken:
        yield ExpertRules(problems=tuple(broken.sentences))
        return
    _note_edition(request.rules)
    rules = [ExpertRule(rule.name, rule.where, dict(rule.written), rule.does) for rule in base.rules]
    yield ExpertRules(base.description, rules)


@AskExpert.handler
def _spot(request: AskExpert) -> Iterator[ExpertSpot]:
    """Return what an expert does with every class of hands in a spot, and for one hand, if given, why."""
    public = PublicState(request.player, request.board, request.betting)
    expert = _expert(request.rules)
    consulted = expert.consult(public)
    held = consulted.fired != NOBODY
    hands_of_class = np.bincount(CLASS_OF[held], minlength=len(CLASS_NAMES))
    by_class: dict[str, dict[int, float]] = {}
    for place, name in enumerate(CLASS_NAMES):
        if hands_of_class[place]:
            shares = consulted.mix.shares[(place == CLASS_OF) & held].mean(axis=0)
            by_class[name] = dict(zip(consulted.mix.actions, map(float, shares), strict=True))
    numbers, counts = np.unique(consulted.fired[held], return_counts=True)
    yield ExpertSpot(
        classes=by_class,
        fired=dict(zip(numbers.tolist(), (counts / counts.sum()).tolist(), strict=True)),
        whole=dict(
            zip(consulted.mix.actions, map(float, consulted.mix.shares[held].mean(axis=0)), strict=True)
        ),
        hand=_hand(expert, public, request.hole) if request.hole else None,
    )


def _hand(expert: ExpertStrategy, public: PublicState, hole: Sequence[Card]) -> ExpertHand:
    """Return which rule fires for one hand, its mix, and the equity that it goes by."""
    place, consulted = place_of(hole), expert.consult(public)
    shares = consulted.mix.shares[place]
    return ExpertHand(
        rule=int(consulted.fired[place]),
        mix={action: float(share) for action, share in zip(consulted.mix.actions, shares, strict=True)},
        equity=float(expert.situation(public).equity[place]),
    )


@CopyExpert.handler
def _copy(request: CopyExpert) -> Iterator[Expert]:
    """Copy the rules of an expert into the user's folder, and make an agent of them."""
    folder = catalog.user_folder(games.HOLDEM)
    name = _free_name(folder, request.rules)
    own, manifest = folder / RULES / f"{name}.yaml", folder / f"{name}.yaml"
    written: list[Path] = []
    try:
        for place, content in _copies(_file(request.rules), own):
            user_files.atomic_write(place, content)
            written.append(place)
        made = Manifest(games.HOLDEM, "expert", "rules", config={RULES: name}, description=f"By {own.name}.")
        write_manifest(manifest, made)
    except OSError as error:
        for place in written:
            place.unlink()
        raise BadInput(f"{own} cannot be written: {error.strerror or error}.") from error
    note(manifest, own)
    yield Expert(name, name, str(own))


def _copies(source: Path, own: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the files of a copy: the rules, and under a new name the shared file that they use, if any."""
    common = own.with_name(f"{own.stem}-{_COMMON}.yaml")
    for file, _ in documents(source):
        if file == source:
            yield own, _with_shared(user_files.read_text(file), common.name).encode()
        else:
            yield common, user_files.read_bytes(file, user_files.MOST_BYTES)


_read: dict[tuple[Path, str], ExpertStrategy] = {}
"""The last expert that was read from a file of the user's, by its path and digest."""


def _expert(name: str) -> ExpertStrategy:
    """Return an expert; one's own is read again when its files have changed. `BrokenRules` if they are broken."""
    if name in STYLES:
        return shipped(name)
    edition = _file(name), digest_of(_file(name))
    if edition not in _read:
        read = ExpertStrategy(read_rules(edition[0]))
        _read.clear()
        _read[edition] = read
    return _read[edition]


def _file(name: str) -> Path:
    if name in STYLES:
        return FOLDER / f"{name}.yaml"
    if Path(name).name != name:
        raise BadInput(f"There are no rules {quoted(name)}.")
    return catalog.user_folder(games.HOLDEM) / RULES / f"{name}.yaml"


def _note_edition(name: str) -> None:
    """Note which state of the rules counts, for every agent that plays by them."""
    for manifest, rules in experts_in(catalog.user_folder(games.HOLDEM)):
        if rules.stem == name:
            note(manifest, rules)


def _free_name(folder: Path, rules: str) -> str:
    """Return a name that an agent can have and none has yet: "my-sound", "my-sound-2"."""
    plain = _NO_NAME.sub("-", rules.lower()).strip("-")
    stem = plain if plain.startswith("my-") else f"my-{plain}".rstrip("-")
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1_000))]
    return next(
        name
        for name in names
        if not catalog.is_taken(games.HOLDEM, name) and not (folder / RULES / f"{name}.yaml").exists()
    )


def _with_shared(written: str, shared: str) -> str:
    """Return a rule file with its shared file renamed to `shared`, in its comment lines too."""
    lines = written.splitlines()
    former = next((line.partition(":")[2].strip(" \"'") for line in lines if _SHARED.match(line)), shared)
    named = (line.replace(former, shared) if line.startswith("#") else line for line in lines)
    return "\n".join(f"shared: {shared}" if _SHARED.match(line) else line for line in named) + "\n"
