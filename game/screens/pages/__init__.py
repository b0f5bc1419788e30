"""The pages of the menu, a package each; they open each other by route."""
