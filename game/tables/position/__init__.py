"""A decision by itself, outside a hand that is played: its table, its words, what each action was worth."""
