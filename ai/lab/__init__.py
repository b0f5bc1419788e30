"""The lab of small games: runs of CFR variants, tracked step by step, to draw and compare."""
