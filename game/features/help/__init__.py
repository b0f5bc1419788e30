"""The help: an overlay over any screen with keys and rules, and a tour of the menu."""
