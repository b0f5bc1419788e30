"""Describes agents for the user: names, characters, icons, stages, strength, depth, and unfinished games.

Entries of one family are one opponent at several stages of training, weakest first, as in the catalogue.
Names and characters come from the text file. An agent without texts, such as one trained by the user, is
shown with its own name and description. At a table, the entry of the same family and stage with the nearest
stack depth plays (`who_plays`). If a stage has only one depth, its agent plays any stacks, although it has
only learnt this depth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import cast

from game.agent_entries import AT, AgentEntry, Kind, Strength, count_diamonds, one_a_stage, who_plays
from game.core import BadInput
from game.files import user_files
from game.files.manifest import read_manifest
from game.match.outside_agents import shown_name
from game.match.session import Session
from game.match.table_spec import PEOPLE, TableSpec, find_room
from game.rules import games
from game.rules.holdem import HoldemState
from game.study.table_choices import find_style
from game.study.training import title_of_id
from game.texts import MILLION, current, format_tick, join_label, number, retell, signed, text

SUFFIX = ".npz"
MAX_KEPT = 64


@lru_cache(maxsize=MAX_KEPT)
def load_entry(seat: str) -> AgentEntry | None:
    """Return the entry of the model file that a seat names. None if there is no readable model."""
    file = Path(seat)
    if file.suffix != SUFFIX:
        return None
    try:
        manifest = read_manifest(file.with_suffix(".yaml"))
    except BadInput:
        return None
    return AgentEntry(
        name=seat,
        game=manifest.game,
        kind=cast(Kind, manifest.kind),
        description=manifest.description or "",
        strength=manifest.strength,
        blinds=manifest.blinds,
        stage=manifest.stage,
        file=file,
        version=manifest.digest,
    )


DEVICE_OF_STRANGERS = "mirror"
"""The icon of an unknown player in an imported hand."""
MAX_DIGITS = 15  # of an iteration that anybody would read
NOTHING, LITTLE = 1e-9, 0.0005
DIGITS, MAX_FIGURE_DIGITS = ((0.01, 3), (0.001, 4), (0.0001, 5)), 6
"""Lower limits of values, each with the number of decimals that shows at least two significant digits."""
WIN_SHARES = (("nearly_all", 0.8), ("most", 0.55), ("half", 0.4), ("few", 0.0))
"""Names for the share of other agents that an agent beats, each with its minimum."""
DEVICES: dict[Kind, str] = {
    "learned": "seed",
    "solved": "compass",
    "search": "clockwork",
    "rules": "quill",
    "random": "dice",
}
"""The icons of agents without their own icon."""
DEVICES_OF_CHARACTERS = {
    "random": "dice",
    "ada": "seed",
    "perfect": "clockwork",
    "uniform": "dice",
    "bluffer": "mirror",
    "station": "bell",
    "splash": "drop",
    "maniac": "sabre",
    "rock": "mountain",
    "sound": "compass",
    "expert": "quill",
    "blueprint": "clockwork",
    "search": "eye",
    "honest": "quill",
    "vesper": "compass",
    "equilibrium": "clockwork",
}
"""The icons of the built-in agents, by family or name."""
DEVICES_OF_PEOPLE = {"you": "owl", "guest": "mirror"}


STYLES = {"expert": ("loose", "sound", "tight")}
"""The stages of a family that are styles of play, in the order of their scale."""


@dataclass(frozen=True)
class Opponent:
    """An opponent of a game, at one or several stages of training.

    `diamonds` has the rank of each stage by strength, from 1 to 5. A stage without a measured strength has no
    rank.
    """

    key: str
    entries: tuple[AgentEntry, ...]
    diamonds: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def name(self) -> str:
        return shown_name(self.key)

    @property
    def kind(self) -> str:
        return _word(self.key, "kind") or text(f"agent_kinds.{self.entries[-1].kind}")

    @property
    def line(self) -> str:
        return _word(self.key, "line") or retell(self.entries[-1].description)

    @property
    def device(self) -> str:
        return DEVICES_OF_CHARACTERS.get(self.key, DEVICES[self.entries[-1].kind])

    @property
    def solver(self) -> AgentEntry | None:
        return next((entry for entry in self.entries if entry.solves), None)

    @property
    def preparations(self) -> tuple[AgentEntry, ...]:
        """The entries that do not solve while they play: the stages of preparation."""
        return tuple(entry for entry in self.entries if not entry.solves)

    @property
    def stages(self) -> Sequence[AgentEntry]:
        """The entries to choose from: the styles in the order of their scale, or the preparations."""
        order = STYLES.get(self.key, ())
        styles = [entry for style in order for entry in self.entries if entry.stage == style]
        return styles if len(styles) == len(self.entries) else self.preparations or self.entries

    @property
    def default_entry(self) -> AgentEntry:
        """The stage that is first selected: the middle stage, or the last preparation of a solver."""
        if self.solver is not None and self.preparations:
            return self.preparations[-1]
        return self.entries[(len(self.entries) - 1) // 2]

    @property
    def question(self) -> str:
        return _word(self.key, "stages") or text("new_game.stages")

    def explain_stage(self, entry: AgentEntry) -> str:
        """Return the meaning of the stage in an entry's name, such as "Playing style: tight", or ""."""
        stage = stage_name(entry)
        return join_label(self.question, stage) if stage else ""


def gallery(agents: Sequence[AgentEntry], game: str, blinds: float = 1) -> list[Opponent]:
    """Return the opponents of a game, weakest first.

    Agents trained for other `blinds` (the ante of Kuhn poker) are left out. Checkpoints are left out too, because
    they are played from the page of their run.
    """
    families: dict[str, list[AgentEntry]] = {}
    present = one_a_stage(
        entry
        for entry in agents
        if entry.game == game and entry.blinds in (None, blinds) and not entry.is_checkpoint
    )
    for entry in present:
        family = entry.family or entry.name
        families[family] = [*families.pop(family, []), entry]  # its strongest stage decides its place
    diamonds = _diamonds(present)
    return [Opponent(key, tuple(entries), diamonds) for key, entries in families.items()]


def _diamonds(entries: Sequence[AgentEntry]) -> dict[str, int]:
    """Return the number of diamonds (1 to 5) of every measured agent. Equally strong agents have equal diamonds.

    If agents were ranked in a league, the measured strength already includes the diamonds, and an agent outside the
    league has no diamonds. Otherwise, the agents are grouped into steps, from the strongest agent down. An agent
    that is not significantly weaker than the strongest agent of a step joins this step, so no agent is ranked lower
    by chance. Only the built-in agents define the steps, so their ranks do not change when the user adds an agent.
    An agent of the user joins the step of its equals, or the last step that it beats.
    """
    measured = [entry for entry in entries if entry.strength is not None]
    strengths = {entry.name: entry.strength for entry in measured if entry.strength is not None}
    ranked = {name: one.diamonds for name, one in strengths.items() if one.diamonds is not None}
    if ranked:
        return ranked
    scale = [entry for entry in measured if not trained_here(entry)] or measured
    steps: list[list[AgentEntry]] = []
    for entry in reversed(scale):
        if steps and are_about_equal(steps[-1][0].strength, entry.strength):
            steps[-1].append(entry)
        else:
            steps.append([entry])
    steps.reverse()
    diamonds: dict[str, int] = {}
    for entry in measured:
        diamonds[entry.name] = count_diamonds(_find_step(entry, steps, measured), len(steps))
    return diamonds


def _find_step(
    entry: AgentEntry, steps: Sequence[Sequence[AgentEntry]], measured: Sequence[AgentEntry]
) -> int:
    """Return the index of the step to which an agent belongs.

    An agent that is in a step belongs to this step. Any other agent belongs to the last step whose strongest agent,
    the first of the step, is about equal to `entry`. If there is no such step, return the last step that `entry`
    beats.
    """
    own = [index for index, step in enumerate(steps) if entry in step]
    equal = [index for index, step in enumerate(steps) if are_about_equal(step[0].strength, entry.strength)]
    if own or equal:
        return (own or equal)[-1]
    beyond = [step for step in steps if measured.index(step[0]) < measured.index(entry)]
    return max(0, len(beyond) - 1)


def trained_here(entry: AgentEntry) -> bool:
    return entry.file is not None and entry.file.is_relative_to(user_files.home())


def are_about_equal(one: Strength | None, other: Strength | None) -> bool:
    """Return whether neither agent is clearly stronger: their intervals overlap, or their figures are equal.

    In a league, the agents are equal if their ranks are equal.
    """
    if one is None or other is None or one.metric != other.metric:
        return False
    if one.diamonds is not None or other.diamonds is not None:
        return one.diamonds == other.diamonds
    return abs(one.mean - other.mean) <= (one.ci95 or 0.0) + (other.ci95 or 0.0)


def format_peers(entry: AgentEntry, agents: Sequence[AgentEntry]) -> str:
    """Return the names of other opponents of about the same measured strength, or ""."""
    names = [
        portrait([one], one.name).name
        for one in agents
        if one.game == entry.game
        and one.blinds in (None, entry.blinds)
        and (one.family or one.name) != (entry.family or entry.name)
        and are_about_equal(entry.strength, one.strength)
    ]
    return text("strength.peers", names=", ".join(dict.fromkeys(names))) if names else ""


def stage_name(entry: AgentEntry) -> str:
    key = f"agents.{entry.family}.named.{(entry.stage or '').replace(' ', '-')}"
    return text(key) if current().has(key) else entry.stage or ""


def seated_stage(entry: AgentEntry) -> str:
    key = f"agents.{entry.family}.seated.{(entry.stage or '').replace(' ', '-')}"
    return text(key) if current().has(key) else stage_name(entry)


def stage_names(entries: Sequence[AgentEntry]) -> tuple[list[str], str]:
    """Return the names of stages without their common last word, and this word: ["20", "500"], "games"."""
    stages = [stage_name(entry) or entry.name for entry in entries]
    units = {stage.partition(" ")[2] for stage in stages}
    if len(units) > 1:
        return stages, ""
    names = [stage.partition(" ")[0] for stage in stages]
    short = [_in_millions(name) for name in names]
    return short if len({*short}) == len(short) else names, units.pop()


def _in_millions(name: str) -> str:
    """Abbreviate a number of millions in a name if this loses no digits. Other names are unchanged.

    >>> _in_millions("1,500,000"), _in_millions("1,999,999"), _in_millions("400,000"), _in_millions("tight")
    ('1.5M', '1,999,999', '400,000', 'tight')
    """
    digits = name.replace(",", "")
    if not digits.isdecimal() or len(digits) > MAX_DIGITS:
        return name
    count = int(digits)
    return format_tick(count) if count >= MILLION and count % (MILLION // 10) == 0 else name


@dataclass(frozen=True, slots=True)
class Portrait:
    """The appearance of a player at a table: a person, or an agent at one stage."""

    name: str
    kind: str
    device: str
    stage: str = ""


def portrait(agents: Sequence[AgentEntry], seat: str) -> Portrait:
    """Return the portrait of the player in a seat: of a person, or of the agent with this name."""
    if seat in PEOPLE:
        return Portrait(text(f"seats.{seat}"), "", DEVICES_OF_PEOPLE[seat])
    if (player := find_room(seat)) is not None:
        return Portrait(player[1], text(f"rooms.{player[0]}"), DEVICE_OF_STRANGERS)
    if AT in seat:
        run_id, _, iteration = seat.partition(AT)
        stage = number(int(iteration)) if iteration.isdecimal() and len(iteration) <= MAX_DIGITS else ""
        return Portrait(title_of_id(run_id), text("agent_kinds.learned"), DEVICES["learned"], stage)
    entry = next((entry for entry in agents if entry.name == seat), None)
    if entry is None and (model := load_entry(seat)) is not None:
        kind = text(f"agent_kinds.{model.kind}")
        return Portrait(text("seats.model"), kind, DEVICES[model.kind], model.stage or "")
    if entry is None:
        return Portrait(seat, "", DEVICES["rules"])
    opponent = Opponent(entry.family or entry.name, (entry,))
    return Portrait(opponent.name, opponent.kind, opponent.device, stage_name(entry))


def format_strength(strength: Strength | None) -> str:
    return text("strength.unmeasured") if strength is None else _strength("short", strength)


def format_rating(strength: Strength | None) -> str:
    """Return the rating with its interval, without its unit. Empty if there is no rating."""
    if strength is None or strength.rating is None:
        return ""
    rating, ci95 = number(strength.rating), number(strength.rating_ci95 or 0.0)
    return text("strength.rated.figures", rating=rating, ci95=ci95)


def strength_in_full(strength: Strength | None) -> str:
    """Describe a measured strength in sentences. If the agent has a rating, the sentences have no other numbers.

    A loss is mentioned only if it is statistically significant.
    """
    if strength is None:
        return text("strength.unmeasured_long")
    if strength.rating is None:
        return _strength("full", strength)
    share = (strength.ahead or 0) / max(1, strength.met or 1)
    wins = next(name for name, least in WIN_SHARES if share >= least)
    said = text(f"strength.rated.wins.{wins}")
    if -(strength.worst or 0.0) <= (strength.worst_ci95 or 0.0):
        return said
    against = _character(strength.worst_against or "")
    if wins == WIN_SHARES[-1][0]:
        return text("strength.rated.loses_most", against=against)
    return f"{said} {text('strength.rated.weak_spot', against=against)}"


def how_measured(strength: Strength | None) -> list[tuple[str, str]]:
    """Return pairs of title and text that explain the measurements from which a strength was computed.

    Empty without a rating.
    """
    if strength is None or strength.rating is None:
        return []
    sections = {
        "rating": text("strength.rated.meaning", rating=format_rating(strength)),
        "played": text("strength.rated.hands", hands=number(strength.hands or 0)),
        "field": _in_the_league(strength),
        "interval": text("strength.rated.interval"),
        "repeat": text("strength.rated.repeat"),
    }
    return [(text(f"strength.rated.measured.{name}"), said) for name, said in sections.items()]


def _strength(how: str, strength: Strength) -> str:
    metric = strength.metric.replace("/", "-").replace(" ", "-").replace("_", "-")
    if strength.rating is not None:
        return text("strength.rated.short", rating=format_rating(strength))
    degree = "none" if abs(strength.mean) < NOTHING else "little" if abs(strength.mean) < LITTLE else "some"
    keys = [f"strength.{how}.{metric}.{degree}", f"strength.{how}.{metric}.some", f"strength.{how}.other"]
    return text(
        next(key for key in keys if current().has(key)),
        metric=strength.metric,
        mean=_figure(strength.metric, strength.mean),
        ci95=_figure(strength.metric, strength.ci95 or 0.0).lstrip("+"),
        against=_word(strength.against or "", "name") or strength.against or "",
        hands=number(strength.hands or 0),
    )


def _in_the_league(strength: Strength) -> str:
    """Return the result of an agent in a league, and the winnings of a local best response, if measured."""
    said = text(
        "strength.rated.field",
        mean=_figure(strength.metric, strength.mean),
        ci95=number(strength.ci95 or 0.0),
        worst=_figure(strength.metric, strength.worst or 0.0),
        worst_ci95=number(strength.worst_ci95 or 0.0),
        against=_character(strength.worst_against or ""),
    )
    if strength.lbr is None:
        return said
    lbr, ci95 = _figure(strength.metric, strength.lbr), number(strength.lbr_ci95 or 0.0)
    key = "strength.lbr.some" if strength.lbr > 0 else "strength.lbr.none"
    return f"{said} {text(key, mean=lbr, ci95=ci95)}"


def _character(agent: str) -> str:
    """Return the description of an agent's character. A stage has the character of its family."""
    key = agent
    while key and not _word(key, "name"):
        key = key.rpartition("-")[0]
    return _word(key, "name") or agent


def _word(key: str, part: str) -> str:
    full = f"agents.{key}.{part}"
    return current()(full) if current().has(full) else ""


def _figure(metric: str, value: float) -> str:
    """Format a value with the digits that suit its unit. Gains and losses have a sign."""
    if "mbb" in metric:
        return signed(value)
    if "/" in metric:
        return signed(value, 2)
    if value == round(value):
        return number(value)
    return number(value, next((digits for least, digits in DIGITS if abs(value) >= least), MAX_FIGURE_DIGITS))


def format_name(agents: Sequence[AgentEntry], name: str) -> str:
    shown = portrait(agents, name)
    return text("watch.at_stage", name=shown.name, stage=shown.stage) if shown.stage else shown.name


def only_depth(opponent: Opponent, agents: Sequence[AgentEntry]) -> int | None:
    """Return the only stack depth that an opponent has learnt.

    None if the opponent has learnt several depths, or is not tied to a depth.
    """
    game = opponent.entries[0].game
    family = [one for one in agents if one.game == game and (one.family or one.name) == opponent.key]
    depths = {one.depth for one in family}
    return depths.pop() if len(depths) == 1 else None


def figure_at(entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> str:
    """Return the agent's strength at a table in a few words.

    If the agent has learnt only other stacks, return the stack depth that it has learnt.
    """
    plays = who_plays(entry, agents, stack)
    if plays.depth is None or plays.depth == stack:
        return format_strength(plays.strength)
    return text("strength.trained_for", bb=number(plays.depth))


def strength_at(entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> str:
    """Describe the strength of an agent at a table.

    If the agent has learnt only other stacks, the text begins with the stack depth that it has learnt.
    """
    plays = who_plays(entry, agents, stack)
    said = strength_in_full(plays.strength)
    if plays.depth is None or plays.depth == stack:
        return said
    return f"{text('strength.trained_for_long', bb=number(plays.depth))} {said}"


def describe_left_game(agents: Sequence[AgentEntry], session: Session) -> str:
    name = portrait(agents, other_than_you(session)).name
    return f"{text('new_game.left', name=name)} {where_it_stands(session)} {format_style(session.spec)}"


def format_style(spec: TableSpec) -> str:
    return text("new_game.left_style", style=text(f"styles.{find_style(spec)}.name"))


def where_it_stands(session: Session) -> str:
    """Describe the hand and the street in a short sentence, or say that the hand is over."""
    state, hand = session.state, session.hand_number
    if session.seat_to_act is None:
        key = "game_over" if session.spec.game == games.TIC_TAC_TOE else "hand_over"
        return text(f"menu.{key}", number=number(hand))
    if isinstance(state, HoldemState):
        streets = current().many("menu.streets")
        return text("menu.hand", number=number(hand), street=streets[state.street])
    return text("menu.game" if session.spec.game == games.TIC_TAC_TOE else "menu.deal", number=number(hand))


def other_than_you(session: Session) -> str:
    return next((seat for seat in session.spec.seats if seat != "you"), session.spec.seats[0])
