"""Models of how people play poker: expert rules, logs of other players, and networks trained on these logs."""
