"""The lab of small games: tracked runs of CFR variants, for charts and comparisons."""
