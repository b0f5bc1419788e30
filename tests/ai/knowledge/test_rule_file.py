"""What is said of rule files that cannot be used."""

import pickle
from pathlib import Path

import pytest

from ai.knowledge.rule_file import FOLDER, STYLES, BrokenRules, read_rules

GOOD = """
description: A test.
respect: 1
reading: {share_of_opens: 0.8, share_of_reraises: 0.2, share_of_bets: 0.8, share_of_raises: 0.4,
          share_of_calls: 1, doubt: 0.4, slow_play: 0.6}
numbers: {value: 60%}
hands: {pairs: 22+}
mixes: {bet: {bet 50%: 60%, check: 40%}}
rules:
  - {name: value, facing: [nothing, check], equity: at least value, do: bet}
  - {name: rest, facing: [nothing, check, limp], do: check}
  - {name: pairs, hand: pairs, do: call}
  - {name: fold, do: fold}
"""


def sentences(folder: Path, text: str) -> tuple[str, ...]:
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        read_rules(file)
    except BrokenRules as error:
        return error.sentences
    return ()


@pytest.mark.parametrize("style", STYLES)
def test_the_styles_that_ship_are_sound(style: str) -> None:
    assert read_rules(FOLDER / f"{style}.yaml").rules


def test_a_good_file_is_read(tmp_path: Path) -> None:
    assert sentences(tmp_path, GOOD) == ()


@pytest.mark.parametrize(
    ("was", "put", "said"),
    [
        ("respect: 1", "respekt: 1", 'unknown section "respekt"'),
        ("respect: 1", "respect: 9", "must be from 0 to 5"),
        ("respect: 1", "", "lacks respect"),
        ("doubt: 0.4, ", "", "it needs share_of_opens"),
        ("doubt: 0.4", "doubt: 0", "must be from 0.01 to 1"),
        ("equity: at least value", "equity: at least valu", '"valu" is not a number; the named numbers are value'),
        ("equity: at least value", "equity: 60%", 'write "at least 60%"'),
        ("equity: at least value", "equity: at least 130%", "equity goes from 0 to 1"),
        ("equity: at least value", "equity: 60% to value", "the first number must be the smaller one"),
        ("equity: at least value", "equal: at least value", 'there is no condition "equal": there are name'),
        ("facing: [nothing, check], e", "facing: [nothing, chek], e", 'facing cannot be "chek": it is one of'),
        ("facing: [nothing, check], e", "facing: [], e", "facing needs at least one of"),
        ("bet 50%: 60%", "bet 50%: 50%", "the probabilities of bet 50%: 50%, check: 40% sum to 90%, not to 100%"),
        ("bet 50%: 60%", "bet half: 60%", '"bet half" has no size: write "33%"'),
        ("bet 50%: 60%", "bet: 60%", '"bet" has no size'),
        ("bet 50%: 60%", "bet 50%: 160%", "it goes from 0 to 100%"),
        ("bet 50%: 60%", "push: 60%", '"push" is not a move: the moves are fold'),
        (
            "do: bet}",
            "do: bed}",
            '"bed" is not a move: the moves are fold, check, call, and bet or raise with a size. '
            "The mixes are bet.",
        ),
        ("hand: pairs", "hand: pears", '"pears" is neither a group of hands nor a range; named groups are pairs'),
        ("pairs: 22+", "pairs: 23+2", '"23+2" is neither a group of hands nor a range'),
        ("{value: 60%}", "{value: 60%, vallue: 70%}", 'mentions "vallue"; those that rules mention are value'),
        ("{value: 60%}", "{value: 60%, value: 70%}", "line 6: the key 'value' is given twice"),
        ("{value: 60%}", "[value]", "write a name, a colon, and what it stands for"),
        ("do: call}", "do: check}", 'where you cannot check: possible are fold, call, raise'),
        ("name: pairs, ", "name: pairs, facing: limp, ", "it can never fire: the rules before it cover it"),
        ("name: pairs, ", "name: pairs, street: preflop, facing: bet, ", "nobody faces that there"),
        ("\n  - {name: fold, do: fold}", "", "no rule covers street preflop, position big blind, facing raise"),
        ("\n  - {name: fold, do: fold}", "\n  - fold", "a rule has conditions, and says what to do under do"),
        ("rules:", "rules: {}\nrulez:", 'unknown section "rulez"'),
        ("description:", "description: [", "cannot be read: line 3: a bracket or a comma is missing"),
        ("respect: 1", "shared: ../other.yaml", "it names a file of the same folder"),
        ("respect: 1", "shared: other.yaml", "There is no other.yaml"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_what_would_be_right(
    was: str, put: str, said: str, tmp_path: Path
) -> None:
    assert was in GOOD
    found = sentences(tmp_path, GOOD.replace(was, put, 1))
    assert any(said in sentence for sentence in found), found


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("nothing, check], e", "nothing, chek], e").replace("hand: pairs", "hand: pears")
    assert len(sentences(tmp_path, text)) == 3


def test_what_is_wrong_is_said_the_same_from_another_process() -> None:
    broken = BrokenRules(("mine.yaml: this is wrong.", "mine.yaml: that too."))
    copy = pickle.loads(pickle.dumps(broken))
    assert (str(copy), copy.sentences) == (str(broken), broken.sentences)


def test_a_rule_that_several_earlier_ones_cover_together_never_fires(tmp_path: Path) -> None:
    text = GOOD.replace(
        "  - {name: fold",
        "  - {name: cheap, odds: under 20%, do: call}\n  - {name: dear, odds: at least 20%, do: fold}\n"
        "  - {name: idle, odds: 10% to 30%, do: call}\n  - {name: fold",
    )
    assert [sentence.split(":")[0] for sentence in sentences(tmp_path, text)] == [
        "mine.yaml, rule 6 (idle)",
        "mine.yaml, rule 7 (fold)",
    ]


def test_a_file_builds_upon_another_and_its_own_names_and_rules_come_first(tmp_path: Path) -> None:
    (tmp_path / "common.yaml").write_text(GOOD, encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(
        "shared: common.yaml\ndescription: Mine.\nnumbers: {value: 70%}\n"
        "rules:\n  - {name: aces, street: preflop, facing: first in, hand: AA, do: raise 3bb}\n",
        encoding="utf-8",
    )
    base = read_rules(file)
    assert [rule.name for rule in base.rules] == ["aces", "value", "rest", "pairs", "fold"]
    assert base.description == "Mine."
    assert base.rules[1].conditions["equity"].holds(0.71)
    assert not base.rules[1].conditions["equity"].holds(0.69)


def test_numbers_stand_behind_their_names_also_where_one_name_holds_another(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = GOOD.replace("{value: 60%}", "{value: 60%, big value: 70%, deep: 2.5}").replace(
        "  - {name: rest",
        "  - {name: thin, facing: bet, equity: value to big value, bet: under deep, do: fold}\n  - {name: rest",
    )
    file.write_text(text.replace("equity: at least value", "equity: at least big value"), encoding="utf-8")
    first, second, *_ = read_rules(file).rules
    assert first.written["equity"] == "at least big value (70%)"
    assert second.written["equity"] == "value (60%) to big value (70%)"
    assert second.written["bet"] == "under deep (2.5)"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for content in (b"\xff\xfe\x00", b"just words", b"- a list", b"a: &x [*x"):
        file.write_bytes(content)
        with pytest.raises(BrokenRules):
            read_rules(file)
