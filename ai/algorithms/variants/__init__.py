"""The members of the CFR family, one a file: each says its weighting and its paper."""
