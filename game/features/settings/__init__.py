"""Settings: what the player has set, and the pages where it is set."""
