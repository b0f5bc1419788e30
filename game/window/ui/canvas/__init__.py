"""What the painter draws with: vector shapes, type, and the rasters made of them, each kept while it is in use."""
