"""The running program: its loop, the stack of screens, who is opened by which name, and what a crash leaves."""
