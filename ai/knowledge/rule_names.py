"""The names in an expert's files: of numbers, groups of hands, and mixes of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ai.hands.combos import Bools
from ai.knowledge import rule_words
from ai.knowledge.rules import Condition, RuleAction
from ai.knowledge.situation import CHOICES, SPANS
from game.core import BadInput

NAMED = ("numbers", "hands", "mixes")
CERTAIN = 1e-6
"""How far a sum of probabilities may be from 1."""

Mix = Mapping[RuleAction, float]


@dataclass(slots=True)
class Names:
    """The names defined so far, where each was defined last, and which of them rules mention."""

    numbers: dict[str, float] = field(default_factory=dict)
    hands: dict[str, Bools] = field(default_factory=dict)
    mixes: dict[str, Mix] = field(default_factory=dict)
    given: dict[tuple[str, str], str] = field(default_factory=dict)
    mentioned: set[str] = field(default_factory=set)
    _texts: dict[str, str] = field(default_factory=dict)

    def give(self, section: str, name: str, written: object, where: str) -> None:
        """Define a name; `BadInput` where its value cannot be read."""
        self.given[section, name] = where
        if section == "numbers":
            self.numbers[name] = rule_words.number(written, {})
        elif section == "hands":
            self.hands[name] = rule_words.held(written, self.hands).hands
        else:
            self.mixes[name] = self._mix(written)
            self._texts[name] = rule_words.as_text(written)

    def condition(self, what: str, written: object) -> Condition:
        """Read a condition; `BadInput` where it cannot be one."""
        if what in CHOICES:
            return rule_words.among(what, written)
        if what in SPANS:
            self._mention(*rule_words.ends(str(written)))
            return rule_words.between(what, written, self.numbers)
        self._mention(*(written if isinstance(written, list) else [written]))
        return rule_words.held(written, self.hands)

    def mix(self, written: object) -> Mix:
        """Return the mix that `do` says: moves with their probabilities, the name of a mix, or one move.

        `BadInput` for anything else; it lists the named mixes.
        """
        if isinstance(written, str) and written.strip() in self.mixes:
            self._mention(written)
            return self.mixes[written.strip()]
        try:
            return self._mix(written)
        except BadInput as error:
            known = (
                f" The mixes are {', '.join(self.mixes)}." if isinstance(written, str) and self.mixes else ""
            )
            raise BadInput(f"{error}{known}") from None

    def condition_text(self, what: str, written: object) -> str:
        """Return a condition as text, with numbers added to their names."""
        text = rule_words.as_text(written)
        if what not in SPANS:
            return text
        ends = rule_words.ends(text)
        return text.removesuffix(" to ".join(ends)) + " to ".join(
            self._with_figure(what, end) for end in ends
        )

    def mix_text(self, written: object) -> str:
        """Return the mix of `do` as text; for a named mix, its definition."""
        text = rule_words.as_text(written)
        return self._texts.get(text, text)

    def idle(self) -> list[tuple[str, str]]:
        """Return (where, sentence) for each name that no rule mentions: most likely a typo."""
        found = []
        for (section, name), where in self.given.items():
            if name not in self.mentioned:
                others = [other for kind, other in self.given if kind == section and other in self.mentioned]
                known = f"; those that rules mention are {', '.join(others)}" if others else ""
                found.append((where, f'no rule mentions "{name}"{known}.'))
        return found

    def _with_figure(self, what: str, end: str) -> str:
        """Return an end of a span as text, with its number if it is a name."""
        if end not in self.numbers:
            return end
        value = self.numbers[end]
        return f"{end} ({value * 100:g}%)" if abs(SPANS[what][1]) <= 1 else f"{end} ({value:g})"

    def _mention(self, *names: object) -> None:
        self.mentioned |= {str(name).strip() for name in names}

    def _mix(self, written: object) -> Mix:
        if not isinstance(written, dict) or not written:
            return {rule_words.move(written): 1.0}
        mix: dict[RuleAction, float] = {}
        for move, share in written.items():
            self._mention(share)
            probability = rule_words.number(share, self.numbers)
            if not 0.0 <= probability <= 1.0:
                raise BadInput(f'"{move}" has the probability {share}: it goes from 0 to 100%.')
            mix[rule_words.move(move)] = probability
        whole = sum(mix.values())
        if abs(whole - 1.0) > CERTAIN:
            text = rule_words.as_text(written)
            raise BadInput(f"the probabilities of {text} sum to {whole * 100:g}%, not to 100%.")
        return {move: share for move, share in mix.items() if share > 0.0}
