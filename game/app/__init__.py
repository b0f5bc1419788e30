"""Start of the window: navigation, the pages that are found, crashes."""
