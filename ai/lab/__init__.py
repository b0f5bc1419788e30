"""The lab of small games: runs of the CFR family whose every step is kept, to be drawn and compared."""
