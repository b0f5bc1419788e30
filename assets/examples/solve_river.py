"""Solve a river, and walk through the solution."""

import parlour

solution = parlour.solve(
    "QsJh2h8d3c", "22+,A2s+", "22+,KTs+", pot=100, stack=200, bets="50%,a", raises="100%"
)
root = solution.root
print(f"exploitability {solution.exploitability_pct:.2f}% of the pot")
for action, share in root.frequencies.items():
    print(f"{action:12} {share:.1%}")
print("with AsAd:", {action: round(share, 3) for action, share in root.strategy("AsAd").items()})
after = root.after("check")
print("after a check:", {action: round(share, 3) for action, share in after.frequencies.items()})
