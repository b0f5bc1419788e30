"""Keys and rules over any screen; a tour of the menu."""
