"""The commands, one module per family. `ai.command_line` parses the arguments and calls the command."""
