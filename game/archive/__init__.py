"""The record of all played hands: their ids and files, statistics and ratings."""
