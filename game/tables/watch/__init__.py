"""Two agents who play a series, looked on."""
