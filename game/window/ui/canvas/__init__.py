"""Drawing: vector shapes, text, and cached rasters of both."""
