"""Keys and rules over any screen, and a tour of the menu."""
