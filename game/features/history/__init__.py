"""The pages that find, describe, replay and export the hands of the history and of imported logs."""
