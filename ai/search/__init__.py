"""Searches that look ahead in a hand: the phased tree of the betting rounds."""
