"""The help and a tour of the menu.

The help has the rules, the keys and a glossary, and is shown as an overlay over any screen.
"""
