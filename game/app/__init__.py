"""The start of the program: navigation, the discovery of pages, crash reports."""
