"""The record of everything played: the hands with their ids and files, statistics and ratings."""
