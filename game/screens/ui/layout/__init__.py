"""Layout: a tree of boxes that measures itself for a width and then takes a rectangle."""
