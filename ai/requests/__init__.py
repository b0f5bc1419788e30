"""Answers what the window asks: each module answers the requests of its namesake in `game.messages`."""
