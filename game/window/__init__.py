"""The toolkit and frame of the window: widgets, pictures, dialogs and the base classes of screens."""
