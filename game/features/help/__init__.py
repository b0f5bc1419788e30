"""The help, an overlay with keys and rules over any screen, and a tour of the menu."""
