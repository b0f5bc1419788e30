"""The painter's tools: vector shapes, text, and cached rasters of both."""
