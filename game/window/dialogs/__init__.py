"""Questions and choices that several pages put above themselves."""
