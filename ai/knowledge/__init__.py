"""Knowledge of how poker is played: experts' rules, logs of other players, and networks trained on these."""
