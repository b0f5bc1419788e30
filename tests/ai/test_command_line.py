"""The commands for other programs: JSON shapes, exit codes, and one sentence on stderr for bad input."""

import argparse
import configparser
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from ai import catalog, command_line
from ai.commands import desktop, matching, output
from ai.commands.options import Parser, fill
from game import texts
from game.core import Progress
from game.files import user_files
from game.files.manifest import read_manifest
from game.languages import LANGUAGES
from game.texts import Texts, load_translation
from game.window.frame.settings_store import SettingsStore
from tests.ai.asking import Run, run_json
from tests.full_disk import refuse_space

ROOT = Path(__file__).parents[2]


def test_the_version_is_the_one_that_the_build_reads(run: Run) -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["version"]
    found = re.search(build["pattern"], (ROOT / build["path"]).read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert run("--version") == (0, f"parlour {found['version']}\n", "")


# ---- agents and runs ---------------------------------------------------------------------------------------
def test_agents_lists_every_agent_with_its_strength(run: Run) -> None:
    rows = run_json(run, "agents")["agents"]
    assert {row["game"] for row in rows} >= {"tic-tac-toe", "kuhn-poker", "kuhn-half-street"}
    for row in rows:
        assert list(row)[:8] == [
            "name",
            "game",
            "kind",
            "stage",
            "blinds",
            "depth",
            "description",
            "strength",
        ]
        assert list(row)[8:] == ["league"]
        assert row["strength"] is None or set(row["strength"]) == {
            "metric",
            "mean",
            "ci95",
            "against",
            "hands",
        }


def test_agents_of_one_game_come_weakest_first(run: Run) -> None:
    rows = run_json(run, "agents", "--game", "tic-tac-toe")["agents"]
    assert [row["name"] for row in rows] == [
        "random",
        "ada-20",
        "ada-500",
        "ada-2000",
        "ada-1000000",
        "perfect",
    ]


def test_the_list_for_people_tells_what_was_left_out(run: Run) -> None:
    folder = catalog.user_folder("tic-tac-toe")
    folder.mkdir(parents=True)
    (folder / "torn.yaml").write_text("game: [")
    for words in ("agents", "agents --json"):
        code, out, err = run(*words.split())
        assert code == 0
        assert "ada-1000000" in out
        assert err.startswith("Left out: torn.yaml cannot be read")


def test_runs_lists_settings_with_their_defaults(run: Run) -> None:
    rows = run_json(run, "runs", "--game", "kuhn-poker")["runs"]
    assert [row["name"] for row in rows] == ["kuhn-cfr", "kuhn-cfr-sampled", "kuhn-cfr-vanilla"]
    assert rows[0]["settings"]["variant"] == "cfr+"
    assert "iterations=10000" in run("runs")[1]


def test_people_read_what_settings_may_be_and_how_strong_agents_are(run: Run) -> None:
    settings = run("runs")[1]
    assert "more than 0, at most 1" in settings
    assert "memory limit for the tables; in MB, at least 1" in settings
    assert "both stacks; in big blinds, at least 2" in settings
    assert "number of games; at least 1" in settings
    ada = next(line for line in run("agents")[1].splitlines() if "ada-500 " in line)
    assert "after 500" in ada
    assert "lost lines" in ada


def test_however_long_a_name_is_the_columns_stand_below_each_other(run: Run) -> None:
    lines = run("agents", "--game", "holdem")[1].splitlines()
    rows = {line.split()[1]: line for line in lines}
    entries = {entry.name: entry for entry in catalog.agents("holdem")}
    assert max(map(len, entries)) > 16
    assert len({line.index(entries[name].description) for name, line in rows.items()}) == 1
    assert len({line.index(f" {entries[name].kind} ", 20) for name, line in rows.items()}) == 1


def test_people_read_what_an_agent_is_called_in_the_window(run: Run) -> None:
    lines = run("agents", "--game", "holdem")[1].splitlines()
    rows = [line.split() for line in lines]
    assert {row[2:4] == ["The", "Architect"] for row in rows if row[1].startswith("blueprint-")} == {True}


def test_stages_and_strengths_have_the_words_of_the_window(run: Run) -> None:
    out = run("agents", "--game", "holdem")[1]
    assert " after " not in out
    rows = {line.split()[1]: line for line in out.splitlines()}
    for agent, stage in (
        ("expert-sound", "playing style: moderate"),
        ("search-network-arena", "expects you to play like: agents here"),
        ("blueprint-200", "preparation: full, 200 bb"),
    ):
        assert f"  {stage}  " in rows[agent]
    strength = catalog.find("holdem", "expert-sound").strength
    assert strength is not None
    rating = f"{strength.rating:,.0f} ± {strength.rating_ci95:,.0f}"
    assert f"  {strength.diamonds} of 5, rating {rating}  " in rows["expert-sound"]


# ---- bad input ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dance", "choose from"),
        ("", "COMMAND"),
        ("agents --game chess", "There is no game 'chess': the games are tic-tac-toe"),
        ("agents --gam tic-tac-toe", "the options are --help, --game, --json"),
        ("match chess a b", "'chess' is not one of tic-tac-toe, kuhn-poker, kuhn-half-street, holdem"),
        (
            "match kuhn-poker hal uniform",
            "There is no agent 'hal' for kuhn-poker: the agents are bluffer, equilibrium",
        ),
        ("match kuhn-poker uniform hal", "There is no agent 'hal'"),
        ("match kuhn-poker uniform", "required: b"),
        ("match kuhn-poker uniform uniform --hands 0", "'0' is not a whole number of at least 1"),
        ("match kuhn-poker uniform uniform --hands x", "'x' is not a whole number"),
        ("match kuhn-poker uniform uniform --hands 7 --duplicate", "7 hands cannot be duplicate"),
        ("match kuhn-poker uniform uniform --aivat", "AIVAT is for holdem"),
        ("match kuhn-poker uniform uniform --work 1 --think 1", "not allowed with"),
        (
            "match kuhn-poker uniform uniform --blinds 2",
            "--blinds is for kuhn-half-street, not for kuhn-poker",
        ),
        ("match kuhn-poker uniform uniform --stack 20", "--stack is for holdem, not for kuhn-poker"),
        ("match kuhn-poker uniform uniform --log x.txt", "Only hands of holdem are logged"),
        ("match holdem random random --log /nowhere/x.txt", "There is no folder /nowhere"),
        (
            "match holdem random random --stack 0",
            "'0' is not a whole number of at least 1 and at most 1,000,000",
        ),
        ("match kuhn-half-street uniform uniform --blinds 0", "'0' is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds -1", "--blinds"),
        ("match kuhn-half-street uniform uniform --blinds x", "'x' is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds 1/0", "'1/0' is not a number above 0"),
        ("match kuhn-half-street uniform vesper-s2-3", "vesper-s2-3 plays for blinds of 2, not of 1"),
        ("match tic-tac-toe missing.npz random", "There is no missing.npz, and no missing.yaml beside it."),
        ("match tic-tac-toe ../missing.yaml random", "There is no ../missing.npz, and no missing.yaml"),
        ("train magic", "There is no run 'magic': the runs are value-learner"),
        ("train value-learner --set gamma=1", "the settings are iterations, alpha"),
        ("train value-learner --set alpha=2", "alpha must be a number above 0 to 1, not 2.0"),
        ("train value-learner --iterations 0", "'0' is not a whole number of at least 1"),
        ("train value-learner --iterations 1000000000000", "iterations must be a whole number"),
        ("train value-learner --seconds 0", "'0' is not a number above 0"),
        ("train value-learner --out model.txt", "model.txt is not a model file"),
        ("train value-learner --resume /nope", "/nope is not a model file"),
        ("train value-learner --resume missing.npz", "There is no missing.npz, and no missing.yaml"),
        ("train value-learner --resume a.npz --set alpha=1", "keeps its settings"),
        ("strategy holdem search-expert", "cannot give its strategy for every hand"),
        ("measure holdem nobody", "There is no agent 'nobody' for holdem"),
        ("measure holdem search-expert --workers 1", "search-expert cannot give its strategy for every hand"),
        (
            "measure holdem sound --hands 7",
            "7 hands cannot be measured: every deal is played from both sides",
        ),
        ("measure holdem nobody --hands 7", "There is no agent 'nobody' for holdem"),
        (
            "measure holdem blueprint-300",
            "the agents are blueprint-200, blueprint-100, blueprint-50, blueprint-20",
        ),
        ("measure holdem sound --hands 8 --seconds 2", "not allowed with argument --hands"),
        (
            "measure holdem sound --trained 5",
            "sound is not a blueprint: only a blueprint has an abstract game",
        ),
        ("measure holdem sound --trained 5 --menu fc", "--menu is for the local best response"),
        ("measure kuhn-poker honest --trained 5", "--trained is for holdem, not for kuhn-poker"),
        ("measure holdem sound --menu all", "'all' (choose from"),
        ("measure holdem sound --streets river", "'river' (choose from"),
        ("measure holdem sound --blinds 2", "--blinds is for kuhn-half-street, not for holdem"),
        ("measure kuhn-poker uniform --menu fcpa", "--menu is for holdem, not for kuhn-poker"),
        ("measure kuhn-poker uniform --workers 2", "--workers is for holdem, not for kuhn-poker"),
        ("strategy tic-tac-toe perfect --out /nowhere/x.json", "There is no folder /nowhere"),
        ("play tic-tac-toe perfect --seat 2", "--seat"),
        ("play tic-tac-toe perfect --json", "there is no '--json' here"),
        ("match kuhn-poker uniform station -- bluffer", "there is no 'bluffer' here"),
        ("match kuhn-poker uniform -- --", "the following arguments are required: b"),
        ("league kuhn-poker --seed 1 uniform --hnds 2 station", "there is no '--hnds' here"),
        ("match kuhn-poker uniform --seed 1 station bluffer", "there is no 'bluffer' here"),
        (f"play tic-tac-toe perfect --seed {'7' * 5_000}", "...' is not a whole number of at least 0"),
        ("match kuhn-half-street uniform uniform --blinds 1e99999999", "is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds 1e300", "is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds nan", "is not a number above 0"),
        (f"match kuhn-half-street uniform uniform --blinds 1/{'7' * 5_000}", "is not a number above 0"),
        ("match kuhn-poker uniform uniform --think 1e99999999", "is not a number above 0"),
        ("match kuhn-poker uniform uniform --workers 62", "at least 1 and at most 61"),
        ("train value-learner --seconds 1e99999999", "is not a number above 0"),
        ("train value-learner --out Foo_Bar.npz", "Foo_Bar.npz cannot be an agent's name"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(run: Run, words: str, sentence: str) -> None:
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "names"),
    [("league kuhn-poker", "uniform station bluffer"), ("rank", "As Ks Qs Js Ts")],
)
def test_names_may_stand_before_or_after_the_options(run: Run, command: str, names: str) -> None:
    first, *others = names.split()
    words = [*command.split(), "--json"]
    found = run(*command.split(), first, *others, "--json")
    assert found[0] == 0
    for mixed in (
        [*words, first, *others],
        [*words, "--", first, *others],
        [*command.split(), first, "--json", *others],
    ):
        assert run(*mixed) == found


def test_a_model_of_another_game_is_bad_input(run: Run) -> None:
    ada = str(catalog.find("tic-tac-toe", "ada-20").file)
    code, out, err = run("measure", "kuhn-poker", ada)
    assert (code, out) == (2, "")
    assert "ada-20 plays tic-tac-toe, not kuhn-poker" in err


@pytest.mark.parametrize(("left", "lacks"), [(".npz", ".yaml"), (".yaml", ".npz")])
def test_a_model_of_which_one_file_is_there_lacks_the_other(
    run: Run, tmp_path: Path, left: str, lacks: str
) -> None:
    file = tmp_path / f"half{left}"
    shutil.copy((catalog.SHIPPED / "tic-tac-toe" / "ada-20").with_suffix(left), file)
    code, out, err = run("measure", "tic-tac-toe", str(tmp_path / "half.npz"))
    assert (code, out) == (2, "")
    assert f"half{left} lacks its half{lacks}: a model is both files" in err


def test_a_file_that_cannot_be_written_is_bad_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    code, _, err = run("strategy", "kuhn-poker", "honest", "--out", str(tmp_path / "taken"))
    assert code == 2
    assert "cannot be written" in err


def test_help_is_shown_on_request(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert "match" in out


def test_a_log_that_cannot_be_written_is_said_before_the_match(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(matching, "play_match", lambda *_: pytest.fail("the match was played"))
    words = ("match", "holdem", "random", "random", "--hands", "2", "--log")
    assert run(*words, str(tmp_path))[::2] == (2, f"{tmp_path} cannot be written: it is a folder.\n")
    monkeypatch.setattr("game.files.user_files.written_beside", full)
    file = tmp_path / "log.txt"
    assert run(*words, str(file))[::2] == (2, f"{file} cannot be written: the disk is full.\n")


# ---- faults and interruptions ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "Interrupted."),
        (BrokenProcessPool(), 1, "Worker processes ended unexpectedly again and again."),
    ],
)
def test_trouble_ends_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, code: int, said: str
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(matching, "play_match", fails)
    ended, out, err = run("match", "kuhn-poker", "uniform", "uniform")
    assert (ended, out, err) == (code, "", said + "\n")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (KeyError("agent"), "This could not be done because of a fault in Parlour (KeyError). The report is"),
        (MemoryError(), "This needs more memory than this computer or the limit of this terminal has left."),
        (OSError(28, "No space left on device", "/x"), "/x: No space left on device."),
    ],
)
def test_any_trouble_ends_in_one_sentence_and_a_fault_of_ours_leaves_a_report(
    run: Run, monkeypatch: pytest.MonkeyPatch, user_folder: Path, trouble: Exception, said: str
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(matching, "play_match", fails)
    ended, out, err = run("match", "kuhn-poker", "uniform", "uniform")
    code = 2 if isinstance(trouble, OSError | MemoryError) else 1
    assert (ended, out, err.count("\n")) == (code, "", 1)
    assert err.startswith(said)
    reports = list((user_folder / "crashes").glob("*.txt"))
    assert len(reports) == (code == 1)
    assert all(str(report) in err and "Traceback" in report.read_text() for report in reports)


def test_a_reader_that_has_read_enough_is_no_error() -> None:
    words = f"{sys.executable} main.py strategy tic-tac-toe perfect | head -n 1"
    done = subprocess.run(words, cwd=ROOT, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("0 ")
    assert done.stderr == ""


def test_progress_goes_to_the_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = (Progress(5, 10, 1.0, 1.0), Progress(6, None, 1.0), Progress(10, 10, 2.0, 0.0))
    for report in reports:
        output.show_progress(report)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for report in reports:
        output.show_progress(report)
    said = capsys.readouterr().err
    assert "50% 5, about 1 s left" in said
    assert "measuring" in said
    assert said.endswith("\n")


def test_the_progress_of_a_solve_has_its_exploitability(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Progress(20, 80, 60.0, 150.0, {output.EXPLOITABILITY: 2.345})
    output.Estimate(wanted=True).heed(report)
    assert capsys.readouterr().err == "Exploitability 2.35% of the pot. About 2 minutes left.\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    output.show_progress(report)
    assert "25% 20, exploitability 2.35%, about 150 s left" in capsys.readouterr().err


COMMANDS = (
    "agents",
    "runs",
    "play",
    "match",
    "league",
    "acpc",
    "train",
    "measure",
    "strategy",
    "foretell",
    "lab",
)
TOOLS = ("rank", "equity", "solve", "bench")


@pytest.mark.parametrize("command", [*COMMANDS, *TOOLS])
def test_help_says_what_every_argument_is(command: str) -> None:
    [words] = [one for one in command_line._parser()._actions if isinstance(one.choices, dict)]
    assert words.choices is not None
    arguments = words.choices[command]._actions
    assert [one.dest for one in arguments if not one.help] == []
    assert "%%" not in words.choices[command].format_help()


def test_the_help_of_bench_says_that_it_is_for_developers() -> None:
    [words] = [one for one in command_line._parser()._actions if isinstance(one.choices, dict)]
    assert words.choices is not None
    assert "For developers: the benchmarks come with the tests" in words.choices["bench"].format_help()


def list_parsers() -> Iterator[Parser]:
    """Yield the parsers of the program, of all commands, and of all their subcommands."""
    waiting = [command_line._parser()]
    while waiting:
        yield (parser := waiting.pop())
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()


HELP = texts.load(texts.ENGLISH, "commands")


def test_every_option_has_a_text_and_every_text_has_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    call = Texts.__call__

    def record(self: Texts, key: str, /, **fields: object) -> str:
        asked.add(key)
        return call(self, key, **fields)

    monkeypatch.setattr(Texts, "__call__", record)
    for parser in list_parsers():
        parser.format_help()
    assert asked ^ HELP.keys() == set()


def test_every_metavar_that_is_a_word_has_a_text() -> None:
    words = {word for one in list_parsers() for word in re.findall("[A-Z]{3,}", one.format_usage())}
    assert [word for word in sorted(words) if not HELP.has(f"commands.metavars.{word.lower()}")] == []


@pytest.mark.parametrize("code", [code for code in texts.OFFERED if code != "en"])
def test_the_help_is_in_the_language_of_the_system_and_errors_in_english(
    run: Run, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", code)
    monkeypatch.setenv("COLUMNS", "80")
    told = load_translation(texts.FOLDER / code, LANGUAGES[code], HELP, "commands")
    for parser in list_parsers():
        words = parser.format_help()
        assert words.startswith(f"{told('commands.headings.usage')}: python main.py")
        assert told("commands.shared.help") in words
        assert max(len(fill(line)) for line in words.splitlines()) <= 80
    assert run("match", "kuhn-poker")[2].endswith("the following arguments are required: a, b.\n")


def test_the_columns_of_wide_characters_are_aligned(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "zh")
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("match", "--help")[1].splitlines()
    starts = [len(fill(re.match(r"  --\S+ ?\S+ {2,}", line)[0])) for line in lines if line.startswith("  --")]
    assert starts == [starts[0]] * 12


@pytest.mark.parametrize(("system", "usage"), [("ru", "использование"), ("C", "usage"), ("pt_BR", "usage")])
def test_the_settings_of_the_window_set_the_language_of_the_help(
    run: Run, system: str, usage: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", system)
    assert run("rank", "--help")[1].startswith(f"{usage}: ")
    store = SettingsStore(user_folder)
    store.change(language="es")
    store.flush()
    assert run("rank", "--help")[1].startswith("uso: ")


def test_broken_settings_stay_in_place_and_their_backup_sets_the_language(
    run: Run, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    store = SettingsStore(user_folder)
    for volume, language in enumerate(("es", "ru")):
        store.change(language=language, volume=volume)
        store.flush()
    (user_folder / "settings.json").write_text("{broken")
    assert run("rank", "--help")[1].startswith("uso: ")
    (user_folder / "settings.json.bak").write_text("{broken")
    assert run("rank", "--help")[1].startswith("Aufruf: ")
    assert (user_folder / "settings.json").read_text() == "{broken"


def test_a_help_that_has_no_translation_is_english(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    assert run("rank", "--help")[1].startswith("usage: ")
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "commands.yaml").write_text("commands: [")
    assert run("rank", "--help")[1].startswith("usage: ")
    (tmp_path / "es" / "commands.yaml").write_text("commands: {headings: {usage: uso}, rank: {cards: '{x}'}}")
    help_text = run("rank", "--help")[1]
    assert help_text.startswith("uso: ")
    assert 'like AsKd2c7h7s; "-" reads one hand per line' in help_text


def test_a_help_that_the_terminal_cannot_print_is_english() -> None:
    everything = os.environ | {"LANGUAGE": "ru", "PYTHONIOENCODING": "latin-1"}
    words = [sys.executable, "main.py", "rank", "--help"]
    done = subprocess.run(words, cwd=ROOT, env=everything, capture_output=True, check=False)
    assert (done.returncode, done.stdout[:6], done.stderr) == (0, b"usage:", b"")


@pytest.mark.parametrize("words", ["--version", "agents --json", "rank x --nonsense"])
def test_a_command_without_help_reads_no_texts_of_help(
    run: Run, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "load_file", lambda name: pytest.fail(f"{name} was read"))
    run(*words.split())


# ---- streams that are closed, full, or hold no text --------------------------------------------------------
def _in_shell(words: str, home: Path) -> subprocess.CompletedProcess[str]:
    line = f"exec {sys.executable} main.py {words}"
    return subprocess.run(
        ["sh", "-c", line],
        cwd=ROOT,
        env={**os.environ, "PARLOUR_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("stdout", [">&-", "> /dev/full"])
def test_a_result_that_nobody_takes_is_a_sentence(stdout: str, tmp_path: Path) -> None:
    done = _in_shell(f"rank AsKsQsJsTs {stdout}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("The result cannot be written: ")


def test_a_solve_that_nobody_takes_is_refused_before_its_estimate(tmp_path: Path) -> None:
    spot = tmp_path / "river.yaml"
    spot.write_text("board: QsJh2h8d5c\noop: AA,KQs\nip: QQ,AJ\npot: 80\nstack: 120\n")
    done = _in_shell(f"solve {spot} >&-", tmp_path)
    assert (done.returncode, done.stderr) == (2, "The result cannot be written: Bad file descriptor.\n")


@pytest.mark.parametrize("stderr", ["2>&-", "2> /dev/full"])
def test_a_sentence_that_nobody_takes_is_not_said_on_stdout(stderr: str, tmp_path: Path) -> None:
    done = _in_shell(f"match kuhn-poker nobody uniform {stderr}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("stdout", [">&-", "> /dev/full"])
def test_a_training_goes_on_when_its_reports_are_not_taken(stdout: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    done = _in_shell(f"train kuhn-cfr --iterations 50 --json --out {file} {stdout}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("The reports cannot be written: ")
    assert read_manifest(file.with_suffix(".yaml")).iterations == 50


def test_what_is_no_text_on_stdin_is_an_answer_like_any_other(tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\xfe\nq\n")
    done = _in_shell(f"play tic-tac-toe perfect < {typed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is not a free square" in done.stdout


def test_the_figures_of_a_match_are_printed_though_its_log_cannot_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(user_files, "atomic_write", refuse_space)
    words = ("match", "holdem", "random", "random", "--hands", "4", "--stack", "20", "--json")
    code, out, err = run(*words, "--log", str(tmp_path / "m.log"))
    assert (code, json.loads(out)["hands"]) == (2, 4)
    assert err == f"{tmp_path / 'm.log'} cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other menus")
def test_the_entry_starts_this_program_with_its_icon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["/opt/parlour/bin/parlour"])
    for _ in range(2):
        row = run_json(run, "install-desktop")
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(row["entry"], encoding="utf-8")
    assert Path(row["entry"]) == tmp_path / "applications" / "parlour.desktop"
    assert entry["Desktop Entry"]["Exec"] == "/opt/parlour/bin/parlour"
    assert Path(row["icon"]).name == f"{entry['Desktop Entry']['Icon']}.png"
    assert Path(row["icon"]).read_bytes() == (desktop.FILES / desktop.ICON).read_bytes()


def test_a_checkout_is_started_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert desktop.starting_command(Path("/src/a $b/main.py")) == '/usr/bin/python3 "/src/a \\\\$b/main.py"'


def test_other_systems_get_a_sentence(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    code, out, err = run("install-desktop")
    assert (code, out) == (2, "")
    assert err == "Menu entries of this kind are for desktops on Linux: pin the program by hand here.\n"
