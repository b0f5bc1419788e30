"""CFR+: totals of regret never fall below zero, and iteration t counts t times in the average strategy.

An action that was bad for long is taken up again as soon as it is good once.

Tammelin: Solving large imperfect information games using CFR+. arXiv 1407.5042, 2014.
"""

from ai.algorithms.variant import FLOORED, FullWidth

CFR_PLUS = FullWidth(regret=FLOORED, average=1.0)
