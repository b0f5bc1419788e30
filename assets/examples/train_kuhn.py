"""Train a strategy of Kuhn poker by CFR+, measure it, and let it play."""

import parlour

strategy = parlour.train("kuhn-poker", iterations=300)
measured = parlour.exploitability("kuhn-poker", strategy)
print(f"exploitability {measured.exploitability:.6f} chips a hand, value {measured.value:.6f}")

result = parlour.match("kuhn-poker", strategy, "station", hands=200)
print(f"wins {result.mean:+.3f} chips a hand from {result.b}")
