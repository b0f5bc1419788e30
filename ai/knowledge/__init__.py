"""Models of how people play poker: expert rules, logs of players, and networks trained on these logs."""
