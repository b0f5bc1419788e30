"""Parse the options of commands, and format their help. An error is one sentence that lists the known choices.

The help is in assets/texts/<language>/commands.yaml. The key of an option follows from the name of its command and
the name of the option: `commands.match.hands` is the text of `match --hands`. If the command has no such text,
`commands.shared.hands` is used. `summary`, `description` and `epilog` are the texts of the command itself. Words in
capitals, like FILE, are in `commands.metavars`.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NoReturn, TypeVar, cast

from ai import catalog
from ai.agents.own_class import KnownOwnAgent
from game import texts
from game.agent_entries import AgentEntry
from game.borders import print_text, say
from game.core import BadInput, Budget
from game.match import terminal
from game.match.session import Session
from game.match.spot_texts import with_decimal_point
from game.match.table_spec import TableSpec
from game.quoting import list_names, quoted
from game.rules import games
from game.texts import Texts

DEFAULT_TARGET = 0.5
"""The default exploitability of a solve, in percent of the pot."""


Command = Callable[[argparse.Namespace], int]
DONE, FAULT, BAD_INPUT, OTHER_SIDE, INTERRUPTED = 0, 1, 2, 3, 130
SMALL_GAMES = (games.TIC_TAC_TOE, *games.KUHN_GAMES)
MAX_STACK_BB = 1_000_000
MAX_NUMBER = 1_000_000
ActionT = TypeVar("ActionT", bound=argparse.Action)
SECTION = "commands"
"""The file of the texts, and its section."""
WIDE = ("W", "F")
"""The Unicode widths of characters that fill two columns of a terminal."""
FILLER = "\0"
"""Follows a wide character until the help is complete, because argparse counts characters instead of columns."""
PARTS = re.compile(r"\s+|[（《]*(?:[\u2e80-\U0003ffff]|[^\s\u2e80-\U0003ffff]+)[，。；：、）》？]*")
"""Matches the parts between which a line may be broken: spaces, words, and single wide characters."""


class HelpFormatter(argparse.HelpFormatter):
    """Replaces the keys of texts by the texts, which are loaded on first use."""

    def __init__(self, prog: str, fields: Mapping[str, object]) -> None:
        super().__init__(prog)
        self._fields = fields

    @cached_property
    def _texts(self) -> Texts:
        """The texts in the language of the window, or in English if stdout cannot print that language."""
        told = texts.load_file(SECTION)
        try:
            "".join(map(told.template, told.keys())).encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return told.behind or told
        return told

    def _find(self, key: str) -> str | None:
        return self._texts(key, **self._fields) if self._texts.has(key) else None

    def _translate(self, metavar: str) -> str:
        """Translate the words in capitals of a metavar, like FILE and FOLDER in "FILE|FOLDER"."""

        def find(word: re.Match[str]) -> str:
            return self._find(f"{SECTION}.metavars.{word[0].lower()}") or word[0]

        return fill(re.sub("[A-Z]+", find, metavar))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the usage with a translated heading, unless the caller has its own heading."""
        if prefix is None:
            prefix = fill(f"{self._texts(f'{SECTION}.headings.usage')}: ")
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(self._texts(f"{SECTION}.headings.{heading}"))

    def add_text(self, text: str | None) -> None:
        super().add_text(self._find(text) if text else None)

    def format_help(self) -> str:
        return super().format_help().replace(FILLER, "")

    def _get_help_string(self, action: argparse.Action) -> str:
        """Return the text that a command has for an option, or else the text that several commands share."""
        key = str(action.help)
        told = self._find(key) or self._texts(f"{SECTION}.shared.{key.rpartition('.')[2]}", **self._fields)
        return told.replace("%", "%%")

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Any:
        told = super()._metavar_formatter(action, default_metavar)
        return lambda size: tuple(map(self._translate, told(size)))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrap(text, width - len(indent)))


def fill(words: str) -> str:
    """Return the text, followed by one filler for each of its wide characters.

    The length of the result is then the number of columns that the text takes.

    >>> fill("FILE"), len(fill("文件"))
    ('FILE', 4)
    """
    return words + FILLER * sum(unicodedata.east_asian_width(one) in WIDE for one in words)


def wrap(words: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` columns.

    >>> wrap("play two agents", 9), wrap("让两个玩家对局。", 9)
    (['play two', 'agents'], ['让两个玩', '家对局。'])
    """
    if fill(words) == words:
        return textwrap.wrap(words, width)
    lines = [""]
    for part in PARTS.findall(words):
        if len(fill(lines[-1] + part)) > width and lines[-1]:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return [line.rstrip() for line in lines]


class Parser(argparse.ArgumentParser):
    """A parser with one-sentence errors that list the known choices. Options cannot be abbreviated.

    The help of an option is the key of its text. Only `format_help` looks up texts.

    Attributes:
        key: The key of the texts of the command.
        fields: The values of the fields in the texts.
    """

    def __init__(self, *, key: str = SECTION, **settings: Any) -> None:
        self.key = key
        self.fields: dict[str, object] = {"stack": games.HOLDEM_STACK_BB}
        super().__init__(
            description=f"{key}.description", epilog=f"{key}.epilog", allow_abbrev=False, **settings
        )

    def _add_action(self, action: ActionT) -> ActionT:
        """Give an option the key of its text."""
        if action.dest is not argparse.SUPPRESS:
            action.help = f"{self.key}.{[action.dest, *action.option_strings][-1].lstrip('-')}"
        return super()._add_action(action)

    def format_help(self) -> str:
        self.formatter_class = lambda prog: HelpFormatter(prog, self.fields)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise the message as an exception instead of exiting.

        Raises:
            BadInput: Always.
        """
        raise BadInput(f"{self.prog}: {message}.")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a help text without buffering, so that a closed stdout raises its error here."""
        print_text(message.rstrip("\n"))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Raise an error for unknown arguments here, because only this parser knows the options of the command.

        Words that argparse leaves over after an option belong to the argument that takes any number of words. A
        second "--" is ignored, because argparse would store it as an empty argument.
        """
        words = list(args)
        after = words.index("--") + 1 if "--" in words else len(words)
        words[after:] = [word for word in words[after:] if word != "--"]
        options, left = super().parse_known_args(words, namespace)
        left = [word for word in left if word != "--"]
        unknown = [word for word in left if word.startswith("-") and word != "-"]
        for action in self._get_positional_actions():
            if action.nargs in ("*", "+") and left and not unknown:
                try:
                    words = self._get_values(action, left)
                except argparse.ArgumentError as error:
                    self.error(str(error))
                setattr(options, action.dest, [*getattr(options, action.dest), *words])
                left = []
        if left:
            known = list_names(
                [action.option_strings[-1] for action in self._actions if action.option_strings]
            )
            self.error(f"there is no {quoted((unknown or left)[0])} here: the options are {known}")
        return options, left


class Subcommands:
    """The commands of a parser."""

    def __init__(self, parser: Parser, metavar: str) -> None:
        self._key = parser.key
        self._parsers = parser.add_subparsers(metavar=metavar, required=True)

    def add(self, name: str, command: Command, **fields: object) -> Parser:
        """Add a command and return the parser of its options.

        `fields` are the values of the fields in its texts.
        """
        parser = self.add_group(name)
        parser.set_defaults(command=command)
        parser.fields |= fields
        return parser

    def add_group(self, name: str) -> Parser:
        """Add a command that has commands of its own, and return its parser."""
        key = f"{self._key}.{name}"
        return self._parsers.add_parser(name, help=f"{key}.summary", key=key)


def add_table(
    parser: Parser, *names: str, board_games: Sequence[str] = SMALL_GAMES, as_json: bool = True
) -> None:
    """Add the arguments for the game, its agents and the table.

    `names` are the arguments for agents, and `board_games` the possible games. For commands with only text
    output, `as_json` is False.
    """
    parser.fields["games"] = ", ".join(board_games)
    parser.add_argument("game", type=game_name(board_games))
    for name in names:
        parser.add_argument(name)
    parser.add_argument("--blinds", type=positive_number)
    parser.add_argument("--seed", type=whole_number(0), default=0)
    if as_json:
        parser.add_argument("--json", action="store_true")
    if games.HOLDEM in board_games:
        parser.add_argument("--stack", type=whole_number(1, MAX_STACK_BB), metavar="BB")


def add_thinking(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit a decision by work or by seconds."""
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--work", type=whole_number(1))
    limit.add_argument("--think", type=positive_number, metavar="SECONDS")


def game_name(known: Sequence[str]) -> Callable[[str], str]:
    """Return a function for `argparse` that accepts only the known names of games."""

    def read(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not one of {', '.join(known)}")
        return text

    return read


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a function for `argparse` that parses a whole number from `least` to `most`."""
    limits = f"a whole number of at least {least}" + (f" and at most {most:,}" if most else "")

    def read(text: str) -> int:
        number = terminal.whole_number(text)
        if number is None or number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not {limits}")
        return number

    return read


def positive_number(text: str) -> float:
    """Parse a number above 0, as an int if it is whole. A fraction may be written as 1/3.

    Raises:
        ArgumentTypeError: If the text is not a number above 0, or the number exceeds `MAX_NUMBER`.
    """
    number = terminal.number(text)
    if number is None or not 0 < number <= MAX_NUMBER:
        limits = f"a number above 0 and at most {MAX_NUMBER:,}"
        right = with_decimal_point(text)
        hint = f": write {right}, with a decimal point" if right else ""
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not {limits}{hint}")
    return int(number) if number == int(number) else number


def read_blinds(options: argparse.Namespace) -> float:
    """Return the ante of half-street Kuhn poker, which is the value of `--blinds`.

    Raises:
        BadInput: If `--blinds` is given for another game.
    """
    if options.blinds is not None and options.game != games.KUHN_HALF_STREET:
        raise BadInput(f"--blinds is for {games.KUHN_HALF_STREET}, not for {options.game}.")
    return 1 if options.blinds is None else cast(float, options.blinds)


def read_stack(options: argparse.Namespace) -> int:
    """Return the stacks of Hold'em in big blinds.

    Raises:
        BadInput: If stacks are given for another game.
    """
    if options.stack is not None and options.game != games.HOLDEM:
        raise BadInput(f"--stack is for {games.HOLDEM}, not for {options.game}.")
    return games.HOLDEM_STACK_BB if options.stack is None else cast(int, options.stack)


def agent_stack(options: argparse.Namespace, entry: AgentEntry) -> int:
    """Return the requested stacks in big blinds.

    By default, these are the stacks for which the agent was trained.
    """
    return entry.depth if options.stack is None and entry.depth is not None else read_stack(options)


def say_who_plays(entry: AgentEntry, stack_bb: int) -> None:
    """Print a notice if `entry` is replaced by an agent of the same family that was trained for other stacks."""
    other = catalog.who_plays(entry, stack_bb)
    if other.name != entry.name:
        say(
            f"At {stack_bb:,} big blinds {other.name} plays for {entry.name}, which plays at "
            f"--stack {entry.depth}."
        )


def say_contradictions(
    game: str, names: Iterable[str], blinds: float = 1, stack_bb: int = games.HOLDEM_STACK_BB
) -> None:
    """Print a notice for each class of the user whose `decide` takes an action that its `strategy` never takes.

    An error of a class is ignored here. The command itself then reports the error.
    """
    chips = stack_bb * games.HOLDEM_BLINDS[1]
    table = TableSpec(game, ("a", "b"), blinds=blinds, stacks=(chips, chips))
    for name in dict.fromkeys(names):
        with suppress(BadInput):
            is_class = catalog.find(game, name, blinds).file is None
            agent = catalog.load(game, name, blinds) if is_class else None
            found = agent.find_contradiction(Session(table)) if isinstance(agent, KnownOwnAgent) else None
            if found is not None:
                key, action = found
                say(
                    f"{name} decides for {action} at {key}, which its strategy never does: "
                    "`decide` plays, and `strategy` is measured."
                )


def read_budget(options: argparse.Namespace) -> Budget:
    return Budget(options.work, options.think)
