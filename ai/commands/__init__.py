"""The commands, a file a family; `ai.command_line` is the door to them."""
