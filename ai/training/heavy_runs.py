"""The runs that stand on compiled kernels or on logs: each is imported when it is begun.

Whoever only lists runs loads none of them. The settings of a run lie in a file of their own, which the run imports.
"""

from __future__ import annotations

from ai.storage import Model
from ai.training.holdem_abstraction import HoldemAbstractionConfig
from ai.training.holdem_blueprint import HoldemBlueprintConfig
from ai.training.holdem_network import HoldemNetworkConfig
from ai.training.run import ModelRun
from ai.training.value_learner import ValueLearnerConfig


def start_value_learner(config: ValueLearnerConfig) -> ModelRun:
    """Return a fresh run."""
    from ai.training.value_learner_run import ValueLearnerRun  # noqa: PLC0415 - see above

    return ValueLearnerRun(config)


def resume_value_learner(config: ValueLearnerConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
    from ai.training.value_learner_run import ValueLearnerRun  # noqa: PLC0415 - see above

    return ValueLearnerRun.resumed(config, model)


def start_holdem_blueprint(config: HoldemBlueprintConfig) -> ModelRun:
    """Return a fresh run; `BadInput` where menu or abstraction cannot be used, or the tables are too large."""
    from ai.training.holdem_blueprint_run import HoldemBlueprintRun  # noqa: PLC0415 - see above

    return HoldemBlueprintRun.fresh(config)


def resume_holdem_blueprint(config: HoldemBlueprintConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
    from ai.training.holdem_blueprint_run import HoldemBlueprintRun  # noqa: PLC0415 - see above

    return HoldemBlueprintRun.resumed(config, model)


def start_holdem_network(config: HoldemNetworkConfig) -> ModelRun:
    """Return a fresh run; `BadInput` where a log is not there."""
    from ai.training.holdem_network_run import HoldemNetworkRun  # noqa: PLC0415 - see above

    return HoldemNetworkRun.fresh(config)


def resume_holdem_network(config: HoldemNetworkConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
    from ai.training.holdem_network_run import HoldemNetworkRun  # noqa: PLC0415 - see above

    return HoldemNetworkRun.resumed(config, model)


def start_holdem_abstraction(config: HoldemAbstractionConfig) -> ModelRun:
    """Return a fresh run."""
    from ai.training.holdem_abstraction_run import HoldemAbstractionRun  # noqa: PLC0415 - see above

    return HoldemAbstractionRun(config)


def resume_holdem_abstraction(config: HoldemAbstractionConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint."""
    from ai.training.holdem_abstraction_run import HoldemAbstractionRun  # noqa: PLC0415 - see above

    return HoldemAbstractionRun.resumed(config, model)
