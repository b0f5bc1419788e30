"""Start of the window: navigation, routes, crashes, and models that live as long as the program."""
