"""The models that live as long as the program, shared by all pages."""

from __future__ import annotations

from typing import Protocol

from game.match.spot_texts import SpotTexts
from game.study.background import AskingAloud, Background, LongWork, Preparation
from game.study.drafts import Drafts, LabPlace
from game.study.drill_model import DrillModel
from game.study.import_model import ImportModel
from game.study.judgement_model import Judgements
from game.study.ladder import LadderModel, Listing
from game.study.league import LeagueSettings
from game.study.reports import ReportForm
from game.study.training_model import TrainingModel
from game.texts import text


class Program(AskingAloud, Listing, Protocol):
    """What the models need of the program."""

    def shows(self, name: str) -> bool:
        """Return whether the topmost screen has this name."""


class Models:
    """The models by subject. A page reaches them as `app.models`."""

    def __init__(self, app: Program) -> None:
        self.preparation = Preparation(app.worker)
        self.training = TrainingModel(app)
        self.imports = ImportModel(app)
        self.leagues = LongWork[LeagueSettings](
            app, lambda league: text("arena.finished", game=text(f"games.{league.game}"))
        )
        self.reports = LongWork[ReportForm](app, lambda _: text("reports.finished"))
        self.solves = LongWork[SpotTexts](
            app, lambda spot: "" if app.shows("solver") else text("solver.finished", board=spot.board)
        )
        self.drills = DrillModel(app)
        self.judgements = Judgements(app)
        self.ladders = LadderModel(app)
        self.drafts = Drafts()
        self.lab = LabPlace()
        self.background = Background(app, (self.training, self.leagues, self.reports, self.solves))

    @property
    def version(self) -> int:
        """Changes with the progress of the preparation or of an import, which every open screen may show."""
        return self.preparation.version + self.imports.version
