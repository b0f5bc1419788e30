"""The lab's page of stored runs, side by side."""
