"""Dialogs that several pages use: questions, pickers, exports."""
