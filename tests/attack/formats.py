"""Every file format of the program, each with a valid sample, mutators and parsers."""

import json
import os
import random
import re
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np

from ai.abstraction import bet_menu, card_abstraction, strengths
from ai.agents.holdem_rules import SHIPPED, read_characters
from ai.drills import cards as schedule
from ai.drills.cards import CardDeck
from ai.drills.store import Diary, DrillStore
from ai.evaluation.league import LeagueTable, PairStanding
from ai.features import drills
from ai.hands import hash_table_maker as hash_table_file
from ai.knowledge import dataset as decision_cache
from ai.knowledge import log_store
from ai.knowledge.decisions import Decisions
from ai.knowledge.importing import import_histories
from ai.knowledge.rule_file import read_rules
from ai.lab.store import SeriesStore
from ai.lab.tracked_run import TrackedRun, read_experiment
from ai.review.analysis import Results, Stored, StoredJudgements
from ai.solver import solve_files
from ai.solver.board_means import parse_board
from ai.solver.board_solving import keep_finished_boards, read_results
from ai.solver.flops import read_boards
from ai.solver.held_solve import HeldSolve
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import read_spot, spot_of_texts
from ai.solver.subgame import Limits
from ai.steps import run_to_end
from ai.storage import load_model, save_model
from ai.training import config
from ai.training.checkpoints import load_tables, save_tables
from game.archive import export, store
from game.archive.imported import LogFilter, RoomStore, read_rows
from game.core import BadInput
from game.files.manifest import Manifest, check_archive
from game.match.session import Session
from game.match.spot_texts import SpotTexts
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.judgements import AskJudgement, Judgement
from game.study.lab import LabSettings
from game.study.league import LeagueSettings
from game.study.review import ReviewTarget
from game.study.saves import Saves
from game.window.frame.settings_store import SettingsStore
from tests.ai.knowledge.tables import write_log
from tests.archive.hands_for_tests import hand, play_out
from tests.attack.mutators import (
    damaged_archive,
    damaged_bytes,
    damaged_database,
    damaged_json,
    damaged_lines,
    damaged_text,
)
from tests.histories.room_writers import pokerstars
from tests.histories.simulated_hands import simulate
from tests.played_hands import INFOS, MONDAY, make_card

Files = dict[str, bytes]
"""The files of a sample by name."""
Damage = Callable[[bytes, random.Random, Path], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format under fuzzing.

    Attributes:
        readers: The modules that parse the format.
        make: A function that writes a valid sample into a folder.
        read: A function that lets the program load the folder.
        damage: The mutator for each file extension.
        min_refused: The minimum number of samples that the program must reject, of 25 damaged samples.
    """

    name: str
    readers: tuple[str, ...]
    make: Callable[[Path], object]
    read: Callable[[Path], object]
    damage: dict[str, Damage]
    min_refused: int

    def sample(self, folder: Path) -> Files:
        """Write a valid sample into `folder`, and return its files."""
        self.make(folder)
        found = {
            str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()
        }
        shutil.rmtree(folder)
        return found


# ---- samples and readers ------------------------------------------------------------------------------------
VALUES = Manifest("tic-tac-toe", "values", "learned", "value-learner", {"alpha": 0.1, "iterations": 9}, 0, 9)
CONFIGS = config.PRESETS
LEAGUE = LeagueSettings(games.TIC_TAC_TOE)


def _copied(file: Path, name: str) -> Callable[[Path], object]:
    return lambda folder: shutil.copy(file, folder / name)


def _make_model(folder: Path) -> None:
    save_model(folder / "mine.npz", VALUES, {"values": np.zeros((2, 20)), "keys": np.array(["a", "b"])})


def _read_model(folder: Path) -> None:
    for look in (
        lambda: check_archive(folder / "mine.npz"),
        lambda: card_abstraction.counts_in(folder / "mine.npz"),
    ):
        refused_or(look)
    model = load_model(folder / "mine.npz", game="tic-tac-toe")
    model.array("values", (2, -1)).astype(np.float32)
    model.array("keys", (-1,), "U").tolist()


def _make_tables(folder: Path) -> None:
    _make_model(folder)
    save_tables(folder / "mine.npz", VALUES.identity, {"regrets": np.zeros(30)})


def _read_tables(folder: Path) -> None:
    load_tables(load_model(folder / "mine.npz"), {"regrets": (-1,)})


def _make_rules(folder: Path) -> None:
    for name in ("common", "loose"):
        shutil.copy(CONFIGS / "agents" / "expert" / f"{name}.yaml", folder)


def _make_spot(folder: Path) -> None:
    spot = "board: QsJh2h\noop: 22+,A2s+\nip: random\npot: 100\nstack: 300\nbets: 33%,75%,a\nraises: 100%\n"
    (folder / "spot.yaml").write_text(spot)


def _make_solve(folder: Path) -> None:
    texts = SpotTexts("QsJh2h8d5c", "AA,KQs", "QQ,AJ", "100", "150", "75%")
    held = HeldSolve.start(texts, spot_of_texts(texts), Limits())
    solved(held.game, Goal(iterations=3))
    for _ in solve_files.write(held, folder / "mine.npz"):
        pass


def _read_solve(folder: Path) -> None:
    for _ in solve_files.read(folder / "mine.npz", Limits(memory=2**26)):
        pass


def _make_boards(folder: Path) -> None:
    (folder / "boards.txt").write_text("QsJh2h\nKs Kh 2h 8d\nQsJh2h8d5c\n")
    bets = {"actions": ["check", "bet 50"], "frequencies": [0.5, 0.5]}
    figures = {"ev": [50.0, 50.0], "equity": 0.5, "exploitability_pct": 0.5, "times": 12, "weight": 12.0}
    line = json.dumps({"board": "QsJh2h", "spot": "1", **figures, **bets, "after_check": bets})
    (folder / "solved.jsonl").write_text(f"{line}\n")


def _read_boards(folder: Path) -> None:
    refused_or(lambda: [parse_board(line) for line in read_results(folder / "solved.jsonl")])
    refused_or(lambda: keep_finished_boards(folder / "solved.jsonl", "1", resume=True))
    read_boards(str(folder / "boards.txt"))


def _make_series(folder: Path) -> None:
    kept = SeriesStore(folder)
    settings = LabSettings(games.KUHN_HALF_STREET, iterations=100)
    kept.append(settings, TrackedRun(settings).advance(40, 60.0))
    kept.close()


def _read_series(folder: Path) -> None:
    kept = SeriesStore(folder)
    settings = LabSettings(games.KUHN_HALF_STREET, iterations=100)
    try:
        for look in (
            kept.runs,
            lambda: kept.end(settings),
            lambda: kept.parts(settings, -1, 40),
            lambda: kept.settings(1),
            lambda: kept.forget(1),
        ):
            refused_or(look)
    finally:
        kept.close()


CACHED = "0123456789abcdef"


def make_caches(folder: Path) -> None:
    """Write cache files: complete decisions, and tables that are too short to use.

    The program reads only the labels of tables that are too short.
    """
    label = {"version": hash_table_file.VERSION, "seed": hash_table_file.SEED, "checksum": 0}
    (folder / "hands.json").write_text(json.dumps(label))
    (folder / "rivers.json").write_text(json.dumps({"version": 2, "checksum": 0, "counts": [1, 2]}))
    for name in ("hands.table", "rivers.table"):
        (folder / name).write_bytes(bytes(4096))
    with patch.dict(os.environ, PARLOUR_CACHE=str(folder)):
        writer = decision_cache.Writer(CACHED)
        writer.add(Decisions(*(np.zeros(3) for _ in fields(Decisions))))
        writer.finish(decision_cache.LogSummary(3, 0, ("a", "b"), (1.0, -1.0)))


def read_caches(folder: Path) -> tuple[object, object, object]:
    """Return the hash table, the river strengths and the summary of the decisions.

    An item is None if its file is unusable.
    """
    with patch.dict(os.environ, PARLOUR_CACHE=str(folder)):
        summary = run_to_end(decision_cache.read(CACHED))
    return hash_table_file.load_table(folder), strengths.load_rivers(folder), summary


def _review(folder: Path) -> Results:
    return Results(folder, ReviewTarget("log", "evening.log"), "edition")


def make_review(folder: Path) -> None:
    """Write a review of three hands that the program could not grade."""
    with _review(folder).claim() as results:
        for number in range(3):
            results.add(Stored(f"hand {number}", problem="The rules do not allow it."))


def read_review(folder: Path) -> set[str]:
    with _review(folder).claim() as results:
        return results.broken_hands


def _judge_river(folder: Path) -> None:
    judgement = Judgement({1: 0.5}, {1: 0.1}, {1: 1.0}, 1, "solve", "sure", 2.0)
    StoredJudgements(folder, "edition").add(AskJudgement(games.HOLDEM, INFOS["river"]), "", judgement)


def _make_hand_history(folder: Path) -> None:
    (folder / "evening.txt").write_text("".join(pokerstars(simulate(seed)) for seed in range(4)))


def _make_imported_hands(folder: Path) -> None:
    _make_hand_history(folder)
    list(import_histories(folder, [folder / "evening.txt"]))
    (folder / "evening.txt").unlink()


def _read_imported_hands(folder: Path) -> None:
    """Replay the imported hands, mark all of them as graded, and read the user's names."""
    refused_or(lambda: [row.hand() for row in read_rows(folder / store.FOLDER) if row is not None])
    with RoomStore(folder / store.FOLDER) as rooms:
        for played in rooms.find_ungraded(9):
            rooms.mark_graded(played)
        rooms.names()


def _make_log(folder: Path) -> None:
    log = write_log(folder / "evening.log", 4)
    list(log_store.import_logs(folder, [log]))
    log.unlink()


def _read_log(folder: Path) -> None:
    """Read an imported log in every way, then delete it."""
    [name] = [file.stem for file in (folder / log_store.FOLDER).glob("*")]
    wanted = LogFilter(name)
    for look in (
        lambda: [index for indices in log_store.find_matches(folder, wanted) for index in indices],
        lambda: [(one.session(), one.id) for one in log_store.hands_at(folder, wanted, [1, 2, 3, 4])],
        lambda: sum(1 for _ in log_store.records(folder, name)),
    ):
        refused_or(look)
    log_store.about(folder / log_store.FOLDER / f"{name}{log_store.SUFFIX}")
    found = log_store.all_logs(folder)
    assert all(f"{log.at:.0f} {log.hands:,} {log.bytes:,}" for log in found.logs)
    log_store.forget(folder, name)


def _read_text_log(folder: Path) -> None:
    list(log_store.import_logs(folder, [folder / "evening.log"]))


def _session(game: str) -> Session:
    session = Session(TableSpec(game, ("you", "guest"), seed=3))
    for _ in range(3):
        play_out(session, random.Random(1))
        session.next_hand()
    return session


def _make_home(folder: Path) -> None:
    saves = Saves(folder)
    for game in games.NAMES:
        saves.keep(_session(game))
    saves.add_result(games.KUHN_POKER, "guest", 1.0, (1, 1))
    settings = SettingsStore(folder)
    settings.change(text_size=110)
    settings.flush()


def _read_home(folder: Path) -> None:
    """Open the folder. Check that every warning is a sentence, and that the remaining sessions continue."""
    saves, settings = Saves(folder), SettingsStore(folder)
    for game in games.NAMES:
        if (left := saves.unfinished(game)) is not None:
            _replay(left.session)
    saves.latest()
    for warning in filter(None, (*saves.warnings, settings.warning)):
        check_sentence(warning, longest=600)


def _replay(session: Session) -> None:
    if session.spec.game == games.HOLDEM:
        return
    again = Session(session.spec)
    for result in session.results:
        for action in result.actions:
            again.act(action)
        again.next_hand()


def _make_drills(folder: Path) -> None:
    """Write a deck and a diary, with their backups."""
    kept, deck, diary = DrillStore(folder), CardDeck(begun=True), Diary()
    for info in INFOS.values():
        deck.add(make_card(info))
    for _ in range(2):
        diary.note(schedule.day(MONDAY))
        kept.keep("forks", deck)
        kept.keep_diary(diary)


def _read_drills(folder: Path) -> None:
    kept = DrillStore(folder)
    for card in kept.deck("forks").cards.values():
        card.after_answer("good", MONDAY).to_dict()
    drills.today(kept, MONDAY)
    for warning in kept.warnings:
        check_sentence(warning, longest=600)


def _make_league(folder: Path) -> None:
    """Write a league of one pair, with its backup."""
    with patch.dict(os.environ, PARLOUR_HOME=str(folder)):
        table = LeagueTable(LEAGUE, {"perfect": "1", "random": "1"})
        standing: PairStanding = table.standing(table.pairs[0])
        for _ in range(2):
            standing.add(1.0, 0.1)
            table.save()


def _read_league(folder: Path) -> None:
    with patch.dict(os.environ, PARLOUR_HOME=str(folder)):
        table = LeagueTable(LEAGUE, {"perfect": "1", "random": "1"})
        table.raise_to(4)
        table.league()
        table.save()
    if table.warning:
        check_sentence(table.warning, longest=600)


def _make_history(folder: Path) -> None:
    archive = store.Archive(folder)
    for game in games.NAMES:
        archive.append(hand(game))


def _read_history(folder: Path) -> None:
    found = store.page(folder)
    assert all(played.session().hand_over for played in found.hands)
    for warning in found.warnings:
        check_sentence(warning)


def _other_line(line: bytes, rng: random.Random) -> bytes:
    """Return a line of the history with other content and a correct checksum."""
    found = re.fullmatch(rb'\["[0-9a-f]{8}",(\d+),(.*)\]', line)
    if found is None:
        return damaged_bytes(line, rng)
    inside = damaged_json(found[2], rng)
    return b'["%08x",%s,%s]' % (zlib.crc32(inside), found[1], inside)


def _make_exports(folder: Path) -> None:
    hands = [hand(game) for game in games.NAMES]
    for form in ("json", "csv"):
        (folder / f"hands.{form}").write_text(export.export(hands, form), encoding="utf-8")
    for form in ("phh", "acpc"):
        (folder / f"hands.{form}").write_text(export.export(hands[-1:], form), encoding="utf-8")


def _read_exports(folder: Path) -> None:
    for form in ("json", "csv", "phh", "acpc"):
        text = (folder / f"hands.{form}").read_bytes().decode("utf-8", "replace")
        refused_or(lambda text=text, form=form: export.read_back(text, form))


def refused_or(look: Callable[[], object]) -> None:
    """Call `look`. If the call is refused with `BadInput`, the message must be one short sentence."""
    try:
        look()
    except BadInput as error:
        check_sentence(str(error))


sentences: list[str] = []
"""The messages since the list was cleared."""


def check_sentence(sentence: str, longest: int = 300) -> None:
    """Record a message. Check that the message is not empty or too long, and has no traceback."""
    sentences.append(sentence)
    assert 0 < len(sentence) <= longest, sentence
    assert "Traceback" not in sentence


# ---- the list -----------------------------------------------------------------------------------------------
def _text(data: bytes, rng: random.Random, beside: Path) -> bytes:
    return damaged_text(data, rng)


def _json(data: bytes, rng: random.Random, beside: Path) -> bytes:
    return damaged_json(data, rng)


def _archive(data: bytes, rng: random.Random, beside: Path) -> bytes:
    return damaged_archive(data, rng)


def _lines(data: bytes, rng: random.Random, beside: Path) -> bytes:
    return damaged_lines(data, rng, lambda line: _other_line(line, rng))


def _plain(data: bytes, rng: random.Random, beside: Path) -> bytes:
    return damaged_bytes(data, rng)


@cache
def formats() -> tuple[Format, ...]:
    menu, rules, experiment = "menus/half-pot.yaml", "agents/expert", "lab/half-street.yaml"
    assert (CONFIGS / rules).is_dir()
    return (
        Format("model", ("game.files.manifest", "ai.storage", "ai.abstraction.card_abstraction"),
               _make_model, _read_model, {".yaml": _text, ".npz": _archive}, 20),
        Format("tables", ("ai.storage",), _make_tables, _read_tables,
               {".tables": _archive, ".npz": _archive, ".yaml": _text}, 20),
        Format("menu", ("ai.abstraction.bet_menu",), _copied(CONFIGS / menu, "menu.yaml"),
               lambda folder: bet_menu.read(folder / "menu.yaml"), {".yaml": _text}, 20),
        Format("characters", ("ai.agents.holdem_rules",), _copied(SHIPPED, "own.yaml"),
               lambda folder: read_characters(folder / "own.yaml"), {".yaml": _text}, 20),
        Format("rules", ("ai.knowledge.rule_file",), _make_rules,
               lambda folder: read_rules(folder / "loose.yaml"), {".yaml": _text}, 20),
        Format("experiment", ("ai.lab.tracked_run",), _copied(CONFIGS / experiment, "own.yaml"),
               lambda folder: read_experiment(folder / "own.yaml"), {".yaml": _text}, 20),
        Format("spot", ("ai.solver.spot_forms",), _make_spot,
               lambda folder: read_spot(str(folder / "spot.yaml")), {".yaml": _text}, 15),
        Format("solve", ("ai.solver.solve_files",), _make_solve, _read_solve, {".npz": _archive}, 15),
        Format("boards", tuple(f"ai.solver.boards.{one}" for one in ("named", "solved_file")),
               _make_boards, _read_boards,
               {".txt": _plain, ".jsonl": _plain}, 15),
        Format("preset", ("ai.training.config",), _copied(CONFIGS / "kuhn-cfr.yaml", "own.yaml"),
               config.presets, {".yaml": _text}, 15),
        Format("series", ("ai.lab.store",), _make_series, _read_series,
               {".sqlite": damaged_database}, 12),
        Format("imported log", ("ai.knowledge.log_store",), _make_log, _read_log,
               {".sqlite": damaged_database}, 12),
        Format("log", ("ai.knowledge.logs",), lambda folder: write_log(folder / "evening.log", 4),
               _read_text_log, {".log": _plain}, 6),
        Format("home", ("game.files.user_files",), _make_home, _read_home, {".json": _json, ".bak": _json}, 18),
        Format("drills", (), _make_drills, _read_drills, {".json": _json, ".bak": _json}, 15),
        Format("league", (), _make_league, _read_league, {".json": _json, ".bak": _json}, 15),
        Format("history", ("game.archive.lines", "game.archive.store"), _make_history, _read_history,
               {"": _lines}, 20),
        Format("caches", ("ai.abstraction.strengths", "ai.hands.hash_table_maker", "ai.knowledge.dataset"),
               make_caches, read_caches, {".json": _json, ".zip": _archive, ".table": _plain}, 0),
        Format("hand history", ("game.histories.files",), _make_hand_history,
               lambda folder: list(import_histories(folder, [folder / "evening.txt"])), {".txt": _plain}, 0),
        Format("imported hands", ("game.archive.imported",), _make_imported_hands, _read_imported_hands,
               {".sqlite": damaged_database}, 5),
        Format("judgements", ("ai.review.analysis",), _judge_river,
               lambda folder: StoredJudgements(folder, "edition"), {".jsonl": _lines}, 0),
        Format("review", ("ai.review.analysis",), make_review, read_review, {".jsonl": _lines, "": _plain}, 0),
        Format("exports", ("game.archive.export",), _make_exports, _read_exports,
               {".json": _json, ".csv": _plain, ".phh": _plain, ".acpc": _plain}, 20),
    )  # fmt: skip
