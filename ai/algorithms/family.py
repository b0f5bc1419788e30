"""The variants of CFR, by name."""

from __future__ import annotations

from collections.abc import Mapping

from ai.algorithms.variant import Variant
from ai.algorithms.variants.asymmetric_plus import ASYMMETRIC_PLUS
from ai.algorithms.variants.cfr_plus import CFR_PLUS
from ai.algorithms.variants.chance_sampled import CHANCE_SAMPLED
from ai.algorithms.variants.discounted import DISCOUNTED
from ai.algorithms.variants.discounted_plus import DISCOUNTED_PLUS
from ai.algorithms.variants.external_sampling import EXTERNAL_SAMPLING
from ai.algorithms.variants.linear import LINEAR
from ai.algorithms.variants.outcome_sampling import OUTCOME_SAMPLING
from ai.algorithms.variants.predictive_discounted_plus import PREDICTIVE_DISCOUNTED_PLUS
from ai.algorithms.variants.predictive_plus import PREDICTIVE_PLUS
from ai.algorithms.variants.vanilla import VANILLA

FAMILY: Mapping[str, Variant] = {
    "cfr+": CFR_PLUS,
    "cfr": VANILLA,
    "linear": LINEAR,
    "dcfr": DISCOUNTED,
    "dcfr+": DISCOUNTED_PLUS,
    "pcfr+": PREDICTIVE_PLUS,
    "sapcfr+": ASYMMETRIC_PLUS,
    "pdcfr+": PREDICTIVE_DISCOUNTED_PLUS,
    "chance-sampled": CHANCE_SAMPLED,
    "external-sampling": EXTERNAL_SAMPLING,
    "outcome-sampling": OUTCOME_SAMPLING,
}
