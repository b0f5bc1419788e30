"""The tables at which games are played, watched and replayed."""
