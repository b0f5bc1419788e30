"""Questions and choices that several pages show as overlays."""
