"""The game: words, rules, matches, screens; it never imports ai."""
