"""The game: texts, rules, matches and the window. This package never imports `ai`."""
