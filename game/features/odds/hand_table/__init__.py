"""The page of the hash table of all hands: how it is filled, and a hand looked up step by step."""
