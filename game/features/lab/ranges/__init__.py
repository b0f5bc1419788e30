"""The page of ranges: what a strategy does with every hand, anywhere in a hand of Hold'em."""
