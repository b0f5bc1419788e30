"""Read hands with pokerkit, as an oracle for the parsers in `game.histories`.

pokerkit reads PHH and, without antes, the layouts of PokerStars, partypoker and iPoker. `python -m
tests.histories.pokerkit_hands FILE|FOLDER ...` compares pokerkit with these parsers on all heads-up hands in real
files. Hands that pokerkit or our parser refuses are left out.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from pathlib import Path

from pokerkit.notation import HandHistory, IPokerNetworkParser, PartyPokerParser, PokerStarsParser

from game.archive.hands import OWN, PlayedHand
from game.histories.files import find_files
from game.histories.reading import read_histories
from game.match.table_spec import find_room
from game.rules.betting import CALL, FOLD

PARSERS = {
    "pokerstars": PokerStarsParser(),
    "partypoker": PartyPokerParser(),
    "ipoker": IPokerNetworkParser(),
}


@dataclass(frozen=True, slots=True)
class ComparableHand:
    """The facts of a hand that can be compared: the stacks by player, and the actions.

    Amounts are in big blinds.
    """

    stacks: Mapping[str, Decimal]
    actions: tuple[Decimal, ...]


def read_with_pokerkit(room: str, text: str) -> ComparableHand | None:
    """Return the hand that pokerkit reads from a text.

    If pokerkit cannot parse the text, or the hand is not heads-up, return None.
    """
    with warnings.catch_warnings(), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        try:
            if room == "phh":
                found = [HandHistory.loads(re.sub(r"^\[.*\]\n", "", text), parse_value=Decimal)]
            else:
                found = list(PARSERS[room](_prepare(room, text), parse_value=Decimal))
        except (KeyError, ValueError, IndexError, ArithmeticError):
            return None
    return _comparable(found[0]) if found and len(found[0].starting_stacks) == 2 else None


def _prepare(room: str, text: str) -> str:
    """Add the lines that pokerkit expects before and after a hand, and remove the thousands separators."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    if room == "partypoker":
        return "Game #1 starts.\n" + text.split("\nGame #", maxsplit=1)[0].rstrip() + "\n\n\n\n"
    return "\n".join(line.strip() for line in text.splitlines()) + "\n\n\n"


def _comparable(hand: HandHistory) -> ComparableHand:
    blind = Decimal(max(hand.blinds_or_straddles))
    ante = max(map(Decimal, hand.antes))
    stacks = [Decimal(stack) / blind for stack in hand.starting_stacks]
    before = ante / blind
    total, actions = [before + 1, before], list[Decimal]()
    for action in hand.actions:
        who, verb, *rest = action.split()
        if verb == "db":
            before = max(total)
            total = [before, before]
        elif verb == "f":
            actions.append(Decimal(FOLD))
        elif verb == "cc":
            total[int(who[1:]) - 1] = max(total)
            actions.append(Decimal(CALL))
        elif verb == "cbr":
            total[int(who[1:]) - 1] = before + Decimal(rest[0]) / blind
            actions.append(total[int(who[1:]) - 1])
    names = hand.players or ["p1", "p2"]
    return ComparableHand(dict(zip(names, stacks, strict=True)), tuple(actions))


def make_comparable(hand: PlayedHand, own_name: str) -> ComparableHand:
    """Convert a hand of the history to the form in which the parsers are compared."""
    blind = Decimal(hand.spec.big_blind)
    names = [own_name if name == OWN else (find_room(name) or ("", name))[1] for name in hand.spec.seats]
    stacks = {name: Decimal(stack) / blind for name, stack in zip(names, hand.spec.stacks, strict=True)}
    passive = (FOLD, CALL)
    actions = (Decimal(one) if one in passive else Decimal(one) / blind for one in hand.actions)
    return ComparableHand(stacks, tuple(actions))


_STARTS = re.compile(
    r"^(?=\ufeff?PokerStars |\*{5} Hand History [Ff]or Game |\s*<game\b[^>]*gamecode)", re.MULTILINE
)
_HERO = re.compile(r"^Dealt to (.+?) \[|<nickname>(.+?)</nickname>", re.MULTILINE)


def compare_file(file: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield the room and number of each heads-up hand in a file, and whether pokerkit and our parser agree.

    Hands that pokerkit or our parser refuses are left out.
    """
    text = file.read_text(encoding="utf-8", errors="replace")
    texts = _STARTS.split(text)
    for played in read_histories([file]):
        if not isinstance(played, PlayedHand) or played.from_flop or played.origin is None:
            continue
        room, number = played.origin.room, played.origin.id
        mine = next((one for one in texts if number in one[:200]), "") if room in PARSERS else ""
        other = read_with_pokerkit(room, mine) if mine else None
        if other is not None:
            hero = _HERO.search(text if room == "ipoker" else mine)
            own = next(filter(None, hero.groups()), "") if hero is not None else ""
            yield room, number, make_comparable(played, own) == other


def main() -> None:
    counts = Counter[tuple[str, bool]]()
    for file in find_files([Path(path) for path in sys.argv[1:]]):
        for room, number, is_same in compare_file(file):
            counts[room, is_same] += 1
            if not is_same:
                print(f"{file}: {number} differs")
    for (room, is_same), count in sorted(counts.items()):
        print(f"{room}: {count} hands {'are the same' if is_same else 'differ'}")


if __name__ == "__main__":
    main()
