"""A small catalogue of agents, so that the screens are tested without the real one."""

from game.agent_entries import AgentEntry, Strength

CHAMPION = "champion"


def _learner(name: str, stage: str, lost: float) -> AgentEntry:
    strength = Strength("lost lines", lost, None, "every line of the opponent", None)
    description = "Learned the value of every square by playing herself."
    return AgentEntry(name, "tic-tac-toe", "learned", description, strength, family="learner", stage=stage)


def _kuhn(name: str, description: str, given_away: float, game: str, **more: object) -> AgentEntry:
    strength = Strength("exploitability", given_away, None, "the best reply", None)
    return AgentEntry(name, game, "rules", description, strength, **more)  # type: ignore[arg-type]


def _holdem(name: str, description: str, mean: float, kind: str = "rules") -> AgentEntry:
    strength = Strength("mbb/hand", mean, 61.0, "rock-solid", 100_000)
    return AgentEntry(name, "holdem", kind, description, strength)  # type: ignore[arg-type]


AGENTS = [
    AgentEntry("uniform", "tic-tac-toe", "random", "Plays any free square."),
    _learner("beginner", "100 games", 1840),
    _learner("student", "1,000 games", 730),
    _learner("player", "10,000 games", 212),
    _learner(CHAMPION, "1,000,000 games", 0),
    _kuhn("always-bluffs", "Bets every queen and never folds an ace.", 0.5, "kuhn-poker"),
    _kuhn("never-bluffs", "Bets the ace and nothing else.", 0.1667, "kuhn-poker"),
    _kuhn("cfr-10", "Kept the average of its play.", 0.08, "kuhn-poker", family="cfr", stage="10 rounds"),
    _kuhn(
        "cfr-1000", "Kept the average of its play.", 0.004, "kuhn-poker", family="cfr", stage="1,000 rounds"
    ),
    _kuhn("half-1", "Kept the average of its play.", 0.0, "kuhn-half-street", blinds=1),
    _kuhn("half-2", "Kept the average of its play.", 0.0, "kuhn-half-street", blinds=2),
    _holdem("station", "Calls whatever is bet, and waits for the showdown.", -9310),
    _holdem("maniac", "Raises first and looks at the cards afterwards.", -5128),
    _holdem("loose", "Plays most hands and pays to see the river.", -1240),
    _holdem("tight", "Waits for good cards and folds the rest.", -285),
    _holdem("rock-solid", "Counts odds and outs, and bets what the hand is worth.", 0),
]
