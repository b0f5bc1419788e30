"""The catalogue lists the playable and trainable agents, loads them, and tolerates every broken file."""

import os
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from ai import catalog
from ai.training import runs
from ai.training.run import train
from game import texts
from game.agent_entries import AgentEntry
from game.core import BadInput
from game.files.manifest import check_archive
from game.rules import games

ROOT = Path(__file__).parents[2]
OwnAgent = Callable[..., Path]

STRENGTH = {"metric": "lost lines", "mean": 1, "ci95": None, "against": None, "hands": None}
SMALL_GAMES = ("tic-tac-toe", "kuhn-poker", "kuhn-half-street")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a learner for a few games, and return its file.

    Tests copy this file and the manifest to add an agent to the user's folder.
    """
    file = tmp_path_factory.mktemp("trained") / "trained.npz"
    for _ in train(runs.start("value-learner", iterations=30), file):
        pass
    return file


@pytest.fixture
def own_agent(trained: Path) -> OwnAgent:
    def place(name: str, **changes: object) -> Path:
        file = catalog.user_folder("tic-tac-toe") / f"{name}.npz"
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(trained, file)
        manifest = yaml.safe_load(trained.with_suffix(".yaml").read_text()) | changes
        file.with_suffix(".yaml").write_text(yaml.safe_dump(manifest))
        return file

    return place


def names(game: str) -> list[str]:
    return [entry.name for entry in catalog.agents(game)]


def test_importing_and_listing_need_neither_numpy_nor_more_of_ai() -> None:
    script = (
        "import sys; from ai import catalog; catalog.agents(); "
        "print(sorted(m for m in sys.modules if m.partition('.')[0] in ('numpy', 'numba', 'scipy', 'ai')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['ai', 'ai.catalog']"


@pytest.mark.parametrize("game", games.NAMES)
def test_every_agent_that_ships_can_be_listed_described_and_measured(game: str) -> None:
    entries = [
        entry for entry in catalog.agents(game) if entry.file and entry.file.is_relative_to(catalog.SHIPPED)
    ]
    assert len(entries) >= 5
    assert len({entry.name for entry in entries}) == len(entries)
    assert all(entry.description and entry.strength for entry in entries)


def test_stages_of_one_training_stand_in_the_order_in_which_they_came() -> None:
    for game in games.NAMES:
        learned = [entry for entry in catalog.agents(game) if entry.kind == "learned" and entry.family]
        for family, depth in {(entry.family, entry.depth) for entry in learned}:
            trained = [
                entry.iterations for entry in learned if (entry.family, entry.depth) == (family, depth)
            ]
            assert trained == sorted(trained)
            assert trained[0] > 0


def test_nothing_that_ships_is_broken() -> None:
    assert catalog.broken() == []


def test_agents_come_game_by_game_and_weakest_first() -> None:
    assert [e.game for e in catalog.agents()] == [
        e.game for game in games.NAMES for e in catalog.agents(game)
    ]
    for game in SMALL_GAMES:
        given_away = [entry.strength.mean for entry in catalog.agents(game) if entry.strength]
        assert given_away == sorted(given_away, reverse=True)
        assert catalog.agents(game)[-1].kind == "solved"


def test_ada_and_vesper_are_families_with_stages() -> None:
    stages = [entry.stage for entry in catalog.agents("tic-tac-toe") if entry.family == "ada"]
    assert stages == ["20 games", "500 games", "2,000 games", "1,000,000 games"]
    half_street = [entry for entry in catalog.agents("kuhn-half-street") if entry.family == "vesper"]
    assert sorted(entry.blinds for entry in half_street if entry.blinds) == [1, 1, 1, 2, 2, 2]


def test_an_agent_trained_by_the_user_is_listed_at_once_and_described_by_its_manifest(
    own_agent: OwnAgent,
) -> None:
    before = names("tic-tac-toe")
    own_agent("my-first", description="Mine.")
    own_agent("my-second")
    assert sorted(names("tic-tac-toe")) == sorted([*before, "my-first", "my-second"])
    found = {entry.name: entry for entry in catalog.agents("tic-tac-toe")}
    assert found["my-first"].description == "Mine."
    assert "value-learner" in found["my-second"].description
    assert catalog.load("tic-tac-toe", "my-first").name == "my-first"


def test_an_agent_of_the_user_may_have_a_name_that_a_league_uses_for_a_character(own_agent: OwnAgent) -> None:
    own_agent("architect", description="Mine.")
    assert catalog.find("tic-tac-toe", "architect").description == "Mine."
    assert "architect" in names("tic-tac-toe")


def test_an_agent_of_the_user_is_read_once_until_its_files_change(
    own_agent: OwnAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(file: Path, agent: str) -> None:
        read.append(file.stem)
        check_archive(file, agent)

    monkeypatch.setattr(catalog, "check_archive", noted)
    file = own_agent("mine")
    own_agent("other")
    assert catalog.find("tic-tac-toe", "mine").name == "mine"
    assert read == ["mine"], "one name, one file"
    assert list(catalog.read_one_by_one()) == [1, 2]
    names("tic-tac-toe")
    assert sorted(read) == ["mine", "other"]
    file.write_bytes(b"broken")
    assert "mine" not in names("tic-tac-toe")
    with pytest.raises(BadInput, match=r"mine\.npz cannot be read"):
        catalog.find("tic-tac-toe", "mine")
    assert read == [*read[:2], "mine"], "a broken one is read once, too"


def test_a_model_file_serves_as_an_agent(tmp_path: Path, own_agent: OwnAgent) -> None:
    file = own_agent("mine")
    for suffix in (".npz", ".yaml"):
        shutil.copy(file.with_suffix(suffix), tmp_path / f"elsewhere{suffix}")
    assert catalog.load("tic-tac-toe", str(tmp_path / "elsewhere.npz")).name == "elsewhere"
    assert catalog.find("tic-tac-toe", str(tmp_path / "elsewhere.yaml")).kind == "learned"


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(BadInput, match="is not a model file"):
        catalog.load("tic-tac-toe", str(tmp_path / "notes.txt"))
    with pytest.raises(BadInput, match=r"There is no .*missing\.npz, and no missing\.yaml beside it"):
        catalog.load("tic-tac-toe", str(tmp_path / "missing.npz"))


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        BadInput, match=r"There is no agent 'hal' for tic-tac-toe: the agents are ada-20, ada-500, ada-2000"
    ):
        catalog.load("tic-tac-toe", "hal")
    with pytest.raises(BadInput, match=r"the agents are random, ada-20, .*, perfect\.$"):
        catalog.load("tic-tac-toe", "randon")
    with pytest.raises(BadInput, match="There is no game 'chess': the games are tic-tac-toe"):
        catalog.agents("chess")
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        catalog.runs("chess")


def test_an_agent_must_fit_the_game_and_the_blinds() -> None:
    ada = catalog.find("tic-tac-toe", "ada-20").file
    with pytest.raises(BadInput, match="ada-20 plays tic-tac-toe, not kuhn-poker"):
        catalog.load("kuhn-poker", str(ada))
    with pytest.raises(BadInput, match="vesper-s2-30 plays for blinds of 2, not of 1"):
        catalog.load("kuhn-half-street", "vesper-s2-30")
    assert catalog.load("kuhn-half-street", "vesper-s2-30", blinds=2).name == "vesper-s2-30"
    assert catalog.load("kuhn-half-street", "equilibrium", blinds=0.25).name == "equilibrium"


def rewrite(manifest: Path, **changes: object) -> None:
    manifest.write_text(yaml.safe_dump(yaml.safe_load(manifest.read_text()) | changes))


def damaged(file: Path, how: str) -> Path:
    manifest = file.with_suffix(".yaml")
    match how:
        case "arrays truncated":
            file.write_bytes(file.read_bytes()[:-40])
        case "arrays flipped":
            content = bytearray(file.read_bytes())
            content[len(content) // 2] ^= 255
            file.write_bytes(content)
        case "arrays flipped where they are packed":
            content = bytearray(file.read_bytes())
            with zipfile.ZipFile(file) as archive:
                start = archive.getinfo("values.npy").header_offset + 60
            content[start : start + 3] = bytes(byte ^ 255 for byte in content[start : start + 3])
            file.write_bytes(content)
        case "arrays missing":
            file.unlink()
        case "manifest cut":
            manifest.write_text("game: [")
        case "manifest of something else":
            manifest.write_text("colour: red")
        case "unknown game":
            manifest.write_text(manifest.read_text().replace("tic-tac-toe", "chess"))
        case "odd strength":
            rewrite(manifest, strength={"mean": 1})
        case "odd name":
            file.rename(file.with_stem("Mine Own"))
            manifest.rename(manifest.with_stem("Mine Own"))
    return file


@pytest.mark.parametrize(
    "how",
    [
        "arrays truncated",
        "arrays flipped",
        "arrays flipped where they are packed",
        "arrays missing",
        "manifest cut",
        "manifest of something else",
        "unknown game",
        "odd strength",
        "odd name",
    ],
)
def test_a_broken_agent_is_left_out_with_its_reason_and_the_rest_stays(how: str, own_agent: OwnAgent) -> None:
    before = names("tic-tac-toe")
    damaged(own_agent("mine"), how)
    assert names("tic-tac-toe") == before
    [(file, sentence)] = catalog.broken()
    assert file.stem in ("mine", "Mine Own")
    assert file.stem in sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"agent": "kuhn"}, "an agent of 'kuhn' cannot play tic-tac-toe"),
        ({"game": "holdem"}, "an agent of 'values' cannot play holdem"),
        ({"format": 99}, "format 99"),
        ({"blinds": "abc"}, "for its blinds: 'abc'"),
        ({"description": date(2026, 1, 1)}, "for its description"),
        ({"strength": STRENGTH | {"mean": float("nan")}}, "its mean is nan"),
        ({"strength": STRENGTH | {"metric": [1]}}, "its metric is"),
        ({"strength": STRENGTH | {"hands": "q"}}, "its hands is 'q'"),
    ],
)
def test_an_agent_with_a_wrong_entry_is_left_out(
    changes: dict[str, object], sentence: str, own_agent: OwnAgent
) -> None:
    own_agent("mine", **changes)
    assert "mine" not in [entry.name for entry in catalog.agents()]
    [(_, said)] = catalog.broken()
    assert said.startswith("mine.yaml")
    assert sentence in said


def test_asking_for_a_broken_agent_says_what_is_wrong_with_it(own_agent: OwnAgent) -> None:
    damaged(own_agent("mine"), "arrays truncated")
    with pytest.raises(BadInput, match=r"mine\.npz cannot be read"):
        catalog.load("tic-tac-toe", "mine")


def test_the_reason_of_a_broken_agent_is_told_in_the_language_of_the_window(own_agent: OwnAgent) -> None:
    own_agent("Mine")
    english = "Mine.yaml cannot be an agent's name: use lowercase letters, digits and hyphens."
    assert [sentence for _, sentence in catalog.broken()] == [english]
    try:
        german = texts.use("de")("agent_errors.catalog.name", file="Mine.yaml")
        assert [sentence for _, sentence in catalog.broken()] == [german] != [english]
    finally:
        texts.use("en")


def test_arrays_that_would_fill_the_memory_are_refused_unread(
    own_agent: OwnAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog.agents()  # what ships is read once, before the limit falls
    own_agent("mine")
    monkeypatch.setattr("game.files.manifest.MAX_BYTES", 100)
    assert "mine" not in names("tic-tac-toe")
    [(_, sentence)] = catalog.broken()
    assert "mine.npz is larger than any model" in sentence


@pytest.mark.parametrize("seed", range(40))
def test_no_flipped_bytes_stop_the_list(seed: int, own_agent: OwnAgent) -> None:
    file, rng = own_agent("mine"), random.Random(seed)
    content = bytearray(file.read_bytes())
    for _ in range(3):
        content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    file.write_bytes(content)
    assert len(names("tic-tac-toe")) + len(catalog.broken()) == 7


def test_the_name_of_a_shipped_agent_cannot_be_taken(own_agent: OwnAgent) -> None:
    own_agent("perfect")
    assert catalog.load("tic-tac-toe", "perfect").name == "perfect"
    assert catalog.find("tic-tac-toe", "perfect").kind == "solved"
    [(_, sentence)] = catalog.broken()
    assert "perfect.yaml has the name of an agent that ships" in sentence


def test_an_agent_that_was_never_measured_comes_last(own_agent: OwnAgent) -> None:
    file = own_agent("unmeasured").with_suffix(".yaml")
    document = yaml.safe_load(file.read_text())
    del document["strength"]
    file.write_text(yaml.safe_dump(document))
    assert names("tic-tac-toe")[-1] == "unmeasured"


def test_who_plays_at_several_depths_enters_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        AgentEntry(name, "holdem", "learned", "", family=family, stage=stage, depth=depth)
        for name, family, stage, depth in (
            ("plan-20", "plan", "full", 20),
            ("plan-200", "plan", "full", 200),
            ("plan-200-short", "plan", "short", 200),
            ("mine-20", None, "full", 20),
        )
    ]
    monkeypatch.setattr(catalog, "agents", lambda game: found)
    assert [entry.name for entry in catalog.entrants("holdem")] == ["plan-200", "plan-200-short", "mine-20"]


@pytest.mark.parametrize(
    ("name", "stack", "player"),
    [
        ("blueprint-20", 200, "blueprint-200"),
        ("blueprint-200", 30, "blueprint-20"),
        ("blueprint-200", 33, "blueprint-50"),
        ("blueprint-200-minutes", 20, "blueprint-200-minutes"),
        ("sound", 20, "sound"),
    ],
)
def test_the_nearest_depth_of_a_stage_sits_down(name: str, stack: int, player: str) -> None:
    assert catalog.who_plays(catalog.find("holdem", name), stack).name == player


def test_a_copy_elsewhere_plays_with_what_lies_beside_it(tmp_path: Path) -> None:
    for suffix in (".yaml", ".npz"):
        for name in ("blueprint-20", "blueprint-50"):
            source = catalog.SHIPPED / "holdem" / f"{name}{suffix}"
            shutil.copy(source, tmp_path / f"own-{name}{suffix}")
    copy = catalog.find("holdem", str(tmp_path / "own-blueprint-20.npz"))
    assert catalog.who_plays(copy, 200).name == "own-blueprint-50"
    assert catalog.who_plays(copy, 20) == copy
    for suffix in (".yaml", ".npz"):
        shutil.copy(tmp_path / f"own-blueprint-20{suffix}", tmp_path / f"own-blueprint-20-copy{suffix}")
        shutil.copy(tmp_path / f"own-blueprint-20{suffix}", tmp_path / f"z-copy{suffix}")
    assert catalog.who_plays(copy, 20) == copy
    (tmp_path / "own-blueprint-50.yaml").unlink()
    assert catalog.who_plays(copy, 200) == copy


def test_runs_are_listed_by_game() -> None:
    found = [entry.name for entry in catalog.runs("tic-tac-toe")]
    assert found[0] == "value-learner"
    assert "value-learner-plain" in found
    assert catalog.runs("kuhn-poker")[0].name == "kuhn-cfr"
    assert {entry.game for entry in catalog.runs("kuhn-poker")} == {"kuhn-poker"}
    assert len(catalog.runs()) >= 4


def test_a_name_is_taken_by_an_agent_a_family_or_a_file(own_agent: OwnAgent) -> None:
    own_agent("mine")
    torn = catalog.user_folder("tic-tac-toe") / "torn.yaml"
    torn.write_text("a: [")
    assert all(catalog.is_taken("tic-tac-toe", name) for name in ("mine", "ada", "ada-20", "torn"))
    assert not catalog.is_taken("tic-tac-toe", "eve")
    assert not catalog.is_taken("kuhn-poker", "mine")


@pytest.mark.parametrize("closed", ["agents", "agents/holdem"])
def test_a_folder_of_agents_that_cannot_be_listed_is_said(
    closed: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (user_folder / "agents" / "holdem").mkdir(parents=True)
    scan = os.scandir

    def refused(place: Path | str) -> Any:
        if Path(place) == user_folder / closed:
            raise PermissionError(13, "Permission denied", str(place))
        return scan(place)

    monkeypatch.setattr(os, "scandir", refused)
    place = user_folder / closed
    assert catalog.broken() == [(place, f"The agents in {place} cannot be read: Permission denied.")]
