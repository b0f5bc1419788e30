"""An expert: rules read from YAML, and the strategy that results from them.

A file has the sections `description`, `reading` (the estimation of ranges from the opponent's bets), `respect` (the
exponent of an estimated range), `rules`, and the definitions of names: `numbers`, `hands` and `mixes`. With
`shared: common.yaml`, a file includes another file of the same folder. The including file has priority: its names
override the shared names, and its rules are tried first.

All hands of a public state are decided at once. The rules are tried in order. Each rule first tests its conditions
on the public state. If these conditions hold, the rule tests its conditions on the hand, for every hand that no
earlier rule has decided. The result is the strategy of every hand, and the rule that fired for the hand. Results
for recent public states are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ai.hands.combos import HANDS, Floats, Ints, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix, ReadingStyle
from ai.knowledge import rule_words
from ai.knowledge.rule_words import NAMED_SECTIONS, RuleNames
from ai.knowledge.rules import (
    BLOCKED_HAND,
    FACINGS,
    FACINGS_WITHOUT_BET,
    Condition,
    RuleBase,
    Situation,
    StrategyRule,
    coverage,
)
from game.core import Action, BadInput, shortened
from game.files import yaml_text
from game.quoting import quoted
from game.texts import text

SECTIONS = ("description", "shared", "respect", "reading", "numbers", "hands", "mixes", "rules")

Document = tuple[Path, Mapping[str, Any]]
"""A file and its sections."""
Value = TypeVar("Value")


class BrokenRules(BadInput):
    """The errors in a rule file. `sentences` lists all errors, and the message is the first error."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        first, more = sentences[0], len(sentences) - 1
        super().__init__(text("input_errors.rules.more", sentence=first, count=more) if more else first)
        self.sentences = tuple(map(shortened, sentences))

    def __reduce__(self) -> tuple[type[BrokenRules], tuple[tuple[str, ...]]]:
        """Pickle the sentences. By default, only the message would be pickled."""
        return BrokenRules, (self.sentences,)


@dataclass(slots=True)
class RuleErrors:
    """The errors found so far in a rule file."""

    sentences: list[str] = field(default_factory=list)

    def within(self, where: str, read: Callable[[], Value]) -> Value | None:
        """Return the result of `read`.

        If `read` raises `BadInput`, record the error with the place `where`, and return None.
        """
        try:
            return read()
        except BadInput as error:
            self.add(where, str(error))
            return None

    def add(self, where: str, sentence: str) -> None:
        self.sentences.append(text("input_errors.rules.at", where=where, sentence=sentence))

    def stop(self) -> None:
        """Raise the recorded errors, if any.

        Raises:
            BrokenRules: If there are errors.
        """
        if self.sentences:
            raise BrokenRules(tuple(self.sentences))


def read_documents(file: Path) -> list[Document]:
    """Return the document in a rule file and, if the file includes a shared file, the document in that file.

    Raises:
        BrokenRules: If a file cannot be read.
    """
    own = _document(file)
    if "shared" not in own:
        return [(file, own)]
    name = str(own["shared"])
    if not name.isprintable() or name in ("", "..") or Path(name).name != name:
        fields = {"file": file.name, "name": quoted(name)}
        raise BrokenRules((text("input_errors.rules.shared_name", **fields),))
    shared = _document(file.with_name(name))
    if "shared" in shared:
        raise BrokenRules((text("input_errors.rules.shared_twice", file=name),))
    return [(file, own), (file.with_name(name), shared)]


def _document(file: Path) -> Mapping[str, Any]:
    try:
        document = yaml_text.read_file(file, yaml_text.TextKeys)
    except FileNotFoundError as error:
        fields = {"file": file.name, "folder": str(file.parent)}
        raise BrokenRules((text("input_errors.rules.no_file", **fields),)) from error
    except BadInput as error:
        raise BrokenRules((str(error),)) from error
    if not isinstance(document, dict):
        fields = {"file": file.name, "known": ", ".join(SECTIONS)}
        raise BrokenRules((text("input_errors.rules.no_sections", **fields),))
    if strange := [key for key in document if key not in SECTIONS]:
        fields = {"file": file.name, "section": strange[0], "known": ", ".join(SECTIONS)}
        raise BrokenRules((text("input_errors.rules.unknown_section", **fields),))
    return document


RULE_KEYS = ("name", *rule_words.CONDITIONS, "do")
REQUIRED_SECTIONS = ("description", "respect", "reading", "rules")
MIN_DOUBT = 0.01
MAX_RESPECT = 5.0

_POSSIBLE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(FACINGS, ("fold", "call", "raise")),
    **dict.fromkeys(FACINGS_WITHOUT_BET, ("check", "bet")),
    "limp": ("check", "raise"),
}


def read_rules(file: Path) -> RuleBase:
    """Read and check a rule file.

    Raises:
        BrokenRules: If the rules have errors.
    """
    found = read_documents(file)
    sections = _merge_sections(found)
    if missing := [name for name in REQUIRED_SECTIONS if name not in sections]:
        raise BrokenRules((text("input_errors.rules.missing", file=file.name, section=missing[0]),))
    troubles = RuleErrors()
    names = _define_names(found, troubles)
    reading = troubles.within(f"{file.name}, reading", lambda: _parse_reading(sections["reading"]))
    respect = troubles.within(f"{file.name}, respect", lambda: _respect(sections["respect"]))
    troubles.stop()
    rules = _rules(found, names, troubles)
    for where, sentence in names.idle():
        troubles.add(where, sentence)
    troubles.stop()
    _check_coverage(rules, file, troubles)
    troubles.stop()
    assert reading is not None
    assert respect is not None
    return RuleBase(str(sections["description"]).strip(), reading, respect, tuple(rules))


def _merge_sections(found: Sequence[Document]) -> dict[str, Any]:
    """Return the merged sections of one or two files. Entries of the first file have priority."""
    merged: dict[str, Any] = {}
    for _, sections in reversed(found):
        merged |= sections
    return merged


def _define_names(found: Sequence[Document], troubles: RuleErrors) -> RuleNames:
    names = RuleNames()
    for file, sections in reversed(found):
        for section in NAMED_SECTIONS:
            where, entries = f"{file.name}, {section}", sections.get(section) or {}
            if not isinstance(entries, dict):
                troubles.add(where, text("input_errors.rules.no_names"))
                continue
            for name, written in entries.items():
                troubles.within(f"{where}, {name}", partial(names.give, section, name, written, where))
    return names


def _parse_reading(entry: object) -> ReadingStyle:
    known = [one.name for one in fields(ReadingStyle)]
    if not isinstance(entry, dict) or set(entry) != set(known):
        raise BadInput(text("input_errors.rules.reading", known=", ".join(known)))
    values = {key: rule_words.parse_number(value, {}) for key, value in entry.items()}
    for key, value in values.items():
        least = MIN_DOUBT if key in ("doubt", "slow_play") else 0.0
        if not least <= value <= 1.0:
            limits = {"value": f"{value:g}", "least": f"{least:g}"}
            raise BadInput(text("input_errors.rules.reading_limits", key=key, **limits))
    return ReadingStyle(**values)


def _respect(written: object) -> float:
    value = rule_words.parse_number(written, {})
    if not 0.0 <= value <= MAX_RESPECT:
        raise BadInput(text("input_errors.rules.respect", value=f"{value:g}", most=f"{MAX_RESPECT:g}"))
    return value


def _rules(found: Sequence[Document], names: RuleNames, troubles: RuleErrors) -> list[StrategyRule]:
    rules = []
    for file, sections in found:
        entries = sections.get("rules") or []
        if not isinstance(entries, list):
            troubles.add(file.name, text("input_errors.rules.no_list"))
            continue
        for index, entry in enumerate(entries):
            rule = _rule(entry, file.name, index + 1, names, troubles)
            if rule is not None:
                rules.append(rule)
    return rules


def _rule(
    entry: object, file: str, number: int, names: RuleNames, troubles: RuleErrors
) -> StrategyRule | None:
    """Return the rule in an entry. If the entry has errors, record them and return None."""
    where = text("input_errors.rules.rule", file=file, number=number)
    if not isinstance(entry, dict) or "do" not in entry:
        troubles.add(where, text("input_errors.rules.no_rule"))
        return None
    name = str(entry.get("name", f"rule {number}"))
    if "name" in entry:
        where = text("input_errors.rules.named_rule", file=file, number=number, name=name)
    if strange := [key for key in entry if key not in RULE_KEYS]:
        fields = {"condition": strange[0], "known": ", ".join(RULE_KEYS)}
        troubles.add(where, text("input_errors.rules.unknown_condition", **fields))
        return None
    conditions: dict[str, Condition] = {}
    for what in rule_words.CONDITIONS:
        if what in entry:
            condition = troubles.within(where, partial(names.condition, what, entry[what]))
            if condition is not None:
                conditions[what] = condition
    mix = troubles.within(where, lambda: names.mix(entry["do"]))
    if mix is None:
        return None
    written = {what: names.condition_text(what, entry[what]) for what in conditions}
    return StrategyRule(name, where, conditions, mix, written, names.mix_text(entry["do"]))


def _check_coverage(rules: Sequence[StrategyRule], file: Path, troubles: RuleErrors) -> None:
    found = coverage(rules)
    for rule, reach in zip(rules, found.reach, strict=True):
        if not reach.matches:
            troubles.add(rule.where, text("input_errors.rules.impossible"))
        elif not reach.facings:
            troubles.add(rule.where, text("input_errors.rules.covered"))
        troubles.within(rule.where, partial(_check_moves, rule, reach.facings))
    if found.gap is not None:
        troubles.add(file.name, text("input_errors.rules.gap", situation=found.gap))


def _check_moves(rule: StrategyRule, faced: frozenset[str]) -> None:
    """Check that every move of a rule is possible in every situation in which the rule fires.

    Raises:
        BadInput: If a move is not possible.
    """
    for facing in sorted(faced):
        for move in rule.mix:
            if move.kind not in _POSSIBLE[facing]:
                fields = {"facing": facing, "move": move.kind, "known": ", ".join(_POSSIBLE[facing])}
                raise BadInput(text("input_errors.rules.impossible_move", **fields))


FOLDER = Path(__file__).parents[1] / "configs" / "agents" / "expert"
STYLES = ("sound", "tight", "loose")
MAX_CACHED = 256  # public states, of some 30 KB each


@dataclass(frozen=True, slots=True, eq=False)
class Consulted:
    """The result of the rules at a public state.

    Attributes:
        mix: The action probabilities of every hand.
        rule_numbers: int64[1326], the number of the rule that fired for each hand, `BLOCKED_HAND` for blocked
            hands.
    """

    mix: RangeMix
    rule_numbers: Ints


class ExpertStrategy:
    """The strategy of a rule base."""

    def __init__(self, base: RuleBase) -> None:
        self.base = base
        self._cache: OrderedDict[PublicState, Consulted] = OrderedDict()

    def range_strategy(self, public: PublicState) -> RangeMix:
        return self.consult(public).mix

    def consult(self, public: PublicState) -> Consulted:
        """Return the cached or computed result for every hand."""
        known = self._cache.get(public)
        if known is None:
            known = self._cache[public] = _consult(self.base, self.situation(public))
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(public)
        return known

    def situation(self, public: PublicState) -> Situation:
        return Situation(public, self.base.reading, self.base.respect)


@cache
def built_in_expert(style: str) -> ExpertStrategy:
    return ExpertStrategy(read_rules(FOLDER / f"{style}.yaml"))


def _consult(base: RuleBase, situation: Situation) -> Consulted:
    left = unblocked_hands(situation.public.board)
    fired = np.full(len(HANDS), BLOCKED_HAND, np.int64)
    undecided = left.copy()
    for number, rule in enumerate(base.rules):
        if rule.applies(situation):
            matching = undecided & rule.hands(situation)
            fired[matching] = number
            undecided &= ~matching
            if not undecided.any():
                break
    return Consulted(_mix(base.rules, fired, np.flatnonzero(left), situation.public), fired)


def _mix(rules: Sequence[StrategyRule], fired: Ints, hands: Ints, public: PublicState) -> RangeMix:
    columns: dict[Action, Floats] = {}
    of_hands = fired[hands]
    for number in np.unique(of_hands):
        for move, share in rules[number].mix.items():
            action = move.action(public.betting)
            column = columns.setdefault(action, np.zeros(len(hands)))
            column[of_hands == number] += share
    return RangeMix.of(columns, hands)
