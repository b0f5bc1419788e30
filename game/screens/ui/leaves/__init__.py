"""Leaves: what stands in the boxes of a page, from a line of words to a control."""
